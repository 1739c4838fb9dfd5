// Who knows what: settings of character-specific context (docs/systems/gf-lt.md#settings).
#pragma once

#include <QString>

#include <optional>

namespace snug {

struct KnowledgeSettings
{
    // Who is asked after a private reply.
    enum class Queue : quint8 {
        AllRecipients, // in the order in which the reply names them; nobody if it tells the user too
        UpToUser,      // likewise, but those named before the user, as gf-lt did first
        FirstOnly      // the first in alphabetical order
    };
    // Whether those who still wait are asked after a reply that is for everybody or tells the user.
    enum class ChainEnd : quint8 {
        PublicReply, // no: it is the user's turn
        NobodyWaits  // yes
    };
    // Whose names end a reply of a text completion.
    enum class StopNames : quint8 { Others, All };

    bool isEnabled = false;
    QString tag = {}; // empty = defaultTag
    bool autoTurn = false;
    Queue queue = Queue::AllRecipients;
    ChainEnd chainEnd = ChainEnd::PublicReply;
    int roundLimit = 8; // replies that nobody typed for
    StopNames stopNames = StopNames::Others;
    // On connections that take messages, which know no names of turns: put them in front of the texts.
    bool namesInMessages = false;

    static constexpr int mostRounds = 99;
    static constexpr QStringView defaultTag = u"__known_to_chars__";
    QString tagInEffect() const { return tag.isEmpty() ? defaultTag.toString() : tag; }

    bool operator==(const KnowledgeSettings &) const = default;
};

// What one chat decides for itself; nothing = as its library has it.
struct KnowledgeOverrides
{
    std::optional<bool> isEnabled = {};
    std::optional<QString> tag = {};
    std::optional<bool> autoTurn = {};
    std::optional<int> roundLimit = {};
    // Said once: messages from before secrets were kept stay public, whatever their tags say.
    bool leavesEarlier = false;

    bool operator==(const KnowledgeOverrides &) const = default;
};

inline KnowledgeSettings overridden(KnowledgeSettings settings, const KnowledgeOverrides &chat)
{
    settings.isEnabled = chat.isEnabled.value_or(settings.isEnabled);
    settings.tag = chat.tag.value_or(settings.tag);
    settings.autoTurn = chat.autoTurn.value_or(settings.autoTurn);
    settings.roundLimit = chat.roundLimit.value_or(settings.roundLimit);
    return settings;
}

} // namespace snug
