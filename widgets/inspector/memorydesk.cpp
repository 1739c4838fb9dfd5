#include "widgets/inspector/memorydesk.h"

#include <QListWidget>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr int mostRowsShown = 4;

static QString memoryStateText(MemoryPane::State state)
{
    switch (state) {
    case MemoryPane::State::Nothing:
        return {};
    case MemoryPane::State::Preparing:
        return MemoryDesk::tr("being prepared");
    case MemoryPane::State::Request:
        return MemoryDesk::tr("ready to be sent");
    case MemoryPane::State::Running:
        return MemoryDesk::tr("being answered");
    case MemoryPane::State::Memory:
        return MemoryDesk::tr("waits for you");
    case MemoryPane::State::Failure:
        return MemoryDesk::tr("failed");
    }
    Q_UNREACHABLE_RETURN({});
}

MemoryDesk::MemoryDesk(QWidget *parent)
    : QWidget(parent)
    , m_list(new QListWidget(this))
    , m_stack(new QStackedWidget(this))
{
    m_list->setAccessibleName(tr("What waits"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_list);
    column->addWidget(m_stack, 1);
    connect(m_list, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem *item) {
        if (item)
            m_stack->setCurrentWidget(item->data(Qt::UserRole).value<MemoryPane *>());
    });
    add(MemoryPane::Kind::Memory);
    setTheme(m_theme);
    refresh();
}

void MemoryDesk::setTheme(const Theme &theme)
{
    m_theme = theme;
    setAutoFillBackground(true);
    m_list->setFont(theme.interfaceFont());
    QPalette palette = theme.palette();
    palette.setColor(QPalette::Base, theme.pane);
    m_list->setPalette(palette);
    for (MemoryPane *pane : std::as_const(m_panes))
        pane->setTheme(theme);
}

MemoryPane *MemoryDesk::addSidePrompt()
{
    return add(MemoryPane::Kind::SidePrompt);
}

MemoryPane *MemoryDesk::add(MemoryPane::Kind kind)
{
    auto *pane = new MemoryPane(kind);
    pane->setTheme(m_theme);
    m_panes.append(pane);
    m_stack->addWidget(pane);
    connect(pane, &MemoryPane::stateChanged, this, [this, pane] { paneChanged(pane); });
    connect(pane, &MemoryPane::sourceRequested, this, &MemoryDesk::sourceRequested);
    connect(pane, &MemoryPane::copied, this, &MemoryDesk::copied);
    return pane;
}

void MemoryDesk::remove(MemoryPane *pane)
{
    if (pane == memory() || !m_panes.removeOne(pane))
        return;
    const bool wasShown = current() == pane;
    pane->disconnect(this);
    m_stack->removeWidget(pane);
    pane->hide();
    pane->deleteLater(); // its button may be what called
    if (wasShown) {
        const auto next = std::ranges::find_if(m_panes, &MemoryPane::isForUser);
        m_stack->setCurrentWidget(next == m_panes.end() ? memory() : *next);
    }
    refresh();
}

void MemoryDesk::show(MemoryPane *pane)
{
    m_stack->setCurrentWidget(pane);
    refresh();
}

MemoryPane *MemoryDesk::current() const
{
    return qobject_cast<MemoryPane *>(m_stack->currentWidget());
}

// What is being decided about stays in view, and so does what runs until something waits.
void MemoryDesk::paneChanged(MemoryPane *pane)
{
    const MemoryPane *shown = current();
    const bool isEmpty = shown->state() == MemoryPane::State::Nothing;
    if (pane != shown && !shown->isForUser() && (isEmpty || pane->isForUser())) {
        m_stack->setCurrentWidget(pane);
    } else if (pane == shown && isEmpty) {
        const auto next = std::ranges::find_if(m_panes, &MemoryPane::isForUser);
        if (next != m_panes.end())
            m_stack->setCurrentWidget(*next);
    }
    refresh();
}

void MemoryDesk::refresh()
{
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    for (MemoryPane *pane : std::as_const(m_panes)) {
        if (pane->state() == MemoryPane::State::Nothing)
            continue;
        auto *item =
            new QListWidgetItem(tr("%1: %2").arg(pane->headline(), memoryStateText(pane->state())), m_list);
        item->setData(Qt::UserRole, QVariant::fromValue(pane));
        if (pane == current())
            m_list->setCurrentItem(item);
    }
    const int rows = m_list->count();
    m_list->setVisible(rows > 0);
    m_list->setFixedHeight(std::min(rows, mostRowsShown) * std::max(m_list->sizeHintForRow(0), 0) +
                           2 * m_list->frameWidth());
}

} // namespace snug
