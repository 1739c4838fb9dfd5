// What tests of prompts say, for translators: one context.
#pragma once

#include <QCoreApplication>

namespace snug {

struct PromptTestText
{
    Q_DECLARE_TR_FUNCTIONS(PromptTest)
};

} // namespace snug
