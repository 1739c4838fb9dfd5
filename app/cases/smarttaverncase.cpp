#include "app/cases/smarttaverncase.h"

#include "app/cases/inputfiles.h"
#include "core/macros/framing/valuetext.h"
#include "core/macros/framing/variablesupdate.h"
#include "core/prompt/frames/framing/assets.h"
#include "core/prompt/frames/framing/framinghistory.h"
#include "core/prompt/frames/framing/inchat.h"
#include "core/prompt/frames/framing/loreshapes.h"
#include "core/prompt/frames/framing/relativeframe.h"
#include "core/prompt/frames/framing/rules.h"

using namespace Qt::StringLiterals;

namespace snug {

using namespace framing;

namespace {

Json objectOrEmpty(const Json &value)
{
    return value.isObject() ? value : Json::object();
}

Json messagesJson(const QList<FramedMessage> &messages)
{
    Json list = Json::array();
    for (const FramedMessage &message : messages)
        list.append(messageJson(message));
    return list;
}

QList<FramedMessage> messagesFrom(const Json &list)
{
    QList<FramedMessage> messages;
    for (const Json &item : list.items()) {
        if (item.isObject())
            messages.append(messageFromJson(item));
    }
    return messages;
}

class Operation
{
public:
    explicit Operation(const SmartTavernCase &read)
        : m_function(read.function)
        , m_arguments(read.arguments)
        , m_reading(read.isPublished ? Reading::Published : Reading::Promised)
    {
        m_context.scope.variables = m_initial = objectOrEmpty(argument(u"variables"));
        const Json policy = argument(u"policy");
        UndefinedPolicy &undefined = m_context.scope.undefined;
        undefined.isEmpty = policy.value(u"undefined_get").toText(u"error"_s).toLower() != u"error";
        undefined.marker = policy.value(u"error_token").toText(undefined.marker);
        m_context.now = QDateTime::currentDateTime();
    }

    Result<Json> run();

private:
    Json argument(QStringView key) const { return m_arguments.value(key); }
    Result<Json> frame();
    Result<Json> inChat();
    Result<Json> whole();
    Result<QList<FramedMessage>> injected(const Json &history, const QList<Json> &presets,
                                          const QList<Json> &lore) const;
    Json text();
    Json texts() const;
    Json macros();
    Json view();
    RuleUse ruleUse() const { return {valueText(argument(u"placement")), valueText(argument(u"view"))}; }
    Json variablesJson() const
    {
        return Json::object({{u"initial"_s, m_initial}, {u"final"_s, m_context.scope.variables}});
    }

    const QString m_function;
    const Json m_arguments;
    const Reading m_reading;
    Json m_initial;
    MacroContext m_context;
};

Result<Json> messagesResult(const Result<QList<FramedMessage>> &messages)
{
    if (!messages)
        return std::unexpected(messages.error());
    return Json::object({{u"messages"_s, messagesJson(*messages)}});
}

Result<Json> Operation::frame()
{
    QStringList warnings;
    const QList<FramedMessage> history = normalisedHistory(historyItems(argument(u"history")));
    const FrameParts parts{history,
                           history,
                           loreEntries(argument(u"world_books"), m_reading),
                           relativePresets(argument(u"presets_relative"), argument(u"presets_doc")),
                           argument(u"character"),
                           argument(u"persona")};
    return messagesResult(relativeFrame(parts, m_reading, warnings));
}

Result<QList<FramedMessage>> Operation::injected(const Json &history, const QList<Json> &presets,
                                                 const QList<Json> &lore) const
{
    MacroContext context = m_context;
    if (!context.scope.variables.contains(u"chat_history_text"))
        context.scope.variables.set(u"chat_history_text"_s, Json(historyText(history)));
    QStringList warnings;
    return strictHistory(history).transform([&](const QList<FramedMessage> &messages) {
        return withInChat(messages, presets, lore, context, warnings);
    });
}

Result<Json> Operation::inChat()
{
    return messagesResult(injected(argument(u"history"), argument(u"presets_in_chat").items(),
                                   loreEntries(argument(u"world_books"), m_reading)));
}

Result<Json> Operation::whole()
{
    const Json given = argument(u"history");
    const Json history =
        given.isObject() && given.value(u"messages").isArray() ? given.value(u"messages") : given;
    const Json books = argument(u"world_books");
    const QList<Json> lore =
        loreEntries(books.isArray() ? Json::object({{u"entries"_s, books}}) : books, m_reading);
    const Json presets = argument(u"presets");
    const auto messages = injected(history, inChatPresets(presets), lore);
    if (!messages)
        return std::unexpected(messages.error());
    QStringList warnings;
    // The published vectors put injected texts first, and their keys see them.
    const FrameParts parts{
        *messages,           *messages, lore, relativePresets({}, presets), argument(u"character"),
        argument(u"persona")};
    return messagesResult(relativeFrame(parts, m_reading, warnings));
}

Json Operation::text()
{
    const Json given = argument(u"text");
    const QString text = given.isNull() || given.isUndefined() ? QString() : valueText(given);
    return Json::object(
        {{u"text"_s, Json(expandMacros(text, m_context))}, {u"variables"_s, variablesJson()}});
}

Json Operation::texts() const
{
    Json results = Json::array();
    const Json given = argument(u"texts");
    for (const Json &each : given.items()) {
        MacroContext context = m_context;
        results.append(Json(expandMacros(each.isNull() ? QString() : valueText(each), context)));
    }
    return Json::object({{u"texts"_s, results}});
}

Json Operation::macros()
{
    const QList<FramedMessage> messages = withMacros(messagesFrom(argument(u"messages")), m_context);
    return Json::object({{u"messages"_s, messagesJson(messages)}, {u"variables"_s, variablesJson()}});
}

Json Operation::view()
{
    const QList<FramedMessage> messages =
        viewOf(messagesFrom(argument(u"messages")),
               ruleList(argument(m_arguments.contains(u"regex_rules") ? u"regex_rules" : u"rules")),
               valueText(argument(u"view")), m_context);
    return Json::object({{u"message"_s, messagesJson(messages)}, {u"variables"_s, variablesJson()}});
}

Result<Json> Operation::run()
{
    if (m_function == u"framing_prompt/assemble")
        return frame();
    if (m_function == u"in_chat_constructor/construct")
        return inChat();
    if (m_function == u"prompt_raw/assemble_full")
        return whole();
    if (m_function == u"macro/process_text")
        return text();
    if (m_function == u"macro/process_text_batch")
        return texts();
    if (m_function == u"macro/process")
        return macros();
    if (m_function == u"prompt_postprocess/apply")
        return view();
    const QList<Json> rules = ruleList(argument(u"regex_rules"));
    if (m_function == u"regex_replace/apply_messages")
        return Json::object({{u"message"_s, messagesJson(withRules(messagesFrom(argument(u"messages")), rules,
                                                                   ruleUse(), m_context))}});
    if (m_function == u"regex_replace/apply_text") {
        const Json given = argument(u"text");
        const TracedText text(isTruthy(given) ? valueText(given) : QString(), Source::named(u"text"_s));
        return Json::object({{u"text"_s, Json(withRules(text, rules, ruleUse(), m_context).text())}});
    }
    if (m_function == u"assets_normalizer/normalize")
        return normalisedAssets(m_arguments, m_reading);
    if (m_function == u"assets_normalizer/merge_regex")
        return mergedRulesResult(m_arguments);
    if (m_function == u"variables_update/apply")
        return Json::object(
            {{u"result"_s, updatedVariables(argument(u"base"), argument(u"overrides"),
                                            argument(u"operation").toText(), argument(u"options"))}});
    return failure(u"the operation “%1” is not known"_s.arg(m_function), u"input.function"_s);
}

} // namespace

Result<SmartTavernCase> readSmartTavernCase(const QString &path)
{
    const Result<Json> document = readJsonFile(path);
    if (!document)
        return std::unexpected(document.error());
    const Json input = document->value(u"input");
    if (!input.value(u"function").isString())
        return failure(u"expected a text, found "_s + input.value(u"function").typeName(),
                       u"input.function"_s, path);
    return SmartTavernCase{.function = input.value(u"function").toText(),
                           .arguments = objectOrEmpty(input.value(u"args")),
                           .isPublished = document->value(u"origin").toText(u"run"_s) == u"run",
                           .expected = document->value(u"expected"),
                           .expectedKeyOrder = document->value(u"expected_key_order")};
}

Result<Json> playSmartTavernCase(const SmartTavernCase &read)
{
    return Operation(read).run();
}

} // namespace snug
