// The library's pane: the order, the tags, the count, and the libraries that were open before.

#include "app/chat/chatcontroller.h"
#include "app/library/librarycontroller.h"
#include "core/library/chatsmodel.h"
#include "core/library/library.h"
#include "tests/gui/libraryhands.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/library/casthead.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QMenu>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

namespace tst_libraryinwindow {

using namespace snug;
using namespace Qt::StringLiterals;

class TestLibraryInWindow : public QObject, LibraryHands
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
};

} // namespace tst_libraryinwindow

SNUG_TEST(tst_libraryinwindow, TestLibraryInWindow, Windows)
#include "tst_libraryinwindow.moc"
