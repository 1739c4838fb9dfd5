#include "core/prompt/keylikes.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype leastLength = 16; // of what stands behind the beginning

// How keys of services begin. What stands behind "Bearer " is the key.
constexpr std::array beginnings{"sk-"_L1,    "sk_"_L1,   "rk-"_L1,    "xai-"_L1,  "gsk_"_L1,
                                "hf_"_L1,    "r8_"_L1,   "AIza"_L1,   "ghp_"_L1,  "github_pat_"_L1,
                                "nvapi-"_L1, "pplx-"_L1, "glpat-"_L1, "xoxb-"_L1, "AKIA"_L1};
constexpr QLatin1StringView bearer = "bearer "_L1;

bool isOfKey(QChar c)
{
    return c.unicode() < 0x80 && (c.isLetterOrNumber() || c == u'-' || c == u'_' || c == u'.');
}

bool isLetterOfWord(QChar c)
{
    return c.isLetterOrNumber() || c == u'_';
}

// Words joined by hyphens are none: keys have digits in them.
void addKey(QStringView text, qsizetype start, qsizetype least, QStringList &keys)
{
    qsizetype end = start;
    while (end < text.size() && isOfKey(text[end]))
        ++end;
    while (end > start && text[end - 1] == u'.') // the sentence's
        --end;
    const QStringView key = text.sliced(start, end - start);
    if (key.size() >= least && std::ranges::any_of(key, [](QChar c) { return c.isDigit(); }) &&
        !keys.contains(key))
        keys.append(key.toString());
}

void addFrom(const QString &text, QStringList &keys)
{
    for (const QString &key : keyLikesIn(text)) {
        if (!keys.contains(key))
            keys.append(key);
    }
}

void addFrom(const TracedText &text, QStringList &keys)
{
    addFrom(text.text(), keys);
    for (const Span &span : text.spans())
        addFrom(span.source.path().join(u'\n'), keys);
}

void addFrom(const LoreTrace &row, QStringList &keys)
{
    const LoreDetail &detail = row.details();
    for (const QString &text :
         {row.book, row.title, detail.key, detail.secondaryKey, detail.name, detail.group, detail.rival})
        addFrom(text, keys);
}

} // namespace

QStringList keyLikesIn(QStringView text)
{
    QStringList keys;
    for (const QLatin1StringView beginning : beginnings) {
        for (qsizetype at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1)) {
            if (at == 0 || !isLetterOfWord(text[at - 1]))
                addKey(text, at, beginning.size() + leastLength, keys);
        }
    }
    for (qsizetype at = text.indexOf(bearer, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(bearer, at + 1, Qt::CaseInsensitive)) {
        if (at == 0 || !isLetterOfWord(text[at - 1]))
            addKey(text, at + bearer.size(), leastLength, keys);
    }
    return keys;
}

QStringList keyLikesIn(const AssembledPrompt &prompt)
{
    QStringList keys;
    for (const OutboundMessage &message : prompt.messages) {
        addFrom(message.name, keys);
        addFrom(message.content, keys);
    }
    if (prompt.prompt)
        addFrom(*prompt.prompt, keys);
    for (const DroppedText &text : prompt.trace.dropped) {
        addFrom(text.content, keys);
        addFrom(text.reason, keys);
    }
    for (const LoreTrace &row : prompt.trace.lore)
        addFrom(row, keys);
    for (const QString &text : prompt.trace.warnings + prompt.stop)
        addFrom(text, keys);
    return keys;
}

QList<NameStandIn> keyStandIns(const QStringList &keys)
{
    QList<NameStandIn> standIns;
    for (const QString &key : keys)
        //: In a prompt for others, in the place of what looked like a key of a service
        standIns.append({key, QCoreApplication::translate("PromptReport", "[key removed]")});
    std::ranges::stable_sort(standIns, std::ranges::greater(),
                             [](const NameStandIn &each) { return each.name.size(); });
    return standIns;
}

QString shownKeyLike(const QString &key)
{
    constexpr qsizetype shown = 7;
    return key.first(std::min(shown, key.size())) + u'…';
}

} // namespace snug
