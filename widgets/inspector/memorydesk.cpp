#include "widgets/inspector/memorydesk.h"

#include "widgets/theme/plainlabel.h"

#include <QListWidget>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr int mostRowsShown = 4;
static constexpr int mostKeptShown = 6;

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
    column->addWidget(m_kept = makeKept());
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
    QFont bold = theme.interfaceFont();
    bold.setWeight(QFont::DemiBold);
    m_keptTitle->setFont(bold);
    m_keptList->setFont(theme.interfaceFont());
    m_keptList->setPalette(palette);
    for (MemoryPane *pane : std::as_const(m_panes))
        pane->setTheme(theme);
}

QWidget *MemoryDesk::makeKept()
{
    auto *kept = new QWidget(this);
    m_keptTitle = new PlainLabel;
    m_keptTitle->setContentsMargins(4, 0, 0, 0); // above the texts of the rows
    m_keptList = new QListWidget;
    m_keptList->setObjectName(u"keptMemories"_s);
    m_keptList->setFrameShape(QFrame::NoFrame);
    m_keptList->setUniformItemSizes(true);
    m_keptList->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *column = new QVBoxLayout(kept);
    column->setContentsMargins(12, 8, 12, 10);
    column->setSpacing(4);
    column->addWidget(m_keptTitle);
    column->addWidget(m_keptList);
    connect(m_keptList, &QListWidget::itemActivated, this, [this](const QListWidgetItem *item) {
        Q_EMIT entryRequested(m_book, item->data(Qt::UserRole).toInt());
    });
    kept->hide();
    return kept;
}

void MemoryDesk::setKept(const QString &book, const QList<KeptEntry> &entries)
{
    m_book = book;
    const int chosen = m_keptList->currentRow();
    m_keptList->clear();
    for (const KeptEntry &entry : entries) {
        //: %1 is a memory's title, %2 and %3 are numbers of messages
        const QString text =
            entry.scene
                ? tr("%1 · messages %2 to %3").arg(entry.title).arg(entry.scene->start).arg(entry.scene->end)
                : entry.title;
        auto *item = new QListWidgetItem(text, m_keptList);
        item->setData(Qt::UserRole, entry.uid);
        item->setToolTip(tr("Enter or a double click opens the entry."));
    }
    m_keptList->setCurrentRow(std::min(chosen, m_keptList->count() - 1));
    //: %1 is a lorebook's name
    m_keptTitle->setText(tr("Kept in “%1”").arg(book));
    m_keptList->setAccessibleName(m_keptTitle->text());
    m_keptList->setFixedHeight(std::min(m_keptList->count(), mostKeptShown) *
                                   std::max(m_keptList->sizeHintForRow(0), 0) +
                               2 * m_keptList->frameWidth());
    m_kept->setVisible(!entries.isEmpty());
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
