// Folder -> inputs.

#include "core/formats/card.h"
#include "core/formats/chatjsonl.h"
#include "core/formats/framingrules.h"
#include "core/formats/groupfile.h"
#include "core/formats/jsontext.h"
#include "core/formats/knowledgesettings.h"
#include "core/formats/layoutsettings.h"
#include "core/formats/personas.h"
#include "core/formats/preset.h"
#include "core/formats/regexscripts.h"
#include "core/formats/textpreset.h"
#include "core/formats/texttemplates.h"
#include "core/formats/worldinfo.h"
#include "core/library/fileaccess.h"
#include "core/prompttest/promptsettingsfields.h"
#include "core/prompttest/promptsnapshot.h"
#include "core/tokens/loadtokenizer.h"

#include <QCoreApplication>
#include <QFile>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct SnapshotText
{
    Q_DECLARE_TR_FUNCTIONS(Snapshot)
};

// Stops at the first thing that is wrong.
class SnapshotReader
{
public:
    SnapshotReader(const QString &folder, const SnapshotEngines &engines)
        : m_folder(folder)
        , m_engines(engines)
    {
    }

    Result<PromptInputs> read()
    {
        const Result<Json> document = readDocument();
        if (!document)
            return std::unexpected(document.error());
        m_document = *document;
        documents();
        textCompletion();
        books();
        group();
        scalars();
        scene();
        promptTemplate();
        if (m_error)
            return std::unexpected(*m_error);
        return m_inputs;
    }

private:
    QString path(const QString &name) const { return m_folder + u'/' + name; }

    void fail(const Error &error)
    {
        if (!m_error)
            m_error = error;
    }

    void wrong(const QString &place, const QString &what)
    {
        fail({.what = what, .file = path(u"snapshot.json"_s), .place = place});
    }

    // Nothing if the file is not there, which is no error.
    std::optional<QByteArray> bytes(const QString &name)
    {
        if (!stampOf(path(name)).exists())
            return std::nullopt;
        const auto file = readVersioned(path(name), ArchiveFileLimit);
        if (!file) {
            fail(file.error().inFile(path(name)));
            return std::nullopt;
        }
        return file->value;
    }

    Result<Json> readDocument()
    {
        const QString name = u"snapshot.json"_s;
        const std::optional<QByteArray> read = bytes(name);
        if (!read)
            return m_error ? std::unexpected(*m_error)
                           : failure(SnapshotText::tr("is missing"), {}, path(name));
        const Result<Json> document = parseJson(*read);
        if (!document)
            return std::unexpected(document.error().inFile(path(name)));
        if (document->value(u"snug").toText() != u"prompt snapshot")
            return failure(SnapshotText::tr("is not a snapshot of a prompt"), {}, path(name));
        if (document->value(u"version").toInt() != 1)
            return failure(SnapshotText::tr("was written by a newer Snug"), u"version"_s, path(name));
        return *document;
    }

    // `read` makes a Result of the file's bytes, `store` takes its value.
    template <typename Read, typename Store> void take(const QString &name, Read read, Store store)
    {
        const std::optional<QByteArray> found = bytes(name);
        if (!found)
            return;
        const auto value = read(*found);
        if (!value)
            return fail(value.error().inFile(path(name)));
        store(*value);
    }

    void documents()
    {
        take(u"character.json"_s, readCard, [&](const CardReading &read) { m_inputs.card = read.card; });
        take(u"persona.json"_s, readPersonas, [&](const PersonasReading &read) {
            if (!read.personas.isEmpty())
                m_inputs.persona = read.personas.first();
        });
        const QString preset = m_document.value(u"presetName").toText();
        take(
            u"preset.json"_s, [&](const QByteArray &read) { return readPreset(read, preset); },
            [&](const PresetReading &read) { m_inputs.preset = read.preset; });
        take(u"regex.json"_s, readRegexScripts,
             [&](const RegexScriptsReading &read) { m_inputs.regexScripts = read.scripts; });
        take(u"rules.json"_s, readFramingRules,
             [&](const FramingRulesReading &read) { m_inputs.framingRules = read.rules; });
        const QString chat = m_document.value(u"chatName").toText();
        take(
            u"chat.jsonl"_s,
            [&](const QByteArray &read) { return Result<ChatReading>(readChat(read, chat)); },
            [&](const ChatReading &read) { m_inputs.chat = read.chat; });
    }

    void textCompletion()
    {
        const auto named = [](auto read) {
            return [read](const QByteArray &found) { return read(found, QString()); };
        };
        auto &given = m_document.value(u"completesText").toBool(true) ? m_inputs.textCompletion
                                                                      : m_inputs.idleTemplates;
        take(u"context.json"_s, named(readContextTemplate),
             [&](const auto &read) { given.emplace().context = read.value; });
        if (!given)
            return;
        TextCompletion &text = *given;
        take(u"instruct.json"_s, named(readInstructTemplate),
             [&](const auto &read) { text.instruct = read.value; });
        take(u"system-prompt.json"_s, named(readSystemPrompt),
             [&](const auto &read) { text.systemPrompt = read.value; });
        take(u"text-preset.json"_s, named(readTextPreset),
             [&](const auto &read) { text.preset = read.preset; });
    }

    // A file that the list names has to be there.
    template <typename Read, typename Store>
    void takeListed(const Json &list, const QString &key, Read read, Store store)
    {
        for (qsizetype i = 0; i < list.size(); ++i) {
            const Json item = list.at(i);
            const QString name = item.value(u"file").toText();
            if (name.isEmpty() || name.contains(u'/') || !QFile::exists(path(name)))
                return wrong(u"%1.%2.file"_s.arg(key).arg(i),
                             SnapshotText::tr("there is no file “%1”").arg(name));
            take(
                name, [&](const QByteArray &found) { return read(found, item); },
                [&](const auto &value) { store(value, item); });
        }
    }

    void books()
    {
        takeListed(
            m_document.value(u"lorebooks"), u"lorebooks"_s,
            [](const QByteArray &found, const Json &item) {
                return readWorldInfo(found, item.value(u"name").toText());
            },
            [&](const LorebookReading &read, const Json &item) {
                const int scope =
                    std::clamp(item.value(u"scope").toInt(), 0, int(ActiveLorebook::Scope::Persona));
                m_inputs.lorebooks.append({read.book, static_cast<ActiveLorebook::Scope>(scope)});
            });
    }

    void group()
    {
        take(
            u"group.json"_s, [](const QByteArray &found) { return readGroup(found); },
            [&](const GroupReading &read) { m_inputs.group.emplace().settings = read.group; });
        if (!m_inputs.group)
            return;
        takeListed(
            m_document.value(u"members"), u"members"_s,
            [](const QByteArray &found, const Json &) { return readCard(found); },
            [&](const CardReading &read, const Json &item) {
                m_inputs.group->members.append({.avatar = item.value(u"avatar").toText(),
                                                .card = read.card,
                                                .isMuted = item.value(u"isMuted").toBool()});
            });
    }

    void scalars()
    {
        const auto text = [&](QStringView key) { return m_document.value(key).toText(); };
        const int mode = m_document.value(u"mode").toInt();
        if (mode < 0 || mode > int(PromptMode::Names))
            return wrong(u"mode"_s, SnapshotText::tr("%1 is not a mode").arg(mode));
        m_inputs.mode = static_cast<PromptMode>(mode);
        const std::optional<GenerationType> type = generationTypeFromName(text(u"type"));
        if (!type)
            return wrong(u"type"_s, SnapshotText::tr("“%1” is not a kind of request").arg(text(u"type")));
        m_inputs.type = *type;
        m_inputs.avatar = text(u"avatar");
        m_inputs.userName = text(u"userName");
        m_inputs.userText = text(u"userText");
        m_inputs.isAsked = m_document.value(u"isAsked").toBool(true);
        m_inputs.isFirst = m_document.value(u"isFirst").toBool();
        m_inputs.quietPrompt = text(u"quietPrompt");
        m_inputs.model = text(u"model");
        m_inputs.counter = counter(text(u"tokenizer"));
        m_inputs.contextSize = m_document.value(u"contextSize").toInt();
        m_inputs.maxTokens = m_document.value(u"maxTokens").toInt();
        m_inputs.now = QDateTime::fromString(text(u"now"), Qt::ISODateWithMs);
        m_inputs.seed = text(u"seed").toULongLong();
        Warnings warnings;
        m_inputs.settings =
            promptSettingsFrom(m_document.value(u"settings"), Place{.key = u"settings"_s}, warnings);
        if (!warnings.isEmpty())
            fail(warnings.first().inFile(path(u"snapshot.json"_s)));
        m_inputs.knowledge = knowledgeFromJson(m_document.value(u"knowledge"));
        m_inputs.layout = layoutFromJson(m_document.value(u"layout"));
        const Json variables = m_document.value(u"globalVariables");
        for (const Json::Member &variable : variables.members())
            m_inputs.globalVariables.insert(variable.key, variable.value);
        const Json similarities = m_document.value(u"similarities");
        for (const Json::Member &entry : similarities.members()) {
            const Json &near = entry.value;
            m_inputs.similarities.insert(entry.key, {.score = near.value(u"score").toDouble(),
                                                     .rank = near.value(u"rank").toInt(),
                                                     .count = near.value(u"count").toInt(),
                                                     .isNear = near.value(u"isNear").toBool(),
                                                     .threshold = near.value(u"threshold").toDouble(),
                                                     .most = near.value(u"most").toInt()});
        }
        const Json attachments = m_document.value(u"attachments");
        for (const Json::Member &file : attachments.members())
            m_inputs.attachments.insert(file.key, file.value.toText());
        const Json tags = m_document.value(u"tagMap");
        for (const Json::Member &card : tags.members())
            m_inputs.tagMap.insert(card.key, card.value.toTextList());
        m_inputs.regexEngine = m_engines.regexEngine;
    }

    // A tokenizer of the user's that is gone leaves the estimate, and counts differ.
    TokenCounterPtr counter(const QString &name) const
    {
        if (name.isEmpty())
            return nullptr;
        if (const Result<TokenCounterPtr> known = loadTokenizer(name))
            return *known;
        return counterForModel(m_inputs.model);
    }

    void scene()
    {
        const Json object = m_document.value(u"scene");
        SceneInputs &scene = m_inputs.scene;
        scene.replier = object.value(u"replier").toText();
        scene.writer = object.value(u"writer").toText();
        scene.cast = object.value(u"cast").toTextList();
        scene.asked = object.value(u"asked").toText();
        scene.opensThinking = object.value(u"opensThinking").toBool();
        scene.names = object.value(u"names").toTextList();
        if (object.contains(u"typed"))
            scene.typed = object.value(u"typed").toText();
        const Json rows = object.value(u"rows");
        for (const Json &row : rows.items())
            scene.rows.append(row.toInt());
    }

    void promptTemplate()
    {
        const Json object = m_document.value(u"template");
        TemplateInputs &to = m_inputs.promptTemplate;
        to.name = object.value(u"name").toText();
        to.systemPrompt = object.value(u"systemPrompt").toText();
        to.isStrict = object.value(u"isStrict").toBool();
        to.isOfCharacter = object.value(u"isOfCharacter").toBool();
        to.repliesToo = object.value(u"repliesToo").toTextList();
        if (object.contains(u"text"))
            to.text = object.value(u"text").toText();
        if (object.contains(u"historyRule"))
            to.historyRule = object.value(u"historyRule").toText();
        const Json others = object.value(u"others");
        for (const Json &other : others.items())
            to.others.append(
                {other.value(u"name").toText(),
                 other.contains(u"text") ? std::optional(other.value(u"text").toText()) : std::nullopt});
        to.engine = m_engines.templateEngine;
    }

    QString m_folder;
    const SnapshotEngines &m_engines;
    Json m_document;
    PromptInputs m_inputs;
    std::optional<Error> m_error;
};

} // namespace

Result<PromptInputs> readSnapshot(const QString &folder, const SnapshotEngines &engines)
{
    return SnapshotReader(folder, engines).read();
}

} // namespace snug
