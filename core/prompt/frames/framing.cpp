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
#include "core/prompt/stages/joining.h"
#include "core/prompt/stages/stages.h"

#include <QCoreApplication>
#include <QSet>

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
    QHash<int, QString> userView();

private:
    QList<FramedMessage> framed();
    void addControl(QList<FramedMessage> &messages) const;
    Source originOf(const FramedMessage &message) const;
    void traceLore(const QList<FramedMessage> &messages);
    static LoreGate gateOf(const Json &entry, bool isSent);
    void fill(const QList<FramedMessage> &messages);

    const PromptInputs &m_inputs;
    Draft &m_draft;
    FramingInputs m_parts;
};

// What is injected into the chat comes first: it is the history that the frame stands around.
QList<FramedMessage> Framing::framed()
{
    QStringList &warnings = m_draft.result.trace.warnings;
    const QList<Json> lore = FramingInputs::entriesOf(m_parts.lore);
    const QList<FramedMessage> raw = normalisedHistory(FramingInputs::entriesOf(m_parts.history));
    const QList<FramedMessage> history =
        withInChat(raw, FramingInputs::entriesOf(m_parts.inChat), lore, m_parts.context, warnings);
    const FrameParts parts{history,
                           m_inputs.layout.keysSeeInjected ? history : raw,
                           lore,
                           FramingInputs::entriesOf(m_parts.relative),
                           m_parts.character,
                           m_parts.persona};
    return relativeFrame(parts, Reading::Promised, warnings).value_or(history);
}

// What the program itself asks for, behind everything.
void Framing::addControl(QList<FramedMessage> &messages) const
{
    const auto add = [&](const QString &text, const Source &source) {
        if (text.isEmpty())
            return;
        messages.append(
            {.role = u"system"_s,
             .content = TracedText(text, source),
             .source = Json::object({{u"type"_s, Json(source.type())}, {u"id"_s, Json(source.id())}})});
    };
    if (m_inputs.type == GenerationType::Impersonate && m_inputs.preset)
        add(m_inputs.preset->impersonationPrompt,
            presetTextSource(*m_inputs.preset, u"impersonation_prompt"_s));
    add(m_inputs.quietPrompt, quietSource());
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
    return Source::named(message.source.value(u"type").toText(), message.source.value(u"id").toText());
}

// Why each of SmartTavern's entries is there or not; SillyTavern's have been reported on.
void Framing::traceLore(const QList<FramedMessage> &messages)
{
    QSet<qsizetype> sent;
    for (const FramedMessage &message : messages) {
        if (message.origin.kind == FramedOrigin::Kind::Lore)
            sent.insert(message.origin.index);
    }
    QSet<std::pair<QString, int>> reported;
    for (const LoreTrace &trace : std::as_const(m_draft.result.trace.lore))
        reported.insert({trace.book, trace.uid});
    for (qsizetype i = 0; i < m_parts.lore.size() && !m_draft.stop.stop_requested(); ++i) {
        const Json &entry = m_parts.lore.at(i).entry;
        const QString place = m_parts.lore.at(i).source.id(); // "book.uid"
        const qsizetype dot = place.lastIndexOf(u'.');
        LoreTrace trace;
        trace.book = place.first(dot);
        trace.uid = place.sliced(dot + 1).toInt();
        trace.title = entry.value(u"name").toText();
        trace.fired = sent.contains(i);
        trace.gate = gateOf(entry, trace.fired);
        if (!reported.contains({trace.book, trace.uid}))
            m_draft.result.trace.lore.append(trace);
    }
}

LoreGate Framing::gateOf(const Json &entry, bool isSent)
{
    const bool isConditional = entry.value(u"mode").toText() == "conditional"_L1;
    const QString position = entry.value(u"position").toText();
    const bool isInFrame = position == "before_char"_L1 || position == "after_char"_L1;
    if (isSent)
        return isConditional ? LoreGate::ConditionHolds : LoreGate::Constant;
    if (!entry.value(u"enabled").asBool().value_or(!isInFrame))
        return LoreGate::Disabled;
    if (isConditional)
        return LoreGate::ConditionFails;
    return entry.value(u"content").toText().isEmpty() ? LoreGate::Empty : LoreGate::NoPlace;
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
            result.trace.dropped.append(
                {message.content, tr("Thinking stays here and is not sent"), 0, DroppedText::Cause::Rule});
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
                     source.kind() != SourceKind::NewUser);
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
    sayCounter(budget, m_inputs.counter);
    joinMessages(result, m_inputs.layout.joining, m_inputs.counter);
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

// Whatever the macros do to variables here is forgotten: nothing is sent.
QHash<int, QString> Framing::userView()
{
    QList<FramedMessage> messages = framed();
    QHash<int, QString> texts;
    for (const FramedMessage &message :
         viewOf(messages, m_parts.rules, u"user_view"_s, m_parts.context, m_draft.stop)) {
        if (message.origin.kind == FramedOrigin::Kind::History)
            texts.insert(m_parts.history.at(message.origin.index).source.id().toInt(),
                         message.content.text());
    }
    return texts;
}

} // namespace

static MacroState throughHistory(const PromptInputs &inputs, Draft &draft)
{
    identityStage(inputs, draft);
    historyStage(inputs, draft);
    // What SillyTavern's macros set while its lore was looked at does not count here.
    return draft.macros.state;
}

QHash<int, QString> framingUserView(const PromptInputs &inputs, Draft &draft)
{
    throughHistory(inputs, draft);
    return Framing(inputs, draft).userView();
}

void framingFrame(const PromptInputs &inputs, Draft &draft)
{
    const MacroState state = throughHistory(inputs, draft);
    Framing frame(inputs, draft);
    draft.macros.state = state;
    frame.run();
}

} // namespace snug
