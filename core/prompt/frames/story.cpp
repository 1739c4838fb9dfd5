#include "core/model/whitespace.h"
#include "core/prompt/frames/frames.h"
#include "core/prompt/frames/stoptexts.h"
#include "core/prompt/frames/storystring.h"
#include "core/prompt/frames/storytexts.h"
#include "core/prompt/frames/turntext.h"
#include "core/prompt/injectiondepth.h"
#include "core/prompt/labels.h"
#include "core/prompt/messagecount.h"
#include "core/prompt/stages/exampletext.h"
#include "core/prompt/stages/stages.h"
#include "core/prompt/templatelabels.h"
#include "core/tokens/estimate.h"

#include <QCoreApplication>
#include <QMap>

#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

class StoryFrame
{
    Q_DECLARE_TR_FUNCTIONS(Prompt)

public:
    StoryFrame(const PromptInputs &inputs, Draft &draft)
        : m_inputs(inputs)
        , m_templates(*inputs.textCompletion)
        , m_draft(draft)
        , m_turns(inputs, draft)
        , m_isLimited(draft.contextSize > 0)
        , m_isNamed(draft.result.mode == PromptMode::Names)
        // SillyTavern leaves the last token free, and some for what its counter may have missed.
        , m_limit(draft.contextSize - draft.maxTokens + (m_isNamed ? 1 : 0))
        , m_padding(m_isNamed || !m_isLimited ? 0 : inputs.settings.replies.tokenPadding)
    {
    }

    void run();

private:
    struct Piece // of the history, newest first
    {
        StoryTurn turn;
        TracedText text = {};
        bool isKept = false;
    };

    TracedText storyText();
    void layOutExamples();
    void readHistory();
    void inject();
    void addPostHistory();
    void layOutTurns();
    TracedText alignment() const;
    TracedText promptLine(const TracedText &lastTurn);
    int tokensBeforeTurns(const TracedText &turns);
    void fill();
    void keepTurns(int count);
    void keepExamples();
    void layOutSent();
    TracedText joined();
    void shrink();
    void addReplyStart();

    bool isContinue() const { return m_inputs.type == GenerationType::Continue; }
    int tokens(const TracedText &text) const { return text.isEmpty() ? 0 : counter().count(text.text()); }
    const TokenCounter &counter() const
    {
        static const TokenCounterPtr estimate = estimateCounter();
        return countsByTokenizer(m_inputs.counter) ? *m_inputs.counter : *estimate;
    }
    bool fits(int count) const { return !m_isLimited || count < m_limit; }
    void drop(const TracedText &text, const QString &reason, int cost = 0)
    {
        if (!text.isEmpty())
            m_draft.result.trace.dropped.append({text, reason, cost});
    }

    const PromptInputs &m_inputs;
    const TextCompletion &m_templates;
    Draft &m_draft;
    const TurnText m_turns;
    const bool m_isLimited;
    const bool m_isNamed;
    const int m_limit; // tokens: fewer must be sent
    const int m_padding;

    QList<TracedText> m_exampleBlocks;
    QList<TracedText> m_examples;
    qsizetype m_keptExamples = 0;
    QList<StoryTurn> m_history; // oldest first, injections in their places
    QList<Piece> m_pieces;      // newest first, without the continued one
    QList<TracedText> m_sent;   // the kept ones, oldest first
    TracedText m_continued;     // the turn in which the reply goes on, if others stand before it
    TracedText m_story;         // in its marks; empty when it stands in the chat
    TracedText m_chatStart;
    TracedText m_alignment;
    TracedText m_quiet;
};

void StoryFrame::layOutExamples()
{
    m_exampleBlocks = allExampleBlocks(m_draft);
    m_examples = m_turns.examples(m_exampleBlocks);
}

TracedText StoryFrame::storyText()
{
    const ContextTemplate &context = m_templates.context;
    const bool isPersonaHere = m_inputs.persona && m_inputs.persona->position == Persona::Position::InPrompt;
    const CardTexts &card = m_draft.card;
    const auto named = [](const QString &name, const QString &type, const QString &label) {
        return TracedText::computed(name, Source::named(type, {}, label));
    };
    const QHash<StoryPart, TracedText> parts{
        {StoryPart::System, storySystemText(m_inputs, m_draft)},
        {StoryPart::Description, card.description},
        {StoryPart::Personality, card.personality},
        {StoryPart::Persona, isPersonaHere ? card.persona : TracedText()},
        {StoryPart::Scenario, card.scenario},
        {StoryPart::LoreBefore, m_draft.lore.before},
        {StoryPart::LoreAfter, m_draft.lore.after},
        {StoryPart::NoteBefore, textBesideMain(m_draft, NotePlace::BeforeMain)},
        {StoryPart::NoteAfter, textBesideMain(m_draft, NotePlace::AfterMain)},
        {StoryPart::Examples, TracedText::join(m_examples, {})},
        {StoryPart::RawExamples, TracedText::join(m_turns.examplesAsWritten(m_exampleBlocks), {})},
        {StoryPart::Character,
         named(m_draft.characterName, u"char.name"_s, cardSource({}, m_draft.characterName).label())},
        {StoryPart::User,
         named(m_draft.userName, u"persona.name"_s, personaSource({}, m_draft.userName).label())}};
    QHash<QString, TracedText> values;
    for (const auto &[name, part] : storyNames())
        values.insert(name, parts.value(part));
    const Source source = contextSource(context, u"story_string"_s);
    // A macro's tag is resolved by itself, and what it gives once more with the whole.
    const StoryRendering rendering =
        renderStoryString(TracedText(context.storyString, source), values,
                          [this](const TracedText &tag) { return m_draft.macros.expand(tag); });
    if (!rendering.problem.isEmpty())
        m_draft.result.trace.warnings.append(
            tr("The story string of the context template “%1” cannot be used as it is: %2.")
                .arg(context.name, rendering.problem));
    TracedText story = m_draft.macros.expand(rendering.text);
    while (story.text().startsWith(u'\n'))
        story.remove(0, 1);
    const InstructTemplate *instruct = m_templates.instruct ? &*m_templates.instruct : nullptr;
    const bool endsItself = context.storyPlace == ContextTemplate::Place::InChat ||
                            (instruct && (!instruct->wraps || !instruct->storySuffix.isEmpty()));
    if (!endsItself && !story.isEmpty() && !story.text().endsWith(u'\n'))
        story.append(TracedText::computed(u"\n"_s, source));
    return story;
}

void StoryFrame::readHistory()
{
    for (qsizetype i = m_draft.history.size() - 1; i >= 0 && !m_draft.stop.stop_requested(); --i) {
        const HistoryItem &item = m_draft.history.at(i);
        const Message &message = m_draft.messageAt(m_inputs, item.index);
        StoryTurn turn{.role = item.role, .name = item.name, .source = item.source};
        // Where turns stand below their speakers' names their macros are resolved; SillyTavern leaves them.
        turn.text = m_isNamed ? m_draft.macros.expand(item.text) : item.text;
        turn.hasForcedAvatar = !message.forcedAvatar.isEmpty();
        if (turn.name.isEmpty() && turn.role != Role::User)
            turn.name = m_draft.characterName;
        m_history.prepend(turn);
    }
}

// One turn for each depth and role. At one depth system texts stand last and assistants' first.
void StoryFrame::inject()
{
    QMap<int, QList<const InChatText *>> byDepth;
    for (const InChatText &text : std::as_const(m_draft.inChat)) {
        if (text.depth >= 0 && text.depth <= deepestInjection)
            byDepth[text.depth].append(&text);
    }
    const TracedText newline = TracedText::computed(u"\n"_s, Source(SourceKind::SeparatorNewline));
    qsizetype inserted = 0;
    for (const auto &[depth, texts] : byDepth.asKeyValueRange()) {
        QList<StoryTurn> turns; // newest first
        for (const Role role : {Role::System, Role::User, Role::Assistant}) {
            QList<TracedText> parts;
            StoryTurn turn{.role = role, .isInjected = true};
            for (const InChatText *text : std::as_const(texts)) {
                if (text->role != role || text->text.trimmed().isEmpty())
                    continue;
                if (parts.isEmpty())
                    turn.source = text->source;
                parts.append(text->text.trimmed());
            }
            turn.text = m_draft.macros.expand(TracedText::join(parts, newline));
            while (!turn.text.isEmpty() && turn.text.text().front().isSpace())
                turn.text.remove(0, 1);
            // A system text shows no name, but {{name}} in its marks is the character's.
            turn.name = role == Role::User ? m_draft.userName : m_draft.characterName;
            if (!turn.text.isEmpty())
                turns.append(turn);
        }
        // The message that is continued stays the last one.
        const qsizetype place = isContinue() && depth == 0 ? 1 : depth;
        const qsizetype fromEnd = std::min(place + inserted, m_history.size());
        for (const StoryTurn &turn : std::as_const(turns))
            m_history.insert(m_history.size() - fromEnd - (&turn - turns.constData()), turn);
        inserted += turns.size();
    }
}

void StoryFrame::addPostHistory()
{
    const TracedText text = storyPostHistory(m_inputs, m_draft);
    if (text.isEmpty())
        return;
    const StoryTurn turn{.role = Role::User, .text = text, .source = text.spans().first().source};
    m_history.insert(isContinue() && !m_history.isEmpty() ? m_history.size() - 1 : m_history.size(), turn);
}

void StoryFrame::layOutTurns()
{
    using Position = TurnText::Position;
    qsizetype lastOfUser = -1;
    for (qsizetype i = 0; i < m_history.size(); ++i)
        lastOfUser = m_history[i].role == Role::User ? i : lastOfUser;
    if (m_inputs.type == GenerationType::Impersonate) // the last line is the user's last turn
        lastOfUser = -1;
    for (qsizetype i = m_history.size() - 1; i >= 0 && !m_draft.stop.stop_requested(); --i) {
        const StoryTurn &turn = m_history[i];
        if (isContinue() && i == m_history.size() - 1) {
            m_continued = m_turns.continuedTurn(turn).without(u'\r');
            if (i > 0 || m_isNamed)
                continue;
            m_pieces.append({turn, std::exchange(m_continued, {})}); // nothing stands before it
            continue;
        }
        const Position position = i == lastOfUser ? Position::Last
                                  : i == 0        ? Position::First
                                                  : Position::Common;
        m_pieces.append({turn, m_turns.turn(turn, position).without(u'\r')});
    }
}

TracedText StoryFrame::alignment() const
{
    if (!m_templates.instruct || m_templates.instruct->userAlignmentMessage.isEmpty())
        return {};
    const Source source = instructSource(*m_templates.instruct, u"user_alignment_message"_s);
    const TracedText text =
        m_draft.macros.expand(TracedText(m_templates.instruct->userAlignmentMessage, source));
    return m_turns.turn({.role = Role::User, .name = m_draft.userName, .text = text, .source = source},
                        TurnText::Position::First);
}

// `lastTurn` with what comes behind it.
TracedText StoryFrame::promptLine(const TracedText &lastTurn)
{
    TracedText line = lastTurn;
    line.append(m_quiet);
    line.append(m_turns.ending(m_inputs.type, line));
    return line;
}

// Of everything but the turns' own costs. With a user alignment message SillyTavern counts it here whether or
// not it is sent.
int StoryFrame::tokensBeforeTurns(const TracedText &turns)
{
    TracedText text = m_story;
    if (m_inputs.settings.pinExamples)
        text.append(TracedText::join(m_examples, {}));
    for (const TracedText &part : {m_alignment, turns, promptLine({}), m_continued})
        text.append(part);
    return tokens(text.without(u'\r')) + m_padding;
}

// The newest first, as long as they fit; injections before all others, as the user wants them there.
void StoryFrame::keepTurns(int count)
{
    bool isFull = false;
    const auto keep = [&](Piece &piece) {
        const int cost = isFull || !m_isLimited ? 0 : tokens(piece.text);
        count += cost;
        piece.isKept = !isFull && fits(count);
        if (piece.isKept)
            return;
        drop(piece.text,
             isFull ? tr("Older than a message that did not fit")
                    : overContextText(count - m_limit + 1, m_inputs.counter),
             cost);
        isFull = true;
    };
    for (Piece &piece : m_pieces) {
        if (piece.turn.isInjected)
            keep(piece);
    }
    for (Piece &piece : m_pieces) {
        if (!piece.turn.isInjected)
            keep(piece);
    }
}

void StoryFrame::keepExamples()
{
    m_keptExamples = m_examples.size();
    if (m_inputs.settings.pinExamples || !m_isLimited)
        return;
    TracedText turns;
    const bool isAligned = !m_sent.isEmpty() && !m_alignment.isEmpty() && m_sent.first() == m_alignment;
    if (isAligned)
        turns.append(m_alignment);
    turns.append(m_chatStart);
    for (qsizetype i = isAligned ? 1 : 0; i < m_sent.size(); ++i)
        turns.append(m_sent[i]);
    int count = tokensBeforeTurns(turns);
    for (m_keptExamples = 0; m_keptExamples < m_examples.size(); ++m_keptExamples) {
        count += tokens(m_examples[m_keptExamples]);
        if (!fits(count))
            break;
    }
    for (qsizetype i = m_keptExamples; i < m_examples.size(); ++i)
        drop(m_examples[i], tr("No room left"), tokens(m_examples[i]));
}

// The kept turns as they go out, oldest first.
void StoryFrame::layOutSent()
{
    m_sent.clear();
    const StoryTurn *oldest = nullptr;
    for (const Piece &piece : std::as_const(m_pieces)) {
        if (!piece.isKept)
            continue;
        m_sent.prepend(piece.text);
        oldest = &piece.turn;
    }
    if (!m_alignment.isEmpty() && (!oldest || oldest->role != Role::User))
        m_sent.prepend(m_alignment);
}

void StoryFrame::fill()
{
    if (m_pieces.isEmpty() && !isContinue()) // something has to carry the last line
        m_pieces.append({.turn = {.role = Role::System}});
    const int before = m_isLimited ? tokensBeforeTurns(m_chatStart) : 0;
    if (!fits(before))
        m_draft.result.trace.warnings.append(storyOverText(before - m_limit + 1, m_inputs.counter));
    keepTurns(before);
    layOutSent();
    if (!m_continued.isEmpty() && m_turns.repeatsName()) {
        m_draft.result.trace.warnings.append(
            tr("As in SillyTavern, the message that is continued has its speaker's name before it twice. "
               "An instruct template avoids that, and so does a switch of the layout."));
        m_draft.result.trace.hasLayoutSwitch = true;
    }
    keepExamples();
    if (!m_sent.isEmpty() && m_sent.last().size() > 0)
        m_sent.last() =
            m_turns.lastTurn(m_sent.last(), m_quiet.isEmpty() ? m_inputs.type : GenerationType::Quiet);
    if (m_isNamed && m_sent.isEmpty())
        m_sent.append(TracedText());
    if (m_isNamed && m_story.isEmpty() && m_sent.last().isEmpty() && !isContinue())
        m_story = TracedText::computed(u"\n"_s, Source(SourceKind::SeparatorNewline));
}

TracedText StoryFrame::joined()
{
    TracedText prompt = m_story;
    prompt.append(TracedText::join(m_examples.first(m_keptExamples), {}));
    prompt.append(m_chatStart);
    for (const TracedText &turn : std::as_const(m_sent))
        prompt.append(turn);
    prompt.append(m_continued);
    prompt = prompt.without(u'\r');
    if (m_inputs.settings.collapseNewlines)
        prompt = prompt.withSingleLineFeeds();
    return prompt;
}

// Counted as a whole a text may cost more than its parts: then examples and the oldest turns go too.
// SillyTavern looks only where a reply is continued, and puts the last line behind the newest turn anew each
// time it has looked.
void StoryFrame::shrink()
{
    const bool isChecked = m_isNamed ? m_isLimited : !m_continued.isEmpty();
    const auto putLine = [this] {
        if (!m_sent.isEmpty())
            m_sent.last() = promptLine(m_sent.last());
    };
    putLine();
    const int limit = m_draft.contextSize - m_draft.maxTokens;
    while (isChecked && m_isLimited && !m_draft.stop.stop_requested()) {
        TracedText whole = joined();
        if (!m_isNamed) {
            whole.append(TracedText::computed(u"\n"_s, Source()));
            whole.append(promptLine({}));
        }
        const int used = tokens(whole) + m_padding;
        if (used <= limit)
            break;
        if (m_keptExamples > 0 && !m_inputs.settings.pinExamples) {
            --m_keptExamples;
            drop(m_examples[m_keptExamples], tr("No room left"), tokens(m_examples[m_keptExamples]));
        } else if (m_sent.size() > (m_isNamed ? 1 : 0)) {
            const TracedText oldest = m_sent.takeFirst();
            drop(oldest, overContextText(used - limit, m_inputs.counter), tokens(oldest));
        } else {
            break;
        }
        if (!m_isNamed)
            putLine();
    }
    addReplyStart();
    const TracedText prompt = joined();
    m_draft.result.prompt = prompt;
    m_draft.result.budget.used = tokens(prompt);
}

// Without instruct marks it stands behind everything; with them TurnText::ending() has it.
void StoryFrame::addReplyStart()
{
    if (m_templates.instruct || m_isNamed || m_inputs.type == GenerationType::Impersonate ||
        m_sent.isEmpty() || m_draft.replyStart.trimmed().isEmpty())
        return;
    TracedText &last = m_sent.last();
    const TracedText start = withoutLeadingBlanks(m_draft.replyStart);
    if (last.isEmpty() || !isJavaScriptSpace(last.text().back().unicode()))
        last.append(TracedText::computed(u" "_s, start.spans().first().source));
    last.append(start);
}

void StoryFrame::run()
{
    layOutExamples();
    const TracedText story = storyText();
    if (m_templates.context.storyPlace == ContextTemplate::Place::InChat) {
        const Source source = contextSource(m_templates.context, u"story_string"_s);
        m_draft.inChat.append({u"__STORY_STRING__"_s, story, m_templates.context.storyDepth,
                               m_templates.context.storyRole, source});
        std::ranges::stable_sort(m_draft.inChat, {}, &InChatText::key);
    } else {
        m_story = m_turns.story(story);
    }
    if (m_inputs.settings.stripExamples)
        m_examples.clear(); // those in the story string stay
    readHistory();
    inject();
    addPostHistory();
    layOutTurns();
    if (!m_templates.context.chatStart.isEmpty())
        m_chatStart = m_draft.macros.expand(TracedText(m_templates.context.chatStart + u'\n',
                                                       contextSource(m_templates.context, u"chat_start"_s)));
    m_alignment = alignment();
    if (!m_draft.quietPrompt.isEmpty())
        m_quiet = m_turns.hint(m_draft.quietPrompt);
    fill();
    shrink();
}

} // namespace

void storyFrame(const PromptInputs &inputs, Draft &draft)
{
    const TextCompletion &templates = *inputs.textCompletion;
    const bool isNamed = draft.result.mode == PromptMode::Names;
    // The stages know a preset only as one of chat completions.
    PromptInputs without = inputs;
    without.preset.reset();
    if (isNamed) { // every turn below its name, and nothing else that marks it
        without.textCompletion->instruct.reset();
        without.textCompletion->context.chatStart.clear();
    }
    if (templates.preset) {
        without.contextSize = inputs.contextSize > 0 ? inputs.contextSize : templates.preset->contextSize;
        without.maxTokens = inputs.maxTokens > 0 ? inputs.maxTokens : templates.preset->maxTokens;
        draft.result.samplers = templates.preset->samplers;
        draft.result.textSamplers = templates.preset->textSamplers;
    }
    static constexpr auto stages = {identityStage, historyStage, noteStage, loreStage, placementStage};
    for (const auto stage : stages) {
        if (draft.stop.stop_requested())
            return;
        stage(without, draft);
    }
    StoryFrame(without, draft).run();
    if (!isNamed)
        breakdownStage(without, draft);
    draft.result.stop = isNamed ? speakerStopTexts(without, draft) : stopTexts(without, draft);
    Budget &budget = draft.result.budget;
    budget.context = draft.contextSize;
    budget.reserved = draft.maxTokens;
    sayCounter(budget, inputs.counter);
}

} // namespace snug
