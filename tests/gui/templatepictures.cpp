#include "tests/gui/templatepictures.h"

#include "app/appcontext.h"
#include "app/editors/chattemplateeditorcontroller.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/gui/picturechat.h"
#include "widgets/dialogs/memorysettingsdialog.h"
#include "widgets/dialogs/sidepromptsdialog.h"
#include "widgets/dialogs/summarypresetsdialog.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/library/groupdialog.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QTest>

using namespace Qt::StringLiterals;

namespace snug {

void takeTemplatePictures(const AppContext &app, const std::function<void(QWidget &, const QString &)> &save)
{
    MainWindow &window = app.window;
    app.chatTemplateEditor.open();
    TemplateEditor *editor = app.chatTemplateEditor.editor();
    for (QMenu *menu : editor->findChildren<QMenu *>()) {
        if (menu->actions().size() > 3)
            menu->actions().at(1)->trigger();
    }
    save(*editor, u"template-light"_s);
    app.theme.setChoice(ThemeChoice::Dark);
    save(*editor, u"template-dark"_s);
    editor->text()->moveCursor(QTextCursor::End);
    QTest::keyClicks(editor->text(), u"{{ char."_s);
    save(*editor, u"template-error-dark"_s);
    if (QWidget *popup = QApplication::activePopupWidget())
        popup->hide();
    app.theme.setChoice(ThemeChoice::Light);
    save(*editor, u"template-error-light"_s);
    QTest::keySequence(editor, QKeySequence::Undo);
    QTest::keySequence(editor, QKeySequence::Save);
    const auto isSaved = [&] {
        return app.chatTemplateEditor.edited().isEmpty() &&
               app.workspace.content.promptTemplates().find(editor->current().name);
    };
    if (!QTest::qWaitFor(isSaved, 20000))
        qFatal("the template was not saved");
    OpenProgram::chooseFromMenu(OpenProgram::menuOf(editor->head(), u"Use"_s), {u"For Mira Okafor"_s});
    QTest::qWait(300);
    waitForChat(app);
    save(window, u"template-main-light"_s);
    app.theme.setChoice(ThemeChoice::Dark);
    save(window, u"template-main-dark"_s);
    QTest::keyClicks(editor->text(), u"{% nonsense %}"_s);
    QTest::keySequence(editor, QKeySequence::Save);
    QTest::qWait(400);
    save(window, u"template-failing-dark"_s);
    app.theme.setChoice(ThemeChoice::Light);
    save(window, u"template-failing-light"_s);
    editor->status()->tell(u"“Evening” is in the library's trash."_s, {{u"Undo"_s, [] {}}});
    save(*editor, u"template-offer-light"_s);
    app.theme.setChoice(ThemeChoice::Dark);
    save(*editor, u"template-offer-dark"_s);
    app.theme.setChoice(ThemeChoice::Light);
    editor->resize(760, 520);
    save(*editor, u"template-narrow"_s);
    editor->hide();
}

} // namespace snug
