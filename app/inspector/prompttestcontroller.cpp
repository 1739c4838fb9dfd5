#include "app/inspector/prompttestcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/desktop.h"
#include "core/guarded.h"
#include "core/library/filenames.h"
#include "core/library/library.h"
#include "core/prompt/assemble.h"
#include "core/prompttest/goldenprompt.h"
#include "widgets/dialogs/reportdialog.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QDir>
#include <QFuture>
#include <QUrl>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace snug {

static const QString testNoticeId = u"prompt-test"_s;

PromptTestController::PromptTestController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(app.actions.action(ActionId::MakePromptTest), &QAction::triggered, this,
            &PromptTestController::makeTest);
    connect(app.actions.action(ActionId::PlayPromptTests), &QAction::triggered, this,
            &PromptTestController::playTests);
    const auto refresh = [this] {
        m_app.actions.action(ActionId::MakePromptTest)->setEnabled(m_app.chat.session());
    };
    connect(&app.chat, &ChatController::sessionChanged, this, refresh);
    refresh();
}

QString PromptTestController::testsFolder() const
{
    return m_app.library.layout().snugFolder() + u"/tests"_s;
}

static SnapshotEngines enginesOf(const PromptInputs &inputs)
{
    return {.regexEngine = inputs.regexEngine, .templateEngine = inputs.promptTemplate.engine};
}

void PromptTestController::makeTest()
{
    if (!m_app.library.isOpen() || !m_app.chat.session())
        return;
    PromptTest test{
        .name = {}, .description = {}, .inputs = m_app.chat.session()->snapshot(), .expected = {}};
    const QString who = test.inputs.group  ? test.inputs.group->settings.name
                        : test.inputs.card ? test.inputs.card->name
                                           : tr("Chat");
    test.name = safeFileName(who, u"chat"_s) + test.inputs.now.toString(u" yyyy-MM-dd hh-mm-ss"_s);
    test.description = tr("What was sent to %1 on %2").arg(who, test.inputs.now.toString(Qt::ISODate));
    const QString folder = testsFolder() + u'/' + test.name;
    QtConcurrent::run(guarded([test, folder]() mutable -> Result<void> {
        const AssembledPrompt prompt = assemble(test.inputs);
        if (prompt.failure)
            return std::unexpected(prompt.failure->error);
        test.expected.golden = goldenOf(prompt);
        for (const LoreTrace &row : prompt.trace.lore) {
            if (row.fired)
                test.expected.fires.append(u"%1/%2"_s.arg(row.book).arg(row.uid));
        }
        return writePromptTest(folder, test, enginesOf(test.inputs));
    })).then(this, [this, folder](const Result<void> &made) {
        if (!made) {
            m_app.chatPane.notices()->post(testNoticeId,
                                           {.kind = Notice::Kind::Problem,
                                            .text = tr("No test was made: %1.").arg(made.error().line()),
                                            .actions = {}});
            return;
        }
        m_app.chatPane.notices()->post(
            testNoticeId,
            {.kind = Notice::Kind::Done,
             .text = tr("The prompt as it is now is a test: “%1”. Play it after you have changed something.")
                         .arg(QDir(folder).dirName()),
             .actions = {{tr("Play All"), [this] { playTests(); }},
                         {tr("Show Folder"), [folder] { showFolder(folder); }}}});
    });
}

QList<PromptTestController::Played> PromptTestController::play(const QString &folder,
                                                               const SnapshotEngines &engines)
{
    QList<Played> played;
    const QStringList names = QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    for (const QString &name : names) {
        const QString place = folder + u'/' + name;
        if (!isPromptTest(place))
            continue;
        const Result<PromptTest> test = readPromptTest(place, engines);
        if (!test) {
            played.append({name, {test.error().line()}});
            continue;
        }
        const PromptTestResult result = playPromptTest(*test);
        Played one{name, result.unmet};
        if (test->expected.golden && !result.prompt.failure && !result.unmet.isEmpty()) {
            one.sent = std::make_shared<const AssembledPrompt>(result.prompt);
            one.expected =
                std::make_shared<const AssembledPrompt>(goldenPrompt(*test->expected.golden, result.prompt));
        }
        played.append(one);
    }
    return played;
}

void PromptTestController::playTests()
{
    if (!m_app.library.isOpen())
        return;
    const ChatSession *session = m_app.chat.session();
    const SnapshotEngines engines = session ? enginesOf(session->snapshot()) : SnapshotEngines();
    m_app.window.showActivity(tr("Playing tests…"));
    QtConcurrent::run(
        guarded([folder = testsFolder(), engines] { return play(folder, engines); },
                [](const Error &error) { return QList<Played>{{tr("Prompt Tests"), {error.what}}}; }))
        .then(this, [this](const QList<Played> &played) { showPlayed(played); });
}

void PromptTestController::showPlayed(const QList<Played> &played)
{
    m_app.window.showActivity({});
    if (!m_report)
        m_report = new ReportDialog(&m_app.window);
    if (played.isEmpty()) {
        m_report->showReport(tr("Prompt Tests"),
                             tr("No tests yet. Prompt › Make a Test of This Prompt keeps what is sent now."),
                             {});
        return;
    }
    QStringList failed;
    QStringList passed;
    for (const Played &test : played) {
        if (test.unmet.isEmpty()) {
            passed.append(u"✓ "_s + test.name);
            continue;
        }
        failed.append(u"✕ "_s + test.name);
        for (const QString &line : test.unmet)
            failed.append(u"    "_s + line);
        failed.append(QString());
    }
    const QString summary =
        failed.isEmpty() ? tr("All of %n test(s) passed.", nullptr, int(played.size()))
                         : tr("%1 of %n test(s) passed.", nullptr, int(played.size())).arg(passed.size());
    m_report->showReport(tr("Prompt Tests"), summary, (failed + passed).join(u'\n'));
    QList<ReportDialog::Step> steps;
    for (const Played &test : played) {
        if (test.expected)
            steps.append({test.name,
                          [this, test] { Q_EMIT differenceRequested(test.name, test.expected, test.sent); }});
    }
    m_report->offer(tr("Show &Difference"), steps);
}

} // namespace snug
