// Draws the main window in its states into a folder: screenshots FOLDER [GROUP…]. With --approved FOLDER,
// those that have a picture of that name there are compared with it, and --approve puts them in its place;
// the others are not, and with --only-approved not even taken.

#include "app/chat/chatcontroller.h"
#include "app/language.h"
#include "core/chat/chatsession.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "tests/gui/cardpictures.h"
#include "tests/gui/composerpictures.h"
#include "tests/gui/documentpictures.h"
#include "tests/gui/editorpictures.h"
#include "tests/gui/findingspictures.h"
#include "tests/gui/grouppictures.h"
#include "tests/gui/inspectorpictures.h"
#include "tests/gui/librarypictures.h"
#include "tests/gui/memorypictures.h"
#include "tests/gui/openprogram.h"
#include "tests/gui/personapictures.h"
#include "tests/gui/picturechat.h"
#include "tests/gui/picturelikeness.h"
#include "tests/gui/presetpictures.h"
#include "tests/gui/readingpictures.h"
#include "tests/gui/secretpictures.h"
#include "tests/gui/simulatorpictures.h"
#include "tests/gui/studiopictures.h"
#include "tests/gui/templatepictures.h"
#include "widgets/chat/composer.h"
#include "widgets/dialogs/connectiondialog.h"
#include "widgets/inspector/inspector.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
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
    inspectorPages(app)->setCurrentIndex(1);
    save(window, u"main-light-lore"_s);
    inspectorPages(app)->setCurrentIndex(2);
    save(window, u"main-light-wire"_s);
    app.theme.setChoice(ThemeChoice::Dark);
    save(window, u"main-dark-wire"_s);
    inspectorPages(app)->setCurrentIndex(0);
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
    inspectorPages(app)->setCurrentIndex(2);
    app.theme.setChoice(ThemeChoice::Dark);
    save(window, u"text-dark-wire"_s);
    inspectorPages(app)->setCurrentIndex(0);
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
    takeGroupPictures(program.app(), save);
    program.quit();
    return true;
}

static bool takeMemory()
{
    OpenProgram program;
    if (!waitForChat(program.app()))
        return false;
    takeMemoryPictures(program.app(), save);
    program.quit();
    return true;
}

static bool takeTemplate()
{
    OpenProgram program;
    if (!waitForChat(program.app()))
        return false;
    program.app().theme.setChoice(ThemeChoice::Light);
    takeTemplatePictures(program.app(), save);
    program.quit();
    return true;
}

static bool takeLore()
{
    OpenProgram program;
    if (!waitForChat(program.app()))
        return false;
    program.app().theme.setChoice(ThemeChoice::Light);
    takeLorePictures(program.app(), save);
    program.app().theme.setChoice(ThemeChoice::Light);
    takeCardPictures(program.app(), save);
    program.quit();
    return true;
}

static bool takeSecret()
{
    OpenProgram program;
    if (!waitForChat(program.app()))
        return false;
    program.app().theme.setChoice(ThemeChoice::Light);
    takeSecretPictures(program, save);
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
