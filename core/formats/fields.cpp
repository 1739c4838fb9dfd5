#include "core/formats/fields.h"

#include <QCoreApplication>

#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString trFields(const char *text)
{
    return QCoreApplication::translate("Fields", text);
}

bool isBlank(const Json &json)
{
    return json.isString() && json.toText().trimmed().isEmpty();
}

// The number a value stands for; booleans are none.
std::optional<double> numberOf(const Json &json)
{
    if (!json.isNumber() && !json.isString())
        return std::nullopt;
    const double first = json.toDouble(0);
    const bool isNumeric = json.isNumber() || first == json.toDouble(1);
    return isNumeric && std::isfinite(first) ? std::optional(first) : std::nullopt;
}

} // namespace

QString Place::text() const
{
    const QString before = outer ? outer->text() : QString();
    const QString own = line > 0     ? QCoreApplication::translate("Fields", "line %1").arg(line)
                        : index >= 0 ? QString::number(index)
                                     : key;
    if (before.isEmpty() || own.isEmpty())
        return before.isEmpty() ? own : before;
    return before + u'.' + own;
}

void warn(Warnings &warnings, const Place &place, const QString &what)
{
    if (warnings.size() >= WarningLimit) {
        if (warnings.size() == WarningLimit)
            warnings.append(Error{trFields(QT_TRANSLATE_NOOP("Fields", "more like this; it is not listed"))});
        return;
    }
    warnings.append(Error{.what = what, .file = {}, .place = place.text(), .hint = {}});
}

void warnExpected(Warnings &warnings, const Place &place, const QString &expected, const Json &found)
{
    const QString shown =
        found.isNumber() || (found.isString() && found.toText().size() <= 40 && !found.toText().isEmpty())
            ? found.isString() ? u"“%1”"_s.arg(found.toText()) : found.toText()
            : found.typeName();
    warn(warnings, place,
         trFields(QT_TRANSLATE_NOOP("Fields", "expected %1, found %2")).arg(expected, shown));
}

bool PlainCodec::decode(const Json &json, QString &value)
{
    if (!json.isString() && !json.isNumber())
        return false;
    value = json.toText();
    return true;
}

bool PlainCodec::decode(const Json &json, bool &value)
{
    if (isBlank(json))
        return true;
    if (json.toBool(true) != json.toBool(false))
        return false;
    value = json.toBool();
    return true;
}

bool PlainCodec::decode(const Json &json, int &value)
{
    if (isBlank(json))
        return true;
    if (!numberOf(json))
        return false;
    value = json.toInt();
    return true;
}

bool PlainCodec::decode(const Json &json, qint64 &value)
{
    if (isBlank(json))
        return true;
    const std::optional<double> number = numberOf(json);
    if (!number || std::abs(*number) > 9.2e18)
        return false;
    value = json.asInteger().value_or(static_cast<qint64>(*number));
    return true;
}

bool PlainCodec::decode(const Json &json, double &value)
{
    if (isBlank(json))
        return true;
    const std::optional<double> number = numberOf(json);
    value = number.value_or(value);
    return number.has_value();
}

bool PlainCodec::decode(const Json &json, QStringList &value)
{
    if (json.isString() || json.isArray()) {
        value = json.toTextList();
        return true;
    }
    if (!json.isObject())
        return false;
    value.clear(); // a list that became {"0": …, "1": …}
    for (const Json::Member &member : json.members()) {
        if (member.value.isString() || member.value.isNumber())
            value.append(member.value.toText());
    }
    return true;
}

bool PlainCodec::decode(const Json &json, QList<int> &value)
{
    if (!json.isArray())
        return false;
    value.clear();
    for (const Json &item : json.items()) {
        if (numberOf(item))
            value.append(item.toInt());
    }
    return true;
}

bool PlainCodec::decode(const Json &json, Json &value)
{
    value = json;
    return true;
}

Json PlainCodec::encode(const QList<int> &value, const Json &)
{
    Json array = Json::array();
    for (const int number : value)
        array.append(Json(number));
    return array;
}

QString PlainCodec::expected(const QString &)
{
    return Json(QString()).typeName();
}
QString PlainCodec::expected(bool)
{
    return Json(true).typeName();
}
QString PlainCodec::expected(int)
{
    return Json(0).typeName();
}
QString PlainCodec::expected(qint64)
{
    return Json(0).typeName();
}
QString PlainCodec::expected(double)
{
    return Json(0).typeName();
}
QString PlainCodec::expected(const QStringList &)
{
    return Json::array().typeName();
}
QString PlainCodec::expected(const QList<int> &)
{
    return Json::array().typeName();
}

bool RoleWordCodec::decode(const Json &json, Role &value)
{
    if (isBlank(json))
        return true;
    if (json.isNumber())
        return RoleNumberCodec::decode(json, value);
    const std::optional<Role> role = roleFromName(json.toText().toLower());
    value = role.value_or(value);
    return role.has_value();
}

QString RoleWordCodec::expected(Role)
{
    return trFields(QT_TRANSLATE_NOOP("Fields", "system, user or assistant"));
}

bool RoleNumberCodec::decode(const Json &json, Role &value)
{
    if (isBlank(json))
        return true;
    if (json.isBool()) { // SillyTavern makes a number of it
        value = roleFromNumber(int(json.toBool()));
        return true;
    }
    if (!numberOf(json)) {
        const std::optional<Role> role = roleFromName(json.toText().toLower());
        value = role.value_or(value);
        return role.has_value();
    }
    const int number = json.toInt(-1);
    if (number < 0 || number > 2)
        return false;
    value = roleFromNumber(number);
    return true;
}

QString RoleNumberCodec::expected(Role)
{
    return expectedNumberFrom(0, 2);
}

QString expectedNumberFrom(int first, int last)
{
    return trFields(QT_TRANSLATE_NOOP("Fields", "a number from %1 to %2")).arg(first).arg(last);
}

} // namespace snug
