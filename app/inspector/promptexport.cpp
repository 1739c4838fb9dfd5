#include "app/inspector/promptexport.h"

#include "app/appcontext.h"
#include "app/cases/promptjson.h"
#include "app/chat/chatcontroller.h"
#include "core/guarded.h"
#include "core/ledger/sharedprompt.h"
#include "core/library/atomicwrite.h"
#include "core/prompt/assemble.h"
#include "core/prompt/promptnames.h"
#include "core/prompt/promptreport.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QFuture>
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
            [this, isWithoutNames](const QString &path) { write(path, isWithoutNames); });
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

void PromptExport::write(const QString &path, bool isWithoutNames)
{
    if (!m_app.chat.session())
        return;
    QtConcurrent::run(guarded([inputs = m_app.chat.session()->snapshot(), path,
                               isWithoutNames]() -> Result<void> {
        SharedPrompt shared{.prompt = assemble(inputs),
                            .program = u"Snug "_s + QCoreApplication::applicationVersion(),
                            .isWithoutNames = isWithoutNames};
        if (shared.prompt.failure)
            return std::unexpected(shared.prompt.failure->error);
        shared.misses = silentMisses(shared.prompt.trace.loreEvidence, shared.prompt.trace.lore);
        if (isWithoutNames) {
            const QList<NameStandIn> names = nameStandIns(inputs);
            shared.prompt = withoutNames(std::move(shared.prompt), names);
            shared.misses = withoutNames(std::move(shared.misses), names);
        }
        return writeFileDurably(path, exported(shared, path));
    })).then(this, [this, path](const Result<void> &written) {
        if (written)
            m_app.window.showNews(tr("The prompt is in %1").arg(QFileInfo(path).fileName()));
        else
            m_app.chatPane.notices()->post(
                u"prompt-export"_s,
                {.kind = Notice::Kind::Problem,
                 .text = tr("The prompt was not exported: %1.").arg(written.error().line()),
                 .actions = {}});
    });
}

} // namespace snug
