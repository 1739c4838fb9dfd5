#include "widgets/editors/lore/loretrialmodel.h"

#include <QHash>
#include <QLocale>

#include <algorithm>

namespace snug {

LoreTrialModel::LoreTrialModel(QObject *parent)
    : QAbstractItemModel(parent)
    , m_nodes(1)
{
}

int LoreTrialModel::addNode(qsizetype row, int parent)
{
    const int number = int(m_nodes.size());
    m_nodes.push_back({row, parent, int(m_nodes[size_t(parent)].children.size()), {}});
    m_nodes[size_t(parent)].children.push_back(number);
    return number;
}

void LoreTrialModel::setResult(const LoreTrialResult &result, const QString &ownBook)
{
    beginResetModel();
    m_result = result;
    m_ownBook = ownBook;
    m_nodes.assign(1, Node());
    m_fired = int(std::ranges::count_if(m_result.rows, &LoreTrace::fired));
    m_firedHeading = 0;
    if (m_fired > 0)
        addFired();
    if (silentCount() > 0)
        addSilent();
    endResetModel();
}

// By round: an entry that woke others stands there already.
void LoreTrialModel::addFired()
{
    m_firedHeading = addNode(-1, 0);
    QList<qsizetype> fired;
    for (qsizetype row = 0; row < m_result.rows.size(); ++row) {
        if (m_result.rows[row].fired)
            fired.append(row);
    }
    std::ranges::stable_sort(fired, {}, [this](qsizetype row) { return m_result.rows[row].round; });
    QHash<QString, int> nodes; // by title: the trace names what woke an entry so
    for (const qsizetype row : std::as_const(fired)) {
        const LoreTrace &trace = m_result.rows[row];
        const LoreDetail &detail = trace.details();
        const int parent =
            detail.place == LorePlace::Lore ? nodes.value(detail.name, m_firedHeading) : m_firedHeading;
        const int made = addNode(row, parent);
        if (!nodes.contains(trace.title))
            nodes.insert(trace.title, made);
    }
}

void LoreTrialModel::addSilent()
{
    const int heading = addNode(-1, 0);
    QList<qsizetype> silent;
    for (qsizetype row = 0; row < m_result.rows.size(); ++row) {
        if (!m_result.rows[row].fired)
            silent.append(row);
    }
    const auto rank = [this](qsizetype row) {
        const LoreTrace &trace = m_result.rows[row];
        if (trace.gate > LoreGate::KeyNotFound) // its keys were there
            return 0;
        return m_result.misses.value(row).kind != LoreMiss::Kind::None ? 1
               : trace.gate == LoreGate::KeyNotFound                   ? 2
               : trace.gate == LoreGate::Disabled                      ? 4
                                                                       : 3;
    };
    std::ranges::stable_sort(silent, {}, rank);
    for (const qsizetype row : std::as_const(silent))
        addNode(row, heading);
}

const LoreTrialModel::Node &LoreTrialModel::node(const QModelIndex &index) const
{
    return m_nodes[index.isValid() ? size_t(index.internalId()) : 0];
}

QModelIndex LoreTrialModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, quintptr(node(parent).children[size_t(row)]));
}

QModelIndex LoreTrialModel::parent(const QModelIndex &index) const
{
    const int parent = index.isValid() ? node(index).parent : 0;
    return parent == 0 ? QModelIndex() : createIndex(m_nodes[size_t(parent)].place, 0, quintptr(parent));
}

int LoreTrialModel::rowCount(const QModelIndex &parent) const
{
    return parent.column() > 0 ? 0 : int(node(parent).children.size());
}

int LoreTrialModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

QString LoreTrialModel::titleOf(qsizetype row) const
{
    const LoreTrace &trace = m_result.rows[row];
    const QString title = trace.title.isEmpty() ? tr("Entry %1").arg(trace.uid) : trace.title;
    //: %1 is an entry's title, %2 its lorebook
    return trace.book == m_ownBook ? title : tr("%1 (%2)").arg(title, trace.book);
}

QString LoreTrialModel::reasonOf(qsizetype row) const
{
    const LoreTrace &trace = m_result.rows[row];
    const LoreMiss miss = m_result.misses.value(row);
    if (miss.kind == LoreMiss::Kind::None)
        return loreReason(trace);
    // That no key was found says less than where one nearly was.
    return trace.gate == LoreGate::KeyNotFound ? loreMissText(miss)
                                               //: %1 and %2 are whole sentences without full stops
                                               : tr("%1. %2").arg(loreReason(trace), loreMissText(miss));
}

QVariant LoreTrialModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Node &shown = node(index);
    if (shown.row < 0) {
        const bool isFired = int(index.internalId()) == m_firedHeading;
        if (role == UidRole)
            return -1;
        if (role != Qt::DisplayRole || index.column() != EntryColumn)
            return {};
        return (isFired ? tr("Fired (%1)") : tr("Silent (%1)"))
            .arg(QLocale().toString(isFired ? firedCount() : silentCount()));
    }
    const LoreTrace &trace = m_result.rows[shown.row];
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == RoundColumn)
            return trace.fired && trace.round > 0 ? QVariant(trace.round) : QVariant();
        return index.column() == EntryColumn ? titleOf(shown.row) : reasonOf(shown.row);
    case Qt::ToolTipRole:
        return reasonOf(shown.row);
    case BookRole:
        return trace.book;
    case UidRole:
        return trace.uid;
    case FiredRole:
        return trace.fired;
    default:
        return {};
    }
}

QVariant LoreTrialModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case EntryColumn:
        return tr("Entry");
    case ReasonColumn:
        return tr("Why");
    case RoundColumn:
        //: In which pass over the lorebooks an entry fired
        return tr("Round");
    default:
        return {};
    }
}

} // namespace snug
