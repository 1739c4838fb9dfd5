// Follows the model of a story: rows that come, go and change, told on once heights and place are right.
#pragma once

#include "widgets/chat/readingplace.h"

#include <QAbstractItemModel>
#include <QObject>
#include <QPointer>

namespace snug {

class StoryFollower : public QObject
{
    Q_OBJECT
public:
    // Both outlive this.
    StoryFollower(RowLayouts &rows, ReadingPlace &place);

    void setModel(QAbstractItemModel *model); // not owned; may be null
    QModelIndex at(int row) const;            // invalid for rows that do not exist
    // Who says what, with an empty line between messages.
    QString textOf(int first, int last) const;

Q_SIGNALS:
    void inserted(int first, int last);
    void removed(int first, int last);
    void changed(int first, int last, bool isStreaming);
    // Everything may be another; with `fromEnd` it is another story.
    void restarted(bool fromEnd);

private:
    void rowsInserted(int first, int last);
    void rowsRemoved(int first, int last);
    void rowsChanged(int first, int last);

    RowLayouts &m_rows;
    ReadingPlace &m_place;
    QPointer<QAbstractItemModel> m_model;
};

} // namespace snug
