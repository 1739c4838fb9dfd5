#include "app/library/cardchoices.h"

using namespace Qt::StringLiterals;

namespace snug {

QMap<QString, QString> cardChoices(const LibraryContents &contents, const QString &without)
{
    QMap<QString, QString> files;
    for (const CardSummary &card : contents.cards) {
        if (!card.problem && card.file != without)
            files.insert(files.contains(card.name) ? u"%1 (%2)"_s.arg(card.name, card.file) : card.name,
                         card.file);
    }
    return files;
}

} // namespace snug
