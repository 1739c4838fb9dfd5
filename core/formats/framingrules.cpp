#include "core/formats/framingrules.h"

#include "core/formats/jsonitems.h"
#include "core/formats/jsontext.h"

#include <QCoreApplication>

#include <algorithm>
#include <ranges>

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

// `file`, an array or an object with a list, with these rules. What is no rule stays behind them.
static Json withRules(const Json &file, const QList<Json> &rules)
{
    if (!file.isUndefined() && rulesOf(file).rules == rules)
        return file;
    const Json before = file.isArray() ? file : file.value(u"regex_rules");
    Json list = withItems(before, rules);
    for (const Json &each : before.items()) {
        if (!isRule(each))
            list.append(each);
    }
    // An empty array would be no file of rules.
    if (file.isArray() && hasRule(list))
        return list;
    Json document = before.isArray() && file.isObject() ? file : Json::object();
    document.set(u"regex_rules"_s, list);
    return document;
}

// For each of the files in one file those of its rules that were in it; new ones go where the rule before
// them is. Their order is that of `rules`, whatever it was.
static QList<QList<Json>> sharedOut(const QList<Json> &files, const QList<Json> &rules)
{
    QList<Json> before;
    QList<qsizetype> places;
    for (qsizetype i = 0; i < files.size(); ++i) {
        const QList<Json> here = rulesOf(files.at(i)).rules;
        before += here;
        places += QList<qsizetype>(here.size(), i);
    }
    const qsizetype more = rules.size() - before.size();
    const qsizetype head =
        std::ranges::mismatch(before, rules).in2 - rules.cbegin(); // as many as are the same at the beginning
    QList<QList<Json>> parts(files.size());
    qsizetype place = std::ranges::find_if(files, isRuleFile) - files.cbegin(); // what is none stays as it is
    for (qsizetype i = 0; i < rules.size(); ++i) {
        const qsizetype was = more == 0 || i < head ? i : i - more;
        const bool isNew = was < head && i >= head;
        if (!isNew && was < places.size())
            place = std::max(place, places.at(was));
        parts[place].append(rules.at(i));
    }
    return parts;
}

static Json withSharedRules(Json document, const QList<Json> &rules)
{
    Json items = document.value(u"items");
    const QList<Json::Member> members = document.members();
    QList<Json> files = items.items();
    if (!items.isArray()) {
        for (const Json::Member &member : members)
            files.append(member.value);
    }
    const QList<QList<Json>> parts = sharedOut(files, rules);
    for (qsizetype i = 0; i < files.size(); ++i) {
        const Json now = withRules(files.at(i), parts.at(i));
        if (now.isSameAs(files.at(i)))
            continue;
        if (items.isArray())
            items.setAt(i, now);
        else
            document.set(members.at(i).key, now);
    }
    if (items.isArray())
        document.set(u"items"_s, items);
    return document;
}

// A rule that is a file of its own becomes one of a list: its bytes stay, what is around them is new.
static QByteArray writeGrownRule(const QByteArray &file, const QList<Json> &rules)
{
    constexpr QByteArrayView byteOrderMark("\xEF\xBB\xBF");
    const JsonStyle style = styleOf(file);
    const QByteArray nextLine = style.indent == 0 ? "" : style.carriageReturns ? "\r\n" : "\n";
    const QByteArray indent(style.indent, style.tabs ? '\t' : ' ');
    QByteArrayList parts;
    for (const Json &rule : rules) {
        QByteArray part = writeJson(rule, style);
        if (part.startsWith(byteOrderMark))
            part.remove(0, byteOrderMark.size());
        parts.append(part.trimmed());
    }
    const QByteArray colon = style.indent == 0 && !style.spaced ? ":" : ": ";
    const auto isBlank = [](char c) { return QByteArrayView(" \n\r\t").contains(c); };
    const qsizetype end = std::ranges::find_if_not(file | std::views::reverse, isBlank).base() - file.begin();
    return (style.byteOrderMark ? byteOrderMark.toByteArray() : QByteArray()) + '{' + nextLine + indent +
           "\"regex_rules\"" + colon + '[' + nextLine + parts.join(QByteArray(',' + nextLine)) + nextLine +
           indent + ']' + nextLine + '}' + file.sliced(end);
}

QByteArray writeFramingRuleFile(const FramingRuleFile &file)
{
    const Json &source = file.source;
    const bool isNew = source.isUndefined();
    if (!isNew && rulesOf(source).rules == file.rules)
        return writeJson(source);
    if (!isNew && !isRule(source) && !isRuleFile(source))
        return writeJson(withSharedRules(source, file.rules));
    if (isRule(source) && file.rules.size() == 1)
        return writeJson(file.rules.first());
    if (!isRule(source))
        return writeJson(withRules(source, file.rules));
    const QByteArray before = writeJson(source);
    return file.rules.isEmpty() ? writeJson(withRules(Json(), {}), styleOf(before))
                                : writeGrownRule(before, file.rules);
}

} // namespace snug
