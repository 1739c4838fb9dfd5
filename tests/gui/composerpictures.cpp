#include "tests/gui/composerpictures.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "tests/gui/openprogram.h"
#include "widgets/chat/commandpopup.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/draftedit.h"
#include "widgets/chat/hintstrip.h"
#include "widgets/chat/notefold.h"
#include "widgets/chat/quickbar.h"
#include "widgets/dialogs/quickreplydialog.h"
#include "widgets/dialogs/reportdialog.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QPlainTextEdit>
#include <QTest>

using namespace Qt::StringLiterals;

namespace snug {

void takeComposerPictures(OpenProgram &program, const std::function<void(QWidget &, const QString &)> &save)
{
    const AppContext &app = program.app();
    MainWindow &window = app.window;
    auto *field = app.chatPane.composer()->findChild<DraftEdit *>();
    const auto inBoth = [&](QWidget &shown, const QString &name) {
        for (const auto &[choice, theme] :
             {std::pair(ThemeChoice::Light, u"-light"_s), std::pair(ThemeChoice::Dark, u"-dark"_s)}) {
            app.theme.setChoice(choice);
            QTest::qWait(200);
            save(shown, name + theme);
        }
    };
    app.actions.action(ActionId::QuickReplies)->setChecked(false);
    app.actions.action(ActionId::QuickReplies)->trigger();
    app.actions.action(ActionId::AuthorsNote)->trigger();
    QTest::qWait(600);
    inBoth(window, u"composer-note"_s);
    app.chatPane.note()->setScope(NoteFold::Scope::Character);
    inBoth(window, u"composer-note-character"_s);
    window.resize(900, 600);
    app.chatPane.note()->setScope(NoteFold::Scope::Chat);
    inBoth(window, u"composer-note-narrow"_s);
    window.resize(1280, 800);
    QTest::keyClick(app.chatPane.note()->findChild<QPlainTextEdit *>(), Qt::Key_Escape);
    app.actions.action(ActionId::RegenerateWithHint)->trigger();
    inBoth(window, u"composer-hint"_s);
    QTest::keyClick(app.chatPane.hint()->focusWidget(), Qt::Key_Escape);
    field->setFocus();
    QTest::keyClicks(field, u"/s"_s);
    inBoth(window, u"composer-commands"_s);
    QTest::keyClicks(field, u"endas "_s);
    inBoth(window, u"composer-command-names"_s);
    app.chatPane.composer()->setDraft({});
    QTest::keyClicks(field, u"/bgcol"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QTest::qWait(200);
    inBoth(window, u"composer-refused"_s);
    app.chatPane.composer()->setDraft({});
    OpenProgram::click(app.chatPane.quick(), u"New quick reply"_s);
    QTest::qWait(200);
    auto *dialog = window.findChild<QuickReplyDialog *>();
    inBoth(*dialog, u"composer-quick-dialog"_s);
    dialog->reject();
    app.actions.action(ActionId::ImportReport)->trigger();
    ReportDialog *report = nullptr;
    const auto isShown = [&] {
        for (ReportDialog *one : window.findChildren<ReportDialog *>()) {
            if (one->isVisible())
                report = one;
        }
        return report != nullptr;
    };
    if (!QTest::qWaitFor(isShown, 20000))
        qFatal("no report");
    inBoth(*report, u"composer-report"_s);
}

} // namespace snug
