#include "core/workspace/presentinputs.h"

#include "core/editing/documentkey.h"
#include "core/editing/personaedits.h"
#include "core/formats/card.h"
#include "core/formats/chatjsonl.h"
#include "core/formats/groupfile.h"
#include "core/formats/jsontext.h"
#include "core/formats/personas.h"
#include "core/formats/preset.h"
#include "core/formats/regexscripts.h"
#include "core/formats/texttemplates.h"
#include "core/formats/worldinfo.h"
#include "core/library/booksineffect.h"
#include "core/library/chatfiles.h"
#include "core/library/documentfiles.h"
#include "core/library/fileaccess.h"
#include "core/library/groupfiles.h"
#include "core/library/prompttemplatefiles.h"
#include "core/library/rulefiles.h"
#include "core/library/statefile.h"
#include "core/prompt/assemble.h"
#include "core/prompt/groupinputs.h"
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

// "world_info" of the chat's file as it is now; nothing where there is no such file.
std::optional<QString> linkedByChat(const LibraryStore &store, const ChatReference &reference)
{
    constexpr qint64 headerLimit = 1 << 20;
    const QString path = chatPath(store.layout(), reference);
    if (reference.name.isEmpty() || reference.name.contains(u'/') || !stampOf(path).exists())
        return std::nullopt;
    const QByteArray start = openForReading(path, ChatFileLimit)
                                 .and_then([](const OpenedFile &file) { return file.read(0, headerLimit); })
                                 .value_or(QByteArray());
    const qsizetype end = start.indexOf('\n');
    const Chat header = readChat(end < 0 ? start : start.first(end + 1)).chat;
    return header.header.isObject() ? std::optional(header.metadata().value(u"world_info").toText())
                                    : std::nullopt;
}

class Present
{
public:
    Present(const PromptInputs &kept, LibraryStore &store, const ActiveChoices &choices,
            const EditedDocuments &edited)
        : m_store(store)
        , m_choices(choices)
        , m_edited(edited)
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
        rules();
        completionTemplates();
        promptTemplate();
        return std::move(m_made);
    }

private:
    PromptInputs &inputs() { return m_made.inputs; }
    const SillyTavernSettings &settings() const { return m_store.contents().settings; }

    void note(const QString &place, const QString &name, const QByteArray &content, bool isEdited = false)
    {
        m_made.sources.append(
            {place, name, content.isNull() ? QByteArray() : sourceDigest(content), isEdited});
    }

    // It was part of the prompt once.
    void noteLeftOut(const QString &place, const QString &name, bool isEdited = false)
    {
        m_made.sources.append(
            {.place = place, .name = name, .digest = {}, .isEdited = isEdited, .isLeftOut = true});
    }

    // What an editor holds, else the loaded value, if there is one; `bytes` writes what it says.
    template <typename T, typename Bytes, typename Take>
    void take(const QString &place, const QString &name, const std::optional<T> &edited,
              const Result<LoadedDocument<T>> &loaded, Bytes bytes, Take use)
    {
        const std::optional<T> value = edited ? edited : loaded ? std::optional(loaded->value) : std::nullopt;
        note(place, name, value ? bytes(*value) : QByteArray(), edited.has_value());
        if (value)
            use(*value);
    }

    template <typename Key, typename T>
    static std::optional<T> heldOf(const QMap<Key, T> &edited, const Key &key)
    {
        const auto found = edited.constFind(key);
        return found == edited.cend() ? std::nullopt : std::optional(*found);
    }

    // Of a text completion only its scripts count.
    void preset()
    {
        if (!inputs().preset || inputs().preset->name.isEmpty())
            return;
        const QString name = inputs().preset->name;
        const Result<LoadedDocument<Preset>> loaded = loadPreset(m_store, name);
        m_savedPreset = loaded ? loaded->value : *inputs().preset;
        take(presetPlace(name), PresentText::tr("preset %1").arg(name), heldOf(m_edited.presets, name),
             loaded, writePreset, [&](const Preset &preset) { inputs().preset = preset; });
        if (inputs().textCompletion && presetScripts(*inputs().preset).isEmpty())
            m_made.sources.removeLast();
    }

    // Nothing: the library does not have it, nor has the test.
    std::optional<Card> card(const QString &file, const std::optional<Card> &kept)
    {
        const std::optional<Card> edited = heldOf(m_edited.cards, file);
        const Result<LoadedDocument<Card>> loaded = loadCard(m_store, file);
        if (!kept && !loaded)
            return std::nullopt;
        std::optional<Card> present = kept;
        const QString name = kept ? kept->name : loaded->value.name;
        take(placeOf(Folder::Characters, file), PresentText::tr("card %1").arg(name), edited, loaded,
             writeCard, [&](const Card &card) { present = card; });
        m_savedCards.insert(file, loaded ? loaded->value : *kept);
        return present;
    }

    void characters()
    {
        if (inputs().card && !inputs().avatar.isEmpty() && !inputs().group)
            inputs().card = card(inputs().avatar, inputs().card);
        if (!inputs().group)
            return;
        Group settings = inputs().group->settings;
        if (!settings.id.isEmpty())
            take(placeOf(Folder::Groups, settings.id + u".json"_s),
                 PresentText::tr("group %1").arg(settings.name), std::optional<Group>(),
                 loadGroup(m_store, settings.id), writeGroup, [&](const Group &file) { settings = file; });
        const QList<GroupMember> kept = inputs().group->members;
        inputs().group = groupInputs(settings, [&](const QString &avatar) {
            const auto found = std::ranges::find(kept, avatar, &GroupMember::avatar);
            return card(avatar, found == kept.end() ? std::nullopt : std::optional(found->card));
        });
        if (!inputs().avatar.isEmpty())
            inputsForSpeaker(inputs(), inputs().avatar);
    }

    void persona()
    {
        if (!inputs().persona || inputs().persona->avatar.isEmpty())
            return;
        const QString avatar = inputs().persona->avatar;
        const QString name = PresentText::tr("persona %1").arg(inputs().persona->name);
        const QList<Persona> &all = m_store.contents().personas;
        const auto saved = std::ranges::find(all, avatar, &Persona::avatar);
        const Persona *present = saved == all.end() ? nullptr : &*saved;
        bool isEdited = false;
        if (const Persona *held = m_edited.personas ? findPersona(*m_edited.personas, avatar) : nullptr) {
            isEdited = !present || *held != *present;
            present = held;
        }
        note(personaPlace(avatar), name, present ? writePersonas({*present}, avatar) : QByteArray(),
             isEdited);
        if (present)
            inputs().persona = *present;
    }

    QStringList booksOf(const QString &cardFile, const Card &card) const
    {
        return QStringList{card.linkedLorebook} + lorebooksBeside(settings().lore, cardFile);
    }

    QList<BookInEffect> books()
    {
        QStringList ofCharacters;
        if (inputs().card)
            ofCharacters = booksOf(inputs().avatar, *inputs().card);
        else if (inputs().group) {
            for (const GroupMember &member : std::as_const(inputs().group->members))
                ofCharacters += booksOf(member.avatar, member.card);
        }
        const ChatReference chat{.cardFile = inputs().group ? QString() : inputs().avatar,
                                 .name = inputs().chat.name};
        const bool isSomebodys = inputs().group || !inputs().avatar.isEmpty();
        const QString ofChat = (isSomebodys ? linkedByChat(m_store, chat) : std::nullopt)
                                   .value_or(inputs().chat.metadata().value(u"world_info").toText());
        return booksInEffect(m_choices.globalBooks.value_or(settings().lore.globalBooks), ofChat,
                             inputs().persona ? inputs().persona->lorebook : QString(), ofCharacters);
    }

    // Those in effect now; a link to a book that is not installed is nothing, as in the window.
    void lorebooks()
    {
        const auto nameOf = [](const QString &name) { return PresentText::tr("lorebook %1").arg(name); };
        QList<ActiveLorebook> present;
        for (const BookInEffect &book : books()) {
            const auto held = heldOf(m_edited.lorebooks, book.name);
            if (!held &&
                !std::ranges::contains(m_store.contents().lorebooks, book.name, &LorebookSummary::name))
                continue;
            take(lorebookPlace(book.name), nameOf(book.name), held, loadLorebook(m_store, book.name),
                 writeWorldInfo, [&](const Lorebook &now) { present.append({now, book.scope}); });
        }
        for (const ActiveLorebook &kept : std::as_const(inputs().lorebooks)) {
            if (std::ranges::none_of(present, [&](const ActiveLorebook &active) {
                    return active.book.name == kept.book.name;
                }))
                noteLeftOut(lorebookPlace(kept.book.name), nameOf(kept.book.name));
        }
        inputs().lorebooks = present;
    }

    QList<RegexScript> savedScripts(ScriptOwner::Kind kind) const
    {
        if (kind == ScriptOwner::Kind::Card)
            return m_savedCards.value(m_made.inputs.avatar).regexScripts;
        return m_savedPreset ? presetScripts(*m_savedPreset) : QList<RegexScript>();
    }

    // Whoever edits scripts needs no other permission than those in the file have.
    QList<ScriptOwner> scriptOwnersNow()
    {
        const PromptInputs &now = inputs();
        const auto heldScripts = [&](ScriptScope scope, const QString &name) {
            return heldOf(m_edited.scripts, folderOf({scriptsFormat(scope).kind, name}));
        };
        std::optional<Card> card = now.card;
        if (card)
            card->regexScripts = heldScripts(ScriptScope::Card, now.avatar).value_or(card->regexScripts);
        std::optional<Preset> preset = now.preset;
        if (preset) {
            if (const auto held = heldScripts(ScriptScope::Preset, preset->name))
                preset = withPresetScripts(*preset, *held);
        }
        QList<ScriptOwner> owners = scriptOwners(card, now.avatar, preset, settings(), m_choices);
        for (ScriptOwner &owner : owners) {
            if (const auto allowed = permissionOf(owner.key, scriptsDigest(savedScripts(owner.kind)),
                                                  isAllowedBySettings(owner.key, settings()), m_choices))
                owner.isAllowed = allowed;
        }
        return owners;
    }

    // Whose they are: how their places begin, those that act, those in the file, and whether an editor holds
    // them.
    struct ScriptList
    {
        QString place;
        QList<RegexScript> acting;
        QList<RegexScript> saved;
        bool isHeld = false;
    };

    QList<ScriptList> scriptLists()
    {
        const auto isHeld = [&](ScriptScope scope, const QString &name) {
            return m_edited.scripts.contains(folderOf({scriptsFormat(scope).kind, name}));
        };
        const QString ofAll = folderOf({scriptsFormat(ScriptScope::Global).kind, settingsDocument()});
        const QList<RegexScript> &saved = settings().regexScripts;
        QList<ScriptList> lists = {{u"scripts#"_s, m_edited.scripts.value(ofAll, saved), saved,
                                    isHeld(ScriptScope::Global, settingsDocument())}};
        const QList<ScriptOwner> owners = scriptOwnersNow();
        const QString preset = inputs().preset ? inputs().preset->name : QString();
        for (const auto kind : {ScriptOwner::Kind::Card, ScriptOwner::Kind::Preset}) {
            const bool isCard = kind == ScriptOwner::Kind::Card;
            ScriptList list{
                (isCard ? placeOf(Folder::Characters, inputs().avatar) : presetPlace(preset)) + u"#script "_s,
                {},
                savedScripts(kind),
                isHeld(isCard ? ScriptScope::Card : ScriptScope::Preset, isCard ? inputs().avatar : preset)};
            const auto owner = std::ranges::find(owners, kind, &ScriptOwner::kind);
            if (owner != owners.cend())
                list.acting = scriptsThatAct({}, {*owner});
            lists.append(list);
        }
        if (settings().isRegexOff) {
            for (ScriptList &list : lists)
                list.acting.clear();
        }
        return lists;
    }

    void scripts()
    {
        const auto idOf = [](const RegexScript &script) {
            return script.id.isEmpty() ? script.name : script.id;
        };
        const auto nameOf = [](const RegexScript &script) {
            return PresentText::tr("regex script %1").arg(script.name);
        };
        const QList<RegexScript> kept = std::exchange(inputs().regexScripts, {});
        const QList<ScriptList> lists = scriptLists();
        for (const ScriptList &list : lists) {
            for (const RegexScript &script : list.acting) {
                if (script.disabled)
                    continue;
                note(list.place + idOf(script), nameOf(script), writeRegexScripts({script}), list.isHeld);
                inputs().regexScripts.append(script);
            }
        }
        for (const RegexScript &script : kept) {
            if (script.disabled || std::ranges::contains(inputs().regexScripts, idOf(script), idOf))
                continue;
            const auto list = std::ranges::find_if(lists, [&](const ScriptList &each) {
                return std::ranges::contains(each.saved, idOf(script), idOf);
            });
            const ScriptList &whose = list == lists.cend() ? lists.first() : *list;
            noteLeftOut(whose.place + idOf(script), nameOf(script), whose.isHeld);
        }
    }

    // They act in the layout of SmartTavern alone.
    void rules()
    {
        const Result<LoadedRules> loaded = loadRuleFiles(m_store);
        if (!loaded)
            return;
        inputs().framingRules.clear();
        const bool doTheyAct = modeInEffect(inputs()) == PromptMode::Framing;
        for (const RuleFile &file : loaded->files) {
            if (m_choices.rulesOff.contains(file.name))
                continue;
            const auto held = heldOf(m_edited.rules, file.name);
            const QList<Json> now = held.value_or(file.rules);
            inputs().framingRules += now;
            if (doTheyAct)
                note(placeOf(Folder::Rules, file.name + u".json"_s),
                     PresentText::tr("rules %1").arg(file.name), writeJson(Json::array(now)),
                     held.has_value());
        }
    }

    template <typename T> std::optional<T> heldTemplate(Folder folder, const QString &name) const
    {
        const auto found = m_edited.textTemplates.constFind({folder, name});
        return found == m_edited.textTemplates.cend() ? std::nullopt : std::optional(std::get<T>(*found));
    }

    void completionTemplates()
    {
        if (!inputs().textCompletion)
            return;
        TextCompletion &text = *inputs().textCompletion;
        const auto place = [](Folder folder, const QString &name) {
            return placeOf(folder, name + u".json"_s);
        };
        if (const QString name = text.context.name; !name.isEmpty())
            take(place(Folder::Context, name), PresentText::tr("context template %1").arg(name),
                 heldTemplate<ContextTemplate>(Folder::Context, name), loadContextTemplate(m_store, name),
                 writeContextTemplate, [&](const ContextTemplate &file) { text.context = file; });
        if (const QString name = text.instruct ? text.instruct->name : QString(); !name.isEmpty())
            take(place(Folder::Instruct, name), PresentText::tr("instruct template %1").arg(name),
                 heldTemplate<InstructTemplate>(Folder::Instruct, name), loadInstructTemplate(m_store, name),
                 writeInstructTemplate, [&](const InstructTemplate &file) { text.instruct = file; });
        if (const QString name = text.systemPrompt ? text.systemPrompt->name : QString(); !name.isEmpty())
            take(place(Folder::SystemPrompts, name), PresentText::tr("system prompt %1").arg(name),
                 heldTemplate<SystemPrompt>(Folder::SystemPrompts, name), loadSystemPrompt(m_store, name),
                 writeSystemPrompt, [&](const SystemPrompt &file) { text.systemPrompt = file; });
        samplers(text);
    }

    // Those that are in no file are the settings', as they were when the test was made.
    void samplers(TextCompletion &text)
    {
        const QString name = text.preset ? text.preset->name : QString();
        const Result<LoadedDocument<TextPreset>> loaded = loadTextPreset(m_store, name);
        const std::optional<TextPreset> held = heldTemplate<TextPreset>(Folder::TextPresets, name);
        if (name.isEmpty() || (!loaded && !held))
            return;
        take(placeOf(Folder::TextPresets, name + u".json"_s), PresentText::tr("samplers %1").arg(name), held,
             loaded, writeTextPreset,
             [&](const TextPreset &file) { text.preset = withSizesOf(file, *text.preset); });
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
            const PromptTemplate now = m_edited.promptTemplates.value(file.value.name, file.value);
            if (now.name == to.name) {
                content = textOf(now);
                to.use(now);
            }
            for (NamedTemplate &other : to.others) {
                if (other.name == now.name)
                    other.text = now.text;
            }
        }
        note(placeOf(Folder::PromptTemplates, to.name), PresentText::tr("template %1").arg(to.name), content,
             m_edited.promptTemplates.contains(to.name));
    }

    LibraryStore &m_store;
    const ActiveChoices &m_choices;
    const EditedDocuments &m_edited;
    PresentInputs m_made;
    std::optional<Preset> m_savedPreset; // as the files have them: what scripts were permitted for
    QMap<QString, Card> m_savedCards;
};

} // namespace

PresentInputs presentInputs(const PromptInputs &kept, LibraryStore &store, const ActiveChoices &choices,
                            const EditedDocuments &edited)
{
    return Present(kept, store, choices, edited).make();
}

ActiveChoices choicesIn(const LibraryStore &store)
{
    return readActiveChoices(readState(store.layout().sessionFile(), checkActiveChoices).bytes);
}

} // namespace snug
