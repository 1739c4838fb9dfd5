#include "core/prompt/scriptrun.h"

#include "core/macros/macroevaluator.h"
#include "core/prompt/macrofailure.h"
#include "core/prompt/scriptpattern.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int overTimeLimit = 3; // texts; then the script is not tried on more of them

class ScriptRun
{
    Q_DECLARE_TR_FUNCTIONS(RegexScripts)

public:
    ScriptRun(QList<ScriptedText> &texts, ScriptPurpose purpose, const ScriptDependencies &around)
        : m_texts(texts)
        , m_purpose(purpose)
        , m_deps(around)
        , m_used(around.scripts.size())
    {
    }

    QStringList run();

private:
    struct UsedScript
    {
        std::optional<RegexPattern> pattern; // nothing as long as it depends on macros
        TracedText replacement;              // {{match}} spelt $0
        Source source;
        bool isPrepared = false;
        int overTime = 0;
        int failed = 0;
        QString problem;
        bool isInvalid = false;
    };
    using Outcomes = QHash<qsizetype, RegexOutcome>; // by script

    QList<qsizetype> involved(const ScriptedText &text) const;
    void prepare(qsizetype script);
    std::optional<RegexSearch> searchFor(qsizetype script, const QString &text) const;
    void lookAhead();
    void runOn(ScriptedText &text);
    TracedText replaced(const TracedText &text, const QList<RegexMatch> &matches, qsizetype script) const;
    MacroBudget &budget() const { return m_deps.macros.budget(); }
    TracedText replacementFor(const TracedText &text, const RegexMatch &match, qsizetype script) const;
    TracedText group(const TracedText &text, const std::optional<RegexRange> &range,
                     const RegexScript &script) const;
    void noteFailure(qsizetype script, const RegexFailure &failure);
    QStringList warnings() const;

    QList<ScriptedText> &m_texts;
    const ScriptPurpose m_purpose;
    const ScriptDependencies &m_deps;
    QList<UsedScript> m_used;
};

QString nameOf(const RegexScript &script)
{
    return script.name.isEmpty() ? script.find : script.name;
}

QList<qsizetype> ScriptRun::involved(const ScriptedText &text) const
{
    QList<qsizetype> result;
    for (qsizetype i = 0; i < m_deps.scripts.size() && !text.text.isEmpty(); ++i) {
        if (isInvolved(m_deps.scripts[i], m_purpose, text.placement, text.depth))
            result.append(i);
    }
    return result;
}

void ScriptRun::prepare(qsizetype index)
{
    const RegexScript &script = m_deps.scripts[index];
    UsedScript &used = m_used[index];
    if (used.isPrepared)
        return;
    used.isPrepared = true;
    //: %1 is the script's name
    const Source source(SourceKind::RegexScript, script.id, tr("regex script %1").arg(nameOf(script)));
    used.source = source;
    const TracedText whole(script.replacement, source);
    static constexpr QStringView match = u"{{match}}";
    qsizetype from = 0;
    for (qsizetype at = 0; (at = script.replacement.indexOf(match, from, Qt::CaseInsensitive)) >= 0;) {
        used.replacement.append(whole.mid(from, at - from));
        used.replacement.append(TracedText::computed(u"$0"_s, source));
        from = at + match.size();
    }
    used.replacement.append(whole.mid(from));
    if (script.findMacros == RegexScript::FindMacros::None || !mayHoldMacros(script.find))
        used.pattern = scriptPattern(script.find);
}

std::optional<RegexSearch> ScriptRun::searchFor(qsizetype index, const QString &text) const
{
    const std::optional<RegexPattern> &pattern = m_used[index].pattern;
    return pattern ? std::optional(RegexSearch{.pattern = pattern->body,
                                               .flags = pattern->flags,
                                               .text = text,
                                               .owner = m_deps.scripts[index].owner})
                   : std::nullopt;
}

// Most scripts leave most texts alone: one call for all of them as they stand now, which the engine
// remembers.
void ScriptRun::lookAhead()
{
    QList<RegexSearch> searches;
    for (const ScriptedText &text : std::as_const(m_texts)) {
        for (const qsizetype script : involved(text)) {
            prepare(script);
            if (std::optional<RegexSearch> search = searchFor(script, text.text.text()))
                searches.append(std::move(*search));
        }
    }
    if (searches.size() > 1)
        m_deps.engine->search(searches, m_deps.stop);
}

// The pattern's text, with macros as the script wants them.
QString findText(const RegexScript &script, MacroPass &macros)
{
    const MacroText evaluated = evaluateMacros(script.find, macros.environment, macros.state);
    if (script.findMacros == RegexScript::FindMacros::Raw)
        return evaluated.text();
    QString result;
    qsizetype position = 0;
    for (const MacroPiece &piece : evaluated.pieces()) {
        const QStringView words = QStringView(evaluated.text()).sliced(position, piece.length);
        position += piece.length;
        // SillyTavern escapes what macros with a name give, not variables' values in short.
        const bool isEscaped = piece.kind == MacroPiece::Kind::Expansion && !piece.macro.startsWith(u'.') &&
                               !piece.macro.startsWith(u'$');
        result += isEscaped ? regexEscaped(words) : words.toString();
    }
    return result;
}

// What a group inserts: without the script's trim strings.
TracedText ScriptRun::group(const TracedText &text, const std::optional<RegexRange> &range,
                            const RegexScript &script) const
{
    if (!range || range->length == 0)
        return {};
    TracedText result = text.mid(range->start, range->length);
    for (const QString &trim : script.trimStrings) {
        const QString unwanted = m_deps.macros.expand(TracedText(trim, Source())).text();
        if (!unwanted.isEmpty() && result.text().contains(unwanted))
            result = TracedText::join(result.split(unwanted), {});
    }
    return result;
}

TracedText ScriptRun::replacementFor(const TracedText &text, const RegexMatch &match, qsizetype index) const
{
    const RegexScript &script = m_deps.scripts[index];
    const TracedText &wanted = m_used[index].replacement;
    const QString &words = wanted.text();
    const Span *around = text.spanAt(std::clamp<qsizetype>(match.range.start, 0, text.size() - 1));
    const Source outer = around ? around->source : Source();

    TracedText result;
    qsizetype from = 0;
    const auto insert = [&](qsizetype start, qsizetype end, const std::optional<RegexRange> &range) {
        result.append(wanted.mid(from, start - from).inside(outer));
        result.append(group(text, range, script));
        from = end;
    };
    for (qsizetype i = 0; i + 1 < words.size() && result.size() <= budget().outputLeft(); ++i) {
        if (words[i] != u'$')
            continue;
        qsizetype end = i + 1;
        if (words[end] == u'<') {
            const qsizetype close = words.indexOf(u'>', end + 1);
            if (close <= end + 1)
                continue;
            const QStringView name = QStringView(words).sliced(end + 1, close - end - 1);
            const auto found = std::ranges::find(match.namedGroups, name, &RegexMatch::NamedGroup::name);
            insert(i, close + 1, found == match.namedGroups.cend() ? std::nullopt : found->range);
            i = close;
            continue;
        }
        qsizetype number = 0;
        while (end < words.size() && words[end] >= u'0' && words[end] <= u'9')
            number = std::min<qsizetype>(number * 10 + words[end++].digitValue(), 1'000'000);
        if (end == i + 1)
            continue;
        if (number == match.groups.size() + 1) { // JavaScript's next argument: where the match stands
            result.append(wanted.mid(from, i - from).inside(outer));
            if (match.range.start > 0)
                result.append(TracedText::computed(QString::number(match.range.start), m_used[index].source));
            from = end;
        } else if (number == match.groups.size() + 2) { // and the one after it: all of the text
            insert(i, end, RegexRange{0, text.size()});
        } else {
            insert(i, end, number == 0 ? std::optional(match.range) : match.groups.value(number - 1));
        }
        i = end - 1;
    }
    result.append(wanted.mid(from).inside(outer));
    return m_deps.macros.expand(result);
}

TracedText ScriptRun::replaced(const TracedText &text, const QList<RegexMatch> &matches,
                               qsizetype script) const
{
    const double before = budget().share();
    TracedText result;
    qsizetype from = 0;
    qsizetype growth = 0; // what the text is longer than before; to grow is what is limited
    qsizetype taken = 0;
    budget().takeOutput(0, matches.size());
    for (const RegexMatch &match : matches) {
        if (!budget().goesOn())
            break;
        result.append(text.mid(from, match.range.start - from));
        const TracedText by = replacementFor(text, match, script);
        growth += by.size() - match.range.length;
        if (!budget().takeOutput(std::max<qsizetype>(0, growth - taken), 0))
            break;
        taken = std::max(taken, growth);
        result.append(by);
        from = match.range.start + match.range.length;
    }
    if (const double share = budget().share() - before;
        share > MacroBudget::noteworthy || !budget().goesOn()) {
        const MacroPlace place = macroPlace(m_used[script].source);
        budget().note(place, share);
        budget().endIn(place);
    }
    if (!budget().goesOn())
        return text;
    result.append(text.mid(from));
    return result;
}

void ScriptRun::noteFailure(qsizetype script, const RegexFailure &failure)
{
    UsedScript &used = m_used[script];
    if (failure.kind == RegexFailure::Kind::Stopped)
        return;
    ++used.failed;
    const bool isGivenUp = failure.kind == RegexFailure::Kind::GivenUp;
    if (!isGivenUp || used.problem.isEmpty())
        used.problem = failure.what;
    used.isInvalid = used.isInvalid || failure.kind == RegexFailure::Kind::InvalidPattern;
    if (failure.kind == RegexFailure::Kind::OverTime)
        ++used.overTime;
    else if (isGivenUp)
        used.overTime = overTimeLimit;
}

// In longer texts (UTF-16 code units) a search costs more than another message to the worker.
constexpr qsizetype longestAhead = 100'000;

void ScriptRun::runOn(ScriptedText &text)
{
    QList<qsizetype> scripts = involved(text);
    Outcomes known;
    while (!scripts.isEmpty() && !text.text.isEmpty() && !m_deps.stop.stop_requested() && budget().goesOn()) {
        const qsizetype script = scripts.takeFirst();
        prepare(script);
        UsedScript &used = m_used[script];
        std::optional<RegexPattern> pattern = used.pattern;
        if (!pattern && mayHoldMacros(m_deps.scripts[script].find))
            pattern = scriptPattern(findText(m_deps.scripts[script], m_deps.macros));
        if (!pattern)
            continue;
        if (used.overTime >= overTimeLimit) {
            ++used.failed;
            continue;
        }
        if (!known.contains(script)) {
            // Together with the searches that follow if this one changes nothing.
            QList<RegexSearch> searches{{.pattern = pattern->body,
                                         .flags = pattern->flags,
                                         .text = text.text.text(),
                                         .owner = m_deps.scripts[script].owner}};
            QList<qsizetype> asked{script};
            for (const qsizetype later : std::as_const(scripts)) {
                if (text.text.size() > longestAhead)
                    break;
                if (const std::optional<RegexSearch> search = searchFor(later, text.text.text());
                    search && m_used[later].overTime < overTimeLimit) {
                    searches.append(*search);
                    asked.append(later);
                }
            }
            const QList<RegexOutcome> outcomes = m_deps.engine->search(searches, m_deps.stop);
            for (qsizetype i = 0; i < asked.size(); ++i)
                known.insert(asked[i], outcomes[i]);
        }
        const RegexOutcome outcome = known.value(script);
        if (!outcome) {
            noteFailure(script, outcome.error());
        } else if (!outcome->isEmpty()) {
            text.text = replaced(text.text, *outcome, script);
            known.clear();
        }
    }
}

QStringList ScriptRun::warnings() const
{
    QStringList result;
    for (qsizetype i = 0; i < m_used.size(); ++i) {
        const UsedScript &used = m_used[i];
        const QString name = nameOf(m_deps.scripts[i]);
        if (used.isInvalid)
            //: %1 is the script's name, %2 what is wrong with it
            result.append(tr("The regex script “%1” is not used: %2.").arg(name, used.problem));
        else if (used.failed > 0)
            //: %1 is the script's name, %2 what happened
            result.append(tr("The regex script “%1” left %n text(s) as they were: %2.", nullptr, used.failed)
                              .arg(name, used.problem));
    }
    return result;
}

QStringList ScriptRun::run()
{
    const bool isWanted =
        std::ranges::any_of(m_texts, [&](const ScriptedText &text) { return !involved(text).isEmpty(); });
    if (!isWanted)
        return {};
    if (!m_deps.engine)
        return {tr("Regular expressions cannot be searched here, so the regex scripts do nothing.")};
    lookAhead();
    for (ScriptedText &text : m_texts)
        runOn(text);
    return warnings();
}

bool isFor(const RegexScript &script, ScriptPurpose purpose)
{
    switch (purpose) {
    case ScriptPurpose::Store:
        return !script.displayOnly && !script.promptOnly;
    case ScriptPurpose::StoreEdited:
        return !script.displayOnly && !script.promptOnly && script.runOnEdit;
    case ScriptPurpose::Prompt:
        return script.promptOnly;
    case ScriptPurpose::Display:
        return script.displayOnly;
    }
    Q_UNREACHABLE();
}

} // namespace

bool isInvolved(const RegexScript &script, ScriptPurpose purpose, RegexScript::Placement placement,
                std::optional<int> depth)
{
    if (script.disabled || script.find.isEmpty() || !isFor(script, purpose) ||
        !script.placements.contains(int(placement)))
        return false;
    if (!depth)
        return true;
    const bool isTooNew = script.minDepth && *script.minDepth >= -1 && *depth < *script.minDepth;
    const bool isTooOld = script.maxDepth && *script.maxDepth >= 0 && *depth > *script.maxDepth;
    return !isTooNew && !isTooOld;
}

std::optional<RegexPattern> searchedPattern(const RegexScript &script, MacroPass &macros)
{
    const bool isPlain = script.findMacros == RegexScript::FindMacros::None || !mayHoldMacros(script.find);
    return scriptPattern(isPlain ? script.find : findText(script, macros));
}

QStringList runScripts(QList<ScriptedText> &texts, ScriptPurpose purpose, const ScriptDependencies &around)
{
    return ScriptRun(texts, purpose, around).run();
}

} // namespace snug
