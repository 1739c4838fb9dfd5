// How one dialect's events are read. The decoder around it cuts them out of bytes.
#pragma once

#include "core/wire/replybuilder.h"

#include <QJsonObject>

#include <memory>

namespace snug {

class ReplyReader
{
public:
    virtual ~ReplyReader() = default;
    // One event, or a whole answer. `bytes` are its own, for what has to be kept as it is spelt. False when
    // nothing in it is known. Errors of the usual shapes (faultInside) are the decoder's.
    virtual bool read(const QJsonObject &object, QByteArrayView bytes, ReplyBuilder &reply) = 0;
    // The answer is over.
    virtual void finish(ReplyBuilder &) {}
    // Whether a whole body that says no end has one. JSON lines have not.
    virtual bool endsUnsaid() const { return true; }
};

// Chat and text completions of OpenAI's shape.
std::unique_ptr<ReplyReader> openAiReader();
std::unique_ptr<ReplyReader> responsesReader();
std::unique_ptr<ReplyReader> anthropicReader();
std::unique_ptr<ReplyReader> geminiReader();
std::unique_ptr<ReplyReader> cohereReader();
std::unique_ptr<ReplyReader> ollamaReader(); // chat, generate, pull
std::unique_ptr<ReplyReader> koboldReader(); // NovelAI's as well
std::unique_ptr<ReplyReader> llamaReader();  // /completion
std::unique_ptr<ReplyReader> hordeReader();  // a job and how it stands

// Sets it where the value is a number that a count can be: 561, 561.0.
void readCount(std::optional<int> &field, const QJsonValue &value);
// A member of an event as it is spelt; Undefined if the event is not to be had in that form.
Json speltEvent(QByteArrayView bytes);
// `choices`' and others' numbers of OpenAI's shape.
void readOpenAiUsage(TokenUsage &usage, const QJsonValue &value);

} // namespace snug
