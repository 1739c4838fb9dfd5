#include "core/lore/decorators.h"
#include "core/lore/inclusiongroups.h"
#include "core/lore/lorebudget.h"
#include "core/lore/lorescan.h"
#include "core/lore/servingorder.h"
#include "core/prompt/injectiondepth.h"
#include "core/prompt/messagecount.h"
#include "core/prompt/stages/historylines.h"
#include "core/prompt/stages/loreoutcomes.h"
#include "core/prompt/stages/scripts.h"
#include "core/prompt/stages/stages.h"
#include "core/tokens/certaincuts.h"
#include "core/tokens/estimate.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

// As an earlier assembly has left it (docs/sillytavern/lore.md#scanned-text).
static bool isPersonaScanned(const PromptInputs &inputs, const Draft &draft)
{
    return !inputs.isFirst && resolvesAsSillyTavern(draft.result.mode) && inputs.persona &&
           inputs.persona->position == Persona::Position::AtDepth && !inputs.persona->description.isEmpty();
}

// What is scanned beside the messages. Macros in it are resolved for that, and once more where it is sent.
static QStringList scannedInjections(const PromptInputs &inputs, Draft &draft)
{
    QStringList injections;
    if (inputs.settings.note.isScanned) {
        if (!draft.note.text.isEmpty())
            injections.append(draft.macros.expand(draft.note.text).text());
        for (const DepthText &text : draft.depthTexts)
            injections.append(draft.macros.expand(text.text).text());
    }
    for (const ChatText &text : draft.chatTexts) {
        if (text.isScanned)
            injections.append(draft.macros.expand(text.text).text());
    }
    if (!inputs.quietPrompt.isEmpty())
        injections.append(draft.quietPrompt.isEmpty() ? inputs.quietPrompt : draft.quietPrompt.text());
    if (isPersonaScanned(inputs, draft))
        injections.append(draft.macros.expand(TracedText(inputs.persona->description, Source())).text());
    return injections;
}

static LoreScanTexts scanTexts(const PromptInputs &inputs, Draft &draft)
{
    LoreScanTexts texts;
    texts.messages = scannedLines(inputs, draft);
    texts.personaDescription = draft.card.persona.text();
    texts.characterDescription = draft.card.description.text();
    texts.characterPersonality = draft.card.personality.text();
    texts.characterDepthPrompt = draft.card.depthPrompt.text();
    texts.scenario = draft.card.scenario.text();
    texts.creatorNotes = draft.card.creatorNotes.text();
    texts.injections = scannedInjections(inputs, draft);
    return texts;
}

static Source loreSource(const LoreCandidate &candidate)
{
    static constexpr SourceKind kinds[] = {
        SourceKind::WorldBookBeforeChar,     SourceKind::WorldBookAfterChar, SourceKind::WorldBookNoteTop,
        SourceKind::WorldBookNoteBottom,     SourceKind::WorldBookInChat,    SourceKind::WorldBookExamplesTop,
        SourceKind::WorldBookExamplesBottom, SourceKind::WorldBookOutlet};
    const LoreEntry &entry = *candidate.entry;
    const QString title = loreTitle(entry);
    // What memory books have written is told apart (docs/systems/together.md#one-message-model).
    const bool isMemory = entry.source.value(u"stmemorybooks").asBool() == true;
    if (isMemory || entry.title.endsWith(sidePromptMark))
        return Source(isMemory ? SourceKind::MemoryEntry : SourceKind::MemorySidePrompt,
                      u"%1.%2"_s.arg(candidate.book).arg(entry.uid),
                      (isMemory ? QCoreApplication::translate("PromptSources", "memory %1: %2")
                                : QCoreApplication::translate("PromptSources", "side prompt %1: %2"))
                          .arg(candidate.book, title));
    //: %1 is a lorebook's name, %2 the entry's title
    return Source(kinds[static_cast<int>(entry.position)], u"%1.%2"_s.arg(candidate.book).arg(entry.uid),
                  QCoreApplication::translate("PromptSources", "lore %1: %2").arg(candidate.book, title));
}

static constexpr int loreOverhead = 6; // tokens

// What a text costs the budget: chat completions count it like a message
// (docs/sillytavern/budget.md#token-counts), text completions as the text that it is.
static int loreTokens(const PromptInputs &inputs, QStringView text)
{
    if (text.isEmpty())
        return 0;
    if (inputs.textCompletion) {
        static const TokenCounterPtr estimate = estimateCounter();
        return (countsByTokenizer(inputs.counter) ? inputs.counter : estimate)->count(text);
    }
    return countsByTokenizer(inputs.counter) ? inputs.counter->count(text) + loreOverhead
                                             : messageTokens(nullptr, text);
}

static void addTo(TracedText &joined, const TracedText &text)
{
    if (!joined.isEmpty())
        joined.append(TracedText::computed(u"\n"_s, Source(SourceKind::SeparatorNewline)));
    joined.append(text);
}

// One of a book that the file puts into the chat without saying how deep. Those of a card have a depth, see
// docs/sillytavern/lore.md#placement.
static bool isDepthMissing(const LoreEntry &entry)
{
    const Json stored = entry.source.value(u"depth");
    return entry.position == LoreEntry::Position::AtDepth && entry.depth == LoreEntry().depth &&
           entry.source.contains(u"key") && (stored.isUndefined() || stored.isNull());
}

// The lore of cards keeps it among the extensions.
static bool hasDepthFraction(const LoreEntry &entry)
{
    const Json stored =
        (entry.source.contains(u"key") ? entry.source : entry.source.value(u"extensions")).value(u"depth");
    return entry.position == LoreEntry::Position::AtDepth && isDepthFraction(stored, entry.depth);
}

static void sayNotSent(const LoreEntry &entry, const TracedText &text, Trace &trace)
{
    const bool isMissing = isDepthMissing(entry);
    trace.dropped.append(
        {text,
         isMissing ? QCoreApplication::translate("Prompt", "Its depth is missing in the lorebook")
                   : QCoreApplication::translate("Prompt", "Its depth is not a whole number in the lorebook"),
         0});
    trace.warnings.append(
        (isMissing
             ? QCoreApplication::translate(
                   "Prompt", "The lore entry “%1” is for the chat but has no depth in the lorebook, so as in "
                             "SillyTavern it is not sent. Save the entry with a depth.")
             : QCoreApplication::translate(
                   "Prompt",
                   "The lore entry “%1” is for the chat, but its depth in the lorebook is not a whole "
                   "number, so as in SillyTavern it is not sent. Save the entry with a whole depth."))
            .arg(loreTitle(entry)));
}

// One of a book that the file gives no position stands nowhere, though it names an outlet.
static bool isInOutlet(const LoreEntry &entry)
{
    const bool isPositionMissing = entry.source.contains(u"key") && !entry.source.contains(u"position");
    return entry.position == LoreEntry::Position::Outlet && !entry.outletName.isEmpty() && !isPositionMissing;
}

// Where activated entries go (docs/sillytavern/lore.md#placement): lower orders first, ties in reverse;
// outlets keep the order of `activated`, higher ones first.
static void placeEntries(const LoreIndex &index, const QHash<qsizetype, TracedText> &contents,
                         const QList<qsizetype> &activated, Draft &draft)
{
    LoreTexts &lore = draft.lore;
    const auto entryAt = [&](qsizetype i) -> const LoreEntry & {
        return *index.candidates()[static_cast<size_t>(i)].entry;
    };
    for (const qsizetype i : activated) {
        const TracedText text = contents.value(i);
        if (isInOutlet(entryAt(i)) && !text.isEmpty())
            addTo(lore.outlets[entryAt(i).outletName], text);
    }
    for (auto place = activated.crbegin(); place != activated.crend(); ++place) {
        const LoreEntry &entry = entryAt(*place);
        const TracedText text = contents.value(*place);
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
            // Such an entry is sent only with one of a higher order that has the depth it is taken to have.
            const auto isCompany = [&](qsizetype other) {
                const LoreEntry &before = entryAt(other);
                return before.position == entry.position && before.depth == entry.depth &&
                       before.role == entry.role && !isDepthMissing(before) && !hasDepthFraction(before) &&
                       !contents.value(other).isEmpty();
            };
            if (hasDepthFraction(entry) ||
                (isDepthMissing(entry) && std::none_of(activated.cbegin(), place.base() - 1, isCompany))) {
                sayNotSent(entry, text, draft.result.trace);
                break;
            }
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

LoreIndexPtr loreIndexOf(const PromptInputs &inputs)
{
    const LoreSettings &settings = inputs.settings.lore;
    return inputs.loreCache ? inputs.loreCache->indexFor(inputs.lorebooks, settings)
                            : std::make_shared<const LoreIndex>(inputs.lorebooks, settings);
}

// What outlives the call: the inputs, the draft, and `contents`, which the scan fills with resolved texts.
static LoreScanInputs scanOf(const PromptInputs &inputs, Draft &draft, const LoreIndexPtr &index,
                             QHash<qsizetype, TracedText> &contents)
{
    LoreScanInputs scan;
    scan.settings = inputs.settings.lore;
    scan.cache = inputs.loreCache;
    scan.index = index;
    scan.texts = scanTexts(inputs, draft);
    scan.generationType = generationTypeName(inputs.type);
    scan.characterAvatar = QFileInfo(inputs.avatar).completeBaseName();
    if (!inputs.avatar.isEmpty()) // SillyTavern makes a list for each character that it shows
        scan.characterTags = inputs.tagMap.value(inputs.avatar);
    scan.seed = inputs.seed;
    if (draft.contextSize > 0)
        scan.budget = loreTokenLimit(scan.settings, draft.contextSize - draft.maxTokens);
    scan.timedEffects = inputs.chat.metadata().value(u"timedWorldInfo");
    scan.regexEngine = inputs.regexEngine;
    scan.similarities = inputs.similarities;
    scan.stop = draft.stop;
    scan.resolveKey = [&draft](const QString &key) {
        return draft.macros.expand(TracedText(key, Source())).text();
    };
    scan.resolveContent = [&draft, &contents, index](qsizetype number) {
        const LoreCandidate &candidate = index->candidates()[static_cast<size_t>(number)];
        const TracedText whole(candidate.entry->content, loreSource(candidate));
        const qsizetype start = whole.size() - contentWithoutDecorators(candidate.entry->content).size();
        return contents.insert(number, draft.macros.expand(whole.mid(start)))->text();
    };
    scan.countTokens = [&inputs](QStringView text) { return loreTokens(inputs, text); };
    if (countsByTokenizer(inputs.counter)) {
        scan.countOverhead = inputs.textCompletion ? 0 : loreOverhead;
        scan.certainCuts = [&inputs](QStringView text) { return certainCutsOf(*inputs.counter, text); };
    }
    scan.counting = {inputs.counter, inputs.textCompletion.has_value()};
    return scan;
}

// Scripts run when entries go to their places: budget and recursion went by the texts as they were. Returns
// the entries of which nothing is left.
static QList<qsizetype> runScriptsOver(QHash<qsizetype, TracedText> &contents, QList<qsizetype> &activated,
                                       const LoreIndex &index, const PromptInputs &inputs, Draft &draft)
{
    const auto entryAt = [&](qsizetype number) -> const LoreEntry & {
        return *index.candidates()[static_cast<size_t>(number)].entry;
    };
    std::vector<double> orders;
    for (const qsizetype number : std::as_const(activated))
        orders.push_back(servingOrderOf(entryAt(number)));
    QList<qsizetype> sorted;
    for (const qsizetype place : servingOrder(orders))
        sorted.append(activated[place]);
    activated = sorted;
    QList<qsizetype> empty;
    for (const qsizetype number : std::as_const(activated)) {
        TracedText &content = contents[number];
        content = runLoreScripts(inputs, draft, content, entryAt(number));
        if (content.isEmpty())
            empty.append(number);
    }
    return empty;
}

LoreScanOutcomes loreOutcomes(const PromptInputs &inputs, Draft &draft, const LoreIndexPtr &index,
                              qsizetype historyLength)
{
    QHash<qsizetype, TracedText> contents;
    LoreScanOutcomes result = scanLoreOutcomes(scanOf(inputs, draft, index, contents), historyLength);
    for (const qsizetype empty : runScriptsOver(contents, result.activated, *index, inputs, draft))
        std::ranges::lower_bound(result.candidates, empty, {}, &LoreOutcome::candidate)->gate =
            LoreGate::Empty;
    return result;
}

void loreStage(const PromptInputs &inputs, Draft &draft)
{
    if (inputs.lorebooks.isEmpty()) {
        if (resolvesAsSillyTavern(draft.result.mode))
            scannedInjections(inputs, draft); // macros in it act all the same
        return;
    }
    QHash<qsizetype, TracedText> contents;
    const LoreScanInputs scan = scanOf(inputs, draft, loreIndexOf(inputs), contents);
    LoreScanResult result = scanLore(scan);
    for (const qsizetype empty : runScriptsOver(contents, result.activated, *scan.index, inputs, draft)) {
        result.rows[empty].fired = false;
        result.rows[empty].gate = LoreGate::Empty;
    }
    draft.result.trace.warnings += result.warnings;
    draft.result.trace.lore = std::move(result.rows);
    draft.result.trace.loreEvidence = std::move(result.evidence);
    draft.result.timedLore = result.timedEffects;
    placeEntries(*scan.index, contents, result.activated, draft);
    for (auto outlet = draft.lore.outlets.cbegin(); outlet != draft.lore.outlets.cend(); ++outlet) {
        const QString type = u"world_book.outlet."_s + outlet.key();
        draft.macros.tracedValues.insert(type, *outlet);
        draft.macros.environment.outlets.insert(outlet.key(),
                                                {outlet->text(), type, outlet.key(), outlet.key()});
    }
}

} // namespace snug
