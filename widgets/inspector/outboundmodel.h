// The messages of a prompt as a list model, in wire order.
#pragma once

#include "core/prompt/assembledprompt.h"

#include <QAbstractListModel>

namespace snug {

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

    // Touches only the rows that changed; rows that stay keep their persistent indexes.
    void setMessages(const QList<OutboundMessage> &messages, CountKind kind);

    const QList<OutboundMessage> &messages() const { return m_messages; }
    const OutboundMessage &message(int row) const { return m_messages.at(row); }
    CountKind countKind() const { return m_kind; }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    void removeUnmatched(const QList<int> &match);
    void insertUnmatched(const QList<int> &match, const QList<OutboundMessage> &messages);
    void replaceChanged(const QList<OutboundMessage> &messages, bool all);

    QList<OutboundMessage> m_messages;
    CountKind m_kind = CountKind::Estimate;
};

// What stands where a message's role does: "system", or "text" for the one text of a text completion.
QString kindName(const OutboundMessage &message);

// "main" of a block, "Ada" of a message; the type where there is no label.
QString sourceName(const Source &source);

// "1,204", with "~" before what is not exact.
QString tokensText(qint64 tokens, CountKind kind);

} // namespace snug
