// Where the user and another program changed the same: which of the two to keep, place by place.
#pragma once

#include "core/editing/jsonmerge.h"

#include <QDialog>

class QTreeWidget;

namespace snug {

class ConflictDialog : public QDialog
{
    Q_OBJECT

public:
    // `name` is the document's.
    explicit ConflictDialog(const QString &name, QWidget *parent = nullptr);

    void setConflicts(const QList<MergeConflict> &conflicts);
    // Paths at which theirs is chosen.
    QSet<QString> theirs() const;

Q_SIGNALS:
    void resolved(const QSet<QString> &theirsAt);

private:
    void chooseAll(bool areTheirs);

    QTreeWidget *m_list;
};

} // namespace snug
