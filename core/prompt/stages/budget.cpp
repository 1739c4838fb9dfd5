#include "core/model/whitespace.h"
#include "core/prompt/labels.h"
#include "core/prompt/messagecount.h"
#include "core/prompt/presetorder.h"
#include "core/prompt/stages/historylines.h"
#include "core/prompt/stages/stages.h"

#include <QCoreApplication>

#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int replyPriming = 3; // tokens that start every reply

// Name fields take ASCII letters, digits and underscores, 64 at most.
QString sanitizedName(const QString &name)
{
    QString result = name.left(64);
    for (QChar &c : result) {
        if (!(c.unicode() < 128 && (c.isLetterOrNumber() || c == u'_')))
            c = u'_';
    }
    return result;
}

class Filling
{
    Q_DECLARE_TR_FUNCTIONS(Prompt)

public:
    Filling(const PromptInputs &inputs, Draft &draft)
        : m_inputs(inputs)
        , m_preset(*inputs.preset)
        , m_draft(draft)
        , m_isLimited(draft.contextSize > 0)
        , m_remaining(draft.contextSize - draft.maxTokens - replyPriming)
    {
    }

    void run();

private:
    OutboundMessage message(Role role, const TracedText &text, const Source &source,
                            const QString &name = {}) const
    {
        return {role, name, text, messageTokens(m_inputs.counter, text.text(), name), source};
    }
    bool fits(int tokens) const { return !m_isLimited || m_remaining >= tokens; }
    int excess(int tokens) const { return tokens - m_remaining; }
    ListedPrompt *listed(QStringView identifier);
    bool hasListed(QStringView identifier) { return listed(identifier) != nullptr; }
    void drop(const OutboundMessage &dropped, const QString &reason);
    QString overBy(int tokens) const { return overContextText(excess(tokens), m_inputs.counter); }

    bool placePrompt(QStringView identifier);
    bool placeBesideMain();
    bool placeBeside(const TracedText &text, NotePlace place, Role role);
    void reserveControls();
    bool placeHistory();
    void placeContinueNudge(QList<HistoryItem> &history);
    void placeContinued();
    void placeNewest(QList<HistoryItem> &history, ListedPrompt &slot);
    bool placeExamples();
    void placeControls();
    void reportUnplaced();

    const PromptInputs &m_inputs;
    const Preset &m_preset;
    Draft &m_draft;
    const bool m_isLimited;
    int m_remaining;
    QList<PlacedMessage> m_controls;
    int m_controlTokens = 0;
    QList<PlacedMessage> m_continued; // the continued message and the nudge
    QString m_stoppedBlock;           // the identifier, if it is a block
    QString m_stoppedAt;              // what did not fit, if that ended the assembly
};

ListedPrompt *Filling::listed(QStringView identifier)
{
    const auto found = std::ranges::find(m_draft.prompts, identifier, &ListedPrompt::identifier);
    return found == m_draft.prompts.end() ? nullptr : &*found;
}

void Filling::drop(const OutboundMessage &dropped, const QString &reason)
{
    if (!dropped.content.isEmpty())
        m_draft.result.trace.dropped.append({dropped.content, reason, dropped.tokens});
}

// False: it must be sent but does not fit, which ends the assembly.
bool Filling::placePrompt(QStringView identifier)
{
    ListedPrompt *prompt = listed(identifier);
    if (!prompt || prompt->placement == PromptBlock::Placement::InChat || !prompt->placed.isEmpty())
        return true;
    if (prompt->isDisabled && identifier != u"main")
        return true;
    const OutboundMessage placed = message(prompt->role, prompt->text, prompt->source);
    if (!fits(placed.tokens)) {
        drop(placed, overBy(placed.tokens));
        m_stoppedAt = prompt->source.label();
        m_stoppedBlock = prompt->identifier;
        return false;
    }
    m_remaining -= placed.tokens;
    prompt->placed.append({placed});
    return true;
}

void Filling::reserveControls()
{
    for (const ListedPrompt &control : std::as_const(m_draft.controls)) {
        if (control.text.isEmpty() ||
            (control.identifier == u"impersonate" && m_inputs.type != GenerationType::Impersonate))
            continue;
        if (control.identifier == u"continuePrefill")
            continue; // reserved later
        m_controls.append({message(control.role, control.text, control.source)});
        m_controlTokens += m_controls.last().message.tokens;
    }
    m_remaining -= m_controlTokens;
}

// One text beside the main prompt, in the main prompt's place: before it the last one stands first.
bool Filling::placeBeside(const TracedText &text, NotePlace place, Role role)
{
    ListedPrompt *main = listed(u"main");
    if (text.isEmpty() || !main || main->placed.isEmpty() ||
        (place != NotePlace::BeforeMain && place != NotePlace::AfterMain))
        return true;
    const OutboundMessage placed = message(role, text, text.spans().first().source);
    if (!fits(placed.tokens)) {
        drop(placed, overBy(placed.tokens));
        m_stoppedAt = placed.source.label();
        return false;
    }
    m_remaining -= placed.tokens;
    main->placed.insert(place == NotePlace::BeforeMain ? 0 : main->placed.size(), {placed});
    return true;
}

bool Filling::placeBesideMain()
{
    const auto placeAll = [this](const QList<BesideMain> &texts) {
        return std::ranges::all_of(
            texts, [this](const BesideMain &text) { return placeBeside(text.text, text.place, text.role); });
    };
    const AuthorsNote &note = m_draft.note;
    return placeAll(m_draft.beforeNote) && placeBeside(note.text, note.place, note.role) &&
           placeAll(m_draft.behindNote);
}

// The last message that is no injection goes to the end, with the nudge behind it.
void Filling::placeContinueNudge(QList<HistoryItem> &history)
{
    const auto last = std::find_if(history.crbegin(), history.crend(),
                                   [](const HistoryItem &item) { return !item.isInjected(); });
    // Nothing to continue: SillyTavern still nudges where the postfix makes a text of it.
    const std::optional<HistoryItem> item =
        last == history.crend() ? std::nullopt : std::optional<HistoryItem>(*last);
    const QString spoken = item ? item->spoken : QString();
    if ((!item || item->text.isEmpty()) && m_preset.continuePostfix.isEmpty())
        return;
    if (item)
        history.remove(std::distance(history.cbegin(), last.base()) - 1);

    MacroPass &macros = m_draft.macros;
    const Source told = item ? item->source : Source();
    macros.setValue({u"lastchatmessage"},
                    {javaScriptTrimmed(spoken).toString(), told.type(), told.id(), told.label()});
    const Source source = presetTextSource(m_preset, u"continue_nudge_prompt"_s);
    const TracedText nudge = macros.expand(TracedText(m_preset.continueNudgePrompt, source));
    macros.environment.values.remove(u"lastchatmessage"_s);
    if (item)
        m_continued.append({message(item->role, macros.expand(item->text), item->source)});
    m_continued.append({message(Role::System, macros.expand(nudge), source)});
    for (const PlacedMessage &placed : std::as_const(m_continued))
        m_remaining -= placed.message.tokens;
}

// Newest first, as long as they fit; the first that does not ends it.
void Filling::placeNewest(QList<HistoryItem> &history, ListedPrompt &slot)
{
    QList<PlacedMessage> newestFirst;
    newestFirst.reserve(history.size());
    for (qsizetype i = history.size() - 1; i >= 0 && !m_draft.stop.stop_requested(); --i) {
        const HistoryItem &item = history.at(i);
        const bool hasName =
            m_preset.namesBehavior == Preset::NamesBehavior::Completion && !item.isInjected();
        OutboundMessage placed = message(item.role, m_draft.macros.expand(item.text), item.source,
                                         hasName ? sanitizedName(item.name) : QString());
        if (!fits(placed.tokens)) {
            drop(placed, overBy(placed.tokens));
            const QString reason = tr("Older than a message that did not fit");
            for (qsizetype older = i - 1; older >= 0; --older)
                m_draft.result.trace.dropped.append({history.at(older).text, reason, 0});
            dropOlder(m_draft, reason);
            break;
        }
        m_remaining -= placed.tokens;
        newestFirst.append({std::move(placed)});
        if (i == 0) { // and there is room
            const qsizetype read = history.size();
            readOlder(m_draft, read + read / 2 + 1);
            i += history.size() - read;
        }
    }
    std::ranges::reverse(newestFirst);
    slot.placed = newestFirst + slot.placed;
}

bool Filling::placeHistory()
{
    ListedPrompt *slot = listed(u"chatHistory");
    if (!slot)
        return true;
    if (!fits(0)) {
        m_stoppedAt = slot->source.label();
        return false;
    }
    MacroPass &macros = m_draft.macros;
    const bool isGroup = m_inputs.group.has_value();
    const Source newChatSource =
        presetTextSource(m_preset, isGroup ? u"new_group_chat_prompt"_s : u"new_chat_prompt"_s);
    const QString &newChatText = isGroup ? m_preset.newGroupChatPrompt : m_preset.newChatPrompt;
    const OutboundMessage newChat =
        message(Role::System, macros.expand(TracedText(newChatText, newChatSource)), newChatSource);
    m_remaining -= newChat.tokens;
    const OutboundMessage nudge =
        message(Role::System, m_draft.groupNudge, presetTextSource(m_preset, u"group_nudge_prompt"_s));
    m_remaining -= nudge.tokens;
    if (m_inputs.type == GenerationType::Continue && !continuesByPrefill(m_preset, m_inputs.layout))
        placeContinueNudge(m_draft.history);

    if (!m_draft.history.isEmpty() && m_draft.history.last().role == Role::Assistant &&
        !m_preset.sendIfEmpty.isEmpty()) {
        const Source source = presetTextSource(m_preset, u"send_if_empty"_s);
        const OutboundMessage filler = message(Role::User, TracedText(m_preset.sendIfEmpty, source), source);
        if (fits(filler.tokens)) {
            m_remaining -= filler.tokens;
            slot->placed.append({filler});
        }
    }
    placeNewest(m_draft.history, *slot);
    m_draft.history.clear();

    // What was reserved is freed and then has to fit like everything else, one after the other.
    const auto place = [&](const OutboundMessage &reserved, qsizetype position) {
        m_remaining += reserved.tokens;
        if (!fits(reserved.tokens)) {
            drop(reserved, overBy(reserved.tokens));
            m_stoppedAt = reserved.source.label();
            return false;
        }
        m_remaining -= reserved.tokens;
        slot->placed.insert(position, {reserved, true});
        return true;
    };
    if (!place(newChat, 0) || (!nudge.content.isEmpty() && !place(nudge, slot->placed.size())))
        return false;
    placeContinued();
    return true;
}

// Behind what is placed so far. Examples that get their place afterwards stand behind it, or take that place.
void Filling::placeContinued()
{
    qsizetype placed = 0; // how far the list is filled
    for (qsizetype i = 0; i < m_draft.prompts.size(); ++i) {
        const ListedPrompt &prompt = m_draft.prompts.at(i);
        if (prompt.identifier == u"chatHistory" || !prompt.placed.isEmpty())
            placed = i + 1;
    }
    ListedPrompt *examples = m_inputs.settings.pinExamples ? nullptr : listed(u"dialogueExamples");
    const qsizetype place = examples ? examples - m_draft.prompts.data() : -1;
    if (place < placed) {
        m_draft.tail += m_continued;
    } else if (place > placed) {
        examples->placed = m_continued;
    } else if (!m_continued.isEmpty()) {
        for (const PlacedMessage &each : std::as_const(m_continued))
            drop(each.message, tr("The example messages took its place, as in SillyTavern"));
        m_draft.result.trace.warnings.append(
            tr("What is to be continued is not sent: as in SillyTavern the example messages take its place "
               "where they are last in the preset. Move them up in the list of prompts."));
    }
    m_continued.clear();
}

bool Filling::placeExamples()
{
    ListedPrompt *slot = listed(u"dialogueExamples");
    if (!slot || m_draft.examples.isEmpty())
        return true;
    if (!fits(0)) {
        m_stoppedAt = slot->source.label();
        return false;
    }
    const Source source = presetTextSource(m_preset, u"new_example_chat_prompt"_s);
    const OutboundMessage separator = message(
        Role::System, m_draft.macros.expand(TracedText(m_preset.newExampleChatPrompt, source)), source);
    while (!m_draft.examples.isEmpty()) {
        QList<PlacedMessage> block{{separator, true}};
        int tokens = separator.tokens;
        for (const ExampleLine &line : std::as_const(m_draft.examples.first())) {
            block.append({message(Role::System, line.text.inside(slot->source), slot->source, line.name)});
            tokens += block.last().message.tokens;
        }
        if (!fits(tokens)) {
            for (const PlacedMessage &line : std::as_const(block)) {
                if (!line.staysApart)
                    drop(line.message, overBy(tokens));
            }
            m_draft.examples.removeFirst();
            return true;
        }
        m_remaining -= tokens;
        slot->placed += block;
        m_draft.examples.removeFirst();
    }
    return true;
}

void Filling::placeControls()
{
    m_remaining += m_controlTokens;
    m_draft.tail += m_controls;
    m_controls.clear();
}

// What nobody asked about because the assembly ended before it.
void Filling::reportUnplaced()
{
    LateList<DroppedText> &dropped = m_draft.result.trace.dropped;
    const QString reason =
        m_stoppedAt.isEmpty() ? tr("No room left") : tr("Not sent because “%1” did not fit").arg(m_stoppedAt);
    if (!m_stoppedAt.isEmpty()) {
        for (const ListedPrompt &prompt : std::as_const(m_draft.prompts)) {
            const bool isSent = !prompt.placed.isEmpty() || prompt.text.isEmpty() || prompt.isDisabled;
            const bool isReported = prompt.identifier == m_stoppedBlock;
            if (!isSent && !isReported && prompt.placement == PromptBlock::Placement::Relative)
                dropped.append({prompt.text, reason, 0});
        }
        if (hasListed(u"chatHistory")) {
            for (qsizetype i = m_draft.history.size() - 1; i >= 0; --i)
                dropped.append({m_draft.history.at(i).text, reason, 0});
            dropOlder(m_draft, reason);
        }
    }
    for (const QList<PlacedMessage> &messages : {m_continued, m_controls}) {
        for (const PlacedMessage &placed : messages)
            drop(placed.message, reason);
    }
    if (hasListed(u"dialogueExamples")) {
        for (const ExampleBlock &block : std::as_const(m_draft.examples)) {
            for (const ExampleLine &line : block)
                dropped.append({line.text, reason, 0});
        }
    }
    if (!hasListed(u"chatHistory") && !m_draft.history.isEmpty())
        m_draft.result.trace.warnings.append(
            tr("The chat history is switched off in the preset, so no message of the chat is sent."));
}

void Filling::run()
{
    static constexpr std::array first{QStringView(u"worldInfoBefore"),   QStringView(u"main"),
                                      QStringView(u"worldInfoAfter"),    QStringView(u"charDescription"),
                                      QStringView(u"charPersonality"),   QStringView(u"scenario"),
                                      QStringView(u"personaDescription")};
    const bool isDone = [&] {
        for (const QStringView identifier : first) {
            if (!placePrompt(identifier))
                return false;
        }
        reserveControls();
        QStringList others{u"nsfw"_s, u"jailbreak"_s};
        for (const ListedPrompt &prompt : std::as_const(m_draft.prompts)) {
            if (!prompt.isSystemPrompt) // an empty one sends nothing, but keeps its neighbours apart
                others.append(prompt.identifier);
        }
        others.append(u"enhanceDefinitions"_s);
        for (const QString &identifier : std::as_const(others)) {
            if (!placePrompt(identifier))
                return false;
        }
        if (!isBlank(m_draft.replyStart.text()) && !placePrompt(u"bias"))
            return false;
        if (!placeBesideMain())
            return false;
        for (const ListedPrompt &control : std::as_const(m_draft.controls)) {
            if (control.identifier != u"continuePrefill" || control.text.isEmpty())
                continue;
            const bool hasName = m_preset.namesBehavior == Preset::NamesBehavior::Completion;
            m_controls.append({message(control.role, control.text, control.source,
                                       hasName ? sanitizedName(control.name) : QString())});
            m_controlTokens += m_controls.last().message.tokens;
            m_remaining -= m_controls.last().message.tokens;
        }
        if (m_inputs.settings.pinExamples)
            return placeExamples() && placeHistory();
        return placeHistory() && placeExamples();
    }();
    if (isDone)
        placeControls();
    reportUnplaced();
}

} // namespace

void budgetStage(const PromptInputs &inputs, Draft &draft)
{
    Filling(inputs, draft).run();
    Budget &budget = draft.result.budget;
    budget.context = draft.contextSize;
    budget.reserved = draft.maxTokens + replyPriming;
    sayCounter(budget, inputs.counter);
}

} // namespace snug
