#include "tests/gui/inspectorpictures.h"

#include "app/chat/chatcontroller.h"
#include "app/inspector/changescontroller.h"
#include "app/inspector/historycontroller.h"
#include "app/inspector/whatifcontroller.h"
#include "core/chat/chatsession.h"
#include "core/ledger/sharedprompt.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/requesthistory.h"
#include "core/workspace/workspace.h"
#include "widgets/inspector/budgetmap.h"
#include "widgets/inspector/changespane.h"
#include "widgets/inspector/historypane.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/lorepane.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/inspector/sharedpromptwindow.h"
#include "widgets/inspector/storywindow.h"
#include "widgets/inspector/whatifbar.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/mainwindow.h"

#include <QContextMenuEvent>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QMessageBox>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace snug {

void takeInspectorPictures(const AppContext &app, const std::function<void(QWidget &, const QString &)> &save)
{
    MainWindow &window = app.window;
    window.resize(1280, 800);
    const auto inBoth = [&](const QString &name) {
        app.theme.setChoice(ThemeChoice::Light);
        save(window, name + u"-light"_s);
        app.theme.setChoice(ThemeChoice::Dark);
        save(window, name + u"-dark"_s);
    };
    for (const QString &text : {u"Is the lamp lit?"_s, u"Then let us go down to the harbour."_s}) {
        app.chat.session()->send(text);
        if (!QTest::qWaitFor([&] { return !app.chat.session()->reply().isUnderWay(); }, 20000))
            qFatal("the reply did not end");
    }
    Preset squashed = app.workspace.content.preset().value_or(Preset());
    squashed.squashSystemMessages = true;
    app.workspace.content.edited().setPreset(app.workspace.content.presetName(), squashed);
    auto *apart = app.inspector.prompt()->findChild<QToolButton *>(u"blocksApart"_s);
    if (!QTest::qWaitFor([&] { return apart->isVisible(); }, 5000))
        qFatal("nothing was squashed");
    inBoth(u"blocks-apart"_s);
    SharedPromptWindow shared(u"prompt.json"_s, {.prompt = app.chat.session()->preview().current().prompt,
                                                 .program = u"Snug"_s,
                                                 .isWithoutNames = true});
    shared.setAttribute(Qt::WA_DeleteOnClose, false);
    shared.setTheme(app.theme.theme());
    save(shared, u"shared-prompt"_s);
    shared.close();
    app.workspace.content.edited().setPreset(app.workspace.content.presetName(), std::nullopt);
    HistoryPane *history = app.inspector.history();
    app.inspector.bringToFront(history);
    inBoth(u"history"_s);
    app.history.show(app.workspace.history.heads().last().id);
    if (!QTest::qWaitFor([&] { return history->isShowingRequest(); }, 5000))
        qFatal("the request did not come");
    inBoth(u"history-past"_s);
    auto *pages = history->past()->findChild<QTabWidget *>(u"pastPages"_s);
    pages->setCurrentIndex(2);
    inBoth(u"history-answer"_s);
    history->showList();

    LorePane *lore = app.inspector.lore();
    app.inspector.bringToFront(lore);
    inBoth(u"lore"_s);
    auto *rows = lore->findChild<QListView *>();
    const QPoint first = rows->visualRect(rows->model()->index(3, 0)).center();
    QTest::mouseClick(rows->viewport(), Qt::LeftButton, {}, first);
    OpenProgram::chooseFromContextMenu(rows->viewport(), first, {u"When it was in the prompt…"_s});
    auto *story = window.findChild<StoryWindow *>();
    if (!story || !QTest::qWaitFor([&] { return story->moments().size() >= 2; }, 5000))
        qFatal("the story did not come");
    auto *strip = story->findChild<QWidget *>(u"storyStrip"_s);
    strip->setFocus();
    QTest::keyClick(strip, Qt::Key_End);
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
        app.theme.setChoice(choice);
        save(*story, choice == ThemeChoice::Light ? u"story-light"_s : u"story-dark"_s);
    }
    story->close();
    QContextMenuEvent asked(QContextMenuEvent::Mouse, first, rows->viewport()->mapToGlobal(first));
    QCoreApplication::sendEvent(rows->viewport(), &asked);
    auto *menu = lore->findChild<QMenu *>(u"loreMenu"_s);
    if (!menu)
        qFatal("the menu did not come");
    save(*menu, u"lore-menu-dark"_s);
    menu->close();

    app.chat.session()->edits().edit(1, u"*I set the kettle down.* \"Eleven, then. Or nine. Who counts?\""_s);
    ChangesPane *changes = app.inspector.changes();
    app.inspector.bringToFront(changes);
    if (!QTest::qWaitFor([&] { return changes->changes().size() > 1; }, 5000))
        qFatal("the changes did not come");
    inBoth(u"diff"_s);
    PromptPane *prompt = app.inspector.prompt();
    app.inspector.bringToFront(prompt);
    CacheFacts facts; // of a server that keeps prompts; the Understudy does not
    facts.prefix = promptPrefix(*app.changes.lastPrompt(), app.chat.shownPrompt()->prompt);
    app.inspector.setCache(facts);
    prompt->list()->showBreak();
    inBoth(u"cache"_s);

    auto *map = prompt->findChild<BudgetMap *>();
    for (QToolButton *button : prompt->findChildren<QToolButton *>()) {
        if (button->text() == u"Map")
            button->click();
    }
    map->setFocus();
    inBoth(u"map"_s);
    for (QToolButton *button : prompt->findChildren<QToolButton *>()) {
        if (button->text() == u"Map")
            button->click();
    }
    WhatIf whatIf;
    whatIf.at({WhatIfTarget::Kind::Block, u"main"_s}, u"Main"_s).isOff = true;
    whatIf.contextSize = 4096;
    app.whatIf.setWhatIf(whatIf);
    prompt->list()->scrollToTop();
    auto *effect = app.inspector.whatIf()->findChild<QLabel *>(u"whatIfEffect"_s);
    if (!QTest::qWaitFor([&] { return !effect->text().isEmpty(); }, 5000))
        qFatal("the effect did not come");
    inBoth(u"what-if"_s);
    prompt->list()->setCurrentIndex(prompt->list()->model()->index(0, 0));
    QTest::keyClick(prompt->list(), Qt::Key_Right); // its first segment
    QTest::keyClick(prompt->list(), Qt::Key_F2);
    inBoth(u"what-if-edit"_s);
    app.inspector.whatIf()->endEdit();
    if (!OpenProgram::click(app.inspector.whatIf(), u"Apply to the Files…"_s))
        qFatal("nothing can be applied");
    const auto question = [&window] { return window.findChild<QMessageBox *>(); };
    if (!QTest::qWaitFor([&] { return question() && question()->isVisible(); }, 5000))
        qFatal("the question did not come");
    save(*question(), u"what-if-apply-dark"_s);
    QTest::keyClick(question(), Qt::Key_Escape);
    app.whatIf.setWhatIf({});
}

} // namespace snug
