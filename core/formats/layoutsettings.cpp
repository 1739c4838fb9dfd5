#include "core/formats/layoutsettings.h"

#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr std::array<QStringView, 5> joinings{u"", u"one-system", u"separate", u"neighbours",
                                              u"squash-neighbour-system"};
constexpr std::array<QStringView, 4> orders{u"", u"100001", u"100000", u"first"};

template <typename Value, std::size_t Count>
Value valueOf(const std::array<QStringView, Count> &names, const QString &name)
{
    const auto found = std::ranges::find(names, QStringView(name));
    return found == names.end() ? Value() : Value(found - names.begin());
}

} // namespace

LayoutSettings layoutFromJson(const Json &object)
{
    LayoutSettings settings;
    settings.joining = valueOf<LayoutSettings::Joining>(joinings, object.value(u"frame.merge").toText());
    settings.order = valueOf<LayoutSettings::Order>(orders, object.value(u"frame.promptOrderId").toText());
    settings.loreWhereMerged = object.value(u"frame.markersFromLore").asBool().value_or(true);
    settings.keysSeeInjected = object.value(u"lore.frameKeysSeeInjected").asBool().value_or(false);
    settings.namesTwice = object.value(u"story.nameTwice").asBool().value_or(true);
    settings.readsTextNumbers = object.value(u"preset.textNumbers").asBool().value_or(false);
    settings.cleansReplies = object.value(u"replies.clean").asBool().value_or(true);
    const Json joined = object.value(u"template.collapse");
    if (joined.isArray()) {
        const QStringList names = joined.toTextList();
        settings.joinedInTemplates.removeIf([&](Role role) { return !names.contains(roleName(role)); });
    }
    return settings;
}

Json withLayout(const Json &stored, const LayoutSettings &settings)
{
    Json object = stored.isObject() ? stored : Json::object();
    const LayoutSettings usual;
    const auto put = [&](const QString &key, const auto &value, const auto &usualValue, const Json &json) {
        if (value != usualValue || object.contains(key))
            object.set(key, json);
    };
    put(u"frame.merge"_s, settings.joining, usual.joining,
        Json(joinings.at(std::size_t(settings.joining)).toString()));
    put(u"frame.promptOrderId"_s, settings.order, usual.order,
        Json(orders.at(std::size_t(settings.order)).toString()));
    put(u"frame.markersFromLore"_s, settings.loreWhereMerged, usual.loreWhereMerged,
        Json(settings.loreWhereMerged));
    put(u"lore.frameKeysSeeInjected"_s, settings.keysSeeInjected, usual.keysSeeInjected,
        Json(settings.keysSeeInjected));
    put(u"story.nameTwice"_s, settings.namesTwice, usual.namesTwice, Json(settings.namesTwice));
    put(u"preset.textNumbers"_s, settings.readsTextNumbers, usual.readsTextNumbers,
        Json(settings.readsTextNumbers));
    put(u"replies.clean"_s, settings.cleansReplies, usual.cleansReplies, Json(settings.cleansReplies));
    QStringList joined;
    for (const Role role : settings.joinedInTemplates)
        joined.append(roleName(role));
    put(u"template.collapse"_s, settings.joinedInTemplates, usual.joinedInTemplates, Json(joined));
    return object;
}

} // namespace snug
