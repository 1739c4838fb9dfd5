// A model's own tokenizer: not only how many tokens, but which.
#pragma once

#include "core/tokens/tokencounter.h"

#include <QByteArray>
#include <QList>

namespace snug {

// Immutable, usable from any thread. Text is taken as UTF-16; a lone surrogate counts as U+FFFD,
// which is what every encoder to UTF-8 sends in its place.
class Tokenizer : public TokenCounter
{
public:
    // The ids of `text`, without any token that a template or the model puts around it.
    virtual QList<int> encode(QStringView text) const = 0;
    // What the token stands for; empty for an unknown id. The bytes of encode(text), joined, are the
    // normalized text in UTF-8; a single token may be a torn piece of a character.
    virtual QByteArray tokenBytes(int id) const = 0;
    virtual int vocabularySize() const = 0;

    CountKind kind() const override { return CountKind::Exact; }
};

using TokenizerPtr = std::shared_ptr<const Tokenizer>;

} // namespace snug
