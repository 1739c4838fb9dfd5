// Everything that can have the keyboard says what it is.

#include "app/chat/chatcontroller.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/editors/personaeditorcontroller.h"
#include "app/editors/preseteditorcontroller.h"
#include "app/editors/scripteditorcontroller.h"
#include "app/inspector/lorereplaycontroller.h"
#include "app/inspector/setupscontroller.h"
#include "app/window/menucontroller.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/dialogs/connectiondialog.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTest>

namespace tst_accessiblenames {

using namespace Qt::StringLiterals;
using namespace snug;

static QStringList nameless(const QWidget &window)
{
    QStringList found;
    for (QWidget *widget : window.findChildren<QWidget *>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisibleTo(&window))
            continue;
        if (widget->objectName().startsWith(u"qt_") || widget->inherits("QTabBar") ||
            widget->inherits("QMenuBar"))
            continue; // parts that Qt makes and names by their content
        if (const auto *label = qobject_cast<QLabel *>(widget); label && label->text().isEmpty())
            continue; // nothing to say yet
        QAccessibleInterface *face = QAccessible::queryAccessibleInterface(widget);
        if (!face || face->text(QAccessible::Name).isEmpty())
            found << QStringLiteral("%1 '%2' in %3")
                         .arg(QLatin1StringView(widget->metaObject()->className()), widget->objectName(),
                              QLatin1StringView(widget->parentWidget()->metaObject()->className()));
    }
    return found;
}

class TestAccessibleNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsNameless()
    {
        OpenProgram program;
        QVERIFY(QTest::qWaitForWindowExposed(&program.app().window));
        QTRY_VERIFY(program.app().chat.session());
        QCOMPARE(nameless(program.app().window).join(u'\n'), QString());
        program.app().actions.action(ActionId::Connections)->trigger();
        const auto *dialog = program.app().window.findChild<ConnectionDialog *>();
        QVERIFY(dialog);
        QCOMPARE(nameless(*dialog).join(u'\n'), QString());
        program.app().lorebookEditor.open();
        LorebookEditor *lorebooks = program.app().lorebookEditor.editor();
        QTRY_VERIFY(!lorebooks->lorebook().entries.isEmpty());
        for (const int uid : {-1, 1}) { // the book, an entry
            lorebooks->openEntry(uid);
            QCOMPARE(nameless(*lorebooks).join(u'\n'), QString());
        }
        program.app().presetEditor.open();
        PresetEditor *presets = program.app().presetEditor.editor();
        QTRY_VERIFY(!presets->state().name.isEmpty());
        auto *pages = presets->findChild<QTabWidget *>();
        for (int page = 0; page < pages->count(); ++page) {
            pages->setCurrentIndex(page);
            QCOMPARE(nameless(*presets).join(u'\n'), QString());
        }
        program.app().cardEditor.open();
        CardEditor *card = program.app().cardEditor.editor();
        QTRY_VERIFY(!card->card().name.isEmpty());
        for (int page = 0; page <= int(CardEditor::Page::Picture); ++page) {
            card->openPage(CardEditor::Page(page));
            QCOMPARE(nameless(*card).join(u'\n'), QString());
        }
        program.app().loreReplay.open();
        QCOMPARE(nameless(*program.app().loreReplay.window()).join(u'\n'), QString());
        program.app().setups.open();
        auto *compared = program.app().setups.window()->findChild<QTabWidget *>(u"setupPages"_s);
        for (int page = 0; page < compared->count(); ++page) {
            compared->setCurrentIndex(page);
            QCOMPARE(nameless(*program.app().setups.window()).join(u'\n'), QString());
        }
        program.app().personaEditor.open();
        PersonaEditor *personas = program.app().personaEditor.editor();
        QTRY_VERIFY(personas->currentPersona());
        QCOMPARE(nameless(*personas).join(u'\n'), QString());
        program.app().scriptEditor.open();
        ScriptEditor *scripts = program.app().scriptEditor.editor();
        QTRY_VERIFY(!scripts->place().isEmpty());
        QCOMPARE(nameless(*scripts).join(u'\n'), QString());
        program.quit();
    }
};

} // namespace tst_accessiblenames

SNUG_TEST(tst_accessiblenames, TestAccessibleNames, Windows)
#include "tst_accessiblenames.moc"
