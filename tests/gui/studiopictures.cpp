#include "tests/gui/studiopictures.h"

#include "app/appcontext.h"
#include "app/editors/editorcontroller.h"
#include "app/editors/editorofkind.h"
#include "tests/gui/openprogram.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/library/documenttree.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/sourcepopover.h"
#include "widgets/window/studio.h"
#include "widgets/window/windowpages.h"

#include <QAction>
#include <QLineEdit>
#include <QTest>

using namespace Qt::StringLiterals;

namespace snug {

void takeStudioPictures(OpenProgram &program, const std::function<void(QWidget &, const QString &)> &save)
{
    const AppContext &app = program.app();
    const auto both = [&](const QString &name) {
        for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            app.theme.setChoice(choice);
            QTest::qWait(150);
            save(app.studio.isWindow() ? static_cast<QWidget &>(app.studio) : app.window,
                 name + (choice == ThemeChoice::Dark ? u"-dark"_s : u"-light"_s));
        }
    };
    app.window.resize(1400, 860);
    app.actions.action(ActionId::OpenStudio)->trigger();
    QTest::qWait(300);
    both(u"studio-empty"_s);
    const auto open = [&](const DocumentKey &key) {
        editorOf(app, key.kind).openDocument(key);
        app.studio.documents()->choose(key);
        QTest::qWait(600);
    };
    open({DocumentKind::Preset, u"Harbour"_s});
    both(u"studio-preset"_s);
    open({DocumentKind::Lorebook, u"Sellick Harbour"_s});
    both(u"studio-lorebook"_s);
    app.window.resize(900, 640);
    both(u"studio-narrow"_s);
    app.studio.setPromptShown(true);
    both(u"studio-narrow-prompt"_s);
    app.studio.setDocumentsShown(true);
    app.window.resize(1600, 900);
    both(u"studio-wide"_s);
    app.window.resize(1400, 860);
    open({DocumentKind::Card, u"Mira Okafor.png"_s});
    both(u"studio-card"_s);
    app.studio.documents()->search()->setText(u"har"_s);
    both(u"studio-find"_s);
    app.studio.documents()->search()->clear();
    // A click on a piece of the prompt, there and in the main window.
    const auto click = [](PromptList *list, int row) {
        list->scrollToTop();
        QTest::qWait(50);
        const QRect place = list->segmentRect({row, 0});
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, place.topLeft() + QPoint(60, 8));
        QTest::qWait(400);
    };
    click(app.studio.prompt()->list(), 0);
    both(u"studio-popover"_s);
    app.window.pages()->setTornOff(true);
    app.studio.resize(1400, 860);
    both(u"studio-own-window"_s);
    app.window.pages()->setTornOff(false);
    app.studio.close();
    app.window.resize(1280, 800);
    app.window.activateWindow();
    static_cast<void>(QTest::qWaitForWindowActive(&app.window));
    click(app.inspector.prompt()->list(), 1);
    if (auto *popover = app.window.findChild<SourcePopover *>(); popover && popover->isVisible()) {
        popover->text()->moveCursor(QTextCursor::Start);
        QTest::keyClicks(popover->text(), u"In winter, "_s);
        QTest::qWait(500);
        for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            app.theme.setChoice(choice);
            QTest::qWait(150);
            save(app.window, choice == ThemeChoice::Dark ? u"popover-dark"_s : u"popover-light"_s);
        }
        QTest::keyClick(popover->text(), Qt::Key_Escape);
    }
}

} // namespace snug
