// Values as text, number and JSON, and how they compare: the host language's rules.
#include "core/formats/jsontext.h"
#include "core/model/whitespace.h"
#include "core/templates/templateheap.h"
#include "core/templates/templateoutput.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int printDepth = 200;             // deeper lists print as nothing
constexpr qsizetype printLimit = 4'000'000; // of one value; the output's limit is far below
constexpr qsizetype unitsPerStep = 16;

class Printer
{
public:
    void print(const TemplateValue &value, bool asItem)
    {
        if (const TemplateText *text = value.text())
            output.append(*text);
        else if (const TemplateList *list = value.list())
            print(*list);
        else if (const TemplateObject *object = value.object())
            print(*object);
        else if (const double *number = value.number())
            output.append(numberText(*number));
        else if (const bool *boolean = value.boolean())
            output.append(*boolean ? u"true" : u"false");
        else if (value.function())
            output.append(u"[function]");
        else if (!asItem)
            output.append(value.isNull() ? u"null" : u"undefined");
    }

    TemplateOutput output;

private:
    void print(const TemplateList &list)
    {
        if (std::ranges::contains(m_open, &list) || m_open.size() >= printDepth)
            return;
        if (!list.work->goesOn(1 + qint64(m_open.size()) / unitsPerStep))
            return;
        m_open.push_back(&list);
        bool isFirst = true;
        for (const TemplateValue &item : list.items) {
            if (!std::exchange(isFirst, false))
                output.append(list.printsLines ? u"\n" : u",");
            const TemplateText *text = item.text();
            if (!list.work->goesOn(1 + (text ? text->text.size() / unitsPerStep : 0)))
                break;
            print(item, true);
            if (output.text.size() > printLimit)
                list.work->giveUp();
        }
        m_open.pop_back();
    }

    void print(const TemplateObject &object)
    {
        if (!object.work->goesOn(1))
            return;
        if (object.form == TemplateObject::Form::Named && m_depth < printDepth) {
            ++m_depth;
            if (const TemplateValue *name = object.find(u"name"_s))
                print(*name, false);
            --m_depth;
        } else if (object.form == TemplateObject::Form::Pattern) {
            output.append(QString(u'/' + templateText(object.members.at(0).second) + u'/' +
                                  templateText(object.members.at(1).second)));
        } else {
            output.append(u"[object Object]");
        }
    }

    int m_depth = 0;
    std::vector<const TemplateList *> m_open;
};

struct JsonPrinter
{
    QString indent;
    bool callsToJson;
    qsizetype limit;
    QString text = {};
    std::vector<const void *> open = {};
    bool failed = false;

    void line(size_t depth)
    {
        if (indent.isEmpty())
            return;
        text += u'\n';
        for (size_t i = 0; i < depth; ++i)
            text += indent;
    }

    qint64 costOf(const TemplateValue &value) const
    {
        const TemplateText *held = value.text();
        return 1 + (held ? held->text.size() / unitsPerStep : 0) + qint64(open.size()) / unitsPerStep;
    }

    // False: JSON has no word for it.
    bool print(const TemplateValue &value)
    {
        if (failed || text.size() > limit || open.size() > 100) {
            failed = true;
            return true;
        }
        if (value.isUndefined() || value.function())
            return false;
        const bool custom = callsToJson && ((value.list() && value.list()->hasToJson) ||
                                            (value.object() && value.object()->hasToJson));
        if (custom) {
            const std::optional<QString> own = templateJson(value, {}, false, limit);
            failed = failed || !own;
            text += QString::fromUtf8(jsonStringSpelling(own.value_or(QString())));
        } else if (const TemplateText *held = value.text()) {
            text += QString::fromUtf8(jsonStringSpelling(held->text));
        } else if (const double *number = value.number()) {
            text += std::isfinite(*number) ? numberText(*number) : u"null"_s;
        } else if (value.isNull()) {
            text += u"null"_s;
        } else if (const bool *boolean = value.boolean()) {
            text += *boolean ? u"true"_s : u"false"_s;
        } else if (const TemplateList *list = value.list()) {
            printList(*list);
        } else {
            printObject(*value.object());
        }
        return true;
    }

    bool enter(const void *container)
    {
        failed = failed || std::ranges::contains(open, container);
        open.push_back(container);
        return !failed;
    }

    void printList(const TemplateList &list)
    {
        text += u'[';
        if (enter(&list)) {
            for (size_t i = 0; i < list.items.size() && !failed; ++i) {
                failed = !list.work->goesOn(costOf(list.items[i]));
                if (i > 0)
                    text += u',';
                line(open.size());
                if (!print(list.items[i]))
                    text += u"null"_s;
            }
        }
        open.pop_back();
        if (!list.items.empty())
            line(open.size());
        text += u']';
    }

    void printObject(const TemplateObject &object)
    {
        text += u'{';
        bool any = false;
        if (object.form != TemplateObject::Form::Pattern && enter(&object)) {
            for (const auto &[key, value] : object.members) {
                failed = failed || !object.work->goesOn(costOf(value) + key.size() / unitsPerStep);
                const qsizetype before = text.size();
                if (any)
                    text += u',';
                line(open.size());
                text += QString::fromUtf8(jsonStringSpelling(key)) + (indent.isEmpty() ? u":"_s : u": "_s);
                if (print(value))
                    any = true;
                else
                    text.truncate(before);
            }
            open.pop_back();
        }
        if (any)
            line(open.size());
        text += u'}';
    }
};

bool isPrimitive(const TemplateValue &value)
{
    return !value.list() && !value.object() && !value.function() && !(value.text() && value.text()->isSafe);
}

// What == and < see of a list or object: its text.
TemplateValue primitive(const TemplateValue &value)
{
    return isPrimitive(value) ? value : TemplateValue(templateText(value));
}

} // namespace

QString templateText(const TemplateValue &value)
{
    if (const TemplateText *text = value.text())
        return text->text;
    return textOf(value).text;
}

TemplateText textOf(const TemplateValue &value)
{
    if (const TemplateText *text = value.text()) {
        TemplateText plain = *text;
        plain.isSafe = false;
        return plain;
    }
    Printer printer;
    printer.print(value, false);
    return printer.output.taken(false);
}

QString numberText(double value)
{
    if (std::isnan(value))
        return u"NaN"_s;
    if (std::isinf(value))
        return value > 0 ? u"Infinity"_s : u"-Infinity"_s;
    if (value == 0)
        return u"0"_s;
    if (value == std::trunc(value) && std::abs(value) < 1e15)
        return QString::number(qint64(value));
    return QString::fromLatin1(Json::numberText(value));
}

double numberFromText(QStringView text)
{
    text = javaScriptTrimmed(text);
    if (text.isEmpty())
        return 0;
    const auto radix = [&](int base) {
        double value = 0;
        if (text.size() < 3)
            return std::nan("");
        for (const QChar digit : text.sliced(2)) {
            const int read = QString(digit).toInt(nullptr, 36);
            const bool good = (digit != u'0' && read > 0 && read < base) || digit == u'0';
            if (!good)
                return std::nan("");
            value = value * base + read;
        }
        return value;
    };
    if (text.startsWith(u"0x", Qt::CaseInsensitive))
        return radix(16);
    if (text.startsWith(u"0o", Qt::CaseInsensitive))
        return radix(8);
    if (text.startsWith(u"0b", Qt::CaseInsensitive))
        return radix(2);
    QStringView unsignedText = text;
    if (text.startsWith(u'-') || text.startsWith(u'+'))
        unsignedText = text.sliced(1);
    if (unsignedText == u"Infinity")
        return text.startsWith(u'-') ? -HUGE_VAL : HUGE_VAL;
    const bool plain = !unsignedText.isEmpty() && std::ranges::all_of(unsignedText, [](QChar c) {
        return (c >= u'0' && c <= u'9') || c == u'.' || c == u'e' || c == u'E' || c == u'+' || c == u'-';
    });
    if (!plain)
        return std::nan("");
    bool read = false;
    const double value = text.toString().toDouble(&read);
    return read ? value : std::isinf(value) ? value : std::nan("");
}

double templateNumber(const TemplateValue &value)
{
    if (const double *number = value.number())
        return *number;
    if (value.isUndefined() || value.function())
        return std::nan("");
    if (value.isNull())
        return 0;
    if (const bool *boolean = value.boolean())
        return *boolean ? 1 : 0;
    return numberFromText(templateText(value));
}

qint64 templateInteger(const TemplateValue &value)
{
    constexpr double bound = 9007199254740992.0;
    const double number = templateNumber(value);
    return std::isnan(number) ? 0 : qint64(std::clamp(std::trunc(number), -bound, bound));
}

QString typeOf(const TemplateValue &value)
{
    if (value.isUndefined())
        return u"undefined"_s;
    if (value.isBool())
        return u"boolean"_s;
    if (value.isNumber())
        return u"number"_s;
    if (value.isText())
        return u"string"_s;
    return value.function() ? u"function"_s : u"object"_s;
}

bool areStrictlyEqual(const TemplateValue &left, const TemplateValue &right)
{
    if (typeOf(left) != typeOf(right) || left.isNull() != right.isNull())
        return false;
    if (left.isMissing())
        return true;
    if (left.isBool())
        return *left.boolean() == *right.boolean();
    if (left.isNumber())
        return *left.number() == *right.number();
    if (left.isText())
        return left.text()->text == right.text()->text;
    if (left.text() || right.text()) // two objects that hold texts are two objects
        return left.text() && right.text() && left.text()->pieces &&
               left.text()->pieces == right.text()->pieces;
    return left.list() == right.list() && left.object() == right.object() &&
           left.function() == right.function();
}

bool areLooselyEqual(const TemplateValue &left, const TemplateValue &right)
{
    if (left.isMissing() || right.isMissing())
        return left.isMissing() && right.isMissing();
    if (typeOf(left) == typeOf(right))
        return areStrictlyEqual(left, right);
    if (!isPrimitive(left) && !isPrimitive(right))
        return false;
    const TemplateValue a = primitive(left);
    const TemplateValue b = primitive(right);
    if (a.isText() && b.isText())
        return a.text()->text == b.text()->text;
    return templateNumber(a) == templateNumber(b);
}

bool areOrdered(const TemplateValue &left, QStringView sign, const TemplateValue &right)
{
    const TemplateValue a = primitive(left);
    const TemplateValue b = primitive(right);
    const auto compare = [&](const auto &x, const auto &y) {
        return sign == u"<" ? x < y : sign == u">" ? x > y : sign == u"<=" ? x <= y : x >= y;
    };
    if (a.isText() && b.isText())
        return compare(a.text()->text, b.text()->text);
    return compare(templateNumber(a), templateNumber(b));
}

std::optional<QString> templateJson(const TemplateValue &value, const QString &indent, bool callsToJson,
                                    qsizetype limit)
{
    JsonPrinter printer{indent, callsToJson, limit};
    const bool printed = printer.print(value);
    return printed && !printer.failed ? std::optional(printer.text) : std::nullopt;
}

} // namespace snug
