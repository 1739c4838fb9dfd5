// What is said of servers' answers, for translators: one context.
#pragma once

#include <QCoreApplication>

namespace snug {

struct ServerText
{
    Q_DECLARE_TR_FUNCTIONS(Server)
};

} // namespace snug
