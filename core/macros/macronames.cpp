#include "core/macros/macronames.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

// conformance NOTES for SillyTavern 1.19, sections 11.2 to 11.6.
const QStringList &macroNames()
{
    static const QStringList names = [] {
        QStringList list{u"user"_s,
                         u"char"_s,
                         u"group"_s,
                         u"charIfNotGroup"_s,
                         u"groupNotMuted"_s,
                         u"notChar"_s,
                         u"description"_s,
                         u"charDescription"_s,
                         u"personality"_s,
                         u"charPersonality"_s,
                         u"scenario"_s,
                         u"charScenario"_s,
                         u"persona"_s,
                         u"mesExamples"_s,
                         u"mesExamplesRaw"_s,
                         u"charPrompt"_s,
                         u"charInstruction"_s,
                         u"charDepthPrompt"_s,
                         u"creatorNotes"_s,
                         u"charCreatorNotes"_s,
                         u"charVersion"_s,
                         u"version"_s,
                         u"char_version"_s,
                         u"greeting"_s,
                         u"charFirstMessage"_s,
                         u"original"_s,
                         u"model"_s,
                         u"isMobile"_s,
                         u"lastMessage"_s,
                         u"lastUserMessage"_s,
                         u"lastCharMessage"_s,
                         u"lastMessageId"_s,
                         u"allChatRange"_s,
                         u"lastSwipeId"_s,
                         u"currentSwipeId"_s,
                         u"firstIncludedMessageId"_s,
                         u"lastGenerationType"_s,
                         u"input"_s,
                         u"lastChatMessage"_s,
                         u"newline"_s,
                         u"space"_s,
                         u"noop"_s,
                         u"comment"_s,
                         u"//"_s,
                         u"reverse"_s,
                         u"outlet"_s,
                         u"banned"_s,
                         u"if"_s,
                         u"else"_s,
                         u"trim"_s,
                         u"time"_s,
                         u"date"_s,
                         u"weekday"_s,
                         u"isotime"_s,
                         u"isodate"_s,
                         u"datetimeformat"_s,
                         u"timeDiff"_s,
                         u"idleDuration"_s,
                         u"idle_duration"_s,
                         u"maxPrompt"_s,
                         u"maxPromptTokens"_s,
                         u"maxContext"_s,
                         u"maxContextTokens"_s,
                         u"maxResponse"_s,
                         u"maxResponseTokens"_s,
                         u"random"_s,
                         u"pick"_s,
                         u"roll"_s};
        for (const QString &scope : {QString(), u"global"_s}) {
            for (const QStringView action :
                 {u"set", u"get", u"add", u"inc", u"dec", u"has", u"delete", u"flush"})
                list.append(action + scope + u"var"_s);
            list.append(scope + u"varexists"_s);
            for (const QStringView action : {u"set", u"get"})
                list.append(action + scope + u"varkey"_s);
        }
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
