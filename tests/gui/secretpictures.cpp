#include "tests/gui/secretpictures.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/library/librarycontroller.h"
#include "core/chat/chatsession.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/gui/picturechat.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/recipients.h"
#include "widgets/dialogs/connectiondialog.h"
#include "widgets/dialogs/knowledgedialog.h"
#include "widgets/editors/lore/loretable.h"
#include "widgets/inspector/comparisonpane.h"
#include "widgets/inspector/inspector.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QComboBox>
#include <QTest>

using namespace Qt::StringLiterals;

namespace snug {

void takeSecretPictures(OpenProgram &program, const std::function<void(QWidget &, const QString &)> &save)
{
    const AppContext &app = program.app();
    MainWindow &window = app.window;
    const QString card = program.libraryFolder() + u"/inn.json"_s;
    QFile file(card);
    if (!file.open(QIODevice::WriteOnly) ||
        file.write(
            R"({"sys_prompt":"Alice, Bob and Carl share a table at the inn by the harbour.","role":"Alice",
            "filepath":"inn.json","chars":["Alice","Bob","Carl"],"first_msg":"*Alice waves from the table.*"})") <
            0)
        qFatal("the card could not be written");
    file.close();
    const auto known = app.library.contents().cards.size();
    app.libraryController.importFiles({card});
    if (!QTest::qWaitFor([&] { return app.library.contents().cards.size() > known; }, 20000))
        qFatal("the card did not come");
    app.chat.startNew(u"Alice.png"_s);
    ActiveKnowledge &knowledge = app.workspace.content.knowledge();
    knowledge.changeLibrarySettings({.isEnabled = true, .autoTurn = true, .roundLimit = 2});
    waitForChat(app);
    takeTurn(app, u"Good evening, all."_s);
    knowledge.setWriter(u"Alice"_s);
    Recipients *to = app.chatPane.composer()->recipients();
    to->setChosen({u"Bob"_s});
    app.chatPane.composer()->setDraft(u"\"The lamp on the sill is hollow,\" *I whisper.*"_s);
    save(window, u"secrets-writing-light"_s);
    takeTurn(app, app.chat.draft());
    app.chatPane.composer()->setDraft({});
    to->setChosen({u"Bob"_s, u"Carl"_s});
    app.chatPane.composer()->setDraft(u"\"Tell nobody.\""_s);
    takeTurn(app, app.chat.draft());
    app.chatPane.composer()->setDraft({});
    if (!QTest::qWaitFor([&] { return !app.chat.session()->reply().isUnderWay(); }, 20000))
        qFatal("the private replies did not end");
    save(window, u"secrets-limit-light"_s);
    app.theme.setChoice(ThemeChoice::Dark);
    save(window, u"secrets-limit-dark"_s);
    app.chat.session()->stop();
    app.chat.session()->upcoming().lookAs(u"Bob"_s);
    inspectorPages(app)->setCurrentWidget(app.inspector.comparison());
    window.resize(1500, 900);
    window.chatPage()->resizeDocks({window.chatPage()->inspectorDock()}, {620}, Qt::Horizontal);
    auto *beside = app.inspector.comparison()->findChild<QComboBox *>();
    OpenProgram::choose(beside, beside->findText(u"Carl"_s));
    save(window, u"secrets-compare-dark"_s);
    app.theme.setChoice(ThemeChoice::Light);
    save(window, u"secrets-compare-light"_s);
    window.resize(1280, 800);
    window.chatPage()->resizeDocks({window.chatPage()->inspectorDock()}, {380}, Qt::Horizontal);
    save(window, u"secrets-compare-docked"_s);
    inspectorPages(app)->setCurrentIndex(0);
    knowledge.setWriter(u"Carl"_s);
    save(window, u"secrets-as-carl-light"_s);
    app.actions.action(ActionId::WhoKnowsWhat)->trigger();
    auto *dialog = window.findChild<KnowledgeDialog *>();
    save(*dialog, u"secrets-settings-light"_s);
    app.theme.setChoice(ThemeChoice::Dark);
    save(*dialog, u"secrets-settings-dark"_s);
    dialog->close();
    window.resize(900, 600);
    save(window, u"secrets-narrow-dark"_s);
}

} // namespace snug
