// A parsed template. Never changed once parsed, so that one tree serves any number of renders.
#pragma once

#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace snug {

struct TemplateExpression;
struct TemplateStatement;
using TemplateExpressionPtr = std::unique_ptr<TemplateExpression>;
using TemplateBody = std::vector<TemplateStatement>;

// {% macro %}, and the body of {% call %}, which is one without a name.
struct TemplateMacro
{
    QString name;
    QStringList arguments;
    QStringList defaultNames; // arguments with a default, and the defaults
    std::vector<TemplateExpressionPtr> defaults;
    TemplateBody body;
};

struct TemplateExpression
{
    enum class Kind : quint8 {
        Text,    // text
        Number,  // number
        Boolean, // number
        None,
        Pattern, // text, names[0] = flags
        Name,    // text
        List,    // parts
        Object,  // names -> parts
        Group,   // parts; the last is the value
        Lookup,  // parts[0] [ parts[1] ]
        Call,    // parts[0] ( parts[1…] ); names are those of the last names.size() of them
        Filter,  // text ( parts… ), names as Call
        Test,    // parts[0] is text ( parts[1…] )
        Not,
        Negative,
        Positive,
        And,
        Or,
        In,
        Choice,  // parts[0] if parts[1] else parts[2] (may be missing)
        Compare, // parts[0] names[0] parts[1] names[1] …, worked off from the left; so are the next two
        Sum,     // + - ~
        Product, // * / %
        Floor,   // of parts[0]; // is this and a Product
        Power,   // of two parts or more, worked off from the left
        Super,   // the text of the block above
        Caller   // a {% call %}'s body
    };

    Kind kind = Kind::None;
    int line = 1;
    int column = 1;
    QString text = {};
    double number = 0;
    QStringList names = {};
    std::vector<TemplateExpressionPtr> parts = {};
    std::shared_ptr<const TemplateMacro> macro = {};
};

struct TemplateStatement
{
    enum class Kind : quint8 {
        Data,    // text
        Output,  // expressions[0]
        If,      // expressions[i] -> bodies[i]; one body more is the else
        For,     // names in expressions[0]: bodies[0], bodies[1] (else)
        Set,     // names = expressions[0], or bodies[0]
        Macro,   // macro
        Block,   // names[0]: bodies[0]
        Extends, // expressions[0]
        Include, // expressions[0]
        Import,  // expressions[0] as names[0]
        From,    // expressions[0] import names[0] as names[1], names[2] as names[3], …
        Switch,  // expressions[0]; cases expressions[i + 1] -> bodies[i]; one body more is the default
        Filter   // expressions[0] applied to bodies[0]
    };

    Kind kind = Kind::Data;
    int line = 1;
    int column = 1;
    bool isScoped = false;   // a macro that is known in its loop only
    bool isTopLevel = false; // a block outside all others
    bool usesSuper = false;  // a block that wants the text of the one above
    bool ignoresMissing = false;
    bool withContext = false; // an import that sees the variables
    QString text = {};
    QStringList names = {};
    std::vector<TemplateExpressionPtr> expressions = {};
    std::vector<TemplateBody> bodies = {};
    std::shared_ptr<const TemplateMacro> macro = {};
};

struct TemplateTree
{
    TemplateBody body;
    std::vector<const TemplateStatement *> blocks; // all of them, nested ones too, in the order of their tags
    bool extends = false;                          // {% extends %} stands outside all other tags
};

using TemplateTreePtr = std::shared_ptr<const TemplateTree>;

} // namespace snug
