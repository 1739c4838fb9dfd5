// The library's pane and opening folders: the order, the tags, the count, what is said of a folder and what
// can be done about it, and the libraries that were open before.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/library/librarycontroller.h"
#include "core/library/chatsmodel.h"
#include "core/library/groupfiles.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/library/awkwarddialog.h"
#include "widgets/library/casthead.h"
#include "widgets/library/chatlist.h"
#include "widgets/library/librarypane.h"
#include "widgets/theme/elidedlabel.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

namespace tst_libraryinwindow {

using namespace snug;
using namespace Qt::StringLiterals;

static constexpr int MostWait = 20'000;

class TestLibraryInWindow : public QObject
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

    void theOrderIsChosenAndRemembered()
    {
        const QStringList byName = names();
        pickOrder(u"Longest First"_s);
        QVERIFY(names() != byName);
        QList<int> lengths;
        for (const CastEntry &entry : listed()) {
            if (!entry.favourite)
                lengths.append(entry.length);
        }
        QVERIFY(std::ranges::is_sorted(lengths, std::greater()));
        pickOrder(u"By Last Chat"_s);
        // Once the last chat of everybody who has one is known.
        const auto waiting = [this] {
            return std::ranges::count_if(listed(), [this](const CastEntry &entry) {
                return entry.kind == CastEntry::Kind::Character && !entry.lastChat.isValid() &&
                       !app().library.contents().chatsOf(entry.id).isEmpty();
            });
        };
        QTRY_COMPARE(waiting(), 0);
        QList<QDateTime> last;
        for (const CastEntry &entry : listed()) {
            if (!entry.favourite && entry.lastChat.isValid())
                last.append(entry.lastChat);
        }
        QVERIFY(last.size() > 2 && std::ranges::is_sorted(last, std::greater()));
        const QStringList before = names();
        m_program->restart();
        waitUntilOpen();
        QTRY_COMPARE(names(), before);
        QCOMPARE(head()->findChild<QToolButton *>(u"castOrder"_s)->text(), u"By Last Chat"_s);
    }

    void favouritesStandInFrontUnlessThatIsOff()
    {
        spoil();
        const auto isInFront = [this] {
            const QList<CastEntry> all = listed();
            return std::ranges::is_partitioned(all, &CastEntry::favourite);
        };
        QVERIFY(std::ranges::any_of(listed(), &CastEntry::favourite));
        QVERIFY(isInFront());
        pickOrder(u"Favourites First"_s);
        QVERIFY(!isInFront());
    }

    void howManyThereAreIsSaid()
    {
        QVERIFY(counts().contains(u"character"_s) && counts().contains(u"group"_s));
        app().actions.action(ActionId::FocusSearch)->trigger();
        QTest::keyClicks(QApplication::focusWidget(), u"aoife"_s);
        QTRY_COMPARE(counts(), u"%1 of %2"_s.arg(names().size()).arg(app().cast.rowCount()));
    }

    // A click on a tag filters by it and opens nobody; its chip takes the filter away.
    void aClickOnATagFilters()
    {
        const QString open = app().chat.reference()->name;
        const QStringList all = names();
        const QModelIndex row = rowWithTags();
        QVERIFY(row.isValid());
        const CastEntry entry = row.data(CastModel::EntryRole).value<CastEntry>();
        const QRect rect = view()->visualRect(row);
        // The first chip begins where the text does, in the lower half.
        QTest::mouseClick(view()->viewport(), Qt::LeftButton, {},
                          QPoint(rect.left() + 62, rect.top() + rect.height() * 2 / 3));
        QCOMPARE(head()->tags(), QStringList{entry.tags.first().name});
        QVERIFY(names().size() < all.size() && names().contains(entry.name));
        for (const CastEntry &each : listed())
            QVERIFY(std::ranges::contains(each.tags, entry.tags.first().name, &CardTag::name));
        QCOMPARE(app().chat.reference()->name, open);
        const auto chips = head()->findChild<QWidget *>(u"castTags"_s)->findChildren<QToolButton *>();
        QCOMPARE(chips.size(), 1);
        QTest::mouseClick(chips.first(), Qt::LeftButton);
        QTRY_COMPARE(names(), all);
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

    // At the start in one line at the bottom, and without anything to close.
    void whatTheFirstFolderHoldsIsSaid()
    {
        spoil(); // and starts again
        const auto news = [this] { return app().window.findChild<QLabel *>(u"activityLabel"_s)->text(); };
        QTRY_VERIFY_WITH_TIMEOUT(news().contains(u"character(s), "_s), MostWait);
        QVERIFY2(news().contains(u"could not be read"_s), qPrintable(news()));
        QVERIFY(!notices()->isShown(u"opened"_s));
        auto *show = app().window.findChild<QPushButton *>(u"newsButton"_s);
        QVERIFY(show && show->isVisible());
        QTest::mouseClick(show, Qt::LeftButton);
        QTRY_VERIFY(dialog()->isVisible());
        QVERIFY(dialog()->list()->topLevelItemCount() >= 4);
        QVERIFY(!show->isVisible());
    }

    // What a folder holds is said once it is opened, with the list of what cannot be used.
    void whatAFolderHoldsIsSaid()
    {
        spoil();
        app().libraryController.openFolder(m_program->libraryFolder());
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"opened"_s), MostWait);
        const QString text = notices()->textOf(u"opened"_s);
        QVERIFY2(text.contains(u"character(s), "_s) && text.contains(u"could not be read"_s) &&
                     text.contains(u"1 link(s) lead nowhere"_s) &&
                     text.contains(u"1 chat(s) belong to nobody"_s),
                 qPrintable(text));
        QVERIFY(OpenProgram::click(notices(), u"Show"_s));
        QTRY_VERIFY(dialog()->isVisible());
        QVERIFY(dialog()->list()->topLevelItemCount() >= 4);
    }

    void orphansAreGivenAwayAndComeBack()
    {
        spoil();
        app().actions.action(ActionId::CannotBeUsed)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(row(u"Nobody At Home"_s) != nullptr, MostWait);
        dialog()->list()->setCurrentItem(row(u"Nobody At Home"_s));
        QVERIFY(OpenProgram::click(dialog(), u"Give to a Character…"_s));
        auto *question = dialog()->findChild<QInputDialog *>(u"giveTo"_s);
        QVERIFY(question);
        const CardSummary card = app().library.contents().cards.first();
        const qsizetype before = app().library.contents().chatsOf(card.file).size();
        auto *box = question->findChild<QComboBox *>();
        box->setCurrentText(card.name);
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_COMPARE(app().library.contents().chatsOf(card.file).size(), before + 1);
        QTRY_VERIFY(row(u"Nobody At Home"_s) == nullptr);
        QVERIFY(OpenProgram::click(notices(), u"Undo"_s));
        QTRY_COMPARE(app().library.contents().chatsOf(card.file).size(), before);
        QTRY_VERIFY(row(u"Nobody At Home"_s) != nullptr);
    }

    // Archived, they are kept and no longer said; unarchived from the list of chats they can be given away.
    void orphansAreArchivedAndComeBack()
    {
        spoil();
        app().actions.action(ActionId::CannotBeUsed)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(row(u"Nobody At Home"_s) != nullptr, MostWait);
        dialog()->list()->setCurrentItem(row(u"Nobody At Home"_s));
        QVERIFY(OpenProgram::click(dialog(), u"Archive"_s));
        QTRY_VERIFY(row(u"Nobody At Home"_s) == nullptr);
        const QString file = m_program->libraryFolder() + u"/chats/Nobody At Home/left.jsonl"_s;
        QVERIFY(QFile::exists(file));
        QVERIFY(OpenProgram::click(notices(), u"Undo"_s));
        QTRY_VERIFY(row(u"Nobody At Home"_s) != nullptr);
        dialog()->list()->setCurrentItem(row(u"Nobody At Home"_s));
        QVERIFY(OpenProgram::click(dialog(), u"Archive"_s));
        QTRY_VERIFY(row(u"Nobody At Home"_s) == nullptr);
        QTest::keyClick(dialog(), Qt::Key_Escape);

        // Still so after the next start.
        m_program->restart();
        QTRY_VERIFY_WITH_TIMEOUT(app().library.contents().chatsAreComplete, MostWait);
        app().actions.action(ActionId::CannotBeUsed)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(row(u"Ghosts"_s) != nullptr, MostWait);
        QVERIFY(row(u"Nobody At Home"_s) == nullptr);
        ChatList *chats = app().libraryPane.chats();
        const auto scope = chats->findChild<QToolButton *>(u"chatScope"_s)->menu()->actions();
        const ChatReference left{.cardFile = u"Nobody At Home.png"_s, .name = u"left"_s};
        scope.value(1)->trigger(); // of all
        for (QAction *action : scope) {
            if (action->text().remove(u'&') == u"Include Archived"_s)
                action->trigger();
        }
        QTRY_VERIFY(app().chats.indexOf(left).isValid());
        const QModelIndex index = app().chats.indexOf(left);
        chats->view()->scrollTo(index);
        QTest::mouseClick(chats->view()->viewport(), Qt::LeftButton, {},
                          chats->view()->visualRect(index).center());
        QVERIFY(OpenProgram::click(notices(), u"Unarchive"_s));
        QTRY_VERIFY_WITH_TIMEOUT(row(u"Nobody At Home"_s) != nullptr, MostWait);
    }

    // Chosen in the list of all chats, such a chat says where the ways on are.
    void aChatOfNobodyLeadsToTheList()
    {
        spoil();
        ChatList *chats = app().libraryPane.chats();
        chats->findChild<QToolButton *>(u"chatScope"_s)->menu()->actions().value(1)->trigger(); // of all
        const ChatReference left{.cardFile = u"Nobody At Home.png"_s, .name = u"left"_s};
        QTRY_VERIFY(app().chats.indexOf(left).isValid());
        const QModelIndex index = app().chats.indexOf(left);
        chats->view()->scrollTo(index);
        QTest::mouseClick(chats->view()->viewport(), Qt::LeftButton, {},
                          chats->view()->visualRect(index).center());
        QTRY_VERIFY(notices()->textOf(u"ownerless"_s).contains(u"belongs to nobody"_s));
        QVERIFY(OpenProgram::click(notices(), u"Show"_s));
        QTRY_VERIFY_WITH_TIMEOUT(row(u"Nobody At Home"_s) != nullptr, MostWait);
    }

    void missingMembersAreRemovedAndComeBack()
    {
        spoil();
        app().actions.action(ActionId::CannotBeUsed)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(row(u"Ghosts"_s) != nullptr, MostWait);
        dialog()->list()->setCurrentItem(row(u"Ghosts"_s));
        QVERIFY(OpenProgram::click(dialog(), u"Remove from the Group"_s));
        QTRY_VERIFY(row(u"Ghosts"_s) == nullptr);
        QVERIFY(OpenProgram::click(notices(), u"Undo"_s));
        QTRY_VERIFY(row(u"Ghosts"_s) != nullptr);
    }

    void missingMembersAreReplaced()
    {
        spoil();
        app().actions.action(ActionId::CannotBeUsed)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(row(u"Ghosts"_s) != nullptr, MostWait);
        dialog()->list()->setCurrentItem(row(u"Ghosts"_s));
        QVERIFY(OpenProgram::click(dialog(), u"Replace…"_s));
        const CardSummary card = app().library.contents().cards.first();
        auto *box = dialog()->findChild<QInputDialog *>(u"giveTo"_s)->findChild<QComboBox *>();
        box->setCurrentText(card.name);
        QTest::keyClick(box, Qt::Key_Return);
        const auto members = [this] {
            for (const GroupSummary &group : app().library.contents().groups) {
                if (group.file == u"91"_s)
                    return group.group.members;
            }
            return QStringList();
        };
        QTRY_COMPARE(members(), QStringList{card.file});
        QTRY_VERIFY(row(u"Ghosts"_s) == nullptr);
        QVERIFY(OpenProgram::click(notices(), u"Undo"_s));
        QTRY_COMPARE(members(), QStringList{u"Nobody At All.png"_s});
    }

    // A card of that name is all that such chats need to be opened.
    void aCharacterIsMadeForOrphans()
    {
        spoil();
        app().actions.action(ActionId::CannotBeUsed)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(row(u"Nobody At Home"_s) != nullptr, MostWait);
        dialog()->list()->setCurrentItem(row(u"Nobody At Home"_s));
        QVERIFY(OpenProgram::click(dialog(), u"Make a Character for Them"_s));
        QTRY_VERIFY(app().chat.session() && app().chat.session()->chat().name == u"left"_s);
        QCOMPARE(app().chat.session()->chat().messages.first().text, u"Hello?"_s);
        QTRY_VERIFY(row(u"Nobody At Home"_s) == nullptr);
    }

    void unreadableFilesGoToTheTrash()
    {
        spoil();
        app().actions.action(ActionId::CannotBeUsed)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(row(u"torn.png"_s) != nullptr, MostWait);
        dialog()->list()->setCurrentItem(row(u"torn.png"_s));
        QVERIFY(OpenProgram::click(dialog(), u"Delete"_s));
        QTRY_VERIFY(row(u"torn.png"_s) == nullptr);
        QVERIFY(OpenProgram::click(notices(), u"Undo"_s));
        QTRY_VERIFY(row(u"torn.png"_s) != nullptr);
    }

    void librariesThatWereOpenAreInTheMenu()
    {
        const QTemporaryDir other;
        QVERIFY(makeLibraryFolder(other.path()));
        app().libraryController.openFolder(other.path());
        QTRY_COMPARE(app().library.layout().root(), other.path());
        QTRY_VERIFY(app().library.contents().chatsAreComplete);
        QMenu *menu = app().window.recentMenu();
        OpenProgram::openMenu(menu);
        QCOMPARE(menu->actions().value(0)->text(), other.path());
        QVERIFY(menu->actions().value(0)->isChecked());
        QCOMPARE(menu->actions().value(1)->text(), m_program->libraryFolder());
        menu->actions().value(1)->trigger();
        QTRY_COMPARE(app().library.layout().root(), m_program->libraryFolder());
        QTRY_VERIFY_WITH_TIMEOUT(app().library.contents().chatsAreComplete, MostWait);
    }

    void theDialogStartsAtSillyTavern()
    {
        const QByteArray before = qgetenv("HOME");
        const QTemporaryDir home;
        const QString folder = home.filePath(u"SillyTavern/data/default-user"_s);
        QVERIFY(QDir().mkpath(folder + u"/characters"_s));
        qputenv("HOME", QFile::encodeName(home.path()));
        app().actions.action(ActionId::OpenLibrary)->trigger();
        qputenv("HOME", before);
        auto *files = app().window.findChild<QFileDialog *>(u"openLibrary"_s);
        QVERIFY(files);
        QCOMPARE(files->directory().absolutePath(), folder);
        files->reject();
    }

private:
    const AppContext &app() const { return m_program->app(); }
    CastHead *head() const { return app().libraryPane.head(); }
    NoticeBar *notices() const { return app().chatPane.notices(); }
    AwkwardDialog *dialog() const { return app().window.findChild<AwkwardDialog *>(); }

    void waitUntilOpen() const
    {
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        QTRY_VERIFY_WITH_TIMEOUT(app().library.contents().chatsAreComplete, MostWait);
    }

    // A card that is none, a link to nothing, a chat of nobody, a member that is not there.
    void spoil()
    {
        m_program->quit();
        const QString root = m_program->libraryFolder();
        const auto write = [&root](const QString &path, const QByteArray &bytes) {
            QVERIFY(QDir().mkpath(QFileInfo(root + u'/' + path).path()));
            QFile file(root + u'/' + path);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) > 0);
        };
        write(u"characters/torn.png"_s, "no picture");
        write(u"chats/Nobody At Home/left.jsonl"_s,
              "{\"name\":\"Ada\",\"is_user\":true,\"mes\":\"Hello?\"}\n");
        write(
            u"groups/91.json"_s,
            R"({"id":"91","name":"Ghosts","members":["Nobody At All.png"],"chat_id":"","chats":[],"fav":true})");
        QVERIFY(QFile::link(root + u"/nowhere.json"_s, root + u"/worlds/Dangling.json"_s));
        m_program->start();
        waitUntilOpen();
    }

    QListView *view() const
    {
        for (QListView *each : app().libraryPane.findChildren<QListView *>()) {
            if (each->accessibleName() == u"Characters"_s)
                return each;
        }
        return nullptr;
    }

    QList<CastEntry> listed() const
    {
        QList<CastEntry> all;
        for (int row = 0; row < view()->model()->rowCount(); ++row)
            all.append(view()->model()->index(row, 0).data(CastModel::EntryRole).value<CastEntry>());
        return all;
    }

    QStringList names() const
    {
        QStringList all;
        for (const CastEntry &entry : listed())
            all.append(entry.name);
        return all;
    }

    bool noticesSay(const QString &text) const
    {
        return std::ranges::any_of(notices()->findChildren<QLabel *>(), [&](const QLabel *label) {
            return label->isVisible() && label->text().contains(text);
        });
    }

    QString counts() const { return head()->findChild<ElidedLabel *>(u"castCounts"_s)->whole(); }

    QModelIndex rowWithTags() const
    {
        for (int row = 0; row < view()->model()->rowCount(); ++row) {
            const QModelIndex index = view()->model()->index(row, 0);
            if (!index.data(CastModel::EntryRole).value<CastEntry>().tags.isEmpty())
                return index;
        }
        return {};
    }

    QTreeWidgetItem *row(const QString &name) const
    {
        for (int i = 0; i < dialog()->list()->topLevelItemCount(); ++i) {
            if (dialog()->list()->topLevelItem(i)->text(0) == name)
                return dialog()->list()->topLevelItem(i);
        }
        return nullptr;
    }

    // The last characters of the list, by a click and another with Shift.
    QList<CastEntry> chooseThree()
    {
        QList<int> rows;
        for (int row = 0; row < view()->model()->rowCount() && rows.size() < 3; ++row) {
            const auto entry = listed()[row];
            const bool isOpen = app().chat.reference() && entry.id == app().chat.reference()->cardFile;
            if (entry.kind == CastEntry::Kind::Character && !isOpen)
                rows.append(row);
        }
        QList<CastEntry> whom;
        view()->setFocus();
        for (const int row : std::as_const(rows)) {
            const QModelIndex index = view()->model()->index(row, 0);
            if (row == rows.first())
                view()->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
            else
                QTest::mouseClick(view()->viewport(), Qt::LeftButton, Qt::ControlModifier,
                                  view()->visualRect(index).topLeft() + QPoint(20, 20));
            whom.append(index.data(CastModel::EntryRole).value<CastEntry>());
        }
        return whom;
    }

    void pickMany(const QString &text)
    {
        const QPoint at = view()->visualRect(view()->currentIndex()).center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, view()->viewport()->mapToGlobal(at));
        QApplication::sendEvent(view()->viewport(), &event);
        for (QMenu *menu : app().libraryPane.findChildren<QMenu *>()) {
            for (QAction *action : menu->actions()) {
                if (menu->isVisible() && action->text() == text) {
                    action->trigger();
                    menu->close();
                    return;
                }
            }
        }
        QFAIL(qPrintable(text));
    }

    void pickOrder(const QString &text)
    {
        for (QAction *action : head()->findChild<QToolButton *>(u"castOrder"_s)->menu()->actions()) {
            if (QString(action->text()).remove(u'&') == text)
                return action->trigger();
        }
        QFAIL(qPrintable(text));
    }

    std::unique_ptr<OpenProgram> m_program;
};

} // namespace tst_libraryinwindow

SNUG_TEST(tst_libraryinwindow, TestLibraryInWindow, Windows)

#include "tst_libraryinwindow.moc"
