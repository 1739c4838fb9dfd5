#include "core/prompt/frames/storystring.h"

#include "core/prompt/frames/storytree.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

class StoryRenderer
{
public:
    StoryRenderer(const TracedText &story, const QHash<QString, TracedText> &values)
        : m_story(story)
        , m_values(values)
    {
    }

    void render(const StoryProgram &program)
    {
        for (const StoryNode &node : program)
            renderNode(node);
    }
    TracedText take() { return std::move(m_result); }

private:
    void renderNode(const StoryNode &node)
    {
        switch (node.kind) {
        case StoryNode::Kind::Text:
        case StoryNode::Kind::Macro:
            m_result.append(m_story.mid(node.start, node.end - node.start));
            break;
        case StoryNode::Kind::Value: {
            const Span *span = m_story.spanAt(node.start);
            m_result.append(m_values.value(node.value).inside(span ? span->source : Source()));
            break;
        }
        case StoryNode::Kind::Comment:
            break;
        case StoryNode::Kind::Block: {
            const StoryBlock &block = *node.block;
            const bool isThere = block.value == u"true" || !m_values.value(block.value).isEmpty();
            render(isThere == (block.test == StoryBlock::Test::Truth) ? block.program : block.inverse);
            break;
        }
        }
    }

    const TracedText &m_story;
    const QHash<QString, TracedText> &m_values;
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

StoryRendering renderStoryString(const TracedText &story, const QHash<QString, TracedText> &values)
{
    StoryTree tree = parseStory(story.text(), values.keys());
    if (!tree.problem.isEmpty())
        return {story, tree.problem};
    controlWhitespace(tree.program, story.text());
    StoryRenderer renderer(story, values);
    renderer.render(tree.program);
    return {renderer.take(), {}};
}

} // namespace snug
