// A chat model made of plain values, for the chat view's tests and pictures.
#pragma once

#include "core/chat/chatmodel.h"
#include "core/result.h"

#include <QAbstractListModel>
#include <QDateTime>

#include <optional>

namespace snug {

struct StoryRow
{
    QString name;
    QString text;
    bool isUser = false;
    bool isHidden = false;
    bool isNarrator = false;
    int swipe = 0;
    int swipes = 1;
    QString reasoning = {};
    bool isStreaming = false;
    std::optional<Error> error = {};
    QString picture = {};
    QDateTime date = QDateTime(QDate(2026, 11, 21), QTime(9, 41));
    int revision = 0;
    quint64 id = 0;
};

class StoryModel : public QAbstractListModel
{
public:
    explicit StoryModel(QList<StoryRow> rows = {}) { append(std::move(rows)); }

    int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_rows.size());
    }

    QVariant data(const QModelIndex &index, int role) const override
    {
        if (!index.isValid())
            return {};
        const StoryRow &row = m_rows[index.row()];
        switch (role) {
        case Qt::DisplayRole:
        case TextRole:
        case ShownTextRole:
            return row.text;
        case Qt::AccessibleTextRole:
            return QString(row.name + u": " + row.text);
        case SpeakerNameRole:
            return row.name;
        case IsUserRole:
            return row.isUser;
        case IsHiddenRole:
            return row.isHidden;
        case IsNarratorRole:
            return row.isNarrator;
        case SwipeIndexRole:
            return row.swipe;
        case SwipeCountRole:
            return row.swipes;
        case ReasoningRole:
        case ShownReasoningRole:
            return row.reasoning;
        case DateRole:
            return row.date;
        case IsStreamingRole:
            return row.isStreaming;
        case AvatarRole:
            return row.picture;
        case TokenCountRole:
            return 212;
        case ErrorRole:
            return row.error ? QVariant::fromValue(*row.error) : QVariant();
        case RevisionRole:
            return row.revision;
        case StableIdRole:
            return QVariant::fromValue(row.id);
        default:
            return {};
        }
    }

    const StoryRow &row(int index) const { return m_rows[index]; }

    void append(QList<StoryRow> rows) { insert(int(m_rows.size()), std::move(rows)); }

    void insert(int at, QList<StoryRow> rows)
    {
        if (rows.isEmpty())
            return;
        beginInsertRows({}, at, at + int(rows.size()) - 1);
        for (StoryRow &row : rows) {
            row.id = m_nextId++;
            m_rows.insert(at++, row);
        }
        endInsertRows();
    }

    void remove(int first, int count)
    {
        beginRemoveRows({}, first, first + count - 1);
        m_rows.remove(first, count);
        endRemoveRows();
    }

    template <typename Change> void change(int at, Change what)
    {
        what(m_rows[at]);
        ++m_rows[at].revision;
        Q_EMIT dataChanged(index(at), index(at));
    }

    void stream(int at, const QString &more)
    {
        change(at, [&](StoryRow &row) { row.text += more; });
    }

private:
    QList<StoryRow> m_rows;
    quint64 m_nextId = 1;
};

} // namespace snug
