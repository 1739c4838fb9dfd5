// Characters that do not show but act: on the order of what stands around them, on terminals, on who compares
// two names by eye. Texts keep them; what shows or names something is written without them or spells them.
#pragma once

#include <QString>

namespace snug {

// Controls, line and paragraph separators, format characters (directions, joiners, zero widths, tags),
// variation selectors, fillers, lone surrogates and what is no character at all.
bool isUnseen(char32_t character);
// Those of them that turn the order of the text around them: U+202A..U+202E, U+2066..U+2069 and the marks.
bool turnsDirection(char32_t character);
// What a terminal may act on: every unseen character but those that only join or choose a glyph.
bool actsOnTerminal(char32_t character);

// With each character of which `unseen` is true as \u{202e}.
QString spelledOut(QStringView text, bool (*unseen)(char32_t) = isUnseen);
// Without the unseen ones.
QString withoutUnseen(QStringView text);

// What a program may print about names and texts of others: nothing in it acts on a terminal. Lines and tabs
// stay only in a text of many lines.
enum class TerminalText : quint8 { Line, Lines };
QByteArray forTerminal(QStringView text, TerminalText kind = TerminalText::Line);
// The same for JSON that is already written: the characters become escapes inside its strings.
QByteArray jsonForTerminal(const QByteArray &json);

} // namespace snug
