// Presets, lorebooks and personas leave the library through the menu, in SillyTavern's form or SmartTavern's.

#include "app/chat/chatcontroller.h"
#include "core/formats/framingpreset.h"
#include "core/formats/jsontext.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QMenu>
#include <QRegularExpression>
#include <QTest>

namespace tst_exportsinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestExportsInWindow : public QObject
{
    Q_OBJECT

private:
    enum Menu { Presets, Lorebooks, Personas };

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    void whatIsWritten_data()
    {
        QTest::addColumn<int>("menu");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("key"); // only that form has it
        QTest::newRow("preset") << int(Presets) << u"a.json"_s << u"prompt_order"_s;
        QTest::newRow("SmartTavern's preset") << int(Presets) << u"a.preset.json"_s << u"prompts"_s;
        QTest::newRow("lorebook") << int(Lorebooks) << u"a.json"_s << u"entries"_s;
        QTest::newRow("SmartTavern's world book") << int(Lorebooks) << u"a.worldbook.json"_s << u"entries"_s;
        QTest::newRow("persona") << int(Personas) << u"a.persona.json"_s << u"description"_s;
    }

    void whatIsWritten()
    {
        QFETCH(int, menu);
        QFETCH(QString, file);
        QFETCH(QString, key);
        OpenProgram program;
        MainWindow &window = program.app().window;
        QTRY_VERIFY(program.app().chat.session());
        QMenu *actions = menu == Presets     ? window.exportMenus().preset
                         : menu == Lorebooks ? window.exportMenus().lorebook
                                             : window.exportMenus().persona;
        OpenProgram::openMenu(actions);
        QVERIFY(!actions->actions().isEmpty() && actions->actions().first()->isEnabled());
        actions->actions().first()->trigger();
        auto *dialog = window.findChild<QFileDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        const QString target = program.libraryFolder() + u'/' + file;
        OpenProgram::chooseFile(dialog, target);
        QTRY_VERIFY(QFile::exists(target));
        QFile written(target);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const Result<Json> document = parseJson(written.readAll());
        QVERIFY(document);
        QVERIFY2(document->contains(key), qPrintable(key));
        if (menu == Presets)
            QCOMPARE(isFramingPreset(*document), file.contains(u".preset."));
        program.quit();
    }

    void promptsForOthers_data()
    {
        QTest::addColumn<ActionId>("action");
        QTest::addColumn<QString>("file");
        QTest::addColumn<bool>("hasNames");
        QTest::newRow("page") << ActionId::ExportPrompt << u"p.html"_s << true;
        QTest::newRow("JSON") << ActionId::ExportPrompt << u"p.json"_s << true;
        QTest::newRow("page without names") << ActionId::ExportPromptWithoutNames << u"p.html"_s << false;
        QTest::newRow("Markdown without names") << ActionId::ExportPromptWithoutNames << u"p.md"_s << false;
    }

    void promptsForOthers()
    {
        QFETCH(ActionId, action);
        QFETCH(QString, file);
        QFETCH(bool, hasNames);
        OpenProgram program;
        MainWindow &window = program.app().window;
        QTRY_VERIFY(program.app().chat.session());
        QTRY_VERIFY(program.app().chat.session()->snapshot().card);
        const QString name = program.app().chat.session()->snapshot().card->name;
        program.app().actions.action(action)->trigger();
        auto *dialog = window.findChild<QFileDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        const QString target = program.libraryFolder() + u'/' + file;
        OpenProgram::chooseFile(dialog, target);
        QTRY_VERIFY(QFile::exists(target));
        QFile written(target);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(written.readAll());
        QVERIFY(text.size() > 200);
        QCOMPARE(text.contains(name), hasNames);
        program.quit();
    }
};

} // namespace tst_exportsinwindow

SNUG_TEST(tst_exportsinwindow, TestExportsInWindow, Windows)
#include "tst_exportsinwindow.moc"
