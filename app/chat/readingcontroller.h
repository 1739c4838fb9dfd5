// How the story is shown: text size, column, what stands beside each message, and the mode for reading, in
// which the side panes are away.
#pragma once

#include "app/chat/backgroundcontroller.h"
#include "widgets/chat/readinglook.h"

#include <QList>
#include <QObject>
#include <QPointer>

class QDockWidget;

namespace snug {

struct AppContext;
enum class ActionId : quint8;

class ReadingController : public QObject
{
    Q_OBJECT

public:
    explicit ReadingController(const AppContext &app, QObject *parent = nullptr);

private:
    void connectSizes();
    void connectChoices();
    void connectMode();
    void choose(const ReadingLook &look);
    void show();
    void enterMode();
    void leaveMode();

    const AppContext &m_app;
    ReadingLook m_look;
    BackgroundController m_background;
    struct Pane
    {
        QPointer<QDockWidget> dock;
        int width = 0;
    };
    QList<Pane> m_awayPanes; // which come back
};

} // namespace snug
