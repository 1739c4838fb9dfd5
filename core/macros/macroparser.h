// Text -> stretches of text and macro calls. Syntax: SillyTavern 1.19's macro engine
// (docs/sillytavern/macros.md#syntax).
#pragma once

#include <QList>
#include <QString>

namespace snug {

// Either plain text or a "{{…}}" with what stands between its braces.
struct MacroNode
{
    bool isMacro = false;
    bool isTooDeep = false; // nested beyond the limit: taken as text
    qsizetype start = 0;    // UTF-16 units into the parsed text, braces included
    qsizetype end = 0;
    QList<MacroNode> children = {};
};

// Never fails: what is not a macro is text. Linear in the length of the text.
QList<MacroNode> parseMacros(QStringView text);

struct MacroArgument
{
    qsizetype start = 0;
    qsizetype end = 0;
    QList<MacroNode> nodes = {};
};

// What a "{{…}}" says.
struct MacroCall
{
    enum class Kind : quint8 {
        Invalid, // no name where one belongs: the braces are text; with a name, so is what is in them
        Named,
        Variable, // {{.x …}} or {{$x …}}
    };

    Kind kind = Kind::Invalid;
    QString name = {};             // lower case; a variable's name as it stands
    bool isLowerCase = true;       // the name, as it is written
    bool isClosing = false;        // {{/name}}
    bool keepsWhitespace = false;  // {{#name}}
    bool isGlobal = false;         // {{$x}}
    QString variableOperator = {}; // "", "=", "+=", "++", …
    // Separated by "::", or one for the whole rest after ":" or white space.
    QList<MacroArgument> arguments = {};
};

MacroCall readMacroCall(QStringView text, const MacroNode &node);

// Whether macros in the text may set variables: {{setvar::…}}, {{.name = …}}.
bool maySetVariables(const QString &text);

// Of the variable's name that the text begins with, as {{.name}} takes it; 0 = none.
qsizetype variableNameLength(QStringView text);

} // namespace snug
