#include "tests/gui/librarypictures.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "tests/gui/openprogram.h"
#include "widgets/chat/transcript.h"
#include "widgets/dialogs/layoutdialog.h"
#include "widgets/library/awkwarddialog.h"
#include "widgets/library/branchesdialog.h"
#include "widgets/library/casthead.h"
#include "widgets/library/findeverywhere.h"
#include "widgets/library/librarypane.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QFile>
#include <QLineEdit>
#include <QListView>
#include <QTest>
#include <QTreeWidget>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

// A chat with two branches, of which one has another.
static void branchTwice(const AppContext &app)
{
    for (const auto &[row, isFromMain] : {std::pair(3, true), std::pair(1, false), std::pair(2, true)}) {
        const QString before = app.chat.reference()->name;
        if (isFromMain && before.contains(u"Branch"_s)) {
            QTreeWidget *tree = app.window.findChild<BranchesDialog *>()->tree();
            app.actions.action(ActionId::Branches)->trigger();
            if (!QTest::qWaitFor([&] { return tree->topLevelItemCount() > 0; }, 20'000))
                qFatal("there are no branches");
            QTest::keyClick(tree, Qt::Key_Home);
            QTest::keyClick(tree, Qt::Key_Return);
            if (!QTest::qWaitFor([&] { return app.chat.reference()->name != before && app.chat.session(); },
                                 20'000))
                qFatal("the first chat was not opened");
        }
        const QString parent = app.chat.reference()->name;
        app.chatPane.transcript()->setCurrentRow(row);
        app.actions.action(ActionId::BranchHere)->trigger();
        if (!QTest::qWaitFor([&] { return app.chat.reference()->name != parent; }, 20'000))
            qFatal("no branch was made");
        QTest::qWait(500);
    }
}

// Folders, of which one is closed, and the gallery.
static void takeListPictures(const AppContext &app,
                             const std::function<void(QWidget &, const QString &)> &inBoth)
{
    LibraryPane &pane = app.libraryPane;
    const auto makeFolder = [&pane](const QString &tag, const QString &kind) {
        pane.head()->addTag(tag);
        OpenProgram::chooseFromMenu(pane.head()->findChild<QToolButton *>(u"castOrder"_s)->menu(),
                                    {u"Folder"_s, kind});
        pane.head()->removeTag(tag);
    };
    makeFolder(u"sea"_s, u"Open Folder"_s);
    const auto hasFolders = [&] {
        return std::ranges::contains(app.cast.values(), CastEntry::Kind::Folder, &CastEntry::kind);
    };
    if (!QTest::qWaitFor(hasFolders, 20'000))
        qFatal("no folder was made");
    inBoth(app.window, u"library-folders"_s);
    pane.head()->setGallery(true);
    pane.showGallery(true);
    inBoth(app.window, u"library-gallery"_s);
    pane.showGallery(false);
    makeFolder(u"sea"_s, u"No Folder"_s);
    QTest::qWait(500);
}

void takeLibraryPictures(OpenProgram &program, const std::function<void(QWidget &, const QString &)> &save)
{
    const AppContext &app = program.app();
    MainWindow &window = app.window;
    const auto inBoth = [&](QWidget &shown, const QString &name) {
        for (const auto &[choice, theme] :
             {std::pair(ThemeChoice::Light, u"-light"_s), std::pair(ThemeChoice::Dark, u"-dark"_s)}) {
            app.theme.setChoice(choice);
            QTest::qWait(200);
            save(shown, name + theme);
        }
    };
    inBoth(window, u"library-pane"_s);
    app.libraryPane.head()->addTag(u"sea"_s);
    inBoth(window, u"library-tag"_s);
    app.libraryPane.head()->removeTag(u"sea"_s);
    takeListPictures(app, inBoth);
    branchTwice(app);
    app.actions.action(ActionId::Branches)->trigger();
    auto *branches = window.findChild<BranchesDialog *>();
    if (!QTest::qWaitFor([&] { return branches->tree()->topLevelItemCount() > 0; }, 20'000))
        qFatal("there are no branches");
    inBoth(*branches, u"library-branches"_s);
    branches->close();
    QFile torn(program.libraryFolder() + u"/characters/Torn.png"_s);
    if (!torn.open(QIODevice::WriteOnly) || torn.write("no picture") < 0 ||
        !QFile::link(u"/nowhere/book.json"_s, program.libraryFolder() + u"/worlds/Old book.json"_s))
        qFatal("the folder could not be spoilt");
    torn.close();
    app.actions.action(ActionId::CannotBeUsed)->trigger();
    auto *awkward = window.findChild<AwkwardDialog *>();
    if (!QTest::qWaitFor([&] { return awkward->list()->topLevelItemCount() > 1; }, 20'000))
        qFatal("nothing is listed");
    inBoth(*awkward, u"library-awkward"_s);
    awkward->close();
    app.actions.action(ActionId::FindEverywhere)->trigger();
    auto *panel = window.findChild<FindEverywhere *>();
    inBoth(window, u"library-find-empty"_s);
    QTest::keyClicks(panel->field(), u"the lamp"_s);
    if (!QTest::qWaitFor([&] { return panel->list()->model()->rowCount() > 0; }, 30'000))
        qFatal("nothing was found");
    QTest::qWait(1500);
    inBoth(window, u"library-find"_s);
    panel->field()->selectAll();
    QTest::keyClicks(panel->field(), u"xyzzyx"_s);
    QTest::qWait(500);
    inBoth(window, u"library-find-nothing"_s);
    panel->close();
    app.actions.action(ActionId::PromptLayout)->trigger();
    auto *layout = window.findChild<LayoutDialog *>();
    inBoth(*layout, u"library-layout"_s);
    layout->close();
    app.actions.action(ActionId::NewModelChat)->trigger();
    if (!QTest::qWaitFor([&] { return app.chat.reference() && app.chat.reference()->isWithModelAlone(); },
                         20'000))
        qFatal("no chat without a character was begun");
    inBoth(window, u"library-model-alone"_s);
}

} // namespace snug
