// A provider's answer says the same however its bytes are cut, and always says how it ended.
#include "core/wire/openaidecoder.h"
#include "tests/fuzz/fuzzing.h"

#include <algorithm>

using namespace snug;

namespace {

struct Said
{
    QString text;
    QString reasoning;
    QList<TokenUsage> usage;
    QList<Finished> ends;
    bool operator==(const Said &) const = default;
};

void add(Said &said, const QList<StreamEvent> &events)
{
    for (const StreamEvent &event : events) {
        if (const auto *text = std::get_if<TextDelta>(&event))
            said.text += text->text;
        else if (const auto *reasoning = std::get_if<ReasoningDelta>(&event))
            said.reasoning += reasoning->text;
        else if (const auto *usage = std::get_if<UsageReport>(&event))
            said.usage.append(usage->usage);
        else
            said.ends.append(std::get<Finished>(event));
    }
}

// `step`: bytes a push.
Said decoded(const QByteArray &bytes, OpenAiDecoder::Tags tags, OpenAiDecoder::Shape shape, qsizetype step)
{
    OpenAiDecoder decoder(tags, shape);
    Said said;
    for (qsizetype at = 0; at < bytes.size(); at += step)
        add(said, decoder.push(QByteArrayView(bytes).sliced(at, std::min(step, bytes.size() - at))));
    add(said, decoder.end());
    return said;
}

} // namespace

FUZZ_TARGET(stream)
{
    if (bytes.size() < 2)
        return;
    const auto tags = bytes[0] & 1 ? OpenAiDecoder::Tags::Split : OpenAiDecoder::Tags::Keep;
    const auto shape = bytes[0] & 2 ? OpenAiDecoder::Shape::OpenAi : OpenAiDecoder::Shape::Native;
    const qsizetype step = 1 + uchar(bytes[1]) % 64;
    const QByteArray answer = bytes.sliced(2);
    const Said whole = decoded(answer, tags, shape, answer.size() + 1);
    promise(whole.ends.size() == 1);
    promise(decoded(answer, tags, shape, step) == whole);
}
