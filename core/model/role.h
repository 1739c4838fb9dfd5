// Who speaks in an outbound message.
#pragma once

#include <QString>

#include <optional>

namespace snug {

enum class Role : quint8 { System, User, Assistant };

// The word of the wire: "system", "user", "assistant".
QString roleName(Role role);
std::optional<Role> roleFromName(QStringView name);

// SillyTavern's numbers: 0 system, 1 user, 2 assistant; anything else is `otherwise`.
Role roleFromNumber(int number, Role otherwise = Role::System);
int roleNumber(Role role);

} // namespace snug
