#include "core/macros/framing/variablepath.h"

#include <QList>

#include <variant>

namespace snug::framing {

namespace {

// A list that one macro makes grows no further than this.
constexpr qint64 listLimit = 100'000;
// Longer paths are not followed.
constexpr qsizetype stepLimit = 200;

using Step = std::variant<QString, qint64>;

bool isWholeNumber(QStringView text)
{
    if (text.startsWith(u'-'))
        text = text.sliced(1);
    return !text.isEmpty() && std::ranges::all_of(text, [](QChar c) { return c.isDigit(); });
}

class PathReader
{
public:
    explicit PathReader(QStringView path)
        : m_path(path)
    {
    }

    QList<Step> read()
    {
        while (m_position < m_path.size()) {
            const QChar c = m_path[m_position++];
            if (c == u'.') {
                endName();
            } else if (c == u'[') {
                endName();
                readBracket();
            } else {
                m_name += c;
            }
        }
        endName();
        return m_steps.size() > stepLimit ? QList<Step>() : m_steps;
    }

private:
    QString takeUntil(QChar end)
    {
        const qsizetype start = m_position;
        while (m_position < m_path.size() && m_path[m_position] != end)
            ++m_position;
        const QString taken = m_path.sliced(start, m_position - start).toString();
        if (m_position < m_path.size())
            ++m_position;
        return taken;
    }

    void endName()
    {
        if (!m_name.isEmpty())
            m_steps.append(m_name);
        m_name.clear();
    }

    void readBracket()
    {
        const bool isQuoted =
            m_position < m_path.size() && (m_path[m_position] == u'\'' || m_path[m_position] == u'"');
        if (isQuoted) {
            const QChar quote = m_path[m_position++];
            m_name = takeUntil(quote);
            takeUntil(u']');
            endName();
            return;
        }
        const QString inner = takeUntil(u']').trimmed();
        bool isNumber = isWholeNumber(inner);
        const qint64 number = isNumber ? inner.toLongLong(&isNumber) : 0;
        if (isNumber)
            m_steps.append(number);
        else if (!inner.isEmpty())
            m_steps.append(inner);
    }

    QStringView m_path;
    qsizetype m_position = 0;
    QString m_name;
    QList<Step> m_steps;
};

// `container` with `value` at `steps`; nothing if a step cannot be taken.
std::optional<Json> withValue(const Json &container, QList<Step>::const_iterator step,
                              QList<Step>::const_iterator end, const Json &value)
{
    if (step == end)
        return value;
    const auto inside = [&](const Json &old) {
        const auto next = step + 1;
        if (next == end)
            return withValue(old, next, end, value);
        const bool isNumber = std::holds_alternative<qint64>(*next);
        const bool isEmpty = old.isUndefined() || old.isNull() || (!old.isArray() && !old.isObject());
        return withValue(isEmpty ? (isNumber ? Json::array() : Json::object()) : old, next, end, value);
    };
    Json changed = container;
    if (const auto *name = std::get_if<QString>(&*step)) {
        if (!container.isObject())
            return std::nullopt;
        const auto item = inside(container.value(*name));
        if (!item)
            return std::nullopt;
        changed.set(*name, *item);
        return changed;
    }
    const qint64 index = std::get<qint64>(*step);
    if (container.isObject() && step + 1 == end) { // a number names a member where there is no list
        changed.set(QString::number(index), value);
        return changed;
    }
    if (!container.isArray() || index < 0 || index > listLimit)
        return std::nullopt;
    const auto item = inside(container.at(index));
    if (!item)
        return std::nullopt;
    while (changed.size() <= index)
        changed.append(Json::null());
    changed.setAt(index, *item);
    return changed;
}

} // namespace

std::optional<Json> variableAt(const Json &variables, QStringView path)
{
    Json current = variables.isUndefined() ? Json::object() : variables;
    const QList<Step> steps = PathReader(path).read();
    for (const Step &step : steps) {
        Json next;
        if (const auto *name = std::get_if<QString>(&step))
            next = current.value(*name);
        else
            next = current.at(std::get<qint64>(step));
        if (next.isUndefined())
            return std::nullopt;
        current = next;
    }
    return current;
}

qint64 pathRoom(QStringView path)
{
    qint64 room = 0;
    const QList<Step> steps = PathReader(path).read();
    for (const Step &step : steps) {
        if (const auto *index = std::get_if<qint64>(&step); index && *index > 0 && *index <= listLimit)
            room += *index;
    }
    return room;
}

void setVariableAt(Json &variables, QStringView path, const Json &value)
{
    const QList<Step> steps = PathReader(path).read();
    if (steps.isEmpty())
        return;
    if (const auto changed =
            withValue(variables.isObject() ? variables : Json::object(), steps.cbegin(), steps.cend(), value))
        variables = *changed;
}

static Json withoutValue(const Json &container, QList<Step>::const_iterator step,
                         QList<Step>::const_iterator end)
{
    Json changed = container;
    const bool isLast = step + 1 == end;
    if (const auto *name = std::get_if<QString>(&*step)) {
        if (!container.contains(*name))
            return container;
        if (isLast)
            changed.remove(*name);
        else
            changed.set(*name, withoutValue(container.value(*name), step + 1, end));
        return changed;
    }
    const qint64 index = std::get<qint64>(*step);
    if (!container.isArray() || index < 0 || index >= container.size())
        return container;
    if (isLast)
        changed.removeAt(index);
    else
        changed.setAt(index, withoutValue(container.at(index), step + 1, end));
    return changed;
}

void removeVariableAt(Json &variables, QStringView path)
{
    const QList<Step> steps = PathReader(path).read();
    if (!steps.isEmpty() && variables.isObject())
        variables = withoutValue(variables, steps.cbegin(), steps.cend());
}

} // namespace snug::framing
