// A folder of SillyTavern's that is opened: what is said of it, its connections, and that it stays as it is.

#include "app/chat/chatcontroller.h"
#include "app/chat/choicesteps.h"
#include "app/settings.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "tests/gui/composerhands.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/quickbar.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QCryptographicHash>
#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

namespace tst_sillytavernsfolder {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

// Each file outside "snug" with what is in it.
QMap<QString, QByteArray> bytesOf(const QString &folder)
{
    QMap<QString, QByteArray> files;
    QDirIterator walk(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (walk.hasNext()) {
        const QString path = walk.next();
        const QString name = path.sliced(folder.size() + 1);
        QFile file(path);
        if (!name.startsWith(u"snug/") && file.open(QIODevice::ReadOnly))
            files.insert(name, QCryptographicHash::hash(file.readAll(), QCryptographicHash::Sha256));
    }
    return files;
}

} // namespace

class TestSillyTavernsFolder : public QObject, ComposerHands
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    } // offscreen

    void cleanup()
    {
        if (m_program)
            m_program->quit();
        m_program.reset();
    }

    void theReportSaysEachFile()
    {
        open();
        app().actions.action(ActionId::ImportReport)->trigger();
        QTRY_VERIFY(isReportShown());
    }

    void profilesBecomeConnectionsOnceTheUserWants()
    {
        open();
        const auto count = [this] { return app().workspace.connections.connections().size(); };
        const qsizetype before = count();
        QTRY_VERIFY(app().chatPane.notices()->isShown(u"profiles"_s));
        QVERIFY(app().chatPane.notices()->textOf(u"profiles"_s).contains(u"Lantern (local)"));
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Make Connections"_s));
        QTRY_COMPARE(count(), before + 1); // what is set at present is the same
        QVERIFY(!app().chatPane.notices()->isShown(u"profiles"_s));
        QVERIFY(app().workspace.connections.isUnderstudy()); // nothing was chosen
        QVERIFY(app().workspace.connections.waiting().isEmpty());
        m_program->restart();
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        QCOMPARE(count(), before + 1);
        QVERIFY(!app().chatPane.notices()->isShown(u"profiles"_s));
    }

    // As in SillyTavern a profile brings its preset.
    void aProfileBringsItsPreset()
    {
        open();
        QTRY_VERIFY(app().chatPane.notices()->isShown(u"profiles"_s));
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Make Connections"_s));
        ActiveContent &content = app().workspace.content;
        content.choices().choosePreset(u"Noir – terse"_s);
        const QString before = app().workspace.connections.active();
        const QList<Connection> all = app().workspace.connections.connections();
        const auto made = std::ranges::find(all, u"Lantern (local)"_s, &Connection::name);
        QVERIFY(made != all.end());
        chooseConnection(app(), made->id);
        QCOMPARE(app().workspace.connections.active(), made->id);
        QCOMPARE(content.presetName(), u"Slow Burn"_s);
        app().actions.action(ActionId::Undo)->trigger();
        QCOMPARE(app().workspace.connections.active(), before);
        QCOMPARE(content.presetName(), u"Noir – terse"_s);
    }

    void profilesThatAreLeftOutAreNotOfferedAgain()
    {
        open();
        const qsizetype before = app().workspace.connections.connections().size();
        QTRY_VERIFY(app().chatPane.notices()->isShown(u"profiles"_s));
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Leave Them Out"_s));
        QVERIFY(!app().chatPane.notices()->isShown(u"profiles"_s));
        m_program->restart();
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        QVERIFY(!app().chatPane.notices()->isShown(u"profiles"_s));
        QCOMPARE(app().workspace.connections.connections().size(), before);
    }

    // Nothing is written into somebody's folder but what the user changes.
    void openingAndClosingChangesNoFile()
    {
        m_program = std::make_unique<OpenProgram>(OpenProgram::Content::SillyTavern);
        const QMap<QString, QByteArray> before = bytesOf(m_program->libraryFolder());
        QVERIFY(before.size() > 50);
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        app().actions.action(ActionId::AuthorsNote)->trigger();
        app().actions.action(ActionId::QuickReplies)->trigger();
        QTRY_VERIFY(app().chatPane.quick()->isVisible());
        app().actions.action(ActionId::ImportReport)->trigger();
        QTRY_VERIFY(isReportShown());
        m_program->restart();
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        m_program->quit();
        const QMap<QString, QByteArray> after = bytesOf(m_program->libraryFolder());
        QCOMPARE(after.keys(), before.keys());
        for (const auto &[name, bytes] : before.asKeyValueRange())
            QVERIFY2(after.value(name) == bytes, qPrintable(name));
        m_program.reset();
    }
};

} // namespace tst_sillytavernsfolder

SNUG_TEST(tst_sillytavernsfolder, TestSillyTavernsFolder, Windows)
#include "tst_sillytavernsfolder.moc"
