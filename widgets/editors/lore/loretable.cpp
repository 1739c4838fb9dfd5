#include "widgets/editors/lore/loretable.h"

#include "core/library/loreentriesmodel.h"
#include "widgets/editors/lore/lorecelldelegate.h"
#include "widgets/editors/lore/lorerows.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/plainkey.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>
#include <optional>

namespace snug {

namespace {

std::optional<LoreTableAction> actionOf(const QKeyEvent &event)
{
    const bool hasAlt = event.modifiers() == Qt::AltModifier;
    if (event.key() == Qt::Key_D && event.modifiers() == Qt::ControlModifier)
        return LoreTableAction::Duplicate;
    if (event.key() == Qt::Key_Insert && isPlain(event))
        return LoreTableAction::Insert;
    if (event.key() == Qt::Key_Delete && isPlain(event))
        return LoreTableAction::Delete;
    if (event.key() == Qt::Key_Up && hasAlt)
        return LoreTableAction::MoveUp;
    if (event.key() == Qt::Key_Down && hasAlt)
        return LoreTableAction::MoveDown;
    return std::nullopt;
}

} // namespace

LoreTable::LoreTable(LoreRows *rows, QWidget *parent)
    : QTableView(parent)
    , m_rows(rows)
{
    setObjectName(QStringLiteral("loreTable"));
    setAccessibleName(tr("Lore entries"));
    setModel(rows);
    setItemDelegate(new LoreCellDelegate(this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(DoubleClicked | EditKeyPressed);
    setDragDropMode(InternalMove);
    setDragDropOverwriteMode(false);
    setDropIndicatorShown(true);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed); // 10,000 rows are not measured
    arrangeColumns();
}

void LoreTable::arrangeColumns()
{
    using Model = LoreEntriesModel;
    QHeaderView *header = horizontalHeader();
    header->setAccessibleName(tr("Columns of the lore entries"));
    header->setSortIndicatorClearable(false);
    header->setSectionsMovable(true);
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->moveSection(header->visualIndex(Model::PlaceColumn), 0);
    const int unit = fontMetrics().averageCharWidth();
    for (const auto &[column, characters] :
         {std::pair(Model::PlaceColumn, 6), std::pair(Model::TitleColumn, 20),
          std::pair(Model::KeysColumn, 20), std::pair(Model::StrategyColumn, 10),
          std::pair(Model::PositionColumn, 18), std::pair(Model::OrderColumn, 8),
          std::pair(Model::DepthColumn, 8), std::pair(Model::ProbabilityColumn, 9),
          std::pair(Model::GroupColumn, 12), std::pair(Model::TokensColumn, 9)})
        header->resizeSection(column, unit * characters + 12);
    setSortingEnabled(true);
    sortByColumn(Model::PlaceColumn, Qt::AscendingOrder);
}

QList<int> LoreTable::chosen() const
{
    QList<int> rows;
    for (const QItemSelectionRange &range : selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.append(row);
    }
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    QList<int> uids;
    for (const int row : std::as_const(rows))
        uids.append(m_rows->uidAt(row));
    return uids;
}

QList<int> LoreTable::listed() const
{
    QList<int> uids;
    for (int row = 0; row < m_rows->rowCount(); ++row)
        uids.append(m_rows->uidAt(row));
    return uids;
}

int LoreTable::current() const
{
    return currentIndex().isValid() ? m_rows->uidAt(currentIndex().row()) : -1;
}

void LoreTable::choose(const QList<int> &uids)
{
    QItemSelection selection;
    QModelIndex first;
    const QSet<int> wanted(uids.cbegin(), uids.cend());
    for (int row = 0; row < m_rows->rowCount(); ++row) {
        if (!wanted.contains(m_rows->uidAt(row)))
            continue;
        const QModelIndex index = m_rows->index(row, LoreEntriesModel::TitleColumn);
        selection.select(index, index);
        if (!first.isValid())
            first = index;
    }
    m_isChoosing = true;
    selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_isChoosing = false;
    if (first.isValid())
        scrollTo(first);
    Q_EMIT chosenChanged();
}

void LoreTable::refreshOrder()
{
    m_rows->sort(m_rows->sortColumn(), m_rows->sortOrder());
}

void LoreTable::keyPressEvent(QKeyEvent *event)
{
    if (state() != EditingState) {
        if (const std::optional<LoreTableAction> action = actionOf(*event)) {
            Q_EMIT actionRequested(*action);
            return;
        }
        if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) &&
            event->modifiers() == Qt::NoModifier) {
            Q_EMIT detailRequested();
            return;
        }
        const QString text = event->text();
        const bool isTyped = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) &&
                             !text.isEmpty() && text.front().isPrint() && !text.front().isSpace();
        if (isTyped) {
            Q_EMIT searchRequested(text);
            return;
        }
    }
    QTableView::keyPressEvent(event);
}

QMenu *LoreTable::makeMenu()
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const bool hasChosen = selectionModel()->hasSelection();
    const auto add = [&](const QString &text, LoreTableAction action, const QKeySequence &keys,
                         bool isPossible) {
        QAction *added = menu->addAction(text, this, [this, action] { Q_EMIT actionRequested(action); });
        added->setShortcut(keys); // shown; the table itself reacts to the key
        added->setEnabled(isPossible);
        return added;
    };
    add(tr("&New Entry"), LoreTableAction::Insert, Qt::Key_Insert, true)->setIcon(icon(IconName::Plus));
    add(tr("D&uplicate"), LoreTableAction::Duplicate, Qt::CTRL | Qt::Key_D, hasChosen)
        ->setIcon(icon(IconName::Copy));
    add(tr("&Delete"), LoreTableAction::Delete, QKeySequence(Qt::Key_Delete), hasChosen)
        ->setIcon(icon(IconName::Trash));
    menu->addSeparator();
    add(tr("Switch &On"), LoreTableAction::SwitchOn, {}, hasChosen);
    add(tr("Switch O&ff"), LoreTableAction::SwitchOff, {}, hasChosen);
    menu->addSeparator();
    add(tr("Move U&p"), LoreTableAction::MoveUp, Qt::ALT | Qt::Key_Up, hasChosen);
    add(tr("Move Do&wn"), LoreTableAction::MoveDown, Qt::ALT | Qt::Key_Down, hasChosen);
    add(tr("&Keep This Order"), LoreTableAction::TakeOrderShown, {}, !m_rows->isInOwnOrder())
        ->setToolTip(tr("Keep the entries listed as they are sorted here"));
    return menu;
}

void LoreTable::contextMenuEvent(QContextMenuEvent *event)
{
    const QPoint place = event->reason() == QContextMenuEvent::Keyboard
                             ? viewport()->mapToGlobal(visualRect(currentIndex()).bottomLeft())
                             : event->globalPos();
    makeMenu()->popup(place);
}

void LoreTable::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTableView::selectionChanged(selected, deselected);
    if (!m_isChoosing)
        Q_EMIT chosenChanged();
}

void LoreTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    if (!m_isChoosing)
        Q_EMIT chosenChanged();
}

} // namespace snug
