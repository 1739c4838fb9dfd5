// What the user has set about memories: {moduleSettings, titleFormat, profiles, defaultProfile}, the shape
// that SillyTavern's extension keeps under extension_settings.STMemoryBooks, so that its settings can be
// taken over (docs/systems/memory-books.md#settings).
#pragma once

#include "core/memory/autosummary.h"
#include "core/memory/hiding.h"
#include "core/memory/memorybookname.h"
#include "core/memory/memoryprofile.h"
#include "core/memory/memoryprompt.h"
#include "core/memory/sidepromptrun.h"

namespace snug {

// Messages that not everybody in the cast knows (docs/systems/together.md#private-scenes).
enum class PrivateMessages : quint8 { LeftOut, Ask, Included };

struct MemorySettings
{
    bool asksBeforeSending = true; // show the request and wait
    bool showsPreviews = false;    // show the memory and wait
    bool showsNotices = true;
    qint64 tokenWarning = DefaultTokenWarningThreshold;
    int previousMemories = 0; // sent along as context, 0 to 7
    bool clearsScene = false; // once a memory is made
    bool choosesBook = false; // by hand, instead of the chat's own
    bool createsBook = false; // where the chat has none
    QString bookName = DefaultBookNameTemplate.toString();
    bool allowsOverlap = false;
    HidingSettings hiding;
    AutoSummarySettings autoSummary;
    bool usesScripts = false;
    QStringList outgoingScripts; // ids of regex scripts, run on the request
    QStringList incomingScripts; // likewise, on the answer
    int sidePromptsAtOnce = DefaultSidePromptsAtOnce;
    PrivateMessages privateMessages = PrivateMessages::LeftOut;
    int answerTokens = 0; // the longest answer allowed; 0 = the server decides

    QString titleFormat = DefaultTitleFormat.toString();
    QList<MemoryProfile> profiles; // at least one
    int defaultProfile = 0;        // always a profile

    const MemoryProfile &profile(std::optional<int> index = {}) const;
    // The profile's format, or the common one.
    QString titleFormatOf(const MemoryProfile &profile) const;
    bool operator==(const MemorySettings &) const = default;
};

// What is missing or no use gets its default; without profiles there is one for the open connection.
MemorySettings memorySettingsFrom(const Json &document);
// The document with these settings; members that are not known stay, in profiles of the same name too.
// Keys never come in.
Json withMemorySettings(const Json &document, const MemorySettings &settings);

} // namespace snug
