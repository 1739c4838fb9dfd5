#include "core/prompt/frames/frames.h"
#include "core/prompt/frames/stoptexts.h"
#include "core/prompt/frames/storystring.h"
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
        , m_remaining(draft.contextSize - draft.maxTokens)
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

    TracedText systemText();
    TracedText postHistoryText();
    TracedText storyText();
    void layOutExamples();
    void readHistory();
    void inject();
    void addPostHistory();
    void layOutTurns();
    TracedText alignment() const;
    TracedText lastLine(const TracedText &lastTurn);
    void fill();
    void keepTurns();
    void keepExamples();
    TracedText joined();
    void shrink();

    bool isContinue() const { return m_inputs.type == GenerationType::Continue; }
    int tokens(const TracedText &text) const { return text.isEmpty() ? 0 : counter().count(text.text()); }
    const TokenCounter &counter() const
    {
        static const TokenCounterPtr estimate = estimateCounter();
        return countsByTokenizer(m_inputs.counter) ? *m_inputs.counter : *estimate;
    }
    bool fits(int cost) const { return !m_isLimited || cost <= m_remaining; }
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
    int m_remaining; // tokens

    QList<TracedText> m_exampleBlocks;
    QList<TracedText> m_examples;
    qsizetype m_keptExamples = 0;
    QList<StoryTurn> m_history; // oldest first, injections in their places
    QList<Piece> m_pieces;      // newest first, without the continued one
    TracedText m_continued;     // the turn in which the reply goes on
    TracedText m_story;         // in its marks; empty when it stands in the chat
    TracedText m_chatStart;
    TracedText m_alignment;
    TracedText m_quiet;
};

TracedText StoryFrame::systemText()
{
    if (!m_templates.systemPrompt)
        return {};
    const SystemPrompt &prompt = *m_templates.systemPrompt;
    TracedText own =
        m_draft.macros.expand(TracedText(prompt.content, systemPromptSource(prompt, u"content"_s)));
    if (!m_inputs.settings.preferCharacterPrompt || m_draft.card.systemPrompt.isEmpty())
        return own;
    return m_draft.macros.expandWithOriginal(m_draft.card.systemPrompt, own);
}

TracedText StoryFrame::postHistoryText()
{
    if (!m_templates.systemPrompt)
        return {};
    const SystemPrompt &prompt = *m_templates.systemPrompt;
    TracedText own =
        m_draft.macros.expand(TracedText(prompt.postHistory, systemPromptSource(prompt, u"post_history"_s)));
    if (!m_inputs.settings.preferCharacterPostHistory || m_draft.card.postHistory.isEmpty())
        return own;
    return m_draft.macros.expandWithOriginal(m_draft.card.postHistory, own);
}

void StoryFrame::layOutExamples()
{
    m_exampleBlocks = allExampleBlocks(m_draft);
    m_examples = m_turns.examples(m_exampleBlocks);
}

TracedText StoryFrame::storyText()
{
    const auto note = [this](NotePlace place) {
        return m_draft.note.place == place ? m_draft.macros.expand(m_draft.note.text).trimmed()
                                           : TracedText();
    };
    const ContextTemplate &context = m_templates.context;
    const bool isPersonaHere = m_inputs.persona && m_inputs.persona->position == Persona::Position::InPrompt;
    const CardTexts &card = m_draft.card;
    const auto named = [](const QString &name, const QString &type, const QString &label) {
        return TracedText::computed(name, Source::named(type, {}, label));
    };
    const QHash<StoryPart, TracedText> parts{
        {StoryPart::System, systemText()},
        {StoryPart::Description, card.description},
        {StoryPart::Personality, card.personality},
        {StoryPart::Persona, isPersonaHere ? card.persona : TracedText()},
        {StoryPart::Scenario, card.scenario},
        {StoryPart::LoreBefore, m_draft.lore.before},
        {StoryPart::LoreAfter, m_draft.lore.after},
        {StoryPart::NoteBefore, note(NotePlace::BeforeMain)},
        {StoryPart::NoteAfter, note(NotePlace::AfterMain)},
        {StoryPart::Examples, TracedText::join(m_examples, {})},
        {StoryPart::RawExamples, TracedText::join(m_turns.rawExamples(m_exampleBlocks), {})},
        {StoryPart::Character,
         named(m_draft.characterName, u"char.name"_s, cardSource({}, m_draft.characterName).label())},
        {StoryPart::User,
         named(m_draft.userName, u"persona.name"_s, personaSource({}, m_draft.userName).label())}};
    QHash<QString, TracedText> values;
    for (const auto &[name, part] : storyNames())
        values.insert(name, parts.value(part));
    const Source source = contextSource(context, u"story_string"_s);
    const StoryRendering rendering = renderStoryString(TracedText(context.storyString, source), values);
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
    // Newest first, as their macros are resolved.
    for (qsizetype i = m_draft.history.size() - 1; i >= 0 && !m_draft.stop.stop_requested(); --i) {
        const HistoryItem &item = m_draft.history.at(i);
        const Message &message = m_draft.messageAt(m_inputs, item.index);
        StoryTurn turn{.role = item.role, .name = item.name, .source = item.source};
        turn.text = m_draft.macros.expand(item.text);
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
            turn.name = role == Role::User        ? m_draft.userName
                        : role == Role::Assistant ? m_draft.characterName
                                                  : QString();
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
    const TracedText text = postHistoryText();
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
    for (qsizetype i = m_history.size() - 1; i >= 0 && !m_draft.stop.stop_requested(); --i) {
        const StoryTurn &turn = m_history[i];
        if (isContinue() && i == m_history.size() - 1) {
            m_continued = m_turns.continuedTurn(turn).without(u'\r');
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
    StoryTurn turn{.role = Role::User, .name = m_draft.userName, .source = source};
    turn.text = m_draft.macros.expand(TracedText(m_templates.instruct->userAlignmentMessage, source));
    return m_turns.turn(turn, TurnText::Position::First);
}

// `lastTurn` with what comes behind it.
TracedText StoryFrame::lastLine(const TracedText &lastTurn)
{
    TracedText line = m_turns.lastTurn(lastTurn, m_inputs.type);
    line.append(m_quiet);
    line.append(m_turns.ending(m_inputs.type, line));
    return line;
}

void StoryFrame::keepTurns()
{
    // Injections first: they are there because the user wants them there.
    for (Piece &piece : m_pieces) {
        if (!piece.turn.isInjected)
            continue;
        const int cost = tokens(piece.text);
        if (!fits(cost))
            break;
        m_remaining -= cost;
        piece.isKept = true;
    }
    bool isFull = false;
    for (Piece &piece : m_pieces) {
        if (piece.isKept)
            continue;
        const int cost = isFull ? 0 : tokens(piece.text);
        if (isFull || !fits(cost)) {
            drop(piece.text,
                 isFull ? tr("Older than a message that did not fit")
                        : tr("Over the context size by %n token(s)", nullptr, cost - m_remaining),
                 cost);
            isFull = true;
            continue;
        }
        m_remaining -= cost;
        piece.isKept = true;
    }
}

void StoryFrame::keepExamples()
{
    for (; m_keptExamples < m_examples.size(); ++m_keptExamples) {
        const int cost = tokens(m_examples[m_keptExamples]);
        if (!fits(cost))
            break;
        m_remaining -= cost;
    }
    for (qsizetype i = m_keptExamples; i < m_examples.size(); ++i)
        drop(m_examples[i], tr("No room left"), tokens(m_examples[i]));
}

void StoryFrame::fill()
{
    for (const TracedText &text : {m_story, m_chatStart, m_alignment, m_continued})
        m_remaining -= tokens(text);
    // What the ending adds to the newest turn, whose own cost comes later.
    const TracedText newest = m_pieces.isEmpty() ? TracedText() : m_pieces.first().text;
    m_remaining -= tokens(lastLine(newest)) - tokens(newest);
    if (!fits(0))
        m_draft.result.trace.warnings.append(
            tr("The story string and the last line alone are over the context size by %n token(s).", nullptr,
               -m_remaining));
    if (m_inputs.settings.pinExamples)
        keepExamples();
    keepTurns();
    if (!m_inputs.settings.pinExamples)
        keepExamples();
}

TracedText StoryFrame::joined()
{
    QList<const Piece *> kept;
    for (const Piece &piece : std::as_const(m_pieces)) {
        if (piece.isKept)
            kept.prepend(&piece);
    }
    TracedText prompt = m_story;
    const bool isNamed = m_draft.result.mode == PromptMode::Names;
    if (isNamed && prompt.isEmpty() && kept.isEmpty() && !isContinue())
        prompt = TracedText::computed(u"\n"_s, Source(SourceKind::SeparatorNewline));
    const QList<TracedText> examples = m_examples.first(m_keptExamples);
    for (const TracedText &example : examples)
        prompt.append(example);
    prompt.append(m_chatStart);
    // The oldest turn that is sent, which may be the continued one.
    const StoryTurn *oldest = !kept.isEmpty()                        ? &kept.first()->turn
                              : isContinue() && !m_history.isEmpty() ? &m_history.last()
                                                                     : nullptr;
    if (!oldest || oldest->role != Role::User)
        prompt.append(m_alignment);
    for (qsizetype i = 0; i + 1 < kept.size(); ++i)
        prompt.append(kept[i]->text);
    prompt.append(lastLine(kept.isEmpty() ? TracedText() : kept.last()->text));
    prompt.append(m_continued);
    prompt = prompt.without(u'\r');
    if (m_inputs.settings.collapseNewlines) {
        for (qsizetype at = 0; (at = prompt.text().indexOf(u"\n\n", at)) >= 0;) {
            qsizetype end = at + 1;
            while (end < prompt.size() && prompt.text().at(end) == u'\n')
                ++end;
            prompt.remove(at + 1, end - at - 1);
            ++at;
        }
    }
    return prompt;
}

// Counted as a whole a text may cost a little more than its parts: then the oldest turns go too.
void StoryFrame::shrink()
{
    TracedText prompt = joined();
    int used = tokens(prompt);
    const int limit = m_draft.contextSize - m_draft.maxTokens;
    while (m_isLimited && used > limit && !m_draft.stop.stop_requested()) {
        const auto oldest = std::find_if(m_pieces.rbegin(), m_pieces.rend(), [](const Piece &piece) {
            return piece.isKept && !piece.turn.isInjected;
        });
        if (m_keptExamples > 0 && !m_inputs.settings.pinExamples) {
            --m_keptExamples;
            drop(m_examples[m_keptExamples], tr("No room left"), tokens(m_examples[m_keptExamples]));
        } else if (oldest != m_pieces.rend()) {
            oldest->isKept = false;
            drop(oldest->text, tr("Over the context size by %n token(s)", nullptr, used - limit),
                 tokens(oldest->text));
        } else {
            break;
        }
        prompt = joined();
        used = tokens(prompt);
    }
    m_draft.result.prompt = prompt;
    m_draft.result.budget.used = used;
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
    if (m_inputs.type == GenerationType::Quiet && !m_inputs.quietPrompt.isEmpty()) {
        const Source source(SourceKind::ControlQuiet, {},
                            QCoreApplication::translate("PromptSources", "quiet prompt"));
        m_quiet = m_turns.quiet(m_draft.macros.expand(TracedText(m_inputs.quietPrompt, source)));
    }
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
    draft.result.stop = isNamed ? speakerStopTexts(without, draft) : stopTexts(without, draft);
    Budget &budget = draft.result.budget;
    budget.context = draft.contextSize;
    budget.reserved = draft.maxTokens;
    const bool isCounted = countsByTokenizer(inputs.counter);
    budget.kind = isCounted ? inputs.counter->kind() : CountKind::Estimate;
    budget.counterName = isCounted ? inputs.counter->name() : u"estimate"_s;
}

} // namespace snug
