#include "core/model/role.h"

using namespace Qt::StringLiterals;

namespace snug {

QString roleName(Role role)
{
    switch (role) {
    case Role::System:
        return u"system"_s;
    case Role::User:
        return u"user"_s;
    case Role::Assistant:
        return u"assistant"_s;
    }
    Q_UNREACHABLE();
}

std::optional<Role> roleFromName(QStringView name)
{
    if (name == u"system")
        return Role::System;
    if (name == u"user")
        return Role::User;
    if (name == u"assistant")
        return Role::Assistant;
    return std::nullopt;
}

Role roleFromNumber(int number, Role otherwise)
{
    switch (number) {
    case 0:
        return Role::System;
    case 1:
        return Role::User;
    case 2:
        return Role::Assistant;
    default:
        return otherwise;
    }
}

int roleNumber(Role role)
{
    switch (role) {
    case Role::System:
        return 0;
    case Role::User:
        return 1;
    case Role::Assistant:
        return 2;
    }
    Q_UNREACHABLE();
}

} // namespace snug
