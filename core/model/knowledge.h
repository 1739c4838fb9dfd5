// Who knows what: settings of character-specific context (conformance SPEC of gf-lt).
#pragma once

#include <QString>

namespace snug {

struct KnowledgeSettings
{
    // Who is asked after a private reply.
    enum class Queue : quint8 {
        AllRecipients, // in the order in which the reply names them, up to the user
        FirstOnly      // the first in alphabetical order
    };
    // Whose names end a reply of a text completion.
    enum class StopNames : quint8 { Others, All };

    bool isEnabled = false;
    QString tag = {}; // empty = defaultTag
    bool autoTurn = false;
    Queue queue = Queue::AllRecipients;
    int roundLimit = 8; // replies that nobody typed for
    StopNames stopNames = StopNames::Others;

    static constexpr QStringView defaultTag = u"__known_to_chars__";
    QString tagInEffect() const { return tag.isEmpty() ? defaultTag.toString() : tag; }

    bool operator==(const KnowledgeSettings &) const = default;
};

} // namespace snug
