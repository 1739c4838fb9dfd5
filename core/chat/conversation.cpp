#include "core/chat/conversation.h"

#include "core/chat/chatmessage.h"
#include "core/library/filenames.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

ChatChange::Kind ChatChange::kind() const
{
    if (removed.isEmpty() && inserted.isEmpty())
        return Kind::None;
    if (removed.isEmpty())
        return Kind::Insert;
    if (inserted.isEmpty())
        return Kind::Remove;
    return removed.size() == inserted.size() ? Kind::Update : Kind::Replace;
}

ChatChange ChatChange::reversed() const
{
    ChatChange back = *this;
    std::swap(back.removed, back.inserted);
    std::swap(back.removedIds, back.insertedIds);
    if (back.header)
        std::swap(back.header->first, back.header->second);
    if (back.name)
        std::swap(back.name->first, back.name->second);
    return back;
}

Conversation::Conversation(Chat chat)
    : m_chat(std::move(chat))
{
    m_ids.reserve(m_chat.messages.size());
    for (qsizetype i = 0; i < m_chat.messages.size(); ++i)
        m_ids.append(m_nextId++);
}

ChatChange Conversation::apply(ChatChange change)
{
    Q_ASSERT(change.index >= 0 && change.index + change.removed.size() <= size());
    const qsizetype shared = std::min(change.removed.size(), change.inserted.size());
    change.removedIds = m_ids.mid(change.index, change.removed.size());
    if (change.insertedIds.size() != change.inserted.size()) {
        change.insertedIds = change.removedIds.first(shared);
        while (change.insertedIds.size() < change.inserted.size())
            change.insertedIds.append(m_nextId++);
    }

    QList<Message> &messages = m_chat.messages;
    for (qsizetype i = 0; i < shared; ++i) {
        messages[change.index + i] = change.inserted.at(i);
        m_ids[change.index + i] = change.insertedIds.at(i);
    }
    const qsizetype next = change.index + shared;
    messages.remove(next, change.removed.size() - shared);
    m_ids.remove(next, change.removed.size() - shared);
    for (qsizetype i = shared; i < change.inserted.size(); ++i) {
        messages.insert(change.index + i, change.inserted.at(i));
        m_ids.insert(change.index + i, change.insertedIds.at(i));
    }
    if (change.header)
        m_chat.header = change.header->second;
    if (change.name)
        m_chat.name = change.name->second;
    return change;
}

namespace {

// The header as an object with its metadata, made where the file had none.
Json wholeHeader(const Chat &chat)
{
    return chat.header.isObject() ? chat.header : newChatHeader({});
}

Json withMetadata(const Chat &chat, const QString &key, const Json &value)
{
    Json header = wholeHeader(chat);
    Json metadata = header.value(u"chat_metadata");
    if (!metadata.isObject())
        metadata = Json::object();
    metadata.set(key, value);
    header.set(u"chat_metadata"_s, metadata);
    return header;
}

} // namespace

bool hasRow(const Chat &chat, qsizetype row)
{
    return row >= 0 && row < chat.messages.size();
}

ChatChange insertMessages(const Chat &chat, qsizetype index, const QList<Message> &messages)
{
    if (index < 0 || index > chat.messages.size())
        return {};
    return {.index = index, .inserted = messages};
}

ChatChange appendMessage(const Chat &chat, const Message &message)
{
    return insertMessages(chat, chat.messages.size(), {message});
}

ChatChange removeMessages(const Chat &chat, qsizetype first, qsizetype count)
{
    if (!hasRow(chat, first) || count <= 0)
        return {};
    return {.index = first, .removed = chat.messages.mid(first, count)};
}

ChatChange replaceMessage(const Chat &chat, qsizetype row, const Message &message)
{
    if (!hasRow(chat, row) || chat.messages.at(row) == message)
        return {};
    return {.index = row, .removed = {chat.messages.at(row)}, .inserted = {message}};
}

ChatChange editText(const Chat &chat, qsizetype row, const QString &text)
{
    if (!hasRow(chat, row) || chat.messages.at(row).text == text)
        return {};
    Message message = chat.messages.at(row);
    message.text = text;
    dropOpaque(message);
    if (!message.swipes.isEmpty())
        message.swipes[message.activeSwipe].text = text;
    mirrorIntoActiveSwipe(message);
    return replaceMessage(chat, row, message);
}

ChatChange editReasoning(const Chat &chat, qsizetype row, const QString &reasoning)
{
    if (!hasRow(chat, row) || chat.messages.at(row).reasoning() == reasoning)
        return {};
    Message message = chat.messages.at(row);
    // SillyTavern's word for what the model did not write.
    const QString type = message.reasoning().isEmpty() ? u"manual"_s : u"edited"_s;
    if (!message.extra.isObject())
        message.extra = Json::object();
    message.extra.set(u"reasoning"_s, reasoning);
    message.extra.set(u"reasoning_type"_s, reasoning.isEmpty() ? Json() : Json(type));
    dropOpaque(message);
    mirrorIntoActiveSwipe(message);
    return replaceMessage(chat, row, message);
}

ChatChange setHidden(const Chat &chat, qsizetype first, qsizetype last, bool hidden)
{
    if (!hasRow(chat, first) || !hasRow(chat, last))
        return {};
    const auto differs = [&](qsizetype row) { return chat.messages.at(row).isHidden != hidden; };
    while (first <= last && !differs(first))
        ++first;
    while (last >= first && !differs(last))
        --last;
    if (first > last)
        return {};
    ChatChange change{.index = first, .removed = chat.messages.mid(first, last - first + 1)};
    change.inserted = change.removed;
    for (Message &message : change.inserted)
        message.isHidden = hidden;
    return change;
}

ChatChange selectSwipe(const Chat &chat, qsizetype row, int swipe, const TextExpansion &expand)
{
    if (!hasRow(chat, row))
        return {};
    Message message = chat.messages.at(row);
    if (swipe < 0 || swipe >= message.swipes.size() || swipe == message.activeSwipe)
        return {};
    // The text shown wins over the list's: what somebody wrote into "mes" by hand is not lost by
    // leaving it. A greeting differs from its swipe only by its macros.
    Swipe &left = message.swipes[message.activeSwipe];
    if (left.text != message.text && !(expand && expand(left.text) == message.text))
        left.text = message.text;
    mirrorIntoActiveSwipe(message);

    const Swipe &chosen = message.swipes.at(swipe);
    message.activeSwipe = swipe;
    message.text = expand ? expand(chosen.text) : chosen.text;
    message.sendDate = chosen.info.value(u"send_date").toText(message.sendDate);
    const Json extra = chosen.info.value(u"extra");
    message.extra = extra.isObject() ? extra : Json::object();
    for (const QString &key : {u"gen_started"_s, u"gen_finished"_s})
        message.source.set(key, chosen.info.value(key));
    return replaceMessage(chat, row, message);
}

ChatChange setMetadata(const Chat &chat, const QString &key, const Json &value)
{
    return setMetadata(chat, {{key, value}});
}

ChatChange setMetadata(const Chat &chat, const QList<Json::Member> &values)
{
    Chat changed = chat;
    for (const auto &[key, value, spelling] : values) {
        if (changed.metadata().value(key) != value)
            changed.header = withMetadata(changed, key, value);
    }
    return changed.header == chat.header ? ChatChange()
                                         : ChatChange{.header = std::pair(chat.header, changed.header)};
}

Chat branchOf(const Chat &chat, qsizetype last, const QString &name, const QString &integrity)
{
    Chat branch{.name = name, .header = chat.header, .messages = chat.messages.first(last + 1)};
    branch.header = withMetadata(branch, u"integrity"_s, integrity);
    branch.header = withMetadata(branch, u"main_chat"_s, chat.name);
    return branch;
}

ChatChange linkBranch(const Chat &chat, qsizetype row, const QString &branchName)
{
    if (!hasRow(chat, row))
        return {};
    Message message = chat.messages.at(row);
    if (!message.extra.isObject())
        message.extra = Json::object();
    Json branches = message.extra.value(u"branches");
    if (!branches.isArray())
        branches = Json::array();
    branches.append(branchName);
    message.extra.set(u"branches"_s, branches);
    mirrorIntoActiveSwipe(message);
    return replaceMessage(chat, row, message);
}

QString branchName(const QString &chatName, const std::function<bool(const QString &)> &taken)
{
    return nameBeside(chatName, u"Branch", taken);
}

QString nameBeside(const QString &chatName, QStringView word,
                   const std::function<bool(const QString &)> &taken)
{
    // A branch of a branch of a branch would end with a name that no disk takes.
    constexpr qsizetype longestStem = 200; // bytes, of the 255 that a file's name may have
    const QString stem =
        chatName.toUtf8().size() <= longestStem ? chatName : safeFileName(chatName, QString(), longestStem);
    for (int number = 1;; ++number) {
        const QString name = u"%1 - %2 #%3"_s.arg(stem, word).arg(number);
        if (!taken || !taken(name))
            return name;
    }
}

ChatChange changeInto(const Chat &chat, const Chat &other)
{
    const auto [mine, theirs] = std::ranges::mismatch(chat.messages, other.messages);
    const qsizetype head = mine - chat.messages.cbegin();
    qsizetype tail = 0;
    while (tail < chat.messages.size() - head && tail < other.messages.size() - head &&
           chat.messages.at(chat.messages.size() - 1 - tail) ==
               other.messages.at(other.messages.size() - 1 - tail))
        ++tail;
    ChatChange change{.index = head,
                      .removed = chat.messages.mid(head, chat.messages.size() - head - tail),
                      .inserted = other.messages.mid(head, other.messages.size() - head - tail)};
    if (chat.header != other.header)
        change.header = std::pair(chat.header, other.header);
    if (chat.name != other.name)
        change.name = std::pair(chat.name, other.name);
    return change;
}

} // namespace snug
