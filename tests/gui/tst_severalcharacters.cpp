// What is done to several characters of the pane at once, and to one from its menu.

#include "app/chat/chatcontroller.h"
#include "core/library/chatsmodel.h"
#include "core/library/library.h"
#include "tests/gui/libraryhands.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/library/chatlist.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QInputDialog>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

namespace tst_severalcharacters {

using namespace snug;
using namespace Qt::StringLiterals;

class TestSeveralCharacters : public QObject, LibraryHands
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>(OpenProgram::Content::SillyTavern);
        waitUntilOpen();
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
    }

    void severalAreTaggedAtOnce()
    {
        const QString open = app().chat.reference()->name;
        const QList<CastEntry> whom = chooseThree();
        QCOMPARE(app().chat.reference()->name, open); // choosing several opens nobody
        pickMany(u"Add Tag…"_s);
        auto *question = app().window.findChild<QInputDialog *>(u"addTag"_s);
        QVERIFY(question);
        auto *box = question->findChild<QComboBox *>();
        QTest::keyClicks(box, u"winter"_s);
        QTest::keyClick(box, Qt::Key_Return);
        const auto tagged = [this] {
            return std::ranges::count_if(listed(), [](const CastEntry &entry) {
                return std::ranges::contains(entry.tags, u"winter"_s, &CardTag::name);
            });
        };
        QTRY_COMPARE(tagged(), 3);
        QVERIFY(OpenProgram::click(notices(), u"Undo"_s));
        QTRY_COMPARE(tagged(), 0);
    }

    void oneIsTaggedAndStarredFromItsMenu()
    {
        const auto stars = [this] { return std::ranges::count_if(listed(), &CastEntry::favourite); };
        const auto before = stars();
        const bool isStarred = app().libraryPane.currentEntry()->favourite;
        pickMany(isStarred ? u"Remove from Favourites"_s : u"Add to Favourites"_s);
        QTRY_COMPARE(stars(), before + (isStarred ? -1 : 1));
        QVERIFY(OpenProgram::click(notices(), u"Undo"_s));
        QTRY_COMPARE(stars(), before);
        pickMany(u"Add Tag…"_s);
        auto *question = app().window.findChild<QInputDialog *>(u"addTag"_s);
        QVERIFY(question);
        auto *box = question->findChild<QComboBox *>();
        QTest::keyClicks(box, u"alone"_s);
        QTest::keyClick(box, Qt::Key_Return);
        const auto tagged = [this] {
            return std::ranges::count_if(listed(), [](const CastEntry &entry) {
                return std::ranges::contains(entry.tags, u"alone"_s, &CardTag::name);
            });
        };
        QTRY_COMPARE(tagged(), 1);
        QVERIFY(OpenProgram::click(notices(), u"Undo"_s));
        QTRY_COMPARE(tagged(), 0);
    }

    void severalBecomeFavourites()
    {
        const auto count = [this] { return std::ranges::count_if(listed(), &CastEntry::favourite); };
        const auto before = count();
        const QList<CastEntry> whom = chooseThree();
        const auto already = std::ranges::count_if(whom, &CastEntry::favourite);
        pickMany(u"Add to Favourites"_s);
        QTRY_COMPARE(count(), before + 3 - already);
        QVERIFY(OpenProgram::click(notices(), u"Undo"_s));
        QTRY_COMPARE(count(), before);
    }

    void severalAreDeletedAndComeBack()
    {
        const QStringList before = names();
        chooseThree();
        QTest::keyClick(view(), Qt::Key_Delete);
        QTRY_COMPARE(names().size(), before.size() - 3);
        QVERIFY(OpenProgram::click(notices(), u"Undo"_s));
        QTRY_COMPARE(names(), before);
    }

    void severalAreBroughtBackByKey()
    {
        const QStringList before = names();
        chooseThree();
        QTest::keyClick(view(), Qt::Key_Delete);
        QTRY_COMPARE(names().size(), before.size() - 3);
        QTRY_VERIFY(app().actions.action(ActionId::Undo)->isEnabled());
        QTest::keyClick(view(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(names(), before);
        QVERIFY(!noticesSay(u"in the library's trash"_s));
    }

    void whoIsOpenIsDeletedAndComesBack()
    {
        const QStringList before = names();
        view()->setFocus();
        QVERIFY(!app().chat.reference()->cardFile.isEmpty());
        QTest::keyClick(view(), Qt::Key_Delete);
        QTRY_COMPARE(names().size(), before.size() - 1);
        QTRY_VERIFY(noticesSay(u"in the library's trash"_s));
        QVERIFY(!noticesSay(u"could not be read"_s)); // nobody asks for the card any more
        QVERIFY(!app().chat.session());
        QTRY_COMPARE(app().chats.rowCount(), 0);
        QVERIFY(!app().libraryPane.chats()->findChild<QToolButton *>(u"newChat"_s)->isEnabled());
        QTest::keyClick(view(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(names(), before);
    }

    void aReplyUnderWayEndsAndComesBackWithItsChat()
    {
        m_program->setUnderstudyPace(30);
        m_program->restart();
        waitUntilOpen();
        QTRY_VERIFY(app().chat.session());
        const ChatReference chat = *app().chat.reference();
        const QString owner = chat.cardFile;
        Composer *composer = app().chatPane.composer();
        auto *draft = composer->findChild<QPlainTextEdit *>();
        draft->setFocus();
        QTest::keyClicks(draft, u"Tell me about the fog."_s);
        QTest::keyClick(draft, Qt::Key_Return);
        QTRY_VERIFY(!app().chat.session()->reply().text.isEmpty());
        const QString begun = app().chat.session()->reply().text;
        view()->setFocus();
        QTest::keyClick(view(), Qt::Key_Delete);
        QTRY_VERIFY(noticesSay(u"in the library's trash"_s));
        QVERIFY(!app().chat.session());
        QVERIFY(!app().actions.action(ActionId::Stop)->isEnabled());
        QTest::keyClick(view(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(app().cast.indexOf(CastEntry::Kind::Character, owner).isValid());
        app().chat.open(chat, owner);
        QTRY_VERIFY(app().chat.session());
        QVERIFY(app().chat.session()->chat().messages.last().text.startsWith(begun));
    }

    void severalGetALorebook()
    {
        const QString book = app().library.contents().lorebooks.first().name;
        const QList<CastEntry> whom = chooseThree();
        const auto holders = [&] {
            return std::ranges::count_if(listed(), [&](const CastEntry &entry) {
                return std::ranges::contains(whom, entry.id, &CastEntry::id) &&
                       entry.lorebooks.contains(book);
            });
        };
        const auto already = holders();
        const auto pick = [&] {
            OpenProgram::chooseFromContextMenu(view()->viewport(),
                                               view()->visualRect(view()->currentIndex()).center(),
                                               {u"Additional Lorebooks"_s, QString(book)});
        };
        pick();
        QTRY_COMPARE(holders(), 3);
        pick(); // ticked: it is taken away again
        QTRY_COMPARE(holders(), 0);
        QTest::keyClick(view(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(holders(), 3);
        QTest::keyClick(view(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(holders(), already);
    }

    void severalAreExported()
    {
        const QTemporaryDir folder;
        chooseThree();
        pickMany(u"Export…"_s);
        auto *files = app().window.findChild<QFileDialog *>(u"exportMany"_s);
        QVERIFY(files);
        OpenProgram::chooseFile(files, folder.path());
        QTRY_COMPARE(QDir(folder.path()).entryList({u"*.png"_s}, QDir::Files).size(), 3);
    }
};

} // namespace tst_severalcharacters

SNUG_TEST(tst_severalcharacters, TestSeveralCharacters, Windows)
#include "tst_severalcharacters.moc"
