#include "app/documents/prompttestcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/desktop.h"
#include "app/documents/doneinwindow.h"
#include "app/documents/prompttestactions.h"
#include "core/guarded.h"
#include "core/library/filenames.h"
#include "core/library/library.h"
#include "core/prompt/assemble.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/chat/undoline.h"
#include "widgets/dialogs/prompttestsdialog.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/lorepane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QFuture>
#include <QLocale>
#include <QTreeWidget>
#include <QtConcurrentRun>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

static const QString testNoticeId = u"prompt-test"_s;

PromptTestController::PromptTestController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_actions(new PromptTestActions(app, this))
{
    connect(m_actions, &PromptTestActions::changed, this, &PromptTestController::refreshList);
    connect(app.actions.action(ActionId::MakePromptTest), &QAction::triggered, this,
            &PromptTestController::makeTest);
    connect(app.actions.action(ActionId::PlayPromptTests), &QAction::triggered, this,
            &PromptTestController::openTests);
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
    test.description = PromptTestController::tr("What was sent to %1 on %2")
                           .arg(who, QLocale().toString(inputs.now, QLocale::LongFormat));
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
        noteFirstPass(folder);
        m_app.chatPane.notices()->post(testNoticeId,
                                       {.kind = Notice::Kind::Done,
                                        .text = made,
                                        .actions = {{tr("Run All"),
                                                     [this] {
                                                         openTests();
                                                         playTests();
                                                     }},
                                                    {tr("Show Folder"), [folder] { showFolder(folder); }}},
                                        .until = Notice::Until::Chat});
    });
}

// So that it can be said what has changed since, before it is ever run.
void PromptTestController::noteFirstPass(const QString &folder)
{
    readAll([this, folder](const QList<DueTest> &due) {
        const auto made = std::ranges::find(due, folder, &DueTest::folder);
        if (made == due.cend())
            return;
        QtConcurrent::run(guarded([due = *made] { return playTest(due); },
                                  [](const Error &error) { return PlayedTest{{}, {error.what}, {}}; }))
            .then(this, [this](const PlayedTest &played) { notePassed({played}, [] {}); });
    });
}

void PromptTestController::tellProblem(const QString &text)
{
    m_app.chatPane.notices()->post(
        testNoticeId,
        {.kind = Notice::Kind::Problem, .text = text, .actions = {}, .until = Notice::Until::Chat});
}

void PromptTestController::readAll(std::function<void(const QList<DueTest> &)> then)
{
    const ChatSession *session = m_app.chat.session();
    const SnapshotEngines engines = session ? enginesOf(session->snapshot()) : SnapshotEngines();
    m_app.library.perform(
        [engines, choices = m_app.workspace.content.choices().now(),
         edited = editedDocuments(m_app.workspace.content)](LibraryStore &store) {
            return Result<QList<DueTest>>(dueTests(store, engines, choices, edited));
        },
        this,
        [this, then = std::move(then)](const Result<QList<DueTest>> &read) {
            if (read)
                return then(*read);
            m_app.window.showActivity({});
            tellProblem(tr("The tests cannot be run: %1.").arg(read.error().line()));
        });
}

void PromptTestController::playAll(std::function<void(const QList<PlayedTest> &)> then)
{
    readAll([this, then = std::move(then)](const QList<DueTest> &due) {
        m_due = due;
        QtConcurrent::run(
            guarded(
                [due] {
                    QList<PlayedTest> played;
                    for (const DueTest &each : due)
                        played.append(playTest(each));
                    return played;
                },
                [](const Error &error) { return QList<PlayedTest>{{tr("Prompt Tests"), {error.what}, {}}}; }))
            .then(this, then);
    });
}

void PromptTestController::openTests()
{
    if (!m_app.library.isOpen())
        return;
    if (!m_dialog) {
        m_dialog = new PromptTestsDialog(&m_app.window);
        connect(m_dialog, &PromptTestsDialog::runRequested, this, &PromptTestController::playTests);
        connect(m_dialog, &PromptTestsDialog::acceptRequested, this, &PromptTestController::accept);
        connect(m_dialog, &PromptTestsDialog::folderRequested, this,
                [](const QString &folder) { showFolder(folder); });
        connect(m_dialog, &PromptTestsDialog::freezeRequested, this, &PromptTestController::freeze);
        connect(m_dialog, &PromptTestsDialog::renameRequested, m_actions, &PromptTestActions::rename);
        connect(m_dialog, &PromptTestsDialog::deleteRequested, m_actions, &PromptTestActions::remove);
        auto *done = new UndoLine;
        m_dialog->addFoot(done);
        new DoneInWindow(m_app, m_dialog.data(), done, m_dialog->list());
        connect(m_dialog, &PromptTestsDialog::differenceRequested, this, [this](const QString &folder) {
            const auto found = std::ranges::find(m_played, folder, &PlayedTest::folder);
            if (found != m_played.cend())
                Q_EMIT differenceRequested(found->name(), found->expected, found->sent);
        });
    }
    m_played.clear();
    listTests();
}

// What they depend on, before they are run.
void PromptTestController::listTests()
{
    readAll([this](const QList<DueTest> &due) {
        m_due = due;
        showTests();
        m_dialog->show();
        m_dialog->raise();
    });
}

void PromptTestController::refreshList()
{
    if (!m_dialog || !m_dialog->isVisible())
        return;
    readAll([this](const QList<DueTest> &due) {
        m_due = due;
        m_played.removeIf([&due](const PlayedTest &played) {
            return !std::ranges::contains(due, played.folder, &DueTest::folder);
        });
        showTests();
    });
}

void PromptTestController::playTests()
{
    if (!m_app.library.isOpen() || !m_dialog)
        return;
    m_app.window.showActivity(tr("Running tests…"));
    m_dialog->setBusy(true);
    playAll([this](const QList<PlayedTest> &played) {
        m_app.window.showActivity({});
        notePassed(played, [this, played] {
            readAll([this, played](const QList<DueTest> &due) {
                m_due = due;
                m_played = played;
                showTests();
            });
        });
    });
}

static PromptTestRow testRowOf(const DueTest &due, const PlayedTest *played)
{
    using enum PromptTestRow::State;
    PromptTestRow row{.folder = due.folder, .name = due.name()};
    row.isFrozen = due.isFrozen();
    if (!due.test) {
        row.state = Unreadable;
        row.unmet = {due.test.error().line()};
        return row;
    }
    row.description = due.test->description;
    if (!row.isFrozen)
        row.sources = sourceTexts(due.present.sources, due.passed);
    if (played) {
        row.state = played->unmet.isEmpty() ? Passed : Failed;
        row.unmet = played->unmet;
        row.hasDifference = played->expected != nullptr;
    } else if (!due.passed.isEmpty()) {
        row.state = hasAnyChanged(due.present.sources, due.passed) ? Changed : Passed;
    }
    return row;
}

void PromptTestController::showTests()
{
    QList<PromptTestRow> rows;
    for (const DueTest &due : std::as_const(m_due)) {
        const auto played = std::ranges::find(m_played, due.folder, &PlayedTest::folder);
        rows.append(testRowOf(due, played == m_played.cend() ? nullptr : &*played));
    }
    const auto good =
        std::ranges::count_if(m_played, [](const PlayedTest &test) { return test.unmet.isEmpty(); });
    const auto count = int(m_played.size());
    QString summary;
    if (count > 0)
        summary = good == count ? tr("All %n test(s) passed.", nullptr, count)
                                : tr("%1 of %n test(s) passed.", nullptr, count).arg(good);
    m_dialog->setTests(rows, summary);
}

void PromptTestController::freeze(const QString &test, bool isFrozen)
{
    m_app.library.perform([test, isFrozen](LibraryStore &) { return setFrozen(test, isFrozen); }, this,
                          [this](const Result<void> &set) {
                              if (!set)
                                  tellProblem(tr("The test was not changed: %1.").arg(set.error().line()));
                              m_played.clear();
                              listTests();
                          });
}

void PromptTestController::accept(const QString &test)
{
    playAll([this, test](const QList<PlayedTest> &played) {
        const auto found = std::ranges::find(played, test, &PlayedTest::folder);
        if (found == played.end() || !found->sent)
            return playTests();
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

// So that the next look at the list can say what has changed since.
void PromptTestController::notePassed(const QList<PlayedTest> &played, std::function<void()> then)
{
    m_app.library.perform(
        [played](LibraryStore &) -> Result<void> {
            for (const PlayedTest &test : played) {
                if (!test.unmet.isEmpty() || test.sources.isEmpty())
                    continue;
                if (const Result<void> written = snug::notePassed(test.folder, test.sources); !written)
                    return written;
            }
            return {};
        },
        this,
        [this, then = std::move(then)](const Result<void> &noted) {
            if (!noted)
                tellProblem(tr("Could not record that the tests passed: %1.").arg(noted.error().line()));
            then();
        });
}

} // namespace snug
