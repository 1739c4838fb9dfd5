// The window of what was deleted or replaced, and of the backups.
#pragma once

#include "core/library/librarycontents.h"
#include "core/whatwas/pastthings.h"
#include "widgets/whatwas/whatwaswindow.h"

#include <QObject>
#include <QTimer>

namespace snug {

struct AppContext;

class WhatWasController : public QObject
{
    Q_OBJECT

public:
    explicit WhatWasController(const AppContext &app, QObject *parent = nullptr);
    ~WhatWasController() override;

    WhatWasWindow *window() const { return m_window; }

Q_SIGNALS:
    void windowMade(snug::WhatWasWindow *window);

private:
    void showPage(WhatWasWindow::Page page);
    void list();
    void read(const PastThing &thing);
    void restore(const PastThing &thing);
    void askToRemove(const QList<PastThing> &things);
    void remove(const QList<PastThing> &things);

    const AppContext &m_app;
    WhatWasWindow *m_window = nullptr; // made when it is first shown
    quint64 m_reading = 0;             // answers to earlier questions are ignored
    QTimer m_list;
};

} // namespace snug
