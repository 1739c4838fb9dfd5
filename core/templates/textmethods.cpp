// What can be called on texts and patterns: {{ name.toUpperCase() }}. Lengths and places
// count UTF-16 units. See docs/systems/hologram.md#expressions, docs/systems/hologram.md#safety.
#include "core/model/whitespace.h"
#include "core/templates/methodtable.h"
#include "core/templates/patterncheck.h"
#include "core/templates/templateevaluation.h"
#include "core/templates/templateoutput.h"

#include <QCoreApplication>

#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Arguments = const TemplateArguments &;
using Value = const TemplateValue &;

// A place that may count from the end, inside 0 … size.
qsizetype place(Value value, qsizetype size, qsizetype otherwise)
{
    if (value.isUndefined())
        return otherwise;
    const qint64 at = templateInteger(value);
    return at < 0 ? std::max<qint64>(0, size + at) : std::min<qint64>(at, size);
}

qsizetype clamped(Value value, qsizetype size, qsizetype otherwise)
{
    return value.isUndefined() ? otherwise : std::clamp<qint64>(templateInteger(value), 0, size);
}

TemplateText computed(const TemplateText &from, QString text)
{
    TemplateText result{std::move(text), from.origin};
    if (from.pieces && result.text.size() == from.text.size())
        result.pieces = from.pieces;
    else if (from.pieces && !from.pieces->empty())
        result.origin = from.pieces->front().origin;
    return result;
}

TemplateText trimmed(Value value, bool atStart, bool atEnd)
{
    const TemplateText text = textOf(value);
    const QStringView whole = text.text;
    QStringView kept = atStart ? trimmedStart(whole) : whole;
    kept = atEnd ? trimmedEnd(kept) : kept;
    return sliced(text, kept.isEmpty() ? 0 : kept.data() - whole.data(), kept.size());
}

TemplateValue upper(TemplateEvaluation &, Value value, Arguments)
{
    const TemplateText text = textOf(value);
    return computed(text, text.text.toUpper());
}

TemplateValue lower(TemplateEvaluation &, Value value, Arguments)
{
    const TemplateText text = textOf(value);
    return computed(text, loweredText(text.text));
}

template <bool atStart, bool atEnd> TemplateValue trim(TemplateEvaluation &, Value value, Arguments)
{
    return trimmed(value, atStart, atEnd);
}

TemplateValue slice(TemplateEvaluation &, Value value, Arguments arguments)
{
    const TemplateText text = textOf(value);
    const qsizetype from = place(arguments.at(0), text.text.size(), 0);
    const qsizetype to = place(arguments.at(1), text.text.size(), text.text.size());
    return sliced(text, from, std::max<qsizetype>(0, to - from));
}

TemplateValue substring(TemplateEvaluation &, Value value, Arguments arguments)
{
    const TemplateText text = textOf(value);
    const qsizetype size = text.text.size();
    const qsizetype a = clamped(arguments.at(0), size, 0);
    const qsizetype b = clamped(arguments.at(1), size, size);
    return sliced(text, std::min(a, b), std::abs(b - a));
}

TemplateValue substr(TemplateEvaluation &, Value value, Arguments arguments)
{
    const TemplateText text = textOf(value);
    const qsizetype from = place(arguments.at(0), text.text.size(), 0);
    return sliced(text, from, clamped(arguments.at(1), text.text.size() - from, text.text.size() - from));
}

TemplateValue charAt(TemplateEvaluation &, Value value, Arguments arguments)
{
    const TemplateText text = textOf(value);
    const qint64 at = templateInteger(arguments.at(0));
    return at >= 0 && at < text.text.size() ? sliced(text, at, 1) : TemplateText{u""_s};
}

TemplateValue at(TemplateEvaluation &, Value value, Arguments arguments)
{
    const TemplateText text = textOf(value);
    const qint64 wanted = templateInteger(arguments.at(0));
    const qint64 index = wanted < 0 ? wanted + text.text.size() : wanted;
    return index >= 0 && index < text.text.size() ? TemplateValue(sliced(text, index, 1)) : TemplateValue();
}

TemplateValue charCodeAt(TemplateEvaluation &, Value value, Arguments arguments)
{
    const QString text = templateText(value);
    const qint64 index = templateInteger(arguments.at(0));
    return index >= 0 && index < text.size() ? TemplateValue(int(text[index].unicode()))
                                             : TemplateValue(std::nan(""));
}

TemplateValue codePointAt(TemplateEvaluation &, Value value, Arguments arguments)
{
    const QString text = templateText(value);
    const qint64 index = templateInteger(arguments.at(0));
    if (index < 0 || index >= text.size())
        return {};
    const bool pair =
        text[index].isHighSurrogate() && index + 1 < text.size() && text[index + 1].isLowSurrogate();
    return pair ? TemplateValue(double(QChar::surrogateToUcs4(text[index], text[index + 1])))
                : TemplateValue(int(text[index].unicode()));
}

TemplateValue indexOf(TemplateEvaluation &, Value value, Arguments arguments)
{
    const QString text = templateText(value);
    return text.indexOf(templateText(arguments.at(0)), clamped(arguments.at(1), text.size(), 0));
}

TemplateValue lastIndexOf(TemplateEvaluation &, Value value, Arguments arguments)
{
    const QString text = templateText(value);
    const QString wanted = templateText(arguments.at(0));
    if (wanted.size() > text.size())
        return -1;
    const bool everywhere = std::isnan(templateNumber(arguments.at(1)));
    const qsizetype from = everywhere ? text.size() : clamped(arguments.at(1), text.size(), 0);
    return text.lastIndexOf(wanted, std::min(from, text.size() - wanted.size()));
}

TemplateValue includes(TemplateEvaluation &, Value value, Arguments arguments)
{
    const QString text = templateText(value);
    return QStringView(text)
        .sliced(clamped(arguments.at(1), text.size(), 0))
        .contains(templateText(arguments.at(0)));
}

TemplateValue startsWith(TemplateEvaluation &, Value value, Arguments arguments)
{
    const QString text = templateText(value);
    return QStringView(text)
        .sliced(clamped(arguments.at(1), text.size(), 0))
        .startsWith(templateText(arguments.at(0)));
}

TemplateValue endsWith(TemplateEvaluation &, Value value, Arguments arguments)
{
    const QString text = templateText(value);
    return QStringView(text)
        .first(clamped(arguments.at(1), text.size(), text.size()))
        .endsWith(templateText(arguments.at(0)));
}

TemplateValue concat(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    TemplateText text = textOf(value);
    for (const TemplateValue &argument : arguments.values) {
        text = joined(text, textOf(argument));
        if (!rendering.spend(text.text.size()))
            return {};
    }
    return text;
}

TemplateValue repeat(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    const TemplateText text = textOf(value);
    const qint64 count = templateInteger(arguments.at(0));
    if (count < 0 || std::isinf(templateNumber(arguments.at(0))))
        return rendering.fail(TemplateError::Kind::BadOperand,
                              QCoreApplication::translate("Rendering", "repeat needs a count of 0 or more"),
                              u"repeat"_s);
    if (text.text.isEmpty())
        return text;
    const qsizetype limit = rendering.limits().methodText;
    if (count > limit || count * text.text.size() > limit)
        return rendering.failLimit(u"repeat"_s, count > limit * 1000 ? count : count * text.text.size());
    rendering.spend(count * text.text.size());
    return computed(text, text.text.repeated(count));
}

TemplateValue pad(TemplateEvaluation &rendering, Value value, Arguments arguments, bool atStart)
{
    const TemplateText text = textOf(value);
    const qint64 width = templateInteger(arguments.at(0));
    const QString filler = arguments.at(1).isUndefined() ? u" "_s : templateText(arguments.at(1));
    if (width > rendering.limits().methodText)
        return rendering.failLimit(atStart ? u"padStart"_s : u"padEnd"_s, width);
    const qsizetype missing = width - text.text.size();
    if (missing <= 0 || filler.isEmpty())
        return text;
    rendering.spend(width);
    const TemplateText padding{filler.repeated(missing / filler.size() + 1).first(missing)};
    return atStart ? joined(padding, text) : joined(text, padding);
}

template <bool atStart> TemplateValue padded(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    return pad(rendering, value, arguments, atStart);
}

const TemplateObject *asPattern(Value value)
{
    const TemplateObject *object = value.object();
    return object && object->form == TemplateObject::Form::Pattern ? object : nullptr;
}

QString sourceOf(const TemplateObject &pattern)
{
    return templateText(pattern.members.at(0).second);
}

QString flagsOf(const TemplateObject &pattern)
{
    return templateText(pattern.members.at(1).second);
}

// The search of match, search, replace and split; a text is a pattern without flags.
std::optional<QList<RegexMatch>> searched(TemplateEvaluation &rendering, const QString &text, Value pattern)
{
    const TemplateObject *object = asPattern(pattern);
    const QString source = object                  ? sourceOf(*object)
                           : pattern.isUndefined() ? u"(?:)"_s
                                                   : templateText(pattern);
    return rendering.search(source, object ? flagsOf(*object) : QString(), text);
}

// True: go on. Literal texts have to be safe patterns too.
bool isSafeLiteral(TemplateEvaluation &rendering, Value wanted)
{
    if (!wanted.isText())
        return !rendering.failed();
    if (const auto unsafe = unsafePattern(wanted.text()->text))
        rendering.failPattern(unsafe->rule, unsafe->reason);
    return !rendering.failed();
}

// "$&", "$$", "$`" and "$'" in a replacement.
QString filledIn(const QString &replacement, QStringView text, qsizetype start, qsizetype length)
{
    if (!replacement.contains(u'$'))
        return replacement;
    QString filled;
    for (qsizetype i = 0; i < replacement.size(); ++i) {
        const QChar next =
            replacement[i] == u'$' && i + 1 < replacement.size() ? replacement[i + 1] : QChar();
        if (next == u'$')
            filled += u'$';
        else if (next == u'&')
            filled += text.sliced(start, length);
        else if (next == u'`')
            filled += text.first(start);
        else if (next == u'\'')
            filled += text.sliced(start + length);
        else {
            filled += replacement[i];
            continue;
        }
        ++i;
    }
    return filled;
}

TemplateText replacedAt(TemplateEvaluation &rendering, const TemplateText &text,
                        const QList<RegexRange> &places, Value replacement)
{
    TemplateOutput result;
    qsizetype from = 0;
    for (const RegexRange &range : places) {
        TemplateText filling;
        if (replacement.function()) {
            TemplateArguments arguments;
            arguments.values = {sliced(text, range.start, range.length), range.start, text};
            filling = textOf(rendering.call(replacement, arguments, u"replace"_s));
        } else {
            filling = textOf(replacement);
            if (filling.text.contains(u'$'))
                filling = computed(filling, filledIn(filling.text, text.text, range.start, range.length));
        }
        result.append(sliced(text, from, range.start - from));
        result.append(filling);
        from = range.start + range.length;
        if (!rendering.spend(filling.text.size() + range.length) || !rendering.step())
            return {};
    }
    result.append(sliced(text, from, text.text.size() - from));
    rendering.spend(text.text.size());
    return result.taken(false);
}

TemplateValue replace(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    const TemplateText text = textOf(value);
    QList<RegexRange> places;
    if (asPattern(arguments.at(0))) {
        const auto found = searched(rendering, text.text, arguments.at(0));
        for (const RegexMatch &match : found.value_or(QList<RegexMatch>()))
            places.append(match.range);
    } else if (isSafeLiteral(rendering, arguments.at(0))) {
        const QString wanted = templateText(arguments.at(0));
        if (const qsizetype at = text.text.indexOf(wanted); at >= 0)
            places.append({at, wanted.size()});
    }
    return rendering.failed() ? TemplateValue() : replacedAt(rendering, text, places, arguments.at(1));
}

TemplateValue replaceAll(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    const TemplateText text = textOf(value);
    QList<RegexRange> places;
    qsizetype size = text.text.size();
    const QString wanted = templateText(arguments.at(0));
    if (asPattern(arguments.at(0))) {
        const auto found = searched(rendering, text.text, arguments.at(0));
        for (const RegexMatch &match : found.value_or(QList<RegexMatch>()))
            places.append(match.range);
    } else {
        for (qsizetype at = text.text.indexOf(wanted); at >= 0 && at <= text.text.size();) {
            places.append({at, wanted.size()});
            const qsizetype next = at + std::max<qsizetype>(1, wanted.size());
            at = next > text.text.size() ? -1 : text.text.indexOf(wanted, next);
        }
    }
    const QString replacement = templateText(arguments.at(1));
    const qsizetype limit = rendering.limits().methodText;
    if (!replacement.contains(u'$') && !arguments.at(1).function()) {
        for (const RegexRange &range : std::as_const(places))
            size += replacement.size() - range.length;
        if (size > limit)
            return rendering.failLimit(u"replaceAll"_s, size);
    }
    const TemplateText result =
        rendering.failed() ? TemplateText{} : replacedAt(rendering, text, places, arguments.at(1));
    return result.text.size() > limit ? rendering.failLimit(u"replaceAll"_s, result.text.size())
                                      : TemplateValue(result);
}

TemplateValue split(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    const TemplateText text = textOf(value);
    const qsizetype most =
        arguments.at(1).isUndefined() ? text.text.size() + 1 : templateInteger(arguments.at(1));
    std::vector<TemplateValue> parts;
    const auto add = [&](qsizetype from, qsizetype to) {
        if (qsizetype(parts.size()) < most && rendering.step())
            parts.emplace_back(sliced(text, from, to - from));
    };
    if (!isSafeLiteral(rendering, arguments.at(0)) || !rendering.spend(text.text.size() * 8))
        return {};
    if (arguments.at(0).isUndefined()) {
        add(0, text.text.size());
        return rendering.heap().list(std::move(parts));
    }
    QList<RegexRange> places;
    const QString separator = templateText(arguments.at(0));
    if (const TemplateObject *pattern = asPattern(arguments.at(0))) {
        const auto found =
            rendering.search(sourceOf(*pattern), flagsOf(*pattern).remove(u'g') + u'g', text.text);
        for (const RegexMatch &match : found.value_or(QList<RegexMatch>())) {
            const qsizetype end = match.range.start + match.range.length;
            if (match.range.length > 0 || (end > 0 && end < text.text.size()))
                places.append(match.range);
        }
    } else if (separator.isEmpty()) {
        for (qsizetype i = 1; i < text.text.size(); ++i)
            places.append({i, 0});
        if (text.text.isEmpty())
            return rendering.heap().list();
    } else {
        for (qsizetype i = text.text.indexOf(separator); i >= 0;
             i = text.text.indexOf(separator, i + separator.size()))
            places.append({i, separator.size()});
    }
    qsizetype from = 0;
    for (const RegexRange &range : std::as_const(places)) {
        add(from, range.start);
        from = range.start + range.length;
    }
    add(from, text.text.size());
    return rendering.heap().list(std::move(parts));
}

TemplateValue match(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    const TemplateText text = textOf(value);
    const auto found = searched(rendering, text.text, arguments.at(0));
    if (!found || found->isEmpty())
        return nullptr;
    std::vector<TemplateValue> matches;
    for (const RegexMatch &each : *found)
        matches.emplace_back(sliced(text, each.range.start, each.range.length));
    return rendering.heap().list(std::move(matches));
}

TemplateValue search(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    const auto found = searched(rendering, templateText(value), arguments.at(0));
    return found && !found->isEmpty() ? found->first().range.start : qsizetype(-1);
}

TemplateValue localeCompare(TemplateEvaluation &, Value value, Arguments arguments)
{
    const int order = QString::localeAwareCompare(templateText(value), templateText(arguments.at(0)));
    return order < 0 ? -1 : order > 0 ? 1 : 0;
}

TemplateValue normalize(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    const QString form = arguments.at(0).isUndefined() ? u"NFC"_s : templateText(arguments.at(0));
    static const QStringList forms{u"NFD"_s, u"NFC"_s, u"NFKD"_s, u"NFKC"_s};
    const TemplateText text = textOf(value);
    if (!forms.contains(form) || !rendering.spend(text.text.size() * 4))
        return rendering.fail(TemplateError::Kind::BadOperand,
                              QCoreApplication::translate("Rendering", "there is no such normalization form"),
                              u"normalize"_s);
    return computed(text, text.text.normalized(QString::NormalizationForm(forms.indexOf(form))));
}

TemplateValue plainText(TemplateEvaluation &, Value value, Arguments)
{
    return textOf(value);
}

TemplateValue test(TemplateEvaluation &rendering, Value value, Arguments arguments)
{
    const auto found =
        rendering.search(sourceOf(*value.object()), flagsOf(*value.object()), templateText(arguments.at(0)));
    return found && !found->isEmpty();
}

} // namespace

const MethodTable &textMethods()
{
    static const MethodTable table{{u"toUpperCase"_s, upper},
                                   {u"toLowerCase"_s, lower},
                                   {u"toLocaleUpperCase"_s, upper},
                                   {u"toLocaleLowerCase"_s, lower},
                                   {u"trim"_s, trim<true, true>},
                                   {u"trimStart"_s, trim<true, false>},
                                   {u"trimLeft"_s, trim<true, false>},
                                   {u"trimEnd"_s, trim<false, true>},
                                   {u"trimRight"_s, trim<false, true>},
                                   {u"slice"_s, slice},
                                   {u"substring"_s, substring},
                                   {u"substr"_s, substr},
                                   {u"charAt"_s, charAt},
                                   {u"at"_s, at},
                                   {u"charCodeAt"_s, charCodeAt},
                                   {u"codePointAt"_s, codePointAt},
                                   {u"indexOf"_s, indexOf},
                                   {u"lastIndexOf"_s, lastIndexOf},
                                   {u"includes"_s, includes},
                                   {u"startsWith"_s, startsWith},
                                   {u"endsWith"_s, endsWith},
                                   {u"concat"_s, concat},
                                   {u"repeat"_s, repeat},
                                   {u"padStart"_s, padded<true>},
                                   {u"padEnd"_s, padded<false>},
                                   {u"replace"_s, replace},
                                   {u"replaceAll"_s, replaceAll},
                                   {u"split"_s, split},
                                   {u"match"_s, match},
                                   {u"search"_s, search},
                                   {u"localeCompare"_s, localeCompare},
                                   {u"normalize"_s, normalize},
                                   {u"toString"_s, plainText},
                                   {u"valueOf"_s, plainText}};
    return table;
}

const MethodTable &patternMethods()
{
    static const MethodTable table{{u"test"_s, test}, {u"toString"_s, plainText}};
    return table;
}

} // namespace snug
