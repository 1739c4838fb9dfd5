// What shapes the prompt at the moment: the card, persona, preset, lorebooks, scripts and mode in effect.
#pragma once

#include "core/library/booksineffect.h"
#include "core/library/library.h"
#include "core/workspace/activechoices.h"
#include "core/workspace/activeknowledge.h"
#include "core/workspace/activepersonas.h"
#include "core/workspace/activerules.h"
#include "core/workspace/activescripts.h"
#include "core/workspace/chattemplates.h"
#include "core/workspace/completiontemplates.h"
#include "core/workspace/editoverlay.h"
#include "core/workspace/loadedcontent.h"

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
    void chooseLayout(const LayoutSettings &layout);
    void setGlobalBook(const QString &name, bool active);

    // Files as they were read, and who speaks in a group.
    const LoadedContent &loaded() const { return m_loaded; }
    // Everybody whom the user could be.
    const ActivePersonas &personas() const { return m_personas; }
    const ActiveScripts &scripts() const { return m_scripts; }

    // As edited, where an editor is open on them; here and below.
    std::optional<Card> card() const { return m_inPlay.card(); }
    // Of the open chat's character; empty in a group, with the model alone, and where no chat is open.
    QString cardFile() const { return m_loaded.isWithModelAlone() ? QString() : m_loaded.cardFile(); }
    std::optional<GroupInputs> groupMembers() const;
    QString presetName() const { return m_inPlay.presetName(); }
    std::optional<Preset> preset() const { return m_inPlay.preset(); }
    QStringList globalBooks() const;
    QList<BookInEffect> books() const;
    // By ScriptOwner::key, for the scripts with that digest.
    void allowScripts(const QString &owner, const QByteArray &digest, bool allowed);
    // The user has saved other scripts there.
    void scriptsEdited(const QString &owner, const QByteArray &before, const QByteArray &after);

    // What a turn has made of the variables that all chats share.
    void setGlobalVariables(const QMap<QString, Json> &values);

    // Of vectorized entries in effect to what was said last.
    void setSimilarities(const LoreSimilarities &similarities);

    // All but the chat, the typed text, type, time, seed, model and counter.
    PromptInputs inputs() const;
    // The inputs as they are when this member of the group speaks: card and lorebooks.
    void inputsForSpeaker(PromptInputs &inputs, const QString &avatar) const;
    // Everything that inputs() needs has been read, or has failed to be.
    bool isReady() const
    {
        return m_loaded.isReady() && m_templates.isReady() && m_promptTemplates.isReady() &&
               m_rules.isReady();
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

    void openedAnother(bool wasSomebodys);
    void forgetPick(bool isAnotherChat);
    QStringList editedScripts() const;
    void bindScripts();
    QMap<QString, Json> globalVariables() const;
    void keepParts();
    void follow(const LibraryChange &change);
    void update();
    QStringList booksOf(const QString &cardFile, const Card &card) const;
    QList<BookInEffect> booksWith(const QStringList &characterBooks) const;
    QList<ActiveLorebook> withContent(const QList<BookInEffect> &books) const;

    Library *m_library;
    std::optional<NewVariables> m_globalVariables;
    ActiveChoices m_choices;
    EditOverlay m_edited;
    CompletionTemplates m_templates;
    ChatTemplates m_promptTemplates;
    ActiveRules m_rules;
    LoadedContent m_loaded;
    ContentInPlay m_inPlay;
    ActivePersonas m_personas;
    ActiveScripts m_scripts;
    QString m_chatName;
    ActiveKnowledge m_knowledge;
    Json m_metadata;
    LoreSimilarities m_similarities;
    LoreCachePtr m_loreCache = std::make_shared<LoreCache>();
};

} // namespace snug
