#include "core/prompt/frames/storytree.h"

namespace snug {

namespace {

bool isSpace(QChar c)
{
    return c.isSpace();
}

class WhitespaceControl
{
public:
    explicit WhitespaceControl(const QString &story)
        : m_story(story)
    {
    }

    struct Standing // what the outside of a node shows
    {
        StoryStrip strip;
        bool opensAlone = false;
        bool closesAlone = false;
        bool isInline = false;
    };

    void visit(StoryProgram &program, bool isRoot = false);

private:
    Standing visitNode(StoryNode &node);
    Standing visitBlock(StoryBlock &block);
    bool endsLine(const StoryProgram &program, qsizetype before, bool isRoot) const;
    bool startsLine(const StoryProgram &program, qsizetype after, bool isRoot) const;
    void omitRight(StoryProgram &program, qsizetype index, bool isMany);
    bool omitLeft(StoryProgram &program, qsizetype index, bool isMany);
    void omitFirst(StoryProgram &program, bool isMany) { omitRight(program, 0, isMany); }
    void omitLast(StoryProgram &program, bool isMany)
    {
        omitLeft(program, qsizetype(program.size()) - 1, isMany);
    }

    const QString &m_story;
};

// Whether only blanks stand between the last line break and the end of what is before `before`.
bool WhitespaceControl::endsLine(const StoryProgram &program, qsizetype before, bool isRoot) const
{
    if (before < 0)
        return isRoot;
    const StoryNode &node = program[size_t(before)];
    if (node.kind != StoryNode::Kind::Text)
        return false;
    qsizetype at = node.originalEnd;
    while (at > node.originalStart && isSpace(m_story[at - 1])) {
        if (m_story[--at] == u'\n')
            return true;
    }
    return at == node.originalStart && before == 0 && isRoot;
}

bool WhitespaceControl::startsLine(const StoryProgram &program, qsizetype after, bool isRoot) const
{
    if (after >= qsizetype(program.size()))
        return isRoot;
    const StoryNode &node = program[size_t(after)];
    if (node.kind != StoryNode::Kind::Text)
        return false;
    qsizetype at = node.originalStart;
    while (at < node.originalEnd && isSpace(m_story[at])) {
        if (m_story[at++] == u'\n')
            return true;
    }
    return at == node.originalEnd && after + 1 == qsizetype(program.size()) && isRoot;
}

// Takes white space from the beginning of the text at `index`: all of it, or to the end of the line.
void WhitespaceControl::omitRight(StoryProgram &program, qsizetype index, bool isMany)
{
    if (index < 0 || index >= qsizetype(program.size()))
        return;
    StoryNode &node = program[size_t(index)];
    if (node.kind != StoryNode::Kind::Text || (!isMany && node.isRightStripped))
        return;
    const qsizetype before = node.start;
    if (isMany) {
        while (node.start < node.end && isSpace(m_story[node.start]))
            ++node.start;
    } else {
        while (node.start < node.end && (m_story[node.start] == u' ' || m_story[node.start] == u'\t'))
            ++node.start;
        if (node.end - node.start > 1 && m_story[node.start] == u'\r' && m_story[node.start + 1] == u'\n')
            ++node.start;
        if (node.start < node.end && m_story[node.start] == u'\n')
            ++node.start;
    }
    node.isRightStripped = node.start != before;
}

// And from the end of the text at `index`: all of it, or the blanks.
bool WhitespaceControl::omitLeft(StoryProgram &program, qsizetype index, bool isMany)
{
    if (index < 0 || index >= qsizetype(program.size()))
        return false;
    StoryNode &node = program[size_t(index)];
    if (node.kind != StoryNode::Kind::Text || (!isMany && node.isLeftStripped))
        return false;
    const qsizetype before = node.end;
    while (node.end > node.start &&
           (isMany ? isSpace(m_story[node.end - 1])
                   : m_story[node.end - 1] == u' ' || m_story[node.end - 1] == u'\t'))
        --node.end;
    node.isLeftStripped = node.end != before;
    return node.isLeftStripped;
}

WhitespaceControl::Standing WhitespaceControl::visitNode(StoryNode &node)
{
    switch (node.kind) {
    case StoryNode::Kind::Text:
        return {};
    case StoryNode::Kind::Value:
    case StoryNode::Kind::Macro:
        return {.strip = node.strip};
    case StoryNode::Kind::Comment:
        return {.strip = node.strip, .isInline = true};
    case StoryNode::Kind::Block:
        return visitBlock(*node.block);
    }
    Q_UNREACHABLE();
}

WhitespaceControl::Standing WhitespaceControl::visitBlock(StoryBlock &block)
{
    visit(block.program);
    visit(block.inverse);
    // Of a chain of {{else if}} the first branch and the last one touch the outer tags.
    StoryProgram *firstInverse = block.isChained ? &block.inverse.front().block->program : &block.inverse;
    StoryBlock *last = &block;
    while (last->isChained)
        last = last->inverse.front().block.get();
    StoryProgram *lastInverse = last->hasInverse ? &last->inverse : &last->program;

    Standing standing{.strip = {block.open.before, block.close.after}};
    standing.opensAlone = startsLine(block.program, 0, false);
    const StoryProgram &touchesClose = block.hasInverse ? *firstInverse : block.program;
    standing.closesAlone = endsLine(touchesClose, qsizetype(touchesClose.size()) - 1, false);
    if (block.open.after)
        omitFirst(block.program, true);
    if (!block.hasInverse) {
        if (block.close.before)
            omitLast(block.program, true);
        return standing;
    }
    if (block.other.before)
        omitLast(block.program, true);
    if (block.other.after)
        omitFirst(*firstInverse, true);
    if (block.close.before)
        omitLast(*lastInverse, true);
    if (endsLine(block.program, qsizetype(block.program.size()) - 1, false) &&
        startsLine(*firstInverse, 0, false)) {
        omitLast(block.program, false);
        omitFirst(*firstInverse, false);
    }
    return standing;
}

void WhitespaceControl::visit(StoryProgram &program, bool isRoot)
{
    for (size_t i = 0; i < program.size(); ++i) {
        const Standing standing = visitNode(program[i]);
        const auto index = qsizetype(i);
        const bool isBehindBreak = endsLine(program, index - 1, isRoot);
        const bool isBeforeBreak = startsLine(program, index + 1, isRoot);
        if (standing.strip.after)
            omitRight(program, index + 1, true);
        if (standing.strip.before)
            omitLeft(program, index - 1, true);
        if (standing.isInline && isBehindBreak && isBeforeBreak) {
            omitRight(program, index + 1, false);
            omitLeft(program, index - 1, false);
        }
        if (program[i].kind != StoryNode::Kind::Block)
            continue;
        StoryBlock &block = *program[i].block;
        if (standing.opensAlone && isBehindBreak) {
            omitFirst(block.program, false);
            omitLeft(program, index - 1, false);
        }
        if (standing.closesAlone && isBeforeBreak) {
            omitRight(program, index + 1, false);
            omitLast(block.hasInverse ? block.inverse : block.program, false);
        }
    }
}

} // namespace

void controlWhitespace(StoryProgram &program, const QString &story)
{
    WhitespaceControl(story).visit(program, true);
}

} // namespace snug
