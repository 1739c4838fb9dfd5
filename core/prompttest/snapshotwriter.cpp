// Inputs -> folder.

#include "core/formats/card.h"
#include "core/formats/chatjsonl.h"
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
#include "core/library/atomicwrite.h"
#include "core/prompttest/promptsettingsfields.h"
#include "core/prompttest/promptsnapshot.h"
#include "core/tokens/nearestvocabulary.h"

#include <QCoreApplication>
#include <QDir>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

class SnapshotWriter
{
public:
    SnapshotWriter(const QString &folder, const PromptInputs &inputs)
        : m_folder(folder)
        , m_inputs(inputs)
    {
    }

    Result<void> write()
    {
        character();
        if (m_inputs.persona)
            put(u"persona.json"_s, writePersonas({*m_inputs.persona}, m_inputs.persona->avatar));
        if (m_inputs.preset) {
            put(u"preset.json"_s, writePreset(*m_inputs.preset));
            m_document.set(u"presetName"_s, m_inputs.preset->name);
        }
        textCompletion();
        books();
        if (!m_inputs.regexScripts.isEmpty())
            put(u"regex.json"_s, writeRegexScripts(m_inputs.regexScripts));
        if (!m_inputs.framingRules.isEmpty())
            put(u"rules.json"_s,
                writeJson(Json::object({{u"regex_rules"_s, Json::array(m_inputs.framingRules)}})));
        put(u"chat.jsonl"_s, writeChat(m_inputs.chat));
        m_document.set(u"chatName"_s, m_inputs.chat.name);
        scalars();
        scene();
        promptTemplate();
        put(u"snapshot.json"_s, writeJson(m_document));
        return m_error ? Result<void>(std::unexpected(*m_error)) : Result<void>();
    }

private:
    // The first failure is the answer; nothing is written behind it.
    void put(const QString &name, const QByteArray &bytes)
    {
        if (m_error)
            return;
        if (const Result<void> written = writeFileDurably(m_folder + u'/' + name, bytes); !written)
            m_error = written.error();
    }

    void character()
    {
        if (m_inputs.card)
            put(u"character.json"_s, writeCard(*m_inputs.card));
        m_document.set(u"avatar"_s, m_inputs.avatar);
        if (!m_inputs.group)
            return;
        put(u"group.json"_s, writeGroup(m_inputs.group->settings));
        QList<Json> members;
        for (const GroupMember &member : m_inputs.group->members) {
            const QString file = u"member-%1.json"_s.arg(members.size() + 1);
            put(file, writeCard(member.card));
            members.append(Json::object({{u"file"_s, Json(file)},
                                         {u"avatar"_s, Json(member.avatar)},
                                         {u"isMuted"_s, Json(member.isMuted)}}));
        }
        m_document.set(u"members"_s, Json::array(members));
    }

    void textCompletion()
    {
        const auto &given = m_inputs.textCompletion ? m_inputs.textCompletion : m_inputs.idleTemplates;
        if (!given)
            return;
        if (!m_inputs.textCompletion)
            m_document.set(u"completesText"_s, false); // the macros of the templates are all
        const TextCompletion &text = *given;
        put(u"context.json"_s, writeContextTemplate(text.context));
        if (text.instruct)
            put(u"instruct.json"_s, writeInstructTemplate(*text.instruct));
        if (text.systemPrompt)
            put(u"system-prompt.json"_s, writeSystemPrompt(*text.systemPrompt));
        if (text.preset)
            put(u"text-preset.json"_s, writeTextPreset(*text.preset));
    }

    void books()
    {
        QList<Json> list;
        for (const ActiveLorebook &active : m_inputs.lorebooks) {
            const QString file = u"lorebook-%1.json"_s.arg(list.size() + 1);
            put(file, writeWorldInfo(active.book));
            list.append(Json::object({{u"file"_s, Json(file)},
                                      {u"name"_s, Json(active.book.name)},
                                      {u"scope"_s, Json(int(active.scope))}}));
        }
        m_document.set(u"lorebooks"_s, Json::array(list));
    }

    void scalars()
    {
        m_document.set(u"mode"_s, int(m_inputs.mode));
        m_document.set(u"type"_s, generationTypeName(m_inputs.type));
        m_document.set(u"userName"_s, m_inputs.userName);
        m_document.set(u"userText"_s, m_inputs.userText);
        if (!m_inputs.isAsked)
            m_document.set(u"isAsked"_s, false);
        if (m_inputs.isFirst)
            m_document.set(u"isFirst"_s, true);
        m_document.set(u"quietPrompt"_s, m_inputs.quietPrompt);
        m_document.set(u"model"_s, m_inputs.model);
        m_document.set(u"tokenizer"_s, m_inputs.counter ? recipeOf(*m_inputs.counter) : QString());
        m_document.set(u"contextSize"_s, m_inputs.contextSize);
        m_document.set(u"maxTokens"_s, m_inputs.maxTokens);
        m_document.set(u"now"_s, m_inputs.now.toString(Qt::ISODateWithMs));
        // As text: numbers of other programs hold no more than 53 bits.
        m_document.set(u"seed"_s, QString::number(m_inputs.seed));
        m_document.set(u"settings"_s, promptSettingsJson(m_inputs.settings));
        m_document.set(u"knowledge"_s, withKnowledge({}, m_inputs.knowledge));
        if (m_inputs.layout != LayoutSettings())
            m_document.set(u"layout"_s, withLayout({}, m_inputs.layout));
        Json variables = Json::object();
        for (const auto &[name, value] : m_inputs.globalVariables.asKeyValueRange())
            variables.set(name, value);
        m_document.set(u"globalVariables"_s, variables);
        Json similarities = Json::object();
        for (const auto &[entry, near] : m_inputs.similarities.asKeyValueRange())
            similarities.set(entry, Json::object({{u"score"_s, Json(near.score)},
                                                  {u"rank"_s, Json(near.rank)},
                                                  {u"count"_s, Json(near.count)},
                                                  {u"isNear"_s, Json(near.isNear)},
                                                  {u"threshold"_s, Json(near.threshold)},
                                                  {u"most"_s, Json(near.most)}}));
        m_document.set(u"similarities"_s, similarities);
        Json tags = Json::object();
        QStringList cards = m_inputs.tagMap.keys();
        cards.sort();
        for (const QString &card : std::as_const(cards))
            tags.set(card, Json(m_inputs.tagMap.value(card)));
        m_document.set(u"tagMap"_s, tags);
        Json attachments = Json::object();
        QStringList addresses = m_inputs.attachments.keys();
        addresses.sort();
        for (const QString &address : std::as_const(addresses))
            attachments.set(address, Json(m_inputs.attachments.value(address)));
        if (!addresses.isEmpty())
            m_document.set(u"attachments"_s, attachments);
    }

    void scene()
    {
        const SceneInputs &scene = m_inputs.scene;
        Json object = Json::object({{u"replier"_s, Json(scene.replier)},
                                    {u"writer"_s, Json(scene.writer)},
                                    {u"cast"_s, Json(scene.cast)},
                                    {u"asked"_s, Json(scene.asked)},
                                    {u"opensThinking"_s, Json(scene.opensThinking)},
                                    {u"names"_s, Json(scene.names)}});
        if (scene.typed)
            object.set(u"typed"_s, *scene.typed);
        QList<Json> rows;
        for (const int row : scene.rows)
            rows.append(Json(row));
        object.set(u"rows"_s, Json::array(rows));
        m_document.set(u"scene"_s, object);
    }

    void promptTemplate()
    {
        const TemplateInputs &from = m_inputs.promptTemplate;
        Json object = Json::object({{u"name"_s, Json(from.name)},
                                    {u"systemPrompt"_s, Json(from.systemPrompt)},
                                    {u"isStrict"_s, Json(from.isStrict)},
                                    {u"isOfCharacter"_s, Json(from.isOfCharacter)},
                                    {u"repliesToo"_s, Json(from.repliesToo)}});
        if (from.text)
            object.set(u"text"_s, *from.text);
        if (from.historyRule)
            object.set(u"historyRule"_s, *from.historyRule);
        QList<Json> others;
        for (const NamedTemplate &other : from.others) {
            Json item = Json::object({{u"name"_s, Json(other.name)}});
            if (other.text)
                item.set(u"text"_s, *other.text);
            others.append(item);
        }
        object.set(u"others"_s, Json::array(others));
        m_document.set(u"template"_s, object);
    }

    QString m_folder;
    const PromptInputs &m_inputs;
    Json m_document = Json::object({{u"snug"_s, Json(u"prompt snapshot"_s)}, {u"version"_s, Json(1)}});
    std::optional<Error> m_error;
};

} // namespace

Result<void> writeSnapshot(const QString &folder, const PromptInputs &inputs)
{
    const QDir place(folder);
    if (place.exists() && !place.isEmpty())
        return failure(QCoreApplication::translate("Snapshot", "the folder is not empty"), {}, folder);
    return SnapshotWriter(folder, inputs).write();
}

} // namespace snug
