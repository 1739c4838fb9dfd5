// The transcript as rows: what the chat view asks of one message.
#pragma once

#include "core/chat/conversation.h"
#include "core/chat/displayedtexts.h"
#include "core/chat/replyplan.h"

#include <QAbstractListModel>
#include <QPointer>

namespace snug {

// Qt::DisplayRole is the text, Qt::AccessibleTextRole "who: text". A row under way (a reply that
// streams, or one that failed before its first character) has these roles too.
enum ChatRole {
    SpeakerNameRole = Qt::UserRole + 1, // QString: the speaker
    TextRole,        // QString: the active swipe's text; of a streaming row, what has arrived so far
    IsUserRole,      // bool
    IsHiddenRole,    // bool: in the file but never sent
    IsNarratorRole,  // bool: sent as system whoever wrote it
    SwipeIndexRole,  // int, from 0; of a new swipe under way, its own index
    SwipeCountRole,  // int; 1 for messages without alternatives
    ReasoningRole,   // QString; empty = none
    DateRole,        // QDateTime in local time; invalid where the file's spelling is not understood
    IsStreamingRole, // bool: more text may come
    AvatarRole,      // QString: file inside the library ("User Avatars/x.png", "characters/y.png"); empty =
                     // unknown
    TokenCountRole,  // int: what the reply cost; 0 = not known
    UsageRole,       // TokenUsage; invalid QVariant = the provider said nothing
    ErrorRole,       // Error of the reply that ends or should stand in this row; invalid QVariant = none
    RevisionRole,    // int: grows whenever the row must be laid out again; never repeats for a StableIdRole
    ShownTextRole,   // QString: the text as regex scripts for display show it; only for looking at
    ShownReasoningRole, // QString, likewise
    KnownToRole, // QStringList: the only ones who know it; empty = everybody, or nobody keeps secrets here
    KeepsSecretsRole, // bool: who knows it can be said
    RequestRole,      // QString: the request that made it, as the ledger names it; empty = unknown
    NumberRole,       // int: as SillyTavern counts messages, from 0
    WasCutRole,       // bool: something was cut from it before it was stored
    StableIdRole,     // quint64: unique for a message in this session; survives moves, edits, undo
};

// The same names in QML's manner, for tests and tools: "name", "text", "isUser", …
QHash<int, QByteArray> chatRoleNames();

class ChatSession;

// Rows are the session's messages, and behind them the row under way where there is one. Changes
// come as exactly the rows they are about; the session may be deleted before the model.
class ChatModel : public QAbstractListModel
{
    Q_OBJECT

public:
    explicit ChatModel(ChatSession *session, QObject *parent = nullptr);
    ~ChatModel() override;

    // Pictures of messages that do not name one, as files inside the library.
    void setDefaultAvatars(const QString &user, const QString &character);
    // -1 when the message is not there (any more).
    int rowOf(quint64 stableId) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QHash<int, QByteArray> roleNames() const override { return chatRoleNames(); }

private:
    void applyChange(const ChatChange &change);
    void updateReply();
    bool hasExtraRow() const { return isExtraRow(m_reply); }
    bool isExtraRow(const ReplyState &reply) const;
    void touch(qsizetype first, qsizetype last);
    void refreshShown();
    void touchShown(const QList<quint64> &ids);
    void touchCovered(const ReplyState &reply);
    QVariant replyData(int role) const;
    QVariant messageData(const Message &message, int role) const;
    QString avatarOf(const Message &message) const;
    QStringList knownToAt(qsizetype row) const;
    void followKnowledge();

    QPointer<ChatSession> m_session;
    // Own copies: while rows come and go, views still ask for the old ones.
    Conversation m_conversation;
    ReplyState m_reply;
    DisplayedTexts m_shown;
    KnowledgeSettings m_knowledge;
    bool m_isShownDue = false; // an update is on its way through the event queue
    QList<int> m_revisions;
    int m_extraRevision = 0;
    int m_lastRevision = 0;
    QString m_userAvatar;
    QString m_characterAvatar;
};

} // namespace snug
