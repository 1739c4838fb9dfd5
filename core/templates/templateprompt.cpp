#include "core/templates/templateprompt.h"

#include "core/templates/contextrule.h"
#include "core/templates/templateshapes.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype consideredMessages = 100;
constexpr qsizetype mostCharacters = 1'000'000;

// Newest first, until the rule says no; the newest always stays. Oldest first comes out.
Result<QList<TemplateMessage>> historyWindow(const TemplatePromptInputs &inputs)
{
    const QString rule = inputs.contextRule.value_or(defaultContextRule.toString());
    QList<TemplateMessage> window;
    qsizetype characters = 0;
    const qsizetype oldest = std::max<qsizetype>(0, inputs.history.size() - consideredMessages);
    for (qsizetype i = inputs.history.size() - 1; i >= oldest; --i) {
        TemplateMessage message = inputs.history[i];
        for (const QString &text : inputs.strip) {
            if (!text.isEmpty())
                message.content.remove(text);
        }
        characters += message.author.size() + 2 + message.content.size() + 1;
        const QDateTime sent = QDateTime::fromString(message.createdAt, Qt::ISODateWithMs);
        const double age = sent.isValid() && inputs.now.isValid() ? double(sent.msecsTo(inputs.now)) : 0;
        const Result<bool> goesOn = askContextRule(rule, {{u"chars"_s, double(characters)},
                                                          {u"count"_s, double(window.size())},
                                                          {u"age"_s, age},
                                                          {u"age_h"_s, age / 3'600'000},
                                                          {u"age_m"_s, age / 60'000},
                                                          {u"age_s"_s, age / 1000}});
        if (!goesOn)
            return std::unexpected(goesOn.error());
        if (!window.isEmpty() && (!*goesOn || characters > mostCharacters))
            break;
        window.prepend(std::move(message));
    }
    return window;
}

TemplateData::Members contextOf(const TemplatePromptInputs &inputs, const QList<TemplateMessage> &window)
{
    const auto list = [](const QList<TemplateEntity> &entities) {
        TemplateData::Items items;
        for (const TemplateEntity &entity : entities)
            items.push_back(entityData(entity, false));
        return TemplateData::fromItems(std::move(items));
    };
    QStringList names;
    bool isFreeform = false;
    for (const TemplateEntity &entity : inputs.entities) {
        names.append(entity.name);
        isFreeform = isFreeform || entity.isFreeform;
    }
    TemplateData::Members memories;
    for (const auto &[id, texts] : inputs.memories)
        memories.emplace_back(id, linesData(texts));
    TemplateData::Items history;
    for (const TemplateMessage &message : window)
        history.push_back(messageData(message));
    TemplateEntity user{.id = Json(0), .name = u"user"_s};
    if (!inputs.userEntityId.isUndefined() && !inputs.userEntityId.isNull()) {
        for (const QList<TemplateEntity> &entities : {inputs.others, inputs.entities}) {
            for (const TemplateEntity &entity : entities) {
                if (entity.id == inputs.userEntityId)
                    user = entity;
            }
        }
    }
    TemplateData::Members context{
        {u"entities"_s, list(inputs.entities)},
        {u"others"_s, list(inputs.others)},
        {u"memories"_s, TemplateData::fromMembers(std::move(memories))},
        {u"entity_names"_s, TemplateData::fromText(names.join(u", "_s))},
        {u"freeform"_s, TemplateData::fromBool(isFreeform)},
        {u"history"_s, TemplateData::fromItems(std::move(history))},
        {u"user"_s, entityData(user, true)},
        {u"_single_entity"_s, TemplateData::fromBool(inputs.entities.size() <= 1)},
    };
    if (!inputs.entities.isEmpty())
        context.emplace_back(u"char"_s, entityData(inputs.entities.first(), true));
    if (inputs.user)
        context.emplace_back(u"user"_s, entityData(*inputs.user, true));
    context.insert(context.end(), inputs.more.begin(), inputs.more.end());
    return context;
}

// Neighbours of one role become one message.
QList<RenderedMessage> joinedNeighbours(const QList<RenderedMessage> &messages,
                                        const std::optional<QStringList> &roles)
{
    QList<RenderedMessage> result;
    for (const RenderedMessage &message : messages) {
        if (result.isEmpty() || result.last().role != message.role ||
            (roles && !roles->contains(message.role))) {
            result.append(message);
            continue;
        }
        RenderedMessage &last = result.last();
        if (!last.spans.isEmpty())
            last.spans.append({last.content.size(), 1, -1, 0, 0});
        last.content += u'\n';
        for (TemplateSpan span : message.spans) {
            span.start += last.content.size();
            last.spans.append(span);
        }
        last.content += message.content;
    }
    return result;
}

RenderedMessage ownWords(const QString &role, const QString &content)
{
    return {role, content, {{0, content.size(), -1, 0, 0}}};
}

// "author: content", for templates that write nothing.
RenderedMessage bareMessage(const TemplateMessage &message)
{
    RenderedMessage bare{u"user"_s, {}, {}};
    const auto add = [&](const QString &text, int origin) {
        if (!text.isEmpty())
            bare.spans.append({bare.content.size(), text.size(), origin, 0, 0});
        bare.content += text;
    };
    add(message.author, message.authorOrigin);
    add(u": "_s, -1);
    add(message.content, message.origin);
    return bare;
}

std::unexpected<TemplateFailure> failed(const TemplateError &error, TemplateFailure::Part part)
{
    return std::unexpected(TemplateFailure{error, part});
}

} // namespace

QString builtInTemplate()
{
    return uR"({%- macro about(e) -%}
<defs for="{{ e.name }}" id="{{ e.id }}">
{{ e.facts }}
</defs>
{%- if memories[e.id] and memories[e.id].length %}


<memories for="{{ e.name }}" id="{{ e.id }}">
{{ memories[e.id] }}
</memories>
{%- endif -%}
{%- endmacro -%}

{%- for e in entities -%}
{%- if not loop.first %}



{% endif -%}
{{ about(e) }}
{%- endfor -%}
{%- for e in others -%}
{%- if entities.length or not loop.first %}



{% endif -%}
{{ about(e) }}
{%- endfor -%}
{%- if not _single_entity %}


You write for these characters: {{ entity_names }}. Not everybody has to speak each time.
{% if freeform %}
Write one flowing text in which those who have something to say or do take part.
{% else %}
Begin what each of them says on a line of its own with the name and a colon, like this:
{% for e in entities %}
{{ e.name }}: …
{% endfor %}
{% endif %}
If nobody would answer, write only the word none.
{%- endif -%}

{%- for m in history -%}
{%- call send_as(m.role) -%}
{{ m.author }}: {{ m.content }}
{%- endcall -%}
{%- endfor -%}
)"_s;
}

Result<TemplateData::Members> templateContext(const TemplatePromptInputs &inputs)
{
    const Result<QList<TemplateMessage>> window = historyWindow(inputs);
    if (!window)
        return std::unexpected(window.error());
    return contextOf(inputs, *window);
}

Error TemplateFailure::asError(const QString &name) const
{
    const QString place = part == Part::Template ? QCoreApplication::translate("TemplatePrompt", "Template")
                          : part == Part::SystemPrompt
                              ? QCoreApplication::translate("TemplatePrompt", "System Prompt")
                              : QCoreApplication::translate("TemplatePrompt", "History rule");
    return error.asError(name.isEmpty()
                             ? place
                             //: %1 is "Template" or "System Prompt", %2 its name
                             : QCoreApplication::translate("TemplatePrompt", "%1 of %2").arg(place, name));
}

std::expected<TemplatePrompt, TemplateFailure> buildTemplatePrompt(const TemplatePromptInputs &inputs,
                                                                   const std::stop_token &stop)
{
    using Part = TemplateFailure::Part;
    const Result<QList<TemplateMessage>> window = historyWindow(inputs);
    if (!window)
        return failed({TemplateError::Kind::Syntax, window.error().line(), {}, 0, 0}, Part::HistoryRule);
    TemplateRequest request{.source = inputs.systemTemplate,
                            .context = contextOf(inputs, *window),
                            .templates = inputs.templates,
                            .isStrict = inputs.isStrict,
                            .marker = inputs.marker,
                            .seed = inputs.seed};
    LocalTemplateEngine here;
    TemplateEngine &engine = inputs.engine ? *inputs.engine : here;
    TemplatePrompt prompt;
    prompt.firstMessage = inputs.history.size() - window->size();
    if (!inputs.systemTemplate.isEmpty()) {
        const auto system = renderSystemPrompt(engine, request, stop);
        if (!system)
            return failed(system.error(), Part::SystemPrompt);
        prompt.systemPrompt = system->text;
        prompt.systemSpans = system->spans;
        prompt.systemTemplates = system->templates;
    }
    request.source = inputs.layout && !inputs.layout->isEmpty() ? *inputs.layout : builtInTemplate();
    const auto rendered = renderMessages(engine, request, stop);
    if (!rendered)
        return failed(rendered.error(), Part::Template);
    prompt.messages = rendered->messages;
    prompt.templates = rendered->templates;
    if (prompt.messages.isEmpty() && !window->isEmpty())
        prompt.messages.append(bareMessage(window->last()));
    prompt.messages = joinedNeighbours(prompt.messages, inputs.joinedRoles);
    const auto first = std::ranges::find_if(
        prompt.messages, [](const RenderedMessage &message) { return message.role != u"system"; });
    if (first != prompt.messages.end() && first->role == u"assistant")
        prompt.messages.insert(first, ownWords(u"user"_s, u"(continued)"_s));
    return prompt;
}

QList<QList<qsizetype>> groupByTemplate(const QList<std::optional<QString>> &templates)
{
    QList<QList<qsizetype>> groups;
    for (qsizetype i = 0; i < templates.size(); ++i) {
        const auto group = std::ranges::find_if(groups, [&](const QList<qsizetype> &members) {
            return templates[members.first()] == templates[i];
        });
        if (group == groups.end())
            groups.append(QList<qsizetype>{i});
        else
            group->append(i);
    }
    return groups;
}

} // namespace snug
