// Apply to the Files: what would be written is shown line by line, written, and can be taken back.
#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/chat/undosteps.h"
#include "app/inspector/appliedwhatif.h"
#include "app/inspector/whatifcontroller.h"
#include "core/formats/cardpng.h"
#include "core/library/cardfields.h"
#include "core/library/library.h"
#include "core/library/settingsfiles.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/linechanges.h"
#include "widgets/theme/plainmessagebox.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QPushButton>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

const QString appliedNotice = u"what-if-applied"_s;
constexpr int mostPlaces = 8; // of a file, that are named

// "12", "14–18": lines of the text as it is.
QStringList placesIn(const QString &before, const QString &after)
{
    QStringList places;
    const QList<LineChange> changes =
        lineChanges(QStringView(before).split(u'\n'), QStringView(after).split(u'\n'));
    for (const LineChange &change : changes) {
        const qsizetype last = change.oldLine + std::max<qsizetype>(change.oldCount, 1);
        const QString first = QString::number(change.oldLine + 1);
        places.append(change.oldCount > 1 ? first + u'–' + QString::number(last) : first);
    }
    if (places.size() > mostPlaces)
        places = places.first(mostPlaces) << u"…"_s;
    return places;
}

bool isOneLine(const QStringList &places)
{
    return places.size() == 1 && !places.first().contains(u'–');
}

// "Description, line 3": of a picture the lines of what is written in its fields.
QStringList fieldsIn(const PlannedEdit &edit)
{
    const Result<CardReading> before = readCardPng(edit.before);
    const Result<CardReading> after = readCardPng(edit.after);
    QStringList fields;
    if (!before || !after)
        return edit.things;
    for (const FieldInfo &info : cardFields()) {
        const QVariant was = cardFieldValue(before->card, CardField(info.id));
        const QVariant is = cardFieldValue(after->card, CardField(info.id));
        if (was == is)
            continue;
        const QStringList places =
            info.kind == FieldKind::Text ? placesIn(was.toString(), is.toString()) : QStringList();
        if (places.isEmpty())
            fields.append(info.label);
        else
            //: %1 is a field of a card, %2 numbers of lines in it as in "2, 4–6"
            fields.append((isOneLine(places) ? WhatIfController::tr("%1, line %2")
                                             : WhatIfController::tr("%1, lines %2"))
                              .arg(info.label, places.join(u", "_s)));
    }
    return fields.isEmpty() ? edit.things : fields;
}

QString planText(const PlannedEdit &edit, const QString &file)
{
    const QString things = edit.things.join(u", "_s);
    if (edit.key.kind == DocumentKind::Card)
        //: %1 is a file, %2 names fields of a card, with the lines that are changed in them
        return WhatIfController::tr("%1: %2").arg(file, fieldsIn(edit).join(u"; "_s));
    const QStringList places = placesIn(QString::fromUtf8(edit.before), QString::fromUtf8(edit.after));
    //: %1 is a file, %2 numbers of lines as in "12, 14–18", %3 what stands there
    return (isOneLine(places) ? WhatIfController::tr("%1, line %2: %3")
                              : WhatIfController::tr("%1, lines %2: %3"))
        .arg(file, places.join(u", "_s), things);
}

// What is written elsewhere than into preset, lorebooks and card.
QStringList othersOf(const WhatIf &whatIf, bool isSizeOfConnection)
{
    QStringList lines;
    for (const WhatIfChange &change : whatIf.changes) {
        if (change.target.kind == WhatIfTarget::Kind::ChatMessage ||
            change.target.kind == WhatIfTarget::Kind::AuthorsNote)
            //: %1 is a message of the open chat, or its note
            lines.append(WhatIfController::tr("The open chat: %1").arg(change.name));
        else if (change.target.kind == WhatIfTarget::Kind::Persona)
            //: %1 is a persona
            lines.append(WhatIfController::tr("settings.json: %1").arg(change.name));
    }
    if (whatIf.contextSize && isSizeOfConnection)
        lines.append(WhatIfController::tr("The connection: its context size"));
    if (whatIf.model)
        lines.append(WhatIfController::tr("The connection in use: %1").arg(whatIf.model->name));
    if (whatIf.persona)
        lines.append(WhatIfController::tr("The persona in use: %1").arg(whatIf.persona->name));
    return lines;
}

} // namespace

void WhatIfController::apply()
{
    if (m_whatIf.isEmpty() || m_saving > 0 || !m_app.chat.session())
        return;
    m_app.inspector.whatIf()->endEdit();
    const bool isSizeOfConnection = m_app.workspace.connections.link().connection.contextSize.has_value();
    const FilesInEffect files{.preset = m_app.workspace.content.presetName(),
                              .card = m_app.workspace.content.cardFile(),
                              .contextSize = isSizeOfConnection ? std::nullopt : m_whatIf.contextSize};
    m_app.library.perform(
        [whatIf = m_whatIf, files](LibraryStore &store) { return planWhatIf(store, whatIf, files); }, this,
        [this, whatIf = m_whatIf, isSizeOfConnection](const Result<QList<PlannedEdit>> &planned) {
            if (whatIf != m_whatIf)
                return;
            if (!planned)
                return m_app.inspector.whatIf()->setProblem(planned.error().line());
            QStringList lines;
            for (const PlannedEdit &edit : *planned)
                lines.append(planText(edit, fileInLibrary(m_app, edit)));
            lines += othersOf(whatIf, isSizeOfConnection);
            askToApply(*planned, lines);
        });
}

void WhatIfController::askToApply(const QList<PlannedEdit> &edits, const QStringList &lines)
{
    QString text = lines.isEmpty() ? tr("The files already contain all of it.")
                                   : tr("This will be written:") + u"\n\n"_s + lines.join(u'\n');
    if (!edits.isEmpty())
        text += u"\n\n"_s + tr("The previous preset, lorebooks and card are kept as versions.");
    QMessageBox *question = newPlainMessageBox(QMessageBox::Question, tr("Apply to the Files"), text,
                                               QMessageBox::Cancel, &m_app.window);
    QPushButton *apply = question->addButton(tr("&Apply"), QMessageBox::AcceptRole);
    question->setDefaultButton(QMessageBox::Cancel); // Enter alone writes nothing
    connect(apply, &QPushButton::clicked, this, [this, edits, whatIf = m_whatIf] {
        if (whatIf == m_whatIf)
            write(edits);
    });
    question->open();
}

void WhatIfController::write(const QList<PlannedEdit> &edits)
{
    m_hasFailed = false;
    ++m_saving; // until all is asked for
    const auto applied = std::make_shared<AppliedWhatIf>(m_app, m_whatIf, [this] {
        applyContextSize();
        applyModel();
        applyToChat();
    });
    m_applied = applied;
    for (const PlannedEdit &edit : edits) {
        ++m_saving;
        m_app.library.save(
            fileInLibrary(m_app, edit),
            [edit](LibraryStore &store) { return writeEdit(store, edit, QDateTime::currentDateTime()); },
            this,
            [this, edit, applied](const Result<FileVersion> &written) {
                if (written)
                    applied->addFile(edit, *written);
                saved(written ? std::nullopt : std::optional(written.error()));
            });
    }
    saved(std::nullopt);
}

// What cannot be written stays tried, and the bar says why.
void WhatIfController::saved(const std::optional<Error> &error)
{
    if (error) {
        m_hasFailed = true;
        m_app.inspector.whatIf()->setProblem(error->line());
    }
    if (--m_saving > 0)
        return;
    if (!m_hasFailed)
        leave();
    const auto go = [this, applied = m_applied](AppliedWhatIf::Way way) {
        m_app.chatPane.notices()->dismiss(appliedNotice);
        applied->go(way);
    };
    const QString kind = appliedNotice + QString::number(++m_applications);
    m_app.undoSteps.push({.undoText = tr("Undo applying to the files"),
                          .redoText = tr("Redo applying to the files"),
                          .undo = [go] { go(AppliedWhatIf::Way::Back); },
                          .redo = [go] { go(AppliedWhatIf::Way::Again); },
                          .kind = kind});
    if (m_applied->files().isEmpty())
        return;
    m_app.chatPane.notices()->post(
        appliedNotice, {.kind = Notice::Kind::Done,
                        //: %1 names files
                        .text = tr("Written: %1.").arg(m_applied->files().join(u", "_s)),
                        .actions = {{tr("Undo"), [this, kind] { m_app.undoSteps.takeBack(kind); }}}});
}

} // namespace snug
