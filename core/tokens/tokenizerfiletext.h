// What is said of tokenizer files that cannot be read, for translators: one context.
#pragma once

#include <QCoreApplication>

namespace snug {

struct TokenizerFileText
{
    Q_DECLARE_TR_FUNCTIONS(TokenizerFile)
};

} // namespace snug
