#include "core/prompt/promptreport.h"

#include "core/prompt/joinedparts.h"
#include "core/prompt/promptaccount.h"
#include "core/prompt/promptblocks.h"
#include "core/prompt/promptparts.h"
#include "core/prompt/unsentlore.h"
#include "core/tokens/nearestvocabulary.h"

#include <QCoreApplication>
#include <QHash>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct PromptReportText
{
    Q_DECLARE_TR_FUNCTIONS(PromptReport)
};

QString groupName(SourceGroup group)
{
    static constexpr QStringView names[] = {u"preset",    u"card",      u"persona", u"lore",    u"user",
                                            u"character", u"injection", u"memory",  u"template"};
    static_assert(std::size(names) == std::size_t(SourceGroup::Template) + 1);
    return names[static_cast<size_t>(group)].toString();
}

QString pathOf(const Source &source)
{
    return source.path().join(u" › "_s);
}

QString headOf(const OutboundMessage &message, const Budget &budget)
{
    const int cost = wholePart(message, budget).message.tokens; // as in all lists; the table has the rest
    const QString tokens = (budget.kind == CountKind::Exact ? QString() : u"~"_s) +
                           PromptReportText::tr("%1 tokens").arg(QLocale().toString(cost));
    QStringList parts;
    if (!isWholeText(message))
        parts.append(roleName(message.role));
    if (!message.name.isEmpty())
        parts.append(message.name);
    parts << pathOf(message.source) << tokens;
    return parts.join(u" · "_s);
}

// In the words of the window's bar.
QString counterText(const Budget &budget)
{
    const QString nearest = nearestIn(budget.counterName);
    if (!nearest.isEmpty())
        //: Behind "counted by"; %1 is the name of the tokenizer that is nearest to the unknown one
        return PromptReportText::tr("the nearest tokenizer, %1").arg(nearest);
    //: Behind "counted by"
    return budget.kind == CountKind::Estimate ? PromptReportText::tr("the length of the texts")
                                              : budget.counterName;
}

QString totals(const AssembledPrompt &prompt)
{
    const Budget &budget = prompt.budget;
    const QString used =
        (budget.kind == CountKind::Exact ? QString() : u"~"_s) + QLocale().toString(budget.used);
    return budget.context > 0
               ? PromptReportText::tr("%1 tokens of %2, %3 kept for the reply; counted by %4")
                     .arg(used, QLocale().toString(budget.context), QLocale().toString(budget.reserved),
                          counterText(budget))
               : PromptReportText::tr("%1 tokens; counted by %2").arg(used, counterText(budget));
}

struct CostRow
{
    QString name;
    int tokens = 0;
};

// What the prompt is made of, in its order, each thing once; the rows add up to the sum in the last one.
QList<CostRow> costRows(const AssembledPrompt &prompt)
{
    QList<CostRow> rows;
    QHash<QString, qsizetype> places;
    for (const PromptPart &part : promptParts(prompt)) {
        const bool isTurn = part.isChat() && part.source.kind() != SourceKind::NewUser;
        const QString key =
            isTurn ? u"chat|"_s + part.source.type() + part.source.label() : thingKey(part.source);
        const auto known = places.constFind(key);
        if (known != places.cend()) {
            rows[*known].tokens += part.tokens;
            continue;
        }
        places.insert(key, rows.size());
        //: %1 is a speaker's name
        rows.append({isTurn ? PromptReportText::tr("Messages of %1").arg(part.source.label())
                            : thingName(part.source),
                     part.tokens});
    }
    const PromptAccount account = promptAccount(prompt);
    //: Line breaks and the like that join the parts of a prompt
    rows.append({PromptReportText::tr("Between blocks"), account.separators});
    rows.append({PromptReportText::tr("Overhead of messages: roles, names, marks"), account.overhead});
    //: The model's own thoughts about its earlier replies, which are sent to it again
    rows.append({PromptReportText::tr("Thoughts that go back"), account.thoughts});
    rows.removeIf([](const CostRow &row) { return row.tokens == 0; });
    rows.append({PromptReportText::tr("Total"), account.total()});
    return rows;
}

QString numberOf(int tokens, const Budget &budget)
{
    return (budget.kind == CountKind::Exact ? QString() : u"~"_s) + QLocale().toString(tokens);
}

// All entries, a line each.
QStringList loreLines(const AssembledPrompt &prompt)
{
    const QHash<QString, QString> unsent = unsentLore(prompt);
    QStringList lines;
    for (const LoreTrace &row : prompt.trace.lore) {
        const QString name = row.title.isEmpty() ? QString::number(row.uid) : row.title;
        const QString why = unsent.value(u"%1.%2"_s.arg(row.book).arg(row.uid));
        const QString said = loreRowReason(row, prompt.budget.kind);
        const QString reason = why.isEmpty() ? said : u"%1. %2"_s.arg(said, why);
        lines.append(u"%1 %2 › %3: %4"_s.arg(row.fired ? u"✓"_s : u"–"_s, row.book, name, reason));
    }
    return lines;
}

// A fence that the text does not hold.
QString fenceFor(QStringView text)
{
    qsizetype longest = 2;
    qsizetype run = 0;
    for (const QChar c : text) {
        run = c == u'`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return QString(longest + 1, u'`');
}

QString markdown(const AssembledPrompt &prompt, const QString &title)
{
    QString text = u"# %1\n\n%2\n"_s.arg(title, totals(prompt));
    const QList<OutboundMessage> blocks = promptBlocks(prompt);
    for (const OutboundMessage &message : blocks) {
        const QString &content = message.content.text();
        const QString fence = fenceFor(content);
        text += u"\n## %1\n\n%2text\n%3\n%2\n"_s.arg(headOf(message, prompt.budget), fence, content);
        QStringList sources;
        for (const Span &span : message.content.spans()) {
            if (const QString line =
                    u"- %1–%2: %3\n"_s.arg(span.start).arg(span.end()).arg(pathOf(span.source));
                message.content.spans().size() > 1)
                sources.append(line);
        }
        if (!sources.isEmpty())
            text += u'\n' + sources.join(QString());
    }
    const auto list = [&](const QString &heading, const QStringList &lines) {
        if (!lines.isEmpty())
            text += u"\n## %1\n\n- %2\n"_s.arg(heading, lines.join(u"\n- "_s));
    };
    QStringList costs;
    for (const CostRow &row : costRows(prompt))
        costs.append(u"%1: %2"_s.arg(row.name, numberOf(row.tokens, prompt.budget)));
    list(PromptReportText::tr("Tokens"), costs);
    QStringList dropped;
    for (const DroppedText &each : prompt.trace.dropped)
        dropped.append(u"%1: %2"_s.arg(
            each.content.spans().isEmpty() ? QString() : pathOf(each.content.spans().first().source),
            each.reason));
    list(PromptReportText::tr("Lore"), loreLines(prompt));
    list(PromptReportText::tr("Left out"), dropped);
    list(PromptReportText::tr("Warnings"), prompt.trace.warnings);
    return text;
}

constexpr QStringView style =
    u":root{color-scheme:light dark}"
    "body{font:16px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
    "background:#fbfaf8;color:#22201c}"
    "h1{font-size:1.4rem}h2{font-size:.9rem;font-weight:600;margin:1.6rem 0 .3rem;opacity:.8}"
    "pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0;padding:.6rem .8rem;"
    "background:#fff;border-left:3px solid #bbb}"
    "td{padding:.1rem 1rem .1rem 0}td+td{text-align:right;font-variant-numeric:tabular-nums}"
    "li{margin:.2rem 0}span{border-bottom:2px solid transparent}"
    ".preset{border-color:#5b6b8c}.card{border-color:#7a4ea3}.persona{border-color:#b0407a}"
    ".lore{border-color:#1b7f5c}.user{border-color:#1f6fb2}.character{border-color:#4a7d1e}"
    ".injection{border-color:#a8660b}.memory{border-color:#0f7c86}.template{border-color:#6b5b3e}"
    "@media(prefers-color-scheme:dark){body{background:#1d1f23;color:#e6e3dd}"
    "pre{background:#25282d;border-color:#555}.preset{border-color:#9aa9c8}"
    ".card{border-color:#c3a2e6}.persona{border-color:#ee9ac4}.lore{border-color:#6fd0ac}"
    ".user{border-color:#7fbdf2}.character{border-color:#a9d67c}.injection{border-color:#f0b45e}"
    ".memory{border-color:#68ccd6}.template{border-color:#c9b68f}}";

QString html(const AssembledPrompt &prompt, const QString &title)
{
    // Nothing of the prompt acts: all of it is text, and the page may load nothing.
    QString page =
        u"<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'\"><title>%1</title><style>%2</style></head><body>\n<h1>%1</h1>\n<p>%3</p>\n"_s.arg(
            title.toHtmlEscaped(), style.toString(), totals(prompt).toHtmlEscaped());
    const QList<OutboundMessage> blocks = promptBlocks(prompt);
    for (const OutboundMessage &message : blocks) {
        page += u"<h2>"_s + headOf(message, prompt.budget).toHtmlEscaped() + u"</h2>\n<pre class=\""_s +
                groupName(message.source.group()) + u"\">"_s;
        for (const Span &span : message.content.spans())
            page += u"<span class=\""_s + groupName(span.source.group()) + u"\" title=\""_s +
                    pathOf(span.source).toHtmlEscaped() + u"\">"_s +
                    message.content.text().sliced(span.start, span.length).toHtmlEscaped() + u"</span>"_s;
        page += u"</pre>\n"_s;
    }
    const auto list = [&](const QString &heading, const QStringList &lines) {
        if (lines.isEmpty())
            return;
        page += u"<h2>"_s + heading.toHtmlEscaped() + u"</h2>\n<ul>\n"_s;
        for (const QString &line : lines)
            page += u"<li>"_s + line.toHtmlEscaped() + u"</li>\n"_s;
        page += u"</ul>\n"_s;
    };
    page += u"<h2>"_s + PromptReportText::tr("Tokens").toHtmlEscaped() + u"</h2>\n<table>\n"_s;
    for (const CostRow &row : costRows(prompt))
        page += u"<tr><td>"_s + row.name.toHtmlEscaped() + u"</td><td>"_s +
                numberOf(row.tokens, prompt.budget).toHtmlEscaped() + u"</td></tr>\n"_s;
    page += u"</table>\n"_s;
    QStringList dropped;
    for (const DroppedText &each : prompt.trace.dropped)
        dropped.append(each.reason + u": "_s + each.content.text().left(200));
    list(PromptReportText::tr("Lore"), loreLines(prompt));
    list(PromptReportText::tr("Left out"), dropped);
    list(PromptReportText::tr("Warnings"), prompt.trace.warnings);
    return page + u"</body></html>\n"_s;
}

} // namespace

QByteArray promptReport(const AssembledPrompt &prompt, const QString &title, PromptReportForm form)
{
    return (form == PromptReportForm::Html ? html(prompt, title) : markdown(prompt, title)).toUtf8();
}

} // namespace snug
