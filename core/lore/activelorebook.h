// A lorebook in effect, and through whom.
#pragma once

#include "core/model/lorebook.h"

namespace snug {

struct ActiveLorebook
{
    enum class Scope : quint8 { Global, Character, Chat, Persona };
    Lorebook book;
    Scope scope = Scope::Global;
    bool operator==(const ActiveLorebook &) const = default;
};

} // namespace snug
