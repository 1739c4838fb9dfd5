// The messages of a prompt as a list model, in wire order. A message that blocks were joined into can be a
// row for each of them.
#pragma once

#include "core/prompt/joinedparts.h"

#include <QAbstractListModel>

namespace snug {

// Where a row stands among the messages that go.
struct RowPlace
{
    int message = 0;
    int part = 0; // of `parts`, which are all in this message
    int parts = 1;
    qsizetype start = 0;     // UTF-16 units into the message
    qsizetype firstSpan = 0; // of the message's
    bool operator==(const RowPlace &) const = default;
};

class OutboundModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum DataRole {
        RoleNameRole = Qt::UserRole + 1, // QString: "system"
        SourceNameRole,                  // QString: what the user calls the source
        TokensRole,                      // int
        TokensTextRole,                  // QString: "~1,204"
        GroupRole,                       // int of SourceGroup: the strip's colour
    };

    using QAbstractListModel::QAbstractListModel;

    // Touches only the rows that changed; rows that stay keep their persistent indexes. `budget`: the
    // prompt's. A row has the tokens of its text, as everywhere; with separators(), overhead() and thoughts()
    // they are those of the messages. `added`: messages that hold nothing of the prompt
    // (OutboundRows::added).
    void setMessages(const QList<OutboundMessage> &messages, const Budget &budget, bool isApart = true,
                     const QList<int> &added = {});
    // A row each.
    void setMessages(const QList<OutboundMessage> &messages, CountKind kind);

    // As they go, joined.
    const QList<OutboundMessage> &wholeMessages() const { return m_whole; }
    const QList<OutboundMessage> &messages() const { return m_messages; } // of the rows
    const OutboundMessage &message(int row) const { return m_messages.at(row); }
    RowPlace place(int row) const { return m_places.value(row); }
    // The row of this character of a message that goes; -1 where there is no such message.
    int rowAt(int message, qsizetype position) const;
    CountKind countKind() const { return m_kind; }
    int separators() const { return m_separators; } // in and between the rows
    int overhead() const { return m_overhead; }     // of the messages: roles, names, marks
    int thoughts() const { return m_thoughts; }     // that go back with them
    int added() const { return m_added; }           // of rows that are in no budget

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    void setRows(const QList<OutboundMessage> &rows, const QList<RowPlace> &places, CountKind kind);
    void removeUnmatched(const QList<int> &match);
    void insertUnmatched(const QList<int> &match, const QList<OutboundMessage> &messages,
                         const QList<RowPlace> &places);
    void replaceChanged(const QList<OutboundMessage> &messages, const QList<RowPlace> &places, bool all);

    QList<OutboundMessage> m_whole;
    QList<OutboundMessage> m_messages;
    QList<RowPlace> m_places; // of the rows
    CountKind m_kind = CountKind::Estimate;
    int m_separators = 0;
    int m_overhead = 0;
    int m_thoughts = 0;
    int m_added = 0;
};

// What stands where a message's role does: "system", or "text" for the one text of a text completion.
QString kindName(const OutboundMessage &message);

// "2 of 12 in one message"; empty where the row is a message of its own.
QString partName(const RowPlace &place);

// "main" of a block, "Ada" of a message; the type where there is no label.
QString sourceName(const Source &source);

// "1,204", with "~" before what is not exact.
QString tokensText(qint64 tokens, CountKind kind);

} // namespace snug
