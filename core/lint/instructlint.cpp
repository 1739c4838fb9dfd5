#include "core/lint/linttext.h"
#include "core/lint/macrocalls.h"
#include "core/lint/macrolint.h"
#include "core/lint/texttemplatelint.h"
#include "core/macros/macronames.h"
#include "core/model/whitespace.h"
#include "core/regex/regexpattern.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Names = InstructTemplate::Names;
using Weight = LintFinding::Weight;

// Only spelt so: it is no macro, it is replaced behind the macros.
constexpr QStringView speaker = u"{{name}}";

struct InstructMark
{
    QString key;
    QString InstructTemplate::*text;
    bool isAboveHistory = true; // also: among its turns
    bool hasSpeaker = true;     // {{name}} is whoever speaks
    bool isInFront = false;     // of words, with a line break between if there is one behind each mark
    bool isStop = false;        // each of its lines ends a reply, if marks do
};

const std::array<InstructMark, 15> &marks()
{
    using T = InstructTemplate;
    static const std::array<InstructMark, 15> list{
        InstructMark{.key = u"story_string_prefix"_s, .text = &T::storyPrefix, .isInFront = true},
        InstructMark{.key = u"story_string_suffix"_s, .text = &T::storySuffix},
        InstructMark{
            .key = u"input_sequence"_s, .text = &T::inputSequence, .isInFront = true, .isStop = true},
        InstructMark{.key = u"input_suffix"_s, .text = &T::inputSuffix},
        InstructMark{
            .key = u"output_sequence"_s, .text = &T::outputSequence, .isInFront = true, .isStop = true},
        InstructMark{.key = u"output_suffix"_s, .text = &T::outputSuffix},
        InstructMark{
            .key = u"system_sequence"_s, .text = &T::systemSequence, .isInFront = true, .isStop = true},
        InstructMark{.key = u"system_suffix"_s, .text = &T::systemSuffix},
        InstructMark{.key = u"first_input_sequence"_s, .text = &T::firstInputSequence, .isInFront = true},
        InstructMark{.key = u"first_output_sequence"_s,
                     .text = &T::firstOutputSequence,
                     .isInFront = true,
                     .isStop = true},
        InstructMark{.key = u"last_input_sequence"_s,
                     .text = &T::lastInputSequence,
                     .isAboveHistory = false,
                     .isInFront = true},
        InstructMark{.key = u"last_output_sequence"_s,
                     .text = &T::lastOutputSequence,
                     .isAboveHistory = false,
                     .isInFront = true,
                     .isStop = true},
        InstructMark{.key = u"last_system_sequence"_s,
                     .text = &T::lastSystemSequence,
                     .isAboveHistory = false,
                     .isStop = true},
        InstructMark{.key = u"stop_sequence"_s,
                     .text = &T::stopSequence,
                     .isAboveHistory = false,
                     .hasSpeaker = false},
        InstructMark{
            .key = u"user_alignment_message"_s, .text = &T::userAlignmentMessage, .hasSpeaker = false}};
    return list;
}

class InstructLinter
{
public:
    explicit InstructLinter(const InstructTemplate &instruct)
        : m_instruct(instruct)
    {
    }

    QList<LintFinding> run(const RegexEnginePtr &engine)
    {
        turns();
        ending();
        for (const InstructMark &mark : marks()) {
            if (!(m_instruct.*mark.text).isEmpty()) {
                macros(mark);
                lineBreak(mark);
                commonStop(mark);
            }
        }
        if (engine && !m_instruct.activationPattern.isEmpty())
            activation(*engine);
        return m_findings;
    }

private:
    void add(const QString &rule, const QString &where, const QString &what, const QString &fix,
             Weight weight = Weight::Warning, qsizetype start = -1, qsizetype length = 0)
    {
        m_findings.append({.rule = rule,
                           .where = where,
                           .what = what,
                           .fix = fix,
                           .weight = weight,
                           .start = start,
                           .length = length});
    }

    bool namesSpeaker(const QString &text) const
    {
        return m_instruct.expandsMacros && text.contains(speaker, Qt::CaseInsensitive);
    }

    void turns()
    {
        const InstructTemplate &t = m_instruct;
        const bool isNamed = namesSpeaker(t.inputSequence) || namesSpeaker(t.outputSequence) ||
                             namesSpeaker(t.inputSuffix) || namesSpeaker(t.outputSuffix);
        if (isNamed && t.names == Names::Always)
            add(u"instruct.name-twice"_s, u"names_behavior"_s,
                LintText::tr("The sequences contain {{name}}, and the name is added before the text as well"),
                LintText::tr("Set “Include names” to “Never”"), Weight::Hint);
        if (isNamed || t.names == Names::Always || t.inputSequence != t.outputSequence ||
            t.inputSuffix != t.outputSuffix)
            return;
        if (isBlank(t.inputSequence) && isBlank(t.inputSuffix))
            add(u"instruct.no-marks"_s, u"input_sequence"_s,
                LintText::tr("Nothing marks whose turn it is: the chat is one text without speakers"),
                LintText::tr("Write the model's sequences, or set “Include names” to “Always”"));
        else
            add(u"instruct.marked-alike"_s, u"output_sequence"_s,
                LintText::tr("The user's and the assistant's messages have the same sequences: a model "
                             "cannot tell them apart"),
                LintText::tr("Write the model's sequences for each, or set “Include names” to “Always”"));
    }

    // As stopTexts() gathers them: lines that are not blank.
    void ending()
    {
        const InstructTemplate &t = m_instruct;
        if (!t.stopSequence.isEmpty() && isBlank(t.stopSequence))
            return add(u"instruct.blank-stop"_s, u"stop_sequence"_s,
                       LintText::tr("The stop sequence is blank, and a blank one ends nothing"),
                       LintText::tr("Write what the model ends its turns with, or leave it empty"));
        const bool isMarkStop =
            t.stopsAtSequences && std::ranges::any_of(marks(), [&](const InstructMark &mark) {
                return mark.isStop && !isBlank(t.*mark.text);
            });
        if (t.stopSequence.isEmpty() && !isMarkStop)
            add(u"instruct.nothing-ends"_s, u"stop_sequence"_s,
                LintText::tr(
                    "Neither a stop sequence nor the other sequences end a reply: that is left to the model"),
                LintText::tr("Write what the model ends its turns with, if replies run on"), Weight::Hint);
    }

    void macros(const InstructMark &mark)
    {
        const QString &text = m_instruct.*mark.text;
        const bool isAlignment = mark.text == &InstructTemplate::userAlignmentMessage; // a turn, no mark
        if (!m_instruct.expandsMacros && !isAlignment)
            return sentAsWritten(mark);
        const QList<LintFinding> found = macroFindings(
            text, {.where = mark.key, .isAboveHistory = mark.isAboveHistory, .hasOriginal = false});
        for (LintFinding finding : found) {
            const QStringView shown = QStringView(text).sliced(finding.start, finding.length);
            if (finding.rule == u"macro.unknown" &&
                javaScriptTrimmed(shown.sliced(2).chopped(2)).compare(u"name", Qt::CaseInsensitive) == 0) {
                if (mark.hasSpeaker && shown.compare(speaker, Qt::CaseInsensitive) == 0)
                    continue;
                finding.fix = mark.hasSpeaker ? LintText::tr("Write {{name}}, without blanks")
                                              : LintText::tr("Write {{user}} or {{char}}");
            }
            if (finding.rule == u"macro.volatile" && mark.key != u"story_string_prefix" &&
                mark.key != u"story_string_suffix") {
                finding.what = LintText::tr("%1 changes from request to request and is in turns that were "
                                            "sent before: what a server caches of the prompt ends there")
                                   .arg(shown);
                finding.fix = LintText::tr("Remove it");
            }
            m_findings.append(finding);
        }
    }

    void sentAsWritten(const InstructMark &mark)
    {
        const QString &text = m_instruct.*mark.text;
        const QList<FoundMacro> calls = macroCalls(text);
        for (const FoundMacro &call : calls) {
            if (!isMacroName(call.name) && call.name != u"name")
                continue;
            return add(u"instruct.macros-off"_s, mark.key,
                       LintText::tr("%1 is sent as literal text: “Replace macro in sequences” is off")
                           .arg(text.sliced(call.start, std::min<qsizetype>(call.length, 60))),
                       LintText::tr("Switch it on, or write the text itself"), Weight::Warning, call.start,
                       call.length);
        }
    }

    // At the end of the prompt blanks behind a mark go, unless a name follows.
    void lineBreak(const InstructMark &mark)
    {
        const QString &text = m_instruct.*mark.text;
        if (!m_instruct.wraps || !mark.isInFront || !text.endsWith(u'\n') ||
            (mark.text == &InstructTemplate::systemSequence && m_instruct.isSystemLikeUser) ||
            (mark.text == &InstructTemplate::lastOutputSequence && m_instruct.names != Names::Always))
            return;
        add(u"instruct.two-line-breaks"_s, mark.key,
            LintText::tr("The sequence ends in a line break, and “Wrap sequences with newline” adds another: "
                         "an empty line follows"),
            LintText::tr("Remove it unless the model's sequences have two"), Weight::Hint, text.size() - 1,
            1);
    }

    // What any text has: a word alone, a sign or two.
    static bool isCommon(QStringView line)
    {
        const auto isLetter = [](QChar c) { return c.isLetterOrNumber() || c.isMark(); };
        return line.compare(speaker, Qt::CaseInsensitive) == 0 || std::ranges::all_of(line, isLetter) ||
               (line.size() <= 2 && std::ranges::none_of(line, isLetter));
    }

    void commonStop(const InstructMark &mark)
    {
        if (!mark.isStop || !m_instruct.stopsAtSequences)
            return;
        const QString &text = m_instruct.*mark.text;
        qsizetype start = 0;
        for (const QStringView line : QStringView(text).tokenize(u'\n')) {
            const qsizetype at = std::exchange(start, start + line.size() + 1);
            const QStringView words = javaScriptTrimmed(line);
            if (words.isEmpty() || m_stops.contains(line.toString()) || !isCommon(words))
                continue;
            m_stops.insert(line.toString());
            add(u"instruct.common-stop"_s, mark.key,
                m_instruct.wraps
                    ? LintText::tr(
                          "“Sequences as stop strings” is on: a line that begins with “%1” ends a reply")
                          .arg(words)
                    : LintText::tr("“Sequences as stop strings” is on: “%1” ends a reply wherever it occurs")
                          .arg(words),
                LintText::tr("Write the sequence in one line, or switch that off and give a stop sequence"),
                words.size() > 2 && !m_instruct.wraps ? Weight::Warning : Weight::Hint, at, line.size());
        }
    }

    void activation(RegexEngine &engine)
    {
        const auto pattern = scriptPattern(m_instruct.activationPattern);
        if (!pattern)
            return;
        // Nobody's model is called so: what is found in it is found in all names.
        const QList<RegexOutcome> outcomes = engine.search(
            {{.pattern = pattern->body, .flags = pattern->flags, .text = u"\u0001"_s, .firstOnly = true}});
        if (outcomes.isEmpty())
            return;
        const QString key = u"activation_regex"_s;
        const RegexOutcome &outcome = outcomes.first();
        if (!outcome && outcome.error().kind == RegexFailure::Kind::InvalidPattern)
            add(u"instruct.invalid-expression"_s, key,
                LintText::tr(
                    "The template is never chosen by the model's name: the expression is invalid (%1)")
                    .arg(outcome.error().what),
                LintText::tr("Correct the expression"));
        else if (outcome && !outcome->isEmpty())
            add(u"instruct.any-model"_s, key,
                LintText::tr("The expression matches every model's name: the template is used for all"),
                LintText::tr("Write what only the names of its models contain"), Weight::Hint);
    }

    const InstructTemplate &m_instruct;
    QSet<QString> m_stops; // those that were judged
    QList<LintFinding> m_findings;
};

} // namespace

QList<LintFinding> instructFindings(const InstructTemplate &instruct, const RegexEnginePtr &engine)
{
    return InstructLinter(instruct).run(engine);
}

} // namespace snug
