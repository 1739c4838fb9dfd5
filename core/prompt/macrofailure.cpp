#include "core/prompt/macrofailure.h"

#include "core/prompt/promptparts.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct MacroFailureText
{
    Q_DECLARE_TR_FUNCTIONS(MacroFailure)
};

QString sentence(const MacroBudget &budget, const QString &name)
{
    switch (budget.exceeded()) {
    case MacroBudget::Limit::None:
        break;
    case MacroBudget::Limit::Steps:
        //: %1 is, in quotation marks, a block of a preset, a lore entry, a field of a card …
        return MacroFailureText::tr("The macros in %1 take too long: correct them, or leave it out")
            .arg(name);
    case MacroBudget::Limit::Output:
        //: %1 is, in quotation marks, a block of a preset, a lore entry, a field of a card …
        return MacroFailureText::tr(
                   "The macros in %1 make more text than any model reads: correct them, or leave it out")
            .arg(name);
    case MacroBudget::Limit::Variables:
        //: %1 is, in quotation marks, a block of a preset, a lore entry, a field of a card …
        return MacroFailureText::tr(
                   "The macros in %1 put more into variables than there is room for: correct them, or "
                   "leave it out")
            .arg(name);
    case MacroBudget::Limit::Depth:
        //: %1 is, in quotation marks, a block of a preset, a lore entry, a field of a card …
        return MacroFailureText::tr(
                   "The macros in %1 are nested more than %n levels deep: correct them, or leave it out",
                   nullptr, budget.limits().depth)
            .arg(name);
    }
    return {};
}

} // namespace

MacroPlace macroPlace(const Source &source)
{
    if (source == Source())
        return {};
    const Source thing = thingOf(source);
    return {thing.type(), thing.id(), thing.label()};
}

std::optional<PromptFailure> macroFailure(const MacroBudget &budget)
{
    if (budget.exceeded() == MacroBudget::Limit::None)
        return std::nullopt;
    const bool isDeep = budget.exceeded() == MacroBudget::Limit::Depth;
    const MacroPlace heaviest = budget.heaviest();
    const MacroPlace &place = isDeep || heaviest.isEmpty() ? budget.endPlace() : heaviest;
    const Source source = place.isEmpty() ? Source() : Source::named(place.type, place.id, place.label);
    const QString name =
        place.isEmpty() ? MacroFailureText::tr("the prompt") : u"“%1”"_s.arg(thingName(source));
    return PromptFailure{.error = {.what = sentence(budget, name)}, .source = source};
}

} // namespace snug
