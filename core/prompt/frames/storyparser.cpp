#include "core/prompt/frames/storytree.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <optional>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct Tag
{
    enum class Kind : quint8 { Plain, Open, Inverse, Else, Close, Comment };

    Kind kind = Kind::Plain;
    qsizetype start = 0;
    qsizetype end = 0;
    QString words = {}; // without marks, trimmed
    StoryStrip strip = {};
};

class StoryParser
{
    Q_DECLARE_TR_FUNCTIONS(StoryString)

public:
    StoryParser(const QString &story, const QStringList &names)
        : m_story(story)
        , m_names(names)
    {
    }

    StoryProgram parse();
    void tellProblem(StoryTree &tree) const
    {
        tree.problem = m_problem;
        tree.problemStart = m_problemStart;
        tree.problemEnd = m_problemEnd;
    }

private:
    std::optional<Tag> nextTag();
    void readProgram(StoryProgram &program, std::optional<Tag> &ending);
    StoryNode readBlock(const Tag &open);
    StoryNode blockOf(const Tag &tag);
    void addText(StoryProgram &program, qsizetype start, qsizetype end);
    void fail(const Tag &tag, const QString &problem)
    {
        if (!m_problem.isEmpty())
            return;
        m_problem = problem;
        m_problemStart = tag.start;
        m_problemEnd = tag.end;
    }

    const QString &m_story;
    const QStringList &m_names;
    qsizetype m_position = 0;
    int m_depth = 0;
    QString m_problem;
    qsizetype m_problemStart = 0;
    qsizetype m_problemEnd = 0;
};

// "a.b", "this.a", "../a": where a value stands, rather than a name. Macros have no such names.
static bool isPath(const QString &words)
{
    static const QRegularExpression path(
        u"^(?:this|\\.|(?:\\.\\./)*(?:@root[./])?[A-Za-z_]\\w*(?:[./][A-Za-z_]\\w*)*)$"_s);
    return path.match(words).hasMatch() && (words == u"this" || words.contains(u'.') || words.contains(u'/'));
}

// Tags as Handlebars cuts them; what does not close stays text.
std::optional<Tag> StoryParser::nextTag()
{
    for (qsizetype from = m_position;;) {
        const qsizetype start = m_story.indexOf(u"{{", from);
        if (start < 0)
            return std::nullopt;
        Tag tag{.start = start};
        qsizetype at = start + 2;
        const auto take = [&](QStringView mark) {
            const bool isThere = QStringView(m_story).sliced(at).startsWith(mark);
            at += isThere ? mark.size() : 0;
            return isThere;
        };
        const bool isTriple = take(u"{");
        tag.strip.before = take(u"~");
        QStringView ending = isTriple ? u"}}}" : u"}}";
        if (take(u"!--"))
            tag.kind = Tag::Kind::Comment, ending = u"--}}";
        else if (take(u"!"))
            tag.kind = Tag::Kind::Comment;
        else if (take(u"#"))
            tag.kind = Tag::Kind::Open;
        else if (take(u"/"))
            // "//" is the macros' comment.
            tag.kind = take(u"/") ? (at -= 2, Tag::Kind::Plain) : Tag::Kind::Close;
        else if (take(u"^"))
            tag.kind = Tag::Kind::Inverse;
        else
            take(u"&");
        qsizetype close = m_story.indexOf(ending, at);
        if (close < 0 && tag.kind == Tag::Kind::Comment)
            close = m_story.indexOf(u"~}}", at);
        if (close < 0) {
            from = start + 2;
            continue;
        }
        tag.end = close + ending.size();
        QStringView words = QStringView(m_story).sliced(at, close - at);
        if (words.endsWith(u'~')) {
            tag.strip.after = true;
            words.chop(1);
        }
        tag.words = words.toString().simplified();
        const bool isElse = tag.kind == Tag::Kind::Plain
                                ? tag.words == u"else" || tag.words.startsWith(u"else ")
                                : tag.kind == Tag::Kind::Inverse && tag.words.isEmpty();
        if (isElse)
            tag.kind = Tag::Kind::Else;
        return tag;
    }
}

void StoryParser::addText(StoryProgram &program, qsizetype start, qsizetype end)
{
    if (end <= start)
        return;
    StoryNode node;
    node.start = node.originalStart = start;
    node.end = node.originalEnd = end;
    program.push_back(std::move(node));
}

// Until an {{else}} or a closing tag, which goes to `ending`.
void StoryParser::readProgram(StoryProgram &program, std::optional<Tag> &ending)
{
    while (m_problem.isEmpty()) {
        const std::optional<Tag> tag = nextTag();
        if (!tag) {
            addText(program, m_position, m_story.size());
            m_position = m_story.size();
            return;
        }
        addText(program, m_position, tag->start);
        m_position = tag->end;
        switch (tag->kind) {
        case Tag::Kind::Else:
        case Tag::Kind::Close:
            ending = tag;
            return;
        case Tag::Kind::Open:
        case Tag::Kind::Inverse:
            program.push_back(readBlock(*tag));
            break;
        case Tag::Kind::Comment:
        case Tag::Kind::Plain: {
            StoryNode node;
            node.kind = tag->kind == Tag::Kind::Comment                      ? StoryNode::Kind::Comment
                        : m_names.contains(tag->words) || isPath(tag->words) ? StoryNode::Kind::Value
                                                                             : StoryNode::Kind::Macro;
            node.start = tag->start;
            node.end = tag->end;
            node.value = tag->words;
            node.strip = tag->strip;
            program.push_back(std::move(node));
            break;
        }
        }
    }
}

// A node with what the tag asks for; its programs are still empty.
StoryNode StoryParser::blockOf(const Tag &tag)
{
    StoryNode node;
    node.kind = StoryNode::Kind::Block;
    node.start = tag.start;
    node.block = std::make_unique<StoryBlock>();
    StoryBlock &block = *node.block;
    block.open = tag.strip;
    const QString words = tag.kind == Tag::Kind::Else ? tag.words.sliced(5) : tag.words;
    const QString helper = words.section(u' ', 0, 0);
    block.value = words.section(u' ', 1);
    if (helper == u"unless") {
        block.test = StoryBlock::Test::Lie;
    } else if (helper == u"with") {
        block.test = StoryBlock::Test::With;
    } else if (helper == u"each") {
        block.test = StoryBlock::Test::Each;
        if (block.value == u"this" || block.value == u".")
            fail(tag, tr("{{#%1}} cannot be used in a story string").arg(words));
    } else if (helper != u"if") {
        block.value = helper;
        if (words != helper || !m_names.contains(helper))
            fail(tag, tr("{{#%1}} cannot be used in a story string").arg(words));
    }
    if (tag.kind == Tag::Kind::Inverse)
        block.test = StoryBlock::Test::Lie;
    if (block.value.isEmpty())
        fail(tag, tr("{{#%1}} has no condition").arg(words));
    return node;
}

StoryNode StoryParser::readBlock(const Tag &open)
{
    constexpr int deepest = 100;
    StoryNode node = blockOf(open);
    if (++m_depth > deepest)
        fail(open, tr("its blocks are nested too deeply"));
    const QString name = open.words.section(u' ', 0, 0);
    StoryBlock *block = node.block.get();
    std::optional<Tag> ending;
    readProgram(block->program, ending);
    while (m_problem.isEmpty() && ending && ending->kind == Tag::Kind::Else) {
        block->hasInverse = true;
        block->other = ending->strip;
        if (ending->words != u"else" && !ending->words.isEmpty()) {
            block->isChained = true;
            block->inverse.push_back(blockOf(*ending));
            block = block->inverse.back().block.get();
            ending.reset();
            readProgram(block->program, ending);
        } else {
            ending.reset();
            readProgram(block->inverse, ending);
            if (ending && ending->kind == Tag::Kind::Else)
                fail(*ending, tr("{{#%1}} has two {{else}}").arg(open.words));
        }
    }
    if (!ending)
        fail(open, tr("{{#%1}} is not closed").arg(open.words));
    else if (ending->words != name)
        fail(*ending, tr("{{#%1}} is closed by {{/%2}}").arg(open.words, ending->words));
    else
        node.block->close = block->close = ending->strip;
    node.end = m_position;
    --m_depth;
    return node;
}

StoryProgram StoryParser::parse()
{
    StoryProgram program;
    std::optional<Tag> ending;
    readProgram(program, ending);
    if (ending)
        fail(*ending, ending->kind == Tag::Kind::Else ? tr("{{else}} is outside any block")
                                                      : tr("{{/%1}} closes nothing").arg(ending->words));
    return program;
}

} // namespace

StoryTree parseStory(const QString &story, const QStringList &names)
{
    StoryParser parser(story, names);
    StoryTree tree;
    tree.program = parser.parse();
    parser.tellProblem(tree);
    return tree;
}

} // namespace snug
