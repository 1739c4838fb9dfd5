// An evening with several characters, by mouse and keys: make a group, talk, mute, choose who speaks, look at
// another's prompt, take the group away and back; and a group that SillyTavern made.

#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/library/samplelibrary.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/core/library/testlibrary.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/speakerbar.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/speakerstrip.h"
#include "widgets/library/groupdialog.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

namespace tst_groupevening {

using namespace Qt::StringLiterals;
using namespace snug;

class TestGroupEvening : public QObject
{
    Q_OBJECT

private:
    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }
    const QList<Message> &messages() { return session()->chat().messages; }
    QPlainTextEdit *draft() { return app().chatPane.composer()->findChild<QPlainTextEdit *>(); }
    bool isQuiet() { return session() && !session()->reply().isUnderWay() && !session()->preview().isBusy(); }
    bool isGroupOpen()
    {
        return isQuiet() && session()->speaking().isGroup() && app().workspace.content.isReady();
    }
    QString groupFile() { return app().chat.groupFile(); }
    QComboBox *looking() { return app().inspector.speakers()->findChild<QComboBox *>(); }

    template <typename Widget> Widget *named(QWidget *parent, const QString &name)
    {
        for (Widget *widget : parent->findChildren<Widget *>()) {
            if (widget->accessibleName() == name)
                return widget;
        }
        return nullptr;
    }

    static QPushButton *button(QWidget *parent, const QString &text)
    {
        for (QPushButton *each : parent->findChildren<QPushButton *>()) {
            if (QString(each->text()).remove(u'&') == text)
                return each;
        }
        return nullptr;
    }

    GroupDialog *dialog()
    {
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            if (auto *found = qobject_cast<GroupDialog *>(widget); found && found->isVisible())
                return found;
        }
        return nullptr;
    }

    QJsonObject groupOnDisk(const QString &file)
    {
        QFile disk(m_program->libraryFolder() + u"/groups/"_s + file + u".json"_s);
        return disk.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(disk.readAll()).object()
                                              : QJsonObject();
    }

    // Tomas, then Mira, by search and Enter; list order.
    void makeGroup()
    {
        app().actions.action(ActionId::NewGroup)->trigger();
        GroupDialog *making = dialog();
        QVERIFY(making);
        QPushButton *create = button(making, u"Create"_s);
        QVERIFY(!create->isEnabled()); // nobody yet
        auto *search = named<QLineEdit>(making, u"Search characters"_s);
        auto *candidates = named<QListWidget>(making, u"Characters to add"_s);
        const int all = candidates->count();
        for (const QString &name : {u"tomas"_s, u"mira"_s}) {
            search->clear();
            QTest::keyClicks(search, name);
            QCOMPARE(candidates->count(), 1);
            // Enter adds, in the field and in the list, and makes no group yet.
            QTest::keyClick(name == u"tomas" ? static_cast<QWidget *>(search) : candidates, Qt::Key_Return);
            QVERIFY(making->isVisible());
            QCOMPARE(search->selectedText(), name);
        }
        search->clear();
        QCOMPARE(candidates->count(), all - 2);
        auto *members = named<QListWidget>(making, u"Members"_s);
        QCOMPARE(members->count(), 2);
        auto *order = named<QComboBox>(making, u"Who speaks"_s);
        order->setFocus();
        QTest::keyClick(order, Qt::Key_Down); // natural, then list
        QCOMPARE(making->group().activation, Group::Activation::List);
        QTest::keyClicks(named<QLineEdit>(making, u"Name"_s), u"Two lamps"_s);
        QTest::mouseClick(create, Qt::LeftButton);
        QTRY_VERIFY(!dialog());
        QTRY_VERIFY(isGroupOpen());
    }

    std::unique_ptr<OpenProgram> m_program;

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        QVERIFY(QTest::qWaitForWindowExposed(&app().window));
        QTRY_VERIFY(isQuiet() && app().workspace.content.isReady());
        QVERIFY(!app().chatPane.speakers()->isVisible());
        QVERIFY(!app().inspector.speakers()->isVisible());
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void aTurnWithTwo()
    {
        makeGroup();
        QCOMPARE(messages().size(), 2); // both greet
        QCOMPARE(messages().first().originalAvatar, u"Tomas Reyl.png"_s);
        QVERIFY(app().chatPane.speakers()->isVisible());
        QVERIFY(app().chatPane.speakers()->line().startsWith(u"Next: Tomas Reyl"));

        draft()->setFocus();
        QTest::keyClicks(draft(), u"Who is on watch?"_s);
        QTRY_VERIFY(isQuiet());
        const WireRequest shown = *app().chat.shownPrompt()->request;
        QCOMPARE(app().chat.shownPrompt()->inputs.card->name, u"Tomas Reyl"_s);
        QTest::keyClick(draft(), Qt::Key_Return);
        QTRY_COMPARE(messages().size(), 5);
        QTRY_VERIFY(isQuiet());
        QCOMPARE(messages().at(2).text, u"Who is on watch?"_s);
        QCOMPARE(messages().at(3).name, u"Tomas Reyl"_s);
        QCOMPARE(messages().at(4).name, u"Mira Okafor"_s);
        QCOMPARE(messages().at(4).originalAvatar, u"Mira Okafor.png"_s);
        QVERIFY(shown.body.contains("Who is on watch?"));
        // The second one's prompt named the first one's reply.
        const AssembledPrompt second = session()->run().lastSent()->prompt;
        QVERIFY(std::ranges::any_of(second.messages, [&](const OutboundMessage &message) {
            return message.content.text() == u"Tomas Reyl: "_s + messages().at(3).text;
        }));
        // Pictures and names in the transcript are the speakers'.
        const ChatModel *model = app().chat.model();
        QCOMPARE(model->index(3).data(AvatarRole).toString(), u"characters/Tomas Reyl.png"_s);
        QCOMPARE(model->index(4).data(SpeakerNameRole).toString(), u"Mira Okafor"_s);
        // On the disk: a group that names its chat, and the chat.
        const QJsonObject group = groupOnDisk(groupFile());
        QCOMPARE(group.value(u"name"_s).toString(), u"Two lamps"_s);
        QCOMPARE(group.value(u"chat_id"_s).toString(), session()->chat().name);
        QTRY_COMPARE(session()->record().saver().state().kind, SaveStatus::Kind::Saved);
        QVERIFY(QFile::exists(m_program->libraryFolder() + u"/group chats/"_s + session()->chat().name +
                              u".jsonl"_s));
        // And it is there again after a restart.
        const QStringList texts{messages().at(3).text, messages().at(4).text};
        m_program->restart();
        QTRY_VERIFY(isGroupOpen());
        QCOMPARE(messages().size(), 5);
        QCOMPARE(messages().at(3).text, texts.first());
    }

    void stopEndsTheRound()
    {
        makeGroup();
        draft()->setFocus();
        QTest::keyClicks(draft(), u"Go."_s);
        QTest::keyClick(draft(), Qt::Key_Return);
        QVERIFY(session()->reply().isUnderWay());
        QVERIFY(app().chatPane.speakers()->line().endsWith(u"then Mira Okafor"));
        app().actions.action(ActionId::Stop)->trigger();
        QVERIFY(!session()->reply().isUnderWay());
        QVERIFY(messages().size() <= 4); // Mira has not begun
    }

    void chooseWhoSpeaks()
    {
        makeGroup();
        QMenu *menu = app().window.speakMenu();
        QVERIFY(menu->isEnabled());
        OpenProgram::openMenu(menu);
        QCOMPARE(menu->actions().size(), 2);
        QCOMPARE(menu->actions().last()->text(), u"Mira Okafor"_s);
        draft()->setFocus();
        QTest::keyClicks(draft(), u"And you?"_s);
        menu->actions().last()->trigger();
        QTRY_COMPARE(messages().size(), 4);
        QTRY_VERIFY(isQuiet());
        QCOMPARE(messages().at(2).text, u"And you?"_s);
        QCOMPARE(messages().at(3).name, u"Mira Okafor"_s);
        QVERIFY(draft()->toPlainText().isEmpty());
        // A swipe is hers again.
        app().actions.action(ActionId::SwipeNext)->trigger();
        QTRY_COMPARE(messages().last().swipes.size(), 2);
        QCOMPARE(messages().last().name, u"Mira Okafor"_s);
        QCOMPARE(session()->run().lastSent()->inputs.avatar, u"Mira Okafor.png"_s);
        QTRY_VERIFY(isQuiet());
    }

    void lookAtAnothersPrompt()
    {
        makeGroup();
        QVERIFY(app().inspector.speakers()->isVisible());
        QVERIFY(looking()->currentText().startsWith(u"Tomas Reyl is next"));
        QCOMPARE(app().chat.shownPrompt()->inputs.avatar, u"Tomas Reyl.png"_s);
        looking()->setFocus();
        QTest::keyClick(looking(), Qt::Key_End);
        QTRY_COMPARE(app().chat.shownPrompt()->inputs.avatar, u"Mira Okafor.png"_s);
        QTRY_VERIFY(isQuiet());
        QVERIFY(looking()->currentText().startsWith(u"Mira Okafor"));
        QTest::keyClick(looking(), Qt::Key_Home); // follow again
        QTRY_COMPARE(app().chat.shownPrompt()->inputs.avatar, u"Tomas Reyl.png"_s);
    }

    void editMembersByKeys()
    {
        makeGroup();
        app().actions.action(ActionId::EditGroup)->trigger();
        GroupDialog *editing = dialog();
        QVERIFY(editing);
        auto *members = named<QListWidget>(editing, u"Members"_s);
        members->setFocus();
        members->setCurrentRow(0);
        QTest::keyClick(members, Qt::Key_Space); // mute Tomas
        QTRY_VERIFY(app().chatPane.speakers()->line().startsWith(u"Next: Mira Okafor"));
        QTRY_COMPARE(groupOnDisk(groupFile()).value(u"disabled_members"_s).toArray().size(), 1);
        members->setCurrentRow(1);
        QTest::keyClick(members, Qt::Key_Space); // and Mira
        QTRY_COMPARE(app().chatPane.speakers()->line(), u"Nobody answers: everybody is muted or missing."_s);
        QTest::keyClick(members, Qt::Key_Up, Qt::AltModifier);
        QTRY_COMPARE(groupOnDisk(groupFile()).value(u"members"_s).toArray().first().toString(),
                     u"Mira Okafor.png"_s);
        QTest::keyClick(members, Qt::Key_Space);
        QTRY_VERIFY(app().chatPane.speakers()->line().startsWith(u"Next: Mira Okafor"));
        QVERIFY(members->model()->moveRow({}, 0, {}, 2)); // what a drag does
        QTRY_COMPARE(groupOnDisk(groupFile()).value(u"members"_s).toArray().first().toString(),
                     u"Tomas Reyl.png"_s);
        QCOMPARE(members->currentRow(), 1); // Mira is still the current one
        QTest::keyClick(members, Qt::Key_Delete);
        QTRY_COMPARE(groupOnDisk(groupFile()).value(u"members"_s).toArray().size(), 1);
        QCOMPARE(named<QListWidget>(editing, u"Members"_s)->count(), 1);
        // Whose cards are sent.
        auto *cards = named<QComboBox>(editing, u"Cards in the prompt"_s);
        auto *prefix = named<QLineEdit>(editing, u"Before each joined text"_s);
        QVERIFY(!prefix->isEnabled());
        cards->setFocus();
        QTest::keyClick(cards, Qt::Key_Down);
        QVERIFY(prefix->isEnabled());
        prefix->setFocus();
        QTest::keyClicks(prefix, u"[{{char}}]\\n"_s);
        QTRY_COMPARE(groupOnDisk(groupFile()).value(u"generation_mode_join_prefix"_s).toString(),
                     u"[{{char}}]\n"_s);
        editing->close();
    }

    void deleteAndUndo()
    {
        makeGroup();
        const QString file = groupFile();
        const QString chat = session()->chat().name;
        QCOMPARE(app().actions.action(ActionId::DeleteCharacter)->text(), u"Delete Group"_s);
        app().actions.action(ActionId::DeleteCharacter)->trigger();
        QTRY_VERIFY(groupOnDisk(file).isEmpty());
        QVERIFY(!session());
        QVERIFY(!app().chatPane.speakers()->isVisible());
        QTRY_VERIFY(button(app().chatPane.notices(), u"Undo"_s));
        QTest::mouseClick(button(app().chatPane.notices(), u"Undo"_s), Qt::LeftButton);
        QTRY_COMPARE(groupOnDisk(file).value(u"chat_id"_s).toString(), chat);
    }

    void aSecondChat()
    {
        makeGroup();
        const QString file = groupFile();
        const QString first = session()->chat().name;
        app().actions.action(ActionId::NewChat)->trigger();
        QTRY_VERIFY(isGroupOpen() && session()->chat().name != first);
        QTRY_COMPARE(groupOnDisk(groupFile()).value(u"chats"_s).toArray().size(), 2);
        app().actions.action(ActionId::BranchHere)->trigger();
        QTRY_COMPARE(groupOnDisk(groupFile()).value(u"chats"_s).toArray().size(), 3);
        const QString branch = session()->chat().name;
        QCOMPARE(groupOnDisk(file).value(u"chat_id"_s).toString(), branch);
        app().actions.action(ActionId::DeleteChat)->trigger();
        QTRY_COMPARE(groupOnDisk(file).value(u"chats"_s).toArray().size(), 2);
        QVERIFY(groupOnDisk(file).value(u"chat_id"_s).toString() != branch);
        QTRY_VERIFY(button(app().chatPane.notices(), u"Undo"_s));
        QTest::mouseClick(button(app().chatPane.notices(), u"Undo"_s), Qt::LeftButton);
        QTRY_COMPARE(groupOnDisk(file).value(u"chats"_s).toArray().size(), 3);
    }

    // What SillyTavern wrote opens, and stays byte for byte what it was until something is said.
    void aLivedInGroup()
    {
        m_program->quit();
        QDir(m_program->libraryFolder()).removeRecursively();
        const QStringList files = test::filesBelow(test::userFolder());
        for (const QString &file : files)
            test::put(m_program->libraryFolder() + u'/' + file,
                      test::bytesOf(test::userFolder() + u'/' + file));
        m_program->chooseUnderstudy();
        m_program->start();
        QVERIFY(QTest::qWaitForWindowExposed(&app().window));
        QTRY_VERIFY(isQuiet());
        auto *cast = named<QListView>(&app().window, u"Characters"_s);
        for (const QString &name : {u"The Night Shift"_s, u"茶会 ☕"_s}) {
            QModelIndex group;
            for (int row = 0; row < cast->model()->rowCount(); ++row) {
                if (cast->model()->index(row, 0).data().toString() == name)
                    group = cast->model()->index(row, 0);
            }
            QVERIFY(group.isValid());
            cast->scrollTo(group);
            QTest::mouseClick(cast->viewport(), Qt::LeftButton, {}, cast->visualRect(group).center());
            QTRY_VERIFY(isGroupOpen() && app().workspace.content.loaded().group()->name == name);
            QTRY_COMPARE(session()->preview().current().inputs.group->members.size(), 3);
        }
        // Joined cards, as that group wants them.
        QTRY_VERIFY(std::ranges::any_of(
            app().chat.shownPrompt()->prompt.messages, [](const OutboundMessage &message) {
                return message.content.text().contains(u"<茶屋のミオ: {{fieldname}}>");
            }));
        const QString chat = session()->chat().name;
        const qsizetype before = messages().size();
        app().actions.action(ActionId::Send)->trigger(); // nothing typed: they talk among themselves
        QTRY_COMPARE(messages().size(), before + 3);
        QTRY_VERIFY(isQuiet());
        QTRY_COMPARE(session()->record().saver().state().kind, SaveStatus::Kind::Saved);
        m_program->quit();
        for (const QString &file : files) {
            const QByteArray was = test::bytesOf(test::userFolder() + u'/' + file);
            const QByteArray is = test::bytesOf(m_program->libraryFolder() + u'/' + file);
            // Its lore counts in messages: what is sticky is kept in the first line.
            if (file == u"group chats/"_s + chat + u".jsonl"_s)
                QVERIFY(is.sliced(is.indexOf('\n')).startsWith(was.sliced(was.indexOf('\n'))) &&
                        is.count('\n') > was.count('\n'));
            else
                QVERIFY2(is == was, qPrintable(file));
        }
    }
};

} // namespace tst_groupevening

SNUG_TEST(tst_groupevening, TestGroupEvening, Windows)
#include "tst_groupevening.moc"
