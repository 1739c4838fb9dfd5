// A provider's answer says the same however its bytes are cut, and always says how it ended.
#include "core/wire/wiredialect.h"
#include "tests/fuzz/fuzzing.h"

#include <algorithm>

using namespace snug;

namespace {

struct Said
{
    QString text;
    QString reasoning;
    QList<StreamEvent> others; // numbers, what goes back, the end
    bool operator==(const Said &) const = default;
};

void add(Said &said, const QList<StreamEvent> &events)
{
    for (const StreamEvent &event : events) {
        if (const auto *text = std::get_if<TextDelta>(&event))
            said.text += text->text;
        else if (const auto *reasoning = std::get_if<ReasoningDelta>(&event))
            said.reasoning += reasoning->text;
        else
            said.others.append(event);
    }
}

// `step`: bytes a push.
Said decoded(const QByteArray &bytes, WireDialect dialect, ThinkTagsIn tags, qsizetype step)
{
    const auto decoder = decoderFor(dialect, tags);
    Said said;
    for (qsizetype at = 0; at < bytes.size(); at += step)
        add(said, decoder->push(QByteArrayView(bytes).sliced(at, std::min(step, bytes.size() - at))));
    add(said, decoder->end());
    return said;
}

void playStream(const QByteArray &bytes, std::initializer_list<WireDialect> dialects)
{
    if (bytes.size() < 2)
        return;
    const auto dialect = *(dialects.begin() + (uchar(bytes[0]) >> 1) % dialects.size());
    const auto tags = bytes[0] & 1 ? ThinkTagsIn::Split : ThinkTagsIn::Keep;
    const qsizetype step = 1 + uchar(bytes[1]) % 64;
    const QByteArray answer = bytes.sliced(2);
    const Said whole = decoded(answer, dialect, tags, answer.size() + 1);
    const auto isEnd = [](const StreamEvent &event) { return std::holds_alternative<Finished>(event); };
    promise(std::ranges::count_if(whole.others, isEnd) == 1);
    promise(isEnd(whole.others.last()));
    promise(decoded(answer, dialect, tags, step) == whole);
    for (const StreamEvent &event : whole.others) {
        const auto *report = std::get_if<OpaqueReport>(&event);
        for (const OpaqueItem &item : report ? report->items : QList<OpaqueItem>())
            promise(item.textAt >= 0 && item.textAt + item.textSize <= whole.text.size());
    }
}

} // namespace

FUZZ_TARGET(stream)
{
    playStream(bytes, {WireDialect::OpenAiChat, WireDialect::LlamaCompletion});
}

FUZZ_TARGET(responsesstream)
{
    playStream(bytes, {WireDialect::OpenAiResponses});
}

FUZZ_TARGET(anthropicstream)
{
    playStream(bytes, {WireDialect::Anthropic});
}

FUZZ_TARGET(geministream)
{
    playStream(bytes, {WireDialect::Gemini});
}

FUZZ_TARGET(coherestream)
{
    playStream(bytes, {WireDialect::Cohere});
}

FUZZ_TARGET(localstream)
{
    playStream(bytes, {WireDialect::OllamaChat, WireDialect::OllamaPull, WireDialect::KoboldGenerate,
                       WireDialect::NovelAi});
}
