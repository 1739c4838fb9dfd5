// What shapes the prompt at the moment: the card, persona, preset, lorebooks, scripts and mode in effect.
// Each sort is decided upon by one of its parts.
#pragma once

#include "core/library/library.h"
#include "core/workspace/activeknowledge.h"
#include "core/workspace/activelorebooks.h"
#include "core/workspace/activepersonas.h"
#include "core/workspace/activerules.h"
#include "core/workspace/activescripts.h"
#include "core/workspace/chattemplates.h"
#include "core/workspace/completiontemplates.h"
#include "core/workspace/contentchoices.h"
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
    // What the open chat is called (empty = none is open) and its header says.
    void setChat(const QString &name, const Json &metadata);
    QString openChatKey() const; // for choices of templates

    // What the user chose, and chooses.
    ContentChoices &choices() { return m_choices; }
    // Files as they were read, and who speaks in a group.
    const LoadedContent &loaded() const { return m_loaded; }
    // Everybody whom the user could be.
    const ActivePersonas &personas() const { return m_personas; }
    const ActiveLorebooks &lorebooks() const { return m_lorebooks; }
    const ActiveScripts &scripts() const { return m_scripts; }

    // As edited, where an editor is open on them; here and below.
    std::optional<Card> card() const { return m_inPlay.card(); }
    // Of the open chat's character; empty in a group, with the model alone, and where no chat is open.
    QString cardFile() const { return m_loaded.isWithModelAlone() ? QString() : m_loaded.cardFile(); }
    std::optional<GroupInputs> groupMembers() const;
    QString presetName() const { return m_inPlay.presetName(); }
    std::optional<Preset> preset() const { return m_inPlay.preset(); }

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
    void takeMetadata(const Json &metadata);
    void restore();
    void bindScripts();
    QMap<QString, Json> globalVariables() const;
    void keepParts();
    void follow(const LibraryChange &change);
    void update();

    Library *m_library;
    std::optional<NewVariables> m_globalVariables;
    ContentChoices m_choices;
    EditOverlay m_edited;
    CompletionTemplates m_templates;
    ChatTemplates m_promptTemplates;
    ActiveRules m_rules;
    LoadedContent m_loaded;
    ContentInPlay m_inPlay;
    ActivePersonas m_personas;
    ActiveLorebooks m_lorebooks;
    ActiveScripts m_scripts;
    QString m_chatName;
    ActiveKnowledge m_knowledge;
    Json m_metadata;
    LoreSimilarities m_similarities;
    LoreCachePtr m_loreCache = std::make_shared<LoreCache>();
};

} // namespace snug
