// A prompt as it would be if: things switched off, written differently or moved below the chat, another
// context size or persona; on top of the inputs as the files make them, which stay as they are.
#pragma once

#include "core/prompt/promptinputs.h"
#include "core/prompt/source.h"

#include <QList>
#include <QString>

#include <optional>

namespace snug {

// One thing that can be tried otherwise.
struct WhatIfTarget
{
    enum class Kind : quint8 {
        Nothing,     // text that follows from others, or that no file of the user's holds
        Block,       // of the preset: `name` is its identifier
        LoreEntry,   // `name` is the lorebook's, `number` the uid
        CardField,   // `name` is the source's type: "char.description"
        Persona,     // its description
        ChatMessage, // `number` is its index in the file
        AuthorsNote,
    };
    Kind kind = Kind::Nothing;
    QString name = {};
    int number = -1;

    bool isNothing() const { return kind == Kind::Nothing; }
    bool operator==(const WhatIfTarget &) const = default;
};

// What of these inputs the innermost part of the source is, that can be tried otherwise.
WhatIfTarget whatIfTarget(const Source &source, const PromptInputs &inputs);
// The text that an edit begins with: the thing's own, macros not resolved.
QString whatIfText(const WhatIfTarget &target, const PromptInputs &inputs);
// Blocks and lore entries can be moved below the chat's messages.
bool canMoveBelow(const WhatIfTarget &target);

struct WhatIfChange
{
    WhatIfTarget target;
    QString name = {}; // what the user calls it
    bool isOff = false;
    bool isOn = false;    // a lore entry fires whatever its keys say; a block is in the order and on
    bool isBelow = false; // behind the chat
    std::optional<QString> text = {};

    bool changesNothing() const { return !isOff && !isOn && !isBelow && !text; }
    bool operator==(const WhatIfChange &) const = default;
};

// Another model: over this connection, by this name.
struct WhatIfModel
{
    QString connection = {}; // its id
    QString model = {};      // empty: the connection's own
    QString name = {};       // what the user calls it

    bool operator==(const WhatIfModel &) const = default;
};

struct WhatIf
{
    QList<WhatIfChange> changes; // one a target
    std::optional<int> contextSize;
    std::optional<Persona> persona;
    std::optional<WhatIfModel> model; // whoever makes the request sees to it: withWhatIf() does not

    bool isEmpty() const { return changes.isEmpty() && !contextSize && !persona && !model; }
    const WhatIfChange *find(const WhatIfTarget &target) const;
    // The target's change, made if need be; one that changes nothing is taken out by tidy().
    WhatIfChange &at(const WhatIfTarget &target, const QString &name);
    void tidy();

    bool operator==(const WhatIf &) const = default;
};

// Targets that are not in the inputs (any more) are passed over.
PromptInputs withWhatIf(PromptInputs inputs, const WhatIf &whatIf);
// The same for one thing, for writing it into a file.
void applyTo(Preset &preset, const WhatIfChange &change);
void applyTo(Lorebook &book, const WhatIfChange &change);
void applyTo(Card &card, const WhatIfChange &change);

// "Main is off", "lore Harbour: Inn is below the history".
QStringList whatIfSentences(const WhatIf &whatIf);
// Without what that sentence says.
WhatIf withoutSentence(WhatIf whatIf, int sentence);

} // namespace snug
