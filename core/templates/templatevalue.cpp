#include "core/templates/templatevalue.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr size_t unindexedMembers = 8;

// "0", "17": what the host language keeps before all other members.
std::optional<quint32> wholeKey(const QString &key)
{
    if (key.isEmpty() || key.size() > 10 || (key.size() > 1 && key[0] == u'0'))
        return {};
    const bool digits = std::ranges::all_of(key, [](QChar c) { return c >= u'0' && c <= u'9'; });
    bool fits = false;
    const quint32 number = digits ? key.toUInt(&fits) : 0;
    return digits && fits && number != 0xffffffff ? std::optional(number) : std::nullopt;
}

} // namespace

size_t TemplateArguments::size() const
{
    return values.size();
}

const TemplateValue &TemplateArguments::at(size_t index) const
{
    static const TemplateValue undefined;
    return index < values.size() ? values[index] : undefined;
}

const TemplateValue *TemplateArguments::find(QStringView name) const
{
    for (const auto &[key, value] : named) {
        if (key == name)
            return &value;
    }
    return nullptr;
}

TemplateList *TemplateValue::list() const
{
    const auto *held = std::get_if<TemplateList *>(&m_value);
    return held ? *held : nullptr;
}

TemplateObject *TemplateValue::object() const
{
    const auto *held = std::get_if<TemplateObject *>(&m_value);
    return held ? *held : nullptr;
}

TemplateFunction *TemplateValue::function() const
{
    const auto *held = std::get_if<TemplateFunction *>(&m_value);
    return held ? *held : nullptr;
}

bool TemplateValue::isTrue() const
{
    if (const bool *value = boolean())
        return *value;
    if (const double *value = number())
        return *value != 0 && !std::isnan(*value);
    if (const TemplateText *value = text())
        return value->isSafe || !value->text.isEmpty();
    return !isMissing();
}

const TemplateValue *TemplateObject::find(const QString &key) const
{
    if (members.size() > unindexedMembers) {
        const auto at = index.constFind(key);
        return at == index.cend() ? nullptr : &members[size_t(*at)].second;
    }
    const auto at = std::ranges::find(members, key, &std::pair<QString, TemplateValue>::first);
    return at == members.end() ? nullptr : &at->second;
}

void TemplateObject::set(const QString &key, TemplateValue value)
{
    if (const TemplateValue *held = find(key)) {
        *const_cast<TemplateValue *>(held) = std::move(value);
        return;
    }
    auto at = members.end();
    if (const auto number = wholeKey(key)) {
        at = std::ranges::find_if(members, [&](const auto &member) {
            const auto other = wholeKey(member.first);
            return !other || *other > *number;
        });
    }
    const bool last = at == members.end();
    members.insert(at, {key, std::move(value)});
    if (members.size() <= unindexedMembers)
        return;
    if (last && index.size() + 1 == qsizetype(members.size())) {
        index.insert(key, qsizetype(members.size()) - 1);
        return;
    }
    index.clear();
    for (size_t i = 0; i < members.size(); ++i)
        index.insert(members[i].first, qsizetype(i));
}

bool isBlockedProperty(QStringView name)
{
    static constexpr std::array<QStringView, 8> blocked{
        u"constructor",      u"__proto__",        u"prototype",        u"__defineGetter__",
        u"__defineSetter__", u"__lookupGetter__", u"__lookupSetter__",
    };
    return !name.isEmpty() && std::ranges::contains(blocked, name);
}

QString loweredText(const QString &text)
{
    constexpr QChar capitalSigma(0x3a3);
    if (!text.contains(capitalSigma))
        return text.toLower();
    QString lowered;
    qsizetype from = 0;
    for (qsizetype at = text.indexOf(capitalSigma); at >= 0; at = text.indexOf(capitalSigma, at + 1)) {
        const bool follows = at > 0 && text[at - 1].isLetter();
        const bool goesOn = at + 1 < text.size() && text[at + 1].isLetter();
        lowered += text.sliced(from, at - from).toLower() + QChar(follows && !goesOn ? 0x3c2 : 0x3c3);
        from = at + 1;
    }
    return lowered + text.sliced(from).toLower();
}

TemplateText sliced(const TemplateText &text, qsizetype start, qsizetype length)
{
    if (start == 0 && length == text.text.size())
        return text;
    TemplateText part{text.text.mid(start, length), text.origin};
    if (!text.pieces)
        return part;
    auto pieces = std::make_shared<std::vector<TemplateSpan>>();
    for (TemplateSpan span : *text.pieces) {
        const qsizetype from = std::max(span.start, start);
        const qsizetype to = std::min(span.end(), start + length);
        if (to <= from)
            continue;
        span.start = from - start;
        span.length = to - from;
        pieces->push_back(span);
    }
    part.pieces = std::move(pieces);
    return part;
}

std::vector<TemplateValue> lettersOf(const TemplateText &text)
{
    std::vector<TemplateValue> letters;
    letters.reserve(size_t(text.text.size()));
    for (qsizetype i = 0; i < text.text.size();) {
        const bool isPair = text.isSafe && text.text[i].isHighSurrogate() && i + 1 < text.text.size() &&
                            text.text[i + 1].isLowSurrogate();
        letters.emplace_back(sliced(text, i, isPair ? 2 : 1));
        i += isPair ? 2 : 1;
    }
    return letters;
}

TemplateText joined(const TemplateText &left, const TemplateText &right)
{
    TemplateText both{left.text + right.text};
    if (left.origin < 0 && right.origin < 0 && !left.pieces && !right.pieces)
        return both;
    if (left.origin == right.origin && !left.pieces && !right.pieces) {
        both.origin = left.origin;
        return both;
    }
    auto pieces = std::make_shared<std::vector<TemplateSpan>>();
    for (const auto &[text, offset] : {std::pair{&left, qsizetype(0)}, std::pair{&right, left.text.size()}}) {
        if (text->pieces) {
            for (TemplateSpan span : *text->pieces) {
                span.start += offset;
                pieces->push_back(span);
            }
        } else if (!text->text.isEmpty()) {
            pieces->push_back({offset, text->text.size(), text->origin});
        }
    }
    both.pieces = std::move(pieces);
    return both;
}

} // namespace snug
