#include "core/chat/chatmodel.h"

#include "core/chat/chatsession.h"
#include "core/formats/chatjsonl.h"
#include "core/prompt/knownto.h"

#include <QUrl>
#include <QUrlQuery>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

QHash<int, QByteArray> chatRoleNames()
{
    return {
        {SpeakerNameRole, "name"},
        {TextRole, "text"},
        {IsUserRole, "isUser"},
        {IsHiddenRole, "isHidden"},
        {IsNarratorRole, "isNarrator"},
        {SwipeIndexRole, "swipeIndex"},
        {SwipeCountRole, "swipeCount"},
        {ReasoningRole, "reasoning"},
        {DateRole, "date"},
        {IsStreamingRole, "isStreaming"},
        {AvatarRole, "avatar"},
        {TokenCountRole, "tokenCount"},
        {UsageRole, "usage"},
        {RequestRole, "request"},
        {NumberRole, "number"},
        {WasCutRole, "wasCut"},
        {ErrorRole, "error"},
        {RevisionRole, "revision"},
        {StableIdRole, "stableId"},
        {ShownTextRole, "shownText"},
        {ShownReasoningRole, "shownReasoning"},
        {KnownToRole, "knownTo"},
        {KeepsSecretsRole, "keepsSecrets"},
    };
}

namespace {

// "/thumbnail?type=persona&file=x.png" -> "User Avatars/x.png"; a bare file name is a card's picture.
QString avatarFile(const QString &address)
{
    const QUrlQuery query(QUrl(address).query());
    const QString file = query.queryItemValue(u"file"_s, QUrl::FullyDecoded);
    if (file.isEmpty())
        return {};
    return query.queryItemValue(u"type"_s) == "persona"_L1 ? QString(u"User Avatars/"_s + file)
                                                           : QString(u"characters/"_s + file);
}

} // namespace

ChatModel::ChatModel(ChatSession *session, QObject *parent)
    : QAbstractListModel(parent)
    , m_session(session)
    , m_conversation(session->conversation())
    , m_reply(session->reply())
    , m_knowledge(session->snapshot().knowledge)
    , m_revisions(m_conversation.size(), 0)
{
    connect(session, &ChatSession::changed, this, &ChatModel::applyChange);
    connect(session, &ChatSession::replyChanged, this, &ChatModel::updateReply);
    connect(session, &ChatSession::changed, this, &ChatModel::refreshShown);
    connect(session, &ChatSession::replyChanged, this, &ChatModel::refreshShown);
    connect(session, &ChatSession::snapshotChanged, this, &ChatModel::refreshShown);
    connect(session, &ChatSession::snapshotChanged, this, &ChatModel::followKnowledge);
    connect(&m_shown, &DisplayedTexts::changed, this, &ChatModel::touchShown);
    refreshShown();
}

ChatModel::~ChatModel() = default;

void ChatModel::setDefaultAvatars(const QString &user, const QString &character)
{
    if (user == m_userAvatar && character == m_characterAvatar)
        return;
    m_userAvatar = user;
    m_characterAvatar = character;
    if (rowCount() > 0)
        touch(0, rowCount() - 1); // what has been laid out shows the ones of before
}

int ChatModel::rowOf(quint64 stableId) const
{
    for (qsizetype row = m_conversation.size() - 1; row >= 0; --row) {
        if (m_conversation.idAt(row) == stableId)
            return int(row);
    }
    return hasExtraRow() && m_reply.id == stableId ? int(m_conversation.size()) : -1;
}

bool ChatModel::isExtraRow(const ReplyState &reply) const
{
    return reply.phase != ReplyState::Phase::Idle && reply.row == m_conversation.size();
}

int ChatModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_conversation.size()) + (hasExtraRow() ? 1 : 0);
}

void ChatModel::touch(qsizetype first, qsizetype last)
{
    for (qsizetype row = first; row <= last; ++row) {
        int &revision = row < m_revisions.size() ? m_revisions[row] : m_extraRevision;
        revision = ++m_lastRevision;
    }
    Q_EMIT dataChanged(index(int(first)), index(int(last)));
}

void ChatModel::applyChange(const ChatChange &change)
{
    const qsizetype shared = std::min(change.removed.size(), change.inserted.size());
    const qsizetype next = change.index + shared;
    const auto takeOver = [this] { m_conversation = m_session->conversation(); };
    const bool hadExtraRow = hasExtraRow();

    if (change.removed.size() > shared) {
        const qsizetype count = change.removed.size() - shared;
        // The row under way stands behind the last message, wherever that is.
        beginRemoveRows({}, int(next), int(next + count - 1));
        m_revisions.remove(next, count);
        takeOver();
        if (hadExtraRow)
            m_reply.row = m_conversation.size();
        endRemoveRows();
    } else if (hadExtraRow && change.inserted.size() == shared + 1 &&
               change.insertedIds.last() == m_reply.id) {
        // The row under way has become a message and stays where it is.
        m_revisions.insert(next, ++m_lastRevision);
        takeOver();
        m_reply = m_session->reply();
        Q_EMIT dataChanged(index(int(next)), index(int(next)));
    } else if (change.inserted.size() > shared) {
        const qsizetype count = change.inserted.size() - shared;
        beginInsertRows({}, int(next), int(next + count - 1));
        for (qsizetype i = 0; i < count; ++i)
            m_revisions.insert(next + i, ++m_lastRevision);
        takeOver();
        if (hadExtraRow)
            m_reply.row = m_conversation.size();
        endInsertRows();
    } else {
        takeOver();
    }
    if (shared > 0)
        touch(change.index, next - 1);
}

// A reply covers a message, stands behind the last one, or neither; it may go from one to the
// other. Rows come and go while it covers nothing, so that no other row changes with them.
void ChatModel::updateReply()
{
    const ReplyState before = m_reply;
    const ReplyState now = m_session->reply();
    if (before == now)
        return;
    const int extra = int(m_conversation.size());
    const bool wasExtra = isExtraRow(before);
    const bool isExtra = isExtraRow(now);
    if (wasExtra && !isExtra) {
        beginRemoveRows({}, extra, extra);
        m_reply = {};
        endRemoveRows();
    } else if (!wasExtra && isExtra) {
        m_reply = {};
        touchCovered(before);
        beginInsertRows({}, extra, extra);
        m_extraRevision = ++m_lastRevision;
        m_reply = now;
        endInsertRows();
        return;
    }
    m_reply = now;
    if (isExtra)
        return touch(extra, extra);
    touchCovered(before);
    if (before.row != now.row || before.phase == ReplyState::Phase::Idle)
        touchCovered(now);
}

// Once, however much changes at a time.
void ChatModel::refreshShown()
{
    if (m_isShownDue)
        return;
    m_isShownDue = true;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_isShownDue = false;
            if (m_session)
                m_shown.update(m_conversation, m_reply, m_session->snapshot());
        },
        Qt::QueuedConnection);
}

void ChatModel::touchShown(const QList<quint64> &ids)
{
    for (const quint64 id : ids) {
        if (const int row = rowOf(id); row >= 0)
            touch(row, row);
    }
}

void ChatModel::followKnowledge()
{
    if (!m_session || m_knowledge == m_session->snapshot().knowledge)
        return;
    m_knowledge = m_session->snapshot().knowledge;
    if (rowCount() > 0)
        touch(0, rowCount() - 1);
}

// A reply under way to what somebody is not told is kept from them too, until it is known to be for all.
QStringList ChatModel::knownToAt(qsizetype row) const
{
    if (!m_knowledge.isEnabled)
        return {};
    const QList<Message> &messages = m_conversation.chat().messages;
    const bool isUnderWay = row == m_reply.row && m_reply.isUnderWay();
    if (isUnderWay) {
        if (const auto names = knownToFromTags(m_reply.text, m_reply.name, m_knowledge))
            return *names;
        const QStringList before = row > 0 ? knownTo(messages.at(row - 1)) : QStringList();
        if (!before.isEmpty() && !before.contains(m_reply.name))
            return before + QStringList{m_reply.name};
        return before;
    }
    if (row >= messages.size() || messages.at(row).isNarrator())
        return {};
    return knownTo(messages.at(row));
}

void ChatModel::touchCovered(const ReplyState &reply)
{
    if (reply.phase != ReplyState::Phase::Idle && reply.row >= 0 && reply.row < m_conversation.size())
        touch(reply.row, reply.row);
}

QVariant ChatModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const qsizetype row = index.row();
    const bool isReply = row == m_reply.row && m_reply.phase != ReplyState::Phase::Idle;
    if (role == Qt::AccessibleTextRole) {
        QString text = data(index, TextRole).toString();
        if (text.isEmpty() && isReply && m_reply.hasFailed())
            text = m_reply.error.what;
        const QStringList knowers = knownToAt(row);
        if (!knowers.isEmpty()) //: read aloud: who says it, who knows it, what
            return tr("%1, known only to %2: %3")
                .arg(data(index, SpeakerNameRole).toString(), knowers.join(u", "_s),
                     textWithoutTags(text, m_knowledge));
        return QString(data(index, SpeakerNameRole).toString() + u": "_s + text);
    }
    if (role == KnownToRole)
        return knownToAt(row);
    if (role == NumberRole)
        return int(row);
    if (role == KeepsSecretsRole)
        return m_knowledge.isEnabled && !isReply && row < m_conversation.size() &&
               !m_conversation.chat().messages.at(row).isNarrator();
    if (role == Qt::DisplayRole)
        role = TextRole;
    if (role == ShownTextRole || role == ShownReasoningRole) {
        const bool isText = role == ShownTextRole;
        const QString text = data(index, isText ? TextRole : ReasoningRole).toString();
        const auto part = isText ? DisplayedTexts::Part::Text : DisplayedTexts::Part::Reasoning;
        const QString shown = m_shown.shown(data(index, StableIdRole).toULongLong(), part, text,
                                            isReply && m_reply.isUnderWay());
        return isText && m_knowledge.isEnabled ? textWithoutTags(shown, m_knowledge) : shown;
    }
    if (role == ErrorRole)
        return isReply && m_reply.hasFailed() ? QVariant::fromValue(m_reply.error) : QVariant();
    if (role == IsStreamingRole)
        return isReply && m_reply.isUnderWay();
    if (row == m_conversation.size())
        return replyData(role);
    if (role == StableIdRole)
        return m_conversation.idAt(row);
    if (role == RevisionRole)
        return m_revisions.at(row);
    if (isReply && m_reply.isUnderWay()) {
        switch (role) {
        case TextRole:
        case ReasoningRole:
        case SwipeIndexRole:
        case SwipeCountRole:
        case TokenCountRole:
        case UsageRole:
        case RequestRole:
            return replyData(role);
        default:
            break;
        }
    }
    return messageData(m_conversation.chat().messages.at(row), role);
}

QVariant ChatModel::replyData(int role) const
{
    switch (role) {
    case SpeakerNameRole:
        return m_reply.name;
    case TextRole:
        return m_reply.text;
    case IsUserRole:
    case IsHiddenRole:
    case IsNarratorRole:
        return false;
    case SwipeIndexRole:
        return m_reply.swipeIndex;
    case SwipeCountRole:
        return m_reply.swipeCount;
    case ReasoningRole:
        return m_reply.reasoning;
    case DateRole:
        return QDateTime();
    case AvatarRole:
        return m_reply.avatar.isEmpty() ? m_characterAvatar : QString(u"characters/"_s + m_reply.avatar);
    case TokenCountRole:
        return 0;
    case RevisionRole:
        return m_extraRevision;
    case StableIdRole:
        return m_reply.id;
    default:
        return {};
    }
}

QVariant ChatModel::messageData(const Message &message, int role) const
{
    switch (role) {
    case SpeakerNameRole:
        return message.name;
    case TextRole:
        return message.text;
    case IsUserRole:
        return message.isUser;
    case IsHiddenRole:
        return message.isHidden;
    case IsNarratorRole:
        return message.isNarrator();
    case SwipeIndexRole:
        return message.activeSwipe;
    case SwipeCountRole:
        return std::max(1, int(message.swipes.size()));
    case ReasoningRole:
        return message.reasoning();
    case DateRole:
        return sendDateTime(message.sendDate).toLocalTime();
    case AvatarRole:
        return avatarOf(message);
    case TokenCountRole:
        return message.extra.value(u"token_count").toInt();
    case UsageRole:
        if (const std::optional<TokenUsage> usage = usageOf(message))
            return QVariant::fromValue(*usage);
        return {};
    case RequestRole:
        return requestOf(message);
    case WasCutRole:
        return message.extra.value(u"snug").value(u"cut").size() > 0;
    default:
        return {};
    }
}

QString ChatModel::avatarOf(const Message &message) const
{
    if (const QString forced = avatarFile(message.forcedAvatar); !forced.isEmpty())
        return forced;
    if (message.originalAvatar.contains(u'/')) // SillyTavern's picture for somebody without a card
        return {};
    if (!message.originalAvatar.isEmpty())
        return u"characters/"_s + message.originalAvatar;
    return message.isUser ? m_userAvatar : m_characterAvatar;
}

} // namespace snug
