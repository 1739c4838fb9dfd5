#include "tests/gui/grouppictures.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/library/librarycontroller.h"
#include "app/memory/memorycontroller.h"
#include "core/chat/chatsession.h"
#include "core/library/groupfiles.h"
#include "core/library/library.h"
#include "tests/gui/picturechat.h"
#include "widgets/library/groupdialog.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QListWidget>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

// Mira, Tomas and somebody whose card is missing, in list order.
static void openGroup(const AppContext &app)
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

void takeGroupPictures(const AppContext &app, const std::function<void(QWidget &, const QString &)> &save)
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

} // namespace snug
