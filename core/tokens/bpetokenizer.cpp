#include "core/tokens/bpetokenizer.h"

#include "core/tokens/certaincuts.h"

namespace snug {

static QString withoutLoneSurrogates(QStringView text)
{
    QString valid = text.toString();
    for (qsizetype i = 0; i < valid.size(); ++i) {
        const QChar c = valid.at(i);
        if (!c.isSurrogate())
            continue;
        if (c.isHighSurrogate() && i + 1 < valid.size() && valid.at(i + 1).isLowSurrogate())
            ++i;
        else
            valid[i] = QChar::ReplacementCharacter;
    }
    return valid;
}

namespace {

class BpeTokenizer final : public Tokenizer, public CertainCuts
{
public:
    explicit BpeTokenizer(BpeParts parts)
        : m_parts(std::move(parts))
    {
    }

    int count(QStringView text) const override { return run(text, nullptr); }

    QList<int> encode(QStringView text) const override
    {
        QList<int> ids;
        run(text, &ids);
        return ids;
    }

    QByteArray tokenBytes(int id) const override
    {
        const auto added = m_parts.spellings.constFind(id);
        return added != m_parts.spellings.cend() ? *added
                                                 : m_parts.encoder->vocabulary().bytes(id).toByteArray();
    }

    int vocabularySize() const override
    {
        int size = m_parts.encoder->vocabulary().size();
        for (auto added = m_parts.spellings.keyBegin(); added != m_parts.spellings.keyEnd(); ++added)
            size = qMax(size, *added + 1);
        return size;
    }

    QString name() const override { return m_parts.name; }

    QList<CertainCut> certainCuts(QStringView text) const override
    {
        QList<CertainCut> cuts;
        if (!m_parts.normalizer.isEmpty() || !m_parts.prefix.isEmpty() || m_parts.added.mayTouch(text) ||
            m_parts.addedNormalized.mayTouch(text) || !text.isValidUtf16())
            return cuts;
        const QByteArray utf8 = text.toUtf8();
        CertainCut cut;
        m_parts.pretokenizer.splitCertain(utf8, [&](QByteArrayView piece) {
            cut.tokens += m_parts.encoder->encode(piece, nullptr);
            for (const char c : piece) {
                const auto byte = quint8(c);
                cut.place += (byte & 0xC0) == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1;
            }
            cuts.append(cut);
        });
        return cuts;
    }

private:
    // Cuts added tokens out and gives the stretches between them to `rest`.
    template <typename Rest>
    static int around(const AddedTokens &added, QStringView text, QList<int> *ids, const Rest &rest)
    {
        if (added.isEmpty())
            return text.isEmpty() ? 0 : rest(text);
        int total = 0;
        qsizetype at = 0;
        while (at < text.size()) {
            const AddedTokens::Found found = added.find(text, at);
            if (found.start < 0)
                return total + rest(text.sliced(at));
            if (found.start > at)
                total += rest(text.sliced(at, found.start - at));
            if (ids)
                ids->append(found.id);
            ++total;
            at = found.end;
        }
        return total;
    }

    int run(QStringView text, QList<int> *ids) const
    {
        if (!text.isValidUtf16())
            return validRun(withoutLoneSurrogates(text), ids);
        return validRun(text, ids);
    }

    int validRun(QStringView text, QList<int> *ids) const
    {
        return around(m_parts.added, text, ids, [&](QStringView raw) {
            if (m_parts.normalizer.isEmpty())
                return normalizedRun(raw, ids);
            return normalizedRun(m_parts.normalizer.apply(raw.toString()), ids);
        });
    }

    int normalizedRun(QStringView normalized, QList<int> *ids) const
    {
        return around(m_parts.addedNormalized, normalized, ids, [&](QStringView stretch) {
            const QByteArray utf8 = m_parts.prefix.isEmpty()
                                        ? stretch.toUtf8()
                                        : m_parts.prefix.apply(stretch.toString()).toUtf8();
            int total = 0;
            m_parts.pretokenizer.split(
                utf8, [&](QByteArrayView piece) { total += m_parts.encoder->encode(piece, ids); });
            return total;
        });
    }

    BpeParts m_parts;
};

} // namespace

TokenizerPtr bpeTokenizer(BpeParts parts)
{
    return std::make_shared<const BpeTokenizer>(std::move(parts));
}

} // namespace snug
