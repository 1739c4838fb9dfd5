// Counts that somebody else has to tell: of a server's tokenizer, known text by text as it answers.
#pragma once

#include "core/tokens/tokencounter.h"

#include <QCache>
#include <QMutex>
#include <QSet>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>

namespace snug {

// What is known, and what was asked for in vain. Usable from any thread.
class LearntCounts : public std::enable_shared_from_this<LearntCounts>
{
public:
    // `wanted`: a text was asked for that is not known. Called on the thread that asked, once until
    // takeWanted(); it must not call back. The texts kept have at most `characters` UTF-16 code units.
    static std::shared_ptr<LearntCounts> create(const QString &name, std::function<void()> wanted,
                                                qsizetype characters = qsizetype(64) << 20);

    // Answers at once. What is not known it guesses by the tokens per code unit of what is, and wants;
    // it is Exact as long as it never had to guess, Calibrated from then on. After learn() a new one
    // has to be taken: a counter never corrects what it said.
    TokenCounterPtr counter();

    // Up to `most` texts that were asked for and are not known, the newest first: to learn() or putBack().
    QStringList takeWanted(qsizetype most);
    void learn(const QString &text, int tokens);
    // Taken in vain: they are wanted still, before all others.
    void putBack(const QStringList &texts);
    // `wanted` is not called after this.
    void stopTelling();

    std::optional<int> known(QStringView text) const;

private:
    friend class LearntCounter;
    LearntCounts(const QString &name, std::function<void()> wanted, qsizetype characters);
    int guess(QStringView text);

    const QString m_name;
    std::function<void()> m_tellWanted;
    mutable QMutex m_mutex;
    mutable QCache<QString, int> m_counts;
    QStringList m_wanted;  // the newest last
    QSet<QString> m_asked; // wanted or taken
    qint64 m_learntCharacters = 0;
    qint64 m_learntTokens = 0;
};

} // namespace snug
