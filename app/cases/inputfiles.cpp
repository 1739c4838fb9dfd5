#include "app/cases/inputfiles.h"

#include "core/formats/card.h"
#include "core/formats/cardpng.h"
#include "core/formats/chatjsonl.h"
#include "core/formats/conversation.h"
#include "core/formats/framingcharacter.h"
#include "core/formats/framingrules.h"
#include "core/formats/groupfile.h"
#include "core/formats/jsontext.h"
#include "core/formats/personas.h"
#include "core/formats/preset.h"
#include "core/formats/prompttemplate.h"
#include "core/formats/regexscripts.h"
#include "core/formats/textpreset.h"
#include "core/formats/texttemplates.h"
#include "core/formats/worldinfo.h"

#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

Result<QByteArray> readInputFile(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(file.errorString(), {}, path);
    const QByteArray bytes = file.readAll();
    if (file.error() != QFileDevice::NoError)
        return failure(file.errorString(), {}, path);
    return bytes;
}

static std::unexpected<Error> inFile(const Error &error, const QString &path)
{
    return std::unexpected(error.inFile(path));
}

Result<Json> readJsonFile(const QString &path)
{
    const Result<QByteArray> bytes = readInputFile(path);
    if (!bytes)
        return std::unexpected(bytes.error());
    Result<Json> json = parseJson(*bytes);
    if (!json)
        return inFile(json.error(), path);
    return json;
}

Result<Card> readCardFile(const QString &path)
{
    const Result<QByteArray> bytes = readInputFile(path);
    if (!bytes)
        return std::unexpected(bytes.error());
    const Result<CardReading> reading = bytes->startsWith("\x89PNG") ? readCardPng(*bytes) : readCard(*bytes);
    if (const Result<Json> document = parseJson(*bytes); document && isFramingCharacter(*document))
        return framingCardFromJson(*document).card;
    if (!reading)
        return inFile(reading.error(), path);
    return reading->card;
}

Result<Persona> readPersonaFile(const QString &path)
{
    const Result<QByteArray> bytes = readInputFile(path);
    if (!bytes)
        return std::unexpected(bytes.error());
    const Result<PersonasReading> reading = readPersonas(*bytes);
    if (!reading)
        return inFile(reading.error(), path);
    if (reading->personas.isEmpty())
        return failure(u"holds no persona"_s, {}, path);
    const auto chosen = std::ranges::find(reading->personas, reading->defaultAvatar, &Persona::avatar);
    return chosen == reading->personas.cend() ? reading->personas.first() : *chosen;
}

Result<Preset> readPresetFile(const QString &path)
{
    const Result<QByteArray> bytes = readInputFile(path);
    if (!bytes)
        return std::unexpected(bytes.error());
    const Result<PresetReading> reading = readPreset(*bytes, QFileInfo(path).completeBaseName());
    if (!reading)
        return inFile(reading.error(), path);
    return reading->preset;
}

// Reads the file at `path` with one of the template readers.
template <typename Read> static auto readNamed(const QString &path, Read read) -> decltype(read({}, {}))
{
    const Result<QByteArray> bytes = readInputFile(path);
    if (!bytes)
        return std::unexpected(bytes.error());
    auto reading = read(*bytes, QFileInfo(path).completeBaseName());
    if (!reading)
        return inFile(reading.error(), path);
    return reading;
}

Result<ContextTemplate> readContextFile(const QString &path)
{
    return readNamed(path, readContextTemplate).transform([](const auto &reading) { return reading.value; });
}

Result<InstructTemplate> readInstructFile(const QString &path)
{
    return readNamed(path, readInstructTemplate).transform([](const auto &reading) { return reading.value; });
}

Result<SystemPrompt> readSystemPromptFile(const QString &path)
{
    return readNamed(path, readSystemPrompt).transform([](const auto &reading) { return reading.value; });
}

Result<TextPreset> readTextPresetFile(const QString &path)
{
    return readNamed(path, readTextPreset).transform([](const auto &reading) { return reading.preset; });
}

Result<PromptTemplate> readTemplateFile(const QString &path)
{
    return readNamed(path, readPromptTemplateOrText).transform([](const auto &reading) {
        return reading.value;
    });
}

Result<Lorebook> readLorebookFile(const QString &path, const QString &name)
{
    const Result<QByteArray> bytes = readInputFile(path);
    if (!bytes)
        return std::unexpected(bytes.error());
    const Result<LorebookReading> reading =
        readWorldInfo(*bytes, name.isEmpty() ? QFileInfo(path).completeBaseName() : name);
    if (!reading)
        return inFile(reading.error(), path);
    return reading->book;
}

Result<Group> readGroupFile(const QString &path)
{
    const Result<QByteArray> bytes = readInputFile(path);
    if (!bytes)
        return std::unexpected(bytes.error());
    const Result<GroupReading> reading = readGroup(*bytes, QFileInfo(path).completeBaseName());
    if (!reading)
        return inFile(reading.error(), path);
    return reading->group;
}

Result<Chat> readChatFile(const QString &path)
{
    const Result<QByteArray> bytes = readInputFile(path);
    if (!bytes)
        return std::unexpected(bytes.error());
    if (const Result<Json> document = parseJson(*bytes); document && isConversation(*document))
        return chatFromConversation(*document, {}, {}).chat;
    ChatReading reading = readChat(*bytes, QFileInfo(path).completeBaseName());
    if (!reading.warnings.isEmpty() && reading.chat.messages.isEmpty())
        return inFile(reading.warnings.first(), path);
    return reading.chat;
}

Result<QList<RegexScript>> readRegexFile(const QString &path)
{
    const Result<QByteArray> bytes = readInputFile(path);
    if (!bytes)
        return std::unexpected(bytes.error());
    const Result<RegexScriptsReading> reading = readRegexScripts(*bytes);
    if (!reading)
        return inFile(reading.error(), path);
    return reading->scripts;
}

Result<RulesAndScripts> readRulesOrScripts(const QString &path)
{
    const Result<QByteArray> bytes = readInputFile(path);
    if (!bytes)
        return std::unexpected(bytes.error());
    if (const Result<Json> document = parseJson(*bytes); document && isFramingRules(*document))
        return RulesAndScripts{{}, readFramingRules(*bytes)->rules};
    return readRegexFile(path).transform(
        [](const QList<RegexScript> &scripts) { return RulesAndScripts{scripts, {}}; });
}

Chat chatWithGreeting(const Card &card)
{
    Chat chat;
    const QString greeting =
        card.firstMessage.isEmpty() ? card.alternateGreetings.value(0) : card.firstMessage;
    if (greeting.isEmpty())
        return chat;
    Message message;
    message.name = card.name;
    message.text = greeting;
    chat.messages.append(message);
    return chat;
}

} // namespace snug
