#include "core/lint/macrolint.h"

#include "core/lint/linttext.h"
#include "core/macros/builtins.h"
#include "core/macros/macronames.h"
#include "core/macros/macroparser.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Another value with each request, or nearly.
bool isVolatile(const QString &name)
{
    static const QSet<QString> names{u"random"_s,          u"roll"_s,           u"time"_s,
                                     u"isotime"_s,         u"datetimeformat"_s, u"idleduration"_s,
                                     u"idle_duration"_s,   u"lastmessage"_s,    u"lastusermessage"_s,
                                     u"lastcharmessage"_s, u"lastmessageid"_s,  u"allchatrange"_s,
                                     u"lastswipeid"_s,     u"currentswipeid"_s, u"lastgenerationtype"_s};
    return names.contains(name);
}

class MacroLinter
{
public:
    MacroLinter(QStringView text, const TextPlace &about)
        : m_text(text)
        , m_about(about)
    {
    }

    QList<LintFinding> run()
    {
        look(parseMacros(m_text));
        return m_findings;
    }

private:
    void add(const QString &rule, const MacroNode &node, const QString &what, const QString &fix)
    {
        m_findings.append(
            {.rule = rule,
             .where = m_about.where,
             .what = what,
             .fix = fix,
             .weight = rule == u"macro.volatile" ? LintFinding::Weight::Hint : LintFinding::Weight::Warning,
             .entry = m_about.entry,
             .block = m_about.block,
             .start = node.start,
             .length = node.end - node.start});
    }

    void look(const QList<MacroNode> &nodes)
    {
        QList<MacroCall> calls;
        QHash<QString, qsizetype> lastClosing; // by name
        for (const MacroNode &node : nodes) {
            calls.append(node.isMacro ? readMacroCall(m_text, node) : MacroCall{});
            if (calls.last().isClosing)
                lastClosing[calls.last().name] = calls.size() - 1;
        }
        for (qsizetype i = 0; i < nodes.size(); ++i) {
            const MacroNode &node = nodes.at(i);
            if (!node.isMacro) {
                lookAtText(node);
                continue;
            }
            if (node.isTooDeep)
                continue;
            const MacroCall &call = calls.at(i);
            if (call.kind == MacroCall::Kind::Named && !call.isClosing)
                lookAtCall(node, call,
                           lastClosing.value(call.name, -1) > i); // its content is an argument, too
            for (const MacroArgument &argument : call.arguments)
                look(argument.nodes);
        }
    }

    void lookAtText(const MacroNode &node)
    {
        const qsizetype open = m_text.sliced(node.start, node.end - node.start).indexOf(u"{{");
        if (open < 0 || m_text.indexOf(u"}}", node.start + open) >= 0)
            return;
        const MacroNode place{.start = node.start + open, .end = node.start + open + 2};
        add(u"macro.unclosed"_s, place,
            LintText::tr("A macro begins here and does not end: it is sent as literal text"),
            LintText::tr("Close it with “}}”"));
    }

    void lookAtCall(const MacroNode &node, const MacroCall &call, bool isClosed)
    {
        const QString shown =
            m_text.sliced(node.start, std::min<qsizetype>(node.end - node.start, 60)).toString();
        if (!isMacroName(call.name)) {
            const QString near = nearestMacroName(call.name);
            add(u"macro.unknown"_s, node,
                LintText::tr("%1 is not a macro: it is sent as literal text").arg(shown),
                near.isEmpty() ? LintText::tr("Correct the name, or remove it")
                               : LintText::tr("Write {{%1}}, or remove it").arg(near));
            return;
        }
        if (call.name == u"original" && !m_about.hasOriginal) {
            add(u"macro.original"_s, node,
                LintText::tr("%1 has no meaning here: it is sent as literal text").arg(shown),
                LintText::tr("Remove it; only a card's prompts replace a text that it could insert"));
            return;
        }
        const MacroDefinition *definition = findMacro(call.name);
        const qsizetype count = call.arguments.size() + (isClosed ? 1 : 0);
        if (definition &&
            (count < definition->fewest || (definition->most >= 0 && count > definition->most))) {
            add(u"macro.arguments"_s, node,
                count < definition->fewest
                    ? LintText::tr("%1 lacks a part: it is sent as literal text").arg(shown)
                    : LintText::tr("%1 has a part too many: it is sent as literal text").arg(shown),
                LintText::tr("Parts are separated by “::”"));
        } else if (!definition && count > 0 && call.name != u"if" && call.name != u"trim") {
            add(u"macro.arguments"_s, node,
                LintText::tr("%1 takes no arguments: it is sent as literal text").arg(shown),
                LintText::tr("Write {{%1}} alone").arg(call.name));
        } else if (m_about.isAboveHistory && isVolatile(call.name)) {
            add(u"macro.volatile"_s, node,
                LintText::tr("%1 changes from request to request and is above the chat history: what a "
                             "server caches of the prompt ends here")
                    .arg(shown),
                call.name == u"random"
                    ? LintText::tr(
                          "Move it below the chat history, or use {{pick}}, which stays the same in a chat")
                    : LintText::tr("Move it below the chat history"));
        }
    }

    QStringView m_text;
    const TextPlace &m_about;
    QList<LintFinding> m_findings;
};

} // namespace

QList<LintFinding> macroFindings(QStringView text, const TextPlace &about)
{
    return text.contains(u"{{") ? MacroLinter(text, about).run() : QList<LintFinding>();
}

QList<LintFinding> entryMacroFindings(const LoreEntry &entry)
{
    using Position = LoreEntry::Position;
    static const QList<Position> above{Position::BeforeChar, Position::AfterChar, Position::ExamplesTop,
                                       Position::ExamplesBottom};
    if (entry.disabled)
        return {};
    return macroFindings(entry.content, {.where = u"entries.%1.content"_s.arg(entry.uid),
                                         .entry = entry.uid,
                                         .isAboveHistory = entry.constant && above.contains(entry.position)});
}

QList<LintFinding> loreMacroFindings(const Lorebook &book)
{
    QList<LintFinding> findings;
    for (const LoreEntry &entry : book.entries)
        findings += entryMacroFindings(entry);
    return findings;
}

} // namespace snug
