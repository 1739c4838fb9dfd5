#include "core/lint/linttext.h"
#include "core/lint/macrocalls.h"
#include "core/lint/macrolint.h"
#include "core/lint/texttemplatelint.h"
#include "core/model/spelling.h"
#include "core/model/whitespace.h"
#include "core/prompt/frames/storystring.h"
#include "core/prompt/frames/storytree.h"
#include "core/prompt/injectiondepth.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Weight = LintFinding::Weight;

QStringList knownNames()
{
    QStringList names;
    for (const StoryName &each : storyNames())
        names.append(each.name);
    return names;
}

// Examples are one text, laid out or as written.
std::optional<StoryPart> partNamed(const QString &name)
{
    const auto found = std::ranges::find(storyNames(), name, &StoryName::name);
    if (found == storyNames().cend())
        return std::nullopt;
    return found->part == StoryPart::RawExamples ? StoryPart::Examples : found->part;
}

// Macros that give what a part gives.
std::optional<StoryPart> partOfMacro(const QString &name)
{
    static const QHash<QString, StoryPart> parts{
        {u"description"_s, StoryPart::Description}, {u"chardescription"_s, StoryPart::Description},
        {u"personality"_s, StoryPart::Personality}, {u"charpersonality"_s, StoryPart::Personality},
        {u"scenario"_s, StoryPart::Scenario},       {u"charscenario"_s, StoryPart::Scenario},
        {u"persona"_s, StoryPart::Persona},         {u"mesexamples"_s, StoryPart::Examples},
        {u"mesexamplesraw"_s, StoryPart::Examples}};
    const auto found = parts.constFind(name);
    return found == parts.cend() ? std::nullopt : std::optional(*found);
}

bool isText(StoryPart part)
{
    return part != StoryPart::Character && part != StoryPart::User;
}

// Names that the same things have elsewhere: macros, and the markers of chat completions.
QString nearestStoryName(const QString &name)
{
    static const QHash<QString, QString> elsewhere{
        {u"chardescription"_s, u"description"_s},  {u"charpersonality"_s, u"personality"_s},
        {u"charscenario"_s, u"scenario"_s},        {u"personadescription"_s, u"persona"_s},
        {u"worldinfobefore"_s, u"wiBefore"_s},     {u"worldinfoafter"_s, u"wiAfter"_s},
        {u"dialogueexamples"_s, u"mesExamples"_s}, {u"main"_s, u"system"_s},
        {u"systemprompt"_s, u"system"_s},          {u"sysprompt"_s, u"system"_s}};
    const auto found = elsewhere.constFind(name.toLower());
    return found == elsewhere.cend() ? nearestSpelling(name, knownNames()) : *found;
}

QString inBraces(const QString &name)
{
    return u"{{"_s + name + u"}}"_s;
}

class ContextLinter
{
public:
    explicit ContextLinter(const ContextTemplate &context)
        : m_context(context)
        , m_story(context.storyString)
    {
    }

    QList<LintFinding> run()
    {
        story();
        if (m_context.storyPlace == ContextTemplate::Place::InChat &&
            (m_context.storyDepth < 0 || m_context.storyDepth > deepestInjection))
            add(u"context.depth"_s, u"story_string_depth"_s,
                LintText::tr("The story string is never sent: there is no depth %1")
                    .arg(m_context.storyDepth),
                LintText::tr("Choose a depth from 0 to %1").arg(deepestInjection));
        separator(u"example_separator"_s, m_context.exampleSeparator);
        separator(u"chat_start"_s, m_context.chatStart);
        return m_findings;
    }

private:
    struct Stretch
    {
        qsizetype start = 0;
        qsizetype length = 0;
    };
    using Places = QHash<StoryPart, QList<Stretch>>; // in the order of the text

    void add(const QString &rule, const QString &where, const QString &what, const QString &fix,
             Weight weight = Weight::Warning, const Stretch &stretch = {-1, 0})
    {
        m_findings.append({.rule = rule,
                           .where = where,
                           .what = what,
                           .fix = fix,
                           .weight = weight,
                           .start = stretch.start,
                           .length = stretch.length});
    }
    void addStory(const QString &rule, const QString &what, const QString &fix, Weight weight,
                  const Stretch &stretch = {-1, 0})
    {
        add(rule, u"story_string"_s, what, fix, weight, stretch);
    }

    void story()
    {
        if (javaScriptTrimmed(m_story).isEmpty())
            return addStory(
                u"context.empty-story"_s,
                LintText::tr("The story string is empty: no system prompt, card, persona or lore is "
                             "sent"),
                LintText::tr("Write the text above the chat"), Weight::Warning);
        const StoryTree tree = parseStory(m_story, knownNames());
        if (!tree.problem.isEmpty())
            return addStory(u"context.broken-story"_s,
                            LintText::tr("The story string cannot be parsed and is sent as literal text: %1")
                                .arg(tree.problem),
                            LintText::tr("Close each block; macros that end in {{/…}} cannot be used here"),
                            Weight::Warning, {tree.problemStart, tree.problemEnd - tree.problemStart});
        m_left = QString(m_story.size(), u' ');
        visit(tree.program);
        macros();
        sentTwice(placesIn(tree.program));
        missingParts();
    }

    Stretch stretchOf(const StoryNode &node) const
    {
        if (node.kind != StoryNode::Kind::Block)
            return {node.start, node.end - node.start};
        const qsizetype close = m_story.indexOf(u"}}", node.start); // its first tag
        return {node.start, close + 2 - node.start};
    }

    void visit(const StoryProgram &program)
    {
        for (const StoryNode &node : program) {
            switch (node.kind) {
            case StoryNode::Kind::Text:
            case StoryNode::Kind::Macro:
                m_left.replace(node.start, node.end - node.start,
                               m_story.sliced(node.start, node.end - node.start));
                break;
            case StoryNode::Kind::Value:
                if (const auto part = partNamed(node.value); part && !m_shown.contains(*part))
                    m_shown.insert(*part, stretchOf(node));
                break;
            case StoryNode::Kind::Comment:
                break;
            case StoryNode::Kind::Block:
                block(node);
                visit(node.block->program);
                visit(node.block->inverse);
                break;
            }
        }
    }

    void block(const StoryNode &node)
    {
        const StoryBlock &block = *node.block;
        const Stretch stretch = stretchOf(node);
        if (const auto part = partNamed(block.value)) {
            if (block.test == StoryBlock::Test::Truth && isText(*part))
                otherName(block, *part);
            return;
        }
        if (block.value == u"true" || block.value == u"false") // switched by hand
            return;
        const QString tag = m_story.sliced(stretch.start, stretch.length);
        const QString near = nearestStoryName(block.value);
        addStory(
            u"context.unknown-name"_s,
            block.test == StoryBlock::Test::Truth
                ? LintText::tr("“%1” is not a story-string field, so the block that %2 opens is never sent")
                      .arg(block.value, tag)
                : LintText::tr("“%1” is not a story-string field, so the block that %2 opens is always sent")
                      .arg(block.value, tag),
            near.isEmpty() ? LintText::tr("Known are %1").arg(knownNames().join(u", "_s))
                           : LintText::tr("Write “%1”").arg(near),
            Weight::Warning, stretch);
    }

    // {{#if persona}}{{scenario}}{{/if}}: copied, and changed only once.
    void otherName(const StoryBlock &block, StoryPart asked)
    {
        if (placesIn(block.program).contains(asked))
            return;
        for (const StoryNode &node : block.program) {
            const auto part = node.kind == StoryNode::Kind::Value ? partNamed(node.value) : std::nullopt;
            if (part && isText(*part))
                return addStory(
                    u"context.other-name"_s,
                    LintText::tr("%1 is sent only if {{%2}} is not empty")
                        .arg(inBraces(node.value), block.value),
                    LintText::tr("Write “%1” in the {{#if}} if that is what is meant").arg(node.value),
                    Weight::Hint, stretchOf(node));
        }
    }

    // Of two branches, which are never sent together, the one that shows a part more often.
    static Places placesIn(const StoryProgram &program)
    {
        Places places;
        for (const StoryNode &node : program) {
            if (node.kind == StoryNode::Kind::Block) {
                Places chosen = placesIn(node.block->program);
                const Places others = placesIn(node.block->inverse);
                for (const auto &[part, list] : others.asKeyValueRange()) {
                    if (list.size() > chosen.value(part).size())
                        chosen.insert(part, list);
                }
                for (const auto &[part, list] : std::as_const(chosen).asKeyValueRange())
                    places[part] += list;
                continue;
            }
            const auto part = node.kind == StoryNode::Kind::Value   ? partNamed(node.value)
                              : node.kind == StoryNode::Kind::Macro ? partOfMacro(node.value.toLower())
                                                                    : std::nullopt;
            if (part && isText(*part))
                places[*part].append({node.start, node.end - node.start});
        }
        return places;
    }

    void sentTwice(const Places &places)
    {
        QList<Stretch> again;
        for (const QList<Stretch> &list : places) {
            if (list.size() > 1)
                again.append(list.at(1));
        }
        std::ranges::sort(again, {}, &Stretch::start);
        for (const Stretch &stretch : std::as_const(again))
            addStory(u"context.sent-twice"_s,
                     LintText::tr("The text of %1 is already in the story string: it is sent twice")
                         .arg(m_story.sliced(stretch.start, stretch.length)),
                     LintText::tr("Remove one of them"), Weight::Hint, stretch);
        if (places.contains(StoryPart::Examples))
            addStory(u"context.examples-twice"_s,
                     LintText::tr("The examples are sent here and again after the story string"),
                     LintText::tr("Remove them, unless SillyTavern is set never to include examples"),
                     Weight::Hint, places.value(StoryPart::Examples).constFirst());
    }

    // What is left to the macros once the names and blocks are gone.
    void macros()
    {
        const bool isAbove = m_context.storyPlace != ContextTemplate::Place::InChat;
        const QList<LintFinding> found = macroFindings(
            m_left, {.where = u"story_string"_s, .isAboveHistory = isAbove, .hasOriginal = false});
        for (LintFinding finding : found) {
            if (finding.rule == u"macro.unknown") {
                const QString shown = m_left.sliced(finding.start, finding.length);
                finding.what =
                    LintText::tr("%1 is neither a story-string field nor a macro: it is sent as literal text")
                        .arg(shown.size() > 60 ? shown.first(60) : shown);
                const QString name = javaScriptTrimmed(QStringView(shown).sliced(2).chopped(2)).toString();
                if (const QString near = nearestStoryName(name); !near.isEmpty())
                    finding.fix = LintText::tr("Write {{%1}}, or remove it").arg(near);
            }
            m_findings.append(finding);
        }
        const QList<FoundMacro> calls = macroCalls(m_left);
        for (const FoundMacro &call : calls) {
            if (const auto part = partOfMacro(call.name))
                m_shown.insert(*part, {call.start, call.length});
        }
    }

    QStringList lacking(const QList<StoryPart> &parts) const
    {
        QStringList names;
        for (const StoryPart part : parts) {
            if (!m_shown.contains(part))
                names.append(std::ranges::find(storyNames(), part, &StoryName::part)->name);
        }
        return names;
    }
    static QString listed(const QStringList &names) { return inBraces(names.join(u"}}, {{"_s)); }

    void missingParts()
    {
        using enum StoryPart;
        const QStringList texts =
            lacking({System, LoreBefore, Description, Personality, Persona, Scenario, LoreAfter});
        if (!texts.isEmpty())
            addStory(u"context.missing-part"_s,
                     LintText::tr("The story string lacks %1: nothing of that is sent").arg(listed(texts)),
                     LintText::tr("Put {{#if %1}}{{%1}}{{/if}} where it belongs").arg(texts.first()),
                     Weight::Warning);
        const QStringList notes = lacking({NoteBefore, NoteAfter});
        if (!notes.isEmpty())
            addStory(u"context.missing-note"_s,
                     LintText::tr("The story string lacks %1: an author's note for that place is not sent")
                         .arg(listed(notes)),
                     LintText::tr(
                         "Put {{#if %1}}{{%1}}{{/if}} where it belongs, unless notes are only in the chat")
                         .arg(notes.first()),
                     Weight::Hint);
    }

    void separator(const QString &key, const QString &text)
    {
        m_findings += macroFindings(text, {.where = key, .isAboveHistory = true, .hasOriginal = false});
        const QStringView words = javaScriptTrimmed(text);
        if (!m_context.usesStopStrings || text.isEmpty() || words.size() > 2)
            return;
        add(u"context.common-stop"_s, key,
            words.isEmpty()
                ? LintText::tr(
                      "“Separators as stop strings” is on, and this one is blank: a blank line ends a reply")
                : LintText::tr(
                      "“Separators as stop strings” is on: a line that begins with “%1” ends a reply")
                      .arg(words),
            LintText::tr("Make it longer, or switch “Separators as stop strings” off"));
    }

    const ContextTemplate &m_context;
    const QString &m_story;
    QString m_left;                    // of the story string: texts and macros, blanks for the rest
    QHash<StoryPart, Stretch> m_shown; // where first
    QList<LintFinding> m_findings;
};

} // namespace

QList<LintFinding> contextFindings(const ContextTemplate &context)
{
    return ContextLinter(context).run();
}

} // namespace snug
