#include "core/library/loreentriesmodel.h"

#include "core/library/lorebookedits.h"
#include "core/library/loreentrycell.h"
#include "core/library/rowdrag.h"

#include <QLocale>
#include <QMimeData>
#include <QSet>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype RowsAtMost = 100; // that come and go one by one
constexpr qsizetype EntryToolTipLength = 600;

const QString RowsMimeType = u"application/x-snug-lore-entries"_s;

QList<qsizetype> rowsByDisplayIndex(const QList<LoreEntry> &entries)
{
    QList<qsizetype> rows(entries.size());
    std::iota(rows.begin(), rows.end(), 0);
    std::ranges::stable_sort(rows, {}, [&](qsizetype i) { return entries[i].displayIndex; });
    return rows;
}

bool isNumberColumn(int column)
{
    using Model = LoreEntriesModel;
    return column == Model::OrderColumn || column == Model::DepthColumn ||
           column == Model::ProbabilityColumn || column == Model::TokensColumn ||
           column == Model::PlaceColumn;
}

QList<int> uidsOf(const Lorebook &book, const QList<qsizetype> &rows)
{
    QList<int> uids;
    for (const qsizetype row : rows)
        uids.append(book.entries[row].uid);
    return uids;
}

} // namespace

// Where the rows that stay keep their order, the others are inserted and removed one by one; a book
// whose rows were reordered elsewhere, or with a uid twice, or with very many that come or go, is simply
// shown anew.
void LoreEntriesModel::setLorebook(const Lorebook &book)
{
    if (book == m_book)
        return;
    const QList<qsizetype> nextRows = rowsByDisplayIndex(book.entries);
    const QList<int> next = uidsOf(book, nextRows);
    QList<int> current = uidsOf(m_book, m_rows);
    const QSet<int> nextSet(next.cbegin(), next.cend());
    const QSet<int> currentSet(current.cbegin(), current.cend());
    QList<int> stayingBefore = current;
    stayingBefore.removeIf([&](int uid) { return !nextSet.contains(uid); });
    QList<int> stayingAfter = next;
    stayingAfter.removeIf([&](int uid) { return !currentSet.contains(uid); });
    const qsizetype comingAndGoing = next.size() + current.size() - 2 * stayingAfter.size();
    if (stayingBefore != stayingAfter || nextSet.size() != next.size() ||
        currentSet.size() != current.size() || comingAndGoing > RowsAtMost) {
        beginResetModel();
        m_book = book;
        m_rows = nextRows;
        endResetModel();
        return;
    }

    for (qsizetype row = current.size() - 1; row >= 0; --row) {
        if (nextSet.contains(current[row]))
            continue;
        beginRemoveRows({}, int(row), int(row));
        m_rows.removeAt(row);
        endRemoveRows();
    }
    // From here on the rows that are left mean the same uids in the new book.
    QList<qsizetype> staying;
    for (qsizetype i = 0; i < next.size(); ++i) {
        if (currentSet.contains(next[i]))
            staying.append(nextRows[i]);
    }
    const Lorebook before = std::exchange(m_book, book);
    const QList<qsizetype> rowsBefore = std::exchange(m_rows, staying);
    QList<bool> changed(next.size(), false);
    qsizetype stayed = 0;
    for (qsizetype first = 0; first < next.size(); ++first) {
        if (currentSet.contains(next[first])) {
            changed[first] = before.entries[rowsBefore[stayed++]] != book.entries[nextRows[first]];
            continue;
        }
        qsizetype last = first;
        while (last + 1 < next.size() && !currentSet.contains(next[last + 1]))
            ++last;
        beginInsertRows({}, int(first), int(last));
        for (qsizetype row = first; row <= last; ++row)
            m_rows.insert(row, nextRows[row]);
        endInsertRows();
        first = last;
    }
    announceChanges(changed);
}

// Neighbours together.
void LoreEntriesModel::announceChanges(const QList<bool> &changed)
{
    for (qsizetype first = changed.indexOf(true); first >= 0; first = changed.indexOf(true, first)) {
        const qsizetype next = changed.indexOf(false, first);
        const qsizetype end = next < 0 ? changed.size() : next;
        Q_EMIT dataChanged(index(int(first), 0), index(int(end - 1), ColumnCount - 1));
        first = end;
    }
}

void LoreEntriesModel::setTokens(const QHash<int, int> &tokens, CountKind kind)
{
    if (m_tokens == tokens && m_countKind == kind)
        return;
    m_tokens = tokens;
    m_countKind = kind;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, TokensColumn), index(rowCount() - 1, TokensColumn));
}

void LoreEntriesModel::setFindings(const QHash<int, QString> &findings)
{
    if (m_findings == findings)
        return;
    const QHash<int, QString> before = std::exchange(m_findings, findings);
    QList<bool> changed(rowCount(), false);
    for (int row = 0; row < rowCount(); ++row)
        changed[row] = before.value(entry(row).uid) != m_findings.value(entry(row).uid);
    announceChanges(changed);
}

QString LoreEntriesModel::tokensText(int uid) const
{
    const auto tokens = m_tokens.constFind(uid);
    if (tokens == m_tokens.cend())
        return {};
    const QString number = QLocale().toString(*tokens);
    return m_countKind == CountKind::Exact ? number : QString(u'~' + number);
}

LoreEntry LoreEntriesModel::entryAt(const QModelIndex &index) const
{
    return checkIndex(index, CheckIndexOption::IndexIsValid) ? entry(index.row()) : LoreEntry{};
}

QModelIndex LoreEntriesModel::indexOf(int uid) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (entry(row).uid == uid)
            return index(row, 0);
    }
    return {};
}

int LoreEntriesModel::insertEntry(int row, LoreEntry newEntry)
{
    int uid = 0;
    for (const LoreEntry &present : std::as_const(m_book.entries))
        uid = std::max(uid, present.uid + 1);
    newEntry.uid = uid;
    row = std::clamp(row, 0, rowCount());
    beginInsertRows({}, row, row);
    m_book.entries.append(newEntry);
    m_rows.insert(row, m_book.entries.size() - 1);
    endInsertRows();
    numberRows(m_book.entries.size() - 1);
    Q_EMIT edited(m_book);
    return uid;
}

void LoreEntriesModel::updateEntry(const LoreEntry &changed)
{
    const QModelIndex found = indexOf(changed.uid);
    if (!found.isValid() || entry(found.row()) == changed)
        return;
    m_book.entries[m_rows[found.row()]] = changed;
    announceRow(found.row());
    Q_EMIT edited(m_book);
}

bool LoreEntriesModel::removeEntry(int uid)
{
    const QModelIndex found = indexOf(uid);
    if (!found.isValid())
        return false;
    beginRemoveRows({}, found.row(), found.row());
    const qsizetype removed = m_rows.takeAt(found.row());
    m_book.entries.removeAt(removed);
    for (qsizetype &position : m_rows)
        position -= position > removed ? 1 : 0;
    endRemoveRows();
    Q_EMIT edited(m_book);
    return true;
}

int LoreEntriesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int LoreEntriesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LoreEntriesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const LoreEntry &shown = entry(index.row());
    if (index.column() == PlaceColumn && (role == Qt::DisplayRole || role == SortRole))
        return index.row() + 1;
    if (index.column() == TokensColumn && role == Qt::DisplayRole)
        return tokensText(shown.uid);
    if (index.column() == TokensColumn && role == SortRole)
        return m_tokens.value(shown.uid);
    switch (role) {
    case Qt::DisplayRole:
        return loreCellText(shown, Column(index.column()));
    case Qt::EditRole:
    case SortRole:
        return loreCellValue(shown, Column(index.column()));
    case Qt::CheckStateRole:
        if (index.column() == TitleColumn)
            return shown.disabled ? Qt::Unchecked : Qt::Checked;
        return {};
    case Qt::ToolTipRole:
        return shown.content.left(EntryToolTipLength);
    case UidRole:
        return shown.uid;
    case SearchRole:
        return QString(shown.title + u'\n' + shown.keys.join(u'\n') + u'\n' +
                       shown.secondaryKeys.join(u'\n') + u'\n' + shown.group + u'\n' + shown.content);
    case IsEnabledRole:
        return !shown.disabled;
    case IsConstantRole:
        return shown.constant;
    case ContentRole:
        return shown.content;
    case FindingRole:
        return m_findings.value(shown.uid);
    case Qt::TextAlignmentRole:
        return isNumberColumn(index.column()) ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    default:
        return {};
    }
}

bool LoreEntriesModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    LoreEntry changed = entry(index.row());
    if (role == Qt::CheckStateRole && index.column() == TitleColumn)
        changed.disabled = value.value<Qt::CheckState>() != Qt::Checked;
    else if (role != Qt::EditRole || !setLoreCellValue(changed, Column(index.column()), value))
        return false;
    if (changed == entry(index.row()))
        return true;
    m_book.entries[m_rows[index.row()]] = changed;
    announceRow(index.row());
    Q_EMIT edited(m_book);
    return true;
}

QVariant LoreEntriesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole && isNumberColumn(section))
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    return loreColumnTitle(Column(section));
}

Qt::ItemFlags LoreEntriesModel::flags(const QModelIndex &index) const
{
    if (!index.isValid()) // between the rows
        return Qt::ItemIsDropEnabled;
    Qt::ItemFlags flags =
        Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled | Qt::ItemNeverHasChildren;
    if (index.column() == TitleColumn)
        flags |= Qt::ItemIsUserCheckable;
    const bool isInChat = entry(index.row()).position == LoreEntry::Position::AtDepth;
    if (index.column() < TokensColumn && (index.column() != DepthColumn || isInChat))
        flags |= Qt::ItemIsEditable;
    return flags;
}

QHash<int, QByteArray> LoreEntriesModel::roleNames() const
{
    QHash<int, QByteArray> names = QAbstractTableModel::roleNames();
    names.insert({{UidRole, "uid"},
                  {SortRole, "sort"},
                  {SearchRole, "search"},
                  {IsEnabledRole, "isEnabled"},
                  {IsConstantRole, "isConstant"},
                  {ContentRole, "content"}});
    return names;
}

bool LoreEntriesModel::moveRows(const QModelIndex &sourceParent, int sourceRow, int count,
                                const QModelIndex &destinationParent, int destinationChild)
{
    if (!isRowMove(*this, sourceParent, sourceRow, count, destinationParent, destinationChild))
        return false;
    if (!beginMoveRows({}, sourceRow, sourceRow + count - 1, {}, destinationChild))
        return false;
    moveItems(m_rows, sourceRow, count, destinationChild);
    endMoveRows();
    numberRows();
    Q_EMIT edited(m_book);
    return true;
}

QStringList LoreEntriesModel::mimeTypes() const
{
    return {RowsMimeType};
}

QMimeData *LoreEntriesModel::mimeData(const QModelIndexList &indexes) const
{
    return rowsToMimeData(*this, indexes, RowsMimeType);
}

bool LoreEntriesModel::dropMimeData(const QMimeData *data, Qt::DropAction action, int row, int,
                                    const QModelIndex &parent)
{
    return dropRows(*this, data, action, row, parent, RowsMimeType);
}

void LoreEntriesModel::announceRow(int row)
{
    Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

void LoreEntriesModel::numberRows(qsizetype firstNew)
{
    listEntries(m_book, m_rows, firstNew);
    if (rowCount() > 0) // places
        Q_EMIT dataChanged(index(0, PlaceColumn), index(rowCount() - 1, PlaceColumn));
}

} // namespace snug
