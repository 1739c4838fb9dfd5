// Two prompts beside each other as a list: rows that differ, and folded runs of those that do not.
#pragma once

#include "widgets/inspector/promptcomparison.h"

#include <QAbstractListModel>
#include <QSet>

namespace snug {

// One line of the list.
struct ComparisonItem
{
    ComparedRow row;
    int folded = 0;      // > 0: so many rows that both have stand here as one; `row` is the first of them
    qsizetype first = 0; // of the compared rows

    bool operator==(const ComparisonItem &) const = default;
};

class ComparisonModel : public QAbstractListModel
{
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    void setNames(const QString &left, const QString &right);
    // Touches only the lines that changed.
    void setRows(const QList<ComparedRow> &rows);
    void toggle(int line); // a folded run opens; an opened one folds at its first line
    int differences() const;

    const ComparisonItem &item(int line) const { return m_items.at(line); }
    const QString &leftName() const { return m_left; }
    const QString &rightName() const { return m_right; }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    QList<ComparisonItem> lines() const;
    void show(const QList<ComparisonItem> &items);

    QString m_left;
    QString m_right;
    QList<ComparedRow> m_rows;
    QList<ComparisonItem> m_items;
    QSet<qsizetype> m_open; // runs, by their first row
};

} // namespace snug
