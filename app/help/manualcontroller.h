// Help ▸ Manual and Help ▸ What Is New: the pages of docs/ that are for users, out of the program itself.
#pragma once

#include "widgets/dialogs/manualwindow.h"

#include <QObject>
#include <QPointer>

namespace snug {

struct AppContext;

class ManualController : public QObject
{
    Q_OBJECT

public:
    explicit ManualController(const AppContext &app, QObject *parent = nullptr);
    ~ManualController() override;

    void show(const QString &address);
    ManualWindow *window() const { return m_window; }

private:
    const AppContext &m_app;
    QPointer<ManualWindow> m_window;
};

// In the order of the list; their paths are those below docs/.
QList<ManualPage> manualPages();

} // namespace snug
