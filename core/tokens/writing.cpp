#include "core/tokens/writing.h"

#include "core/tokens/builtinranks.h"

#include <QCache>
#include <QMutex>

#include <vector>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr quint8 asBefore = 255;

// Of a character of several bytes, by the first two; `second` is 0 where the token ends.
quint8 wideWriting(uchar first, uchar second)
{
    const auto as = [](Writing writing) { return quint8(writing); };
    if (first < 0xC0) // the rest of a character
        return asBefore;
    if (first == 0xC2 || first == 0xE2)
        return as(Writing::Marks);
    if (first < 0xC9)
        return as(Writing::Words);
    if (first < 0xE2)
        return as(Writing::Letters);
    if (first == 0xE3)
        return as(second == 0x80 ? Writing::Others : second < 0x90 ? Writing::Syllables : Writing::Han);
    if (first < 0xEA)
        return as(Writing::Han);
    return as(first < 0xEE ? Writing::Syllables : Writing::Others);
}

quint8 writingIn(QByteArrayView token)
{
    for (qsizetype i = 0; i < token.size(); ++i) {
        const auto c = uchar(token.at(i));
        if (c == ' ')
            continue;
        if (c >= 0x80)
            return wideWriting(c, i + 1 < token.size() ? uchar(token.at(i + 1)) : 0);
        if (c >= '0' && c <= '9')
            return quint8(Writing::Digits);
        const auto lower = uchar(c | 0x20);
        return quint8(lower >= 'a' && lower <= 'z' ? Writing::Words : Writing::Marks);
    }
    return quint8(Writing::Marks);
}

class VocabularyWriting final : public WritingCounter
{
public:
    VocabularyWriting(TokenizerPtr tokenizer, qsizetype characters)
        : m_tokenizer(std::move(tokenizer))
        , m_counts(characters)
    {
        m_writings.reserve(size_t(m_tokenizer->vocabularySize()));
        for (int id = 0; id < m_tokenizer->vocabularySize(); ++id)
            m_writings.push_back(writingIn(m_tokenizer->tokenBytes(id)));
    }

    WritingCounts counts(QStringView text) const override
    {
        if (text.isEmpty())
            return {};
        {
            const QMutexLocker locker(&m_mutex);
            if (const auto *known = m_counts.object(QString::fromRawData(text.data(), text.size())))
                return *known;
        }
        WritingCounts counted{};
        quint8 writing = quint8(Writing::Marks);
        for (const int id : m_tokenizer->encode(text)) {
            if (const quint8 own = m_writings[size_t(id)]; own != asBefore)
                writing = own;
            ++counted[writing];
        }
        const QMutexLocker locker(&m_mutex);
        m_counts.insert(text.toString(), new WritingCounts(counted), text.size());
        return counted;
    }

    QString vocabulary() const override { return m_tokenizer->name(); }

private:
    TokenizerPtr m_tokenizer;
    std::vector<quint8> m_writings; // by id
    mutable QMutex m_mutex;
    mutable QCache<QString, WritingCounts> m_counts;
};

} // namespace

Writing writingOf(QByteArrayView token, Writing before)
{
    const quint8 writing = writingIn(token);
    return writing == asBefore ? before : Writing(writing);
}

WritingCounterPtr writingCounter(TokenizerPtr tokenizer, qsizetype characters)
{
    return std::make_shared<const VocabularyWriting>(std::move(tokenizer), characters);
}

WritingCounterPtr builtInWritingCounter(const QString &vocabulary)
{
    static const QStringList names = builtInTokenizerNames();
    static std::vector<WritingCounterPtr> made(size_t(names.size()));
    static QMutex mutex;
    const qsizetype place = names.indexOf(vocabulary);
    if (place < 0)
        return nullptr;
    const QMutexLocker locker(&mutex);
    WritingCounterPtr &counter = made[size_t(place)];
    if (!counter)
        counter = writingCounter(builtInTokenizer(vocabulary));
    return counter;
}

} // namespace snug
