#include "app/inspector/sharedprompts.h"

#include "app/appcontext.h"
#include "core/guarded.h"
#include "core/ledger/sharedprompt.h"
#include "core/prompt/promptaccount.h"
#include "widgets/chat/composer.h"
#include "widgets/dialogs/reportdialog.h"
#include "widgets/inspector/sharedpromptwindow.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QFuture>
#include <QUrl>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace snug {

static QStringList localPathsOf(const QList<QUrl> &urls)
{
    QStringList paths;
    for (const QUrl &url : urls) {
        if (url.isLocalFile())
            paths.append(url.toLocalFile());
    }
    return paths;
}

SharedPrompts::SharedPrompts(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(app.actions.action(ActionId::OpenSharedPrompt), &QAction::triggered, this,
            &SharedPrompts::askForFile);
    connect(&app.window, &MainWindow::filesDropped, this, &SharedPrompts::receive);
    connect(app.chatPane.composer(), &Composer::filesDropped, this,
            [this](const QList<QUrl> &urls) { receive(localPathsOf(urls)); });
    connect(&app.window, &MainWindow::closing, this, [this] {
        for (const QPointer<SharedPromptWindow> &window : std::as_const(m_windows)) {
            if (window)
                window->close();
        }
    });
    connect(&app.theme, &SystemTheme::themeChanged, this, [this](const Theme &theme) {
        for (const QPointer<SharedPromptWindow> &window : std::as_const(m_windows)) {
            if (window)
                window->setTheme(theme);
        }
    });
}

SharedPrompts::~SharedPrompts()
{
    for (const QPointer<SharedPromptWindow> &window : std::as_const(m_windows))
        delete window;
}

void SharedPrompts::askForFile()
{
    auto *dialog = new QFileDialog(&m_app.window, tr("Open a Shared Prompt"), QString(),
                                   tr("Shared prompts (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &SharedPrompts::open);
    dialog->open();
}

void SharedPrompts::open(const QString &path)
{
    m_app.chatPane.notices()->dismiss(u"shared-prompt"_s); // of the one before
    QtConcurrent::run(guarded([path] {
        Result<SharedPrompt> read = readSharedPromptFile(path);
        if (read)
            promptAccount(read->prompt); // whose counts the window then only looks up
        return read;
    })).then(this, [this, path](const Result<SharedPrompt> &shared) {
        if (!shared) {
            m_app.chatPane.notices()->post(
                u"shared-prompt"_s,
                {.kind = Notice::Kind::Problem,
                 .text = tr("The shared prompt was not opened: %1.").arg(shared.error().line()),
                 .actions = {},
                 .until = Notice::Until::Library});
            return;
        }
        auto *window = new SharedPromptWindow(QFileInfo(path).fileName(), *shared);
        window->setTheme(m_app.theme.theme());
        connect(window, &SharedPromptWindow::whyRequested, window,
                [window](const QString &title, const QString &reason, const QStringList &lines) {
                    auto *report = new ReportDialog(window);
                    report->setAttribute(Qt::WA_DeleteOnClose);
                    report->showReport(title, reason, lines.join(u'\n'));
                });
        m_windows.removeAll(nullptr);
        m_windows.append(window);
        window->show();
        window->raise();
        window->activateWindow();
    });
}

// Their beginnings are read where nobody waits for them.
void SharedPrompts::receive(const QStringList &paths)
{
    struct Sorted
    {
        QStringList shared;
        QStringList others;
    };
    QtConcurrent::run(guarded(
                          [paths] {
                              Sorted sorted;
                              for (const QString &path : paths)
                                  (isSharedPromptFile(path) ? sorted.shared : sorted.others).append(path);
                              return sorted;
                          },
                          [paths](const Error &) { return Sorted{{}, paths}; }))
        .then(this, [this](const Sorted &sorted) {
            for (const QString &path : sorted.shared)
                open(path);
            if (!sorted.others.isEmpty())
                Q_EMIT othersFound(sorted.others);
        });
}

} // namespace snug
