#include "app/inspector/prompttestcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/desktop.h"
#include "core/guarded.h"
#include "core/library/filenames.h"
#include "core/library/library.h"
#include "core/prompt/assemble.h"
#include "core/prompttest/goldenprompt.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/dialogs/reportdialog.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/lorepane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QDir>
#include <QFuture>
#include <QUrl>
#include <QtConcurrentRun>

#include <algorithm>

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
    connect(app.inspector.lore(), &LorePane::testRequested, this, &PromptTestController::makeLoreTest);
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

// What is shown, with whose it is and when.
static PromptTest testOf(const PromptInputs &inputs)
{
    PromptTest test{.name = {}, .description = {}, .inputs = inputs, .expected = {}};
    const QString who = inputs.group  ? inputs.group->settings.name
                        : inputs.card ? inputs.card->name
                                      : PromptTestController::tr("Chat");
    test.name = safeFileName(who, u"chat"_s) + inputs.now.toString(u" yyyy-MM-dd hh-mm-ss"_s);
    test.description =
        PromptTestController::tr("What was sent to %1 on %2").arg(who, inputs.now.toString(Qt::ISODate));
    return test;
}

void PromptTestController::makeTest()
{
    if (!m_app.library.isOpen() || !m_app.chat.session())
        return;
    const PromptTest test = testOf(m_app.chat.session()->snapshot());
    write(test, true,
          tr("Saved the current prompt as the test “%1”. It fails when a change to the preset, card, "
             "persona, lore or templates changes this prompt.")
              .arg(test.name));
}

void PromptTestController::makeLoreTest(const QString &book, int uid, bool fires)
{
    if (!m_app.library.isOpen() || !m_app.chat.session())
        return;
    PromptTest test = testOf(m_app.chat.session()->snapshot());
    const QString entry = u"%1/%2"_s.arg(book).arg(uid);
    const auto shown = m_app.chat.shownPrompt();
    const QList<LoreTrace> rows = shown ? shown->prompt.trace.lore : QList<LoreTrace>();
    const auto row = std::ranges::find_if(
        rows, [&](const LoreTrace &each) { return each.book == book && each.uid == uid; });
    const QString title = row == rows.cend() || row->title.isEmpty() ? QString::number(uid) : row->title;
    test.name += u' ' + safeFileName(u"%1 %2"_s.arg(book, title), u"lore"_s);
    (fires ? test.expected.fires : test.expected.silent).append(entry);
    write(test, false,
          fires ? tr("Saved the test “%1”. It fails when the entry no longer fires here.").arg(test.name)
                : tr("Saved the test “%1”. It fails when the entry fires here.").arg(test.name));
}

void PromptTestController::write(const PromptTest &test, bool expectsAll, const QString &made)
{
    const QString folder = testsFolder() + u'/' + test.name;
    QtConcurrent::run(guarded([test = PromptTest(test), folder, expectsAll]() mutable -> Result<void> {
        const AssembledPrompt prompt = assemble(test.inputs);
        if (prompt.failure)
            return std::unexpected(prompt.failure->error);
        if (expectsAll) {
            test.expected.golden = goldenOf(prompt);
            for (const LoreTrace &row : prompt.trace.lore) {
                if (row.fired)
                    test.expected.fires.append(u"%1/%2"_s.arg(row.book).arg(row.uid));
            }
        }
        return writePromptTest(folder, test, enginesOf(test.inputs));
    })).then(this, [this, folder, made](const Result<void> &written) {
        if (!written)
            return tellProblem(tr("No test was made: %1.").arg(written.error().line()));
        m_app.chatPane.notices()->post(testNoticeId,
                                       {.kind = Notice::Kind::Done,
                                        .text = made,
                                        .actions = {{tr("Run All"), [this] { playTests(); }},
                                                    {tr("Show Folder"), [folder] { showFolder(folder); }}}});
    });
}

void PromptTestController::tellProblem(const QString &text)
{
    m_app.chatPane.notices()->post(testNoticeId,
                                   {.kind = Notice::Kind::Problem, .text = text, .actions = {}});
}

PromptTestController::Played PromptTestController::play(const Due &due)
{
    Played played{due.folder, {}, tr("copies kept when it was made"), due.present.sources};
    if (!due.test) {
        played.unmet = {due.test.error().line()};
        return played;
    }
    PromptTest test = *due.test;
    if (!test.isFrozen) {
        test.inputs = due.present.inputs;
        played.playing = sourcesText(due.present.sources, due.passed);
    }
    const PromptTestResult result = playPromptTest(test);
    played.unmet = result.unmet;
    if (test.expected.golden && !result.prompt.failure && !result.unmet.isEmpty()) {
        played.sent = std::make_shared<const AssembledPrompt>(result.prompt);
        played.expected =
            std::make_shared<const AssembledPrompt>(goldenPrompt(*test.expected.golden, result.prompt));
    }
    return played;
}

void PromptTestController::playAll(std::function<void(const QList<Played> &)> then)
{
    const ChatSession *session = m_app.chat.session();
    const SnapshotEngines engines = session ? enginesOf(session->snapshot()) : SnapshotEngines();
    m_app.library.perform(
        [folder = testsFolder(), engines](LibraryStore &store) -> Result<QList<Due>> {
            QList<Due> due;
            const QStringList names = QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
            for (const QString &name : names) {
                const QString place = folder + u'/' + name;
                if (!isPromptTest(place))
                    continue;
                due.append({place, readPromptTest(place, engines), {}, lastPassed(place)});
                if (due.last().test && !due.last().test->isFrozen)
                    due.last().present = presentInputs(due.last().test->inputs, store);
            }
            return due;
        },
        this,
        [this, then = std::move(then)](const Result<QList<Due>> &read) {
            if (!read) {
                m_app.window.showActivity({});
                return tellProblem(tr("The tests cannot be run: %1.").arg(read.error().line()));
            }
            QList<Due> due = *read;
            for (Due &each : due)
                each.present = withEdits(std::move(each.present), m_app.workspace.content.edited());
            QtConcurrent::run(
                guarded(
                    [due] {
                        QList<Played> played;
                        for (const Due &each : due)
                            played.append(play(each));
                        return played;
                    },
                    [](const Error &error) { return QList<Played>{{tr("Prompt Tests"), {error.what}, {}}}; }))
                .then(this, then);
        });
}

void PromptTestController::playTests()
{
    if (!m_app.library.isOpen())
        return;
    m_app.window.showActivity(tr("Running tests…"));
    playAll([this](const QList<Played> &played) { showPlayed(played); });
}

void PromptTestController::accept(const QString &test)
{
    playAll([this, test](const QList<Played> &played) {
        const auto found = std::ranges::find(played, test, &Played::folder);
        if (found == played.end() || !found->sent)
            return showPlayed(played);
        m_app.library.perform(
            [test, sent = found->sent, sources = found->sources](LibraryStore &) -> Result<void> {
                const Result<PromptTest> read = readPromptTest(test, {});
                if (!read)
                    return std::unexpected(read.error());
                if (const Result<void> accepted = acceptPrompt(test, *read, *sent); !accepted)
                    return accepted;
                return snug::notePassed(test, sources);
            },
            this,
            [this](const Result<void> &accepted) {
                if (!accepted)
                    tellProblem(tr("The prompt was not accepted: %1.").arg(accepted.error().line()));
                playTests();
            });
    });
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
    qsizetype good = 0;
    for (const Played &test : played) {
        const bool isGood = test.unmet.isEmpty();
        good += isGood ? 1 : 0;
        QStringList &lines = isGood ? passed : failed;
        lines.append((isGood ? u"✓ "_s : u"✕ "_s) + QDir(test.folder).dirName());
        //: %1: "preset Mine, card Mira (changed since the test last passed)"
        lines.append(u"    "_s + tr("with %1").arg(test.playing));
        for (const QString &line : test.unmet)
            lines.append(u"    "_s + line);
        lines.append(QString());
    }
    const QString summary = failed.isEmpty()
                                ? tr("All %n test(s) passed.", nullptr, int(played.size()))
                                : tr("%1 of %n test(s) passed.", nullptr, int(played.size())).arg(good);
    m_report->showReport(tr("Prompt Tests"), summary, (failed + passed).join(u'\n'));
    QList<ReportDialog::Step> steps;
    for (const Played &test : played) {
        if (!test.expected)
            continue;
        const QString name = QDir(test.folder).dirName();
        //: %1 is a prompt test's name
        steps.append({tr("Show What Differs in “%1”").arg(name),
                      [this, test, name] { Q_EMIT differenceRequested(name, test.expected, test.sent); }});
        //: %1 is a prompt test's name
        steps.append({tr("Accept What “%1” Sends Now").arg(name), [this, test] { accept(test.folder); }});
    }
    m_report->offer(tr("&Failed Tests"), steps);
    notePassed(played);
}

// So that the next report can say what has changed since.
void PromptTestController::notePassed(const QList<Played> &played)
{
    m_app.library.perform(
        [played](LibraryStore &) -> Result<void> {
            for (const Played &test : played) {
                if (!test.unmet.isEmpty() || test.sources.isEmpty())
                    continue;
                if (const Result<void> written = snug::notePassed(test.folder, test.sources); !written)
                    return written;
            }
            return {};
        },
        this,
        [this](const Result<void> &noted) {
            if (!noted)
                tellProblem(tr("Could not record that the tests passed: %1.").arg(noted.error().line()));
        });
}

} // namespace snug
