#include "core/tokens/addedtokens.h"

#include <algorithm>

namespace snug {

AddedTokens::AddedTokens(const QList<AddedToken> &tokens)
{
    for (const AddedToken &token : tokens) {
        if (token.content.isEmpty())
            continue;
        m_byContent.insert(token.content, m_tokens.size());
        m_tokens.append(token);
        const char16_t first = token.content.front().unicode();
        m_first.set(first);
        QList<qsizetype> &lengths = m_lengths[first];
        if (!lengths.contains(token.content.size()))
            lengths.append(token.content.size());
    }
    for (QList<qsizetype> &lengths : m_lengths)
        std::ranges::sort(lengths, std::greater());
}

bool AddedTokens::mayTouch(QStringView text) const
{
    return std::ranges::any_of(m_tokens,
                               [](const AddedToken &token) {
                                   return token.singleWord || token.swallowsLeft || token.swallowsRight;
                               }) ||
           std::ranges::any_of(text, [this](QChar c) { return m_first.test(c.unicode()); });
}

AddedTokens::Found AddedTokens::find(QStringView text, qsizetype from) const
{
    for (qsizetype at = from; at < text.size(); ++at) {
        if (!m_first.test(text[at].unicode()))
            continue;
        if (const Found found = foundAt(text, from, at); found.start >= 0)
            return found;
    }
    return {};
}

AddedTokens::Found AddedTokens::foundAt(QStringView text, qsizetype from, qsizetype at) const
{
    const auto wordAt = [&](qsizetype index) {
        return index >= 0 && index < text.size() && (text[index].isLetterOrNumber() || text[index] == u'_');
    };
    for (const qsizetype length : m_lengths.value(text[at].unicode())) {
        if (at + length > text.size())
            continue;
        const QString content = QString::fromRawData(text.data() + at, length);
        const auto known = m_byContent.constFind(content);
        if (known == m_byContent.cend())
            continue;
        const AddedToken &token = m_tokens.at(*known);
        if (token.singleWord && (wordAt(at - 1) || wordAt(at + length)))
            continue;
        Found found{at, at + length, token.id};
        while (token.swallowsLeft && found.start > from && text[found.start - 1].isSpace())
            --found.start;
        while (token.swallowsRight && found.end < text.size() && text[found.end].isSpace())
            ++found.end;
        return found;
    }
    return {};
}

} // namespace snug
