#include "core/lore/lorescan.h"
#include "core/macros/whitespace.h"
#include "core/prompt/messagecount.h"
#include "core/prompt/stages/scripts.h"
#include "core/prompt/stages/stages.h"
#include "core/tokens/estimate.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

static QList<LoreCandidate> sortedEntries(QList<LoreCandidate> entries)
{
    std::ranges::stable_sort(entries, std::ranges::greater(),
                             [](const LoreCandidate &each) { return each.entry.order; });
    return entries;
}

// The entries in the order in which they are served (NOTES, 10.1).
static QList<LoreCandidate> candidates(const PromptInputs &inputs)
{
    using Scope = ActiveLorebook::Scope;
    const auto isActive = [&](const QString &name, Scope scope) {
        return std::ranges::any_of(inputs.lorebooks, [&](const ActiveLorebook &active) {
            return active.scope == scope && active.book.name == name;
        });
    };
    // A book that is active in several ways is used once.
    const auto isUsed = [&](const QString &name, Scope scope) {
        switch (scope) {
        case Scope::Global:
            return true;
        case Scope::Chat:
            return !isActive(name, Scope::Global);
        case Scope::Persona:
            return !isActive(name, Scope::Global) && !isActive(name, Scope::Chat);
        case Scope::Character:
            return !isActive(name, Scope::Global) && !isActive(name, Scope::Chat) &&
                   !isActive(name, Scope::Persona);
        }
        Q_UNREACHABLE();
    };
    const auto entriesOf = [&](Scope scope) {
        QList<LoreCandidate> result;
        QStringList seen;
        for (const ActiveLorebook &active : inputs.lorebooks) {
            if (active.scope != scope || seen.contains(active.book.name) || !isUsed(active.book.name, scope))
                continue;
            seen.append(active.book.name);
            QList<LoreEntry> entries = active.book.entries;
            std::ranges::stable_sort(entries, {}, &LoreEntry::uid);
            for (const LoreEntry &entry : std::as_const(entries))
                result.append({active.book.name, entry});
        }
        return result;
    };
    const QList<LoreCandidate> global = entriesOf(Scope::Global);
    const QList<LoreCandidate> character = entriesOf(Scope::Character);
    QList<LoreCandidate> result =
        sortedEntries(entriesOf(Scope::Chat)) + sortedEntries(entriesOf(Scope::Persona));
    switch (inputs.settings.lore.strategy) {
    case LoreSettings::Strategy::Evenly:
        result += sortedEntries(global + character);
        break;
    case LoreSettings::Strategy::CharacterFirst:
        result += sortedEntries(character) + sortedEntries(global);
        break;
    case LoreSettings::Strategy::GlobalFirst:
        result += sortedEntries(global) + sortedEntries(character);
        break;
    }
    return result;
}

static LoreScanTexts scanTexts(const PromptInputs &inputs, const Draft &draft)
{
    LoreScanTexts texts;
    const int furthest = 1000;
    for (qsizetype i = draft.history.size() - 1; i >= 0 && texts.messages.size() < furthest; --i) {
        const HistoryItem &item = draft.history[i];
        // The names that the preset puts in front do not count; those of this setting do.
        const Message &message = draft.messageAt(inputs, item.index);
        const QString trimmed = javaScriptTrimmed(item.spoken).toString();
        texts.messages.append(inputs.settings.lore.includeNames ? message.name + u": "_s + trimmed : trimmed);
    }
    texts.personaDescription = draft.card.persona.text();
    texts.characterDescription = draft.card.description.text();
    texts.characterPersonality = draft.card.personality.text();
    texts.characterDepthPrompt = draft.card.depthPrompt.text();
    texts.scenario = draft.card.scenario.text();
    texts.creatorNotes = draft.card.creatorNotes.text();
    if (inputs.settings.note.isScanned) {
        if (!draft.note.text.isEmpty())
            texts.injections.append(draft.note.text.text());
        for (const DepthText &text : draft.depthTexts)
            texts.injections.append(text.text.text());
    }
    if (inputs.type == GenerationType::Quiet && !inputs.quietPrompt.isEmpty())
        texts.injections.append(inputs.quietPrompt);
    return texts;
}

static Source loreSource(const LoreCandidate &candidate)
{
    static constexpr QStringView types[] = {u"world_book.before_char",     u"world_book.after_char",
                                            u"world_book.note_top",        u"world_book.note_bottom",
                                            u"world_book.in_chat",         u"world_book.examples_top",
                                            u"world_book.examples_bottom", u"world_book.outlet"};
    const LoreEntry &entry = candidate.entry;
    const QString title =
        entry.title.isEmpty() ? entry.keys.value(0, QString::number(entry.uid)) : entry.title;
    //: %1 is a lorebook's name, %2 the entry's title
    return Source(types[static_cast<int>(entry.position)].toString(),
                  u"%1.%2"_s.arg(candidate.book).arg(entry.uid),
                  QCoreApplication::translate("PromptSources", "lore %1: %2").arg(candidate.book, title));
}

static int plainTokens(const TokenCounterPtr &counter, QStringView text)
{
    if (text.isEmpty())
        return 0;
    return countsByTokenizer(counter) ? counter->count(text) + 6 : messageTokens(nullptr, text);
}

static void addTo(TracedText &joined, const TracedText &text)
{
    if (!joined.isEmpty())
        joined.append(TracedText::computed(u"\n"_s, Source(u"separator.newline"_s)));
    joined.append(text);
}

// Where activated entries go (NOTES, 10.8): lower orders first, ties in reverse; outlets keep theirs.
static void placeEntries(const QList<LoreCandidate> &entries, const QHash<qsizetype, TracedText> &contents,
                         QList<qsizetype> activated, LoreTexts &lore)
{
    std::ranges::stable_sort(activated, std::ranges::greater(),
                             [&](qsizetype i) { return entries[i].entry.order; });
    for (const qsizetype index : std::as_const(activated)) {
        const TracedText text = contents.value(index);
        if (entries[index].entry.position == LoreEntry::Position::Outlet && !text.isEmpty())
            addTo(lore.outlets[entries[index].entry.outletName], text);
    }
    for (auto index = activated.crbegin(); index != activated.crend(); ++index) {
        const LoreEntry &entry = entries[*index].entry;
        const TracedText text = contents.value(*index);
        if (text.isEmpty())
            continue;
        switch (entry.position) {
        case LoreEntry::Position::BeforeChar:
            addTo(lore.before, text);
            break;
        case LoreEntry::Position::AfterChar:
            addTo(lore.after, text);
            break;
        case LoreEntry::Position::NoteTop:
            lore.noteTop.append(text);
            break;
        case LoreEntry::Position::NoteBottom:
            lore.noteBottom.append(text);
            break;
        case LoreEntry::Position::ExamplesTop:
            lore.examples.append({text, true});
            break;
        case LoreEntry::Position::ExamplesBottom:
            lore.examples.append({text, false});
            break;
        case LoreEntry::Position::Outlet:
            break;
        case LoreEntry::Position::AtDepth: {
            const auto same = std::ranges::find_if(lore.atDepth, [&](const LoreAtDepth &other) {
                return other.depth == entry.depth && other.role == entry.role;
            });
            if (same != lore.atDepth.end())
                addTo(same->text, text);
            else
                lore.atDepth.append({text, entry.depth, entry.role});
            break;
        }
        }
    }
}

void loreStage(const PromptInputs &inputs, Draft &draft)
{
    if (inputs.lorebooks.isEmpty())
        return;
    LoreScanInputs scan;
    scan.candidates = candidates(inputs);
    scan.texts = scanTexts(inputs, draft);
    scan.settings = inputs.settings.lore;
    scan.generationType = generationTypeName(inputs.type);
    scan.characterAvatar = QFileInfo(inputs.avatar).completeBaseName();
    scan.seed = inputs.seed;
    if (draft.contextSize > 0) {
        const int percent = inputs.settings.lore.budgetPercent;
        scan.budget = std::max(1, qRound(percent * double(draft.contextSize - draft.maxTokens) / 100));
        if (inputs.settings.lore.budgetCap > 0)
            scan.budget = std::min(scan.budget, inputs.settings.lore.budgetCap);
    }
    QHash<qsizetype, TracedText> contents;
    scan.resolveKey = [&](const QString &key) {
        return draft.macros.expand(TracedText(key, Source())).text();
    };
    scan.resolveContent = [&](qsizetype index) {
        const LoreCandidate &candidate = scan.candidates[index];
        const TracedText whole(candidate.entry.content, loreSource(candidate));
        const qsizetype start = whole.size() - contentWithoutDecorators(candidate.entry.content).size();
        const TracedText resolved = draft.macros.expand(whole.mid(start));
        return contents.insert(index, runLoreScripts(inputs, draft, resolved, candidate.entry))->text();
    };
    scan.countTokens = [&](QStringView text) { return plainTokens(inputs.counter, text); };

    const LoreScanResult result = scanLore(scan);
    for (qsizetype i = 0; i < scan.candidates.size(); ++i) {
        const LoreCandidate &candidate = scan.candidates[i];
        const LoreOutcome &outcome = result.outcomes[i];
        draft.result.trace.lore.append({.book = candidate.book,
                                        .uid = candidate.entry.uid,
                                        .title = candidate.entry.title,
                                        .fired = outcome.fired,
                                        .reason = outcome.reason,
                                        .tokens = outcome.tokens});
    }
    placeEntries(scan.candidates, contents, result.activated, draft.lore);
    for (auto outlet = draft.lore.outlets.cbegin(); outlet != draft.lore.outlets.cend(); ++outlet) {
        const QString type = u"world_book.outlet."_s + outlet.key();
        draft.macros.tracedValues.insert(type, *outlet);
        draft.macros.environment.outlets.insert(outlet.key(),
                                                {outlet->text(), type, outlet.key(), outlet.key()});
    }
}

} // namespace snug
