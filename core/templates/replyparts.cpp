#include "core/templates/replyparts.h"

#include "core/model/whitespace.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

bool isBlank(QChar character)
{
    return character != u'\n' && isJavaScriptSpace(character.unicode());
}

// How long the prefix at the line's start is, blanks behind it included; -1 for none.
qsizetype prefixLength(QStringView line, QStringView name)
{
    if (name.isEmpty())
        return -1;
    qsizetype marks = 0;
    while (marks < line.size() && marks < 2 && line[marks] == u'*')
        ++marks;
    const QStringView stars = line.first(marks);
    qsizetype at = marks;
    if (!line.sliced(at).startsWith(name, Qt::CaseInsensitive))
        return -1;
    at += name.size();
    // The stars close before or after the colon. Where none have opened, some may stand before it all the
    // same.
    const bool closesFirst = marks > 0 && line.sliced(at).startsWith(stars);
    at += closesFirst ? marks : 0;
    for (int stray = 0; marks == 0 && stray < 2 && at < line.size() && line[at] == u'*'; ++stray)
        ++at;
    if (at >= line.size() || line[at] != u':')
        return -1;
    ++at;
    if (marks > 0 && !closesFirst) {
        if (!line.sliced(at).startsWith(stars))
            return -1;
        at += marks;
    }
    while (at < line.size() && isBlank(line[at]))
        ++at;
    return at;
}

} // namespace

QString withoutNamePrefixes(const QString &text, const QString &name)
{
    QStringList lines = text.split(u'\n');
    for (QString &line : lines) {
        if (const qsizetype length = prefixLength(line, name); length >= 0)
            line.remove(0, length);
    }
    return lines.join(u'\n');
}

std::optional<QList<ReplyPart>> splitReply(const QString &text, const QStringList &names)
{
    QList<ReplyPart> parts;
    bool found = false;
    for (const QStringView line : QStringView(text).split(u'\n')) {
        qsizetype speaker = -1;
        qsizetype length = -1;
        for (qsizetype i = 0; i < names.size(); ++i) {
            const qsizetype candidate = prefixLength(line, names[i]);
            if (candidate > length) {
                speaker = i;
                length = candidate;
            }
        }
        if (speaker >= 0) {
            found = true;
            parts.append({speaker, line.sliced(length).toString()});
        } else if (found) {
            parts.last().content += u'\n' + line;
        }
    }
    if (!found)
        return {};
    for (ReplyPart &part : parts)
        part.content = javaScriptTrimmed(part.content).toString();
    parts.removeIf([](const ReplyPart &part) { return part.content.isEmpty(); });
    return parts;
}

bool isNoReply(const QString &text)
{
    const QStringView words = javaScriptTrimmed(text);
    return words.isEmpty() || words.compare(u"none", Qt::CaseInsensitive) == 0;
}

} // namespace snug
