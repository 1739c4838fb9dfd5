// The entries of one lorebook, for tables: switched, sorted, dragged, edited.
#pragma once

#include "core/model/lorebook.h"
#include "core/tokens/tokencounter.h"

#include <QAbstractTableModel>
#include <QHash>

#include <limits>

namespace snug {

// Rows are in SillyTavern's "custom" order (displayIndex, then file order); dragging rewrites the
// display indexes and nothing else, the file order stays. Takes a lorebook, edits it, gives it back.
class LoreEntriesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        TitleColumn, // check mark: the entry is on
        KeysColumn,  // joined by ", "; editable as that
        StrategyColumn,
        PositionColumn, // Qt::EditRole is LoreEntry::Position as int
        OrderColumn,
        DepthColumn,       // empty unless the position is AtDepth
        ProbabilityColumn, // percent
        GroupColumn,
        TokensColumn, // of the content, as setTokens() says; not editable
        PlaceColumn,  // in the list, from 1: what dragging changes; not editable
        ColumnCount
    };
    // For every column of a row.
    enum Role {
        UidRole = Qt::UserRole + 1, // int, identity
        SortRole,                   // numbers as numbers, words as words: for a proxy's setSortRole()
        SearchRole,                 // QString: title, keys and content; filter by this
        IsEnabledRole,              // bool
        IsConstantRole,             // bool
        ContentRole,                // QString
        FindingRole,                // QString: what is doubtful about the entry; empty = nothing
    };

    using QAbstractTableModel::QAbstractTableModel;

    // Follows the difference by uid with inserts, removals and changed rows.
    void setLorebook(const Lorebook &book);
    const Lorebook &lorebook() const { return m_book; }

    // What is known of the entries besides, by uid. Entries that are not there have none.
    void setTokens(const QHash<int, int> &tokens, CountKind kind);
    void setFindings(const QHash<int, QString> &findings);

    LoreEntry entryAt(const QModelIndex &index) const;
    QModelIndex indexOf(int uid) const;

    // A new entry before `row`, with a uid that is free. Returns the uid.
    int insertEntry(int row, LoreEntry entry);
    void updateEntry(const LoreEntry &entry); // found by its uid
    bool removeEntry(int uid);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QHash<int, QByteArray> roleNames() const override;
    bool moveRows(const QModelIndex &sourceParent, int sourceRow, int count,
                  const QModelIndex &destinationParent, int destinationChild) override;
    Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    QStringList mimeTypes() const override;
    QMimeData *mimeData(const QModelIndexList &indexes) const override;
    // Moves the rows itself. removeRows() does nothing on purpose: views call it after a move.
    bool dropMimeData(const QMimeData *data, Qt::DropAction action, int row, int column,
                      const QModelIndex &parent) override;

Q_SIGNALS:
    // After each edit of the user's, with the book as it is now; not after setLorebook().
    void edited(const snug::Lorebook &book);

private:
    const LoreEntry &entry(int row) const { return m_book.entries[m_rows[row]]; }
    void announceRow(int row);
    void announceChanges(const QList<bool> &changed);
    QString tokensText(int uid) const;
    void numberRows(qsizetype firstNew = std::numeric_limits<qsizetype>::max());

    Lorebook m_book;
    QList<qsizetype> m_rows; // row -> index in the book's entries
    QHash<int, int> m_tokens;
    CountKind m_countKind = CountKind::Estimate;
    QHash<int, QString> m_findings;
};

} // namespace snug
