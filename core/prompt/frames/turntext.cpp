#include "core/prompt/frames/turntext.h"

#include "core/model/whitespace.h"
#include "core/prompt/frames/storytexts.h"
#include "core/prompt/stages/exampletext.h"
#include "core/prompt/stages/groupcards.h"
#include "core/prompt/stages/visibility.h"
#include "core/prompt/templatelabels.h"

using namespace Qt::StringLiterals;

namespace snug {

TurnText::TurnText(const PromptInputs &inputs, Draft &draft)
    : m_inputs(inputs)
    , m_templates(*inputs.textCompletion)
    , m_draft(draft)
    , m_isNamed(draft.result.mode == PromptMode::Names)
{
}

// As gf-lt writes it: the name on a line of its own; of two line breaks in a row one stays.
TracedText TurnText::namedTurn(const StoryTurn &turn) const
{
    const QString name = turn.role == Role::System ? u"system"_s : turn.name;
    const SourceKind kind = turn.role == Role::User ? SourceKind::HistoryUserName : SourceKind::HistoryName;
    TracedText result =
        TracedText::computed(name + u":\n"_s, Source(kind, turn.source.id(), name).inside(turn.source));
    result.append(turn.text);
    for (qsizetype at = 0; (at = result.text().indexOf(u"\n\n", at)) >= 0; ++at)
        result.remove(at + 1, 1);
    return result;
}

static TracedText lineBreak()
{
    return TracedText::computed(u"\n"_s, Source(SourceKind::SeparatorNewline));
}

TracedText TurnText::namedTurnLine(const StoryTurn &turn) const
{
    TracedText line = namedTurn(turn);
    line.append(lineBreak());
    return line;
}

TracedText TurnText::namedEnding(GenerationType type) const
{
    const bool isUser = type == GenerationType::Impersonate;
    const QString name = isUser ? writerOf(m_inputs) : replierOf(m_inputs);
    const Source source = Source(SourceKind::ControlReplier, {}, name);
    return TracedText::computed(name + (m_inputs.scene.opensThinking ? u":\n<think>"_s : u":\n"_s), source);
}

static StoryTurn systemTurn(const TracedText &text)
{
    return {.role = Role::System,
            .text = text,
            .source = text.isEmpty() ? Source() : text.spans().first().source};
}

// A mark with its macros and {{name}}, the name of whoever speaks.
TracedText TurnText::value(const QString &text, const QString &key, const QString &speaker) const
{
    const Source source = instructSource(*instruct(), key);
    TracedText result(text, source);
    if (!instruct()->expandsMacros || text.isEmpty())
        return result;
    result = m_draft.macros.expand(result);
    static constexpr QStringView name = u"{{name}}";
    const Source macro = Source(SourceKind::Macro, u"name"_s, name.toString()).inside(source);
    for (qsizetype at = 0; (at = result.text().indexOf(name, at, Qt::CaseInsensitive)) >= 0;) {
        const TracedText speakers = TracedText::computed(speaker.isEmpty() ? u"System"_s : speaker, macro);
        result.replace(at, name.size(), speakers);
        at += speakers.size();
    }
    return result;
}

TracedText TurnText::wrap() const
{
    if (!instruct() || !instruct()->wraps)
        return {};
    return TracedText::computed(u"\n"_s, instructSource(*instruct(), u"wrap"_s));
}

TracedText TurnText::nameMark(const QString &name, const Source &source) const
{
    const SourceKind kind = source.kind() == SourceKind::HistoryUser || source.kind() == SourceKind::NewUser
                                ? SourceKind::HistoryUserName
                                : SourceKind::HistoryName;
    return TracedText::computed(name + u": "_s, Source(kind, source.id(), name).inside(source));
}

bool TurnText::showsName(const StoryTurn &turn) const
{
    if (turn.name.isEmpty() || turn.role == Role::System)
        return false;
    if (!instruct())
        return true;
    switch (instruct()->names) {
    case InstructTemplate::Names::None:
        return false;
    case InstructTemplate::Names::Always:
        return true;
    case InstructTemplate::Names::Force:
        return (turn.hasForcedAvatar || m_inputs.group) && turn.name != m_draft.userName;
    }
    Q_UNREACHABLE();
}

TracedText TurnText::prefix(const StoryTurn &turn, Position position) const
{
    const InstructTemplate &marks = *instruct();
    const auto chosen = [&](const QString &special, const QString &specialKey, const QString &common,
                            const QString &commonKey) {
        return special.isEmpty() ? value(common, commonKey, turn.name)
                                 : value(special, specialKey, turn.name);
    };
    if (turn.role == Role::System && !marks.isSystemLikeUser)
        return value(marks.systemSequence, u"system_sequence"_s, turn.name);
    if (turn.role == Role::Assistant) {
        const QString special = position == Position::First  ? marks.firstOutputSequence
                                : position == Position::Last ? marks.lastOutputSequence
                                                             : QString();
        return chosen(special,
                      position == Position::First ? u"first_output_sequence"_s : u"last_output_sequence"_s,
                      marks.outputSequence, u"output_sequence"_s);
    }
    const bool isSpecial = turn.role == Role::User;
    const QString special = isSpecial && position == Position::First  ? marks.firstInputSequence
                            : isSpecial && position == Position::Last ? marks.lastInputSequence
                                                                      : QString();
    return chosen(special, position == Position::First ? u"first_input_sequence"_s : u"last_input_sequence"_s,
                  marks.inputSequence, u"input_sequence"_s);
}

TracedText TurnText::ownSuffix(const StoryTurn &turn) const
{
    const InstructTemplate &marks = *instruct();
    if (turn.role == Role::System && !marks.isSystemLikeUser)
        return value(marks.systemSuffix, u"system_suffix"_s, turn.name);
    if (turn.role == Role::Assistant)
        return value(marks.outputSuffix, u"output_suffix"_s, turn.name);
    return value(marks.inputSuffix, u"input_suffix"_s, turn.name);
}

TracedText TurnText::suffix(const StoryTurn &turn) const
{
    const TracedText result = ownSuffix(turn);
    return result.isEmpty() ? wrap() : result;
}

// Mark and words; the line break between them only where there is a mark.
TracedText TurnText::marked(const TracedText &prefix, const TracedText &words) const
{
    TracedText result = prefix;
    if (!prefix.isEmpty() && !words.isEmpty())
        result.append(wrap());
    result.append(words);
    return result;
}

TracedText TurnText::turn(const StoryTurn &turn, Position position) const
{
    if (m_isNamed)
        return namedTurnLine(turn);
    TracedText words = turn.text;
    if (showsName(turn))
        words.prepend(nameMark(turn.name, turn.source));
    if (!instruct()) {
        words.append(TracedText::computed(u"\n"_s, Source(SourceKind::SeparatorNewline).inside(turn.source)));
        return words;
    }
    words.append(suffix(turn));
    return marked(prefix(turn, position), words);
}

TracedText TurnText::continuedTurn(const StoryTurn &turn) const
{
    if (m_isNamed)
        return namedTurn(turn);
    TracedText words = turn.text;
    if (showsName(turn))
        words.prepend(nameMark(turn.name, turn.source));
    return instruct() ? marked(prefix(turn, Position::Last), words) : words;
}

TracedText TurnText::story(const TracedText &story) const
{
    if (m_isNamed && !story.trimmed().isEmpty())
        return namedTurnLine(systemTurn(story.trimmed()));
    if (!instruct() || story.isEmpty())
        return story;
    TracedText result = story;
    if (const TracedText mark = value(instruct()->storyPrefix, u"story_string_prefix"_s, {});
        !mark.isEmpty()) {
        result.prepend(wrap());
        result.prepend(mark);
    }
    result.append(value(instruct()->storySuffix, u"story_string_suffix"_s, {}));
    return result;
}

// The example separator as a line; nothing if there is none.
TracedText TurnText::separator() const
{
    const QString &text = m_templates.context.exampleSeparator;
    if (text.isEmpty())
        return {};
    return m_draft.macros.expand(
        TracedText(text + u'\n', contextSource(m_templates.context, u"example_separator"_s)));
}

QList<TracedText> TurnText::rawExamples(const QList<TracedText> &blocks) const
{
    QList<TracedText> result;
    if (m_isNamed) {
        for (const TracedText &block : blocks)
            result.append(namedTurnLine(systemTurn(block)));
        return result;
    }
    return blocks.isEmpty() ? result : headed(blocks, separator());
}

QList<TracedText> TurnText::examplesAsWritten(const QList<TracedText> &blocks) const
{
    if (m_isNamed || !instruct())
        return rawExamples(blocks);
    return headed(blocks, TracedText::computed(u"<START>\n"_s, Source(SourceKind::SeparatorBlock)));
}

QList<TracedText> TurnText::headed(const QList<TracedText> &blocks, const TracedText &heading)
{
    QList<TracedText> result;
    for (const TracedText &block : blocks) {
        TracedText text = heading;
        text.append(block);
        text.append(TracedText::computed(
            u"\n"_s, block.isEmpty()
                         ? Source(SourceKind::SeparatorNewline)
                         : Source(SourceKind::SeparatorNewline).inside(block.spans().last().source)));
        result.append(text);
    }
    return result;
}

QList<TracedText> TurnText::examples(const QList<TracedText> &blocks) const
{
    if (!instruct() || instruct()->skipsExamples)
        return rawExamples(blocks);
    QList<TracedText> result;
    // In a group the lines bring their speakers' names themselves, if names are on at all.
    const bool hasNames = m_inputs.group && instruct()->names != InstructTemplate::Names::None;
    const ExampleSpeakers speakers{m_draft.userName, m_draft.characterName, hasNames, memberNames(m_inputs)};
    for (const TracedText &block : blocks) {
        const ExampleBlock lines = exampleLines(block, speakers);
        if (lines.isEmpty())
            continue;
        if (const TracedText heading = separator(); !heading.isEmpty())
            result.append(heading);
        for (const ExampleLine &line : lines) {
            const bool isUser = line.name == u"example_user";
            StoryTurn turn{.role = isUser ? Role::User : Role::Assistant,
                           .name = isUser ? m_draft.userName : m_draft.characterName,
                           .text = line.text,
                           .source = line.text.isEmpty() ? Source() : line.text.spans().first().source};
            const bool isNamed =
                !hasNames && (instruct()->names == InstructTemplate::Names::Always ||
                              (instruct()->names == InstructTemplate::Names::Force && isUser));
            TracedText words = line.text;
            if (isNamed)
                words.prepend(nameMark(turn.name, turn.source));
            // Where sequences have no macros, SillyTavern wraps the lines of a chat, but not these.
            words.append(instruct()->expandsMacros ? suffix(turn) : ownSuffix(turn));
            result.append(marked(prefix(turn, Position::Common), words));
        }
    }
    return result.isEmpty() ? rawExamples(blocks) : result;
}

TracedText TurnText::quiet(const TracedText &text) const
{
    if (m_isNamed)
        return namedTurnLine(systemTurn(text));
    if (instruct())
        return turn({.role = Role::System,
                     .name = m_draft.userName,
                     .text = text,
                     .source = text.isEmpty() ? Source() : text.spans().first().source},
                    Position::Common);
    TracedText line = TracedText::computed(u"\n"_s, Source(SourceKind::SeparatorNewline));
    line.append(text);
    return line;
}

TracedText TurnText::hint(const TracedText &text) const
{
    TracedText line = quiet(text);
    const bool endsLine = line.text().endsWith(u'\n');
    if (m_inputs.type == GenerationType::Continue) {
        if (!instruct() && !endsLine)
            line.append(
                TracedText::computed(u"\n"_s, line.isEmpty() ? Source() : line.spans().last().source));
    } else if (m_inputs.type != GenerationType::Quiet && instruct() && endsLine) {
        line = line.left(line.size() - 1);
    }
    return line;
}

TracedText TurnText::lastTurn(const TracedText &turn, GenerationType type) const
{
    if (m_isNamed)
        return turn;
    const bool drops = !instruct() || (instruct()->wraps && type != GenerationType::Quiet);
    if (drops && type != GenerationType::Continue && turn.text().endsWith(u'\n'))
        return turn.left(turn.size() - 1);
    return turn;
}

TracedText TurnText::instructEnding(GenerationType type) const
{
    const InstructTemplate &marks = *instruct();
    const bool isQuiet = type == GenerationType::Quiet;
    const bool isUser = type == GenerationType::Impersonate;
    const QString name = isQuiet ? QString() : isUser ? m_draft.userName : m_draft.characterName;
    const bool isForced = marks.names == InstructTemplate::Names::Force && m_inputs.group;
    const bool isNamed = !name.isEmpty() && (marks.names == InstructTemplate::Names::Always || isForced);
    const QString &special = isUser    ? marks.lastInputSequence
                             : isQuiet ? marks.lastSystemSequence
                                       : marks.lastOutputSequence;
    TracedText mark;
    if (isUser)
        mark = special.isEmpty() ? value(marks.inputSequence, u"input_sequence"_s, name)
                                 : value(special, u"last_input_sequence"_s, name);
    else if (special.isEmpty())
        mark = value(marks.outputSequence, u"output_sequence"_s, name);
    else
        mark = value(special, isQuiet ? u"last_system_sequence"_s : u"last_output_sequence"_s, name);

    TracedText line = isQuiet ? TracedText() : wrap(); // a quiet prompt ends with one
    line.append(mark);
    const auto withoutBlanks = [](const TracedText &text) {
        qsizetype end = text.size();
        while (end > 0 && isJavaScriptSpace(text.text().at(end - 1).unicode()))
            --end;
        return text.left(end);
    };
    // Where the reply has a beginning of its own, it follows, on a line of its own if no name stands there.
    const auto finished = [&] {
        TracedText start = isUser ? TracedText() : m_draft.replyStart;
        if (!start.isEmpty() && !isNamed) {
            line.append(wrap());
            start = withoutLeadingBlanks(start);
        }
        line.append(start);
        if (marks.wraps)
            line = withoutBlanks(line);
        if (!isNamed)
            line.append(wrap());
        return line;
    };
    if (!isNamed)
        return finished();
    line.append(wrap());
    // Templates whose mark for replies ends in a blank that the mark for the last one lacks.
    const bool isLast = !isUser && !isQuiet && !special.isEmpty();
    if (isLast && !marks.outputSequence.isEmpty() && marks.outputSequence.back().isSpace() &&
        !special.back().isSpace())
        line.append(TracedText(marks.outputSequence.last(1), instructSource(marks, u"output_sequence"_s)));
    line.append(TracedText::computed(name + u':', contextSource(m_templates.context, u"name"_s)));
    return finished();
}

// Without instruct marks. Where a reply is continued, SillyTavern puts the name in front of the turn once
// more, unless that is the user's or the chat's first one.
bool TurnText::endsWithName(GenerationType type) const
{
    if (type == GenerationType::Impersonate)
        return true;
    const qsizetype count = m_draft.messageCount();
    const bool isContinue = type == GenerationType::Continue;
    if (type == GenerationType::Quiet ||
        (isContinue && (count <= 1 || m_draft.messageAt(m_inputs, count - 1).isUser)))
        return false;
    return m_templates.context.alwaysAddsName || (!m_draft.replyStart.isEmpty() && !m_draft.isUsualStart);
}

bool TurnText::repeatsName() const
{
    return !m_isNamed && !instruct() && m_inputs.layout.namesTwice && endsWithName(GenerationType::Continue);
}

TracedText TurnText::ending(GenerationType type, const TracedText &before) const
{
    if (m_isNamed)
        return type == GenerationType::Continue ? TracedText() : namedEnding(type);
    if (instruct())
        return type == GenerationType::Continue ? TracedText() : instructEnding(type);
    const Source source = contextSource(m_templates.context, u"name"_s);
    const bool isNamedAlready = type == GenerationType::Continue && !m_inputs.layout.namesTwice;
    if (isNamedAlready || !endsWithName(type)) {
        // Continuing behind the user's turn still starts a line.
        const bool startsLine = type == GenerationType::Continue && m_draft.messageCount() > 1 &&
                                m_templates.context.alwaysAddsName && !before.text().endsWith(u'\n');
        return startsLine ? TracedText::computed(u"\n"_s, source) : TracedText();
    }
    const bool isUser = type == GenerationType::Impersonate;
    const QString name = isUser ? m_draft.userName : m_draft.characterName;
    return TracedText::computed((before.text().endsWith(u'\n') ? QString() : u"\n"_s) + name + u':', source);
}

} // namespace snug
