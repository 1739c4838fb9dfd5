#include "app/cases/promptjson.h"

#include "core/lore/nearestmiss.h"
#include "core/prompt/promptaccount.h"
#include "core/prompt/unsentlore.h"

using namespace Qt::StringLiterals;

namespace snug {

static Json sourceJson(const Source &source)
{
    return Json::object({{u"type"_s, Json(source.type())},
                         {u"id"_s, Json(source.id())},
                         {u"label"_s, Json(source.label())},
                         {u"path"_s, Json(source.path())}});
}

static Json segmentsJson(const TracedText &text, const MessageAccount &account)
{
    Json segments = Json::array();
    for (qsizetype i = 0; i < text.spans().size(); ++i) {
        const Span &span = text.spans().at(i);
        segments.append(Json::object({{u"start"_s, Json(qint64(span.start))},
                                      {u"length"_s, Json(qint64(span.length))},
                                      {u"source"_s, sourceJson(span.source)},
                                      {u"tokens"_s, Json(account.spans.at(i))}}));
    }
    return segments;
}

// What is not said is left out.
static void addDetail(Json &row, const LoreDetail &detail)
{
    const auto add = [&](const QString &key, const QString &text) {
        if (!text.isEmpty())
            row.set(key, Json(text));
    };
    add(u"key"_s, detail.key);
    add(u"secondary_key"_s, detail.secondaryKey);
    if (detail.place != LorePlace::Nowhere) {
        row.set(u"place"_s, Json(lorePlaceName(detail.place)));
        if (detail.message >= 0)
            row.set(u"message"_s, Json(detail.message));
        add(u"name"_s, detail.name);
        row.set(u"start"_s, Json(qint64(detail.start)));
        row.set(u"length"_s, Json(qint64(detail.length)));
    }
    add(u"group"_s, detail.group);
    add(u"rival"_s, detail.rival);
    if (detail.value != 0 || detail.other != 0) {
        row.set(u"value"_s, Json(detail.value));
        row.set(u"other"_s, Json(detail.other));
    }
}

static Json loreJson(const AssembledPrompt &prompt)
{
    const Trace &trace = prompt.trace;
    const QHash<QString, int> costs = loreCosts(prompt);
    const QHash<QString, QString> unsent = unsentLore(prompt);
    QList<qsizetype> silent;
    for (qsizetype i = 0; i < trace.lore.size(); ++i) {
        if (!trace.lore[i].fired)
            silent.append(i);
    }
    const QList<LoreMiss> misses = nearestMisses(trace.loreEvidence, trace.lore, silent);
    Json lore = Json::array();
    qsizetype next = 0;
    for (const LoreTrace &entry : trace.lore) {
        const QString id = u"%1.%2"_s.arg(entry.book).arg(entry.uid);
        Json row = Json::object({{u"book"_s, Json(entry.book)},
                                 {u"entry"_s, Json(entry.uid)},
                                 {u"title"_s, Json(entry.title)},
                                 {u"fired"_s, Json(entry.fired)},
                                 {u"reason"_s, Json(loreRowReason(entry, prompt.budget.kind))},
                                 {u"gate"_s, Json(loreGateName(entry.gate))},
                                 {u"round"_s, Json(entry.round)},
                                 {u"tokens"_s, Json(loreRowTokens(entry, costs))}});
        addDetail(row, entry.details());
        if (const QString why = unsent.value(id); !why.isEmpty())
            row.set(u"unsent"_s, Json(why));
        if (!entry.fired) {
            if (const QString miss = loreMissText(misses[next++]); !miss.isEmpty())
                row.set(u"nearest_miss"_s, Json(miss));
        }
        lore.append(row);
    }
    return lore;
}

static Json traceJson(const AssembledPrompt &prompt)
{
    const Trace &trace = prompt.trace;
    Json dropped = Json::array();
    for (const DroppedText &text : trace.dropped) {
        const Source source = text.content.spans().isEmpty() ? Source() : text.content.spans().first().source;
        dropped.append(Json::object({{u"content"_s, Json(text.content.text())},
                                     {u"source"_s, sourceJson(source)},
                                     {u"reason"_s, Json(text.reason)}}));
    }
    return Json::object(
        {{u"lore"_s, loreJson(prompt)}, {u"dropped"_s, dropped}, {u"warnings"_s, Json(trace.warnings)}});
}

Json promptJson(const AssembledPrompt &prompt)
{
    const PromptAccount account = promptAccount(prompt);
    Json messages = Json::array();
    for (qsizetype i = 0; i < prompt.messages.size(); ++i) {
        const OutboundMessage &message = prompt.messages.at(i);
        Json object = Json::object(
            {{u"role"_s, Json(roleName(message.role))}, {u"content"_s, Json(message.content.text())}});
        if (!message.name.isEmpty())
            object.set(u"name"_s, Json(message.name));
        if (!message.sourceObject.isUndefined())
            object.set(u"source"_s, message.sourceObject);
        object.set(u"segments"_s, segmentsJson(message.content, account.messages.at(i)));
        object.set(u"overhead"_s, Json(account.messages.at(i).overhead));
        if (account.messages.at(i).thoughts > 0)
            object.set(u"thoughts"_s, Json(account.messages.at(i).thoughts));
        object.set(u"tokens"_s, Json(message.tokens));
        messages.append(object);
    }
    Json result = Json::object({{u"messages"_s, messages}});
    if (prompt.prompt) {
        result.set(u"prompt"_s, Json(prompt.prompt->text()));
        result.set(u"segments"_s, segmentsJson(*prompt.prompt, account.messages.first()));
    }
    if (prompt.prompt || !prompt.stop.isEmpty())
        result.set(u"stop"_s, Json(prompt.stop));
    result.set(u"trace"_s, traceJson(prompt));
    result.set(u"budget"_s, Json::object({{u"context"_s, Json(prompt.budget.context)},
                                          {u"reserved"_s, Json(prompt.budget.reserved)},
                                          {u"used"_s, Json(prompt.budget.used)}}));
    return result;
}

} // namespace snug
