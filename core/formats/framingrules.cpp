#include "core/formats/framingrules.h"

#include "core/formats/jsonitems.h"
#include "core/formats/jsontext.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

bool isRule(const Json &json)
{
    return json.isObject() && json.value(u"find_regex").isString();
}

bool hasRule(const Json &list)
{
    return list.isArray() && std::ranges::any_of(list.items(), isRule);
}

// An empty list says what it is by its name alone.
bool isRuleFile(const Json &document)
{
    const Json rules = document.value(u"regex_rules");
    return hasRule(document) || (rules.isArray() && (rules.size() == 0 || hasRule(rules)));
}

void appendRules(const Json &list, const Place &place, FramingRulesReading &reading)
{
    for (qsizetype i = 0; i < list.size(); ++i) {
        const Json rule = list.at(i);
        if (isRule(rule))
            reading.rules.append(rule);
        else
            warn(reading.warnings, place.at(i),
                 QCoreApplication::translate("FramingRules", "is not a rule: it has no “find_regex”"));
    }
}

void appendFile(const Json &file, const Place &place, FramingRulesReading &reading)
{
    if (file.isArray())
        return appendRules(file, place, reading);
    appendRules(file.value(u"regex_rules"), place.in(u"regex_rules"_s), reading);
}

} // namespace

bool isFramingRules(const Json &document)
{
    if (isRuleFile(document) || isRule(document))
        // A preset or a character has rules of its own, and more.
        return !document.contains(u"prompts") && !document.contains(u"message") &&
               !document.contains(u"world_book");
    const Json items = document.value(u"items");
    if (items.isArray())
        return std::ranges::any_of(items.items(), isRuleFile);
    return document.isObject() && document.size() > 0 &&
           std::ranges::all_of(document.members(),
                               [](const Json::Member &member) { return isRuleFile(member.value); });
}

static FramingRulesReading rulesOf(const Json &document)
{
    FramingRulesReading reading;
    const Place root;
    const Json items = document.value(u"items");
    if (isRule(document)) {
        reading.rules.append(document);
    } else if (isRuleFile(document)) {
        appendFile(document, root, reading);
    } else if (items.isArray()) {
        const Place list = root.in(u"items"_s);
        for (qsizetype i = 0; i < items.size(); ++i)
            appendFile(items.at(i), list.at(i), reading);
    } else {
        for (const Json::Member &member : document.members())
            appendFile(member.value, root.in(member.key), reading);
    }
    return reading;
}

static Result<Json> rulesDocument(const QByteArray &bytes)
{
    const Result<Json> document = parseJson(bytes);
    if (document && !isFramingRules(*document))
        return failure(QCoreApplication::translate("FramingRules", "holds no replacement rules"));
    return document;
}

Result<FramingRulesReading> readFramingRules(const QByteArray &bytes)
{
    return rulesDocument(bytes).transform(rulesOf);
}

QString ruleTitle(const Json &rule)
{
    const QString name = rule.value(u"name").toText();
    return name.isEmpty() ? rule.value(u"find_regex").toText() : name;
}

Result<FramingRuleFileReading> readFramingRuleFile(const QByteArray &bytes)
{
    return rulesDocument(bytes).transform([](const Json &document) {
        const FramingRulesReading reading = rulesOf(document);
        return FramingRuleFileReading{{reading.rules, document}, reading.warnings};
    });
}

QByteArray writeFramingRuleFile(const FramingRuleFile &file)
{
    const Json &source = file.source;
    if (!source.isUndefined() && rulesOf(source).rules == file.rules)
        return writeJson(source);
    const Json before = source.isArray() ? source : source.value(u"regex_rules");
    Json list = withItems(before, file.rules);
    for (const Json &each : before.items()) {
        if (!isRule(each))
            list.append(each);
    }
    // An empty array would be no file of rules.
    if (source.isArray() && hasRule(list))
        return writeJson(list);
    Json document = source.value(u"regex_rules").isArray() ? source : Json::object();
    document.set(u"regex_rules"_s, list);
    return writeJson(document);
}

} // namespace snug
