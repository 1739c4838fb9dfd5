// Everything that can have the keyboard says what it is.

#include "app/rooms/cardeditorroom.h"
#include "app/rooms/chatroom.h"
#include "app/rooms/loreeditorroom.h"
#include "app/rooms/lorereplayroom.h"
#include "app/rooms/menuroom.h"
#include "app/rooms/personaeditorroom.h"
#include "app/rooms/preseteditorroom.h"
#include "app/rooms/scripteditorroom.h"
#include "app/rooms/setupsroom.h"
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
        QVERIFY(QTest::qWaitForWindowExposed(&program.rooms().window()));
        QTRY_VERIFY(program.rooms().chat().session());
        QCOMPARE(nameless(program.rooms().window()).join(u'\n'), QString());
        program.rooms().actions().action(ActionId::Connections)->trigger();
        const auto *dialog = program.rooms().window().findChild<ConnectionDialog *>();
        QVERIFY(dialog);
        QCOMPARE(nameless(*dialog).join(u'\n'), QString());
        program.rooms().loreEditor().open();
        LorebookEditor *lorebooks = program.rooms().loreEditor().editor();
        QTRY_VERIFY(!lorebooks->lorebook().entries.isEmpty());
        for (const int uid : {-1, 1}) { // the book, an entry
            lorebooks->openEntry(uid);
            QCOMPARE(nameless(*lorebooks).join(u'\n'), QString());
        }
        program.rooms().presetEditor().open();
        PresetEditor *presets = program.rooms().presetEditor().editor();
        QTRY_VERIFY(!presets->state().name.isEmpty());
        auto *pages = presets->findChild<QTabWidget *>();
        for (int page = 0; page < pages->count(); ++page) {
            pages->setCurrentIndex(page);
            QCOMPARE(nameless(*presets).join(u'\n'), QString());
        }
        program.rooms().cardEditor().open();
        CardEditor *card = program.rooms().cardEditor().editor();
        QTRY_VERIFY(!card->card().name.isEmpty());
        for (int page = 0; page <= int(CardEditor::Page::Picture); ++page) {
            card->openPage(CardEditor::Page(page));
            QCOMPARE(nameless(*card).join(u'\n'), QString());
        }
        program.rooms().loreReplay().open();
        QCOMPARE(nameless(*program.rooms().loreReplay().window()).join(u'\n'), QString());
        program.rooms().setups().open();
        auto *compared = program.rooms().setups().window()->findChild<QTabWidget *>(u"setupPages"_s);
        for (int page = 0; page < compared->count(); ++page) {
            compared->setCurrentIndex(page);
            QCOMPARE(nameless(*program.rooms().setups().window()).join(u'\n'), QString());
        }
        program.rooms().personaEditor().open();
        PersonaEditor *personas = program.rooms().personaEditor().editor();
        QTRY_VERIFY(personas->currentPersona());
        QCOMPARE(nameless(*personas).join(u'\n'), QString());
        program.rooms().scriptEditor().open();
        ScriptEditor *scripts = program.rooms().scriptEditor().editor();
        QTRY_VERIFY(!scripts->place().isEmpty());
        QCOMPARE(nameless(*scripts).join(u'\n'), QString());
        program.quit();
    }
};

} // namespace tst_accessiblenames

SNUG_TEST(tst_accessiblenames, TestAccessibleNames, Windows)
#include "tst_accessiblenames.moc"
