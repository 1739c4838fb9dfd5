// SillyTavern's macros: whatever the text, what is made of it is covered by pieces that say where each
// stretch came from, and it ends.
#include "core/macros/macroevaluator.h"
#include "core/macros/macroparser.h"
#include "tests/fuzz/fuzzing.h"

#include <QTimeZone>

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

MacroEnvironment macroEnvironment()
{
    MacroEnvironment environment;
    environment.values = {{u"user"_s, {u"Mika"_s, u"persona.name"_s}},
                          {u"char"_s, {u"Aoife"_s, u"char.name"_s}},
                          {u"lastmessageid"_s, {u"3"_s}},
                          {u"personality"_s, {}}};
    environment.cardTexts = {{u"description"_s, {u"{{user}} and {{scenario}}"_s, u"char.description"_s}},
                             {u"scenario"_s, {u"{{description}}{{roll::1d6}}"_s, u"char.scenario"_s}}};
    environment.valuesOnce = {{u"original"_s, {u"before"_s}}};
    environment.greetings = {{u"Hello {{user}}"_s}, {u"{{greeting::1}}"_s}};
    environment.outlets = {{u"notes"_s, {u"{{getvar::a}}"_s}}};
    environment.now = QDateTime(QDate(2026, 3, 14), QTime(15, 9, 26), QTimeZone::UTC);
    environment.idleSince = environment.now.addSecs(-90'000);
    environment.chatHash = u"123"_s;
    return environment;
}

// Nodes follow each other without a gap, and so do those inside them.
void checkNodes(const QList<MacroNode> &nodes, qsizetype start, qsizetype end)
{
    for (const MacroNode &node : nodes) {
        promise(node.start == start && node.end > node.start);
        if (!node.children.isEmpty())
            checkNodes(node.children, node.start + 2, node.end - 2);
        start = node.end;
    }
    promise(start == end);
}

void checkPieces(const MacroText &result, const QString &input)
{
    qsizetype position = 0;
    for (const MacroPiece &piece : result.pieces()) {
        promise(piece.length > 0 && piece.length <= result.text().size() - position);
        const QStringView text = QStringView(result.text()).sliced(position, piece.length);
        promise(piece.inputStart >= 0 && piece.inputStart < input.size());
        const QStringView written = QStringView(input).sliced(piece.inputStart);
        // The old spellings, <USER> and {{time_UTC, are read as macros before anything else.
        if (piece.kind == MacroPiece::Kind::Literal)
            promise(written.startsWith(text) || written.startsWith(u'<') ||
                    written.startsWith(u"{{time_", Qt::CaseInsensitive));
        else
            promise(QStringView(piece.value.text).mid(piece.valueStart, piece.length) == text);
        position += piece.length;
    }
    promise(position == result.text().size());
}

} // namespace

FUZZ_TARGET(macros)
{
    const QString text = QString::fromUtf8(bytes);
    checkNodes(parseMacros(text), 0, text.size());
    static const MacroEnvironment environment = macroEnvironment();
    MacroState state;
    state.random = 1;
    const MacroText once = evaluateMacros(text, environment, state);
    checkPieces(once, text);
    promise(mayHoldMacros(text) || once.text() == text);
    // The next text sees the variables that this one set.
    checkPieces(evaluateMacros(text, environment, state), text);
}
