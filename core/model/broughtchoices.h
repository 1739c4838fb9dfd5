// What choosing a connection chooses along with it, as SillyTavern's connection profiles do
// (docs/formats/settings.md#connection-profiles).
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace snug {

struct BroughtChoices
{
    bool isOff = false; // the user wants the connection alone
    // Chosen in the library with it, by name; nothing = that stays as it is.
    std::optional<QString> preset = {}; // of chat completions or of text completions, as the connection is
    std::optional<QString> context = {};
    std::optional<QString> instruct = {};     // empty = instruct mode is off
    std::optional<QString> systemPrompt = {}; // empty = off
    // In place of the settings' while it is in use.
    std::optional<QStringList> stopStrings = {};
    std::optional<QString> replyStart = {};
    // Parts of the profile that are not taken, by SillyTavern's names.
    QStringList notTaken = {};

    bool choosesNothing() const
    {
        return !preset && !context && !instruct && !systemPrompt && !stopStrings && !replyStart;
    }
    bool operator==(const BroughtChoices &) const = default;
};

} // namespace snug
