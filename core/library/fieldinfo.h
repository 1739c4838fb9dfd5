// Fields of a document's parts as forms show them: what kind of value, in which words, within which bounds.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace snug {

// What a field's values are, as QVariant.
enum class FieldKind : quint8 {
    Check,         // bool
    Line,          // QString
    Text,          // QString of many lines
    List,          // QStringList, a line each; a line that is typed may hold several, at commas
    Whole,         // int
    Number,        // double
    Choice,        // int, of `choices`
    Optional,      // a bool or nothing (invalid = the global setting)
    OptionalWhole, // an int or nothing
    AbsentNumber,  // a double or nothing, which goes by the name of its one choice
    AbsentWhole,   // the same without a fraction
};

struct FieldChoice
{
    int value = 0;
    QString text;
};

// Of numbers and choices, both included.
struct FieldBounds
{
    double least = 0;
    double most = 0;
    double usual = 0; // of one that may be absent: what it begins with
};

struct FieldInfo
{
    int id = 0; // the document's own enumeration
    FieldKind kind = FieldKind::Line;
    QString label;
    QString meaning;   // a sentence or two, plain
    QString unit = {}; // behind a number
    QList<FieldChoice> choices = {};
    FieldBounds bounds = {};
    QStringList otherWords = {}; // that SillyTavern has for it
};

// Keys, tags … out of a text: split at commas and line breaks that are not inside a regular expression,
// trimmed, none empty.
QStringList keysFromText(const QString &text);
// Likewise, but a line that is one of `known` stays as it is, commas included.
QStringList keysFromLines(const QString &text, const QStringList &known);

} // namespace snug
