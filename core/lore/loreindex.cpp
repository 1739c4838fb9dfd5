#include "core/lore/loreindex.h"

#include "core/lore/decorators.h"
#include "core/lore/expressionneeds.h"
#include "core/lore/keymatch.h"
#include "core/lore/lowercase.h"
#include "core/lore/servingorder.h"
#include "core/model/whitespace.h"

#include <algorithm>
#include <functional>
#include <numeric>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Scope = ActiveLorebook::Scope;

struct Served
{
    const Lorebook *book = nullptr;
    const LoreEntry *entry = nullptr;
};

void sortByOrder(std::vector<Served> &entries)
{
    std::vector<double> orders;
    orders.reserve(entries.size());
    for (const Served &served : entries)
        orders.push_back(servingOrderOf(*served.entry));
    std::vector<Served> sorted;
    sorted.reserve(entries.size());
    for (const qsizetype place : servingOrder(orders))
        sorted.push_back(entries[static_cast<size_t>(place)]);
    entries = std::move(sorted);
}

void append(std::vector<Served> &entries, const std::vector<Served> &more)
{
    entries.insert(entries.end(), more.begin(), more.end());
}

// The entries of the books of one scope (docs/sillytavern/lore.md#serving-order). A book that is active in
// several ways is used once.
std::vector<Served> entriesOf(const QList<ActiveLorebook> &books, Scope scope)
{
    static constexpr Scope strongest[] = {Scope::Global, Scope::Chat, Scope::Persona, Scope::Character};
    const auto isUsedElsewhere = [&](const QString &name) {
        for (const Scope stronger : strongest) {
            if (stronger == scope)
                return false;
            if (std::ranges::any_of(books, [&](const ActiveLorebook &active) {
                    return active.scope == stronger && active.book.name == name;
                }))
                return true;
        }
        Q_UNREACHABLE();
    };
    std::vector<Served> result;
    QStringList seen;
    for (const ActiveLorebook &active : books) {
        const QString &name = active.book.name;
        if (active.scope != scope || seen.contains(name) || isUsedElsewhere(name))
            continue;
        seen.append(name);
        const qsizetype first = static_cast<qsizetype>(result.size());
        for (const LoreEntry &entry : active.book.entries)
            result.push_back({&active.book, &entry});
        const auto uid = [](const Served &served) { return served.entry->uid; };
        if (!std::ranges::is_sorted(result.begin() + first, result.end(), {}, uid))
            std::ranges::stable_sort(result.begin() + first, result.end(), {}, uid);
    }
    return result;
}

std::vector<Served> served(const QList<ActiveLorebook> &books, LoreSettings::Strategy strategy)
{
    std::vector<Served> result = entriesOf(books, Scope::Chat);
    std::vector<Served> persona = entriesOf(books, Scope::Persona);
    std::vector<Served> character = entriesOf(books, Scope::Character);
    std::vector<Served> global = entriesOf(books, Scope::Global);
    if (strategy == LoreSettings::Strategy::Evenly) {
        append(global, character);
        character.clear();
    }
    for (std::vector<Served> *each : {&result, &persona, &character, &global})
        sortByOrder(*each);
    append(result, persona);
    const bool isGlobalFirst = strategy == LoreSettings::Strategy::GlobalFirst;
    append(result, isGlobalFirst ? global : character);
    append(result, isGlobalFirst ? character : global);
    return result;
}

// What a macro pass could change: macros, escaped braces, "<user>" and its like. Braces and angle
// brackets of expressions stay.
bool mayChange(const QString &key)
{
    for (qsizetype i = 0; i + 1 < key.size(); ++i) {
        const char16_t unit = key[i].unicode();
        const char16_t next = key[i + 1].unicode();
        if ((unit == u'{' && next == u'{') || (unit == u'\\' && (next == u'{' || next == u'}')) ||
            (unit == u'<' && QStringView(u"ubcgUBCG").contains(QChar(next))))
            return true;
    }
    return false;
}

} // namespace

LoreIndex::LoreIndex(QList<ActiveLorebook> books, const LoreSettings &settings)
    : m_books(std::move(books))
    , m_settings(settings)
{
    const std::vector<Served> entries = served(m_books, settings.strategy);
    m_candidates.resize(entries.size());
    m_keys.reserve(entries.size() * 2);
    // As they lie in memory: of ten thousand entries most of the time would go into fetching them.
    std::vector<quint32> numbers(entries.size());
    std::iota(numbers.begin(), numbers.end(), 0U);
    std::ranges::sort(numbers, std::less(), [&](quint32 number) { return entries[number].entry; });
    for (size_t i = 0; i < numbers.size(); ++i) {
        if (i + 16 < numbers.size())
            __builtin_prefetch(entries[numbers[i + 16]].entry->keys.constData());
        if (i + 8 < numbers.size()) {
            for (const QString &key : entries[numbers[i + 8]].entry->keys)
                __builtin_prefetch(key.constData());
        }
        prepareCandidate(numbers[i], entries[numbers[i]].book->name, *entries[numbers[i]].entry);
    }
    for (LoreCandidate &candidate : m_candidates)
        candidate.title = QString(candidate.entry->title.constData(), candidate.entry->title.size());
    std::ranges::sort(m_always);
    std::ranges::sort(m_timed);
    std::ranges::sort(m_delayLevels);
    const auto repeated = std::ranges::unique(m_delayLevels);
    m_delayLevels.erase(repeated.begin(), repeated.end());
    m_lower.build();
    m_exact.build();
    prepareNeeds();
}

void LoreIndex::prepareNeeds()
{
    QHash<QString, quint32> numbers;
    const auto numberOf = [&](const QString &word) {
        const auto known = numbers.constFind(word);
        if (known != numbers.cend())
            return *known;
        const auto number = static_cast<quint32>(numbers.size());
        m_words.add(number, word, false);
        return *numbers.insert(word, number);
    };
    m_needsOf.reserve(static_cast<size_t>(m_expressions.size()));
    for (const RegexPattern &expression : std::as_const(m_expressions)) {
        auto known = m_needsByPattern.constFind(expression);
        if (known == m_needsByPattern.cend()) {
            const ExpressionNeeds read = snug::needsOf(expression);
            const auto place = read.anyOf.isEmpty() ? -1 : static_cast<qint32>(m_needs.size());
            known = m_needsByPattern.insert(expression, place);
            if (place >= 0) {
                m_needs.push_back({{}, read.isLocal});
                for (const QString &word : read.anyOf)
                    m_needs.back().anyOf.push_back(numberOf(word));
            }
        }
        m_needsOf.push_back(*known);
    }
    m_wordCount = static_cast<size_t>(numbers.size());
    m_words.build();
}

const LoreIndex::Needs *LoreIndex::needsOf(const RegexPattern &expression) const
{
    const qint32 place = m_needsByPattern.value(expression, -1);
    return place < 0 ? nullptr : &m_needs[static_cast<size_t>(place)];
}

std::vector<quint32> LoreIndex::findWords(QStringView text) const
{
    std::vector<quint32> words;
    if (m_words.isEmpty())
        return words;
    for (const PatternHit &hit : m_words.find(foldedUnits(text)))
        words.push_back(hit.pattern);
    return words;
}

bool LoreIndex::isFor(const QList<ActiveLorebook> &books, const LoreSettings &settings) const
{
    return m_settings.strategy == settings.strategy &&
           m_settings.isCaseSensitive == settings.isCaseSensitive &&
           m_settings.matchesWholeWords == settings.matchesWholeWords && m_books == books;
}

LoreKey LoreIndex::prepare(const QString &key, const LoreEntry &entry)
{
    LoreKey result;
    if (mayChange(key)) {
        result.kind = LoreKey::Kind::Dynamic;
        return result;
    }
    const QStringView text = javaScriptTrimmed(key);
    if (text.isEmpty()) {
        if (!key.isEmpty())
            result.kind = LoreKey::Kind::Blank;
        return result;
    }
    if (std::optional<RegexPattern> expression = keyPattern(text)) {
        result.kind = LoreKey::Kind::Expression;
        result.number = static_cast<quint32>(m_expressions.size());
        m_expressions.append(*std::move(expression));
        return result;
    }
    result.kind = LoreKey::Kind::Literal;
    result.number = static_cast<quint32>(m_keys.size());
    const KeyOptions options = keyOptions(entry, m_settings);
    if (options.isCaseSensitive) {
        m_exact.add(result.number, text, isWholeWord(text, options));
    } else {
        const QStringView lower = loweredInto(text, m_scratch);
        m_lower.add(result.number, lower, isWholeWord(lower, options));
    }
    return result;
}

void LoreIndex::prepareCandidate(quint32 number, const QString &book, const LoreEntry &entry)
{
    LoreCandidate &candidate = m_candidates[number];
    candidate.book = book;
    candidate.entry = &entry;
    candidate.uid = entry.uid;
    candidate.firstKey = static_cast<quint32>(m_keys.size());
    bool isSearched = true; // its primary keys are found by the index alone
    for (const QStringList *list : {&entry.keys, &entry.secondaryKeys}) {
        const bool isSecondary = list == &entry.secondaryKeys;
        if (isSecondary)
            candidate.firstSecondary = static_cast<quint32>(m_keys.size());
        for (const QString &key : *list) {
            LoreKey prepared = prepare(key, entry);
            prepared.candidate = number;
            prepared.isSecondary = isSecondary;
            isSearched = isSearched && (isSecondary || prepared.kind == LoreKey::Kind::Literal ||
                                        prepared.kind == LoreKey::Kind::Empty);
            m_keys.push_back(prepared);
        }
    }
    candidate.keysEnd = static_cast<quint32>(m_keys.size());
    if (entry.content.startsWith(u'@')) {
        const QStringList decorators = loreDecorators(entry.content);
        candidate.isActivating = decorators.contains(u"@@activate"_s);
        candidate.isBarred = decorators.contains(u"@@dont_activate"_s);
    }
    candidate.isSpecial = entry.disabled || !entry.triggers.isEmpty() || !entry.characterFilter.isEmpty() ||
                          entry.delay > 0 || entry.cooldown > 0 || entry.delayUntilRecursion > 0 ||
                          candidate.isBarred || entry.keys.isEmpty();
    if (entry.constant || candidate.isActivating || !isSearched)
        m_always.push_back(number);
    if (entry.sticky != 0 || entry.cooldown != 0)
        m_timed.push_back(number);
    if (entry.delayUntilRecursion > 0)
        m_delayLevels.append(entry.delayUntilRecursion);
    m_furthestDepth = std::max(m_furthestDepth, entry.scanDepth.value_or(0));
}

const QString &LoreIndex::keyAsWritten(quint32 number) const
{
    const LoreKey &key = m_keys[number];
    const LoreCandidate &candidate = m_candidates[key.candidate];
    return key.isSecondary ? candidate.entry->secondaryKeys.at(number - candidate.firstSecondary)
                           : candidate.entry->keys.at(number - candidate.firstKey);
}

QString LoreIndex::keyText(quint32 number) const
{
    return javaScriptTrimmed(keyAsWritten(number)).toString();
}

std::vector<PatternHit> LoreIndex::find(QStringView text) const
{
    std::vector<PatternHit> hits;
    if (!m_lower.isEmpty()) {
        const LoweredText lower = lowered(text);
        hits = m_lower.find(lower.text);
        if (!lower.added.isEmpty()) {
            for (PatternHit &hit : hits)
                hit.start = static_cast<qint32>(lower.originalPosition(hit.start));
        }
    }
    if (!m_exact.isEmpty()) {
        const std::vector<PatternHit> exact = m_exact.find(text);
        const auto middle = static_cast<qsizetype>(hits.size());
        hits.insert(hits.end(), exact.begin(), exact.end());
        std::ranges::inplace_merge(hits, hits.begin() + middle, {}, &PatternHit::pattern);
    }
    return hits;
}

} // namespace snug
