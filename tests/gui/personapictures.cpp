#include "tests/gui/personapictures.h"

#include "app/editors/personaeditorcontroller.h"
#include "app/editors/scripteditorcontroller.h"
#include "core/editing/personaedits.h"
#include "core/editing/scriptedits.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "widgets/editors/persona/personalist.h"
#include "widgets/editors/regex/scriptform.h"
#include "widgets/editors/regex/scripttrialpane.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/editors/versionspage.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/studio.h"

#include <QAction>
#include <QComboBox>
#include <QImage>
#include <QMenu>
#include <QTest>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Save = std::function<void(QWidget &, const QString &)>;

void inBoth(const AppContext &app, const Save &save, QWidget &widget, const QString &name)
{
    app.theme.setChoice(ThemeChoice::Light);
    save(widget, name + u"-light"_s);
    app.theme.setChoice(ThemeChoice::Dark);
    save(widget, name + u"-dark"_s);
}

RegexScript script(const QString &name, const QString &find, const QString &replacement)
{
    RegexScript made = newScript(name);
    made.find = find;
    made.replacement = replacement;
    return made;
}

} // namespace

void takePersonaPictures(OpenProgram &program, const Save &save)
{
    const AppContext &app = program.app();
    app.personaEditor.open();
    PersonaEditor *editor = app.personaEditor.editor();
    if (!QTest::qWaitFor([&] { return editor->currentPersona().has_value(); }, 20000))
        qFatal("the personas do not open");
    QTest::qWait(500);
    inBoth(app, save, *editor, u"personas"_s);
    editor->choose(u"wren.png"_s);
    editor->form()->text()->moveCursor(QTextCursor::End);
    QTest::keyClicks(editor->form()->text(), u" {{user}} owes {{char}} a letter."_s);
    auto *position = editor->form()->findChild<QComboBox *>(u"personaPosition"_s);
    UserHands::choose(position, position->findData(int(Persona::Position::AtDepth)));
    UserHands::choose(editor->form()->findChild<QComboBox *>(u"personaNewLock"_s), 1);
    QTest::qWait(400);
    inBoth(app, save, *editor, u"personas-depth"_s);
    QTest::keySequence(editor, QKeySequence::Save);
    QTest::qWait(400);
    for (QAction *action : editor->head()->moreMenu()->actions()) {
        if (action->text().contains(u"Compare"))
            action->trigger();
    }
    if (auto *versions = app.studio.findChild<VersionsPage *>()) {
        QTest::qWait(400);
        inBoth(app, save, app.window, u"personas-versions"_s);
        versions->close();
    }
    editor->resize(760, 560);
    inBoth(app, save, *editor, u"personas-narrow"_s);
    editor->hide();
}

void takeScriptPictures(OpenProgram &program, const Save &save)
{
    const AppContext &app = program.app();
    app.scriptEditor.open();
    ScriptEditor *editor = app.scriptEditor.editor();
    const auto editing = [&] { return app.scriptEditor.editing(); };
    if (!QTest::qWaitFor([&] { return editing() && editing()->isOpen(); }, 20000))
        qFatal("the scripts do not open");
    QTest::qWait(300);
    inBoth(app, save, *editor, u"scripts-empty"_s);
    RegexScript quotes = script(u"Curly quotes"_s, u"/\"([^\"]*)\"/g"_s, u"“$1”"_s);
    quotes.displayOnly = true;
    RegexScript aside = script(u"Drop asides from old messages"_s, u"/\\(\\(.*?\\)\\)/gs"_s, {});
    aside.promptOnly = true;
    aside.minDepth = 4;
    RegexScript off = script(u"Switched off"_s, u"/x/"_s, {});
    off.disabled = true;
    editing()->change({quotes, aside, off, script(u"Broken"_s, u"/(one|two/gi"_s, u"$1"_s)}, u"x"_s);
    editor->choose({0});
    editor->trial()->setText(
        u"\"You came back,\" she says. ((she should not know)) \"Did you bring the letters?\""_s);
    QTest::qWait(900);
    inBoth(app, save, *editor, u"scripts"_s);
    editor->choose({3});
    QTest::qWait(900);
    inBoth(app, save, *editor, u"scripts-mistake"_s);
    QList<RegexScript> scripts = editor->scripts();
    scripts[3].find = u"/(a+)+$/"_s;
    scripts[3].placements.clear();
    editing()->change(scripts, u"x"_s);
    editor->trial()->setText(QString(45, u'a') + u'b');
    QTest::qWait(2500);
    inBoth(app, save, *editor, u"scripts-runaway"_s);
    editor->resize(860, 640);
    inBoth(app, save, *editor, u"scripts-narrow"_s);
    editor->hide();
}

} // namespace snug
