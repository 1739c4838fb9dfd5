#include "core/conversion/toolmessages.h"

#include "core/formats/jsontext.h"

#include <QHash>

#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// `toolNames`: by the ids of the calls so far.
void callsAsParts(ConvertedMessage &message, QHash<QString, QString> &toolNames)
{
    if (message.speaker == MessageSpeaker::Tool) {
        const TracedText text = message.text();
        const Json data =
            Json::object({{u"id"_s, Json(message.toolCallId)},
                          {u"name"_s, Json(toolNames.value(message.toolCallId, u"unknown"_s))}});
        message.parts = {{ContentPart::Kind::ToolResult, text, data}};
        message.speaker = MessageSpeaker::User;
        message.toolCallId.clear();
        return;
    }
    if (message.toolCalls.isUndefined())
        return;
    message.parts.removeIf([](const ContentPart &part) { return part.isText() && part.text.isEmpty(); });
    const Json calls = std::exchange(message.toolCalls, {});
    for (const Json &call : calls.items()) {
        Json data = Json::object({{u"id"_s, call[u"id"]}});
        data.set(u"name"_s, call[u"function"][u"name"]);
        data.set(u"arguments"_s, call[u"function"][u"arguments"]);
        if (call.contains(u"signature"))
            data.set(u"signature"_s, call[u"signature"]);
        toolNames.insert(data[u"id"].toText(), data[u"name"].toText());
        message.parts.append({ContentPart::Kind::ToolCall, {}, data});
    }
}

} // namespace

void toolsAsParts(OutboundPrompt &prompt)
{
    QHash<QString, QString> toolNames;
    for (ConvertedMessage &message : prompt.messages)
        callsAsParts(message, toolNames);
}

void toolsAsText(OutboundPrompt &prompt)
{
    QList<int> changed;
    for (ConvertedMessage &message : prompt.messages) {
        if (message.speaker != MessageSpeaker::Tool && message.toolCalls.isUndefined())
            continue;
        if (message.speaker == MessageSpeaker::Tool)
            message.speaker = MessageSpeaker::User;
        message.toolCalls = {};
        message.toolCallId.clear();
        changed += message.origins;
    }
    if (!changed.isEmpty())
        prompt.note(SeamRemark::Kind::ToolsAsText, changed, changed.size());
}

void toolPartsAsText(OutboundPrompt &prompt)
{
    QList<int> changed;
    for (ConvertedMessage &message : prompt.messages) {
        for (ContentPart &part : message.parts) {
            if (part.kind == ContentPart::Kind::ToolCall) {
                const Json arguments = part.data[u"arguments"];
                const Result<Json> input =
                    arguments.isString() ? parseJson(arguments.toText().toUtf8()) : Result<Json>(arguments);
                const QByteArray words = input ? writeJsonLine(*input) : QByteArray("{}");
                part = ContentPart::ofText(
                    TracedText::computed(QString::fromUtf8(words), Source(SourceKind::ConversionText)));
                changed += message.origins;
            } else if (part.kind == ContentPart::Kind::ToolResult) {
                part = ContentPart::ofText(part.text);
                changed += message.origins;
            }
        }
    }
    if (!changed.isEmpty())
        prompt.note(SeamRemark::Kind::ToolsAsText, changed, changed.size());
}

} // namespace snug
