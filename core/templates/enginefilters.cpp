// The engine's other filters, which stay as they are. See docs/systems/hologram.md#filters.
#include "core/model/whitespace.h"
#include "core/templates/filtertext.h"
#include "core/templates/methodtable.h"
#include "core/templates/templateevaluation.h"

#include <QCoreApplication>
#include <QUrl>

#include <algorithm>
#include <cmath>
#include <optional>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Arguments = const TemplateArguments &;
using Value = const TemplateValue &;

QString capitalized(const QString &text)
{
    const QString lower = text.toLower();
    return lower.left(1).toUpper() + lower.mid(1);
}

// The engine's own "default", which the product replaces only under that name.
TemplateValue orElse(TemplateEvaluation &, Value value, Arguments arguments)
{
    const bool isKept = arguments.at(1).isTrue() ? value.isTrue() : !value.isUndefined();
    return isKept ? value : arguments.at(0);
}

TemplateValue capitalize(TemplateEvaluation &rendering, Value value, Arguments)
{
    if (hasNoText(value))
        return refuse(rendering, u"capitalize"_s);
    return derivedText(value, capitalized(textForFilter(value)));
}

TemplateValue title(TemplateEvaluation &rendering, Value value, Arguments)
{
    if (hasNoText(value))
        return refuse(rendering, u"title"_s);
    QStringList words = textForFilter(value).split(u' ');
    for (QString &word : words)
        word = capitalized(word);
    return derivedText(value, words.join(u' '));
}

TemplateValue replace(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    const TemplateValue &old = arguments.at(0);
    if (const TemplateObject *pattern = old.object();
        pattern && pattern->form == TemplateObject::Form::Pattern)
        return textMethods().value(u"replace"_s)(rendering, value, arguments);
    if (!(old.isNumber() || old.isText()) || !(value.isNumber() || value.text()))
        return value;
    const QString text = templateText(value);
    const QString wanted = templateText(old);
    const QString with = templateText(arguments.at(1));
    const qint64 most = arguments.at(2).isUndefined() ? -1 : templateInteger(arguments.at(2));
    if (wanted.isEmpty()) {
        if (!rendering.spend((with.size() + 1) * (text.size() + 1)))
            return {};
        QString spread = with;
        for (qsizetype i = 0; i < text.size(); ++i)
            spread += (i > 0 ? with : QString()) + text[i];
        return derivedText(value, spread + with);
    }
    QString result;
    qsizetype from = 0;
    qint64 count = 0;
    for (qsizetype at = text.indexOf(wanted); at >= 0 && (most < 0 || count < most);
         at = text.indexOf(wanted, from)) {
        result += QStringView(text).sliced(from, at - from) + with;
        from = at + wanted.size();
        ++count;
        if (!rendering.spend(with.size() + 1))
            return {};
    }
    return count == 0 && value.text() ? value : derivedText(value, result + text.sliced(from));
}

TemplateValue dictsort(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    const QString by = arguments.at(1).isUndefined() ? u"key"_s : templateText(arguments.at(1));
    if (!value.object() || (by != u"key" && by != u"value"))
        return refuse(rendering, u"dictsort"_s);
    struct Entry
    {
        TemplateValue sortedBy;
        QString key;
        TemplateValue value;
    };
    std::vector<Entry> entries;
    const bool keepsCase = arguments.at(0).isTrue();
    for (const auto &[key, member] : value.object()->members) {
        TemplateValue order = by == u"key" ? TemplateValue(key) : member;
        if (!keepsCase && order.isText())
            order = order.text()->text.toUpper();
        entries.push_back({order, key, member});
    }
    // Insertion keeps any order, even one that is none, inside bounds.
    for (size_t i = 1; i < entries.size() && rendering.step(); ++i) {
        for (size_t j = i; j > 0 && areOrdered(entries[j - 1].sortedBy, u">", entries[j].sortedBy); --j) {
            std::swap(entries[j - 1], entries[j]);
            if (!rendering.step())
                return {};
        }
    }
    std::vector<TemplateValue> pairs;
    pairs.reserve(entries.size());
    for (const Entry &entry : entries)
        pairs.emplace_back(rendering.heap().list({entry.key, entry.value}));
    return rendering.heap().list(std::move(pairs));
}

TemplateValue dump(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    const TemplateValue &wanted = arguments.at(0);
    QString indent;
    if (wanted.isNumber())
        indent = QString(std::clamp<qint64>(templateInteger(wanted), 0, 10), u' ');
    else if (wanted.isText())
        indent = wanted.text()->text.left(10);
    if (value.isUndefined() || value.function())
        return {};
    const auto json = templateJson(value, indent, true, rendering.limits().output);
    if (!json)
        return refuse(rendering, u"dump"_s);
    rendering.spend(json->size());
    return *json;
}

TemplateValue groupBy(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    if (value.isMissing())
        return refuse(rendering, u"groupby"_s);
    TemplateObject *groups = rendering.heap().object();
    if (!value.list())
        return groups;
    const QStringList path = templateText(arguments.at(0)).split(u'.');
    for (const TemplateValue &item : value.list()->items) {
        TemplateValue key = item;
        for (const QString &part : path)
            key = rendering.member(key, part);
        const QString name = templateText(key);
        if (!rendering.step() || isBlockedProperty(name))
            continue;
        if (!groups->find(name))
            groups->set(name, rendering.heap().list());
        groups->find(name)->list()->items.push_back(item);
        rendering.spend(16);
    }
    return groups;
}

TemplateValue indent(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    if (hasNoText(value))
        return refuse(rendering, u"indent"_s);
    const QString text = textForFilter(value);
    const qint64 width = arguments.at(0).isTrue() ? templateInteger(arguments.at(0)) : 4;
    const bool withFirst = arguments.at(1).isTrue();
    if (text.isEmpty() || width < 0)
        return derivedText(value, text);
    if (width > rendering.limits().output || !rendering.spend(text.size() + width * (text.count(u'\n') + 1)))
        return refuse(rendering, u"indent"_s);
    QStringList lines = text.split(u'\n');
    for (qsizetype i = withFirst ? 0 : 1; i < lines.size(); ++i)
        lines[i].prepend(QString(width, u' '));
    return derivedText(value, lines.join(u'\n'));
}

TemplateValue toList(TemplateEvaluation &rendering, Value value, Arguments)
{
    std::vector<TemplateValue> items;
    if (const TemplateText *text = value.text()) {
        if (!rendering.spend(text->text.size() * 64))
            return {};
        for (qsizetype i = 0; i < text->text.size(); ++i)
            items.emplace_back(sliced(*text, i, 1));
        return rendering.heap().list(std::move(items));
    }
    if (value.list())
        return value;
    if (!value.object())
        return refuse(rendering, u"list"_s);
    for (const auto &[key, member] : value.object()->members) {
        TemplateObject *entry = rendering.heap().object();
        entry->set(u"key"_s, key);
        entry->set(u"value"_s, member);
        items.emplace_back(entry);
    }
    return rendering.heap().list(std::move(items));
}

// The "length" that the host language finds at a value; NaN where it finds none.
double hostLength(TemplateEvaluation &rendering, Value value)
{
    if (value.function())
        return 0;
    return value.isMissing() ? NAN : templateNumber(rendering.member(value, TemplateValue(u"length"_s)));
}

// What `attribute` is of each item. Letters are items too, and so are the members 0, 1, … of what says how
// many it has; whatever has no length has no items.
std::optional<std::vector<TemplateValue>> attributesOf(TemplateEvaluation &rendering, Value value,
                                                       Value attribute)
{
    std::vector<TemplateValue> attributes;
    const double length = hostLength(rendering, value);
    for (double i = 0; i < length && rendering.step() && rendering.spend(64); ++i) {
        const TemplateValue item = rendering.member(value, i);
        if (item.isMissing())
            return std::nullopt;
        attributes.push_back(rendering.member(item, attribute));
    }
    return attributes;
}

TemplateValue sum(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    // What "+" does: it joins as soon as a side is text.
    const auto added = [&](const TemplateValue &left, const TemplateValue &right) -> TemplateValue {
        const auto isPlain = [](Value v) { return v.isMissing() || v.isBool() || v.isNumber(); };
        if (isPlain(left) && isPlain(right))
            return templateNumber(left) + templateNumber(right);
        TemplateText text = joined(textOf(left), textOf(right));
        rendering.spend(text.text.size());
        return text;
    };
    std::optional<std::vector<TemplateValue>> items;
    if (arguments.at(0).isTrue())
        items = attributesOf(rendering, value, arguments.at(0));
    else if (value.list())
        items = value.list()->items;
    if (!items)
        return refuse(rendering, u"sum"_s);
    TemplateValue total = 0;
    for (const TemplateValue &item : *items) {
        if (!rendering.step())
            return {};
        total = added(total, item);
    }
    return added(arguments.at(1).isUndefined() ? TemplateValue(0) : arguments.at(1), total);
}

TemplateValue truncate(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    const bool isWanted = arguments.at(0).isTrue();
    // What is no text stays as it is if it says that it is short enough, and cannot be cut if not.
    if (hasNoText(value)) {
        const bool isShort =
            hostLength(rendering, value) <= (isWanted ? templateNumber(arguments.at(0)) : 255);
        return isShort ? value : refuse(rendering, u"truncate"_s);
    }
    const QString text = textForFilter(value);
    const bool isPlace = !arguments.at(0).object() && !arguments.at(0).list();
    const qint64 length = isWanted ? templateInteger(arguments.at(0)) : 255;
    if (isPlace && text.size() <= length)
        return derivedText(value, text);
    qsizetype end = std::max<qint64>(0, length);
    if (!arguments.at(1).isTrue()) {
        const qsizetype blank = text.lastIndexOf(u' ', isPlace ? end : text.size());
        end = blank < 0 ? end : blank;
    }
    return derivedText(value, text.first(end) +
                                  (arguments.at(2).isMissing() ? u"..."_s : templateText(arguments.at(2))));
}

TemplateValue center(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    const QString text = textForFilter(value);
    const qint64 width = arguments.at(0).isTrue() ? templateInteger(arguments.at(0)) : 80;
    // Of lists the items count, not the letters; what has no length is no wider for it.
    if (hasNoText(value) && !value.list())
        return text;
    const qsizetype length = value.list() ? qsizetype(value.list()->items.size()) : text.size();
    if (length >= width)
        return value.list() ? value : TemplateValue(derivedText(value, text));
    if (width > rendering.limits().methodText)
        return rendering.failLimit(u"center"_s, width);
    // Both halves as the engine counts them.
    const double spaces = double(width - length);
    const auto blanks = [](double count) {
        return QString(qsizetype(std::max(0.0, std::ceil(count))), u' ');
    };
    return derivedText(value, blanks(spaces / 2 - std::fmod(spaces, 2)) + text + blanks(spaces / 2));
}

TemplateValue urlEncode(TemplateEvaluation &rendering, Value value, Arguments)
{
    const auto encoded = [](Value part) {
        return QString::fromLatin1(QUrl::toPercentEncoding(templateText(part), "!'()*"));
    };
    if (value.text())
        return encoded(value);
    QStringList pairs;
    if (const TemplateObject *object = value.object()) {
        for (const auto &[key, member] : object->members)
            pairs.append(encoded(key) + u'=' + encoded(member));
    } else if (const TemplateList *list = value.list()) {
        for (const TemplateValue &pair : list->items)
            pairs.append(encoded(rendering.member(pair, 0)) + u'=' + encoded(rendering.member(pair, 1)));
    }
    return pairs.join(u'&');
}

TemplateValue wordCount(TemplateEvaluation &rendering, Value value, Arguments)
{
    if (!value.isTrue())
        return nullptr;
    if (hasNoText(value))
        return refuse(rendering, u"wordcount"_s);
    qsizetype words = 0;
    bool inside = false;
    for (const QChar character : textForFilter(value)) {
        const bool isWord = character == u'_' || (character.unicode() < 0x80 && character.isLetterOrNumber());
        words += isWord && !inside;
        inside = isWord;
    }
    return words > 0 ? TemplateValue(words) : TemplateValue(nullptr);
}

TemplateValue chooseByTest(TemplateEvaluation &rendering, Value value, Arguments arguments, bool wanted)
{
    const QString name = arguments.at(0).isUndefined() ? u"truthy"_s : templateText(arguments.at(0));
    const TemplateMethod test = templateTests().value(name);
    if (!test)
        return rendering.fail(TemplateError::Kind::UnknownTest,
                              QCoreApplication::translate("Rendering", "there is no test “%1”").arg(name),
                              name);
    if (value.isMissing())
        return refuse(rendering, u"select"_s);
    std::vector<TemplateValue> kept;
    TemplateArguments rest;
    if (arguments.size() > 1)
        rest.values = {arguments.at(1)};
    if (value.text() &&
        (!rendering.step(value.text()->text.size()) || !rendering.spend(value.text()->text.size() * 64)))
        return {};
    const std::vector<TemplateValue> letters =
        value.isText() ? lettersOf(*value.text()) : std::vector<TemplateValue>();
    for (const TemplateValue &item : value.list() ? value.list()->items : letters) {
        if (rendering.step() && test(rendering, item, rest).isTrue() == wanted)
            kept.push_back(item);
    }
    return rendering.heap().list(std::move(kept));
}

TemplateValue select(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    return chooseByTest(rendering, value, arguments, true);
}

TemplateValue reject(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    return chooseByTest(rendering, value, arguments, false);
}

TemplateValue slice(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    const qint64 slices = templateInteger(arguments.at(0));
    const TemplateText *text = value.text();
    // A text can be cut, but nothing can be put behind its pieces.
    if (!(value.list() || (text && !arguments.at(1).isTrue())) || slices > rendering.limits().methodText)
        return refuse(rendering, u"slice"_s);
    if (slices < 1)
        return rendering.heap().list();
    const std::vector<TemplateValue> items = text ? std::vector<TemplateValue>() : value.list()->items;
    const size_t count = text ? size_t(text->text.size()) : items.size();
    const size_t size = count / size_t(slices);
    const size_t extra = count % size_t(slices);
    std::vector<TemplateValue> result;
    size_t from = 0;
    for (size_t i = 0; i < size_t(slices) && rendering.step(); ++i) {
        const size_t to = from + size + (i < extra ? 1 : 0);
        if (text) {
            result.emplace_back(sliced(*text, qsizetype(from), qsizetype(to - from)));
            from = to;
            continue;
        }
        TemplateList *part =
            rendering.heap().list({items.begin() + qsizetype(from), items.begin() + qsizetype(to)});
        if (arguments.at(1).isTrue() && i >= extra)
            part->items.push_back(arguments.at(1));
        result.emplace_back(part);
        from = to;
    }
    return rendering.heap().list(std::move(result));
}

TemplateValue random(TemplateEvaluation &rendering, Value value, Arguments)
{
    if (value.isMissing())
        return refuse(rendering, u"random"_s);
    const TemplateText *text = value.text();
    const qsizetype size = text           ? text->text.size()
                           : value.list() ? qsizetype(value.list()->items.size())
                                          : 0;
    if (size == 0)
        return {};
    const qsizetype chosen = qsizetype(rendering.nextRandom() % quint64(size));
    return text ? TemplateValue(sliced(*text, chosen, 1)) : value.list()->items[size_t(chosen)];
}

TemplateValue toText(TemplateEvaluation &rendering, Value value, Arguments)
{
    if (value.isMissing())
        return refuse(rendering, u"string"_s);
    return value.text() ? value : TemplateValue(textOf(value));
}

} // namespace

const MethodTable &engineFilters()
{
    static const MethodTable table{{u"capitalize"_s, capitalize},
                                   {u"title"_s, title},
                                   {u"replace"_s, replace},
                                   {u"dictsort"_s, dictsort},
                                   {u"dump"_s, dump},
                                   {u"groupby"_s, groupBy},
                                   {u"indent"_s, indent},
                                   {u"list"_s, toList},
                                   {u"sum"_s, sum},
                                   {u"truncate"_s, truncate},
                                   {u"center"_s, center},
                                   {u"urlencode"_s, urlEncode},
                                   {u"wordcount"_s, wordCount},
                                   {u"select"_s, select},
                                   {u"reject"_s, reject},
                                   {u"slice"_s, slice},
                                   {u"random"_s, random},
                                   {u"string"_s, toText},
                                   {u"d"_s, orElse}};
    return table;
}

} // namespace snug
