#include "tests/gui/readingpictures.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "tests/gui/openprogram.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/transcript.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QPainter>
#include <QTest>

using namespace Qt::StringLiterals;

namespace snug {

void takeReadingPictures(OpenProgram &program, const std::function<void(QWidget &, const QString &)> &save)
{
    const AppContext &app = program.app();
    MainWindow &window = app.window;
    Transcript *story = app.chatPane.transcript();
    const auto inBoth = [&](QWidget &shown, const QString &name) {
        for (const auto &[choice, theme] :
             {std::pair(ThemeChoice::Light, u"-light"_s), std::pair(ThemeChoice::Dark, u"-dark"_s)}) {
            app.theme.setChoice(choice);
            QTest::qWait(200);
            save(shown, name + theme);
        }
    };
    const auto trigger = [&](ActionId id, int times = 1) {
        for (int i = 0; i < times; ++i)
            app.actions.action(id)->trigger();
    };
    window.activateWindow();
    app.chatPane.composer()->setDraft(
        u"I wait until the horn has sounded twice.\n\n\"Nine,\" I say. \"You said "
        u"eleven was the number.\"\n\n*I count the steps.*\nOne.\nTwo.\nThree."_s);
    inBoth(window, u"reading-draft"_s);
    app.chatPane.composer()->setDraft({});
    trigger(ActionId::TextLarger, 3);
    inBoth(window, u"reading-large"_s);
    trigger(ActionId::TextNormal);
    trigger(ActionId::ShowNames);
    trigger(ActionId::ShowTimes);
    trigger(ActionId::ShowPictures);
    trigger(ActionId::ReadingMode);
    inBoth(window, u"reading-mode"_s);
    trigger(ActionId::ReadingMode);
    trigger(ActionId::ShowNames);
    trigger(ActionId::ShowTimes);
    trigger(ActionId::ShowPictures);
    trigger(ActionId::LargePictures);
    inBoth(window, u"reading-pictures"_s);
    QImage evening(800, 500, QImage::Format_RGB32);
    QPainter painter(&evening);
    QLinearGradient sky(0, 0, 0, 500);
    sky.setColorAt(0, QColor(20, 30, 80));
    sky.setColorAt(0.6, QColor(230, 120, 60));
    sky.setColorAt(0.62, QColor(10, 20, 30));
    sky.setColorAt(1, QColor(90, 120, 140));
    painter.fillRect(evening.rect(), sky);
    painter.setBrush(QColor(255, 240, 200));
    painter.drawEllipse(QPoint(560, 250), 40, 40);
    painter.end();
    story->setBackground(evening);
    inBoth(window, u"reading-background"_s);
    story->setBackground({});
    trigger(ActionId::LargePictures);
    story->setFocus();
    story->setCurrentRow(2);
    QTest::keyClick(story, Qt::Key_H, Qt::ControlModifier);
    QTest::keyClick(story, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(story, Qt::Key_Down, Qt::ShiftModifier);
    app.chatPane.notices()->post(u"one"_s, {Notice::Kind::Done, u"Written to Mira Okafor.png."_s, {}});
    app.chatPane.notices()->post(
        u"two"_s, {Notice::Kind::Problem, u"Could not save the chat: No space left on device."_s, {}});
    inBoth(window, u"reading-chosen"_s);
    app.chatPane.notices()->dismiss(u"one"_s);
    app.chatPane.notices()->dismiss(u"two"_s);
    story->setCurrentRow(3);
    QTest::keyClick(story, Qt::Key_F2);
    inBoth(window, u"reading-editor"_s);
    story->editing().close();
    story->setCurrentRow(story->count() - 1);
    QTest::keyClick(story, Qt::Key_Down, Qt::AltModifier);
    QTest::qWait(100);
    if (QWidget *menu = QApplication::activePopupWidget()) {
        inBoth(*menu, u"reading-swipes"_s);
        menu->close();
    }
}

} // namespace snug
