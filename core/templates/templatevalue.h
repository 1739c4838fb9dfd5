// The values that templates work with: plain data as the host script language has it, without
// prototypes. Lists and objects belong to a TemplateHeap, live as long as it does, and can be changed
// by a template (push, reverse); nothing outside one render ever sees them.
#pragma once

#include <QHash>
#include <QString>

#include <functional>
#include <memory>
#include <variant>
#include <vector>

namespace snug {

class TemplateValue;
class TemplateEvaluation;
struct TemplateList;
struct TemplateObject;
struct TemplateFunction;
struct TemplateWork;

// A stretch of text and who wrote it.
struct TemplateSpan
{
    qsizetype start = 0; // UTF-16 units
    qsizetype length = 0;
    int origin = -1;       // the value it came from, as TemplateData numbers it; -1 = the template itself
    int line = 0;          // of the template that wrote it; 0 = not known yet
    int templateIndex = 0; // of RenderedText::templates

    qsizetype end() const { return start + length; }
    bool operator==(const TemplateSpan &) const = default;
};

// A text and where it came from: wholly from one value, or piece by piece.
struct TemplateText
{
    QString text = {};
    int origin = -1;
    bool isSafe = false; // what macros give: an object that holds a text, in the host language's terms
    std::shared_ptr<const std::vector<TemplateSpan>> pieces = {};
};

struct TemplateArguments
{
    std::vector<TemplateValue> values;
    std::vector<std::pair<QString, TemplateValue>> named;

    const TemplateValue &at(size_t index) const; // undefined beyond the end
    size_t size() const;
    const TemplateValue *find(QStringView name) const;
};

class TemplateValue
{
public:
    TemplateValue() = default; // undefined
    TemplateValue(std::nullptr_t)
        : m_value(nullptr)
    {
    }
    TemplateValue(bool value)
        : m_value(value)
    {
    }
    TemplateValue(double value)
        : m_value(value)
    {
    }
    TemplateValue(qsizetype value)
        : m_value(double(value))
    {
    }
    TemplateValue(int value)
        : m_value(double(value))
    {
    }
    TemplateValue(QString value)
        : m_value(TemplateText{std::move(value)})
    {
    }
    TemplateValue(TemplateText value)
        : m_value(std::move(value))
    {
    }
    TemplateValue(TemplateList *value)
        : m_value(value)
    {
    }
    TemplateValue(TemplateObject *value)
        : m_value(value)
    {
    }
    TemplateValue(TemplateFunction *value)
        : m_value(value)
    {
    }
    TemplateValue(const char *) = delete;

    bool isUndefined() const { return std::holds_alternative<std::monostate>(m_value); }
    bool isNull() const { return std::holds_alternative<std::nullptr_t>(m_value); }
    bool isMissing() const { return isUndefined() || isNull(); }
    bool isBool() const { return std::holds_alternative<bool>(m_value); }
    bool isNumber() const { return std::holds_alternative<double>(m_value); }
    bool isText() const { return text() && !text()->isSafe; } // not what macros give
    const bool *boolean() const { return std::get_if<bool>(&m_value); }
    const double *number() const { return std::get_if<double>(&m_value); }
    const TemplateText *text() const { return std::get_if<TemplateText>(&m_value); }
    TemplateList *list() const;
    TemplateObject *object() const;
    TemplateFunction *function() const;

    bool isTrue() const;

private:
    std::variant<std::monostate, std::nullptr_t, bool, double, TemplateText, TemplateList *, TemplateObject *,
                 TemplateFunction *>
        m_value;
};

struct TemplateList
{
    TemplateWork *work = nullptr; // its heap's
    std::vector<TemplateValue> items = {};
    bool printsLines = false; // one item a line instead of commas
    bool hasToJson = false;
};

// Members in the order of insertion, whole numbers first, as the host language keeps them.
struct TemplateObject
{
    enum class Form : quint8 { Plain, Named, Pattern, Cycler };

    TemplateWork *work = nullptr; // its heap's
    std::vector<std::pair<QString, TemplateValue>> members = {};
    QHash<QString, qsizetype> index = {}; // once there are many
    Form form = Form::Plain;              // Named prints as its "name"; Pattern has "source" and "flags"
    bool hasToJson = false;

    const TemplateValue *find(const QString &key) const;
    void set(const QString &key, TemplateValue value);
};

struct TemplateFunction
{
    QString name;
    std::function<TemplateValue(TemplateEvaluation &, const TemplateArguments &)> call;
    bool takesNames = false; // a macro: named arguments mean something to it
};

// The names that read as missing on everything (docs/systems/hologram.md#safety).
bool isBlockedProperty(QStringView name);

// Conversions of the host language. Cycles print as nothing, as they do there. What costs more than its
// heap's TemplateWork allows is cut, and the render fails.
QString templateText(const TemplateValue &value);
double templateNumber(const TemplateValue &value);
QString loweredText(const QString &text); // a sigma at a word's end is another letter than inside
QString numberText(double value);         // NaN and Infinity too
double numberFromText(QStringView text);
QString typeOf(const TemplateValue &value);
bool areStrictlyEqual(const TemplateValue &left, const TemplateValue &right);
bool areLooselyEqual(const TemplateValue &left, const TemplateValue &right);
// "<", ">", "<=" or ">=".
bool areOrdered(const TemplateValue &left, QStringView sign, const TemplateValue &right);
// A whole number from -2^53 to 2^53; NaN is 0.
qint64 templateInteger(const TemplateValue &value);
// As JSON.stringify writes it; nothing for what it cannot say. `indent` as there. Stops (and gives
// nothing) past `limit` characters and in circles.
std::optional<QString> templateJson(const TemplateValue &value, const QString &indent, bool callsToJson,
                                    qsizetype limit);

// Texts that remember where they came from.
TemplateText joined(const TemplateText &left, const TemplateText &right);
TemplateText sliced(const TemplateText &text, qsizetype start, qsizetype length);
TemplateText textOf(const TemplateValue &value); // templateText() with its origin
// UTF-16 units; of what macros give, whole characters, as the host language walks through objects.
std::vector<TemplateValue> lettersOf(const TemplateText &text);

} // namespace snug
