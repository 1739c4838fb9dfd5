#include "app/library/statenotices.h"

#include "app/appcontext.h"
#include "app/desktop.h"
#include "core/library/library.h"
#include "widgets/window/chatpane.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString noticeIdOf(const QString &file)
{
    return u"damaged:"_s + file;
}

QString sentenceOf(const StateNotice &notice, const StateDamage &damage)
{
    const auto say = [](const char *text) { return QCoreApplication::translate("StateNotices", text); };
    const QString reason = damage.problem.inFile({}).line(); // the file is named anyway
    if (!damage.mayBeReplaced) {
        return (damage.hasLastGood
                    //: %1 a file, %2 what it holds ("your connections"), %3 the reason
                    ? say(QT_TRANSLATE_NOOP("StateNotices",
                                            "%1, which holds %2, %3; the last good copy is used, and nothing "
                                            "is written there until it can be read."))
                    //: %1 a file, %2 what it holds ("your connections"), %3 the reason
                    : say(QT_TRANSLATE_NOOP("StateNotices", "%1, which holds %2, %3; nothing is written "
                                                            "there until it can be read.")))
            .arg(notice.file, notice.content, reason);
    }
    if (damage.keptAs.isEmpty()) {
        //: %1 a file, %2 what it holds ("your connections"), %3 the reason
        return say(QT_TRANSLATE_NOOP("StateNotices", "%1, which holds %2, %3; the last good copy is used."))
            .arg(notice.file, notice.content, reason);
    }
    return (damage.hasLastGood
                //: %1 a file, %2 what it holds ("your connections"), %3 the reason, %4 a file's name
                ? say(QT_TRANSLATE_NOOP("StateNotices",
                                        "%1, which holds %2, is damaged (%3): the last good copy is used, "
                                        "and the damaged file is kept as %4."))
                //: %1 a file, %2 what it holds ("your connections"), %3 the reason, %4 a file's name
                : say(QT_TRANSLATE_NOOP("StateNotices",
                                        "%1, which holds %2, is damaged (%3): there is no good copy, and "
                                        "the damaged file is kept as %4.")))
        .arg(notice.file, notice.content, reason, QFileInfo(damage.keptAs).fileName());
}

} // namespace

void showStateDamage(const AppContext &app, const StateNotice &notice, const StateDamage &damage,
                     const std::function<void()> &readAgain)
{
    Notice shown{Notice::Kind::Problem, sentenceOf(notice, damage), notice.actions};
    if (!notice.consequence.isEmpty())
        shown.text += u' ' + notice.consequence;
    if (!damage.mayBeReplaced)
        shown.actions.append({QCoreApplication::translate("StateNotices", "Try Again"), readAgain});
    const QString folder = QFileInfo(QDir(app.library.layout().root()).absoluteFilePath(notice.file)).path();
    shown.actions.append(
        {QCoreApplication::translate("StateNotices", "Show in Folder"), [folder] { showFolder(folder); }});
    app.chatPane.notices()->post(noticeIdOf(notice.file), shown);
}

void dismissStateDamage(const AppContext &app, const QString &file)
{
    app.chatPane.notices()->dismiss(noticeIdOf(file));
}

} // namespace snug
