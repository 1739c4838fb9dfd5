#include "core/chat/replycleaning.h"

#include "core/chat/sentenceend.h"
#include "core/model/whitespace.h"
#include "core/prompt/frames/stoptexts.h"
#include "core/prompt/stages/stages.h"
#include "core/prompt/stages/visibility.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Rule = CutText::Rule;

class Cleaning
{
public:
    Cleaning(const QString &text, const PromptInputs &sent)
        : m_sent(sent)
        , m_cleaning(sent.settings.replies.cleaning)
        , m_isImpersonation(sent.type == GenerationType::Impersonate)
        , m_user(sent.knowledge.isEnabled ? writerOf(sent) : userOf(sent))
        , m_character(replierOf(sent))
        , m_result{text}
    {
    }

    CleanedReply beforeScripts();
    CleanedReply afterScripts(bool isWhole, bool cutsNames);

private:
    QString &text() { return m_result.text; }
    void tell(Rule rule, const QString &cut)
    {
        if (!isBlank(cut))
            m_result.cut.append({rule, cut});
    }
    void cutFrom(qsizetype position, Rule rule)
    {
        if (position < 0)
            return;
        tell(rule, text().sliced(position));
        text().truncate(position);
    }
    void removeAll(const QString &mark, Rule rule);
    void cutBlanksAtLineEnds();
    void cutWrongName(const QString &name);
    void cutSequences(const InstructTemplate &instruct);
    void cutMembers();
    void removeNameAtLines();
    void fixMarkdown();
    void removeNameInFront();
    void cutSentence();

    const PromptInputs &m_sent;
    const ReplyCleaning &m_cleaning;
    const bool m_isImpersonation;
    const QString m_user;
    const QString m_character;
    CleanedReply m_result;
};

CleanedReply Cleaning::beforeScripts()
{
    if (text().isEmpty())
        return m_result;
    Draft draft({}, m_sent.globalVariables);
    PromptInputs without = m_sent;
    without.userText.clear();
    identityStage(without, draft);
    if (const QString &start = m_sent.settings.replies.start;
        !start.isEmpty() && !m_isImpersonation && m_sent.type != GenerationType::Continue)
        text().prepend(draft.macros.expand(TracedText(start, Source())).text());
    const QStringList stops = replyStopTexts(m_sent, draft);
    for (const QString &stop : stops) {
        for (qsizetype length = stop.size(); length > 0; --length) {
            if (!text().endsWith(QStringView(stop).first(length)))
                continue;
            cutFrom(text().size() - length, Rule::StopString);
            break;
        }
    }
    return m_result;
}

void Cleaning::removeAll(const QString &mark, Rule rule)
{
    if (!text().contains(mark))
        return;
    tell(rule, mark);
    text().remove(mark);
}

void Cleaning::cutBlanksAtLineEnds()
{
    QString kept;
    kept.reserve(text().size());
    const auto isLineEnd = [](QChar c) { return c == u'\n' || c == u'\r'; };
    for (const QChar c : std::as_const(text())) {
        if (isLineEnd(c)) {
            while (!kept.isEmpty() && isJavaScriptSpace(kept.back().unicode()) && !isLineEnd(kept.back()))
                kept.chop(1);
        }
        kept.append(c);
    }
    while (!kept.isEmpty() && isJavaScriptSpace(kept.back().unicode()) && !isLineEnd(kept.back()))
        kept.chop(1);
    text() = kept;
}

void Cleaning::cutWrongName(const QString &name)
{
    if (name.isEmpty())
        return;
    if (text().startsWith(QString(name + u':')))
        cutFrom(0, Rule::WrongName);
    cutFrom(text().indexOf(QString(u'\n' + name + u':')), Rule::WrongName);
}

void Cleaning::cutSequences(const InstructTemplate &instruct)
{
    if (!instruct.stopSequence.isEmpty())
        cutFrom(text().indexOf(instruct.stopSequence), Rule::StopString);
    if (!isBlank(instruct.inputSequence))
        cutFrom(text().indexOf(instruct.inputSequence), Rule::WrongName);
    if (!instruct.stopsAtSequences)
        return;
    const QStringList marks = m_isImpersonation
                                  ? QStringList{instruct.inputSequence}
                                  : QStringList{instruct.outputSequence, instruct.lastOutputSequence};
    for (const QString &mark : marks) {
        for (const QString &line : mark.split(u'\n')) {
            if (!isBlank(line))
                removeAll(line, Rule::Mark);
        }
    }
}

static bool isLineStart(const QString &text, qsizetype position)
{
    return position == 0 || text.at(position - 1) == u'\n';
}

void Cleaning::cutMembers()
{
    for (const GroupMember &member : m_sent.group->members) {
        const QString &name = member.card.name;
        if (name == m_character)
            continue;
        const QString mark = name + u':';
        for (qsizetype at = 0; (at = text().indexOf(mark, at)) >= 0; ++at) {
            if (!isLineStart(text(), at))
                continue;
            cutFrom(std::max<qsizetype>(at - 1, 0), Rule::WrongName);
            break;
        }
    }
}

void Cleaning::removeNameAtLines()
{
    const QString mark = m_character + u':';
    if (m_character.isEmpty())
        return;
    for (qsizetype at = 0; (at = text().indexOf(mark, at)) >= 0;) {
        if (!isLineStart(text(), at)) {
            ++at;
            continue;
        }
        qsizetype end = at + mark.size();
        while (end < text().size() && isJavaScriptSpace(text().at(end).unicode()))
            ++end;
        tell(Rule::Name, text().sliced(at, end - at));
        text().remove(at, end - at);
        // What stands here now was not at the start of a line when the expression came by.
        if (text().indexOf(mark, at) == at)
            at += mark.size();
    }
}

// Blanks directly inside or outside of marks, in stretches between two of the same marks.
void Cleaning::fixMarkdown()
{
    static const QRegularExpression emphasis(u"([*_]{1,2})([\\s\\S]*?)\\1"_s);
    static const QRegularExpression blanks(
        u"(\\*|_)[\\t \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{202f}\\x{205f}\\x{3000}\\x{feff}]+|"
        "[\\t \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{202f}\\x{205f}\\x{3000}\\x{feff}]+(\\*|_)"_s);
    QString fixed;
    qsizetype position = 0;
    for (auto found = emphasis.globalMatch(text()); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        fixed += QStringView(text()).sliced(position, match.capturedStart() - position);
        fixed += match.captured().replace(blanks, u"\\1\\2"_s);
        position = match.capturedEnd();
    }
    fixed += QStringView(text()).sliced(position);
    text() = fixed;
}

void Cleaning::removeNameInFront()
{
    const QString name = m_isImpersonation ? (m_cleaning.keepsUserName ? QString() : m_user)
                                           : (m_cleaning.keepsCharacterName ? QString() : m_character);
    if (name.isEmpty() || !text().startsWith(QString(name + u':')))
        return;
    tell(Rule::Name, text().first(name.size() + 1));
    text() = trimmedStart(text().sliced(name.size() + 1)).toString();
}

void Cleaning::cutSentence()
{
    const QString trimmed = trimmedToSentence(text());
    if (trimmed == text())
        return;
    if (text().startsWith(trimmed))
        tell(Rule::Sentence, text().sliced(trimmed.size()));
    text() = trimmed;
}

CleanedReply Cleaning::afterScripts(bool isWhole, bool cutsNames)
{
    if (text().isEmpty())
        return m_result;
    if (m_sent.settings.collapseNewlines)
        text() = withSingleLineFeeds(text());
    cutBlanksAtLineEnds();
    if (cutsNames)
        cutWrongName(m_isImpersonation ? (m_cleaning.keepsCharacterName ? QString() : m_character)
                                       : (m_cleaning.keepsUserName ? QString() : m_user));
    cutFrom(text().indexOf(u"<|endoftext|>"), Rule::StopString);
    if (m_sent.textCompletion && m_sent.textCompletion->instruct)
        cutSequences(*m_sent.textCompletion->instruct);
    if (m_sent.group && !m_cleaning.keepsOtherMembers)
        cutMembers();
    if (!m_cleaning.keepsCharacterName)
        removeNameAtLines();
    const auto trim = [this] { text() = javaScriptTrimmed(text()).toString(); };
    if (m_isImpersonation)
        trim();
    if (m_cleaning.fixesMarkdown)
        fixMarkdown();
    if (cutsNames)
        removeNameInFront();
    if (m_isImpersonation)
        trim();
    const bool trimsSentences =
        m_cleaning.trimsSentences || (m_sent.textCompletion && m_sent.textCompletion->context.trimsSentences);
    if (trimsSentences && isWhole)
        cutSentence();
    if (m_sent.settings.trimSpaces && openThoughts(m_sent).isEmpty())
        trim();
    return m_result;
}

struct RuleName
{
    Rule rule;
    QLatin1StringView name;
};

constexpr std::array ruleNames{
    RuleName{Rule::StopString, QLatin1StringView("stop")},
    RuleName{Rule::WrongName, QLatin1StringView("other_speaker")},
    RuleName{Rule::Name, QLatin1StringView("name")},
    RuleName{Rule::Mark, QLatin1StringView("mark")},
    RuleName{Rule::Sentence, QLatin1StringView("sentence")},
};

} // namespace

bool isCleaned(const PromptInputs &sent, PromptMode mode)
{
    return sent.settings.replies.cleaning.isOn && mode != PromptMode::Template && mode != PromptMode::Names &&
           !sent.knowledge.isEnabled;
}

CleanedReply cleanedBeforeScripts(const QString &text, const PromptInputs &sent)
{
    return Cleaning(text, sent).beforeScripts();
}

CleanedReply cleanedAfterScripts(const QString &text, const PromptInputs &sent, bool isWhole, bool cutsNames)
{
    return Cleaning(text, sent).afterScripts(isWhole, cutsNames);
}

QString openThoughts(const PromptInputs &sent)
{
    if (sent.type != GenerationType::Continue || sent.chat.messages.isEmpty())
        return {};
    const Message &continued = sent.chat.messages.last();
    const QString thoughts = continued.reasoning();
    const bool isOthers = sent.group && continued.name != replierOf(sent);
    if (!continued.text.isEmpty() || thoughts.isEmpty() || thoughts == hiddenThoughts || isOthers)
        return {};
    Draft draft({}, sent.globalVariables);
    identityStage(sent, draft);
    return draft.macros.expand(TracedText(sent.settings.replies.reasoning.prefix, Source())).text() +
           thoughts;
}

std::optional<ThoughtfulReply> separatedReasoning(const QString &reply, const PromptInputs &sent)
{
    const ReasoningSettings &settings = sent.settings.replies.reasoning;
    if (!settings.isParsed || settings.prefix.isEmpty() || settings.suffix.isEmpty())
        return std::nullopt;
    const QString text = openThoughts(sent) + reply;
    const QStringView begun = trimmedStart(text);
    if (!text.startsWith(settings.prefix) && !begun.startsWith(settings.prefix))
        return std::nullopt;
    const QStringView inside =
        (text.startsWith(settings.prefix) ? QStringView(text) : begun).sliced(settings.prefix.size());
    const qsizetype end = inside.indexOf(settings.suffix);
    if (end < 0)
        return std::nullopt;
    const auto stored = [&](QStringView part) {
        return (sent.settings.trimSpaces ? javaScriptTrimmed(part) : part).toString();
    };
    return ThoughtfulReply{.reasoning = stored(inside.first(end)),
                           .text = stored(inside.sliced(end + settings.suffix.size()))};
}

Json cutJson(const QList<CutText> &cut)
{
    Json array = Json::array();
    for (const CutText &each : cut) {
        const auto name = std::ranges::find(ruleNames, each.rule, &RuleName::rule);
        array.append(Json::object({{.key = u"rule"_s, .value = Json(QString(name->name))},
                                   {.key = u"text"_s, .value = Json(each.text)}}));
    }
    return array;
}

QList<CutText> cutFrom(const Json &json)
{
    QList<CutText> cut;
    for (const Json &each : json.items()) {
        const QString rule = each.value(u"rule").toText();
        const auto name = std::ranges::find(ruleNames, rule, &RuleName::name);
        if (name != ruleNames.end())
            cut.append({name->rule, each.value(u"text").toText()});
    }
    return cut;
}

QString cutRuleName(CutText::Rule rule)
{
    const auto tr = [](const char *words) { return QCoreApplication::translate("CutText", words); };
    switch (rule) {
    case Rule::StopString:
        return tr(QT_TRANSLATE_NOOP("CutText", "Stop string"));
    case Rule::WrongName:
        return tr(QT_TRANSLATE_NOOP("CutText", "Somebody else speaks"));
    case Rule::Name:
        return tr(QT_TRANSLATE_NOOP("CutText", "Name of the speaker"));
    case Rule::Mark:
        return tr(QT_TRANSLATE_NOOP("CutText", "Mark of the instruct template"));
    case Rule::Sentence:
        return tr(QT_TRANSLATE_NOOP("CutText", "Unfinished sentence"));
    }
    return {};
}

} // namespace snug
