#include "core/formats/framingpreset.h"
#include "core/macros/framing/valuetext.h"
#include "core/prompt/frames/frames.h"
#include "core/prompt/frames/framing/framinghistory.h"
#include "core/prompt/frames/framing/framinginputs.h"
#include "core/prompt/frames/framing/inchat.h"
#include "core/prompt/frames/framing/relativeframe.h"
#include "core/prompt/frames/framing/rules.h"
#include "core/prompt/labels.h"
#include "core/prompt/messagecount.h"
#include "core/prompt/stages/stages.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

using namespace framing;

namespace {

class Framing
{
    Q_DECLARE_TR_FUNCTIONS(Prompt)

public:
    Framing(const PromptInputs &inputs, Draft &draft)
        : m_inputs(inputs)
        , m_draft(draft)
        , m_parts(framingInputs(inputs, draft))
    {
    }

    void run();

private:
    QList<FramedMessage> framed();
    void addControl(QList<FramedMessage> &messages) const;
    Source originOf(const FramedMessage &message) const;
    void traceLore(const QList<FramedMessage> &messages);
    void fill(const QList<FramedMessage> &messages);

    const PromptInputs &m_inputs;
    Draft &m_draft;
    FramingInputs m_parts;
};

// In-chat text first, so that the frame's keys see it too.
QList<FramedMessage> Framing::framed()
{
    QStringList &warnings = m_draft.result.trace.warnings;
    const QList<Json> lore = FramingInputs::entriesOf(m_parts.lore);
    const QList<FramedMessage> history =
        withInChat(normalisedHistory(FramingInputs::entriesOf(m_parts.history)),
                   FramingInputs::entriesOf(m_parts.inChat), lore, m_parts.context, warnings);
    const FrameParts parts{history, lore, FramingInputs::entriesOf(m_parts.relative), m_parts.character,
                           m_parts.persona};
    return relativeFrame(parts, Reading::Promised, warnings).value_or(history);
}

// What the program itself asks for, behind everything.
void Framing::addControl(QList<FramedMessage> &messages) const
{
    QString text;
    Source source;
    if (m_inputs.type == GenerationType::Quiet) {
        text = m_inputs.quietPrompt;
        source = Source(u"control.quiet"_s, {}, QCoreApplication::translate("PromptSources", "quiet prompt"));
    } else if (m_inputs.type == GenerationType::Impersonate && m_inputs.preset) {
        text = m_inputs.preset->impersonationPrompt;
        source = presetTextSource(*m_inputs.preset, u"impersonation_prompt"_s);
    }
    if (text.isEmpty())
        return;
    messages.append(
        {.role = u"system"_s,
         .content = TracedText(text, source),
         .source = Json::object({{u"type"_s, Json(source.type())}, {u"id"_s, Json(source.id())}})});
}

Source Framing::originOf(const FramedMessage &message) const
{
    const qsizetype index = message.origin.index;
    switch (message.origin.kind) {
    case FramedOrigin::Kind::None:
        break;
    case FramedOrigin::Kind::History:
        return m_parts.history.at(index).source;
    case FramedOrigin::Kind::RelativePreset:
        return m_parts.relative.at(index).source;
    case FramedOrigin::Kind::InChatPreset:
        return m_parts.inChat.at(index).source;
    case FramedOrigin::Kind::Lore:
        return m_parts.lore.at(index).source;
    case FramedOrigin::Kind::Character:
        return m_parts.characterSource;
    case FramedOrigin::Kind::Persona:
        return m_parts.personaSource;
    }
    return {message.source.value(u"type").toText(), message.source.value(u"id").toText()};
}

// Why each of SmartTavern's entries is there or not; SillyTavern's have been reported on.
void Framing::traceLore(const QList<FramedMessage> &messages)
{
    for (qsizetype i = 0; i < m_parts.lore.size(); ++i) {
        const Json &entry = m_parts.lore.at(i).entry;
        const Source &source = m_parts.lore.at(i).source;
        const qsizetype dot = // "book.uid"
            source.id().lastIndexOf(u'.');
        LoreTrace trace;
        trace.book = source.id().first(dot);
        trace.uid = source.id().sliced(dot + 1).toInt();
        trace.title = entry.value(u"name").toText();
        const bool isReported = std::ranges::any_of(m_draft.result.trace.lore, [&](const LoreTrace &known) {
            return known.book == trace.book && known.uid == trace.uid;
        });
        if (isReported)
            continue;
        const auto sent = std::ranges::find_if(messages, [&](const FramedMessage &message) {
            return message.origin.kind == FramedOrigin::Kind::Lore && message.origin.index == i;
        });
        trace.fired = sent != messages.cend();
        const bool isConditional = entry.value(u"mode").toText() == "conditional"_L1;
        const bool isInFrame = entry.value(u"position").toText().endsWith("_char"_L1);
        const Json enabled = entry.value(u"enabled");
        const bool isOff = enabled.isBool() ? !enabled.toBool() : isInFrame;
        if (trace.fired)
            trace.gate = isConditional ? LoreGate::ConditionHolds : LoreGate::Constant;
        else if (isOff)
            trace.gate = LoreGate::Disabled;
        else if (isConditional)
            trace.gate = LoreGate::ConditionFails;
        else
            trace.gate = entry.value(u"content").toText().isEmpty() ? LoreGate::Empty : LoreGate::NoPlace;
        m_draft.result.trace.lore.append(trace);
    }
}

// The oldest of the chat goes first; the frame, what is injected and the new turn stay.
void Framing::fill(const QList<FramedMessage> &messages)
{
    AssembledPrompt &result = m_draft.result;
    QList<OutboundMessage> all;
    QList<bool> mayGo;
    int used = 0;
    for (const FramedMessage &message : messages) {
        const std::optional<Role> role = roleFromName(message.role);
        if (!role) {
            result.trace.dropped.append({message.content, tr("Thinking stays here and is not sent"), 0});
            continue;
        }
        const Source source = originOf(message);
        OutboundMessage outbound{.role = *role,
                                 .content = message.content,
                                 .tokens = messageTokens(m_inputs.counter, message.content.text()),
                                 .source = source,
                                 .sourceObject = message.source};
        used += outbound.tokens;
        mayGo.append(message.origin.kind == FramedOrigin::Kind::History && *role != Role::System &&
                     source.type() != u"new.user");
        all.append(outbound);
    }
    const int limit = m_draft.contextSize > 0 ? m_draft.contextSize - m_draft.maxTokens : 0;
    const QString reason = tr("Oldest message, dropped to fit the context size");
    for (qsizetype i = 0; i < all.size(); ++i) {
        if (limit > 0 && used > limit && mayGo[i]) {
            used -= all[i].tokens;
            result.trace.dropped.append({all[i].content, reason, all[i].tokens});
        } else {
            result.messages.append(all[i]);
        }
    }
    Budget &budget = result.budget;
    budget.context = m_draft.contextSize;
    budget.reserved = m_draft.maxTokens;
    budget.used = used;
    const bool isCounted = countsByTokenizer(m_inputs.counter);
    budget.kind = isCounted ? m_inputs.counter->kind() : CountKind::Estimate;
    budget.counterName = isCounted ? m_inputs.counter->name() : u"estimate"_s;
}

void Framing::run()
{
    QList<FramedMessage> messages = framed();
    for (FramedMessage &message : messages)
        message.content = TracedText(message.content.text(), originOf(message));
    traceLore(messages);
    addControl(messages);
    const Json before = ownVariables(m_parts.context.scope.variables);
    fill(viewOf(messages, m_parts.rules, u"assistant_view"_s, m_parts.context, m_draft.stop));
    const Json after = ownVariables(m_parts.context.scope.variables);
    MacroState &state = m_draft.macros.state;
    state.localChanged = !(before == after);
    if (state.localChanged)
        state.localVariables = after;
}

} // namespace

void framingFrame(const PromptInputs &inputs, Draft &draft)
{
    identityStage(inputs, draft);
    historyStage(inputs, draft);
    // What SillyTavern's macros set while its lore was looked at does not count here.
    const MacroState state = draft.macros.state;
    Framing frame(inputs, draft);
    draft.macros.state = state;
    frame.run();
}

} // namespace snug
