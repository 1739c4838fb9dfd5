// What shapes the prompt at the moment: the card, persona, preset, lorebooks and mode in effect, loaded and
// kept in step with the library.
#pragma once

#include "core/library/booksineffect.h"
#include "core/library/library.h"
#include "core/workspace/activechoices.h"
#include "core/workspace/activeknowledge.h"
#include "core/workspace/activerules.h"
#include "core/workspace/chattemplates.h"
#include "core/workspace/completiontemplates.h"
#include "core/workspace/editoverlay.h"
#include "core/workspace/personachoice.h"
#include "core/workspace/scriptowners.h"

#include <QMap>
#include <QObject>

#include <optional>

namespace snug {

class ActiveContent : public QObject
{
    Q_OBJECT

public:
    // `library` outlives this.
    explicit ActiveContent(Library *library, QObject *parent = nullptr);

    // Whose chat is open: a card's file, and what the chat's header says. An empty file: nobody's.
    void setCharacter(const QString &cardFile);
    // Likewise for a group, named by its file; its members' cards and lorebooks are loaded.
    void setGroup(const QString &groupFile);
    void setChatMetadata(const Json &metadata);
    void setChatName(const QString &name); // empty = none is open
    QString openChatKey() const;           // for choices of templates
    // Where the choices of an earlier run stand; told back by choicesChanged() after the user's own.
    void setChoices(const ActiveChoices &choices);
    const ActiveChoices &choices() const { return m_choices; }

    void choosePersona(const QString &avatar); // empty = nobody
    void choosePreset(const QString &name);    // empty = none
    void chooseMode(PromptMode mode);
    void setGlobalBook(const QString &name, bool active);

    // As edited, where an editor is open on them; here and below.
    std::optional<Card> card() const { return m_edited.card(m_cardFile, m_card); }
    QString cardFile() const { return m_cardFile; }
    std::optional<Group> group() const; // as the library has it now
    std::optional<GroupInputs> groupMembers() const;
    std::optional<Persona> persona() const;
    PersonaReason personaReason() const;
    QList<Persona> personas() const; // all of them
    // Whose chat is open, as personas are locked to it; nothing: nobody's.
    std::optional<Persona::Connection> chatOwner() const;
    QString lockedPersona() const; // by the open chat: a picture, or empty
    QString userName() const;      // the persona's, else the user's own
    QString presetName() const;
    std::optional<Preset> preset() const { return m_edited.preset(presetName(), m_preset); }
    QStringList globalBooks() const;
    QList<BookInEffect> books() const;
    // Cards and presets in effect that bring regex scripts; they act once the user allows it.
    QList<ScriptOwner> scriptOwners() const;
    QList<RegexScript> globalScripts() const;
    // By ScriptOwner::key, for the scripts with that digest.
    void allowScripts(const QString &owner, const QByteArray &digest, bool allowed);
    // The user has saved other scripts there.
    void scriptsEdited(const QString &owner, const QByteArray &before, const QByteArray &after);
    std::optional<bool> areScriptsAllowed(const QString &owner, const QByteArray &digest) const;

    // What a turn has made of the variables that all chats share.
    void setGlobalVariables(const QMap<QString, Json> &values);

    // Of vectorized entries in effect to what was said last.
    void setSimilarities(const LoreSimilarities &similarities);

    RegexEnginePtr regexEngine() const { return m_regexEngine; }
    // All but the chat, the typed text, type, time, seed, model and counter.
    PromptInputs inputs() const;
    // The inputs as they are when this member of the group speaks: card and lorebooks.
    void inputsForSpeaker(PromptInputs &inputs, const QString &avatar) const;
    // Everything that inputs() needs has been read, or has failed to be.
    bool isReady() const
    {
        return m_loading == 0 && m_templates.isReady() && m_promptTemplates.isReady() && m_rules.isReady();
    }
    // What editors hold.
    EditOverlay &edited() { return m_edited; }
    // Which of it is in effect, in the user's words: "preset Slow Burn", "lorebook Harbour".
    QStringList editedInEffect() const;
    // Those of text completions.
    CompletionTemplates &templates() { return m_templates; }
    // Those of messages.
    ChatTemplates &promptTemplates() { return m_promptTemplates; }
    // SmartTavern's rules in files of their own.
    ActiveRules &rules() { return m_rules; }
    // Who knows what, and who plays whom.
    ActiveKnowledge &knowledge() { return m_knowledge; }

Q_SIGNALS:
    void changed();
    void choicesChanged();
    void cardLoaded(const snug::Card &card);
    void problem(const snug::Error &error);

private:
    struct NewVariables
    {
        QMap<QString, Json> values;
        Json basis; // what the library said then; once it says something else, that counts
    };

    QString accountName() const;
    PersonaInEffect personaInEffect() const;
    void forgetPick(bool isAnotherChat);
    QStringList editedPersonaAndScripts() const;
    QList<ScriptOwner> ownersOf(std::optional<Card> card, const QString &cardFile) const;
    QList<RegexScript> savedScripts(ScriptOwner::Kind kind, const QString &cardFile) const;
    QByteArray digestOf(const QList<RegexScript> &scripts) const;
    void bindScripts();
    bool areAllowedThere(const QString &owner) const; // in SillyTavern
    QMap<QString, Json> globalVariables() const;
    void keepParts();
    void follow(const LibraryChange &change);
    void update();
    void loadCardFile();
    void loadMembers();
    void loadMember(const QString &cardFile);
    QList<RegexScript> actingScripts(const QList<ScriptOwner> &owners) const;
    QStringList booksOf(const QString &cardFile, const Card &card) const;
    QList<BookInEffect> booksWith(const QStringList &characterBooks) const;
    QList<ActiveLorebook> loaded(const QList<BookInEffect> &books) const;
    void loadPresetFile(const QString &name);
    void loadBook(const QString &name);
    template <typename Job, typename Take> void load(Job job, Take take);

    Library *m_library;
    RegexEnginePtr m_regexEngine;
    std::optional<NewVariables> m_globalVariables;
    ActiveChoices m_choices;
    bool m_isPicked = false; // the persona, for the chat that is open
    EditOverlay m_edited;
    mutable QList<std::pair<QList<RegexScript>, QByteArray>> m_digests;
    CompletionTemplates m_templates;
    ChatTemplates m_promptTemplates;
    ActiveRules m_rules;
    QString m_chatName;
    ActiveKnowledge m_knowledge;
    Json m_metadata;
    QString m_cardFile;
    std::optional<Card> m_card;
    QString m_groupFile;
    QMap<QString, std::optional<Card>> m_members; // of the group; nothing = being read, or unreadable
    QString m_loadedPreset;
    std::optional<Preset> m_preset;
    LoreSimilarities m_similarities;
    QMap<QString, std::optional<Lorebook>> m_books; // nothing = being read, or unreadable
    LoreCachePtr m_loreCache = std::make_shared<LoreCache>();
    int m_loading = 0;
};

} // namespace snug
