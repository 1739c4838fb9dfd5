#include "core/formats/quickreplies.h"

#include "core/formats/jsontext.h"

#include <QCoreApplication>

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

const QStringList &unaskedKeys()
{
    static const QStringList keys{u"executeOnStartup"_s,
                                  u"executeOnUser"_s,
                                  u"executeOnAi"_s,
                                  u"executeOnChatChange"_s,
                                  u"executeOnGroupMemberDraft"_s,
                                  u"executeOnNewChat"_s,
                                  u"executeBeforeGeneration"_s};
    return keys;
}

QuickReply replyOfJson(const Json &json)
{
    return {.id = json.value(u"id").toInt(),
            .label = json.value(u"label").toText(),
            .icon = json.value(u"icon").toText(),
            .title = json.value(u"title").toText(),
            .text = json.value(u"message").toText(),
            .isHidden = json.value(u"isHidden").toBool(),
            .source = json};
}

// Slots of before version 2. What else they say stays.
Json upgradedReply(const Json &slot, int id)
{
    Json reply = slot.isObject() ? slot : Json::object();
    const auto take = [&reply](const QString &before, const QString &now, auto valueOf) {
        const Json value = valueOf(reply.value(before));
        reply.remove(before);
        reply.set(now, value);
    };
    const auto text = [](const Json &value) { return Json(value.toText()); };
    const auto flag = [](const Json &value) { return Json(value.toBool()); };
    reply.set(u"id"_s, id);
    for (const QString &key : {u"label"_s, u"title"_s})
        reply.set(key, text(reply.value(key)));
    take(u"mes"_s, u"message"_s, text);
    take(u"hidden"_s, u"isHidden"_s, flag);
    take(u"autoExecute_appStartup"_s, u"executeOnStartup"_s, flag);
    take(u"autoExecute_userMessage"_s, u"executeOnUser"_s, flag);
    take(u"autoExecute_botMessage"_s, u"executeOnAi"_s, flag);
    take(u"autoExecute_chatLoad"_s, u"executeOnChatChange"_s, flag);
    return reply;
}

Json upgraded(Json set)
{
    Json list = set.value(u"quickReplySlots");
    for (qsizetype i = 0; i < list.size(); ++i)
        list.setAt(i, upgradedReply(list.at(i), int(i) + 1));
    set.remove(u"quickReplySlots");
    set.set(u"version"_s, 2);
    set.set(u"name"_s, set.value(u"name").toText());
    for (const auto &[before, now] : {std::pair(u"quickActionEnabled"_s, u"disableSend"_s),
                                      std::pair(u"placeBeforeInputEnabled"_s, u"placeBeforeInput"_s),
                                      std::pair(u"AutoInputInject"_s, u"injectInput"_s)}) {
        const bool isOn = set.value(before).toBool();
        set.remove(before);
        set.set(now, isOn);
    }
    set.set(u"qrList"_s, list);
    set.set(u"idIndex"_s, qint64(list.size()));
    return set;
}

Json writtenReply(const QuickReply &reply)
{
    Json json = reply.source;
    if (!json.isObject()) {
        json = Json::object({{u"id"_s, reply.id},
                             {u"icon"_s, QString()},
                             {u"showLabel"_s, false},
                             {u"label"_s, QString()},
                             {u"title"_s, QString()},
                             {u"message"_s, QString()},
                             {u"contextList"_s, Json::array()},
                             {u"preventAutoExecute"_s, true},
                             {u"isHidden"_s, false}});
        for (const QString &key : unaskedKeys())
            json.set(key, Json(false));
        json.set(u"automationId"_s, Json(QString()));
    }
    const QuickReply before = replyOfJson(json);
    if (before.id != reply.id)
        json.set(u"id"_s, Json(reply.id));
    if (before.icon != reply.icon)
        json.set(u"icon"_s, Json(reply.icon));
    if (before.label != reply.label)
        json.set(u"label"_s, Json(reply.label));
    if (before.title != reply.title)
        json.set(u"title"_s, Json(reply.title));
    if (before.text != reply.text)
        json.set(u"message"_s, Json(reply.text));
    if (before.isHidden != reply.isHidden)
        json.set(u"isHidden"_s, Json(reply.isHidden));
    return json;
}

QuickReplySet setOfJson(const Json &document)
{
    QuickReplySet set{.name = document.value(u"name").toText(),
                      .onlyInserts = document.value(u"disableSend").toBool(),
                      .joinsDraft = document.value(u"injectInput").toBool(),
                      .isBeforeDraft = document.value(u"placeBeforeInput").toBool(),
                      .color = document.value(u"color").toText(),
                      .replies = {},
                      .source = document};
    const Json list = document.value(u"qrList");
    for (const Json &reply : list.items()) {
        if (reply.isObject())
            set.replies.append(replyOfJson(reply));
    }
    return set;
}

void addSets(const Json &list, QStringList &sets)
{
    for (const Json &link : list.items()) {
        const QString name = link.value(u"set").toText();
        if (!name.isEmpty() && link.value(u"isVisible").toBool(true) && !sets.contains(name))
            sets.append(name);
    }
}

QList<int> idsOf(const QuickReplySet &set)
{
    QList<int> ids;
    for (const QuickReply &reply : set.replies)
        ids.append(reply.id);
    return ids;
}

QList<int> idsOnlyIn(const QuickReplySet &set, const QuickReplySet &other)
{
    const QList<int> others = idsOf(other);
    QList<int> ids = idsOf(set);
    ids.removeIf([&](int id) { return others.contains(id); });
    return ids;
}

const QuickReply *replyOfId(const QuickReplySet &set, int id)
{
    const auto found = std::ranges::find(set.replies, id, &QuickReply::id);
    return found == set.replies.cend() ? nullptr : &*found;
}

// Those that `model` has stand among each other as they do there; the others stay where they are.
void putInOrder(QuickReplySet &set, const QuickReplySet &model)
{
    QList<QuickReply> ordered;
    for (const int id : idsOf(model)) {
        if (const QuickReply *reply = replyOfId(set, id))
            ordered.append(*reply);
    }
    for (QuickReply &reply : set.replies) {
        if (replyOfId(model, reply.id) && !ordered.isEmpty())
            reply = ordered.takeFirst();
    }
}

} // namespace

bool QuickReply::runsUnasked() const
{
    return std::ranges::any_of(unaskedKeys(),
                               [this](const QString &key) { return source.value(key).toBool(); });
}

Result<QuickReplySet> readQuickReplySet(const QByteArray &bytes)
{
    const Result<Json> document = parseJson(bytes);
    if (!document)
        return std::unexpected(document.error());
    if (!document->isObject())
        return failure(
            QCoreApplication::translate("QuickReplies", "expected a set of quick replies, found %1")
                .arg(document->typeName()));
    if (document->value(u"qrList").isArray())
        return setOfJson(*document);
    if (document->value(u"quickReplySlots").isArray())
        return setOfJson(upgraded(*document));
    return failure(QCoreApplication::translate("QuickReplies", "it has no list of quick replies"));
}

QByteArray writeQuickReplySet(const QuickReplySet &set)
{
    Json document = set.source;
    if (!document.isObject())
        document = Json::object({{u"version"_s, 2},
                                 {u"name"_s, set.name},
                                 {u"disableSend"_s, false},
                                 {u"placeBeforeInput"_s, false},
                                 {u"injectInput"_s, false},
                                 {u"color"_s, u"transparent"_s},
                                 {u"onlyBorderColor"_s, false},
                                 {u"qrList"_s, Json::array()},
                                 {u"idIndex"_s, 0}});
    const QuickReplySet before = setOfJson(document);
    if (before.name != set.name)
        document.set(u"name"_s, Json(set.name));
    if (before.onlyInserts != set.onlyInserts)
        document.set(u"disableSend"_s, Json(set.onlyInserts));
    if (before.joinsDraft != set.joinsDraft)
        document.set(u"injectInput"_s, Json(set.joinsDraft));
    if (before.isBeforeDraft != set.isBeforeDraft)
        document.set(u"placeBeforeInput"_s, Json(set.isBeforeDraft));
    if (before.replies != set.replies) {
        Json list = Json::array();
        int highest = document.value(u"idIndex").toInt();
        for (const QuickReply &reply : set.replies) {
            list.append(writtenReply(reply));
            highest = std::max(highest, reply.id);
        }
        document.set(u"qrList"_s, list);
        if (document.value(u"idIndex").toInt() != highest)
            document.set(u"idIndex"_s, Json(highest));
    }
    return writeJson(document);
}

int newReplyId(const QuickReplySet &set)
{
    int highest = 0;
    for (const QuickReply &reply : set.replies)
        highest = std::max(highest, reply.id);
    return highest + 1;
}

QuickReplySet withoutStep(QuickReplySet set, const QuickReplySet &before, const QuickReplySet &after)
{
    const auto made = idsOnlyIn(after, before);
    set.replies.removeIf([&](const QuickReply &reply) { return made.contains(reply.id); });
    for (QuickReply &reply : set.replies) {
        const QuickReply *was = replyOfId(before, reply.id);
        const QuickReply *became = replyOfId(after, reply.id);
        if (was && became && *was != *became)
            std::tie(reply.label, reply.text, reply.title) = std::tie(was->label, was->text, was->title);
    }
    const auto gone = idsOnlyIn(before, after);
    for (qsizetype place = 0; place < before.replies.size(); ++place) {
        QuickReply reply = before.replies.at(place);
        if (!gone.contains(reply.id))
            continue;
        if (replyOfId(set, reply.id))
            reply.id = newReplyId(set);
        set.replies.insert(std::min(place, set.replies.size()), reply);
    }
    if (gone.isEmpty() && made.isEmpty() && idsOf(before) != idsOf(after))
        putInOrder(set, before);
    if (before.onlyInserts != after.onlyInserts)
        set.onlyInserts = before.onlyInserts;
    return set;
}

QuickRepliesInUse quickRepliesInUse(const Json &settings, const Json &chatMetadata, const QString &cardFile)
{
    const Json ours = settings.value(u"extension_settings").value(u"quickReplyV2");
    QuickRepliesInUse use{.isEnabled = ours.value(u"isEnabled").toBool(), .sets = {}};
    addSets(ours.value(u"config").value(u"setList"), use.sets);
    addSets(chatMetadata.value(u"quickReply").value(u"setList"), use.sets);
    if (!cardFile.isEmpty())
        addSets(ours.value(u"characterConfigs").value(cardFile).value(u"setList"), use.sets);
    return use;
}

QString withQuickReply(const QuickReplySet &set, const QString &text, const QString &draft)
{
    if (!set.joinsDraft || draft.isEmpty())
        return text;
    return set.isBeforeDraft ? QString(text + u' ' + draft) : QString(draft + u' ' + text);
}

} // namespace snug
