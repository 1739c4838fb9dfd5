// What SillyTavern's user settings say about replies: how they begin, what is taken off them, what of their
// thoughts goes back to the model; and the summary that its Summarize extension keeps.
#pragma once

#include "core/model/role.h"

#include <QString>

namespace snug {

// docs/sillytavern/history.md#reasoning
struct ReasoningSettings
{
    bool isAdded = false; // to messages in prompts; a reply that is continued has its thoughts in any case
    QString prefix = QStringLiteral("<think>"); // macros are resolved, also in the next two
    QString suffix = QStringLiteral("</think>");
    QString separator = QStringLiteral("\n");
    int most = 1;          // messages, the newest first
    bool isParsed = false; // auto_parse: a reply that begins between prefix and suffix is thoughts so far

    bool operator==(const ReasoningSettings &) const = default;
};

// docs/sillytavern/notes.md#summary
struct SummarySettings
{
    bool isUsed = true;                                        // the extension is not switched off
    QString layout = QStringLiteral("[Summary: {{summary}}]"); // empty: "Summary: …"
    int position =
        0; // as an author's note's: 0 behind the main prompt, 1 in the chat, 2 before it, else nowhere
    int depth = 2;
    Role role = Role::System;
    bool isScanned = false; // lore keys are looked for in it

    bool operator==(const SummarySettings &) const = default;
};

// docs/sillytavern/replies.md
struct ReplyCleaning
{
    bool isOn = true;                // off: as the layout says, replies are stored as they came
    bool keepsUserName = false;      // allow_name1_display
    bool keepsCharacterName = false; // allow_name2_display
    bool keepsOtherMembers = false;  // disable_group_trimming
    bool fixesMarkdown = false;      // auto_fix_generated_markdown; off in new profiles
    bool trimsSentences = false;     // trim_sentences

    bool operator==(const ReplyCleaning &) const = default;
};

struct ReplySettings
{
    QString start; // user_prompt_bias, "Start Reply With"; macros are resolved
    ReplyCleaning cleaning;
    ReasoningSettings reasoning;
    SummarySettings summary;
    bool usesOldMacros = false; // experimental_macro_engine is off
    int tokenPadding = 64;      // of text completions

    bool operator==(const ReplySettings &) const = default;
};

} // namespace snug
