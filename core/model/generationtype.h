// What kind of reply is asked for; lore entries and prompt blocks may limit themselves to some.
#pragma once

#include <QString>

#include <optional>

namespace snug {

enum class GenerationType : quint8 { Normal, Continue, Impersonate, Swipe, Regenerate, Quiet };

// SillyTavern's words: "normal", "continue", "impersonate", "swipe", "regenerate", "quiet".
QString generationTypeName(GenerationType type);
std::optional<GenerationType> generationTypeFromName(QStringView name);

} // namespace snug
