#include "core/macros/macronames.h"

#include "core/macros/macrowords.h"
#include "core/model/spelling.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

// Other spellings of macros that macroWords() tells of, and those that say nothing in a prompt
// (docs/sillytavern/macros.md).
static QStringList otherNames()
{
    QStringList names{u"charIfNotGroup"_s,    u"charDescription"_s, u"charPersonality"_s,
                      u"charScenario"_s,      u"creatorNotes"_s,    u"version"_s,
                      u"char_version"_s,      u"isMobile"_s,        u"input"_s,
                      u"lastChatMessage"_s,   u"comment"_s,         u"banned"_s,
                      u"idle_duration"_s,     u"maxPromptTokens"_s, u"maxContextTokens"_s,
                      u"maxResponseTokens"_s, u"charPrefix"_s,      u"charNegativePrefix"_s,
                      u"defaultExpression"_s, u"lastExpression"_s,  u"availableExpressions"_s};
    for (const QStringView scope : {u"", u"global"})
        names << u"flush"_s + scope + u"var"_s << scope + u"varexists"_s;
    for (const QStringView scope : {u"", u"global"})
        names << u"set"_s + scope + u"varindex"_s << u"get"_s + scope + u"varindex"_s;
    return names << u"setglobalvarkey"_s << u"getglobalvarkey"_s;
}

const QStringList &macroNames()
{
    static const QStringList names = [] {
        QStringList list = otherNames();
        const QList<MacroWord> words = macroWords();
        for (const MacroWord &word : words)
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

QString nearestMacroName(QStringView name)
{
    return nearestSpelling(name, macroNames());
}

} // namespace snug
