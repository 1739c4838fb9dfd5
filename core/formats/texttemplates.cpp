#include "core/formats/texttemplates.h"

#include "core/formats/jsontext.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString trTextTemplates(const char *text)
{
    return QCoreApplication::translate("TextTemplates", text);
}

struct NamesCodec
{
    static constexpr std::array words{QLatin1StringView("none"), QLatin1StringView("force"),
                                      QLatin1StringView("always")};

    static bool decode(const Json &json, InstructTemplate::Names &value)
    {
        const QString word = json.toText();
        const auto found = std::ranges::find_if(words, [&](QLatin1StringView each) { return each == word; });
        if (!json.isString() || found == words.end())
            return false;
        value = InstructTemplate::Names(found - words.begin());
        return true;
    }
    static Json encode(InstructTemplate::Names value, const Json &)
    {
        return Json(QString(words.at(std::size_t(value))));
    }
    static QString expected(InstructTemplate::Names)
    {
        return trTextTemplates(QT_TRANSLATE_NOOP("TextTemplates", "none, force or always"));
    }
};

template <typename Fields> void fieldsOf(Fields &f, const ContextTemplate *)
{
    f.field(u"name"_s, &ContextTemplate::name);
    f.field(u"story_string"_s, &ContextTemplate::storyString);
    f.field(u"example_separator"_s, &ContextTemplate::exampleSeparator);
    f.field(u"chat_start"_s, &ContextTemplate::chatStart);
    f.field(u"use_stop_strings"_s, &ContextTemplate::usesStopStrings);
    f.field(u"names_as_stop_strings"_s, &ContextTemplate::stopsAtNames);
    f.field(u"story_string_position"_s, &ContextTemplate::storyPlace,
            NumberEnumCodec<ContextTemplate::Place::Top, ContextTemplate::Place::BeforePrompt>());
    f.field(u"story_string_depth"_s, &ContextTemplate::storyDepth);
    f.field(u"story_string_role"_s, &ContextTemplate::storyRole, RoleNumberCodec());
    f.field(u"always_force_name2"_s, &ContextTemplate::alwaysAddsName);
    f.field(u"trim_sentences"_s, &ContextTemplate::trimsSentences);
    f.field(u"single_line"_s, &ContextTemplate::isSingleLine);
}

template <typename Fields> void fieldsOf(Fields &f, const InstructTemplate *)
{
    f.field(u"name"_s, &InstructTemplate::name);
    f.field(u"input_sequence"_s, &InstructTemplate::inputSequence);
    f.field(u"output_sequence"_s, &InstructTemplate::outputSequence);
    f.field(u"first_output_sequence"_s, &InstructTemplate::firstOutputSequence);
    f.field(u"last_output_sequence"_s, &InstructTemplate::lastOutputSequence);
    f.field(u"first_input_sequence"_s, &InstructTemplate::firstInputSequence);
    f.field(u"last_input_sequence"_s, &InstructTemplate::lastInputSequence);
    f.field(u"system_sequence"_s, &InstructTemplate::systemSequence);
    f.field(u"last_system_sequence"_s, &InstructTemplate::lastSystemSequence);
    f.field(u"input_suffix"_s, &InstructTemplate::inputSuffix);
    f.field(u"output_suffix"_s, &InstructTemplate::outputSuffix);
    f.field(u"system_suffix"_s, &InstructTemplate::systemSuffix);
    f.field(u"story_string_prefix"_s, &InstructTemplate::storyPrefix);
    f.field(u"story_string_suffix"_s, &InstructTemplate::storySuffix);
    f.field(u"stop_sequence"_s, &InstructTemplate::stopSequence);
    f.field(u"sequences_as_stop_strings"_s, &InstructTemplate::stopsAtSequences);
    f.field(u"wrap"_s, &InstructTemplate::wraps);
    f.field(u"macro"_s, &InstructTemplate::expandsMacros);
    f.field(u"names_behavior"_s, &InstructTemplate::names, NamesCodec());
    f.field(u"system_same_as_user"_s, &InstructTemplate::isSystemLikeUser);
    f.field(u"user_alignment_message"_s, &InstructTemplate::userAlignmentMessage);
    f.field(u"skip_examples"_s, &InstructTemplate::skipsExamples);
    f.field(u"activation_regex"_s, &InstructTemplate::activationPattern);
}

template <typename Fields> void fieldsOf(Fields &f, const SystemPrompt *)
{
    f.field(u"name"_s, &SystemPrompt::name);
    f.field(u"content"_s, &SystemPrompt::content);
    f.field(u"post_history"_s, &SystemPrompt::postHistory, AbsentCodec());
}

void readOldTemplateKeys(const Json &, ContextTemplate &)
{
}

void readOldTemplateKeys(const Json &, SystemPrompt &)
{
}

// Keys that older versions wrote, by their new meaning.
void readOldTemplateKeys(const Json &object, InstructTemplate &instruct)
{
    const auto take = [&object](const QString &old, const QString &now, QString &text) {
        if (!object.contains(now) && object.value(old).isString())
            text = object.value(old).toText();
    };
    take(u"separator_sequence"_s, u"output_suffix"_s, instruct.outputSuffix);
    take(u"system_sequence_prefix"_s, u"story_string_prefix"_s, instruct.storyPrefix);
    take(u"system_sequence_suffix"_s, u"story_string_suffix"_s, instruct.storySuffix);
    if (object.contains(u"names_behavior") ||
        !(object.contains(u"names") || object.contains(u"names_force_groups")))
        return;
    instruct.names = object.value(u"names").toBool()                ? InstructTemplate::Names::Always
                     : object.value(u"names_force_groups").toBool() ? InstructTemplate::Names::Force
                                                                    : InstructTemplate::Names::None;
}

template <typename T> TemplateReading<T> readingOf(const Json &document)
{
    TemplateReading<T> reading;
    const Place root;
    FieldReader reader(document, reading.value, root, reading.warnings);
    fieldsOf(reader, static_cast<const T *>(nullptr));
    readOldTemplateKeys(document, reading.value);
    reading.value.source = document;
    return reading;
}

template <typename T>
Result<TemplateReading<T>> read(const QByteArray &bytes, const QString &name, QStringView needed,
                                const char *wrongFile)
{
    const Result<Json> document = parseJson(bytes);
    if (!document)
        return std::unexpected(document.error());
    if (!document->isObject() || !document->contains(needed))
        return failure(trTextTemplates(wrongFile));
    TemplateReading<T> reading = readingOf<T>(*document);
    if (reading.value.name.isEmpty())
        reading.value.name = name;
    return reading;
}

template <typename T> QByteArray write(const T &value)
{
    const bool isNew = !value.source.isObject();
    T before = readingOf<T>(value.source).value;
    if (!isNew && before.name.isEmpty()) // came from the file's name
        before.name = value.name;
    const Json document =
        writtenFields(value, before, [](auto &writer) { fieldsOf(writer, static_cast<const T *>(nullptr)); });
    return isNew ? writeJson(document, JsonStyle{.indent = 4}) : writeJson(document);
}

template <typename T> T inSettings(const Json &object)
{
    T value = readingOf<T>(object).value;
    if (value.name.isEmpty())
        value.name = object.value(u"preset").toText();
    return value;
}

} // namespace

Result<TemplateReading<ContextTemplate>> readContextTemplate(const QByteArray &bytes, const QString &name)
{
    return read<ContextTemplate>(bytes, name, u"story_string",
                                 QT_TRANSLATE_NOOP("TextTemplates", "this is not a context template"));
}

Result<TemplateReading<InstructTemplate>> readInstructTemplate(const QByteArray &bytes, const QString &name)
{
    return read<InstructTemplate>(bytes, name, u"input_sequence",
                                  QT_TRANSLATE_NOOP("TextTemplates", "this is not an instruct template"));
}

Result<TemplateReading<SystemPrompt>> readSystemPrompt(const QByteArray &bytes, const QString &name)
{
    return read<SystemPrompt>(bytes, name, u"content",
                              QT_TRANSLATE_NOOP("TextTemplates", "this is not a system prompt"));
}

QByteArray writeContextTemplate(const ContextTemplate &value)
{
    return write(value);
}

QByteArray writeInstructTemplate(const InstructTemplate &value)
{
    return write(value);
}

QByteArray writeSystemPrompt(const SystemPrompt &value)
{
    return write(value);
}

ContextTemplate contextTemplateOf(const Json &object)
{
    return inSettings<ContextTemplate>(object);
}

InstructTemplate instructTemplateOf(const Json &object)
{
    return inSettings<InstructTemplate>(object);
}

SystemPrompt systemPromptOf(const Json &object)
{
    return inSettings<SystemPrompt>(object);
}

ContextTemplate builtInContextTemplate()
{
    ContextTemplate context;
    context.name = u"ChatML"_s;
    context.storyString = u"{{#if anchorBefore}}{{anchorBefore}}\n{{/if}}"
                          "{{#if system}}{{system}}\n\n{{/if}}"
                          "{{#if wiBefore}}{{wiBefore}}\n{{/if}}"
                          "{{#if description}}# {{char}}\n{{description}}\n{{/if}}"
                          "{{#if personality}}In short: {{personality}}\n{{/if}}"
                          "{{#if persona}}# {{user}}\n{{persona}}\n{{/if}}"
                          "{{#if scenario}}# The scene\n{{scenario}}\n{{/if}}"
                          "{{#if wiAfter}}{{wiAfter}}\n{{/if}}"
                          "{{#if anchorAfter}}{{anchorAfter}}\n{{/if}}{{trim}}"_s;
    context.exampleSeparator.clear(); // turns are marked anyway
    context.chatStart.clear();
    context.usesStopStrings = false;
    return context;
}

InstructTemplate builtInInstructTemplate()
{
    InstructTemplate instruct;
    instruct.name = u"ChatML"_s;
    instruct.inputSequence = u"<|im_start|>user"_s;
    instruct.outputSequence = u"<|im_start|>assistant"_s;
    instruct.systemSequence = instruct.storyPrefix = u"<|im_start|>system"_s;
    instruct.inputSuffix = instruct.outputSuffix = instruct.systemSuffix = instruct.storySuffix =
        u"<|im_end|>\n"_s;
    instruct.stopSequence = u"<|im_end|>"_s;
    return instruct;
}

} // namespace snug
