#include "core/prompt/frames/storystring.h"

#include "core/prompt/frames/storytree.h"

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

class StoryRenderer
{
public:
    StoryRenderer(const TracedText &story, const QHash<QString, TracedText> &values,
                  const std::function<TracedText(const TracedText &tag)> &expandMacro)
        : m_story(story)
        , m_values(values)
        , m_expandMacro(expandMacro)
    {
    }

    void render(const StoryProgram &program)
    {
        for (const StoryNode &node : program)
            renderNode(node);
    }
    TracedText take() { return std::move(m_result); }

private:
    // What a name or a path stands for here; nothing: a name that is a macro's.
    std::optional<TracedText> valueOf(const QString &words) const
    {
        QStringView path = words;
        qsizetype scope = m_scopes.size(); // 0 = all values
        bool isBare = true;
        const auto take = [&](QStringView prefix) {
            const bool isThere = path.startsWith(prefix);
            path = isThere ? path.sliced(prefix.size()) : path;
            isBare = isBare && !isThere;
            return isThere;
        };
        while (take(u"../"))
            scope = std::max<qsizetype>(scope - 1, 0);
        if (take(u"@root.") || take(u"@root/"))
            scope = 0;
        if (path == u"this" || path == u".")
            return scope > 0
                       ? m_scopes[scope - 1]
                       : TracedText::computed(u"[object Object]"_s, Source(SourceKind::TemplateContext));
        if (!take(u"this."))
            take(u"this/");
        if (scope == 0 && m_values.contains(path.toString()))
            return m_values.value(path.toString());
        // Texts have nothing inside them.
        return isBare && !path.contains(u'.') && !path.contains(u'/') ? std::nullopt
                                                                      : std::optional(TracedText());
    }

    void renderNode(const StoryNode &node)
    {
        switch (node.kind) {
        case StoryNode::Kind::Text:
            m_result.append(m_story.mid(node.start, node.end - node.start));
            break;
        case StoryNode::Kind::Macro:
            appendMacro(node);
            break;
        case StoryNode::Kind::Value: {
            const Span *span = m_story.spanAt(node.start);
            if (const std::optional<TracedText> value = valueOf(node.value))
                m_result.append(value->inside(span ? span->source : Source()));
            else
                appendMacro(node);
            break;
        }
        case StoryNode::Kind::Comment:
            break;
        case StoryNode::Kind::Block:
            renderBlock(*node.block);
            break;
        }
    }

    void appendMacro(const StoryNode &node)
    {
        const TracedText tag = m_story.mid(node.start, node.end - node.start);
        m_result.append(m_expandMacro && node.value != u"trim" ? m_expandMacro(tag) : tag);
    }

    void renderBlock(const StoryBlock &block)
    {
        const TracedText value = valueOf(block.value).value_or(TracedText());
        const bool isThere = block.value == u"true" || !value.isEmpty();
        switch (block.test) {
        case StoryBlock::Test::Truth:
            render(isThere ? block.program : block.inverse);
            break;
        case StoryBlock::Test::Lie:
            render(isThere ? block.inverse : block.program);
            break;
        case StoryBlock::Test::With:
            if (!isThere) {
                render(block.inverse);
                break;
            }
            m_scopes.append(value);
            render(block.program);
            m_scopes.removeLast();
            break;
        case StoryBlock::Test::Each:
            render(block.inverse);
            break;
        }
    }

    const TracedText &m_story;
    const QHash<QString, TracedText> &m_values;
    const std::function<TracedText(const TracedText &tag)> &m_expandMacro;
    QList<TracedText> m_scopes; // of {{#with}}, innermost last
    TracedText m_result;
};

} // namespace

const QList<StoryName> &storyNames()
{
    static const QList<StoryName> names{{u"system"_s, StoryPart::System},
                                        {u"description"_s, StoryPart::Description},
                                        {u"personality"_s, StoryPart::Personality},
                                        {u"persona"_s, StoryPart::Persona},
                                        {u"scenario"_s, StoryPart::Scenario},
                                        {u"wiBefore"_s, StoryPart::LoreBefore},
                                        {u"loreBefore"_s, StoryPart::LoreBefore},
                                        {u"wiAfter"_s, StoryPart::LoreAfter},
                                        {u"loreAfter"_s, StoryPart::LoreAfter},
                                        {u"anchorBefore"_s, StoryPart::NoteBefore},
                                        {u"anchorAfter"_s, StoryPart::NoteAfter},
                                        {u"mesExamples"_s, StoryPart::Examples},
                                        {u"mesExamplesRaw"_s, StoryPart::RawExamples},
                                        {u"char"_s, StoryPart::Character},
                                        {u"user"_s, StoryPart::User}};
    return names;
}

StoryRendering renderStoryString(const TracedText &story, const QHash<QString, TracedText> &values,
                                 const std::function<TracedText(const TracedText &tag)> &expandMacro)
{
    StoryTree tree = parseStory(story.text(), values.keys());
    if (!tree.problem.isEmpty())
        return {story, tree.problem};
    controlWhitespace(tree.program, story.text());
    StoryRenderer renderer(story, values, expandMacro);
    renderer.render(tree.program);
    return {renderer.take(), {}};
}

} // namespace snug
