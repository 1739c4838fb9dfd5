// The lorebook that memories are kept in, where the chat has none.

#include "app/chat/chatcontroller.h"
#include "app/memory/memorycontroller.h"
#include "core/workspace/memorysetup.h"
#include "core/workspace/workspace.h"
#include "tests/gui/memoryhands.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/window/actions.h"
#include "widgets/window/noticebar.h"

#include <QApplication>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

namespace tst_memorybooksinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestMemoryBooksInWindow : public QObject, MemoryHands
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    void cleanup()
    {
        if (m_program)
            m_program->quit();
        m_program.reset();
    }

    // What was asked for before there was a lorebook goes on with the one that is chosen.
    void aChosenLorebookIsUsedAtOnce()
    {
        open("{\"askBeforeSending\":false}", "\"x\":1");
        type(u"/nextmemory"_s);
        QTRY_VERIFY(notices()->isShown(u"memory-command"_s));
        for (QPushButton *choose : notices()->findChildren<QPushButton *>()) {
            if (choose->text() == u"Choose One…")
                QTest::mouseClick(choose, Qt::LeftButton);
        }
        QTRY_VERIFY(qobject_cast<QMenu *>(QApplication::activePopupWidget()));
        auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        QTest::keyClick(menu, Qt::Key_Down); // the only one there is
        QCOMPARE(menu->activeAction()->text(), bookName);
        QTest::keyClick(menu, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"memory"_s), 20000);
        QCOMPARE(session()->chat().metadata().value(u"world_info").toText(), bookName);
        QTRY_VERIFY_WITH_TIMEOUT(stretches(u"memory.entry"_s).size() == 1, 20000);
    }

    void withoutALorebookOneIsAskedOrMade_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<bool>("isMade");
        QTest::newRow("asked for") << QByteArray("{\"askBeforeSending\":false}") << false;
        QTest::newRow("made") << QByteArray("{\"askBeforeSending\":false,\"autoCreateLorebook\":true}")
                              << true;
    }

    void withoutALorebookOneIsAskedOrMade()
    {
        QFETCH(QByteArray, settings);
        QFETCH(bool, isMade);
        open(settings, "\"x\":1");
        type(u"/nextmemory"_s);
        if (!isMade) {
            QTRY_VERIFY(notices()->isShown(u"memory-command"_s));
            for (QPushButton *make : notices()->findChildren<QPushButton *>()) {
                if (make->text() == u"Make a Lorebook")
                    QTest::mouseClick(make, Qt::LeftButton);
            }
        }
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"memory"_s), 20000);
        const QString bound = session()->chat().metadata().value(u"world_info").toText();
        QVERIFY2(bound.startsWith(u"LTM - "_s), qPrintable(bound));
        QVERIFY(QFile::exists(m_program->libraryFolder() + u"/worlds/"_s + bound + u".json"_s));
        QTRY_VERIFY_WITH_TIMEOUT(stretches(u"memory.entry"_s).size() == 1, 20000);
    }

    void aBookThatWasMadeForAMemoryGoesWithIt()
    {
        open("{\"askBeforeSending\":false,\"autoCreateLorebook\":true}", "\"x\":1");
        type(u"/nextmemory"_s);
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"memory"_s), 20000);
        const QString bound = session()->chat().metadata().value(u"world_info").toText();
        const QString file = m_program->libraryFolder() + u"/worlds/"_s + bound + u".json"_s;
        QVERIFY(QFile::exists(file));
        for (QPushButton *undo : notices()->findChildren<QPushButton *>()) {
            if (undo->text() == u"Undo")
                QTest::mouseClick(undo, Qt::LeftButton);
        }
        QTRY_VERIFY(!QFile::exists(file)); // it is in the trash
        QTRY_VERIFY(session()->chat().metadata().value(u"world_info").toText().isEmpty());
    }

    void anIntervalWithoutALorebookSaysSoOnce()
    {
        open("{}", "\"x\":1");
        const Json interval =
            Json::object({{u"onInterval"_s, Json::object({{u"visibleMessages"_s, Json(5)}})}});
        app().workspace.memory.setSidePrompts(
            withSidePrompt(withEnabled(app().workspace.memory.sidePrompts(), u"status"_s, true),
                           Json::object({{u"key"_s, Json(u"status"_s)}, {u"triggers"_s, interval}}),
                           QDateTime::currentDateTimeUtc())
                .file);
        type(u"Is anybody there?"_s);
        QTRY_COMPARE_WITH_TIMEOUT(session()->conversation().size(), messageCount + 2, 20000);
        QTRY_VERIFY(notices()->isShown(u"memory-command"_s));
        QVERIFY(notices()->textOf(u"memory-command"_s).contains(u"interval"_s));
        notices()->dismiss(u"memory-command"_s);
        QTRY_VERIFY(!session()->preview().isBusy());
        type(u"Nobody?"_s);
        QTRY_COMPARE_WITH_TIMEOUT(session()->conversation().size(), messageCount + 4, 20000);
        QTest::qWait(600); // longer than it looks for what is due
        QVERIFY(!notices()->isShown(u"memory-command"_s));
    }
};

} // namespace tst_memorybooksinwindow

SNUG_TEST(tst_memorybooksinwindow, TestMemoryBooksInWindow, Windows)
#include "tst_memorybooksinwindow.moc"
