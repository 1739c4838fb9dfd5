// Draws the main window in its states into a folder: screenshots FOLDER [GROUP…]. With --approved FOLDER,
// those that have a picture of that name there are compared with it, and --approve puts them in its place;
// the others are not, and with --only-approved not even taken.

#include "app/chat/chatcontroller.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/chattemplateeditorcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/language.h"
#include "app/library/librarycontroller.h"
#include "app/memory/memorycontroller.h"
#include "app/memory/memorydialogs.h"
#include "core/chat/chatsession.h"
#include "core/library/groupfiles.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/memorysetup.h"
#include "core/workspace/workspace.h"
#include "tests/gui/composerpictures.h"
#include "tests/gui/documentpictures.h"
#include "tests/gui/editorpictures.h"
#include "tests/gui/findingspictures.h"
#include "tests/gui/inspectorpictures.h"
#include "tests/gui/librarypictures.h"
#include "tests/gui/openprogram.h"
#include "tests/gui/personapictures.h"
#include "tests/gui/picturelikeness.h"
#include "tests/gui/presetpictures.h"
#include "tests/gui/readingpictures.h"
#include "tests/gui/simulatorpictures.h"
#include "tests/gui/studiopictures.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/recipients.h"
#include "widgets/dialogs/connectiondialog.h"
#include "widgets/dialogs/knowledgedialog.h"
#include "widgets/dialogs/memorysettingsdialog.h"
#include "widgets/dialogs/sidepromptsdialog.h"
#include "widgets/dialogs/summarypresetsdialog.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/editors/lore/loretable.h"
#include "widgets/inspector/comparisonpane.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/memorydesk.h"
#include "widgets/library/groupdialog.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QCommandLineParser>
#include <QDir>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cstdio>

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

QDir target;
QString approvedFolder; // empty: nothing is compared
bool approves = false;
bool takesOnlyApproved = false;
int unlikeCount = 0;

// New ones are approved by making an empty file of their name first.
void compareWithApproved(const QImage &picture, const QString &name)
{
    const QString file = approvedFolder + u'/' + name + u".png"_s;
    if (approvedFolder.isEmpty() || !QFile::exists(file))
        return;
    const QImage now = reducedPicture(picture);
    const PictureLikeness found = likeness(QImage(file), now);
    if (found.isAlike())
        return;
    if (approves) {
        if (!now.save(file))
            qFatal("%s: could not be written", qPrintable(file));
        std::printf("approved: %s\n", qPrintable(name));
        return;
    }
    ++unlikeCount;
    std::printf(
        "%s is not as approved: likeness %.4f, %d places, the worst at %d,%d. Look at %s; what is right is "
        "approved by ./dev screenshots --approve\n",
        qPrintable(name), found.mean, found.unlike, found.worst.x(), found.worst.y(),
        qPrintable(target.filePath(name + u".png"_s)));
}

QTabWidget *tabs(const AppContext &app)
{
    return app.inspector.findChild<QTabWidget *>();
}

void save(QWidget &window, const QString &name)
{
    if (takesOnlyApproved && !QFile::exists(approvedFolder + u'/' + name + u".png"_s))
        return;
    const auto grab = [&window] {
        if (auto *main = qobject_cast<MainWindow *>(&window))
            main->showNews({}); // it goes with time
        return window.grab();
    };
    QTest::qWait(250); // the last frames: pictures are not tests
    QPixmap picture = grab();
    for (int i = 0; i < 20; ++i) { // a busy machine takes longer until all has its place
        const QImage before = picture.toImage();
        QTest::qWait(50);
        picture = grab();
        if (picture.toImage() == before)
            break;
    }
    const QString file = target.filePath(name + u".png"_s);
    if (!picture.save(file))
        qFatal("%s: could not be written", qPrintable(file));
    std::printf("%s\n", qPrintable(file));
    compareWithApproved(picture.toImage(), name);
}

bool waitForChat(const AppContext &app)
{
    return QTest::qWaitFor([&] { return app.chat.session() && !app.chat.session()->preview().isBusy(); },
                           20000);
}

void takeTurn(const AppContext &app, const QString &text)
{
    app.chat.session()->send(text);
    if (!QTest::qWaitFor([&] { return !app.chat.session()->reply().isUnderWay(); }, 20000))
        qFatal("the reply did not end");
}

// Mira, Tomas and somebody whose card is missing, in list order.
void openGroup(const AppContext &app)
{
    Group group;
    group.name = u"Two lamps"_s;
    group.members = {u"Mira Okafor.png"_s, u"Tomas Reyl.png"_s, u"Ines Vauquelin.png"_s};
    group.activation = Group::Activation::List;
    app.library.perform(
        [group](LibraryStore &store) { return createGroup(store, group, QDateTime::currentDateTime()); },
        &app.window,
        [&app](const Result<Group> &made) { app.libraryController.begin(CastEntry::Kind::Group, made->id); });
    if (!QTest::qWaitFor([&] { return app.chat.session() && !app.chat.groupFile().isEmpty(); }, 20000))
        qFatal("the group did not open");
}

void takeGroupPictures(const AppContext &app)
{
    MainWindow &window = app.window;
    openGroup(app);
    takeTurn(app, u"\"Who of you lit the lamp?\""_s);
    if (!QTest::qWaitFor([&] { return app.chat.session()->conversation().size() == 5; }, 20000))
        qFatal("the round did not end");
    waitForChat(app);
    save(window, u"group-light"_s);
    app.theme.setChoice(ThemeChoice::Dark);
    save(window, u"group-dark"_s);
    app.actions.action(ActionId::EditGroup)->trigger();
    auto *dialog = window.findChild<GroupDialog *>();
    save(*dialog, u"group-edit-dark"_s);
    app.theme.setChoice(ThemeChoice::Light);
    save(*dialog, u"group-edit-light"_s);
    const auto lists = dialog->findChildren<QListWidget *>();
    QListWidget *members = *std::ranges::find(lists, u"Members"_s, &QWidget::accessibleName);
    members->setFocus();
    for (int row = 0; row < members->count(); ++row) {
        members->setCurrentRow(row);
        QTest::keyClick(members, Qt::Key_Space); // mutes
    }
    QTest::qWait(300);
    save(*dialog, u"group-edit-muted"_s);
    window.resize(900, 600);
    save(window, u"group-muted-narrow"_s);
    window.resize(1280, 800);
    while (members->count() > 0) {
        members->setCurrentRow(0);
        QTest::keyClick(members, Qt::Key_Delete);
    }
    QTest::qWait(300);
    save(*dialog, u"group-edit-nobody"_s);
    app.chat.session()->send({});
    save(window, u"group-nobody"_s);
    dialog->close();
}

// A scene marked, its request, the memory kept, what was broken; the windows about memories.
void takeMemoryPictures(const AppContext &app)
{
    MainWindow &window = app.window;
    auto *pane = window.findChild<MemoryPane *>();
    const auto inBoth = [&app](QWidget &shown, const QString &name) {
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

void takeTemplatePictures(const AppContext &app)
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

// Alice, Bob and Carl on one card: Alice tells Bob something, and Carl does not see it.
void takeLorePictures(const AppContext &app)
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

void takeCardPictures(const AppContext &app)
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

void takeSecretPictures(OpenProgram &program)
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
    tabs(app)->setCurrentWidget(app.inspector.comparison());
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
    tabs(app)->setCurrentIndex(0);
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

} // namespace

static bool takeInspector()
{
    OpenProgram program;
    if (!waitForChat(program.app()))
        return false;
    takeInspectorPictures(program.app(), save);
    takeSimulatorPictures(program.app(), save);
    program.quit();
    return true;
}

static bool takeEditors()
{
    OpenProgram program;
    if (!waitForChat(program.app()))
        return false;
    takeEditorPictures(program, save);
    takePersonaPictures(program, save);
    takeScriptPictures(program, save);
    takeFindingsPictures(program, save);
    program.quit();
    return true;
}

// A service with rules of its own: its form, and what becomes of the prompt.
static void saveService(const AppContext &app, QWidget &dialog)
{
    Connection claude;
    claude.id = u"claude"_s;
    claude.name = u"Anthropic Claude"_s;
    claude.kind = Connection::Kind::ChatService;
    claude.service = ChatService::Claude;
    claude.baseUrl = QUrl(u"http://127.0.0.1:1/v1"_s);
    claude.model = u"claude-opus-5"_s;
    claude.request.prefill = u"*Mira"_s;
    Connections &connections = app.workspace.connections;
    connections.setConnections(connections.connections() + QList{claude});
    connections.chooseActive(claude.id);
    if (auto *window = qobject_cast<ConnectionDialog *>(&dialog))
        window->select(claude.id);
    dialog.resize(dialog.width(), 900);
    if (auto *more = dialog.findChild<QToolButton *>(u"requestSettings"_s))
        more->setChecked(true);
    save(dialog, u"connections-service"_s);
    app.theme.setChoice(ThemeChoice::Dark);
    save(dialog, u"connections-service-dark"_s);
    if (auto *seam = app.inspector.findChild<QToolButton *>(u"seam"_s))
        seam->setChecked(true);
    save(app.window, u"main-dark-service"_s);
    app.theme.setChoice(ThemeChoice::Light);
    save(app.window, u"main-light-service"_s);
}

static bool takeComposer()
{
    OpenProgram program(OpenProgram::Content::SillyTavern);
    if (!waitForChat(program.app()))
        return false;
    takeComposerPictures(program, save);
    program.quit();
    return true;
}

static bool takeLibrary()
{
    OpenProgram program(OpenProgram::Content::SillyTavern);
    if (!waitForChat(program.app()))
        return false;
    takeLibraryPictures(program, save);
    program.quit();
    return true;
}

static bool takeReading()
{
    OpenProgram program;
    if (!waitForChat(program.app()))
        return false;
    takeReadingPictures(program, save);
    program.quit();
    return true;
}

static bool takeStudio()
{
    OpenProgram program;
    if (!waitForChat(program.app()))
        return false;
    takeStudioPictures(program, save);
    program.quit();
    return true;
}

static bool takePresets()
{
    OpenProgram program;
    if (!waitForChat(program.app()))
        return false;
    takePresetPictures(program, save);
    takeDocumentPictures(program, save);
    program.quit();
    return true;
}

static bool takeMain()
{
    OpenProgram program;
    const AppContext &app = program.app();
    MainWindow &window = app.window;
    if (!waitForChat(app))
        return false;
    takeTurn(app, u"\"The page with nothing on it,\" *I say.* \"And then the chair.\""_s);
    app.chatPane.composer()->setDraft(u"*I listen for the bell on the Widow.* \"Nine. You said eleven was"_s);
    app.theme.setChoice(ThemeChoice::Light);
    save(window, u"main-light"_s);
    tabs(app)->setCurrentIndex(1);
    save(window, u"main-light-lore"_s);
    tabs(app)->setCurrentIndex(2);
    save(window, u"main-light-wire"_s);
    app.theme.setChoice(ThemeChoice::Dark);
    save(window, u"main-dark-wire"_s);
    tabs(app)->setCurrentIndex(0);
    save(window, u"main-dark"_s);
    app.theme.setChoice(ThemeChoice::Light);
    window.resize(900, 600);
    save(window, u"main-narrow"_s);
    window.resize(1600, 1000);
    save(window, u"main-wide"_s);
    window.resize(1280, 800);
    Connection nobody;
    nobody.id = u"nobody"_s;
    nobody.name = u"Local llama"_s;
    nobody.kind = Connection::Kind::LlamaServer;
    nobody.baseUrl = QUrl(u"http://127.0.0.1:1"_s);
    app.workspace.connections.setConnections(app.workspace.connections.connections() + QList{nobody});
    app.workspace.connections.chooseActive(nobody.id);
    takeTurn(app, u"Hello?"_s);
    save(window, u"main-failing"_s);
    app.actions.action(ActionId::Connections)->trigger();
    if (QWidget *dialog = window.findChild<QDialog *>(QString(), Qt::FindDirectChildrenOnly)) {
        for (QDialog *candidate : window.findChildren<QDialog *>()) {
            if (candidate->isVisible())
                dialog = candidate;
        }
        save(*dialog, u"connections"_s);
        saveService(app, *dialog);
    }
    program.quit();
    return true;
}

static bool takeText()
{
    OpenProgram program;
    const AppContext &app = program.app();
    MainWindow &window = app.window;
    if (!waitForChat(app))
        return false;
    Connection text;
    text.id = u"text"_s;
    text.name = u"Local llama"_s;
    text.kind = Connection::Kind::LlamaCompletion;
    text.baseUrl = QUrl(u"http://127.0.0.1:1"_s);
    text.contextSize = 8192;
    app.workspace.connections.setConnections(app.workspace.connections.connections() + QList{text});
    app.workspace.connections.chooseActive(text.id);
    app.chatPane.composer()->setDraft(u"*I listen for the bell on the Widow.*"_s);
    app.theme.setChoice(ThemeChoice::Light);
    save(window, u"text-light"_s);
    tabs(app)->setCurrentIndex(2);
    app.theme.setChoice(ThemeChoice::Dark);
    save(window, u"text-dark-wire"_s);
    tabs(app)->setCurrentIndex(0);
    save(window, u"text-dark"_s);
    window.resize(900, 600);
    save(window, u"text-narrow"_s);
    program.quit();
    return true;
}

static bool takeGroup()
{
    OpenProgram program;
    if (!waitForChat(program.app()))
        return false;
    program.app().theme.setChoice(ThemeChoice::Light);
    takeGroupPictures(program.app());
    program.quit();
    return true;
}

static bool takeMemory()
{
    OpenProgram program;
    if (!waitForChat(program.app()))
        return false;
    takeMemoryPictures(program.app());
    program.quit();
    return true;
}

static bool takeTemplate()
{
    OpenProgram program;
    if (!waitForChat(program.app()))
        return false;
    program.app().theme.setChoice(ThemeChoice::Light);
    takeTemplatePictures(program.app());
    program.quit();
    return true;
}

static bool takeLore()
{
    OpenProgram program;
    if (!waitForChat(program.app()))
        return false;
    program.app().theme.setChoice(ThemeChoice::Light);
    takeLorePictures(program.app());
    program.app().theme.setChoice(ThemeChoice::Light);
    takeCardPictures(program.app());
    program.quit();
    return true;
}

static bool takeSecret()
{
    OpenProgram program;
    if (!waitForChat(program.app()))
        return false;
    program.app().theme.setChoice(ThemeChoice::Light);
    takeSecretPictures(program);
    program.quit();
    return true;
}

static bool takeEmpty()
{
    OpenProgram program(OpenProgram::Content::Empty);
    QTest::qWait(500);
    save(program.app().window, u"main-empty"_s);
    program.quit();
    return true;
}

static bool takeDocuments()
{
    OpenProgram program;
    if (!waitForChat(program.app()))
        return false;
    takeDocumentPictures(program, save);
    program.quit();
    return true;
}

struct PictureGroup
{
    const char *name;
    bool (*take)();
    bool isInAll = true;     // some are in another one
    bool isCompared = false; // with approved pictures, where no group is named
};

static constexpr PictureGroup groups[] = {
    {"presets", takePresets},
    {"documents", takeDocuments, false},
    {"editors", takeEditors},
    {"main", takeMain, true, true},
    {"text", takeText},
    {"group", takeGroup},
    {"memory", takeMemory},
    {"inspector", takeInspector},
    {"composer", takeComposer},
    {"library", takeLibrary, true, true},
    {"reading", takeReading, true, true},
    {"studio", takeStudio, true, true},
    {"template", takeTemplate},
    {"lore", takeLore},
    {"secrets", takeSecret},
    {"empty", takeEmpty, true, true},
};

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(u"snug"_s);
    QApplication::setCursorFlashTime(0); // a cursor that comes and goes is in every other picture
    installLanguage(application);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addPositionalArgument(u"folder"_s, u"Where the pictures go."_s);
    parser.addPositionalArgument(u"groups"_s, u"Which ones; all of them unless said otherwise."_s,
                                 u"[groups…]"_s);
    const QCommandLineOption approved(u"approved"_s, u"Compare with the pictures in this folder."_s,
                                      u"folder"_s);
    const QCommandLineOption approve(u"approve"_s, u"Put them in their places there."_s);
    const QCommandLineOption onlyApproved(u"only-approved"_s, u"Take no others."_s);
    parser.addOptions({approved, approve, onlyApproved});
    parser.process(application);
    QStringList wanted = parser.positionalArguments();
    target = QDir(wanted.isEmpty() ? u"screenshots"_s : wanted.takeFirst());
    approvedFolder = parser.value(approved);
    approves = parser.isSet(approve);
    takesOnlyApproved = parser.isSet(onlyApproved);
    if (!target.mkpath(u"."_s))
        return 1;
    for (const QString &name : std::as_const(wanted)) {
        if (std::ranges::none_of(
                groups, [&](const PictureGroup &group) { return name == QLatin1StringView(group.name); }))
            qFatal("there is no group %s", qPrintable(name));
    }
    for (const PictureGroup &group : groups) {
        const bool isUnnamed = approvedFolder.isEmpty() ? group.isInAll : group.isCompared;
        const bool isWanted = wanted.isEmpty() ? isUnnamed : wanted.contains(QLatin1StringView(group.name));
        if (isWanted && !group.take())
            return 1;
    }
    return unlikeCount > 0 ? 1 : 0;
}
