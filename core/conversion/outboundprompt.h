// A prompt's messages on their way to a service: as the message rules leave them, in no service's spelling
// yet. Every text still knows its sources. The inspector shows this value, encoding spells it.
#pragma once

#include "core/model/json.h"
#include "core/prompt/source.h"
#include "core/prompt/tracedtext.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace snug {

enum class MessageSpeaker : quint8 { System, User, Assistant, Tool };

// The word of OpenAI's shape: "system", "user", "assistant", "tool".
QString speakerName(MessageSpeaker speaker);

struct ContentPart
{
    enum class Kind : quint8 {
        Text,
        Media,      // a picture, sound or film; `data` as OpenAI's shape has it: {"type":"image_url", …}
        ToolCall,   // `data`: {"id", "name", "arguments": text}
        ToolResult, // `text`; `data`: {"id"}
        Opaque,     // a service's own, `data`, sent back unchanged: reasoning with its signature; `text` is
                    // what of the reply's text stands in it
        Other,      // of a kind that is not known; `data` as it came
    };
    Kind kind = Kind::Text;
    TracedText text = {};
    Json data = {};

    static ContentPart ofText(TracedText text) { return {Kind::Text, std::move(text), {}}; }
    bool isText() const { return kind == Kind::Text; }
    bool operator==(const ContentPart &) const = default;
};

struct ConvertedMessage
{
    // How a message without words is spelt: "", null, or without any content.
    enum class Wordless : quint8 { EmptyText, Null, Absent };

    MessageSpeaker speaker = MessageSpeaker::System;
    QString name = {}; // empty = no name
    QList<ContentPart> parts = {};
    bool isList = false; // spelt as a list of parts even if it is one text
    Wordless wordless = Wordless::EmptyText;
    Json toolCalls = {};     // OpenAI's tool_calls; Undefined = none
    QString toolCallId = {}; // of a tool's answer
    QString signature = {};  // of the reasoning behind it, base64
    Json members = {};       // what else stands in the message: {"prefix": true}; Undefined = nothing
    Source source = {};      // of the message as a whole
    QList<int> origins = {}; // positions in the assembled list, of all that went into it

    // All of its texts behind each other.
    TracedText text() const;
    bool isEmpty() const; // no text that holds anything, no other part, no tool call
    bool operator==(const ConvertedMessage &) const = default;
};

// What the conversion did, a kind of deed each; seamLine() says it in words.
struct SeamRemark
{
    enum class Kind : quint8 {
        Hoisted,           // leading system messages became the system text
        JoinedSystem,      // leading system messages became one
        BecameUser,        // system messages became user messages
        BecameUserAfter,   // the same because they follow an assistant message
        Merged,            // neighbours of one role became one message
        AllBecameUser,     // the whole prompt is one user message
        Named,             // a name was put in front of a text
        NameRemoved,       // a name that the service does not take
        PlaceholderAdded,  // a user message stands where the service wants one
        Prefilled,         // the reply's beginning was put at the end
        PrefillBecameUser, // the model takes no beginning of a reply
        InstructionAdded,  // the same: a user message asks to go on from there
        MediaMoved,        // pictures of the assistant went to the next user message
        EmptyLeftOut,      // messages without any text
        ToolsAsText,       // tool calls and results became text
        MediaLeftOut,      // the service takes only pictures that are sent along
        ThoughtsBack,      // what the service wants back stands in front of, or among, its replies
    };
    Kind kind = Kind::Merged;
    int before = 0;          // how many messages it was about
    int after = 0;           // how many they became; 0 where that says nothing
    QList<int> origins = {}; // their positions in the assembled list

    bool operator==(const SeamRemark &) const = default;
};

struct OutboundPrompt
{
    QList<ContentPart> system = {}; // of services whose system text is no message
    QList<ConvertedMessage> messages = {};
    QList<SeamRemark> seam = {};

    // What was done to so many messages, of these positions, and how many they became.
    void note(SeamRemark::Kind kind, const QList<int> &origins, qsizetype before, qsizetype after = 0);
    bool operator==(const OutboundPrompt &) const = default;
};

} // namespace snug
