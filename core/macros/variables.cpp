#include "core/macros/variables.h"

#include "core/formats/jsontext.h"
#include "core/model/whitespace.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace snug {

std::optional<double> javaScriptNumber(QStringView text)
{
    const QStringView trimmed = javaScriptTrimmed(text);
    if (trimmed.isEmpty())
        return 0;
    if (trimmed.size() > 2 && trimmed[0] == u'0') {
        const QChar kind = trimmed[1].toLower();
        const int base = kind == u'x' ? 16 : kind == u'o' ? 8 : kind == u'b' ? 2 : 0;
        if (base != 0) {
            bool isNumber = false;
            const qulonglong number = trimmed.sliced(2).toULongLong(&isNumber, base);
            return isNumber ? std::optional(double(number)) : std::nullopt;
        }
    }
    const QStringView unsignedPart =
        trimmed.startsWith(u'+') || trimmed.startsWith(u'-') ? trimmed.sliced(1) : trimmed;
    if (unsignedPart == u"Infinity")
        return trimmed.startsWith(u'-') ? -std::numeric_limits<double>::infinity()
                                        : std::numeric_limits<double>::infinity();
    // Qt also takes "nan" and "inf", JavaScript does not.
    if (unsignedPart.isEmpty() || !(unsignedPart[0].isDigit() || unsignedPart[0] == u'.'))
        return std::nullopt;
    bool isNumber = false;
    const double number = trimmed.toDouble(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

QString javaScriptNumberText(double number)
{
    if (std::isinf(number))
        return number > 0 ? u"Infinity"_s : u"-Infinity"_s;
    return Json(number).toText();
}

// Looking for a name goes through all of them.
static bool takeLookup(const MacroState &state)
{
    constexpr qsizetype namesPerStep = 64;
    return state.budget->takeSteps(state.localVariables.size() / namesPerStep);
}

static Json stored(const MacroState &state, VariableScope scope, const QString &name)
{
    if (!takeLookup(state))
        return {};
    const Json value =
        scope == VariableScope::Local ? state.localVariables.value(name) : state.globalVariables.value(name);
    if (value.isString() && !state.budget->takeReading(value.toText().size()))
        return {};
    return value;
}

bool hasVariable(const MacroState &state, VariableScope scope, const QString &name)
{
    takeLookup(state);
    return scope == VariableScope::Local ? state.localVariables.contains(name)
                                         : state.globalVariables.contains(name);
}

// What JavaScript's String() makes of a value: a list's items between commas, of an object no more than that
// it is one.
static QString javaScriptText(const Json &value)
{
    switch (value.type()) {
    case Json::Type::Undefined:
        return {};
    case Json::Type::Null:
        return u"null"_s;
    case Json::Type::Array: {
        QStringList parts;
        for (const Json &item : value.items())
            parts.append(item.isNull() ? QString() : javaScriptText(item));
        return parts.join(u',');
    }
    case Json::Type::Object:
        return u"[object Object]"_s;
    case Json::Type::String:
        return value.toText();
    case Json::Type::Bool:
        return value.toBool() ? u"true"_s : u"false"_s;
    case Json::Type::Number:
        return javaScriptNumberText(value.toDouble());
    }
    Q_UNREACHABLE();
}

// What a value reads as: what JavaScript takes for a number is one, a list of one number too.
static QString valueText(const Json &value)
{
    switch (value.type()) {
    case Json::Type::Undefined:
        return {};
    case Json::Type::Null:
        return u"0"_s;
    case Json::Type::Array:
        if (const std::optional<double> number = javaScriptNumber(javaScriptText(value)))
            return javaScriptNumberText(*number);
        return QString::fromUtf8(writeJsonLine(value));
    case Json::Type::Object:
        return QString::fromUtf8(writeJsonLine(value));
    case Json::Type::String: {
        const QString text = value.toText();
        if (javaScriptTrimmed(text).isEmpty())
            return text;
        const std::optional<double> number = javaScriptNumber(text);
        return number ? javaScriptNumberText(*number) : text;
    }
    case Json::Type::Bool:
        return value.toBool() ? u"1"_s : u"0"_s;
    case Json::Type::Number:
        return javaScriptNumberText(value.toDouble());
    }
    Q_UNREACHABLE();
}

static constexpr qsizetype costOfJson = 64; // times what looking through a text takes

static QString readText(const MacroState &state, const Json &value)
{
    QString text = valueText(value);
    if (value.isArray() || value.isObject())
        state.budget->takeReading(costOfJson * text.size());
    return text;
}

QString readVariable(const MacroState &state, VariableScope scope, const QString &name)
{
    return readText(state, stored(state, scope, name));
}

void writeVariable(MacroState &state, VariableScope scope, const QString &name, Json value)
{
    constexpr qsizetype least = 8; // a number, a short text
    const auto sizeOf = [&](const Json &any) {
        return any.isString() ? std::max(least, any.toText().size()) : least;
    };
    const qsizetype before =
        hasVariable(state, scope, name)
            ? name.size() + sizeOf(scope == VariableScope::Local ? state.localVariables.value(name)
                                                                 : state.globalVariables.value(name))
            : 0;
    if (!takeLookup(state) || !state.budget->takeVariable(name.size() + sizeOf(value), before))
        return;
    if (scope == VariableScope::Local) {
        state.localVariables.set(name, std::move(value));
        state.localChanged = true;
    } else {
        state.globalVariables.insert(name, value);
    }
}

void deleteVariable(MacroState &state, VariableScope scope, const QString &name)
{
    if (!hasVariable(state, scope, name))
        return;
    if (scope == VariableScope::Local) {
        state.localVariables.remove(name);
        state.localChanged = true;
    } else {
        state.globalVariables.remove(name);
    }
}

// A variable's value as JSON, read from its text: a list or an object that is stored as such is no JSON,
// since SillyTavern turns it into text first. Nothing: it is none.
static std::optional<Json> structured(const MacroState &state, const Json &value)
{
    if (value.isUndefined())
        return std::nullopt;
    const QString text = javaScriptText(value);
    const QStringView words = javaScriptTrimmed(text);
    const bool mayBeJson = !words.isEmpty() && (QStringView(u"[{\"-0123456789").contains(words.front()) ||
                                                words == u"true" || words == u"false" || words == u"null");
    if (!mayBeJson || !state.budget->takeReading(costOfJson * text.size()))
        return std::nullopt;
    const Result<Json> parsed = parseJson(text.toUtf8());
    return parsed ? std::optional(*parsed) : std::nullopt;
}

static QString compact(const Json &value)
{
    // Through fresh values: text that was read keeps its layout otherwise.
    if (value.isArray()) {
        QStringList items;
        for (const Json &item : value.items())
            items.append(compact(item));
        return u'[' % items.join(u',') % u']';
    }
    if (value.isObject()) {
        QStringList members;
        for (const Json::Member &member : value.members())
            members.append(QString::fromUtf8(jsonStringSpelling(member.key)) % u':' % compact(member.value));
        return u'{' % members.join(u',') % u'}';
    }
    if (value.isString())
        return QString::fromUtf8(jsonStringSpelling(value.toText()));
    if (value.isNumber())
        return javaScriptNumberText(value.toDouble());
    if (value.isBool())
        return value.toBool() ? u"true"_s : u"false"_s;
    return u"null"_s;
}

static QString added(MacroState &state, VariableScope scope, const QString &name, const Json &addend)
{
    const QString value = addend.toText();
    const Json current = stored(state, scope, name);
    const bool mayBeList = current.isArray() || trimmedStart(current.toText()).startsWith(u'[');
    if (std::optional<Json> list = mayBeList ? structured(state, current) : std::nullopt;
        list && list->isArray()) {
        list->append(addend);
        const QString text = compact(*list);
        writeVariable(state, scope, name, Json(text));
        return text;
    }
    const QString text = readText(state, current);
    const std::optional<double> left = javaScriptNumber(text);
    const std::optional<double> right = javaScriptNumber(value);
    if (left && right) {
        const double sum = *left + *right;
        if (std::isnan(sum)) // Infinity and its opposite
            return {};
        // JSON has no word for infinity.
        writeVariable(state, scope, name, std::isinf(sum) ? Json(javaScriptNumberText(sum)) : Json(sum));
        return javaScriptNumberText(sum);
    }
    const bool isZero = left == 0.0 && !javaScriptTrimmed(text).isEmpty();
    const QString whole = (isZero ? QString() : left ? text : javaScriptText(current)) + value;
    writeVariable(state, scope, name, Json(whole));
    return whole;
}

QString addToVariable(MacroState &state, VariableScope scope, const QString &name, const QString &value)
{
    return added(state, scope, name, Json(value));
}

QString stepVariable(MacroState &state, VariableScope scope, const QString &name, int step)
{
    return added(state, scope, name, Json(step));
}

// The item that a key names; Undefined where there is none. What JavaScript takes for a number is a
// position: "01" is 1, a blank is 0.
static Json itemOf(const Json &value, const QString &key)
{
    const std::optional<double> position = javaScriptNumber(key);
    if (value.isObject())
        return value.value(position ? javaScriptNumberText(*position) : key);
    if (!value.isArray() && !value.isString())
        return {};
    const qsizetype size = value.isArray() ? value.size() : value.toText().size();
    if (!position)
        return key == u"length" ? Json(double(size)) : Json();
    if (*position != std::floor(*position) || *position < 0 || *position >= double(size))
        return {};
    const auto index = static_cast<qsizetype>(*position);
    return value.isArray() ? value.at(index) : Json(value.toText().mid(index, 1));
}

QString readVariableKey(const MacroState &state, VariableScope scope, const QString &name, const QString &key)
{
    const Json whole = stored(state, scope, name);
    const std::optional<Json> value = structured(state, whole);
    if (!value || value->isNull()) // what is no JSON has no items: SillyTavern gives the whole
        return readText(state, value ? *value : whole);
    const Json item = itemOf(*value, key);
    return item.isNull() ? u"null"_s : readText(state, item);
}

void writeVariableKey(MacroState &state, VariableScope scope, const QString &name, const QString &key,
                      const Json &value)
{
    static constexpr double longestList = 100000; // an index beyond makes no list of that length
    const Json whole = stored(state, scope, name);
    std::optional<Json> structure = whole.isUndefined() ? Json::null() : structured(state, whole);
    const std::optional<double> position = javaScriptNumber(key);
    if (structure && structure->isNull())
        structure = position ? Json::array() : Json::object();
    if (!structure)
        return;
    if (structure->isObject()) {
        structure->set(position ? javaScriptNumberText(*position) : key, value);
    } else if (!structure->isArray()) {
        return;
    } else if (position && *position == std::floor(*position) && *position >= 0 && *position < longestList) {
        while (double(structure->size()) <= *position)
            structure->append(Json::null());
        structure->setAt(static_cast<qsizetype>(*position), value.isUndefined() ? Json::null() : value);
    }
    writeVariable(state, scope, name, Json(compact(*structure)));
}

} // namespace snug
