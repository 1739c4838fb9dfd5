// Prompt Layout…: the window of what the forms of prompts leave to the user, of the library that is open.
#pragma once

#include <QObject>
#include <QPointer>

namespace snug {

struct AppContext;
class LayoutDialog;

class LayoutController : public QObject
{
    Q_OBJECT

public:
    explicit LayoutController(const AppContext &app, QObject *parent = nullptr);

private:
    void open();

    const AppContext &m_app;
    QPointer<LayoutDialog> m_dialog;
};

} // namespace snug
