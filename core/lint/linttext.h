// What the rules say, for translators: one context for all of them.
#pragma once

#include <QCoreApplication>

namespace snug {

struct LintText
{
    Q_DECLARE_TR_FUNCTIONS(Lint)
};

} // namespace snug
