#include "core/workspace/learntmodel.h"

#include "core/wire/serverwords.h"

namespace snug {

// What a service calls its models' abilities: words, and not more of them than anybody reads.
static QStringList keptWords(const ModelFacts &facts)
{
    constexpr qsizetype mostWords = 64;
    constexpr qsizetype longestWord = 64;
    QStringList words;
    for (const QString &word : facts.capabilities) {
        if (words.size() < mostWords && word.size() <= longestWord && shownWords(word, longestWord) == word)
            words << word;
    }
    return words;
}

void learnModel(Connection &connection, const QList<ModelFacts> &listed)
{
    const auto facts = ModelPage{listed}.factsOf(connection.model);
    if (facts && !connection.model.isEmpty())
        connection.request.said = {connection.model,  facts->contextSize, facts->mostReply,
                                   facts->parameters, facts->promptPrice, facts->replyPrice,
                                   keptWords(*facts)};
}

} // namespace snug
