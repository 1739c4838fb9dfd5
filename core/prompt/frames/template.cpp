// A template replaces the frame and the history's layout (docs/systems/together.md#templates-and-frames):
// macros run neither over what it writes nor over its values. See
// docs/systems/hologram.md#from-characters-to-messages.
#include "core/prompt/frames/frames.h"
#include "core/prompt/frames/templatecontext.h"
#include "core/prompt/labels.h"
#include "core/prompt/messagecount.h"
#include "core/prompt/smelttext.h"
#include "core/prompt/stages/stages.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString words(const char *text)
{
    return QCoreApplication::translate("TemplateFrame", text);
}

// Where a stretch was written: the line of a template.
Source lineSource(const QString &type, const QString &name, int line)
{
    if (line <= 0)
        return Source(SourceKind::TemplateAdded, {},
                      words(QT_TRANSLATE_NOOP("TemplateFrame", "added between messages")));
    //: %1 is a template's name, %2 a number
    const QString label =
        name.isEmpty()
            ? words(QT_TRANSLATE_NOOP("TemplateFrame", "built-in template, line %1")).arg(line)
            : words(QT_TRANSLATE_NOOP("TemplateFrame", "template %1, line %2")).arg(name).arg(line);
    return Source::named(type, u"%1:%2"_s.arg(name).arg(line), label);
}

// Where the stretch stands in the whole of what it came from; -1 where that is not certain.
qsizetype placeIn(const QString &whole, QStringView piece)
{
    const qsizetype at = whole.indexOf(piece);
    return at < 0 || (piece.size() < whole.size() && whole.indexOf(piece, at + 1) >= 0) ? -1 : at;
}

class Tracer
{
public:
    Tracer(const TemplateOrigins &origins, QString type, QStringList names)
        : m_origins(origins)
        , m_type(std::move(type))
        , m_names(std::move(names))
    {
    }

    TracedText traced(const QString &text, const QList<TemplateSpan> &spans) const
    {
        TracedText result;
        for (const TemplateSpan &span : spans) {
            const QString piece = text.sliced(span.start, span.length);
            const Source line = lineSource(m_type, m_names.value(span.templateIndex), span.line);
            const TemplateOrigins::Origin *origin = m_origins.find(span.origin);
            if (!origin) {
                result.append(TracedText::computed(piece, line));
                continue;
            }
            const Source source = origin->source.inside(line);
            const qsizetype place = placeIn(origin->text, piece);
            result.append(place < 0 ? TracedText::computed(piece, source)
                                    : TracedText(origin->text, source).mid(place, piece.size()));
        }
        return result;
    }

private:
    const TemplateOrigins &m_origins;
    const QString m_type;
    const QStringList m_names; // by TemplateSpan::templateIndex
};

// The message as a whole: the chat's message that it shows, else what it begins with.
Source wholeSource(const TracedText &content)
{
    for (const Span &span : content.spans()) {
        if (span.source.family() == SourceFamily::History || span.source.kind() == SourceKind::NewUser)
            return span.source;
    }
    return content.spans().isEmpty() ? Source() : content.spans().first().source;
}

void fail(Draft &draft, PromptFailure failure)
{
    draft.result.messages.clear();
    draft.result.budget.context = draft.contextSize;
    draft.result.budget.reserved = draft.maxTokens;
    draft.result.failure = std::move(failure);
}

void fail(const PromptInputs &inputs, Draft &draft, const TemplateFailure &failure)
{
    if (failure.error.kind == TemplateError::Kind::Stopped)
        return; // nobody waits for it any more
    const bool isOwn = failure.error.templateName.isEmpty();
    fail(draft, {.error = failure.asError(inputs.promptTemplate.name),
                 .templateName = isOwn ? inputs.promptTemplate.name : failure.error.templateName,
                 .isSystemPrompt = failure.part == TemplateFailure::Part::SystemPrompt,
                 .line = failure.error.line,
                 .column = failure.error.column});
}

std::optional<Role> roleFrom(const QString &word)
{
    for (const Role role : {Role::System, Role::User, Role::Assistant}) {
        if (roleName(role) == word)
            return role;
    }
    return std::nullopt;
}

// False: a role that no model knows.
bool addMessages(const PromptInputs &inputs, Draft &draft, const TemplateOrigins &origins,
                 const TemplatePrompt &prompt)
{
    const auto named = [&](QStringList names) {
        if (!names.isEmpty())
            names.first() = inputs.promptTemplate.name;
        return names;
    };
    if (!prompt.systemPrompt.isEmpty()) {
        const Tracer tracer(origins, u"template.system"_s, named(prompt.systemTemplates));
        const TracedText content = tracer.traced(prompt.systemPrompt, prompt.systemSpans);
        draft.result.messages.append(
            {.role = Role::System, .content = content, .source = wholeSource(content)});
    }
    const Tracer tracer(origins, u"template.output"_s, named(prompt.templates));
    for (const RenderedMessage &message : prompt.messages) {
        const std::optional<Role> role = roleFrom(message.role);
        if (!role) {
            const TemplateSpan first = message.spans.isEmpty() ? TemplateSpan{} : message.spans.first();
            TemplateError error{
                TemplateError::Kind::BadOperand,
                words(QT_TRANSLATE_NOOP("TemplateFrame",
                                        "send_as is given the role “%1”; it has to be system, "
                                        "user or assistant"))
                    .arg(message.role),
                prompt.templates.value(first.templateIndex), first.line, 1};
            fail(inputs, draft, {error, TemplateFailure::Part::Template});
            return false;
        }
        const TracedText content = tracer.traced(message.content, message.spans);
        draft.result.messages.append({.role = *role, .content = content, .source = wholeSource(content)});
    }
    return true;
}

// What the model is asked besides the layout: an impersonation, a quiet prompt.
void addControl(const PromptInputs &inputs, Draft &draft)
{
    const auto add = [&](const QString &text, const Source &source) {
        const TracedText content =
            substituteNames(TracedText(text, source), draft.userName, draft.characterName).trimmed();
        if (!content.isEmpty())
            draft.result.messages.append({.role = Role::System, .content = content, .source = source});
    };
    if (inputs.type == GenerationType::Impersonate && inputs.preset)
        add(inputs.preset->impersonationPrompt, presetTextSource(*inputs.preset, u"impersonation_prompt"_s));
    add(inputs.quietPrompt, quietSource());
}

void tellLeftOut(const PromptInputs &inputs, Draft &draft, const TemplatePrompt &prompt)
{
    const QString rule = inputs.promptTemplate.historyRule.value_or(defaultContextRule.toString());
    qsizetype place = 0;
    for (const HistoryItem &item : std::as_const(draft.history)) {
        if (place++ >= prompt.firstMessage)
            break;
        draft.result.trace.dropped.append(
            {TracedText(item.spoken, item.source),
             //: %1 is a rule such as “chars < 4000 || count < 20”
             words(QT_TRANSLATE_NOOP("TemplateFrame", "Not given to the template: its history rule is %1"))
                 .arg(rule),
             messageTokens(inputs.counter, item.spoken), DroppedText::Cause::Rule});
    }
}

// Oldest first, but never system texts and never the newest.
void fitIntoContext(const PromptInputs &inputs, Draft &draft)
{
    QList<OutboundMessage> &messages = draft.result.messages;
    Budget &budget = draft.result.budget;
    budget.context = draft.contextSize;
    budget.reserved = draft.maxTokens;
    sayCounter(budget, inputs.counter);
    for (OutboundMessage &message : messages) {
        message.tokens = messageTokens(inputs.counter, message.content.text());
        budget.used += message.tokens;
    }
    const QString reason =
        QCoreApplication::translate("Prompt", "Oldest message, dropped to fit the context size");
    while (budget.context > 0 && budget.used + budget.reserved > budget.context) {
        const auto oldest =
            std::ranges::find_if(messages, [](const auto &message) { return message.role != Role::System; });
        if (oldest == messages.end() || std::next(oldest) == messages.end())
            break;
        budget.used -= oldest->tokens;
        draft.result.trace.dropped.append({oldest->content, reason, oldest->tokens});
        messages.erase(oldest);
    }
}

} // namespace

void templateFrame(const PromptInputs &inputs, Draft &draft)
{
    for (const auto stage : {identityStage, historyStage, noteStage, loreStage, placementStage}) {
        if (draft.stop.stop_requested())
            return;
        stage(inputs, draft);
    }
    if (!inputs.promptTemplate.engine) {
        fail(draft, {.error = {words(QT_TRANSLATE_NOOP("TemplateFrame", "Templates cannot be rendered here")),
                               {},
                               {},
                               {}},
                     .templateName = inputs.promptTemplate.name});
        return;
    }
    TemplateOrigins origins;
    const TemplatePromptInputs given = templatePromptInputs(inputs, draft, origins);
    const auto prompt = buildTemplatePrompt(given, draft.stop);
    if (!prompt) {
        fail(inputs, draft, prompt.error());
        return;
    }
    if (!addMessages(inputs, draft, origins, *prompt))
        return;
    addControl(inputs, draft);
    if (inputs.knowledge.isEnabled && inputs.group && inputs.group->members.size() > 1)
        draft.result.trace.warnings.append(words(
            QT_TRANSLATE_NOOP("TemplateFrame", "Characters keep secrets here, so each replies in a request "
                                               "of their own, also those with the same template.")));
    tellLeftOut(inputs, draft, *prompt);
    fitIntoContext(inputs, draft);
}

} // namespace snug
