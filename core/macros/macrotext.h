// What a macro pass makes of a text, in pieces that remember where they came from.
//
// core/macros lies below core/prompt and cannot make TracedText; core/prompt turns pieces into spans:
// a literal keeps the spans of the text it was cut from, an expansion gets its value's source inside
// the macro's inside the text's.
#pragma once

#include <QList>
#include <QString>

namespace snug {

struct RespelledText;

// What a macro stands for, and what that text came from. `type`, `id` and `label` are those of a
// prompt source ("char.description", "", "card Mira"); an empty type means computed text.
struct MacroValue
{
    QString text;
    QString type = {};
    QString id = {};
    QString label = {};

    bool operator==(const MacroValue &) const = default;
};

struct MacroPiece
{
    enum class Kind : quint8 { Literal, Expansion };

    Kind kind = Kind::Literal;
    qsizetype length = 0;     // in the result, UTF-16 units
    qsizetype inputStart = 0; // a literal's place in the input; an expansion's call
    QString macro = {};       // an expansion's macro, lower case
    MacroValue value = {};    // its whole value
    qsizetype valueStart = 0; // where this piece starts in value.text

    bool operator==(const MacroPiece &) const = default;
};

// Text plus the pieces that cover it exactly.
class MacroText
{
public:
    MacroText() = default;
    static MacroText literal(QStringView text, qsizetype inputStart);
    static MacroText expansion(const QString &macro, const MacroValue &value, qsizetype inputStart);

    const QString &text() const { return m_text; }
    const QList<MacroPiece> &pieces() const { return m_pieces; }
    bool isEmpty() const { return m_text.isEmpty(); }

    void append(const MacroText &other);
    void append(MacroText &&other);
    MacroText mid(qsizetype position, qsizetype length = -1) const;
    MacroText trimmed() const; // as JavaScript does
    // Without the indent of the first line that is not blank, in any line.
    MacroText dedented() const;

    struct Range
    {
        qsizetype start = 0;
        qsizetype length = 0;
    };
    // `ranges` ascending, without overlaps.
    MacroText without(const QList<Range> &ranges) const;
    // Input positions in the text that was respelled, as positions in the input. Literals are cut where
    // the spelling was changed: what stands there in the input is not what they say.
    void translateInput(const RespelledText &respelled);

private:
    QString m_text;
    QList<MacroPiece> m_pieces;
};

} // namespace snug
