#include "app/window/settingsdamage.h"

#include "app/appcontext.h"
#include "app/desktop.h"
#include "app/library/librarycontroller.h"
#include "app/settings.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QCoreApplication>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

bool tellSettingsDamage(const AppContext &app)
{
    const auto &damage = app.settings.damage();
    if (!damage)
        return true;
    const auto say = [](const char *text) { return QCoreApplication::translate("SettingsDamage", text); };
    const QString file = app.settings.file();
    const QString reason = damage->problem.inFile({}).line();
    const QString keptAs = damage->mayBeReplaced ? QFileInfo(damage->keptAs).fileName() : file;
    const QString sentence =
        damage->hasLastGood
            //: %1 a file, %2 the reason, %3 a file's name
            ? say(QT_TRANSLATE_NOOP("SettingsDamage",
                                    "Snug's settings, %1, are damaged (%2): the last good copy "
                                    "is used, and the damaged file is kept as %3."))
            //: %1 a file, %2 the reason, %3 a file's name
            : say(QT_TRANSLATE_NOOP("SettingsDamage",
                                    "Snug's settings, %1, are damaged (%2), and there is no good copy: open "
                                    "the library that you used; the damaged file is kept as %3."));
    Notice notice{Notice::Kind::Problem, sentence.arg(file, reason, keptAs), {}};
    if (!damage->hasLastGood) {
        notice.actions.append({say(QT_TRANSLATE_NOOP("SettingsDamage", "Open a Library…")),
                               [&app] { app.actions.action(ActionId::OpenLibrary)->trigger(); }});
        notice.actions.append({say(QT_TRANSLATE_NOOP("SettingsDamage", "Use the Default Library")),
                               [&app] { app.libraryController.openFolder({}); }});
        app.libraryPane.setLibraryMissing(true);
    }
    notice.actions.append({say(QT_TRANSLATE_NOOP("SettingsDamage", "Show in Folder")),
                           [folder = QFileInfo(file).path()] { showFolder(folder); }});
    app.chatPane.notices()->post(u"damagedSettings"_s, notice);
    return damage->hasLastGood;
}

} // namespace snug
