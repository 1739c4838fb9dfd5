// A story string as a tree, between reading and rendering it.
#pragma once

#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace snug {

struct StoryBlock;

// Of a tag: "{{~" and "~}}" take the white space around it.
struct StoryStrip
{
    bool before = false;
    bool after = false;
};

struct StoryNode
{
    enum class Kind : quint8 { Text, Value, Macro, Comment, Block };

    Kind kind = Kind::Text;
    qsizetype start = 0; // in the template; of Text as it is left after stripping
    qsizetype end = 0;
    qsizetype originalStart = 0; // of Text as written
    qsizetype originalEnd = 0;
    bool isLeftStripped = false;
    bool isRightStripped = false;
    QString value;
    StoryStrip strip;
    std::unique_ptr<StoryBlock> block;
};

using StoryProgram = std::vector<StoryNode>;

struct StoryBlock
{
    // With: the value becomes the one that names are looked up in. Each: there are no lists, so it is always
    // the inverse.
    enum class Test : quint8 { Truth, Lie, With, Each };

    Test test = Test::Truth;
    QString value;
    StoryProgram program;
    StoryProgram inverse;
    bool hasInverse = false;
    bool isChained = false; // the inverse is an {{else if}}
    StoryStrip open;
    StoryStrip other; // {{else}}
    StoryStrip close;
};

struct StoryTree
{
    StoryProgram program;
    QString problem;            // what is wrong with the template, if anything is
    qsizetype problemStart = 0; // the tag that is meant, if there is a problem
    qsizetype problemEnd = 0;
};

// `names`: those that are no macros'.
StoryTree parseStory(const QString &story, const QStringList &names);

// Handlebars' white space control: "~", and tags that stand alone on their line.
void controlWhitespace(StoryProgram &program, const QString &story);

} // namespace snug
