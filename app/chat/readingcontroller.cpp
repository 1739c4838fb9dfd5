#include "app/chat/readingcontroller.h"

#include "app/appcontext.h"
#include "app/settings.h"
#include "widgets/chat/transcript.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QDockWidget>

namespace snug {

ReadingController::ReadingController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_look(app.settings.reading())
    , m_background(app)
{
    connectSizes();
    connectChoices();
    connectMode();
    connect(&m_background, &BackgroundController::chosen, this, [this](const ReadingBackground &background) {
        ReadingLook look = m_look;
        look.background = background;
        choose(look);
    });
    show();
}

void ReadingController::connectSizes()
{
    const auto step = [this](int steps) {
        ReadingLook look = m_look;
        look.textPercent = textPercentAfter(look.textPercent, steps);
        choose(look);
        //: the size of the chat's text; %1 is a number
        m_app.window.showNews(tr("Text at %1 %").arg(look.textPercent));
    };
    connect(m_app.actions.action(ActionId::TextLarger), &QAction::triggered, this, [step] { step(1); });
    connect(m_app.actions.action(ActionId::TextSmaller), &QAction::triggered, this, [step] { step(-1); });
    connect(m_app.actions.action(ActionId::TextNormal), &QAction::triggered, this, [this] {
        ReadingLook look = m_look;
        look.textPercent = 100;
        choose(look);
        m_app.window.showNews({});
    });
    connect(m_app.chatPane.transcript(), &Transcript::zoomRequested, this, step);
}

void ReadingController::connectChoices()
{
    using enum ActionId;
    for (const auto &[id, column] : {std::pair(ColumnNarrow, ReadingLook::Column::Narrow),
                                     std::pair(ColumnNormal, ReadingLook::Column::Normal),
                                     std::pair(ColumnWide, ReadingLook::Column::Wide)}) {
        connect(m_app.actions.action(id), &QAction::triggered, this, [this, column] {
            ReadingLook look = m_look;
            look.column = column;
            choose(look);
        });
    }
    for (const auto &[id, part] :
         {std::pair(ShowNames, &ReadingLook::showsNames), std::pair(ShowTimes, &ReadingLook::showsTimes),
          std::pair(ShowNumbers, &ReadingLook::showsNumbers),
          std::pair(ShowPictures, &ReadingLook::showsPictures),
          std::pair(LargePictures, &ReadingLook::hasLargePictures)}) {
        connect(m_app.actions.action(id), &QAction::triggered, this, [this, part](bool isShown) {
            ReadingLook look = m_look;
            look.*part = isShown;
            choose(look);
        });
    }
}

void ReadingController::choose(const ReadingLook &look)
{
    m_look = look;
    m_app.settings.setReading(look);
    show();
}

void ReadingController::show()
{
    using enum ActionId;
    using Column = ReadingLook::Column;
    m_app.chatPane.setReading(m_look);
    m_background.show(m_look.background);
    const ActionId column = m_look.column == Column::Narrow ? ColumnNarrow
                            : m_look.column == Column::Wide ? ColumnWide
                                                            : ColumnNormal;
    m_app.actions.action(column)->setChecked(true);
    m_app.actions.action(ShowNames)->setChecked(m_look.showsNames);
    m_app.actions.action(ShowTimes)->setChecked(m_look.showsTimes);
    m_app.actions.action(ShowNumbers)->setChecked(m_look.showsNumbers);
    m_app.actions.action(ShowPictures)->setChecked(m_look.showsPictures);
    m_app.actions.action(LargePictures)->setChecked(m_look.hasLargePictures);
    m_app.actions.action(LargePictures)->setEnabled(m_look.showsPictures);
}

void ReadingController::connectMode()
{
    QAction *mode = m_app.actions.action(ActionId::ReadingMode);
    connect(mode, &QAction::triggered, this, [this](bool isOn) { isOn ? enterMode() : leaveMode(); });
    // A pane that is asked for ends it; the others stay away.
    const ChatPage *page = m_app.window.chatPage();
    for (QDockWidget *pane : {page->libraryDock(), page->inspectorDock(), page->memoryDock()}) {
        connect(pane->toggleViewAction(), &QAction::toggled, this, [this, mode](bool isShown) {
            if (!isShown || !mode->isChecked())
                return;
            m_awayPanes.clear();
            mode->setChecked(false);
        });
    }
    // What is remembered of the window is how it was before.
    connect(&m_app.window, &MainWindow::closing, this, [this, mode] {
        if (!mode->isChecked())
            return;
        mode->setChecked(false);
        leaveMode();
    });
}

void ReadingController::enterMode()
{
    m_awayPanes.clear();
    const ChatPage *page = m_app.window.chatPage();
    for (QDockWidget *pane : {page->libraryDock(), page->inspectorDock(), page->memoryDock()}) {
        if (pane->isHidden())
            continue;
        m_awayPanes.append({pane, pane->width()});
    }
    for (const Pane &pane : std::as_const(m_awayPanes))
        pane.dock->hide();
}

void ReadingController::leaveMode()
{
    const auto panes = std::exchange(m_awayPanes, {});
    QList<QDockWidget *> docks;
    QList<int> widths;
    for (const Pane &pane : panes) {
        if (!pane.dock)
            continue;
        pane.dock->show();
        docks.append(pane.dock);
        widths.append(pane.width);
    }
    m_app.window.chatPage()->resizeDocks(docks, widths, Qt::Horizontal);
}

} // namespace snug
