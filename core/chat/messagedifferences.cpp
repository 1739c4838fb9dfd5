#include "core/chat/messagedifferences.h"

#include "core/formats/chatjsonl.h"
#include "core/formats/jsontext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

Json lineOfMessage(const Message &message)
{
    return parseJsonLine(encodeMessageLine(message)).value_or(Json());
}

void compareFields(const QString &prefix, const Json &one, const Json &other, QList<MessageDifference> &found)
{
    for (const Json &object : {one, other}) {
        for (const Json::Member &member : object.members()) {
            const QString place = prefix + member.key;
            const bool isKnown = std::ranges::any_of(
                found, [&](const MessageDifference &each) { return each.place == place; });
            const Json mine = one.value(member.key);
            const Json theirs = other.value(member.key);
            if (!isKnown && mine != theirs)
                found.append({place, mine, theirs});
        }
    }
}

// Each in its place in the list.
void compareItems(const MessageDifference &lists, QList<MessageDifference> &found)
{
    const QList<Json> mine = lists.one.items();
    const QList<Json> theirs = lists.other.items();
    for (qsizetype i = 0; i < std::max(mine.size(), theirs.size()); ++i) {
        const MessageDifference item{u"%1[%2]"_s.arg(lists.place).arg(i), mine.value(i), theirs.value(i)};
        if (item.one != item.other)
            found.append(item);
    }
}

} // namespace

QList<MessageDifference> messageDifferences(const Message &one, const Message &other)
{
    QList<MessageDifference> fields;
    compareFields({}, lineOfMessage(one), lineOfMessage(other), fields);
    const bool haveOtherSwipes = std::ranges::contains(fields, u"swipes"_s, &MessageDifference::place);
    QList<MessageDifference> found;
    for (const MessageDifference &field : std::as_const(fields)) {
        if (field.place == u"swipe_info" && haveOtherSwipes)
            continue;
        if (field.one.isObject() && field.other.isObject())
            compareFields(field.place + u'.', field.one, field.other, found);
        else if (field.place == u"swipes" || (field.one.isArray() && field.other.isArray()))
            compareItems(field, found);
        else
            found.append(field);
    }
    return found;
}

} // namespace snug
