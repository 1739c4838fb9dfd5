// Lore in the whole program: SillyTavern's settings of a scan, and from an entry that fired to what made it
// fire.

#include "app/chat/chatcontroller.h"
#include "app/inspector/whatifcontroller.h"
#include "core/chat/chatsession.h"
#include "core/prompttest/prompttest.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/requesthistory.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/transcript.h"
#include "widgets/dialogs/prompttestsdialog.h"
#include "widgets/dialogs/reportdialog.h"
#include "widgets/inspector/historypane.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/lorepane.h"
#include "widgets/inspector/storywindow.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDir>
#include <QLabel>
#include <QListView>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTabBar>
#include <QTest>

namespace tst_loreinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

static constexpr int messageCount = 60;
static constexpr int lanternMessage = 3;

static bool writeFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) &&
           file.write(bytes) == bytes.size();
}

static QByteArray bookBytes()
{
    QByteArrayList entries;
    const auto add = [&](const QByteArray &title, const QByteArray &key,
                         const QByteArray &content = "About it.") {
        const QByteArray uid = QByteArray::number(entries.size());
        entries << '"' + uid + "\":{\"uid\":" + uid + ",\"position\":0,\"comment\":\"" + title +
                       "\",\"key\":[\"" + key + "\"],\"content\":\"" + content + "\",\"scanDepth\":1000}";
    };
    add("Lantern", "lantern", "It draws moths.");
    add("Bell", "harbour bell");
    add("Nest", "crow's nest");
    add("Moth", "moths");
    return "{\"entries\":{" + entries.join(',') + "}}";
}

static QByteArray chatBytes()
{
    QByteArray bytes = "{\"user_name\":\"Mika\",\"character_name\":\"Keeper\",\"chat_metadata\":{}}\n";
    for (int i = 0; i < messageCount; ++i)
        bytes += QByteArray("{\"name\":\"") + (i % 2 ? "Mika" : "Keeper") +
                 "\",\"is_user\":" + (i % 2 ? "true" : "false") + ",\"mes\":\"Line " + QByteArray::number(i) +
                 (i == lanternMessage ? ": the lantern went out." : ": nothing.") + "\"}\n";
    return bytes;
}

class TestLoreInWindow : public QObject
{
    Q_OBJECT

private:
    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }
    Transcript *transcript() { return app().chatPane.transcript(); }
    QPlainTextEdit *draft() { return app().chatPane.composer()->findChild<QPlainTextEdit *>(); }
    bool isSettled()
    {
        return session() && !session()->preview().isBusy() && app().workspace.content.isReady() &&
               session()->chat().messages.size() == messageCount && !rows().isEmpty();
    }
    QList<LoreTrace> rows()
    {
        const auto shown = app().chat.shownPrompt();
        return shown ? shown->prompt.trace.lore : QList<LoreTrace>();
    }
    bool hasFired(const QString &title)
    {
        const QList<LoreTrace> all = rows();
        return std::ranges::any_of(all,
                                   [&](const LoreTrace &row) { return row.title == title && row.fired; });
    }
    // Everything that can be written on a fresh library before the program opens it.
    void open(const QByteArray &note)
    {
        m_program = std::make_unique<OpenProgram>(OpenProgram::Content::Empty);
        m_program->quit();
        const QDir folder(m_program->libraryFolder());
        QVERIFY(QFile::copy(QStringLiteral(SNUG_SOURCE_DIR "/tests/data/sillytavern-user-folder/characters/"
                                                           "Zéphyrine.png"),
                            folder.filePath(u"characters/Keeper.png"_s)));
        // Without a preset the card speaks for itself, and no lore is looked for.
        QVERIFY(QFile::copy(QStringLiteral(SNUG_SOURCE_DIR "/tests/data/bench/preset.json"),
                            folder.filePath(u"OpenAI Settings/Sea.json"_s)));
        QVERIFY(writeFile(folder.filePath(u"worlds/Sea.json"_s), bookBytes()));
        QVERIFY(writeFile(folder.filePath(u"chats/Keeper/Evening.jsonl"_s), chatBytes()));
        QVERIFY(writeFile(
            folder.filePath(u"settings.json"_s),
            "{\"world_info_settings\":{\"world_info\":{\"globalSelect\":[\"Sea\"]},\"world_info_depth\":2,"
            "\"world_info_budget\":25,\"world_info_recursive\":true},\"extension_settings\":{\"note\":" +
                note + "}}"));
        QVERIFY(writeFile(folder.filePath(u"snug/session.json"_s),
                          "{\"card\":\"Keeper.png\",\"chat\":\"Evening\",\"preset\":\"Sea\"}"));
        m_program->start();
        QVERIFY(QTest::qWaitForWindowExposed(&app().window));
        QTRY_VERIFY(isSettled());
    }
    void clickRow(const QString &title)
    {
        auto *view = app().inspector.findChild<LorePane *>()->findChild<QListView *>();
        for (int row = 0; row < view->model()->rowCount(); ++row) {
            const QModelIndex index = view->model()->index(row, 0);
            if (!index.data(Qt::AccessibleTextRole).toString().startsWith(title))
                continue;
            view->scrollTo(index);
            QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(index).center());
            return;
        }
        QFAIL(qPrintable(u"no row “%1”"_s.arg(title)));
    }

    QPoint rowPlace(const QString &title)
    {
        auto *view = app().inspector.lore()->findChild<QListView *>();
        for (int row = 0; row < view->model()->rowCount(); ++row) {
            const QModelIndex index = view->model()->index(row, 0);
            if (!index.data(Qt::AccessibleTextRole).toString().startsWith(title))
                continue;
            view->scrollTo(index);
            return view->visualRect(index).center();
        }
        return {};
    }
    // All words of the reports that are open.
    QString report()
    {
        QStringList words;
        for (const ReportDialog *shown : app().window.findChildren<ReportDialog *>()) {
            if (!shown->isVisible())
                continue;
            words << shown->windowTitle();
            for (const QLabel *label : shown->findChildren<QLabel *>())
                words << label->text();
            for (const QPlainTextEdit *text : shown->findChildren<QPlainTextEdit *>())
                words << text->toPlainText();
        }
        return words.join(u'\n');
    }

    std::unique_ptr<OpenProgram> m_program;

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    void cleanup()
    {
        if (m_program)
            m_program->quit();
        m_program.reset();
    }

    void firedRowLeadsToItsMessage()
    {
        open("{}");
        QVERIFY(hasFired(u"Lantern"_s));
        auto *tabs = app().inspector.findChild<QTabBar *>();
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
        QVERIFY(transcript()->place().isAtEnd());

        clickRow(u"Bell"_s); // silent: nowhere to go
        QCOMPARE(transcript()->currentRow(), -1);
        QVERIFY(transcript()->place().isAtEnd());

        clickRow(u"Lantern"_s);
        QCOMPARE(transcript()->currentRow(), lanternMessage);
        QVERIFY(transcript()->viewport()->rect().contains(transcript()->messageRect(lanternMessage)));
        QCOMPARE(app().window.focusWidget(), transcript());

        draft()->setPlainText(u"I ring the harbour bell."_s);
        QTRY_VERIFY(isSettled() && hasFired(u"Bell"_s));
        clickRow(u"Bell"_s); // what is being typed made it fire
        QCOMPARE(app().window.focusWidget(), draft());
    }

    void rowsHaveAMenuWithKeys()
    {
        open("{}");
        auto *tabs = app().inspector.findChild<QTabBar *>();
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
        auto *view = app().inspector.lore()->findChild<QListView *>();

        // Why, in full, with what the entry's text woke.
        OpenProgram::chooseFromContextMenu(view->viewport(), rowPlace(u"Lantern"_s),
                                           {u"Why it is in the prompt…"_s});
        QString told = report();
        QVERIFY2(told.contains(u"“Lantern” Is in the Prompt"_s), qPrintable(told));
        QVERIFY2(told.contains(u"Key “lantern” in message 3, Mika"_s), qPrintable(told));
        QVERIFY2(told.contains(u"It made “Moth” fire: key “moths”"_s), qPrintable(told));
        OpenProgram::chooseFromContextMenu(view->viewport(), rowPlace(u"Moth"_s),
                                           {u"Why it is in the prompt…"_s});
        told = report();
        QVERIFY2(told.contains(u"“Lantern”: Key “lantern” in message 3, Mika"_s), qPrintable(told));

        // Without it, what it woke is silent too; the keyboard stays at the entry.
        clickRow(u"Lantern"_s);
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Space);
        QTRY_VERIFY(isSettled() && !hasFired(u"Lantern"_s));
        QCOMPARE(app().whatIf.whatIf().changes.first().name, u"lore Sea: Lantern"_s); // not an inner name
        QVERIFY(!hasFired(u"Moth"_s));
        QTRY_VERIFY(view->currentIndex().data(Qt::AccessibleTextRole).toString().startsWith(u"Lantern"_s));
        QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(u"Lantern\tSea\tsilent\t"_s));
        OpenProgram::chooseFromContextMenu(view->viewport(), rowPlace(u"Lantern"_s), {u"Try with it"_s});
        QTRY_VERIFY(isSettled() && hasFired(u"Lantern"_s));

        OpenProgram::chooseFromContextMenu(view->viewport(), rowPlace(u"Bell"_s), {u"Copy all rows"_s});
        const QStringList copied = QGuiApplication::clipboard()->text().split(u'\n');
        QCOMPARE(copied.size(), 4);
        QVERIFY2(copied.first().startsWith(u"Lantern\tSea\tfired\t"_s), qPrintable(copied.first()));
    }

    void aTestOfARowFailsOnceItIsNotSo()
    {
        open("{}");
        auto *tabs = app().inspector.findChild<QTabBar *>();
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
        auto *view = app().inspector.lore()->findChild<QListView *>();
        const auto made = [this] {
            QStringList names = QDir(m_program->libraryFolder() + u"/snug/tests"_s)
                                    .entryList(QDir::Dirs | QDir::NoDotAndDotDot);
            names.removeIf([this](const QString &name) {
                return !isPromptTest(m_program->libraryFolder() + u"/snug/tests/"_s + name);
            });
            return names;
        };
        OpenProgram::chooseFromContextMenu(view->viewport(), rowPlace(u"Bell"_s),
                                           {u"Add a test that it stays silent here"_s});
        QTRY_COMPARE(made().size(), 1);
        OpenProgram::chooseFromContextMenu(view->viewport(), rowPlace(u"Lantern"_s),
                                           {u"Add a test that it fires here"_s});
        QTRY_COMPARE(made().size(), 2);
        QVERIFY2(made().join(u'\n').contains(u" Lantern"), qPrintable(made().join(u'\n')));
        const auto summaryOfRun = [this] {
            app().actions.action(ActionId::PlayPromptTests)->trigger();
            auto *tests = app().window.findChild<PromptTestsDialog *>();
            if (!QTest::qWaitFor([&] {
                    return tests && tests->tests().size() == 2 && !tests->summary().contains(u"passed."_s);
                }))
                return QString();
            QTest::mouseClick(tests->runButton(), Qt::LeftButton);
            const bool hasRun = QTest::qWaitFor([&] { return tests->summary().contains(u"passed."_s); });
            return hasRun ? tests->summary() : QString();
        };
        QCOMPARE(summaryOfRun(), u"All 2 test(s) passed."_s);

        // The library's books count: another key, and one of the two is not so any more.
        QByteArray bytes = bookBytes();
        bytes.replace("\"lantern\"", "\"oar\"");
        QVERIFY(writeFile(m_program->libraryFolder() + u"/worlds/Sea.json"_s, bytes));
        QTRY_VERIFY(isSettled() && !hasFired(u"Lantern"_s));
        QCOMPARE(summaryOfRun(), u"1 of 2 test(s) passed."_s);
    }

    // From the ledger: which requests it was in, what it woke, and a value of a variable at each of them.
    void anEntrysStoryIsThatOfItsRequests()
    {
        open("{}");
        const auto send = [this](const QString &text, qsizetype count) {
            draft()->setPlainText(text);
            QTRY_VERIFY(!session()->preview().isBusy());
            QTest::keyClick(draft(), Qt::Key_Return);
            const auto isDone = [&] {
                const QList<LedgerHead> &heads = app().workspace.history.heads();
                return session()->conversation().size() == count &&
                       std::ranges::count(heads, LedgerResult::Finished, &LedgerHead::result) * 2 >=
                           count - messageCount;
            };
            QTRY_VERIFY_WITH_TIMEOUT(isDone(), 30000);
        };
        send(u"Nothing in particular."_s, messageCount + 2);
        send(u"I ring the harbour bell."_s, messageCount + 4);
        auto *tabs = app().inspector.findChild<QTabBar *>();
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
        auto *view = app().inspector.lore()->findChild<QListView *>();
        const auto window = [this] { return app().window.findChild<StoryWindow *>(u"story"_s); };
        const auto isIn = [&] {
            QList<bool> all;
            for (const StoryMoment &moment : window()->moments())
                all.append(moment.isIn);
            return all;
        };
        const auto choose = [&](const QString &title) {
            OpenProgram::chooseFromContextMenu(view->viewport(), rowPlace(title),
                                               {u"When it was in the prompt…"_s});
        };
        choose(u"Bell"_s);
        QTRY_VERIFY(window() && window()->isVisible());
        QTRY_COMPARE(window()->moments().size(), 2);
        QCOMPARE(isIn(), (QList<bool>{false, true}));
        const StoryMoment rung = window()->moments().last();
        QVERIFY(rung.isKnown && rung.tokens > 0);
        QVERIFY2(rung.reason.startsWith(u"Key “harbour bell” in message"_s), qPrintable(rung.reason));
        QVERIFY(!rung.reply.isEmpty());
        QVERIFY(window()->windowTitle().contains(u"Bell"_s));
        QVERIFY(window()->findChild<QLabel *>(u"storySum"_s)->text().startsWith(u"In 1 of 2 requests"_s));

        // The strip by key, the list by what is chosen there, the request by Enter.
        auto *strip = window()->findChild<QWidget *>(u"storyStrip"_s);
        strip->setFocus();
        QTest::keyClick(strip, Qt::Key_End);
        auto *list = window()->findChild<QListView *>();
        QCOMPARE(list->currentIndex().row(), 0); // the newest is first
        QVERIFY(window()->findChild<QLabel *>(u"storySaid"_s)->text().contains(u"Answer: "_s));
        QTest::mouseClick(window()->findChild<QCheckBox *>(u"storyOnlyIn"_s), Qt::LeftButton, {}, {8, 8});
        QTRY_COMPARE(list->model()->rowCount(), 1);
        QTest::keyClick(list, Qt::Key_Return);
        QTRY_VERIFY(app().inspector.history()->isShowingRequest());

        // It follows what is sent while it is open.
        send(u"And again: the harbour bell."_s, messageCount + 6);
        QTRY_COMPARE(isIn(), (QList<bool>{false, true, true}));
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
        choose(u"Lantern"_s);
        QTRY_COMPARE(isIn(), (QList<bool>{true, true, true}));
        QCOMPARE(window()->moments().first().woke, QStringList{u"Moth"_s});
        QTest::keyClick(window(), Qt::Key_Escape);
        QVERIFY(!window()->isVisible());
    }

    void notesAreScannedIfTheSettingsSaySo_data()
    {
        QTest::addColumn<QByteArray>("note");
        QTest::addColumn<bool>("fires");
        const QByteArray text = "\"default\":\"Someone sits in the crow's nest.\"";
        QTest::newRow("said") << QByteArray("{" + text + ",\"allowWIScan\":true}") << true;
        QTest::newRow("denied") << QByteArray("{" + text + ",\"allowWIScan\":false}") << false;
        QTest::newRow("not said") << QByteArray("{" + text + "}") << false;
    }

    void notesAreScannedIfTheSettingsSaySo()
    {
        QFETCH(QByteArray, note);
        QFETCH(bool, fires);
        open(note);
        QCOMPARE(hasFired(u"Nest"_s), fires);
    }
};

} // namespace tst_loreinwindow

SNUG_TEST(tst_loreinwindow, TestLoreInWindow, Windows)
#include "tst_loreinwindow.moc"
