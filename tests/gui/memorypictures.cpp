#include "tests/gui/memorypictures.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/memory/memorycontroller.h"
#include "app/memory/memorydialogs.h"
#include "core/chat/chatsession.h"
#include "core/workspace/memorysetup.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/gui/picturechat.h"
#include "widgets/chat/composer.h"
#include "widgets/dialogs/memorysettingsdialog.h"
#include "widgets/dialogs/sidepromptsdialog.h"
#include "widgets/dialogs/summarypresetsdialog.h"
#include "widgets/inspector/memorydesk.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>

using namespace Qt::StringLiterals;

namespace snug {

void takeMemoryPictures(const AppContext &app, const std::function<void(QWidget &, const QString &)> &save)
{
    MainWindow &window = app.window;
    auto *pane = window.findChild<MemoryPane *>();
    const auto inBoth = [&app, &save](QWidget &shown, const QString &name) {
        app.theme.setChoice(ThemeChoice::Light);
        save(shown, name + u"-light"_s);
        app.theme.setChoice(ThemeChoice::Dark);
        save(shown, name + u"-dark"_s);
    };
    window.activateWindow();
    auto *draft = app.chatPane.composer()->findChild<QPlainTextEdit *>();
    draft->setFocus();
    QTest::keyClicks(draft, u"/s"_s);
    inBoth(window, u"memory-commands"_s);
    app.chatPane.composer()->setDraft({});
    app.memories.run(u"/scenememory 1-4"_s);
    QTest::qWait(400);
    inBoth(window, u"memory-nobook"_s);
    for (QPushButton *button : app.chatPane.findChildren<QPushButton *>()) {
        if (button->text() == u"Make a Lorebook")
            button->click();
    }
    if (!QTest::qWaitFor([&] { return pane->state() == MemoryPane::State::Request; }, 20000))
        qFatal("no request was shown");
    inBoth(window, u"memory-request"_s);
    window.resize(900, 600);
    save(window, u"memory-request-narrow"_s);
    window.resize(1280, 800);
    OpenProgram::click(pane, u"Write by Hand"_s);
    inBoth(window, u"memory-edit"_s);
    MemorySettings looksFirst = app.workspace.memory.settings();
    looksFirst.showsPreviews = true;
    app.workspace.memory.setSettings(looksFirst);
    auto *desk = window.findChild<MemoryDesk *>();
    auto *waiting = desk->findChild<QListWidget *>();
    for (const QString &command : {u"/sideprompt Status 0-3"_s, u"/sideprompt Plotpoints 0-3"_s}) {
        const int before = waiting->count();
        app.memories.run(command);
        if (!QTest::qWaitFor(
                [&] { return waiting->count() == before + 1 && !app.memories.sidePrompts().isBusy(); },
                20000))
            qFatal("no side prompt waits");
    }
    waiting->setCurrentRow(1);
    inBoth(window, u"memory-waiting"_s);
    looksFirst.showsPreviews = false;
    app.workspace.memory.setSettings(looksFirst);
    app.memories.sidePrompts().clear();
    desk->show(pane);
    pane->showFailure({.text =
                           u"The answer is not valid JSON. Accept the repaired form, correct it by hand, or "
                           "try again."_s,
                       .code = u"MALFORMED"_s,
                       .answer = u"{title: 'The lamp', content: 'It burned all night"_s,
                       .canRepair = true});
    inBoth(window, u"memory-failure"_s);
    OpenProgram::click(pane, u"Discard"_s);
    app.memories.run(u"/scenememory 1-4"_s);
    if (!QTest::qWaitFor([&] { return pane->state() == MemoryPane::State::Request; }, 20000))
        qFatal("no request was shown");
    OpenProgram::click(pane, u"Send"_s);
    if (!QTest::qWaitFor([&] { return pane->state() == MemoryPane::State::Nothing; }, 20000))
        qFatal("no memory was kept");
    inBoth(window, u"memory-kept"_s);
    inBoth(*app.memoryDialogs.showSidePrompts(), u"memory-sideprompts"_s);
    inBoth(*app.memoryDialogs.showPresets(), u"memory-presets"_s);
    MemorySettingsDialog *settings = app.memoryDialogs.showSettings();
    inBoth(*settings, u"memory-settings"_s);
    settings->showProfiles();
    inBoth(*settings, u"memory-profiles"_s);
}

} // namespace snug
