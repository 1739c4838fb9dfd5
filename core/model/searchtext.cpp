#include "core/model/searchtext.h"

#include <algorithm>

namespace snug {

QString foldedForSearch(const QString &text)
{
    const auto isPlain = [](QChar c) { return c.unicode() < 0x80; };
    if (std::ranges::all_of(text, isPlain))
        return text.toLower();
    QString folded;
    folded.reserve(text.size());
    for (const QChar c : text.toCaseFolded().normalized(QString::NormalizationForm_KD)) {
        if (c.category() != QChar::Mark_NonSpacing)
            folded.append(c);
    }
    return folded;
}

} // namespace snug
