// What the stages of an assembly hand on: each reads what earlier ones wrote and writes its part.
//
// Every stage is a file with one function of the same shape, (const PromptInputs &, Draft &).
#pragma once

#include "core/prompt/assembledprompt.h"
#include "core/prompt/macropass.h"
#include "core/prompt/promptinputs.h"
#include "core/prompt/stages/loretexts.h"

#include <QList>
#include <QString>

#include <limits>
#include <optional>
#include <stop_token>

namespace snug {

// The card's and the persona's texts, trimmed and with macros resolved.
struct CardTexts
{
    TracedText description;
    TracedText personality;
    TracedText scenario;
    TracedText examples;
    TracedText systemPrompt;
    TracedText postHistory;
    TracedText depthPrompt;
    TracedText creatorNotes;
    TracedText persona;
};

// One line of the history as it will be sent, macros unresolved; oldest first.
struct HistoryItem
{
    int index = -1; // in the chat file; the typed text's is the file's size; -1 = an injection
    Role role = Role::User;
    QString name = {}; // for the name field
    TracedText text = {};
    Source source = {};
    QString spoken = {}; // the text after scripts, without a name in front: what lore keys are looked for in

    bool isInjected() const { return index < 0; }
};

// Where a text goes: relative to the main prompt or at a depth of the chat.
enum class NotePlace : quint8 { None, BeforeMain, AfterMain, InChat };

struct AuthorsNote
{
    TracedText text = {};
    bool isDue = false; // this turn; otherwise nothing that rides on it is sent either
    NotePlace place = NotePlace::None;
    int depth = 4;
    Role role = Role::System;
};

// A text injected at a depth. At one depth and role they come in the byte order of `key`.
struct InChatText
{
    QString key = {};
    TracedText text = {};
    int depth = 0;
    Role role = Role::System;
    Source source = {};
};

// A text beside the main prompt that is not the author's note: a summary, an injection of the chat's.
struct BesideMain
{
    QString key = {}; // in the order of which a story string shows them
    TracedText text = {};
    NotePlace place = NotePlace::None; // BeforeMain or AfterMain
    Role role = Role::System;
    Source source = {};
};

// What the chat itself keeps for its prompts: the summary, the texts of /inject.
struct ChatText
{
    QString key = {};
    TracedText text = {};
    NotePlace place = NotePlace::None;
    int depth = 4;
    Role role = Role::System;
    bool isScanned = false; // lore keys are looked for in it, wherever it goes
    bool isKnown = false;   // goes to its place before the author's note
    Source source = {};
};

// A card's text for a depth of the chat. In a group with joined cards there are several.
struct DepthText
{
    TracedText text = {};
    int depth = 4;
    Role role = Role::System;
    Source source = {};
};

struct ExampleLine
{
    QString name = {}; // "example_user" or "example_assistant"
    TracedText text = {};
};
using ExampleBlock = QList<ExampleLine>;

// A message in its place. Separators stay apart when neighbours are squashed.
struct PlacedMessage
{
    OutboundMessage message = {};
    bool staysApart = false;
};

// One prompt of the merged list: its place in the list is its place in the prompt.
struct ListedPrompt
{
    QString identifier = {};
    Role role = Role::System;
    TracedText text = {};
    Source source = {};
    bool isSystemPrompt = false;
    bool isDisabled = false; // in the order list, but off
    bool forbidsOverrides = false;
    PromptBlock::Placement placement = PromptBlock::Placement::Relative;
    int depth = 4;
    double order = 100;
    QString name = {};                // for the name field
    QList<PlacedMessage> placed = {}; // what the budget stage put here
};

class OlderLines;

struct Draft
{
    Draft()
        : Draft(std::stop_token(), {})
    {
    }
    // `asked`: whoever wants the prompt does not want it any more.
    Draft(const std::stop_token &asked, const QMap<QString, Json> &globalVariables)
    {
        macros.state.budget = std::make_shared<MacroBudget>(asked);
        macros.state.globalVariables = globalVariables;
        stop = macros.budget().end();
    }

    AssembledPrompt result;
    std::stop_token stop; // also requested once macros have exceeded their budget
    MacroPass macros;

    // identity
    QString userName;
    QString characterName;
    QString presetLabel;
    CardTexts card;
    QList<DepthText> depthTexts; // the speaker's, or those of all members who count; none is empty
    int contextSize = 0;         // 0 = no limit
    int maxTokens = 0;

    // the chat as of this turn
    qsizetype storedMessages = 0; // of the chat file, without the one that is generated anew
    std::optional<Message> typed; // the user's new message
    QString firstText;            // of the chat's first message, macros resolved once
    ChatFactsPtr facts;           // of PromptInputs::chat, once factsOf() was asked

    QList<HistoryItem> history;
    std::shared_ptr<const OlderLines> older; // stand before it and have not been read; null = none
    AuthorsNote note;
    LoreTexts lore;
    QList<InChatText> inChat;
    QList<ChatText> chatTexts;
    QList<BesideMain> beforeNote; // are put beside the main prompt before the author's note is
    QList<BesideMain> behindNote; // and after it
    TracedText quietPrompt;       // macros resolved, in SillyTavern's layouts
    TracedText replyStart;        // what the reply begins with, macros resolved
    bool isUsualStart = true;     // the settings' own, not one that was typed
    QString typedStart;           // {{bias "…"}} of the typed text
    QList<ExampleBlock> examples;
    QList<ListedPrompt> prompts;
    TracedText groupNudge;        // at the end of the history; empty outside groups
    QList<ListedPrompt> controls; // impersonation, quiet, a prefilled reply: behind everything
    QList<PlacedMessage> tail;    // what the budget stage put there

    qsizetype messageCount() const { return storedMessages + (typed ? 1 : 0); }
    const Message &messageAt(const PromptInputs &inputs, qsizetype index) const
    {
        return index < storedMessages ? inputs.chat.messages.at(index) : *typed;
    }
};

const ChatFacts &factsOf(const PromptInputs &inputs, Draft &draft);

} // namespace snug
