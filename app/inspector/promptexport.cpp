#include "app/inspector/promptexport.h"

#include "app/appcontext.h"
#include "app/cases/promptjson.h"
#include "app/chat/chatcontroller.h"
#include "core/guarded.h"
#include "core/ledger/sharedprompt.h"
#include "core/library/atomicwrite.h"
#include "core/prompt/assemble.h"
#include "core/prompt/keylikes.h"
#include "core/prompt/promptreport.h"
#include "core/wire/withoutkeys.h"
#include "widgets/theme/plainmessagebox.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QFuture>
#include <QPushButton>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace snug {

PromptExport::PromptExport(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    QAction *withNames = app.actions.action(ActionId::ExportPrompt);
    QAction *withoutNames = app.actions.action(ActionId::ExportPromptWithoutNames);
    connect(withNames, &QAction::triggered, this, [this] { askForFile(false); });
    connect(withoutNames, &QAction::triggered, this, [this] { askForFile(true); });
    const auto refresh = [this, withNames, withoutNames] {
        withNames->setEnabled(m_app.chat.session());
        withoutNames->setEnabled(m_app.chat.session());
    };
    connect(&app.chat, &ChatController::sessionChanged, this, refresh);
    refresh();
}

void PromptExport::askForFile(bool isWithoutNames)
{
    auto *dialog = new QFileDialog(&m_app.window, tr("Export Prompt"), tr("prompt.html"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(
        {tr("Web page (*.html)"), tr("Markdown (*.md)"), tr("JSON, which Snug opens (*.json)")});
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString &filter) {
        dialog->setDefaultSuffix(filter.contains(u"*.md"_s)     ? u"md"_s
                                 : filter.contains(u"*.json"_s) ? u"json"_s
                                                                : u"html"_s);
    });
    dialog->setDefaultSuffix(u"html"_s);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, isWithoutNames](const QString &path) { write({path, isWithoutNames}); });
    dialog->open();
}

static QByteArray exported(const SharedPrompt &shared, const QString &path)
{
    const AssembledPrompt &prompt = shared.prompt;
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending == u"json")
        return sharedPromptFile(shared, promptJson(prompt));
    return promptReport(prompt, PromptExport::tr("Prompt"),
                        ending == u"md" ? PromptReportForm::Markdown : PromptReportForm::Html);
}

// The user's own, whatever they look like; of shorter ones nobody could say where they stand.
static QStringList ownKeys(const std::optional<WireRequest> &request)
{
    constexpr qsizetype shortest = 16;
    QStringList keys = request ? keySpellings(*request) : QStringList();
    keys.removeIf([](const QString &key) { return key.size() < shortest; });
    return keys;
}

// Gives what looks like a key and was not decided about: then nothing is written yet. `own` are never
// written.
static Result<QStringList> writeExport(const PromptInputs &inputs, const QStringList &own,
                                       const PromptExport::Wish &wish)
{
    SharedPrompt shared{.prompt = assemble(inputs),
                        .program = u"Snug "_s + QCoreApplication::applicationVersion(),
                        .isWithoutNames = wish.isWithoutNames};
    if (shared.prompt.failure)
        return std::unexpected(shared.prompt.failure->error);
    shared.misses = silentMisses(shared.prompt.trace.loreEvidence, shared.prompt.trace.lore);
    QStringList keys = keyLikesIn(shared.prompt) + keyLikesIn(QString::fromUtf8(exported(shared, wish.path)));
    keys.removeDuplicates();
    keys.removeIf([&own](const QString &key) { return own.contains(key); });
    if (!keys.isEmpty() && !wish.removesKeys)
        return keys;
    const QList<NameStandIn> gone =
        keyStandIns(own + (wish.removesKeys.value_or(false) ? keys : QStringList()));
    QList<NameStandIn> standIns = gone;
    if (wish.isWithoutNames)
        standIns += nameStandIns(inputs);
    if (!standIns.isEmpty()) {
        shared.prompt = withoutNames(std::move(shared.prompt), standIns);
        shared.misses = withoutNames(std::move(shared.misses), standIns);
    }
    QByteArray bytes = exported(shared, wish.path);
    for (const NameStandIn &key : gone) // also in what is no text of the prompt
        bytes.replace(key.name.toUtf8(), key.standIn.toUtf8());
    return writeFileDurably(wish.path, bytes).transform([] { return QStringList(); });
}

void PromptExport::write(const Wish &wish)
{
    if (!m_app.chat.session())
        return;
    const std::optional<PreparedPrompt> shown = m_app.chat.shownPrompt();
    const QStringList own = ownKeys(shown ? shown->request : std::nullopt);
    QtConcurrent::run(guarded([inputs = m_app.chat.session()->snapshot(), own, wish] {
        return writeExport(inputs, own, wish);
    })).then(this, [this, wish](const Result<QStringList> &written) {
        if (written && !written->isEmpty())
            askAboutKeys(wish, *written);
        else if (written)
            m_app.window.showNews(tr("The prompt is in %1").arg(QFileInfo(wish.path).fileName()));
        else
            m_app.chatPane.notices()->post(
                u"prompt-export"_s,
                {.kind = Notice::Kind::Problem,
                 .text = tr("The prompt was not exported: %1.").arg(written.error().line()),
                 .actions = {},
                 .until = Notice::Until::Chat});
    });
}

void PromptExport::askAboutKeys(const Wish &wish, const QStringList &keys)
{
    QStringList shown;
    for (const QString &key : keys)
        shown.append(shownKeyLike(key));
    QMessageBox *question = newPlainMessageBox(
        QMessageBox::Warning, tr("Export Prompt"),
        //: %1: beginnings of what looks like keys of services
        tr("The prompt contains what looks like %n key(s) to a service: %1.", nullptr, int(keys.size()))
                .arg(shown.join(u", "_s)) +
            u"\n\n"_s + tr("Whoever gets the file could use it."),
        QMessageBox::Cancel, &m_app.window);
    QPushButton *without = question->addButton(tr("Export &Without Them"), QMessageBox::AcceptRole);
    QPushButton *with = question->addButton(tr("Export As It &Is"), QMessageBox::DestructiveRole);
    question->setDefaultButton(without);
    const auto decide = [this, wish](bool removesKeys) {
        Wish decided = wish;
        decided.removesKeys = removesKeys;
        write(decided);
    };
    connect(without, &QPushButton::clicked, this, [decide] { decide(true); });
    connect(with, &QPushButton::clicked, this, [decide] { decide(false); });
    question->open();
}

} // namespace snug
