// Counts tokens of text. Implementations are immutable and may be used from any thread.
#pragma once

#include <QString>
#include <QStringView>

#include <memory>

namespace snug {

// How far a count can be trusted; the UI shows it with every number.
enum class CountKind : quint8 {
    Exact,      // the model's own tokenizer
    Calibrated, // an estimate with a measured error
    Estimate,   // length/4
};

class TokenCounter
{
public:
    virtual ~TokenCounter() = default;

    // Tokens in `text`, without any beginning-of-text token. The estimate rounds up.
    virtual int count(QStringView text) const = 0;
    virtual CountKind kind() const = 0;
    virtual QString name() const = 0; // "o200k_base", "estimate", a tokenizer file's name
};

using TokenCounterPtr = std::shared_ptr<const TokenCounter>;

} // namespace snug
