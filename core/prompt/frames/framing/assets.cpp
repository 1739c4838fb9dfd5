#include "core/prompt/frames/framing/assets.h"

#include "core/macros/framing/valuetext.h"
#include "core/prompt/frames/framing/loreshapes.h"

#include <QHash>
#include <QSet>

using namespace Qt::StringLiterals;

namespace snug::framing {

namespace {

QString textOrNothing(const Json &value)
{
    return value.isUndefined() || value.isNull() ? QString() : valueText(value);
}

void appendRules(const Json &rules, const QString &source, QList<Json> &list)
{
    const Json items = rules.isArray() ? rules : rules.value(u"regex_rules");
    for (const Json &rule : items.items()) {
        if (!rule.isObject())
            continue;
        Json tagged = rule;
        const Json given = rule.value(u"meta");
        Json meta = given.isObject() ? given : Json::object();
        meta.set(u"source"_s, Json(source));
        tagged.set(u"meta"_s, meta);
        list.append(tagged);
    }
}

// One rule file, or several.
QList<Json> collectedRules(const Json &container, const QString &source)
{
    QList<Json> list;
    const Json items = container.value(u"items");
    if (container.isArray() || container.contains(u"regex_rules")) {
        appendRules(container, source, list);
    } else if (items.isArray()) {
        for (const Json &item : items.items())
            appendRules(item, source, list);
    } else {
        for (const Json::Member &member : container.members()) {
            if (member.value.isObject())
                appendRules(member.value, source, list);
        }
    }
    return list;
}

QString ruleKey(const Json &rule, const QString &by)
{
    const auto key = [&](const QString &name) -> QString {
        return name + u':' + textOrNothing(rule.value(name));
    };
    if (by == u"id" || by == u"name")
        return key(by);
    const bool isPattern = QStringList{u"pattern"_s, u"find_regex"_s, u"findregex"_s}.contains(by);
    for (const QString &name : {u"id"_s, u"name"_s}) {
        if (!isPattern && !textOrNothing(rule.value(name)).isEmpty())
            return key(name);
    }
    return key(u"find_regex"_s);
}

Json number(qsizetype count)
{
    return Json(qint64(count));
}

Json sourceOrder()
{
    return Json(QStringList{u"independent"_s, u"preset"_s, u"character"_s});
}

QString optionText(const Json &options, QStringView key, const QString &otherwise)
{
    const Json value = options.value(key);
    return isTruthy(value) ? valueText(value) : otherwise;
}

} // namespace

QList<Json> characterLore(const Json &character)
{
    QList<Json> lore;
    const Json entries = character.value(u"world_book").value(u"entries");
    for (const Json &entry : entries.items()) {
        if (!entry.isObject())
            continue;
        Json item = entry;
        if (!item.contains(u"enabled"))
            item.set(u"enabled"_s, Json(true));
        lore.append(item);
    }
    return lore;
}

QList<Json> mergedLore(const QList<Json> &books, const QList<Json> &character, Reading reading)
{
    QList<Json> merged;
    QSet<QString> seen;
    for (const Json &entry : books + character) {
        const QString id = textOrNothing(entry.value(u"id"));
        const bool hasNone = id.isEmpty() && reading == Reading::Promised;
        if (!hasNone && seen.contains(id))
            continue;
        seen.insert(id);
        merged.append(entry);
    }
    return merged;
}

MergedRules mergedRules(const RuleSources &sources, const Json &options)
{
    const QString by = optionText(options, u"dedup_by", u"auto"_s).trimmed().toLower();
    const bool isLastKept =
        optionText(options, u"on_conflict", u"keep_first"_s).toLower() == u"override_later";
    const QList<Json> standalone = collectedRules(sources.standalone, u"independent"_s);
    const QList<Json> preset = collectedRules(sources.preset, u"preset"_s);
    const QList<Json> character = collectedRules(sources.character, u"character"_s);
    MergedRules merged{.standaloneCount = standalone.size(),
                       .presetCount = preset.size(),
                       .characterCount = character.size()};
    QHash<QString, qsizetype> places;
    for (const Json &rule : standalone + preset + character) {
        const QString key = ruleKey(rule, by);
        if (const auto place = places.constFind(key); place == places.cend()) {
            places.insert(key, merged.rules.size());
            merged.rules.append(rule);
        } else if (isLastKept) {
            merged.rules[*place] = rule;
        } else {
            ++merged.removedCount;
        }
    }
    return merged;
}

Json normalisedAssets(const Json &arguments, Reading reading)
{
    const Json preset = arguments.value(u"preset");
    const Json character = arguments.value(u"character");
    const QList<Json> books = loreEntries(arguments.value(u"world_books"), reading);
    const QList<Json> own = characterLore(character);
    const MergedRules rules = mergedRules(
        {arguments.value(u"regex_files"), preset.value(u"regex_rules"), character.value(u"regex_rules")},
        arguments.value(u"options").value(u"regex_options"));
    const Json stats =
        Json::object({{u"world_books_input_count_flat"_s, number(books.size())},
                      {u"character_world_book_extracted_count"_s, number(own.size())},
                      {u"regex_input_independent_count"_s, number(rules.standaloneCount)},
                      {u"regex_extracted_from_preset_count"_s, number(rules.presetCount)},
                      {u"regex_extracted_from_character_count"_s, number(rules.characterCount)},
                      {u"regex_final_count"_s, number(rules.rules.size())},
                      {u"regex_dedup_removed_count"_s, number(rules.removedCount)}});
    const Json order = Json::object(
        {{u"regex"_s, sourceOrder()},
         {u"world_book"_s, Json(QStringList{u"original_world_books"_s, u"character_world_book"_s})}});
    const auto given = [](const Json &value) { return value.isUndefined() ? Json::null() : value; };
    return Json::object(
        {{u"preset"_s, given(preset)},
         {u"world_book"_s, Json::array(mergedLore(books, own, reading))},
         {u"character"_s, given(character)},
         {u"merged_regex"_s, Json::object({{u"regex_rules"_s, Json::array(rules.rules)}})},
         {u"meta"_s,
          Json::object({{u"stats"_s, stats}, {u"order"_s, order}, {u"warnings"_s, Json::array()}})}});
}

Json mergedRulesResult(const Json &arguments)
{
    const Json options = arguments.value(u"options");
    const MergedRules rules =
        mergedRules({arguments.value(u"independent_regex"), arguments.value(u"preset_regex"),
                     arguments.value(u"character_regex")},
                    options);
    const Json counts = Json::object({{u"independent"_s, number(rules.standaloneCount)},
                                      {u"preset"_s, number(rules.presetCount)},
                                      {u"character"_s, number(rules.characterCount)}});
    return Json::object(
        {{u"merged_regex"_s, Json::object({{u"regex_rules"_s, Json::array(rules.rules)}})},
         {u"meta"_s,
          Json::object(
              {{u"order"_s, sourceOrder()},
               {u"input_counts"_s, counts},
               {u"dedup_removed_count"_s, number(rules.removedCount)},
               {u"total"_s, number(rules.rules.size())},
               {u"dedup_by"_s, Json(optionText(options, u"dedup_by", u"auto"_s))},
               {u"on_conflict"_s, Json(optionText(options, u"on_conflict", u"keep_first"_s).toLower())}})}});
}

} // namespace snug::framing
