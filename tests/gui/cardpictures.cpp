#include "tests/gui/cardpictures.h"

#include "app/appcontext.h"
#include "app/library/librarycontroller.h"
#include "core/workspace/activecontent.h"
#include "tests/gui/picturechat.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/editors/lore/loretable.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"

#include <QPlainTextEdit>
#include <QTest>

using namespace Qt::StringLiterals;

namespace snug {

void takeLorePictures(const AppContext &app, const std::function<void(QWidget &, const QString &)> &save)
{
    app.lorebookEditor.open();
    LorebookEditor *editor = app.lorebookEditor.editor();
    if (!QTest::qWaitFor([&] { return !editor->lorebook().entries.isEmpty(); }, 20000))
        qFatal("the lorebook did not open");
    save(*editor, u"lorebook-light"_s);
    editor->trial()
        ->findChild<QPlainTextEdit *>(u"trialText"_s)
        ->setPlainText(u"The fog is back. Do the clocks still disagree at the inn?"_s);
    editor->openEntry(2);
    QTest::qWait(600);
    save(*editor, u"lorebook-entry-light"_s);
    app.theme.setChoice(ThemeChoice::Dark);
    save(*editor, u"lorebook-entry-dark"_s);
    editor->table()->choose({1, 2, 3});
    save(*editor, u"lorebook-several-dark"_s);
    editor->resize(900, 600);
    save(*editor, u"lorebook-narrow-dark"_s);
    app.theme.setChoice(ThemeChoice::Light);
    save(*editor, u"lorebook-narrow-light"_s);
    editor->hide();
}

void takeCardPictures(const AppContext &app, const std::function<void(QWidget &, const QString &)> &save)
{
    app.cardEditor.open();
    CardEditor *editor = app.cardEditor.editor();
    if (!QTest::qWaitFor([&] { return !editor->card().name.isEmpty(); }, 20000))
        qFatal("the card did not open");
    QTest::qWait(500);
    using Page = CardEditor::Page;
    for (const auto &[choice, suffix] :
         {std::pair(ThemeChoice::Light, u"-light"_s), std::pair(ThemeChoice::Dark, u"-dark"_s)}) {
        app.theme.setChoice(choice);
        for (const auto &[page, name] :
             {std::pair(Page::Character, u"card"_s), std::pair(Page::Greetings, u"card-greetings"_s),
              std::pair(Page::About, u"card-about"_s), std::pair(Page::Book, u"card-lorebook"_s),
              std::pair(Page::Picture, u"card-picture"_s)}) {
            editor->openPage(page);
            save(*editor, name + suffix);
        }
    }
    editor->hide();
}

} // namespace snug
