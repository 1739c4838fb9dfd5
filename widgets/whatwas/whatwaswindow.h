// What was: things that were deleted or replaced, and backups of the whole library.
#pragma once

#include <QWidget>

class QTabWidget;

namespace snug {

class BackupsPane;
class PastThingsPane;

class WhatWasWindow : public QWidget
{
    Q_OBJECT

public:
    explicit WhatWasWindow(QWidget *parent = nullptr);

    enum class Page : quint8 { Things, Backups };
    // In front of everything.
    void showPage(Page page);

    PastThingsPane *things() const { return m_things; }
    BackupsPane *backups() const { return m_backups; }

Q_SIGNALS:
    void pageShown(snug::WhatWasWindow::Page page);

private:
    QTabWidget *m_pages;
    PastThingsPane *m_things;
    BackupsPane *m_backups;
};

} // namespace snug
