#include "core/macros/framing/expressiontokens.h"

#include "core/macros/framing/valuetext.h"

using namespace Qt::StringLiterals;

namespace snug::framing {

namespace {

class Tokenizer
{
public:
    explicit Tokenizer(QStringView code)
        : m_code(code)
    {
    }

    std::optional<QList<ExpressionToken>> read();

private:
    QChar at(qsizetype offset = 0) const
    {
        return m_position + offset < m_code.size() ? m_code[m_position + offset] : QChar();
    }
    bool isNameStart() const { return at().isLetter() || at() == u'_'; }
    QString takeName();
    bool readNumber();
    bool readText(bool isRaw);
    bool readEscape(QString &text);
    bool readSign();
    void add(ExpressionToken token) { m_tokens.append(std::move(token)); }

    QStringView m_code;
    qsizetype m_position = 0;
    QList<ExpressionToken> m_tokens;
};

QString Tokenizer::takeName()
{
    const qsizetype start = m_position;
    while (at().isLetterOrNumber() || at() == u'_')
        ++m_position;
    return m_code.sliced(start, m_position - start).toString();
}

bool Tokenizer::readNumber()
{
    const qsizetype start = m_position;
    const auto spelt = [&] { return m_code.sliced(start, m_position - start); };
    if (at() == u'0' && (at(1).toLower() == u'x' || at(1).toLower() == u'b' || at(1).toLower() == u'o')) {
        const int base = at(1).toLower() == u'x' ? 16 : at(1).toLower() == u'b' ? 2 : 8;
        m_position += 2;
        while (at().isLetterOrNumber() || at() == u'_')
            ++m_position;
        bool isRead = false;
        const qint64 number = spelt().sliced(2).toString().remove(u'_').toLongLong(&isRead, base);
        add({ExpressionToken::Kind::Value, {}, Json(number)});
        return isRead;
    }
    bool isWhole = true;
    const auto takeDigits = [&] {
        while (at().isDigit() || (at() == u'_' && at(1).isDigit()))
            ++m_position;
    };
    takeDigits();
    if (at() == u'.') {
        isWhole = false;
        ++m_position;
        takeDigits();
    }
    const qsizetype sign = at(1) == u'+' || at(1) == u'-' ? 2 : 1;
    if (at().toLower() == u'e' && at(sign).isDigit()) {
        isWhole = false;
        m_position += sign;
        takeDigits();
    }
    if (at().isLetter())
        return false;
    const Json whole = isWhole ? Json(spelt()) : Json();
    if (isWhole) {
        const bool hasLeadingZero = spelt().size() > 1 && spelt().startsWith(u'0') &&
                                    !std::ranges::all_of(spelt(), [](QChar c) { return c == u'0'; });
        const auto number = hasLeadingZero ? std::nullopt : wholeNumber(whole);
        add({ExpressionToken::Kind::Value, {}, Json(number.value_or(0))});
        return number.has_value();
    }
    const auto number = decimalFromText(spelt());
    add({ExpressionToken::Kind::Value, {}, decimalValue(number.value_or(0))});
    return number.has_value();
}

bool Tokenizer::readEscape(QString &text)
{
    const QChar c = at();
    ++m_position;
    static constexpr std::pair<char16_t, char16_t> simple[] = {
        {u'n', u'\n'}, {u't', u'\t'}, {u'r', u'\r'}, {u'\\', u'\\'}, {u'\'', u'\''},
        {u'"', u'"'},  {u'a', u'\a'}, {u'b', u'\b'}, {u'f', u'\f'},  {u'v', u'\v'}};
    for (const auto &[letter, meaning] : simple) {
        if (c == letter) {
            text += QChar(meaning);
            return true;
        }
    }
    if (c == u'\n')
        return true;
    const int length = c == u'x' ? 2 : c == u'u' ? 4 : c == u'U' ? 8 : 0;
    if (length > 0) {
        bool isRead = m_position + length <= m_code.size();
        const uint code = isRead ? m_code.sliced(m_position, length).toUInt(&isRead, 16) : 0;
        m_position += length;
        if (isRead && code <= 0x10FFFF)
            text += QChar::fromUcs4(code);
        return isRead && code <= 0x10FFFF;
    }
    if (c >= u'0' && c <= u'7') {
        uint code = c.unicode() - u'0';
        for (int i = 0; i < 2 && at() >= u'0' && at() <= u'7'; ++i, ++m_position)
            code = code * 8 + (at().unicode() - u'0');
        text += QChar(static_cast<char16_t>(code));
        return true;
    }
    text += u'\\' + QString(c);
    return true;
}

bool Tokenizer::readText(bool isRaw)
{
    const QChar quote = at();
    ++m_position;
    QString text;
    while (m_position < m_code.size() && at() != quote) {
        if (at() == u'\n')
            return false;
        if (at() == u'\\' && m_position + 1 < m_code.size()) {
            if (isRaw) {
                text += m_code.sliced(m_position, 2);
                m_position += 2;
            } else {
                ++m_position;
                if (!readEscape(text))
                    return false;
            }
            continue;
        }
        text += at();
        ++m_position;
    }
    if (m_position >= m_code.size())
        return false;
    ++m_position;
    // Neighbouring texts are one.
    if (!m_tokens.isEmpty() && m_tokens.last().value.isString())
        m_tokens.last().value = Json(*m_tokens.last().value.asString() + text);
    else
        add({ExpressionToken::Kind::Value, {}, Json(text)});
    return true;
}

bool Tokenizer::readSign()
{
    static const QStringList signs{u"**"_s, u"//"_s, u"=="_s, u"!="_s, u"<="_s, u">="_s, u"+"_s, u"-"_s,
                                   u"*"_s,  u"/"_s,  u"%"_s,  u"^"_s,  u"<"_s,  u">"_s,  u"("_s, u")"_s,
                                   u"["_s,  u"]"_s,  u"{"_s,  u"}"_s,  u","_s,  u":"_s,  u"="_s};
    for (const QString &sign : signs) {
        if (m_code.sliced(m_position).startsWith(sign)) {
            m_position += sign.size();
            add({ExpressionToken::Kind::Sign, sign});
            return true;
        }
    }
    return false;
}

std::optional<QList<ExpressionToken>> Tokenizer::read()
{
    while (m_position < m_code.size()) {
        bool isRead = true;
        if (at().isSpace()) {
            ++m_position;
        } else if (at() == u'\'' || at() == u'"') {
            isRead = readText(false);
        } else if (at().isDigit() || (at() == u'.' && at(1).isDigit())) {
            isRead = readNumber();
        } else if (isNameStart()) {
            const QString name = takeName();
            const bool isPrefix = at() == u'\'' || at() == u'"';
            if (isPrefix && (name.compare(u"r"_s, Qt::CaseInsensitive) == 0 ||
                             name.compare(u"u"_s, Qt::CaseInsensitive) == 0))
                isRead = readText(name.toLower() == u"r");
            else if (isPrefix)
                isRead = false;
            else
                add({ExpressionToken::Kind::Name, name});
        } else {
            isRead = readSign();
        }
        if (!isRead)
            return std::nullopt;
    }
    add({});
    return m_tokens;
}

} // namespace

std::optional<QList<ExpressionToken>> expressionTokens(QStringView code)
{
    return Tokenizer(code).read();
}

} // namespace snug::framing
