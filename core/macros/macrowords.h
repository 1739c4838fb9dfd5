// The macros that people write, in words: for completion and explanations.
#pragma once

#include <QList>
#include <QString>

namespace snug {

struct MacroWord
{
    QString name;      // as people spell it: "lastMessage"
    QString arguments; // "::name::value", or empty
    QString meaning;   // one short sentence without its full stop
};

// In an order to read; SillyTavern 1.19's names, without the doubles it knows by other spellings.
QList<MacroWord> macroWords();

} // namespace snug
