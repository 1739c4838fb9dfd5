#include "core/prompt/macropass.h"

#include "core/macros/macroevaluator.h"
#include "core/prompt/macrofailure.h"
#include "core/prompt/oldmacros.h"

using namespace Qt::StringLiterals;

namespace snug {

void MacroPass::setValue(std::initializer_list<QStringView> names, const MacroValue &value)
{
    for (const QStringView name : names)
        environment.values.insert(name.toString(), value);
}

void MacroPass::setTraced(std::initializer_list<QStringView> names, const QString &type,
                          const TracedText &text, const QString &label)
{
    tracedValues.insert(type, text);
    setValue(names, {.text = text.text(), .type = type, .label = label});
}

TracedText MacroPass::expand(const TracedText &text)
{
    if (!mayHoldMacros(text.text()))
        return text;
    const double before = budget().share() - budget().noted();
    TracedText result = environment.isOldEngine
                            ? expandedByOldMacros(text, *this)
                            : traced(text, evaluateMacros(text.text(), environment, state));
    const bool isOver = budget().exceeded() != MacroBudget::Limit::None;
    // What the texts that it shows took has its own lines.
    const double share = budget().share() - budget().noted() - before;
    if (isOver || share > MacroBudget::noteworthy) {
        const Span *span = text.spanAt(isOver ? budget().endPosition() : 0);
        const MacroPlace place = macroPlace(span ? span->source : Source());
        budget().note(place, share);
        if (isOver)
            budget().endIn(place);
    }
    return budget().goesOn() ? result : TracedText();
}

TracedText MacroPass::traced(const TracedText &text, const MacroText &evaluated) const
{
    TracedText result;
    qsizetype position = 0;
    for (const MacroPiece &piece : evaluated.pieces()) {
        const QStringView words = QStringView(evaluated.text()).sliced(position, piece.length);
        position += piece.length;
        if (piece.kind == MacroPiece::Kind::Literal) {
            if (TracedText kept = text.mid(piece.inputStart, piece.length); kept.text() == words) {
                result.append(kept);
                continue;
            }
        }
        const Span *span = text.spanAt(piece.inputStart);
        const Source outer = span ? span->source : Source();
        if (piece.kind == MacroPiece::Kind::Literal) { // a spelling that the pre-pass changed
            result.append(TracedText::computed(words.toString(), outer));
            continue;
        }
        const Source macro =
            Source(SourceKind::Macro, piece.macro, u"{{"_s + piece.macro + u"}}"_s).inside(outer);
        const MacroValue &value = piece.value;
        const auto known = tracedValues.constFind(value.type);
        if (value.type.isEmpty()) {
            result.append(TracedText::computed(words.toString(), macro));
        } else if (known != tracedValues.cend() && known->text() == value.text) {
            if (!budget().takeOutput(0, known->spans().size()))
                return {};
            result.append(known->mid(piece.valueStart, piece.length).inside(macro));
        } else {
            result.append(
                TracedText(value.text, Source::named(value.type, value.id, value.label).inside(macro))
                    .mid(piece.valueStart, piece.length));
        }
    }
    return result;
}

TracedText MacroPass::expandWithOriginal(const TracedText &text, const TracedText &original)
{
    static const QString type = u"preset.original"_s;
    tracedValues.insert(type, original);
    environment.valuesOnce.insert(u"original"_s, {.text = original.text(), .type = type});
    TracedText result = expand(text);
    environment.valuesOnce.remove(u"original"_s);
    tracedValues.remove(type);
    return result;
}

TracedText MacroPass::expandWith(const QString &name, const TracedText &value, const TracedText &text)
{
    const QString type = u"macro.with."_s + name;
    const auto before = environment.values.constFind(name);
    const std::optional<MacroValue> usual =
        before == environment.values.cend() ? std::nullopt : std::optional(*before);
    tracedValues.insert(type, value);
    environment.values.insert(name, {.text = value.text(), .type = type});
    TracedText result = expand(text);
    tracedValues.remove(type);
    if (usual)
        environment.values.insert(name, *usual);
    else
        environment.values.remove(name);
    return result;
}

} // namespace snug
