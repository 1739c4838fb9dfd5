#include "core/wire/understudy/sceneanswer.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype mostKeywords = 14;
constexpr qsizetype longestQuote = 140;

struct SceneLine
{
    QString name;
    QString text;
};

QList<SceneLine> linesBetween(const QString &prompt, QStringView opening, QStringView closing)
{
    static const QRegularExpression shape(uR"(^(?:\[[0-9]+\] )?([^:\n]{1,80}): (.+)$)"_s);
    const qsizetype start = prompt.lastIndexOf(opening);
    const qsizetype end = closing.isEmpty() ? -1 : prompt.indexOf(closing, start);
    const QStringView text = QStringView(prompt).sliced(
        start + opening.size(), (end < 0 ? prompt.size() : end) - start - opening.size());
    QList<SceneLine> lines;
    for (const QStringView line : text.tokenize(u'\n')) {
        const QRegularExpressionMatch match = shape.matchView(line);
        if (match.hasMatch())
            lines.append({match.captured(1), match.captured(2)});
        else if (!lines.isEmpty() && !line.trimmed().isEmpty())
            lines.last().text += u' ' + line;
    }
    return lines;
}

QString quoted(const QString &text)
{
    static const QRegularExpression marks(u"[*_`\"\\x{201c}\\x{201d}]"_s);
    QString plain = text;
    plain = plain.remove(marks).simplified();
    if (plain.size() <= longestQuote)
        return plain;
    const qsizetype blank = plain.lastIndexOf(u' ', longestQuote);
    return plain.first(blank > 0 ? blank : longestQuote) + u'…';
}

QStringList speakers(const QList<SceneLine> &lines)
{
    QStringList names;
    for (const SceneLine &line : lines) {
        if (!names.contains(line.name))
            names.append(line.name);
    }
    return names;
}

// Long words that come often, the earlier one first where they come equally often.
QStringList tellingWords(const QList<SceneLine> &lines, qsizetype count)
{
    static const QRegularExpression word(u"\\p{L}[\\p{L}'-]{4,}"_s);
    static const QSet<QString> plain{u"about"_s, u"after"_s,   u"again"_s, u"before"_s, u"could"_s,
                                     u"every"_s, u"nothing"_s, u"other"_s, u"still"_s,  u"their"_s,
                                     u"there"_s, u"these"_s,   u"thing"_s, u"think"_s,  u"where"_s,
                                     u"which"_s, u"while"_s,   u"would"_s};
    QStringList words;
    QHash<QString, int> times;
    for (const SceneLine &line : lines) {
        for (const QRegularExpressionMatch &match : word.globalMatch(line.text)) {
            const QString found = match.captured().toLower();
            if (plain.contains(found))
                continue;
            if (times[found]++ == 0)
                words.append(found);
        }
    }
    std::ranges::stable_sort(words, std::greater(), [&](const QString &text) { return times.value(text); });
    return words.first(std::min(count, words.size()));
}

QString account(const QList<SceneLine> &lines)
{
    return u"%1 speak(s) in %2 lines. It begins with %3: “%4” It ends with %5: “%6” Written by the "
           "Understudy, which is no model and only quotes."_s.arg(speakers(lines).join(u", "_s))
               .arg(lines.size())
               .arg(lines.first().name, quoted(lines.first().text), lines.last().name,
                    quoted(lines.last().text));
}

QString memoryJson(const QList<SceneLine> &lines)
{
    const QStringList words = tellingWords(lines, mostKeywords);
    QStringList title = words.first(std::min<qsizetype>(2, words.size()));
    for (QString &text : title)
        text[0] = text.at(0).toUpper();
    QJsonObject memory;
    memory[u"title"] = title.isEmpty() ? u"A quiet scene"_s : title.join(u" and "_s);
    memory[u"content"] = account(lines);
    memory[u"keywords"] = QJsonArray::fromStringList(speakers(lines) + words);
    return QString::fromUtf8(QJsonDocument(memory).toJson(QJsonDocument::Indented)).trimmed();
}

QString sideText(const QList<SceneLine> &lines)
{
    QStringList text{account(lines), {}};
    for (const QString &word : tellingWords(lines, 6))
        text.append(u"- "_s + word);
    return text.join(u'\n');
}

} // namespace

std::optional<QString> sceneAnswer(const QList<UnderstudyMessage> &messages)
{
    if (messages.isEmpty())
        return {};
    const QString prompt = messages.last().content;
    const bool isMemory =
        prompt.contains(u"=== SCENE TRANSCRIPT ==="_s) && prompt.contains(u"=== END SCENE ==="_s);
    if (!isMemory && !prompt.contains(u"=== SCENE MESSAGES ==="_s))
        return {};
    const QList<SceneLine> lines =
        isMemory ? linesBetween(prompt, u"=== SCENE TRANSCRIPT ===", u"=== END SCENE ===")
                 : linesBetween(prompt, u"=== SCENE MESSAGES ===", u"=== RESPONSE FORMAT ===");
    if (lines.isEmpty())
        return {};
    return isMemory ? memoryJson(lines) : sideText(lines);
}

} // namespace snug
