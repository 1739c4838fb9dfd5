#include "tests/gui/findingspictures.h"

#include "app/editors/cardeditorcontroller.h"
#include "app/editors/completiontemplateeditorcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/editors/personaeditorcontroller.h"
#include "app/editors/preseteditorcontroller.h"
#include "core/editing/presetedits.h"
#include "core/library/texttemplatefields.h"
#include "tests/gui/openprogram.h"
#include "widgets/editors/blockform.h"
#include "widgets/editors/card/cardfieldspage.h"
#include "widgets/editors/card/greetingspage.h"
#include "widgets/editors/findings/findingsbar.h"
#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/editors/lore/loreentryform.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/theme/systemtheme.h"

#include <QListWidget>
#include <QTest>

using namespace Qt::StringLiterals;

namespace snug {

void takeFindingsPictures(OpenProgram &program, const std::function<void(QWidget &, const QString &)> &save)
{
    const AppContext &app = program.app();
    const auto inBoth = [&](QWidget &window, FindingsBar *bar, const QString &name) {
        if (!QTest::qWaitFor([&] { return !bar->findings().isEmpty(); }, 10000))
            qFatal("nothing is found");
        QTest::qWait(400); // what was typed last is looked over too
        bar->setOpen(true);
        for (const auto &[choice, theme] :
             {std::pair(ThemeChoice::Light, u"-light"_s), std::pair(ThemeChoice::Dark, u"-dark"_s)}) {
            app.theme.setChoice(choice);
            save(window, u"findings-"_s + name + theme);
        }
    };

    app.presetEditor.open();
    PresetEditor *preset = app.presetEditor.editor();
    if (!QTest::qWaitFor([&] { return preset->form()->block().has_value(); }, 20000))
        qFatal("no preset");
    preset->showBlock(u"main"_s);
    preset->form()->text()->setPlainText(
        u"You play {{char}}, and only {{chra}}. It is {{time}}.\n{{random::Rain::Fog}} lies over {{user"_s);
    preset->showBlock(u"jailbreak"_s);
    preset->form()->text()->setPlainText(u"Stay in {{mood}}."_s);
    preset->showBlock(u"main"_s);
    inBoth(*preset, preset->findings(), u"preset"_s);
    preset->resize(820, 600);
    inBoth(*preset, preset->findings(), u"preset-narrow"_s);
    preset->hide();

    app.cardEditor.open();
    CardEditor *card = app.cardEditor.editor();
    if (!QTest::qWaitFor([&] { return app.cardEditor.document().isOpen(); }, 20000))
        qFatal("no card");
    const auto field = [&](CardField each) { return card->pageOf(each)->fieldEdit(each)->text(); };
    field(CardField::Description)
        ->setPlainText(u"{{char}} keeps the lamp of {{plase}}. {{roll:d6}} ships."_s);
    card->greetings()->choose(0);
    card->greetings()->text()->setPlainText(u"\"{{usr}}, you are late.\""_s);
    card->openField(CardField::Description);
    inBoth(*card, card->findings(), u"card"_s);
    card->hide();

    app.lorebookEditor.open();
    LorebookEditor *book = app.lorebookEditor.editor();
    if (!QTest::qWaitFor([&] { return book->lorebook().entries.size() > 2; }, 20000))
        qFatal("no lorebook");
    book->openEntry(book->lorebook().entries.at(1).uid);
    book->form()->fieldEdit(LoreField::Content)->text()->setPlainText(u"The Widow is {{chra}}'s reef."_s);
    inBoth(*book, book->findings(), u"lorebook"_s);
    book->hide();

    app.personaEditor.open();
    PersonaEditor *people = app.personaEditor.editor();
    if (!QTest::qWaitFor([&] { return people->currentPersona().has_value(); }, 20000))
        qFatal("no persona");
    people->form()->text()->setPlainText(u"{{usr}} flies the mail plane. {{persona}}"_s);
    inBoth(*people, people->findings(), u"personas"_s);
    people->hide();

    using Kind = TextTemplateEditor::Kind;
    const auto templates = [&](Kind kind, const QString &name, const auto &fields, const QString &key,
                               const QString &text, const QString &picture) {
        app.completionTemplateEditor.open(kind, name);
        TextTemplateEditor *editor = app.completionTemplateEditor.editor();
        if (!QTest::qWaitFor([&] { return app.completionTemplateEditor.document(kind).isOpen(); }, 20000))
            qFatal("no template");
        for (const auto &each : fields) {
            if (each.key == key)
                editor->form()->text(each.info.id)->setPlainText(text);
        }
        inBoth(*editor, editor->findings(), picture);
    };
    templates(Kind::Context, u"ChatML"_s, contextFields(), u"story_string"_s,
              u"{{#if sytem}}{{system}}\n{{/if}}{{#if description}}{{description}}\n{{/if}}{{persona}}"_s,
              u"context"_s);
    templates(Kind::Instruct, u"Alpaca"_s, instructFields(), u"input_sequence"_s, u"### Response:{{nme}}\n"_s,
              u"instruct"_s);
    app.completionTemplateEditor.editor()->hide();
}

} // namespace snug
