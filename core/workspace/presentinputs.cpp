#include "core/workspace/presentinputs.h"

#include "core/formats/card.h"
#include "core/formats/groupfile.h"
#include "core/formats/personas.h"
#include "core/formats/preset.h"
#include "core/formats/regexscripts.h"
#include "core/formats/texttemplates.h"
#include "core/formats/worldinfo.h"
#include "core/library/documentfiles.h"
#include "core/library/groupfiles.h"
#include "core/library/prompttemplatefiles.h"
#include "core/workspace/editoverlay.h"
#include "core/workspace/scriptowners.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Folder = LibraryLayout::Folder;

struct PresentText
{
    Q_DECLARE_TR_FUNCTIONS(PresentInputs)
};

QString placeOf(Folder folder, const QString &file)
{
    return LibraryLayout::folderName(folder) + u'/' + file;
}

QString presetPlace(const QString &name)
{
    return placeOf(Folder::Presets, name + u".json"_s);
}

QString lorebookPlace(const QString &name)
{
    return placeOf(Folder::Worlds, name + u".json"_s);
}

QString personaPlace(const QString &avatar)
{
    return u"settings.json#persona "_s + avatar;
}

class Present
{
public:
    Present(const PromptInputs &kept, LibraryStore &store)
        : m_store(store)
        , m_made{kept, {}}
    {
    }

    PresentInputs make()
    {
        preset();
        characters();
        persona();
        lorebooks();
        scripts();
        completionTemplates();
        promptTemplate();
        return std::move(m_made);
    }

private:
    PromptInputs &inputs() { return m_made.inputs; }
    void note(const QString &place, const QString &name, const QByteArray &content)
    {
        m_made.sources.append({place, name, content.isNull() ? QByteArray() : sourceDigest(content)});
    }

    // Takes the loaded value if there is one; `bytes` writes what it says.
    template <typename T, typename Bytes, typename Take>
    void take(const QString &place, const QString &name, const Result<LoadedDocument<T>> &loaded, Bytes bytes,
              Take use)
    {
        note(place, name, loaded ? bytes(loaded->value) : QByteArray());
        if (loaded)
            use(loaded->value);
    }

    void preset()
    {
        if (!inputs().preset || inputs().preset->name.isEmpty() || inputs().textCompletion)
            return;
        const QString name = inputs().preset->name;
        take(presetPlace(name), PresentText::tr("preset %1").arg(name), loadPreset(m_store, name),
             writePreset, [&](const Preset &preset) { inputs().preset = preset; });
    }

    void card(const QString &file, Card &kept)
    {
        take(placeOf(Folder::Characters, file), PresentText::tr("card %1").arg(kept.name),
             loadCard(m_store, file), writeCard, [&](const Card &card) { kept = card; });
    }

    void characters()
    {
        if (inputs().card && !inputs().avatar.isEmpty() && !inputs().group)
            card(inputs().avatar, *inputs().card);
        if (!inputs().group)
            return;
        GroupInputs &group = *inputs().group;
        if (!group.settings.id.isEmpty())
            take(placeOf(Folder::Groups, group.settings.id + u".json"_s),
                 PresentText::tr("group %1").arg(group.settings.name), loadGroup(m_store, group.settings.id),
                 writeGroup, [&](const Group &file) { group.settings = file; });
        for (GroupMember &member : group.members) {
            card(member.avatar, member.card);
            if (member.avatar == inputs().avatar)
                inputs().card = member.card;
        }
    }

    void persona()
    {
        if (!inputs().persona || inputs().persona->avatar.isEmpty())
            return;
        const QString avatar = inputs().persona->avatar;
        const QString name = PresentText::tr("persona %1").arg(inputs().persona->name);
        const QList<Persona> &all = m_store.contents().personas;
        const auto found = std::ranges::find(all, avatar, &Persona::avatar);
        note(personaPlace(avatar), name, found == all.end() ? QByteArray() : writePersonas({*found}, avatar));
        if (found != all.end())
            inputs().persona = *found;
    }

    void lorebooks()
    {
        for (ActiveLorebook &active : inputs().lorebooks) {
            const QString name = active.book.name;
            take(lorebookPlace(name), PresentText::tr("lorebook %1").arg(name), loadLorebook(m_store, name),
                 writeWorldInfo, [&](const Lorebook &book) { active.book = book; });
        }
    }

    // Those that acted, as they are now; one that is gone acts no more.
    void scripts()
    {
        if (inputs().regexScripts.isEmpty())
            return;
        QList<RegexScript> known = m_store.contents().settings.regexScripts;
        if (inputs().preset)
            known += presetScripts(*inputs().preset);
        if (inputs().card)
            known += inputs().card->regexScripts;
        if (inputs().group) {
            for (const GroupMember &member : std::as_const(inputs().group->members))
                known += member.card.regexScripts;
        }
        QList<RegexScript> present;
        for (const RegexScript &script : std::as_const(inputs().regexScripts)) {
            const auto found = std::ranges::find_if(known, [&](const RegexScript &each) {
                return script.id.isEmpty() ? each.name == script.name : each.id == script.id;
            });
            const bool isThere = found != known.end();
            note(u"scripts#"_s + (script.id.isEmpty() ? script.name : script.id),
                 PresentText::tr("regex script %1").arg(script.name),
                 isThere ? writeRegexScripts({*found}) : QByteArray());
            if (isThere && !found->disabled) {
                present.append(*found);
                present.last().owner = script.owner;
            }
        }
        inputs().regexScripts = present;
    }

    void completionTemplates()
    {
        if (!inputs().textCompletion)
            return;
        TextCompletion &text = *inputs().textCompletion;
        const auto place = [](Folder folder, const QString &name) {
            return placeOf(folder, name + u".json"_s);
        };
        if (!text.context.name.isEmpty())
            take(place(Folder::Context, text.context.name),
                 PresentText::tr("context template %1").arg(text.context.name),
                 loadContextTemplate(m_store, text.context.name), writeContextTemplate,
                 [&](const ContextTemplate &file) { text.context = file; });
        if (text.instruct && !text.instruct->name.isEmpty())
            take(place(Folder::Instruct, text.instruct->name),
                 PresentText::tr("instruct template %1").arg(text.instruct->name),
                 loadInstructTemplate(m_store, text.instruct->name), writeInstructTemplate,
                 [&](const InstructTemplate &file) { text.instruct = file; });
        if (text.systemPrompt && !text.systemPrompt->name.isEmpty())
            take(place(Folder::SystemPrompts, text.systemPrompt->name),
                 PresentText::tr("system prompt %1").arg(text.systemPrompt->name),
                 loadSystemPrompt(m_store, text.systemPrompt->name), writeSystemPrompt,
                 [&](const SystemPrompt &file) { text.systemPrompt = file; });
    }

    void promptTemplate()
    {
        TemplateInputs &to = inputs().promptTemplate;
        if (to.name.isEmpty())
            return;
        const Result<LoadedTemplates> loaded = loadPromptTemplates(m_store);
        const auto textOf = [](const PromptTemplate &file) {
            return (file.text + u'\n' + file.systemPrompt + u'\n' + file.historyRule).toUtf8();
        };
        QByteArray content;
        for (const LoadedDocument<PromptTemplate> &file :
             loaded ? loaded->templates : decltype(loaded->templates)()) {
            if (file.value.name == to.name) {
                content = textOf(file.value);
                to.use(file.value);
            }
            for (NamedTemplate &other : to.others) {
                if (other.name == file.value.name)
                    other.text = file.value.text;
            }
        }
        note(placeOf(Folder::PromptTemplates, to.name), PresentText::tr("template %1").arg(to.name), content);
    }

    LibraryStore &m_store;
    PresentInputs m_made;
};

} // namespace

PresentInputs presentInputs(const PromptInputs &kept, LibraryStore &store)
{
    return Present(kept, store).make();
}

PresentInputs withEdits(PresentInputs present, const EditOverlay &edits)
{
    PromptInputs &inputs = present.inputs;
    const auto mark = [&](const QString &place) {
        for (TestSource &source : present.sources)
            source.isEdited |= source.place == place;
    };
    if (inputs.preset && edits.hasPreset(inputs.preset->name)) {
        mark(presetPlace(inputs.preset->name));
        inputs.preset = edits.preset(inputs.preset->name, inputs.preset);
    }
    const auto useCard = [&](const QString &file, Card &card) {
        if (!edits.hasCard(file))
            return;
        mark(placeOf(Folder::Characters, file));
        card = edits.card(file, card).value_or(card);
    };
    if (inputs.card)
        useCard(inputs.avatar, *inputs.card);
    if (inputs.group) {
        for (GroupMember &member : inputs.group->members)
            useCard(member.avatar, member.card);
    }
    for (ActiveLorebook &active : inputs.lorebooks) {
        if (!edits.hasLorebook(active.book.name))
            continue;
        mark(lorebookPlace(active.book.name));
        active.book = edits.lorebook(active.book.name, active.book).value_or(active.book);
    }
    if (const std::optional<PersonaList> personas = edits.personas(); personas && inputs.persona) {
        const auto found = std::ranges::find(personas->personas, inputs.persona->avatar, &Persona::avatar);
        if (found != personas->personas.end() && *found != *inputs.persona) {
            mark(personaPlace(found->avatar));
            inputs.persona = *found;
        }
    }
    return present;
}

} // namespace snug
