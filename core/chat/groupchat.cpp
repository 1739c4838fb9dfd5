#include "core/chat/groupchat.h"

#include <QRandomGenerator>

#include <array>

using namespace Qt::StringLiterals;

namespace snug {

QString newGroupChatName(const QDateTime &date)
{
    return date.toString(u"yyyy-MM-dd@HH'h'mm'm'ss's'zzz'ms'"_s);
}

Chat newGroupChat(const QString &name, const GroupInputs &group,
                  const std::function<QString(const QString &text, const GroupMember &member)> &expand,
                  const QDateTime &date, const QString &integrity, quint64 seed)
{
    Chat chat{.name = name, .header = newChatHeader(integrity), .messages = {}};
    QRandomGenerator random(std::array{quint32(seed), quint32(seed >> 32)}.data(), 2);
    for (const GroupMember &member : group.members) {
        QStringList greetings{member.card.firstMessage};
        greetings += member.card.alternateGreetings;
        greetings.removeIf([](const QString &text) { return text.trimmed().isEmpty(); });
        const qsizetype drawn = random.bounded(int(std::max<qsizetype>(1, greetings.size())));
        if (greetings.isEmpty())
            continue;
        const QString text = greetings.at(drawn).trimmed();
        Message message;
        message.name = member.card.name;
        message.sendDate = sendDateSpelling(date);
        message.text = expand ? expand(text, member) : text;
        message.originalAvatar = member.avatar;
        message.forcedAvatar = characterAvatarAddress(member.avatar);
        // Every greeting is a round of its own, so that making a reply anew never takes two away.
        message.extra = Json::object({{u"gen_id"_s, Json(date.toMSecsSinceEpoch() + chat.messages.size())}});
        const Json info = Json::object({{u"send_date"_s, message.sendDate}, {u"extra"_s, message.extra}});
        message.swipes = {{message.text, info}};
        message.source = Json::object({{u"is_user"_s, false},
                                       {u"is_system"_s, false},
                                       {u"name"_s, message.name},
                                       {u"send_date"_s, message.sendDate},
                                       {u"original_avatar"_s, message.originalAvatar},
                                       {u"extra"_s, message.extra},
                                       {u"mes"_s, message.text},
                                       {u"force_avatar"_s, message.forcedAvatar},
                                       {u"swipes"_s, QStringList{message.text}},
                                       {u"swipe_id"_s, 0},
                                       {u"swipe_info"_s, Json::array({info})}});
        chat.messages.append(message);
    }
    return chat;
}

} // namespace snug
