// The transcript as one of those who take part knows it: messages that are kept from them are not there.
#pragma once

#include <QSortFilterProxyModel>

namespace snug {

// Over a ChatModel. Rows keep their order; rows of the source are told by mapToSource().
class KnownMessages : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    // Empty: everything is shown.
    void setViewer(const QString &name);
    const QString &viewer() const { return m_viewer; }
    int sourceRow(int row) const; // -1 where there is none
    int shownRow(int sourceRow) const;
    // The first that is shown from there on, and the last up to there; -1 where there is none.
    int shownFrom(int sourceRow) const;
    int shownUpTo(int sourceRow) const;
    int keptCount() const; // messages that the viewer does not see

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex &parent) const override;

private:
    QString m_viewer;
};

} // namespace snug
