#include "core/prompt/smelttext.h"

using namespace Qt::StringLiterals;

namespace snug {

TracedText substituteNames(const TracedText &text, const QString &userName, const QString &characterName)
{
    struct Name
    {
        QStringView spelling;
        bool isUser;
    };
    static constexpr Name names[] = {
        {u"{{user}}", true}, {u"{{User}}", true}, {u"{{char}}", false}, {u"{{Char}}", false}};
    const QString &all = text.text();
    TracedText result;
    qsizetype done = 0;
    for (qsizetype at = all.indexOf(u"{{"); at >= 0; at = all.indexOf(u"{{", at)) {
        const auto name = std::ranges::find_if(names, [&](const Name &candidate) {
            return QStringView(all).sliced(at).startsWith(candidate.spelling);
        });
        if (name == std::end(names)) {
            ++at;
            continue;
        }
        result.append(text.mid(done, at - done));
        const Source outer = text.spanAt(at)->source;
        const Source macro = Source(SourceKind::Macro, name->spelling.sliced(2, 4).toString().toLower(),
                                    name->spelling.toString())
                                 .inside(outer);
        const QString &value = name->isUser ? userName : characterName;
        result.append(TracedText(
            value,
            Source(name->isUser ? SourceKind::PersonaName : SourceKind::CharName, {}, value).inside(macro)));
        at += name->spelling.size();
        done = at;
    }
    if (done == 0)
        return text;
    result.append(text.mid(done));
    return result;
}

QList<qsizetype> trimToContext(const QList<TrimItem> &items, int contextSize)
{
    // Quarters of a token: length/4 + 4 without rounding.
    const auto cost = [](const TrimItem &item) { return item.length + 16; };
    qsizetype sum = 0;
    for (const TrimItem &item : items)
        sum += cost(item);
    QList<qsizetype> kept;
    for (qsizetype i = 0; i < items.size(); ++i) {
        const bool isLast = i == items.size() - 1;
        if (contextSize > 0 && sum > qsizetype(contextSize) * 4 && !items[i].isSticky && !isLast)
            sum -= cost(items[i]);
        else
            kept.append(i);
    }
    return kept;
}

} // namespace snug
