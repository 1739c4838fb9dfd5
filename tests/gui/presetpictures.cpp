#include "tests/gui/presetpictures.h"

#include "app/editors/preseteditorcontroller.h"
#include "core/editing/presetedits.h"
#include "core/formats/preset.h"
#include "core/library/atomicwrite.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/core/library/testfiles.h"
#include "tests/gui/openprogram.h"
#include "widgets/editors/blockform.h"
#include "widgets/editors/blocklist.h"
#include "widgets/editors/conflictdialog.h"
#include "widgets/editors/presetcomparer.h"
#include "widgets/editors/unusedblocks.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/mainwindow.h"

#include <QCompleter>
#include <QLineEdit>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Another preset, with folders, unused blocks and an order that nobody reads.
void writeRichPreset(const QString &folder)
{
    Preset preset =
        readPreset(test::bytesOf(folder + u"/OpenAI Settings/Harbour.json"_s), u"Slow Lamp"_s)->preset;
    const auto add = [&](const QString &name, const QString &text, QStringView after,
                         const QString &inFolder) {
        PromptBlock block = newBlock(preset, name);
        block.content = text;
        preset = withFolder(withNew(preset, block, after), {block.identifier}, inFolder);
        return block.identifier;
    };
    const QString tense =
        add(u"Past tense"_s, u"Write in the past tense, close third person."_s, u"main", u"Style"_s);
    const QString length = add(
        u"Length"_s, u"{{random::Two::Three}} paragraphs, {{// not more}}never a list."_s, tense, u"Style"_s);
    add(u"Weather"_s, u"{{if {{getvar::storm}}}}The storm is still over the sea.{{/if}}"_s, length,
        u"Style"_s);
    const QString gone = add(u"Old rules"_s, u"Superseded."_s, u"jailbreak", {});
    add(u"Spare ending"_s, u"End on an image."_s, u"jailbreak", {});
    preset = withTakenOut(preset, {gone, u"nsfw"_s});
    PromptBlock main = *findBlock(preset, u"main");
    main.content =
        u"You play {{char}}, and only {{char}}. {{user}} plays {{user}}.\n\n"
        u"<rules>\n- Stay with what {{char}} knows at {{time}}.\n- {{getvar::mood}} is the mood.\n</rules>"_s;
    preset = withBlock(preset, main);
    const auto written = writeFileDurably(folder + u"/OpenAI Settings/Slow Lamp.json"_s, writePreset(preset));
    if (!written)
        qFatal("not written");
}

void choose(PresetEditor &editor, const QString &name)
{
    for (const PromptBlock &block : editor.state().preset.prompts) {
        if (block.name == name)
            editor.showBlock(block.identifier);
    }
}

} // namespace

void takePresetPictures(OpenProgram &program, const std::function<void(QWidget &, const QString &)> &save)
{
    const AppContext &app = program.app();
    const auto inBoth = [&](QWidget &widget, const QString &name) {
        app.theme.setChoice(ThemeChoice::Light);
        save(widget, name + u"-light"_s);
        app.theme.setChoice(ThemeChoice::Dark);
        save(widget, name + u"-dark"_s);
    };
    writeRichPreset(program.libraryFolder());
    QTest::qWait(800);
    app.workspace.content.choices().choosePreset(u"Slow Lamp"_s);
    app.presetEditor.open(u"Slow Lamp"_s);
    PresetEditor *editor = app.presetEditor.editor();
    if (!QTest::qWaitFor([&] { return editor->state().name == u"Slow Lamp"; }, 20000))
        qFatal("the preset does not open");
    QTest::qWait(400);
    choose(*editor, u"Main"_s);
    QTest::keyClick(editor->form()->text(), Qt::Key_End, Qt::ControlModifier);
    QTest::keyClicks(editor->form()->text(), u" Keep it quiet."_s);
    editor->findChild<UnusedBlocks *>()->findChild<QToolButton *>()->click();
    QTest::qWait(400);
    inBoth(*editor, u"preset"_s);
    inBoth(app.window, u"preset-asedited"_s);
    QTest::keyClicks(editor->form()->text(), u" {{la"_s);
    save(*editor, u"preset-completion-dark"_s);
    if (QWidget *popup = QApplication::activePopupWidget()) {
        save(*popup, u"preset-completion-popup-dark"_s);
        popup->hide();
    }
    choose(*editor, u"House style"_s);
    inBoth(*editor, u"preset-depth"_s);
    choose(*editor, u"Description"_s);
    inBoth(*editor, u"preset-marker"_s);
    choose(*editor, u"Main"_s);
    QTest::keyClick(editor, Qt::Key_F, Qt::ControlModifier);
    editor->findChild<QLineEdit *>(u"findText"_s)->setText(u"{{char}}"_s);
    inBoth(*editor, u"preset-find"_s);
    QTest::keyClick(editor->findChild<QLineEdit *>(u"findText"_s), Qt::Key_Escape);
    auto *tabs = editor->findChild<QTabWidget *>();
    for (const auto &[tab, name] : {std::pair(1, u"preset-whole"_s), std::pair(2, u"preset-texts"_s),
                                    std::pair(3, u"preset-values"_s)}) {
        tabs->setCurrentIndex(tab);
        inBoth(*editor, name);
    }
    tabs->setCurrentIndex(0);
    OpenProgram::chooseFromMenu(OpenProgram::menuOf(editor, u"More"_s), {u"Compare With Another Preset…"_s});
    if (QTest::qWaitFor(
            [&] { return app.presetEditor.comparer() && app.presetEditor.comparer()->isVisible(); }))
        inBoth(app.window, u"preset-compare"_s);
    ConflictDialog conflict(u"Slow Lamp"_s, editor);
    conflict.setConflicts(
        {{u"prompts[main].content"_s, u"prompts › Main Prompt › content"_s, Json(u"You play {{char}}."_s),
          Json(u"You play {{char}}. Keep it quiet."_s), Json(u"You are {{char}}."_s)},
         {u"temperature"_s, u"temperature"_s, Json(0.9), Json(1.1), Json(0.7)}});
    conflict.open();
    inBoth(conflict, u"preset-conflict"_s);
    conflict.reject();
    editor->resize(820, 560);
    inBoth(*editor, u"preset-narrow"_s);
    editor->hide();
}

} // namespace snug
