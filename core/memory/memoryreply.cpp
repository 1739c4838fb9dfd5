#include "core/memory/memoryreply.h"

#include "core/formats/jsontext.h"
#include "core/memory/replytext.h"
#include "core/model/whitespace.h"

#include <QCoreApplication>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct FaultWords
{
    ReplyFault fault;
    const char16_t *code;
    bool isWorthRetrying;
    const char *text;
};

constexpr FaultWords faultWords[] = {
    {ReplyFault::EmptyOrInvalid, u"EMPTY_OR_INVALID", false,
     QT_TRANSLATE_NOOP("MemoryReply", "The answer holds no text. Try again, or choose another model.")},
    {ReplyFault::NoJsonBlock, u"NO_JSON_BLOCK", true,
     QT_TRANSLATE_NOOP("MemoryReply", "The answer holds no JSON. Try again, or write the memory by hand.")},
    {ReplyFault::Unbalanced, u"UNBALANCED", false,
     QT_TRANSLATE_NOOP(
         "MemoryReply",
         "The answer's brackets or quotes are not closed; it was probably cut off. Allow a longer "
         "answer and try again, or complete it by hand.")},
    {ReplyFault::IncompleteSentence, u"INCOMPLETE_SENTENCE", false,
     QT_TRANSLATE_NOOP(
         "MemoryReply",
         "The answer holds no usable memory and does not end with a sentence. Allow a longer answer "
         "and try again, or correct it by hand.")},
    {ReplyFault::MissingContent, u"MISSING_FIELDS_CONTENT", false,
     QT_TRANSLATE_NOOP("MemoryReply", "The answer has no “content”. Try again, or add it by hand.")},
    {ReplyFault::MissingTitle, u"MISSING_FIELDS_TITLE", false,
     QT_TRANSLATE_NOOP("MemoryReply", "The answer has no “title”. Try again, or add it by hand.")},
    {ReplyFault::InvalidKeywords, u"INVALID_KEYWORDS", false,
     QT_TRANSLATE_NOOP("MemoryReply",
                       "The answer's “keywords” are not a list. Try again, or correct them by hand.")},
    {ReplyFault::Malformed, u"MALFORMED", false,
     QT_TRANSLATE_NOOP("MemoryReply", "The answer is not valid JSON. Accept the repaired form, correct it by "
                                      "hand, or try again.")},
    {ReplyFault::ProviderTruncation, u"PROVIDER_TRUNCATION", true,
     QT_TRANSLATE_NOOP("MemoryReply",
                       "The provider ended the answer at its length limit. Allow a longer answer, "
                       "or mark a shorter scene.")},
    {ReplyFault::ProviderTruncationFlag, u"PROVIDER_TRUNCATION_FLAG", true,
     QT_TRANSLATE_NOOP("MemoryReply",
                       "The provider says that it cut the answer. Allow a longer answer, or mark a "
                       "shorter scene.")},
};

const FaultWords &wordsFor(ReplyFault fault)
{
    return *std::ranges::find(faultWords, fault, &FaultWords::fault);
}

// As JavaScript takes a value for true.
bool isTruthy(const Json &value)
{
    switch (value.type()) {
    case Json::Type::Undefined:
    case Json::Type::Null:
        return false;
    case Json::Type::Bool:
        return value.toBool();
    case Json::Type::Number:
        return value.toDouble() != 0;
    case Json::Type::String:
        return !value.toText().isEmpty();
    case Json::Type::Array:
    case Json::Type::Object:
        return true;
    }
    Q_UNREACHABLE_RETURN(false);
}

QString textOf(const Json &value)
{
    const QString text = value.isString() ? value.toText() : QString::fromUtf8(writeJsonLine(value));
    return javaScriptTrimmed(text).toString();
}

Json withoutRepeats(const Json &value)
{
    if (value.isArray()) {
        Json list = Json::array();
        for (const Json &item : value.items())
            list.append(withoutRepeats(item));
        return list;
    }
    if (!value.isObject())
        return value;
    Json object = Json::object();
    for (const Json::Member &member : value.members())
        object.set(member.key, withoutRepeats(member.value));
    return object;
}

QString firstTextBlock(const Json &blocks)
{
    for (const Json &block : blocks.items()) {
        const std::optional<QString> text = block.value(u"text").asString();
        if (text && block.value(u"type").toText(u"text"_s) == u"text")
            return *text;
    }
    return {};
}

// Strictly, else without what models like to add.
std::optional<Json> parsed(const QString &candidate)
{
    if (const Result<Json> strict = parseJson(candidate.toUtf8()))
        return *strict;
    if (const Result<Json> forgiven = parseJson(withoutCommentsAndCommas(candidate).toUtf8()))
        return *forgiven;
    return {};
}

ReplyFault faultOf(const QString &text, std::optional<ReplyFault> fieldFault)
{
    if (!text.contains(u'{') && !text.contains(u'['))
        return ReplyFault::NoJsonBlock;
    if (!isBalanced(text))
        return ReplyFault::Unbalanced;
    if (isCutOff(text))
        return ReplyFault::IncompleteSentence;
    return fieldFault.value_or(ReplyFault::Malformed);
}

std::expected<MemoryReply, ReplyFault> readText(const QString &text)
{
    if (text.isEmpty())
        return std::unexpected(ReplyFault::EmptyOrInvalid);
    const QString cleaned = cleanedReply(text);
    std::optional<ReplyFault> fieldFault;
    for (const QString &candidate : jsonCandidates(cleaned)) {
        const std::optional<Json> value = parsed(candidate);
        if (!value)
            continue;
        std::expected<MemoryReply, ReplyFault> memory = memoryFromJson(*value);
        if (memory)
            return memory;
        fieldFault = memory.error();
    }
    return std::unexpected(faultOf(cleaned, fieldFault));
}

} // namespace

QString replyFaultCode(ReplyFault fault)
{
    return QString::fromUtf16(wordsFor(fault).code);
}

QString replyFaultText(ReplyFault fault)
{
    return QCoreApplication::translate("MemoryReply", wordsFor(fault).text);
}

bool isWorthRetrying(ReplyFault fault)
{
    return wordsFor(fault).isWorthRetrying;
}

QString replyText(const Json &answer)
{
    if (answer.isString())
        return answer.toText();
    if (answer.isArray())
        return firstTextBlock(answer);
    const Json content = answer.value(u"content");
    if (content.isArray())
        return firstTextBlock(content);
    if (content.isString())
        return content.toText();
    QString joined;
    const Json parts = answer.value(u"candidates").at(0).value(u"content").value(u"parts");
    for (const Json &part : parts.items())
        joined += part.value(u"text").asString().value_or(QString());
    return joined;
}

QString cleanedReply(QStringView text)
{
    static const QRegularExpression think(u"<think>[\\s\\S]*?</think>"_s,
                                          QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression invisible(u"[\\x{200b}-\\x{200d}\\x{2060}\\x{feff}]"_s);
    QString cleaned = javaScriptTrimmed(text).toString();
    cleaned.remove(think).replace(u"\r\n"_s, u"\n"_s).remove(invisible);
    return javaScriptTrimmed(cleaned).toString();
}

std::expected<MemoryReply, ReplyFault> readMemoryReply(const QString &text, const ReplyEnding &ending)
{
    std::expected<MemoryReply, ReplyFault> read = readText(text);
    if (read) // complete, whatever the provider thinks
        return read;
    const QString reason = ending.finishReason.toLower();
    if (reason.contains(u"length") || reason.contains(u"max"))
        return std::unexpected(ReplyFault::ProviderTruncation);
    if (ending.saysTruncated)
        return std::unexpected(ReplyFault::ProviderTruncationFlag);
    return read;
}

std::expected<MemoryReply, ReplyFault> readMemoryReply(const Json &answer, const ReplyEnding &ending)
{
    return readMemoryReply(replyText(answer), ending);
}

std::expected<MemoryReply, ReplyFault> memoryFromJson(const Json &value)
{
    Json content = value.value(u"content");
    for (const QStringView otherName : {QStringView(u"summary"), QStringView(u"memory_content")}) {
        if (!isTruthy(content))
            content = value.value(otherName);
    }
    if (!isTruthy(content))
        return std::unexpected(ReplyFault::MissingContent);
    const Json title = value.value(u"title");
    if (!isTruthy(title))
        return std::unexpected(ReplyFault::MissingTitle);
    const Json keywords = value.value(u"keywords");
    if (!keywords.isArray())
        return std::unexpected(ReplyFault::InvalidKeywords);
    MemoryReply memory{withoutRepeats(value), textOf(content), textOf(title), {}};
    for (const Json &keyword : keywords.items()) {
        const QString text = javaScriptTrimmed(keyword.asString().value_or(QString())).toString();
        if (!text.isEmpty())
            memory.keywords.append(text);
    }
    return memory;
}

} // namespace snug
