// The texts of one scan and what is found in them (docs/sillytavern/lore.md#scanned-text).
#pragma once

#include "core/lore/lorescan.h"

#include <QSet>

#include <vector>

namespace snug {

// One text of those that are scanned.
struct ScannedText
{
    LorePlace place = LorePlace::Message;
    QString text;
    int number = 0; // message: 0 = the newest; recursion: the round, from 0
    TextHitsPtr hits = {};
};

// A message as it is scanned: trimmed, with its speaker's name in front if that is wanted.
QString scannedMessage(const LoreMessage &message, const LoreSettings &settings);

// How far an entry sees at a step.
struct ScanReach
{
    int depth = 0;      // messages; 0 = nothing at all is seen
    quint8 sources = 0; // bit n: the source n of ScanTexts::sourcePlaces
    bool seesRecursion = true;

    bool operator==(const ScanReach &) const = default;
};

struct FoundKey
{
    const ScannedText *text = nullptr; // null = not found
    qsizetype start = 0;               // in it, UTF-16 units
    qsizetype length = 0;

    explicit operator bool() const { return text != nullptr; }
};

class ScanTexts
{
public:
    explicit ScanTexts(const LoreScanInputs &inputs);

    static constexpr int greatestDepth = 1000; // messages
    static constexpr LorePlace sourcePlaces[] = {LorePlace::PersonaDescription,
                                                 LorePlace::CharacterDescription,
                                                 LorePlace::CharacterPersonality,
                                                 LorePlace::CharacterDepthPrompt,
                                                 LorePlace::Scenario,
                                                 LorePlace::CreatorNotes};
    static quint8 sourcesOf(const LoreEntry &entry);

    // Texts that come into view. Candidates whose primary keys occur there are reported once by
    // takeTouched(), in ascending order.
    void reachMessages(int depth);
    void addRecursion(const QString &text);
    bool hasRecursion() const { return !m_recursion.empty(); }
    std::vector<quint32> takeTouched();

    // The first place in the order in which texts are joined.
    FoundKey findKey(quint32 key, const ScanReach &reach) const; // a literal of the index
    FoundKey findAnything(const ScanReach &reach) const;         // the beginning of the first text
    FoundKey findLiteral(const KeyLiteral &literal, const ScanReach &reach);
    // False: this expression of the index, by its number, has no match there; it need not be asked for.
    bool mayMatch(quint32 expression, const ScanReach &reach);
    // Sets `isInvalid` if this is no expression at all.
    FoundKey findExpression(const RegexPattern &pattern, const QString &book, const ScanReach &reach,
                            bool &isInvalid);
    // Asks for all of these at once, so that findExpression() has them ready.
    struct WantedExpression
    {
        RegexPattern pattern;
        QString book;
        ScanReach reach;
    };
    void prepareExpressions(const QList<WantedExpression> &wanted);
    // Expressions that could not be searched, and why: those that had to be.
    QStringList failures() const { return m_failures; }

private:
    struct Joined
    {
        ScanReach reach;
        QString text;
        std::vector<const ScannedText *> parts;
        std::vector<qsizetype> starts;
        std::vector<bool> words; // by number: those of the index that occur in a part
    };
    // Where a key has been seen.
    struct Seen
    {
        int message = -1; // the newest that has it
        quint8 sources = 0;
        qint16 injection = -1;
        qint16 recursion = -1;
    };

    const ScannedText &look(std::vector<std::unique_ptr<ScannedText>> &list, LorePlace place,
                            const QString &text, int number);
    std::vector<const ScannedText *> inReach(const ScanReach &reach) const;
    QList<ExpressionPlace> findAll(const QList<ExpressionSearch> &searches);
    const Joined &joined(const ScanReach &reach);
    // A part as it stands in the joined text, with what is around it.
    const QString &framed(const ScannedText *part, bool isLast);
    QList<ExpressionSearch> searchesFor(const RegexPattern &pattern, const QString &owner,
                                        const ScanReach &reach);
    void touch(quint32 key);
    FoundKey found(const ScannedText &text, quint32 key) const;

    const LoreScanInputs &m_inputs;
    LoreCachePtr m_cache;
    std::vector<std::unique_ptr<ScannedText>> m_messages;
    std::vector<std::unique_ptr<ScannedText>> m_sources; // empty texts included
    std::vector<std::unique_ptr<ScannedText>> m_injections;
    std::vector<std::unique_ptr<ScannedText>> m_recursion;
    std::vector<Seen> m_seen; // by key
    std::vector<bool> m_isTouched;
    std::vector<quint32> m_touched;
    std::vector<std::unique_ptr<Joined>> m_joined;
    QHash<std::pair<const ScannedText *, bool>, QString> m_framed;
    bool isGivenUp(const RegexPattern &pattern, const QString &owner) const;

    // Not asked again in this scan: by themselves, and with their owner.
    QSet<RegexPattern> m_failed;
    QSet<QString> m_failedOwners;
    QStringList m_failures;
};

} // namespace snug
