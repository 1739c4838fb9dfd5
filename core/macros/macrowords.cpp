#include "core/macros/macrowords.h"

#include <QCoreApplication>

#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct Row
{
    QStringView name;
    QStringView arguments;
    const char *meaning;
};

constexpr std::array rows{
    Row{u"char", u"", QT_TRANSLATE_NOOP("MacroWords", "the character's name")},
    Row{u"user", u"", QT_TRANSLATE_NOOP("MacroWords", "the persona's name")},
    Row{u"group", u"", QT_TRANSLATE_NOOP("MacroWords", "the names of all members of the group")},
    Row{u"groupNotMuted", u"", QT_TRANSLATE_NOOP("MacroWords", "the names of members who are not muted")},
    Row{u"notChar", u"", QT_TRANSLATE_NOOP("MacroWords", "the names of everybody but the speaker")},
    Row{u"description", u"", QT_TRANSLATE_NOOP("MacroWords", "the card's description")},
    Row{u"personality", u"", QT_TRANSLATE_NOOP("MacroWords", "the card's personality")},
    Row{u"scenario", u"", QT_TRANSLATE_NOOP("MacroWords", "the card's scenario, or the chat's own")},
    Row{u"persona", u"", QT_TRANSLATE_NOOP("MacroWords", "the persona's description")},
    Row{u"mesExamples", u"", QT_TRANSLATE_NOOP("MacroWords", "the card's example messages, laid out")},
    Row{u"mesExamplesRaw", u"", QT_TRANSLATE_NOOP("MacroWords", "the card's example messages as written")},
    Row{u"charPrompt", u"", QT_TRANSLATE_NOOP("MacroWords", "the card's system prompt")},
    Row{u"charInstruction", u"", QT_TRANSLATE_NOOP("MacroWords", "the card's post-history instructions")},
    Row{u"charDepthPrompt", u"", QT_TRANSLATE_NOOP("MacroWords", "the card's note at a depth")},
    Row{u"charCreatorNotes", u"", QT_TRANSLATE_NOOP("MacroWords", "the creator's notes of the card")},
    Row{u"charVersion", u"", QT_TRANSLATE_NOOP("MacroWords", "the card's version")},
    Row{u"charFirstMessage", u"", QT_TRANSLATE_NOOP("MacroWords", "the card's first message")},
    Row{u"greeting", u"::1",
        QT_TRANSLATE_NOOP("MacroWords", "a greeting of the card by its number, 0 is the first")},
    Row{u"original", u"",
        QT_TRANSLATE_NOOP("MacroWords", "in a card's prompt: the preset's text that it replaces")},
    Row{u"outlet", u"::name", QT_TRANSLATE_NOOP("MacroWords", "the lore entries of this outlet")},
    Row{u"lastMessage", u"", QT_TRANSLATE_NOOP("MacroWords", "the newest message of the chat")},
    Row{u"lastUserMessage", u"", QT_TRANSLATE_NOOP("MacroWords", "the user's newest message")},
    Row{u"lastCharMessage", u"", QT_TRANSLATE_NOOP("MacroWords", "the characters' newest message")},
    Row{u"lastMessageId", u"", QT_TRANSLATE_NOOP("MacroWords", "the number of the newest message")},
    Row{u"firstIncludedMessageId", u"",
        QT_TRANSLATE_NOOP("MacroWords", "the number of the oldest message that was sent last time")},
    Row{u"lastSwipeId", u"", QT_TRANSLATE_NOOP("MacroWords", "how many swipes the newest message has")},
    Row{u"currentSwipeId", u"",
        QT_TRANSLATE_NOOP("MacroWords", "which swipe of the newest message is shown")},
    Row{u"allChatRange", u"", QT_TRANSLATE_NOOP("MacroWords", "the numbers of all messages, \"0-41\"")},
    Row{u"lastGenerationType", u"",
        QT_TRANSLATE_NOOP("MacroWords", "what is asked for: normal, swipe, continue …")},
    Row{u"if", u"::condition",
        QT_TRANSLATE_NOOP("MacroWords",
                          "what follows up to {{/if}} only when the condition is not empty or false")},
    Row{u"else", u"", QT_TRANSLATE_NOOP("MacroWords", "inside {{if}}: the text for the other case")},
    Row{u"trim", u"", QT_TRANSLATE_NOOP("MacroWords", "removes the line breaks around it")},
    Row{u"newline", u"", QT_TRANSLATE_NOOP("MacroWords", "a line break")},
    Row{u"space", u"", QT_TRANSLATE_NOOP("MacroWords", "a space")},
    Row{u"noop", u"", QT_TRANSLATE_NOOP("MacroWords", "nothing")},
    Row{u"//", u" note", QT_TRANSLATE_NOOP("MacroWords", "a note to yourself; nothing of it is sent")},
    Row{u"reverse", u"::text", QT_TRANSLATE_NOOP("MacroWords", "the text backwards")},
    Row{u"random", u"::one::two",
        QT_TRANSLATE_NOOP("MacroWords", "one of these, chosen again in each prompt")},
    Row{u"pick", u"::one::two", QT_TRANSLATE_NOOP("MacroWords", "one of these, the same in this chat")},
    Row{u"roll", u"::1d6", QT_TRANSLATE_NOOP("MacroWords", "the sum of dice")},
    Row{u"time", u"", QT_TRANSLATE_NOOP("MacroWords", "the time of day")},
    Row{u"date", u"", QT_TRANSLATE_NOOP("MacroWords", "the date")},
    Row{u"weekday", u"", QT_TRANSLATE_NOOP("MacroWords", "the day of the week")},
    Row{u"isotime", u"", QT_TRANSLATE_NOOP("MacroWords", "the time as 23:05")},
    Row{u"isodate", u"", QT_TRANSLATE_NOOP("MacroWords", "the date as 2026-11-22")},
    Row{u"datetimeformat", u"::DD.MM.YYYY HH:mm",
        QT_TRANSLATE_NOOP("MacroWords", "date and time in this form")},
    Row{u"timeDiff", u"::one::two", QT_TRANSLATE_NOOP("MacroWords", "how far apart two times are, in words")},
    Row{u"idleDuration", u"", QT_TRANSLATE_NOOP("MacroWords", "how long ago the user last wrote")},
    Row{u"setvar", u"::name::value", QT_TRANSLATE_NOOP("MacroWords", "sets a variable of this chat")},
    Row{u"getvar", u"::name", QT_TRANSLATE_NOOP("MacroWords", "a variable of this chat")},
    Row{u"addvar", u"::name::1", QT_TRANSLATE_NOOP("MacroWords", "adds to a variable of this chat")},
    Row{u"incvar", u"::name", QT_TRANSLATE_NOOP("MacroWords", "adds one and gives the result")},
    Row{u"decvar", u"::name", QT_TRANSLATE_NOOP("MacroWords", "subtracts one and gives the result")},
    Row{u"hasvar", u"::name", QT_TRANSLATE_NOOP("MacroWords", "whether this chat has the variable")},
    Row{u"deletevar", u"::name", QT_TRANSLATE_NOOP("MacroWords", "removes a variable of this chat")},
    Row{u"setvarkey", u"::name::key::value",
        QT_TRANSLATE_NOOP("MacroWords", "sets an item of a variable that is a list")},
    Row{u"getvarkey", u"::name::key",
        QT_TRANSLATE_NOOP("MacroWords", "an item of a variable that is a list")},
    Row{u"setglobalvar", u"::name::value", QT_TRANSLATE_NOOP("MacroWords", "sets a variable of all chats")},
    Row{u"getglobalvar", u"::name", QT_TRANSLATE_NOOP("MacroWords", "a variable of all chats")},
    Row{u"addglobalvar", u"::name::1", QT_TRANSLATE_NOOP("MacroWords", "adds to a variable of all chats")},
    Row{u"incglobalvar", u"::name",
        QT_TRANSLATE_NOOP("MacroWords", "adds one to a variable of all chats and gives the result")},
    Row{u"decglobalvar", u"::name",
        QT_TRANSLATE_NOOP("MacroWords", "subtracts one from a variable of all chats and gives the result")},
    Row{u"hasglobalvar", u"::name",
        QT_TRANSLATE_NOOP("MacroWords", "whether there is such a variable of all chats")},
    Row{u"deleteglobalvar", u"::name", QT_TRANSLATE_NOOP("MacroWords", "removes a variable of all chats")},
    Row{u"authorsNote", u"", QT_TRANSLATE_NOOP("MacroWords", "the chat's author's note as it is written")},
    Row{u"charAuthorsNote", u"",
        QT_TRANSLATE_NOOP("MacroWords", "the character's author's note as it is written")},
    Row{u"defaultAuthorsNote", u"",
        QT_TRANSLATE_NOOP("MacroWords", "the author's note of new chats as it is written")},
    Row{u"reasoningPrefix", u"", QT_TRANSLATE_NOOP("MacroWords", "what goes before thoughts")},
    Row{u"reasoningSuffix", u"", QT_TRANSLATE_NOOP("MacroWords", "what goes behind thoughts")},
    Row{u"reasoningSeparator", u"",
        QT_TRANSLATE_NOOP("MacroWords", "what goes between thoughts and the reply")},
    Row{u"model", u"", QT_TRANSLATE_NOOP("MacroWords", "the model's name")},
    Row{u"maxPrompt", u"", QT_TRANSLATE_NOOP("MacroWords", "how many tokens the prompt may have")},
    Row{u"maxContext", u"", QT_TRANSLATE_NOOP("MacroWords", "the context size in tokens")},
    Row{u"maxResponse", u"", QT_TRANSLATE_NOOP("MacroWords", "how many tokens the reply may have")},
};

} // namespace

QList<MacroWord> macroWords()
{
    QList<MacroWord> words;
    words.reserve(qsizetype(rows.size()));
    for (const Row &row : rows)
        words.append({row.name.toString(), row.arguments.toString(),
                      QCoreApplication::translate("MacroWords", row.meaning)});
    return words;
}

} // namespace snug
