// The menus whose content depends on the library and on what is in effect: persona, preset, lorebooks, mode,
// connection; and the windows that they open.
#pragma once

#include "app/library/connectionwindow.h"

#include <QObject>

namespace snug {

struct AppContext;

class MenuController : public QObject
{
    Q_OBJECT

public:
    explicit MenuController(const AppContext &app, QObject *parent = nullptr);

    void showConnections();

private:
    void fillPersonas();
    void fillPresets();
    void fillLorebooks();
    void fillModes();
    void fillTemplates();
    void connectInspector();
    void about();

    const AppContext &m_app;
    ConnectionWindow m_connections;
};

} // namespace snug
