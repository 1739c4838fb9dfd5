#include "widgets/whatwas/whatwaswindow.h"

#include "widgets/theme/closingkeys.h"
#include "widgets/whatwas/backupspane.h"
#include "widgets/whatwas/pastthingspane.h"

#include <QTabWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

WhatWasWindow::WhatWasWindow(QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_pages(new QTabWidget)
    , m_things(new PastThingsPane)
    , m_backups(new BackupsPane)
{
    setObjectName(u"whatWas"_s);
    setWindowTitle(tr("Trash and Versions"));
    resize(980, 640);
    m_pages->setDocumentMode(true);
    m_pages->setAccessibleName(tr("What is shown"));
    m_pages->addTab(m_things, tr("&Deleted and Replaced"));
    m_pages->addTab(m_backups, tr("&Backups"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_pages);
    connect(m_pages, &QTabWidget::currentChanged, this, [this](int index) { Q_EMIT pageShown(Page(index)); });
    closeByKeys(this);
}

void WhatWasWindow::showPage(Page page)
{
    m_pages->setCurrentIndex(int(page));
    Q_EMIT pageShown(page);
    show();
    raise();
    activateWindow();
}

} // namespace snug
