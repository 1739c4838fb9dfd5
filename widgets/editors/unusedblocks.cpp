#include "widgets/editors/unusedblocks.h"

#include "core/editing/presetedits.h"
#include "widgets/theme/plainkey.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QListWidget>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace snug {

UnusedBlocks::UnusedBlocks(QWidget *parent)
    : QWidget(parent)
    , m_head(new QToolButton)
    , m_body(new QWidget)
    , m_list(new QListWidget)
    , m_putIn(new QPushButton(tr("&Insert")))
    , m_delete(new QPushButton(tr("Delete")))
{
    m_head->setArrowType(Qt::RightArrow);
    m_head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_head->setAutoRaise(true);
    m_list->setAccessibleName(tr("Blocks that the order does not use"));
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->installEventFilter(this);
    m_putIn->setToolTip(tr("Insert into the order, after the current block (Ins)"));
    m_delete->setToolTip(tr("Delete from the preset; built-in blocks stay (Del)"));
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    buttons->setContentsMargins(8, 4, 8, 8);
    buttons->addWidget(m_putIn);
    buttons->addWidget(m_delete);
    buttons->addStretch(1);
    auto *body = new QVBoxLayout(m_body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(0);
    body->addWidget(m_list);
    body->addLayout(buttons);
    m_body->hide();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_head);
    column->addWidget(m_body);
    connect(m_head, &QToolButton::clicked, this, [this] {
        const bool opens = m_body->isHidden();
        m_head->setArrowType(opens ? Qt::DownArrow : Qt::RightArrow);
        m_body->setVisible(opens);
    });
    connect(m_list, &QListWidget::itemSelectionChanged, this, &UnusedBlocks::showState);
    connect(m_list, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem *item) {
        if (item)
            Q_EMIT currentChangedTo(item->data(Qt::UserRole).toString());
    });
    connect(m_putIn, &QPushButton::clicked, this, [this] { Q_EMIT putInRequested(chosen()); });
    connect(m_delete, &QPushButton::clicked, this, [this] { Q_EMIT deleteRequested(chosen()); });
    hide();
}

void UnusedBlocks::setTheme(const Theme &theme)
{
    m_head->setFont(theme.smallFont());
    m_list->setFont(theme.interfaceFont());
}

void UnusedBlocks::setPreset(const Preset &preset)
{
    m_preset = preset;
    const QStringList order = blockOrder(preset);
    QList<PromptBlock> unused;
    QStringList shown;
    for (const PromptBlock &block : preset.prompts) {
        if (!order.contains(block.identifier)) {
            unused.append(block);
            shown << block.identifier << block.name;
        }
    }
    setVisible(!unused.isEmpty());
    if (shown == m_shown)
        return;
    m_shown = shown;
    m_head->setText(tr("%n block(s) not in the order", nullptr, int(unused.size())));
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    for (const PromptBlock &block : std::as_const(unused)) {
        auto *item = new QListWidgetItem(block.name.isEmpty() ? block.identifier : block.name, m_list);
        item->setData(Qt::UserRole, block.identifier);
        item->setToolTip(block.content.left(300));
    }
    m_list->setFixedHeight(std::clamp(m_list->sizeHintForRow(0) * m_list->count() + 4, 24, 180));
    showState();
}

QStringList UnusedBlocks::chosen() const
{
    QStringList identifiers;
    for (const QListWidgetItem *item : m_list->selectedItems())
        identifiers.append(item->data(Qt::UserRole).toString());
    return identifiers;
}

void UnusedBlocks::showState()
{
    const QStringList blocks = chosen();
    m_putIn->setEnabled(!blocks.isEmpty());
    m_delete->setEnabled(std::ranges::any_of(blocks, [this](const QString &identifier) {
        const PromptBlock *block = findBlock(m_preset, identifier);
        return block && !block->systemPrompt && !block->marker;
    }));
}

bool UnusedBlocks::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_list && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (isPlain(*key) && (key->key() == Qt::Key_Insert || key->key() == Qt::Key_Delete)) {
            (key->key() == Qt::Key_Insert ? m_putIn : m_delete)->click();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace snug
