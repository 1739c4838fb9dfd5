#include "core/library/promptordermodel.h"

#include "core/library/rowdrag.h"

#include <QMimeData>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype BlockToolTipLength = 300;
const QString BlocksMimeType = u"application/x-snug-prompt-order"_s;

qsizetype find(const QList<PromptOrderItem> &items, const QString &identifier, qsizetype from = 0)
{
    for (qsizetype i = from; i < items.size(); ++i) {
        if (items[i].identifier == identifier)
            return i;
    }
    return -1;
}

} // namespace

PromptOrder *PromptOrderModel::order()
{
    const auto found = std::ranges::find(m_preset.orders, presetOrderInUse, &PromptOrder::characterId);
    return found == m_preset.orders.end() ? nullptr : &*found;
}

const PromptOrder *PromptOrderModel::order() const
{
    const auto found = std::ranges::find(m_preset.orders, presetOrderInUse, &PromptOrder::characterId);
    return found == m_preset.orders.cend() ? nullptr : &*found;
}

const PromptBlock *PromptOrderModel::block(const QString &identifier) const
{
    const auto found = std::ranges::find(m_preset.prompts, identifier, &PromptBlock::identifier);
    return found == m_preset.prompts.cend() ? nullptr : &*found;
}

// The rows are brought into the new order one step at a time, with the old preset still in place;
// then the preset is exchanged and every row told that it may look different.
void PromptOrderModel::setPreset(const Preset &preset)
{
    if (preset == m_preset)
        return;
    const auto found = std::ranges::find(preset.orders, presetOrderInUse, &PromptOrder::characterId);
    const QList<PromptOrderItem> next =
        found == preset.orders.cend() ? QList<PromptOrderItem>{} : found->items;
    if (!order() && !next.isEmpty())
        m_preset.orders.append(PromptOrder{});
    if (PromptOrder *const current = order()) {
        QList<PromptOrderItem> &items = current->items;
        for (qsizetype row = items.size() - 1; row >= 0; --row) {
            if (find(next, items[row].identifier) >= 0)
                continue;
            beginRemoveRows({}, int(row), int(row));
            items.removeAt(row);
            endRemoveRows();
        }
        for (qsizetype row = 0; row < next.size(); ++row) {
            const qsizetype from = find(items, next[row].identifier, row);
            if (from < 0) {
                beginInsertRows({}, int(row), int(row));
                items.insert(row, next[row]);
                endInsertRows();
            } else if (from != row) {
                beginMoveRows({}, int(from), int(from), {}, int(row));
                items.move(from, row);
                endMoveRows();
            }
        }
        if (items.size() > next.size()) { // identifiers that stood in the old order twice
            beginRemoveRows({}, int(next.size()), int(items.size() - 1));
            items.resize(next.size());
            endRemoveRows();
        }
    }
    m_preset = preset;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

PromptBlock PromptOrderModel::blockAt(const QModelIndex &index) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const PromptBlock *const found = block(order()->items[index.row()].identifier);
    return found ? *found : PromptBlock{};
}

QModelIndex PromptOrderModel::indexOf(const QString &identifier) const
{
    const qsizetype row = order() ? find(order()->items, identifier) : -1;
    return row < 0 ? QModelIndex() : index(int(row));
}

QList<PromptBlock> PromptOrderModel::unusedBlocks() const
{
    QList<PromptBlock> unused;
    for (const PromptBlock &candidate : m_preset.prompts) {
        if (!indexOf(candidate.identifier).isValid())
            unused.append(candidate);
    }
    return unused;
}

bool PromptOrderModel::insertBlock(int row, const PromptBlock &newBlock)
{
    if (newBlock.identifier.isEmpty() || row < 0 || row > rowCount() ||
        indexOf(newBlock.identifier).isValid())
        return false;
    if (!order())
        m_preset.orders.append(PromptOrder{});
    if (!block(newBlock.identifier))
        m_preset.prompts.append(newBlock);
    beginInsertRows({}, row, row);
    order()->items.insert(row,
                          PromptOrderItem{.identifier = newBlock.identifier, .enabled = true, .source = {}});
    endInsertRows();
    Q_EMIT edited(m_preset);
    return true;
}

void PromptOrderModel::updateBlock(const PromptBlock &changed)
{
    const auto found = std::ranges::find(m_preset.prompts, changed.identifier, &PromptBlock::identifier);
    if (found == m_preset.prompts.end() || *found == changed)
        return;
    *found = changed;
    if (const QModelIndex row = indexOf(changed.identifier); row.isValid())
        Q_EMIT dataChanged(row, row);
    Q_EMIT edited(m_preset);
}

bool PromptOrderModel::takeOut(int row)
{
    if (row < 0 || row >= rowCount())
        return false;
    beginRemoveRows({}, row, row);
    order()->items.removeAt(row);
    endRemoveRows();
    Q_EMIT edited(m_preset);
    return true;
}

bool PromptOrderModel::deleteBlock(const QString &identifier)
{
    const PromptBlock *const found = block(identifier);
    if (!found || found->systemPrompt || found->marker)
        return false;
    if (const QModelIndex row = indexOf(identifier); row.isValid()) {
        beginRemoveRows({}, row.row(), row.row());
        order()->items.removeAt(row.row());
        endRemoveRows();
    }
    m_preset.prompts.removeIf(
        [&](const PromptBlock &candidate) { return candidate.identifier == identifier; });
    Q_EMIT edited(m_preset);
    return true;
}

int PromptOrderModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !order() ? 0 : int(order()->items.size());
}

QVariant PromptOrderModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const PromptOrderItem &item = order()->items[index.row()];
    const PromptBlock *const found = block(item.identifier);
    switch (role) {
    case Qt::DisplayRole:
        return found && !found->name.isEmpty() ? found->name : item.identifier;
    case Qt::CheckStateRole:
        return item.enabled ? Qt::Checked : Qt::Unchecked;
    case Qt::ToolTipRole:
        return found ? found->content.left(BlockToolTipLength) : tr("This preset has no block of this name");
    case IdentifierRole:
        return item.identifier;
    case SpeakerRole:
        return found && !found->marker ? roleName(found->role) : QString();
    case IsMarkerRole:
        return found && found->marker;
    case IsMissingRole:
        return !found;
    case IsInChatRole:
        return found && found->placement == PromptBlock::Placement::InChat;
    case DepthRole:
        return found ? found->depth : 0;
    case ContentRole:
        return found ? found->content : QString();
    case IsOwnRole:
        return found && !found->systemPrompt && !found->marker;
    default:
        return {};
    }
}

bool PromptOrderModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::CheckStateRole)
        return false;
    PromptOrderItem &item = order()->items[index.row()];
    const bool enabled = value.value<Qt::CheckState>() == Qt::Checked;
    if (item.enabled == enabled)
        return true;
    item.enabled = enabled;
    if (item.source.value(u"enabled").isString()) // which SillyTavern takes for on, whatever it says
        item.source.set(u"enabled"_s, Json(enabled));
    Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
    Q_EMIT edited(m_preset);
    return true;
}

Qt::ItemFlags PromptOrderModel::flags(const QModelIndex &index) const
{
    if (!index.isValid()) // between the rows
        return Qt::ItemIsDropEnabled;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemIsDragEnabled |
           Qt::ItemNeverHasChildren;
}

QHash<int, QByteArray> PromptOrderModel::roleNames() const
{
    QHash<int, QByteArray> names = QAbstractListModel::roleNames();
    names.insert({{IdentifierRole, "identifier"},
                  {SpeakerRole, "speaker"},
                  {IsMarkerRole, "isMarker"},
                  {IsMissingRole, "isMissing"},
                  {IsInChatRole, "isInChat"},
                  {DepthRole, "depth"},
                  {ContentRole, "content"},
                  {IsOwnRole, "isOwn"}});
    return names;
}

bool PromptOrderModel::moveRows(const QModelIndex &sourceParent, int sourceRow, int count,
                                const QModelIndex &destinationParent, int destinationChild)
{
    if (!isRowMove(*this, sourceParent, sourceRow, count, destinationParent, destinationChild))
        return false;
    if (!beginMoveRows({}, sourceRow, sourceRow + count - 1, {}, destinationChild))
        return false;
    moveItems(order()->items, sourceRow, count, destinationChild);
    endMoveRows();
    Q_EMIT edited(m_preset);
    return true;
}

QStringList PromptOrderModel::mimeTypes() const
{
    return {BlocksMimeType};
}

QMimeData *PromptOrderModel::mimeData(const QModelIndexList &indexes) const
{
    return rowsToMimeData(*this, indexes, BlocksMimeType);
}

bool PromptOrderModel::dropMimeData(const QMimeData *data, Qt::DropAction action, int row, int,
                                    const QModelIndex &parent)
{
    return dropRows(*this, data, action, row, parent, BlocksMimeType);
}

} // namespace snug
