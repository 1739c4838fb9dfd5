#include "core/templates/templateprotocol.h"

#include "core/regex/framebytes.h"
#include "core/regex/workerprotocol.h"

namespace snug {

namespace {

constexpr std::uint32_t mostTemplates = 100'000; // in one reply

void write(FrameWriter &frame, const QString &text)
{
    frame.text({reinterpret_cast<const char16_t *>(text.utf16()), std::size_t(text.size())});
}

QString readText(FrameContents &frame)
{
    return QString::fromStdU16String(frame.text());
}

bool writeData(FrameWriter &frame, const TemplateData &data, int depth)
{
    if (depth > dataDepthLimit)
        return false;
    frame.byte(std::uint8_t(data.kind));
    frame.byte(
        std::uint8_t((data.printsLines ? 1 : 0) | (data.printsName ? 2 : 0) | (data.hasToJson ? 4 : 0)));
    frame.number(std::uint32_t(data.origin));
    switch (data.kind) {
    case TemplateData::Kind::Undefined:
    case TemplateData::Kind::Null:
        break;
    case TemplateData::Kind::Bool:
    case TemplateData::Kind::Number:
        frame.real(data.number);
        break;
    case TemplateData::Kind::Text:
        write(frame, data.text);
        break;
    case TemplateData::Kind::Function:
        write(frame, data.text);
        [[fallthrough]];
    case TemplateData::Kind::List:
        frame.number(std::uint32_t(data.items->size()));
        for (const TemplateData &item : *data.items) {
            if (!writeData(frame, item, depth + 1))
                return false;
        }
        break;
    case TemplateData::Kind::Object:
        frame.number(std::uint32_t(data.members->size()));
        for (const auto &[key, value] : *data.members) {
            write(frame, key);
            if (!writeData(frame, value, depth + 1))
                return false;
        }
        break;
    }
    return true;
}

// Nothing: what came makes no sense.
std::optional<TemplateData> readData(FrameContents &frame, int depth)
{
    const std::uint8_t kind = frame.byte();
    if (depth > dataDepthLimit || kind > std::uint8_t(TemplateData::Kind::Function) || frame.isBroken())
        return std::nullopt;
    TemplateData data;
    data.kind = TemplateData::Kind(kind);
    const std::uint8_t bits = frame.byte();
    data.printsLines = (bits & 1) != 0;
    data.printsName = (bits & 2) != 0;
    data.hasToJson = (bits & 4) != 0;
    data.origin = int(frame.number());
    switch (data.kind) {
    case TemplateData::Kind::Undefined:
    case TemplateData::Kind::Null:
        break;
    case TemplateData::Kind::Bool:
    case TemplateData::Kind::Number:
        data.number = frame.real();
        break;
    case TemplateData::Kind::Text:
        data.text = readText(frame);
        break;
    case TemplateData::Kind::Function:
        data.text = readText(frame);
        [[fallthrough]];
    case TemplateData::Kind::List: {
        TemplateData::Items items;
        for (std::uint32_t left = frame.number(); left > 0; --left) {
            std::optional<TemplateData> item = readData(frame, depth + 1);
            if (!item)
                return std::nullopt;
            items.push_back(std::move(*item));
        }
        data.items = std::make_shared<const TemplateData::Items>(std::move(items));
        break;
    }
    case TemplateData::Kind::Object: {
        TemplateData::Members members;
        for (std::uint32_t left = frame.number(); left > 0; --left) {
            QString key = readText(frame);
            std::optional<TemplateData> value = readData(frame, depth + 1);
            if (!value)
                return std::nullopt;
            members.emplace_back(std::move(key), std::move(*value));
        }
        data.members = std::make_shared<const TemplateData::Members>(std::move(members));
        break;
    }
    }
    return frame.isBroken() ? std::nullopt : std::optional(std::move(data));
}

std::optional<std::string> whole(FrameWriter &frame)
{
    return frame.size() > maximumFrame ? std::nullopt : std::optional(frame.frame());
}

} // namespace

std::optional<std::string> encodeRenderRequest(const TemplateRequest &request, std::uint64_t id)
{
    FrameWriter frame;
    frame.wide(id);
    write(frame, request.source);
    frame.byte(request.isStrict ? 1 : 0);
    write(frame, request.marker);
    frame.wide(request.seed);
    const TemplateLimits &limits = request.limits;
    for (const qint64 limit :
         {qint64(limits.loopItems), qint64(limits.methodText), qint64(limits.output), qint64(limits.depth),
          qint64(limits.stack), limits.steps, qint64(limits.memory), qint64(limits.milliseconds)})
        frame.wide(std::uint64_t(limit));
    frame.number(std::uint32_t(request.templates.size()));
    for (const NamedTemplate &other : request.templates) {
        write(frame, other.name);
        frame.byte(other.text ? 1 : 0);
        write(frame, other.text.value_or(QString()));
    }
    frame.number(std::uint32_t(request.context.size()));
    for (const auto &[name, value] : request.context) {
        write(frame, name);
        if (!writeData(frame, value, 0))
            return std::nullopt;
    }
    return whole(frame);
}

std::optional<NumberedRequest> decodeRenderRequest(std::string_view contents)
{
    FrameContents frame(contents);
    NumberedRequest numbered{.id = frame.wide()};
    TemplateRequest &request = numbered.request;
    request.source = readText(frame);
    request.isStrict = frame.byte() != 0;
    request.marker = readText(frame);
    request.seed = frame.wide();
    TemplateLimits &limits = request.limits;
    limits.loopItems = qsizetype(frame.wide());
    limits.methodText = qsizetype(frame.wide());
    limits.output = qsizetype(frame.wide());
    limits.depth = int(frame.wide());
    limits.stack = qintptr(frame.wide());
    limits.steps = qint64(frame.wide());
    limits.memory = qsizetype(frame.wide());
    limits.milliseconds = int(frame.wide());
    for (std::uint32_t left = frame.number(); left > 0 && !frame.isBroken(); --left) {
        NamedTemplate other{readText(frame), std::nullopt};
        const bool isThere = frame.byte() != 0;
        QString text = readText(frame);
        if (isThere)
            other.text = std::move(text);
        request.templates.append(std::move(other));
    }
    for (std::uint32_t left = frame.number(); left > 0; --left) {
        QString name = readText(frame);
        std::optional<TemplateData> value = readData(frame, 0);
        if (!value)
            return std::nullopt;
        request.context.emplace_back(std::move(name), std::move(*value));
    }
    return frame.isWhole() ? std::optional(std::move(numbered)) : std::nullopt;
}

std::optional<std::string> encodeRenderReply(const TemplateResult<RenderedText> &reply, std::uint64_t id)
{
    FrameWriter frame;
    frame.wide(id);
    frame.byte(reply ? 1 : 0);
    if (reply) {
        write(frame, reply->text);
        frame.number(std::uint32_t(reply->templates.size()));
        for (const QString &name : reply->templates)
            write(frame, name);
        frame.number(std::uint32_t(reply->spans.size()));
        for (const TemplateSpan &span : reply->spans) {
            frame.number(std::uint32_t(span.length));
            frame.number(std::uint32_t(span.origin));
            frame.number(std::uint32_t(span.line));
            frame.number(std::uint32_t(span.templateIndex));
        }
        return whole(frame);
    }
    const TemplateError &error = reply.error();
    frame.byte(std::uint8_t(error.kind));
    write(frame, error.reason);
    write(frame, error.templateName);
    frame.number(std::uint32_t(error.line));
    frame.number(std::uint32_t(error.column));
    write(frame, error.name);
    write(frame, error.rule);
    frame.wide(std::uint64_t(error.limit));
    frame.wide(std::uint64_t(error.got));
    return whole(frame);
}

std::optional<TemplateResult<RenderedText>> decodeRenderReply(std::string_view contents, std::uint64_t id)
{
    FrameContents frame(contents);
    if (frame.wide() != id)
        return std::nullopt;
    if (frame.byte() == 0) {
        TemplateError error;
        const std::uint8_t kind = frame.byte();
        if (kind > std::uint8_t(TemplateError::Kind::EngineFailed))
            return std::nullopt;
        error.kind = TemplateError::Kind(kind);
        error.reason = readText(frame);
        error.templateName = readText(frame);
        error.line = int(frame.number());
        error.column = int(frame.number());
        error.name = readText(frame);
        error.rule = readText(frame);
        error.limit = qint64(frame.wide());
        error.got = qint64(frame.wide());
        if (!frame.isWhole())
            return std::nullopt;
        return TemplateResult<RenderedText>(std::unexpected(std::move(error)));
    }
    RenderedText rendered{.text = readText(frame), .spans = {}, .templates = {}};
    std::uint32_t left = frame.number();
    if (left > mostTemplates)
        return std::nullopt;
    for (; left > 0 && !frame.isBroken(); --left)
        rendered.templates.append(readText(frame));
    const std::uint32_t spans = frame.number();
    if (spans > frame.left() / 16)
        return std::nullopt;
    qsizetype end = 0;
    for (std::uint32_t i = 0; i < spans; ++i) {
        TemplateSpan span{.start = end, .length = qsizetype(frame.number())};
        span.origin = int(frame.number());
        span.line = int(frame.number());
        span.templateIndex = int(frame.number());
        end = span.end();
        if (span.length == 0 || end > rendered.text.size() || span.origin < -1 || span.line < 0 ||
            span.templateIndex < 0 || span.templateIndex >= rendered.templates.size())
            return std::nullopt;
        rendered.spans.append(span);
    }
    if (!frame.isWhole() || end != rendered.text.size())
        return std::nullopt;
    return TemplateResult<RenderedText>(std::move(rendered));
}

} // namespace snug
