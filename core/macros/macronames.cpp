#include "core/macros/macronames.h"

#include "core/macros/macrowords.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

// Other spellings of macros that macroWords() tells of, and those that say nothing in a prompt (conformance
// NOTES for SillyTavern 1.19, sections 11.2 to 11.6).
static QStringList otherNames()
{
    QStringList names{
        u"charIfNotGroup"_s, u"charDescription"_s, u"charPersonality"_s,  u"charScenario"_s,
        u"creatorNotes"_s,   u"version"_s,         u"char_version"_s,     u"isMobile"_s,
        u"input"_s,          u"lastChatMessage"_s, u"comment"_s,          u"banned"_s,
        u"idle_duration"_s,  u"maxPromptTokens"_s, u"maxContextTokens"_s, u"maxResponseTokens"_s};
    for (const QStringView scope : {u"", u"global"})
        names << u"flush"_s + scope + u"var"_s << scope + u"varexists"_s;
    return names << u"setglobalvarkey"_s << u"getglobalvarkey"_s;
}

const QStringList &macroNames()
{
    static const QStringList names = [] {
        QStringList list = otherNames();
        for (const MacroWord &word : macroWords())
            list.append(word.name);
        std::ranges::sort(list, [](const QString &left, const QString &right) {
            return left.compare(right, Qt::CaseInsensitive) < 0;
        });
        return list;
    }();
    return names;
}

bool isMacroName(QStringView name)
{
    static const QSet<QString> known = [] {
        QSet<QString> set;
        for (const QString &each : macroNames())
            set.insert(each.toLower());
        return set;
    }();
    return known.contains(name.toString().toLower()) || name.startsWith(u"time_utc", Qt::CaseInsensitive);
}

// Edits of one letter that lead from one to the other: put in, left out, exchanged.
static int distance(const QString &left, const QString &right)
{
    QList<int> row(right.size() + 1);
    for (qsizetype i = 0; i < row.size(); ++i)
        row[i] = int(i);
    for (qsizetype i = 0; i < left.size(); ++i) {
        int diagonal = row[0];
        row[0] = int(i) + 1;
        for (qsizetype k = 0; k < right.size(); ++k) {
            const int here = std::min({row[k] + 1, row[k + 1] + 1, diagonal + (left[i] == right[k] ? 0 : 1)});
            diagonal = std::exchange(row[k + 1], here);
        }
    }
    return row.last();
}

QString nearestMacroName(QStringView name)
{
    static constexpr qsizetype longest = 32; // no macro's name is longer
    const QString wanted = name.toString().toLower();
    if (wanted.isEmpty() || wanted.size() > longest)
        return {};
    QString nearest;
    int least = wanted.size() < 4 ? 2 : 3;
    for (const QString &known : macroNames()) {
        if (const int apart = distance(wanted, known.toLower()); apart < least) {
            least = apart;
            nearest = known;
        }
    }
    return nearest;
}

} // namespace snug
