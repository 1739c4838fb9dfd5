// The inspector's page of variables in the whole program: a value written by key changes the prompt and is
// taken back, and the names of texts lead there.

#include "app/chat/chatcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "core/chat/chatsession.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/requesthistory.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/storywindow.h"
#include "widgets/inspector/variablesmodel.h"
#include "widgets/inspector/variablespane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/studio.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

namespace tst_variablesinwindow {

using namespace Qt::StringLiterals;
using namespace snug;
using Model = VariablesModel;

static bool writeFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) &&
           file.write(bytes) == bytes.size();
}

static QByteArray bookBytes(const QByteArrayList &contents)
{
    QByteArrayList entries;
    for (const QByteArray &content : contents) {
        const QByteArray uid = QByteArray::number(entries.size());
        entries << '"' + uid + "\":{\"uid\":" + uid + ",\"position\":0,\"comment\":\"Entry " + uid +
                       "\",\"key\":[],\"constant\":true,\"content\":\"" + content + "\"}";
    }
    return "{\"entries\":{" + entries.join(',') + "}}";
}

class TestVariablesInWindow : public QObject
{
    Q_OBJECT

private:
    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }
    VariablesPane *pane() { return app().inspector.variables(); }
    QTableView *table() { return pane()->findChild<QTableView *>(u"variablesTable"_s); }
    QLineEdit *filter() { return pane()->findChild<QLineEdit *>(u"variablesFilter"_s); }
    QModelIndex cell(const QString &name, Model::Column column)
    {
        for (int row = 0; row < table()->model()->rowCount(); ++row) {
            if (table()->model()->index(row, Model::NameColumn).data() == name)
                return table()->model()->index(row, column);
        }
        return {};
    }
    QString text(const QString &name, Model::Column column) { return cell(name, column).data().toString(); }
    bool isSettled()
    {
        return session() && !session()->preview().isBusy() && app().workspace.content.isReady() &&
               !session()->chat().messages.isEmpty();
    }
    bool isSaid(const QString &words)
    {
        if (!isSettled())
            return false;
        const QList<OutboundMessage> messages = session()->preview().current().prompt.messages;
        return std::ranges::any_of(
            messages, [&](const OutboundMessage &message) { return message.content.text().contains(words); });
    }
    void open(const QByteArray &variables, const QByteArrayList &contents)
    {
        m_program = std::make_unique<OpenProgram>(OpenProgram::Content::Empty);
        m_program->quit();
        const QDir folder(m_program->libraryFolder());
        QVERIFY(QFile::copy(QStringLiteral(SNUG_SOURCE_DIR "/tests/data/sillytavern-user-folder/characters/"
                                                           "Zéphyrine.png"),
                            folder.filePath(u"characters/Keeper.png"_s)));
        QVERIFY(QFile::copy(QStringLiteral(SNUG_SOURCE_DIR "/tests/data/bench/preset.json"),
                            folder.filePath(u"OpenAI Settings/Sea.json"_s)));
        QVERIFY(writeFile(folder.filePath(u"worlds/Sea.json"_s), bookBytes(contents)));
        QVERIFY(writeFile(folder.filePath(u"chats/Keeper/Evening.jsonl"_s),
                          "{\"user_name\":\"Mika\",\"character_name\":\"Keeper\",\"chat_metadata\":{"
                          "\"variables\":" +
                              variables +
                              "}}\n{\"name\":\"Keeper\",\"is_user\":false,\"mes\":\"The lamp is lit.\"}\n"));
        QVERIFY(writeFile(folder.filePath(u"settings.json"_s),
                          "{\"world_info_settings\":{\"world_info\":{\"globalSelect\":[\"Sea\"]},"
                          "\"world_info_budget\":25},\"extension_settings\":{\"variables\":{\"global\":{"
                          "\"season\":\"spring\"}}}}"));
        QVERIFY(writeFile(folder.filePath(u"snug/session.json"_s),
                          "{\"card\":\"Keeper.png\",\"chat\":\"Evening\",\"preset\":\"Sea\"}"));
        m_program->start();
        QTRY_VERIFY_WITH_TIMEOUT(isSettled(), 20000);
        app().inspector.bringToFront(pane());
    }
    void openUsual()
    {
        open("{\"mood\":\"calm\"}", {"The mood is {{getvar::mood}} in {{getglobalvar::season}}.",
                                     "{{setvar::hour::nine}}A bell.", "Still {{getvar::mood}}."});
        QTRY_COMPARE_WITH_TIMEOUT(text(u"mood"_s, Model::PromptColumn), u"calm"_s, 10000);
    }
    // With the keyboard, from the cell that is current.
    void write(const QString &name, const QString &value)
    {
        table()->setFocus();
        table()->setCurrentIndex(cell(name, Model::NameColumn));
        QTest::keyClick(table(), Qt::Key_Return);
        QTRY_VERIFY(table()->viewport()->findChild<QLineEdit *>());
        auto *editor = table()->viewport()->findChild<QLineEdit *>();
        editor->selectAll();
        QTest::keyClicks(editor, value);
        QTest::keyClick(editor, Qt::Key_Return);
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }
    void cleanup()
    {
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void eachIsListedWithItsTexts()
    {
        openUsual();
        QCOMPARE(text(u"mood"_s, Model::ReadByColumn), u"lore Sea: Entry 0, lore Sea: Entry 2"_s);
        QCOMPARE(text(u"mood"_s, Model::SetByColumn), QString());
        QCOMPARE(text(u"hour"_s, Model::StoredColumn), QString());
        QCOMPARE(text(u"hour"_s, Model::PromptColumn), u"nine"_s);
        QCOMPARE(text(u"hour"_s, Model::SetByColumn), u"lore Sea: Entry 1"_s);
        QCOMPARE(text(u"season"_s, Model::ScopeColumn), u"all chats"_s);
    }

    void aWrittenValueChangesThePromptAndIsTakenBack()
    {
        openUsual();
        QVERIFY(isSaid(u"The mood is calm"_s));
        write(u"mood"_s, u"wild at heart"_s);
        QTRY_VERIFY(isSaid(u"The mood is wild at heart"_s));
        QTRY_COMPARE(text(u"mood"_s, Model::StoredColumn), u"wild at heart"_s);
        app().actions.action(ActionId::Undo)->trigger();
        QTRY_VERIFY(isSaid(u"The mood is calm"_s));
        QTRY_COMPARE(text(u"mood"_s, Model::StoredColumn), u"calm"_s);

        write(u"season"_s, u"winter"_s);
        QTRY_VERIFY(isSaid(u"calm in winter"_s));
        QTRY_COMPARE(text(u"season"_s, Model::StoredColumn), u"winter"_s);
    }

    // A value set between two requests: each of them keeps what it was then.
    void aVariableHasItsValueAtEachRequest()
    {
        openUsual();
        auto *draft = app().chatPane.composer()->findChild<QPlainTextEdit *>();
        const auto send = [&](qsizetype requests) {
            draft->setPlainText(u"On we go."_s);
            QTRY_VERIFY(!session()->preview().isBusy());
            QTest::keyClick(draft, Qt::Key_Return);
            const auto done = [&] {
                return std::ranges::count(app().workspace.history.heads(), LedgerResult::Finished,
                                          &LedgerHead::result) == requests;
            };
            QTRY_VERIFY_WITH_TIMEOUT(done(), 30000);
        };
        send(1);
        write(u"mood"_s, u"wild"_s);
        QTRY_COMPARE(text(u"mood"_s, Model::StoredColumn), u"wild"_s);
        send(2);
        const auto values = [this](const QString &name) {
            OpenProgram::chooseFromContextMenu(table()->viewport(),
                                               table()->visualRect(cell(name, Model::NameColumn)).center(),
                                               {u"Its values at earlier requests…"_s});
            const auto *window = app().window.findChild<StoryWindow *>(u"story"_s);
            QStringList all;
            if (!window || !QTest::qWaitFor([&] { return window->moments().size() == 2; }))
                return all;
            for (const StoryMoment &moment : window->moments())
                all.append(moment.value);
            return all;
        };
        QCOMPARE(values(u"mood"_s), (QStringList{u"calm"_s, u"wild"_s}));
        QCOMPARE(values(u"season"_s), (QStringList{u"spring"_s, u"spring"_s}));
        QCOMPARE(values(u"hour"_s), (QStringList{u"nine"_s, u"nine"_s}));
    }

    void escapeLeavesTheValue()
    {
        openUsual();
        table()->setFocus();
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {},
                          table()->visualRect(cell(u"mood"_s, Model::StoredColumn)).center());
        QTest::mouseDClick(table()->viewport(), Qt::LeftButton, {},
                           table()->visualRect(cell(u"mood"_s, Model::StoredColumn)).center());
        QTRY_VERIFY(table()->viewport()->findChild<QLineEdit *>());
        auto *editor = table()->viewport()->findChild<QLineEdit *>();
        QTest::keyClicks(editor, u"x"_s);
        QTest::keyClick(editor, Qt::Key_Escape);
        QTRY_VERIFY(!table()->viewport()->findChild<QLineEdit *>());
        QCOMPARE(text(u"mood"_s, Model::StoredColumn), u"calm"_s);
    }

    void aNameLeadsToItsText()
    {
        openUsual();
        table()->setFocus();
        const auto editor = [this] {
            const auto *open = qobject_cast<const LorebookEditor *>(app().studio.current());
            return open && open->isVisible();
        };
        QSignalSpy asked(pane(), &VariablesPane::sourceRequested);
        table()->setCurrentIndex(cell(u"mood"_s, Model::ReadByColumn));
        QTest::keyClick(table(), Qt::Key_Return); // two read it: which one
        auto *menu = pane()->findChild<QMenu *>(u"variableTexts"_s);
        QVERIFY(menu);
        QTRY_VERIFY(menu->isVisible());
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.first().first().value<Source>().id(), u"Sea.2"_s);
        QTRY_VERIFY(editor());

        const QPoint place = table()->visualRect(cell(u"hour"_s, Model::SetByColumn)).center();
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, place);
        QTest::mouseDClick(table()->viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(asked.last().first().value<Source>().id(), u"Sea.1"_s);
    }

    void theFilterFindsNamesValuesAndTexts_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("name") << u"MOO"_s << QStringList{u"mood"_s};
        QTest::newRow("value") << u"nine"_s << QStringList{u"hour"_s};
        QTest::newRow("text") << u"entry 0"_s << QStringList{u"mood"_s, u"season"_s};
        QTest::newRow("nothing") << u"zzz"_s << QStringList{};
    }
    void theFilterFindsNamesValuesAndTexts()
    {
        QFETCH(QString, words);
        QFETCH(QStringList, names);
        openUsual();
        app().inspector.focusFilter();
        QTest::keyClicks(filter(), words);
        QStringList shown;
        for (int row = 0; row < table()->model()->rowCount(); ++row)
            shown.append(table()->model()->index(row, Model::NameColumn).data().toString());
        QCOMPARE(shown, names);
        QCOMPARE(table()->isVisible(), !names.isEmpty());
    }

    void withoutAnyThePageSaysHowToMakeOne()
    {
        open("{}", {"A bell."});
        QTRY_VERIFY(cell(u"season"_s, Model::NameColumn).isValid());
        pane()->clear();
        QVERIFY(!table()->isVisible());
        auto *empty = pane()->findChild<QLabel *>(u"variablesEmpty"_s);
        QVERIFY(empty->isVisible() && empty->text().contains(u"/setvar"));
    }

private:
    std::unique_ptr<OpenProgram> m_program;
};

} // namespace tst_variablesinwindow

SNUG_TEST(tst_variablesinwindow, TestVariablesInWindow, Windows)
#include "tst_variablesinwindow.moc"
