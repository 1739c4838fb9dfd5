#include "app/cases/sillytaverncase.h"

#include "app/cases/inputfiles.h"
#include "app/cases/sillytavernsettings.h"
#include "core/prompt/assemble.h"
#include "core/tokens/loadtokenizer.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Stops at the first thing that is wrong.
class CaseReader
{
public:
    explicit CaseReader(const QString &folder)
        : m_folder(folder)
    {
    }

    Result<SillyTavernCase> read();

private:
    Result<void> readFiles(const Json &files);
    Result<void> readBooks(const Json &worlds);
    Result<void> readInput(const Json &input);
    QString path(const QString &name) const { return m_folder.filePath(name); }
    std::unexpected<Error> wrong(const QString &what, const QString &place) const
    {
        return failure(what, place, path(u"case.json"_s));
    }

    QDir m_folder;
    SillyTavernCase m_case;
};

template <typename T, typename Read> Result<void> into(T &target, const Result<Read> &read)
{
    if (!read)
        return std::unexpected(read.error());
    target = *read;
    return {};
}

Result<void> CaseReader::readFiles(const Json &files)
{
    PromptInputs &inputs = m_case.inputs;
    for (const Json::Member &file : files.members()) {
        const QString name = path(file.value.toText());
        Result<void> done;
        if (file.key == u"character")
            done = into(inputs.card, readCardFile(name));
        else if (file.key == u"character_png") // the same card once more
            done = inputs.card ? Result<void>() : into(inputs.card, readCardFile(name));
        else if (file.key == u"persona")
            done = into(inputs.persona, readPersonaFile(name));
        else if (file.key == u"preset")
            done = into(inputs.preset, readPresetFile(name));
        else if (file.key == u"context" && inputs.textCompletion)
            done = into(inputs.textCompletion->context, readContextFile(name));
        else if (file.key == u"instruct" && inputs.textCompletion)
            done = into(inputs.textCompletion->instruct, readInstructFile(name));
        else if (file.key == u"sysprompt" && inputs.textCompletion)
            done = into(inputs.textCompletion->systemPrompt, readSystemPromptFile(name));
        else if (file.key == u"chat")
            done = into(inputs.chat, readChatFile(name));
        else if (file.key == u"world")
            done = readBooks(file.value);
        else
            return wrong(u"files of this kind are not used in this version"_s, u"files."_s + file.key);
        if (!done)
            return done;
    }
    if (inputs.card)
        inputs.avatar = inputs.card->name + u".png"_s;
    if (inputs.card && !files.contains(u"chat"))
        inputs.chat = chatWithGreeting(*inputs.card);
    return {};
}

Result<void> CaseReader::readBooks(const Json &worlds)
{
    if (!worlds.isArray())
        return wrong(u"expected an array, found %1"_s.arg(worlds.typeName()), u"files.world"_s);
    for (qsizetype i = 0; i < worlds.size(); ++i) {
        const Json world = worlds.at(i);
        const QString scope = world.value(u"scope").toText();
        static const QMap<QString, ActiveLorebook::Scope> scopes{
            {u"global"_s, ActiveLorebook::Scope::Global},
            {u"character"_s, ActiveLorebook::Scope::Character},
            {u"chat"_s, ActiveLorebook::Scope::Chat},
            {u"persona"_s, ActiveLorebook::Scope::Persona}};
        if (!scopes.contains(scope))
            return wrong(u"unknown scope “%1”"_s.arg(scope), u"files.world.%1.scope"_s.arg(i));
        const Result<Lorebook> book =
            readLorebookFile(path(world.value(u"file").toText()), world.value(u"name").toText());
        if (!book)
            return std::unexpected(book.error());
        m_case.inputs.lorebooks.append({*book, scopes.value(scope)});
    }
    return {};
}

Result<void> CaseReader::readInput(const Json &input)
{
    PromptInputs &inputs = m_case.inputs;
    static const QStringList known{u"user_name"_s, u"user_text"_s,    u"generation_type"_s,
                                   u"model"_s,     u"context_size"_s, u"max_tokens"_s,
                                   u"now"_s,       u"quiet_prompt"_s};
    for (const Json::Member &member : input.members()) {
        if (!known.contains(member.key))
            return wrong(u"this input is not available in this version"_s, u"input."_s + member.key);
    }
    const QString type = input.value(u"generation_type").toText(u"normal"_s);
    const std::optional<GenerationType> generation = generationTypeFromName(type);
    if (!generation)
        return wrong(u"unknown type “%1”"_s.arg(type), u"input.generation_type"_s);
    inputs.type = *generation;
    inputs.userName = input.value(u"user_name").toText();
    inputs.userText = input.value(u"user_text").toText();
    inputs.quietPrompt = input.value(u"quiet_prompt").toText();
    inputs.model = input.value(u"model").toText();
    // The control that the cases were made with goes no lower (NOTES, section 9).
    inputs.contextSize = input.value(u"context_size").toInt();
    if (inputs.contextSize > 0)
        inputs.contextSize = std::max(512, inputs.contextSize);
    inputs.maxTokens = input.value(u"max_tokens").toInt();
    inputs.counter = counterForModel(inputs.model);
    const QString now = input.value(u"now").toText();
    inputs.now = QDateTime::fromString(now, Qt::ISODateWithMs);
    if (!now.isEmpty() && !inputs.now.isValid())
        return wrong(u"“%1” is no date"_s.arg(now), u"input.now"_s);
    return {};
}

Result<SillyTavernCase> CaseReader::read()
{
    const QString name = path(u"case.json"_s);
    const Result<Json> document = readJsonFile(name);
    if (!document)
        return std::unexpected(document.error());
    if (!document->isObject())
        return wrong(u"expected an object, found %1"_s.arg(document->typeName()), {});
    const QString api = document->value(u"api").toText(u"openai"_s);
    if (api == u"textgenerationwebui")
        m_case.inputs.textCompletion.emplace();
    else if (!api.isEmpty() && api != u"openai")
        return wrong(u"unknown api “%1”"_s.arg(api), u"api"_s);
    if (const Result<void> input = readInput(document->value(u"input")); !input)
        return std::unexpected(input.error());
    if (const Result<void> files = readFiles(document->value(u"files")); !files)
        return std::unexpected(files.error());
    if (!m_case.inputs.preset && !m_case.inputs.textCompletion)
        return wrong(u"a chat-completion case needs a preset"_s, u"files.preset"_s);
    m_case.inputs.mode = PromptMode::SillyTavern;
    const Json settings = document->value(u"settings");
    if (const Result<void> applied = applySettings(settings, m_case.inputs); !applied)
        return std::unexpected(applied.error().inFile(name));
    if (settings.value(u"import_embedded_book").toBool() && m_case.inputs.card && m_case.inputs.card->book)
        m_case.inputs.lorebooks.append({*m_case.inputs.card->book, ActiveLorebook::Scope::Character});
    const Json turns = document->value(u"turns");
    for (const Json &turn : turns.items())
        m_case.turns.append({turn.value(u"user_text").toText(), turn.value(u"reply").toText()});
    if (QFileInfo::exists(path(u"expected.json"_s))) {
        if (const Result<void> expected = into(m_case.expected, readJsonFile(path(u"expected.json"_s)));
            !expected)
            return std::unexpected(expected.error());
    }
    return m_case;
}

} // namespace

Result<SillyTavernCase> readSillyTavernCase(const QString &folder)
{
    return CaseReader(folder).read();
}

QList<AssembledPrompt> playCase(const SillyTavernCase &read)
{
    QList<AssembledPrompt> prompts;
    PromptInputs inputs = read.inputs;
    for (const PlayedTurn &turn : read.turns) {
        inputs.userText = turn.userText;
        inputs.type = GenerationType::Normal;
        prompts.append(assemble(inputs));
        const AssembledPrompt &prompt = prompts.last();
        if (!prompt.localVariables.isUndefined()) {
            Json metadata = inputs.chat.metadata();
            metadata.set(u"variables"_s, prompt.localVariables);
            inputs.chat.header.set(u"chat_metadata"_s, metadata);
        }
        inputs.globalVariables = prompt.globalVariables;
        Message typed;
        typed.name =
            inputs.persona && !inputs.persona->name.isEmpty() ? inputs.persona->name : inputs.userName;
        typed.isUser = true;
        typed.text = turn.userText;
        Message reply;
        reply.name = inputs.card ? inputs.card->name : QString();
        reply.text = turn.reply;
        inputs.chat.messages << typed << reply;
    }
    inputs.userText = read.inputs.userText;
    inputs.type = read.inputs.type;
    prompts.append(assemble(inputs));
    return prompts;
}

} // namespace snug
