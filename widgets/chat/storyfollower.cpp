#include "widgets/chat/storyfollower.h"

#include "core/chat/chatmodel.h"

namespace snug {

StoryFollower::StoryFollower(RowLayouts &rows, ReadingPlace &place)
    : m_rows(rows)
    , m_place(place)
{
}

void StoryFollower::setModel(QAbstractItemModel *model)
{
    if (m_model)
        m_model->disconnect(this);
    m_model = model;
    m_rows.setModel(model);
    if (model) {
        connect(model, &QAbstractItemModel::rowsInserted, this,
                [this](const QModelIndex &, int first, int last) { rowsInserted(first, last); });
        connect(model, &QAbstractItemModel::rowsRemoved, this,
                [this](const QModelIndex &, int first, int last) { rowsRemoved(first, last); });
        connect(model, &QAbstractItemModel::dataChanged, this,
                [this](const QModelIndex &first, const QModelIndex &last) {
                    rowsChanged(first.row(), last.row());
                });
        connect(model, &QAbstractItemModel::modelReset, this, [this] { Q_EMIT restarted(true); });
        connect(model, &QAbstractItemModel::layoutChanged, this, [this] { Q_EMIT restarted(false); });
        connect(model, &QAbstractItemModel::rowsMoved, this, [this] { Q_EMIT restarted(false); });
        connect(model, &QObject::destroyed, this, [this] { setModel(nullptr); });
    }
    Q_EMIT restarted(true);
}

QModelIndex StoryFollower::at(int row) const
{
    return m_model && row >= 0 ? m_model->index(row, 0) : QModelIndex();
}

QString StoryFollower::textOf(int first, int last) const
{
    QStringList texts;
    for (int row = first; row <= last; ++row)
        texts.append(at(row).data(SpeakerNameRole).toString() + u": " + at(row).data(TextRole).toString());
    return texts.join(QLatin1String("\n\n"));
}

void StoryFollower::rowsInserted(int first, int last)
{
    m_rows.inserted(first, last);
    m_place.inserted(first, last);
    if (last == m_model->rowCount() - 1) {
        if (at(last).data(IsUserRole).toBool())
            m_place.goToEnd(); // what one has just sent
        else
            m_place.grew();
    }
    Q_EMIT inserted(first, last);
}

void StoryFollower::rowsRemoved(int first, int last)
{
    m_rows.removed(first, last);
    m_place.removed(first, last);
    Q_EMIT removed(first, last);
}

void StoryFollower::rowsChanged(int first, int last)
{
    bool isStreaming = false;
    for (int row = first; row <= last && row - first < 3; ++row)
        isStreaming = isStreaming || at(row).data(IsStreamingRole).toBool();
    if (isStreaming && m_place.isCutOff(last))
        m_place.grew();
    Q_EMIT changed(first, last, isStreaming);
}

} // namespace snug
