#include "core/lore/scantexts.h"

#include "core/lore/loreoutcomes.h"
#include "core/model/whitespace.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr QChar messageStart(u'\u0001');
constexpr qsizetype longestShownKey = 80; // in a warning

} // namespace

QString scannedMessage(const LoreMessage &message, const LoreSettings &settings)
{
    // White space behind the name stays.
    const QString whole = settings.includeNames ? QString(message.name + u": " + message.text) : message.text;
    return javaScriptTrimmed(whole).toString();
}

ScanTexts::ScanTexts(const LoreScanInputs &inputs)
    : m_inputs(inputs)
    , m_cache(inputs.cache ? inputs.cache : std::make_shared<LoreCache>())
    , m_seen(inputs.index->keys().size())
    , m_isTouched(inputs.index->candidates().size())
{
    const LoreScanTexts &texts = inputs.texts;
    int number = 0;
    for (const QString *source :
         {&texts.personaDescription, &texts.characterDescription, &texts.characterPersonality,
          &texts.characterDepthPrompt, &texts.scenario, &texts.creatorNotes}) {
        const ScannedText &text = look(m_sources, sourcePlaces[number], *source, number);
        for (const PatternHit &hit : text.hits->literals) {
            m_seen[hit.pattern].sources |= static_cast<quint8>(1U << number);
            touch(hit.pattern);
        }
        ++number;
    }
    for (const QString &injection : texts.injections) {
        const auto index = static_cast<qint16>(m_injections.size());
        for (const PatternHit &hit :
             look(m_injections, LorePlace::Injection, injection, index).hits->literals) {
            if (m_seen[hit.pattern].injection < 0)
                m_seen[hit.pattern].injection = index;
            touch(hit.pattern);
        }
    }
}

quint8 ScanTexts::sourcesOf(const LoreEntry &entry)
{
    quint8 sources = 0;
    int number = 0;
    for (const bool isWanted :
         {entry.matchPersonaDescription, entry.matchCharacterDescription, entry.matchCharacterPersonality,
          entry.matchCharacterDepthPrompt, entry.matchScenario, entry.matchCreatorNotes})
        sources |= static_cast<quint8>((isWanted ? 1U : 0U) << number++);
    return sources;
}

const ScannedText &ScanTexts::look(std::vector<std::unique_ptr<ScannedText>> &list, LorePlace place,
                                   const QString &text, int number)
{
    auto scanned = std::make_unique<ScannedText>();
    scanned->place = place;
    scanned->text = text;
    scanned->number = number;
    scanned->hits = m_cache->hitsIn(text, m_inputs.index);
    list.push_back(std::move(scanned));
    return *list.back();
}

void ScanTexts::touch(quint32 key)
{
    const LoreKey &found = m_inputs.index->keys()[key];
    if (found.isSecondary || m_isTouched[found.candidate])
        return;
    m_isTouched[found.candidate] = true;
    m_touched.push_back(found.candidate);
}

std::vector<quint32> ScanTexts::takeTouched()
{
    std::ranges::sort(m_touched);
    return std::exchange(m_touched, {});
}

void ScanTexts::reachMessages(int depth)
{
    const auto wanted = static_cast<size_t>(
        std::clamp<qsizetype>(std::min(depth, greatestDepth), 0, m_inputs.texts.messages.size()));
    while (m_messages.size() < wanted) {
        const auto number = static_cast<int>(m_messages.size());
        const LoreMessage message = m_inputs.texts.messages.at(number);
        const ScannedText &text =
            look(m_messages, LorePlace::Message, scannedMessage(message, m_inputs.settings), number);
        for (const PatternHit &hit : text.hits->literals) {
            if (m_seen[hit.pattern].message < 0)
                m_seen[hit.pattern].message = number;
            touch(hit.pattern);
        }
    }
}

void ScanTexts::addRecursion(const QString &text)
{
    const auto number = static_cast<qint16>(m_recursion.size());
    for (const PatternHit &hit : look(m_recursion, LorePlace::Lore, text, number).hits->literals) {
        if (m_seen[hit.pattern].recursion < 0)
            m_seen[hit.pattern].recursion = number;
        touch(hit.pattern);
    }
    std::erase_if(m_joined, [](const auto &joined) { return joined->reach.seesRecursion; });
}

FoundKey ScanTexts::found(const ScannedText &text, quint32 key) const
{
    const PatternHit *hit = text.hits->find(key);
    Q_ASSERT(hit);
    // The key's length in the text: lower case has as many units but for a dotted capital I.
    return {&text, hit->start, m_inputs.index->keyText(key).size()};
}

FoundKey ScanTexts::findKey(quint32 key, const ScanReach &reach) const
{
    const Seen &seen = m_seen[key];
    if (reach.depth == 0)
        return {};
    if (seen.message >= 0 && seen.message < reach.depth)
        return found(*m_messages[static_cast<size_t>(seen.message)], key);
    if (const quint8 sources = seen.sources & reach.sources; sources != 0) {
        for (size_t i = 0; i < m_sources.size(); ++i) {
            if (sources & (1U << i))
                return found(*m_sources[i], key);
        }
    }
    if (seen.injection >= 0)
        return found(*m_injections[static_cast<size_t>(seen.injection)], key);
    if (reach.seesRecursion && seen.recursion >= 0)
        return found(*m_recursion[static_cast<size_t>(seen.recursion)], key);
    return {};
}

std::vector<const ScannedText *> ScanTexts::inReach(const ScanReach &reach) const
{
    std::vector<const ScannedText *> texts;
    if (reach.depth == 0)
        return texts;
    const size_t depth = std::min(static_cast<size_t>(reach.depth), m_messages.size());
    for (size_t i = 0; i < depth; ++i)
        texts.push_back(m_messages[i].get());
    for (size_t i = 0; i < m_sources.size(); ++i) {
        if ((reach.sources & (1U << i)) && !m_sources[i]->text.isEmpty())
            texts.push_back(m_sources[i].get());
    }
    for (const auto &injection : m_injections)
        texts.push_back(injection.get());
    if (reach.seesRecursion) {
        for (const auto &recursion : m_recursion)
            texts.push_back(recursion.get());
    }
    return texts;
}

FoundKey ScanTexts::findAnything(const ScanReach &reach) const
{
    const auto texts = inReach(reach);
    return texts.empty() ? FoundKey() : FoundKey{texts.front(), 0, 0};
}

FoundKey ScanTexts::findLiteral(const KeyLiteral &literal, const ScanReach &reach)
{
    for (const ScannedText *text : inReach(reach)) {
        const qsizetype at = m_cache->literalPosition(literal, text->text);
        if (at >= 0)
            return {text, at, literal.text.size()};
    }
    return {};
}

const ScanTexts::Joined &ScanTexts::joined(const ScanReach &reach)
{
    const auto known = std::ranges::find(m_joined, reach, [](const auto &each) { return each->reach; });
    if (known != m_joined.end())
        return **known;
    auto made = std::make_unique<Joined>();
    made->reach = reach;
    made->parts = inReach(reach);
    made->words.resize(m_inputs.index->wordCount());
    if (m_messages.empty()) // the place of the messages stays
        made->text = messageStart;
    for (const ScannedText *part : made->parts) {
        if (!made->text.isEmpty())
            made->text += u'\n';
        made->text += messageStart;
        made->starts.push_back(made->text.size());
        made->text += part->text;
        for (const quint32 word : part->hits->words)
            made->words[word] = true;
    }
    m_joined.push_back(std::move(made));
    return *m_joined.back();
}

static QString ownerNamed(const QString &book)
{
    //: stands in: too many expressions of %1 took too long
    return QCoreApplication::translate("LoreScan", "lorebook “%1”").arg(book);
}

bool ScanTexts::isGivenUp(const RegexPattern &pattern, const QString &owner) const
{
    return m_failed.contains(pattern) || m_failedOwners.contains(owner);
}

// A pattern that failed once is given up: it would cost the same time again.
QList<ExpressionPlace> ScanTexts::findAll(const QList<ExpressionSearch> &searches)
{
    QList<ExpressionPlace> places = m_cache->findExpressions(searches, m_inputs.regexEngine, m_inputs.stop);
    for (qsizetype i = 0; i < searches.size(); ++i) {
        const RegexPattern &pattern = searches[i].pattern;
        if (places[i].failure.isEmpty() || isGivenUp(pattern, searches[i].owner))
            continue;
        if (places[i].isGivenUp)
            m_failedOwners.insert(searches[i].owner);
        else
            m_failed.insert(pattern);
        const QString key = u'/' + pattern.body + u'/' + pattern.flags;
        m_failures.append(QCoreApplication::translate("LoreScan", "Lore key “%1” was not searched for: %2.")
                              .arg(key.size() > longestShownKey ? key.first(longestShownKey) + u'…' : key,
                                   places[i].failure));
    }
    return places;
}

const QString &ScanTexts::framed(const ScannedText *part, bool isLast)
{
    QString &text = m_framed[{part, isLast}];
    if (text.isEmpty())
        text = messageStart + part->text + (isLast ? QString() : u"\n"_s);
    return text;
}

static bool hasAny(const std::vector<quint32> &ascending, const std::vector<quint32> &numbers)
{
    return std::ranges::any_of(numbers,
                               [&](quint32 number) { return std::ranges::binary_search(ascending, number); });
}

static bool hasAny(const std::vector<bool> &occurring, const std::vector<quint32> &numbers)
{
    return std::ranges::any_of(numbers, [&](quint32 number) { return bool(occurring[number]); });
}

bool ScanTexts::mayMatch(quint32 expression, const ScanReach &reach)
{
    const LoreIndex::Needs *needs = m_inputs.index->needsOf(expression);
    return reach.depth > 0 && (!needs || hasAny(joined(reach).words, needs->anyOf));
}

// The joined text, unless it is known where alone there can be a match: then these parts, each by itself, so
// that a part that stays the same is not searched again when another changes.
QList<ExpressionSearch> ScanTexts::searchesFor(const RegexPattern &pattern, const QString &owner,
                                               const ScanReach &reach)
{
    const Joined &text = joined(reach);
    const LoreIndex::Needs *needs = m_inputs.index->needsOf(pattern);
    if (!needs)
        return {{pattern, text.text, owner}};
    if (!hasAny(text.words, needs->anyOf))
        return {};
    if (!needs->isLocal)
        return {{pattern, text.text, owner}};
    QList<ExpressionSearch> searches;
    for (const ScannedText *part : text.parts) {
        if (hasAny(part->hits->words, needs->anyOf))
            searches.append({pattern, framed(part, part == text.parts.back()), owner});
    }
    return searches;
}

FoundKey ScanTexts::findExpression(const RegexPattern &pattern, const QString &book, const ScanReach &reach,
                                   bool &isInvalid)
{
    isInvalid = false;
    const QString owner = ownerNamed(book);
    if (reach.depth == 0 || isGivenUp(pattern, owner))
        return {};
    const QList<ExpressionSearch> searches = searchesFor(pattern, owner, reach);
    if (searches.isEmpty())
        return {};
    const QList<ExpressionPlace> places = findAll(searches);
    isInvalid = places.first().isInvalid;
    const auto first = std::ranges::find_if(
        places, [](const ExpressionPlace &place) { return place.start >= 0 || !place.failure.isEmpty(); });
    const Joined &text = joined(reach);
    if (first == places.end() || first->start < 0 || text.parts.empty())
        return {};
    const ScannedText *found = nullptr;
    qsizetype behindMark = 0; // where the part begins in what was searched
    const QString &searched = searches.at(first - places.begin()).text;
    if (searched.isSharedWith(text.text)) {
        // A match may begin at a message's mark and reach over several texts: the first one's it is.
        const auto behind = std::ranges::upper_bound(text.starts, first->start + 1);
        const auto part = static_cast<size_t>(std::max<qsizetype>(behind - text.starts.begin() - 1, 0));
        found = text.parts[part];
        behindMark = text.starts[part];
    } else {
        found = *std::ranges::find_if(text.parts, [&](const ScannedText *part) {
            return framed(part, part == text.parts.back()).isSharedWith(searched);
        });
        behindMark = 1;
    }
    const qsizetype start = std::clamp<qsizetype>(first->start - behindMark, 0, found->text.size());
    const qsizetype end = std::clamp(first->start + first->length - behindMark, start, found->text.size());
    return {found, start, end - start};
}

void ScanTexts::prepareExpressions(const QList<WantedExpression> &wanted)
{
    QList<ExpressionSearch> searches;
    QHash<QString, QString> owners; // by book
    for (const auto &[pattern, book, reach] : wanted) {
        QString &owner = owners[book];
        if (owner.isEmpty())
            owner = ownerNamed(book);
        if (reach.depth > 0 && !isGivenUp(pattern, owner))
            searches += searchesFor(pattern, owner, reach);
    }
    // Those of a text one after the other, so that it is handed over once.
    QHash<const QChar *, qsizetype> order;
    for (const ExpressionSearch &search : std::as_const(searches))
        order.insert(search.text.constData(), order.value(search.text.constData(), order.size()));
    std::ranges::stable_sort(
        searches, {}, [&](const ExpressionSearch &search) { return order.value(search.text.constData()); });
    if (!searches.isEmpty())
        findAll(searches);
}

int furthestReach(const LoreIndex &index, const LoreSettings &settings)
{
    const int depth = settings.minActivations > 0 ? ScanTexts::greatestDepth
                                                  : std::max(settings.depth, index.furthestDepth());
    return std::clamp(depth, 0, ScanTexts::greatestDepth);
}

} // namespace snug
