#include "app/chat/savingnotices.h"

#include "app/appcontext.h"
#include "core/chat/conversation.h"
#include "core/chat/messagedifferences.h"
#include "core/formats/jsontext.h"
#include "widgets/editors/conflictdialog.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QHash>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

const QString SavingId = u"saving"_s;
const QString MergedId = u"merged"_s;

// "", or " Until then it is in ….": where the text is meanwhile.
QString whereItIsKept(const SaveStatus &state)
{
    return state.keptIn.isEmpty()
               ? SavingNotices::tr(" It is only in this window: leave it open.")
               //: %1 is a file
               : SavingNotices::tr(" Until then it is kept in %1, and Snug keeps trying.").arg(state.keptIn);
}

constexpr qsizetype ShownLength = 300;

QString fieldName(const QString &place)
{
    static const QRegularExpression swipe(u"^swipes\\[(\\d+)\\]$"_s);
    if (const auto match = swipe.match(place); match.hasMatch())
        return SavingNotices::tr("Swipe %1").arg(match.captured(1).toInt() + 1);
    static const QHash<QString, const char *> names{
        {u"swipe_id"_s, QT_TRANSLATE_NOOP("snug::SavingNotices", "Shown swipe, from 0")},
        {u"name"_s, QT_TRANSLATE_NOOP("snug::SavingNotices", "Name")},
        {u"is_system"_s, QT_TRANSLATE_NOOP("snug::SavingNotices", "Hidden from the prompt")},
        {u"extra.reasoning"_s, QT_TRANSLATE_NOOP("snug::SavingNotices", "Reasoning")},
    };
    const char *name = names.value(place);
    return name ? SavingNotices::tr(name) : place;
}

QString fieldLine(const QString &place, const Json &value)
{
    QString text = value.isString() ? value.toText() : QString::fromUtf8(writeJsonLine(value));
    if (value.isUndefined())
        text = SavingNotices::tr("none", "value of a field");
    if (text.size() > ShownLength)
        text = text.first(ShownLength) + u'…';
    //: %1 is a field of a message, %2 its value: "Swipe 2: The lamp is lit."
    return SavingNotices::tr("%1: %2").arg(fieldName(place), text);
}

// What tells the two apart: their texts, or else whatever differs.
MergeConflict shownConflict(const QString &path, const ChatConflict &conflict)
{
    MergeConflict shown{path, path, {}, Json(conflict.mine.text), Json(conflict.theirs.text)};
    const QList<MessageDifference> differences = messageDifferences(conflict.mine, conflict.theirs);
    if (conflict.mine.text != conflict.theirs.text || differences.isEmpty())
        return shown;
    shown.ours = Json::array();
    shown.theirs = Json::array();
    for (const MessageDifference &difference : differences) {
        shown.ours.append(Json(fieldLine(difference.place, difference.one)));
        shown.theirs.append(Json(fieldLine(difference.place, difference.other)));
    }
    return shown;
}

} // namespace

SavingNotices::SavingNotices(const AppContext &app, LeftChats &left, const std::function<void()> &letGo,
                             QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_left(left)
    , m_letGo(letGo)
{
    connect(&left, &LeftChats::changed, this, &SavingNotices::showLeft);
}

void SavingNotices::follow(ChatSession *session)
{
    if (m_session)
        m_session->record().saver().disconnect(this);
    m_session = session;
    m_app.chatPane.notices()->dismiss(SavingId);
    m_app.chatPane.notices()->dismiss(MergedId);
    if (session) {
        connect(&session->record().saver(), &ChatSaver::stateChanged, this, &SavingNotices::show);
        connect(session, &ChatSession::merged, this, &SavingNotices::showMerge);
        show();
    }
    tellProblem();
}

void SavingNotices::show()
{
    if (!m_session)
        return;
    const SaveStatus state = m_session->record().saver().state();
    NoticeBar *notices = m_app.chatPane.notices();
    switch (state.kind) {
    case SaveStatus::Kind::Failed:
        notices->post(SavingId,
                      {Notice::Kind::Problem,
                       tr("Could not save the chat: %1.").arg(state.error.line()) + whereItIsKept(state),
                       {{tr("Retry"), [this] {
                             if (m_session)
                                 m_session->record().saver().retry();
                         }}}});
        break;
    case SaveStatus::Kind::Gone:
        notices->post(SavingId, {Notice::Kind::Problem,
                                 tr("Another program has removed this chat's file."),
                                 {{tr("Write It Again"),
                                   [this] {
                                       if (m_session)
                                           m_session->record().saver().rewrite(m_session->chat());
                                   }},
                                  {tr("Close the Chat"), m_letGo}}});
        break;
    case SaveStatus::Kind::Saved:
    case SaveStatus::Kind::Saving:
        notices->dismiss(SavingId);
        break;
    }
    tellProblem();
}

void SavingNotices::showLeft()
{
    NoticeBar *notices = m_app.chatPane.notices();
    QStringList shown;
    for (const auto &left : m_left.chats()) {
        const SaveStatus &state = left->saver->state();
        if (state.kind != SaveStatus::Kind::Failed)
            continue;
        const QString id = u"left:"_s + left->reference.cardFile + u'/' + left->reference.name;
        shown.append(id);
        notices->post(
            id, {Notice::Kind::Problem,
                 tr("The chat “%1” could not be saved: %2.").arg(left->reference.name, state.error.line()) +
                     whereItIsKept(state),
                 {{tr("Retry"), [this] { m_left.retry(); }}}});
    }
    for (const QString &id : std::as_const(m_leftNotices)) {
        if (!shown.contains(id))
            notices->dismiss(id);
    }
    m_leftNotices = shown;
    tellProblem();
}

void SavingNotices::tellProblem()
{
    const SaveStatus::Kind kind =
        m_session ? m_session->record().saver().state().kind : SaveStatus::Kind::Saved;
    if (kind == SaveStatus::Kind::Failed || !m_leftNotices.isEmpty())
        Q_EMIT problem(tr("Saving failed"));
    else if (kind == SaveStatus::Kind::Gone)
        Q_EMIT problem(tr("The chat's file is gone"));
    else
        Q_EMIT problem({});
}

// It has happened; undo and the versions have what was before.
void SavingNotices::showMerge(const ReconciledChat &reconciled, const QList<quint64> &conflicts)
{
    QStringList sentences;
    using enum ReconciledChat::Fate;
    switch (reconciled.fate) {
    case Merged:
        sentences.append(tr("Another program changed this chat's file. Its changes were merged."));
        break;
    case Renamed:
        sentences.append(tr("Another program has renamed this chat's file."));
        break;
    case Rewritten:
        sentences.append(tr("This chat's file was missing or unreadable. It has been written again from what "
                            "is shown here."));
        break;
    case Apart:
        sentences.append(tr("There is another chat of the same name, so this one is now called “%1”.")
                             .arg(reconciled.merge.chat.name));
        break;
    case Gone:
        return;
    }
    if (reconciled.removed > 0)
        sentences.append(
            tr("It removed %n message(s); Undo brings them back.", nullptr, int(reconciled.removed)));
    Notice notice{Notice::Kind::Hint, {}, {}};
    if (!conflicts.isEmpty()) {
        notice.kind = Notice::Kind::Problem;
        sentences.append(
            tr("You have changed %n of the same messages; yours are shown.", nullptr, int(conflicts.size())));
        notice.actions.append({tr("Compare…"), [this, list = reconciled.merge.conflicts, conflicts] {
                                   askAboutConflicts(list, conflicts);
                               }});
    } else if (reconciled.added > 0 && reconciled.fate == Merged && reconciled.removed == 0) {
        sentences = {
            tr("Another program has added %n message(s) to this chat.", nullptr, int(reconciled.added))};
    }
    notice.text = sentences.join(u' ');
    m_app.chatPane.notices()->post(MergedId, notice);
}

void SavingNotices::askAboutConflicts(const QList<ChatConflict> &conflicts, const QList<quint64> &ids)
{
    if (!m_session)
        return;
    QList<MergeConflict> shown;
    QHash<QString, qsizetype> byPath;
    for (qsizetype i = 0; i < conflicts.size(); ++i) {
        //: %1 is the message's number in the chat, %2 who says it
        const QString path = tr("Message %1, %2").arg(conflicts[i].row).arg(conflicts[i].mine.name);
        byPath.insert(path, i);
        shown.append(shownConflict(path, conflicts[i]));
    }
    auto *dialog = new ConflictDialog(m_session->chat().name, &m_app.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setConflicts(shown);
    connect(dialog, &ConflictDialog::resolved, m_session,
            [session = m_session.data(), conflicts, ids, byPath](const MergeAnswers &answers) {
                QList<ChatChange> changes;
                const auto replace = [&](qsizetype index, const Message &message) {
                    for (qsizetype row = 0; row < session->conversation().size(); ++row) {
                        if (session->conversation().idAt(row) == ids.at(index))
                            changes.append(replaceMessage(session->chat(), row, message));
                    }
                };
                for (const QString &path : answers.theirsAt)
                    replace(byPath.value(path), conflicts[byPath.value(path)].theirs);
                for (const auto &[path, text] : answers.texts.asKeyValueRange()) {
                    Message message = conflicts[byPath.value(path)].mine;
                    message.text = text;
                    replace(byPath.value(path), message);
                }
                session->edits().change(UndoAction::Reload, changes);
            });
    dialog->open();
}

} // namespace snug
