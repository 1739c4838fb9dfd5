// Draws the main window in its states into a folder. Not a test: pictures are for eyes.

#include "app/rooms/chatroom.h"
#include "app/rooms/libraryroom.h"
#include "app/rooms/modelroom.h"
#include "core/chat/chatsession.h"
#include "core/library/groupfiles.h"
#include "tests/gui/openprogram.h"
#include "widgets/chat/composer.h"
#include "widgets/inspector/inspector.h"
#include "widgets/library/groupdialog.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QTabWidget>
#include <QTest>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

QDir target;

void save(QWidget &window, const QString &name)
{
    QTest::qWait(250); // the last frames: pictures are not tests
    const QString file = target.filePath(name + u".png"_s);
    if (!window.grab().save(file))
        qFatal("%s: could not be written", qPrintable(file));
    std::printf("%s\n", qPrintable(file));
}

bool waitForChat(Rooms &rooms)
{
    return QTest::qWaitFor(
        [&] { return rooms.chat().session() && !rooms.chat().session()->preview().isBusy(); }, 20000);
}

void takeTurn(Rooms &rooms, const QString &text)
{
    rooms.chat().session()->send(text);
    if (!QTest::qWaitFor([&] { return !rooms.chat().session()->reply().isUnderWay(); }, 20000))
        qFatal("the reply did not end");
}

// Mira, Tomas and somebody whose card is missing, in list order.
void openGroup(Rooms &rooms)
{
    Group group;
    group.name = u"Two lamps"_s;
    group.members = {u"Mira Okafor.png"_s, u"Tomas Reyl.png"_s, u"Ines Vauquelin.png"_s};
    group.activation = Group::Activation::List;
    rooms.library().perform(
        [group](LibraryStore &store) { return createGroup(store, group, QDateTime::currentDateTime()); },
        &rooms, [&rooms](const Result<Group> &made) { rooms.libraryRoom().beginGroup(made->id); });
    if (!QTest::qWaitFor([&] { return rooms.chat().session() && !rooms.chat().groupFile().isEmpty(); },
                         20000))
        qFatal("the group did not open");
}

void takeGroupPictures(Rooms &rooms)
{
    MainWindow &window = rooms.window();
    openGroup(rooms);
    takeTurn(rooms, u"\"Who of you lit the lamp?\""_s);
    if (!QTest::qWaitFor([&] { return rooms.chat().session()->conversation().size() == 5; }, 20000))
        qFatal("the round did not end");
    waitForChat(rooms);
    save(window, u"group-light"_s);
    rooms.theme().setChoice(ThemeChoice::Dark);
    save(window, u"group-dark"_s);
    rooms.actions().action(ActionId::EditGroup)->trigger();
    auto *dialog = window.findChild<GroupDialog *>();
    save(*dialog, u"group-edit-dark"_s);
    rooms.theme().setChoice(ThemeChoice::Light);
    save(*dialog, u"group-edit-light"_s);
    Group group = dialog->group();
    group.mutedMembers = group.members;
    Q_EMIT dialog->edited(group);
    QTest::qWait(300);
    save(*dialog, u"group-edit-muted"_s);
    window.resize(900, 600);
    save(window, u"group-muted-narrow"_s);
    window.resize(1280, 800);
    group.members.clear();
    group.mutedMembers.clear();
    Q_EMIT dialog->edited(group);
    QTest::qWait(300);
    save(*dialog, u"group-edit-nobody"_s);
    rooms.chat().session()->send({});
    save(window, u"group-nobody"_s);
    dialog->close();
}

QTabWidget *tabs(Rooms &rooms)
{
    return rooms.inspector().findChild<QTabWidget *>();
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(u"snug"_s);
    target = QDir(argc > 1 ? QString::fromLocal8Bit(argv[1]) : u"screenshots"_s);
    if (!target.mkpath(u"."_s))
        return 1;

    {
        OpenProgram program;
        Rooms &rooms = program.rooms();
        MainWindow &window = rooms.window();
        if (!waitForChat(rooms))
            return 1;
        takeTurn(rooms, u"\"The page with nothing on it,\" *I say.* \"And then the chair.\""_s);
        rooms.pane().composer()->setDraft(
            u"*I listen for the bell on the Widow.* \"Nine. You said eleven was"_s);
        rooms.theme().setChoice(ThemeChoice::Light);
        save(window, u"main-light"_s);
        tabs(rooms)->setCurrentIndex(1);
        save(window, u"main-light-lore"_s);
        tabs(rooms)->setCurrentIndex(2);
        save(window, u"main-light-wire"_s);
        rooms.theme().setChoice(ThemeChoice::Dark);
        save(window, u"main-dark-wire"_s);
        tabs(rooms)->setCurrentIndex(0);
        save(window, u"main-dark"_s);
        rooms.theme().setChoice(ThemeChoice::Light);
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
        rooms.model().setConnections(rooms.model().connections() + QList{nobody});
        rooms.model().chooseActive(nobody.id);
        takeTurn(rooms, u"Hello?"_s);
        save(window, u"main-failing"_s);
        rooms.actions().action(ActionId::Connections)->trigger();
        if (QWidget *dialog = window.findChild<QDialog *>(QString(), Qt::FindDirectChildrenOnly)) {
            for (QDialog *candidate : window.findChildren<QDialog *>()) {
                if (candidate->isVisible())
                    dialog = candidate;
            }
            save(*dialog, u"connections"_s);
        }
        program.quit();
    }
    {
        OpenProgram program;
        Rooms &rooms = program.rooms();
        MainWindow &window = rooms.window();
        if (!waitForChat(rooms))
            return 1;
        Connection text;
        text.id = u"text"_s;
        text.name = u"Local llama"_s;
        text.kind = Connection::Kind::LlamaCompletion;
        text.baseUrl = QUrl(u"http://127.0.0.1:1"_s);
        text.contextSize = 8192;
        rooms.model().setConnections(rooms.model().connections() + QList{text});
        rooms.model().chooseActive(text.id);
        rooms.pane().composer()->setDraft(u"*I listen for the bell on the Widow.*"_s);
        rooms.theme().setChoice(ThemeChoice::Light);
        save(window, u"text-light"_s);
        tabs(rooms)->setCurrentIndex(2);
        rooms.theme().setChoice(ThemeChoice::Dark);
        save(window, u"text-dark-wire"_s);
        tabs(rooms)->setCurrentIndex(0);
        save(window, u"text-dark"_s);
        window.resize(900, 600);
        save(window, u"text-narrow"_s);
        program.quit();
    }
    {
        OpenProgram program;
        if (!waitForChat(program.rooms()))
            return 1;
        program.rooms().theme().setChoice(ThemeChoice::Light);
        takeGroupPictures(program.rooms());
        program.quit();
    }
    {
        OpenProgram program(OpenProgram::Content::Empty);
        QTest::qWait(500);
        save(program.rooms().window(), u"main-empty"_s);
        program.quit();
    }
    return 0;
}
