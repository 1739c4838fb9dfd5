// What a trial of lorebooks found, as a tree: the entries that fired, each below the one whose content woke
// it, then those that did not, the nearest misses first.
#pragma once

#include "core/prompt/loretrial.h"

#include <QAbstractItemModel>

#include <vector>

namespace snug {

class LoreTrialModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { EntryColumn, ReasonColumn, RoundColumn, ColumnCount };
    enum Role {
        BookRole = Qt::UserRole + 1, // QString, of entries
        UidRole,                     // int, of entries; -1 = a heading
        FiredRole,                   // bool
    };

    explicit LoreTrialModel(QObject *parent = nullptr);

    // `ownBook`: entries of others are shown with their book's name.
    void setResult(const LoreTrialResult &result, const QString &ownBook);
    int firedCount() const { return m_fired; }
    int silentCount() const { return int(m_result.rows.size()) - m_fired; }

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Node
    {
        qsizetype row = -1; // of the result; -1 = a heading
        int parent = 0;     // 0 = the root
        int place = 0;      // among its parent's children
        std::vector<int> children = {};
    };

    int addNode(qsizetype row, int parent);
    void addFired();
    void addSilent();
    const Node &node(const QModelIndex &index) const;
    QString reasonOf(qsizetype row) const;
    QString titleOf(qsizetype row) const;

    LoreTrialResult m_result;
    QString m_ownBook;
    std::vector<Node> m_nodes; // the first is the root
    int m_firedHeading = 0;
    int m_fired = 0;
};

} // namespace snug
