#include "core/prompt/instructchoice.h"

#include "core/regex/regexpattern.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

InstructChoice instructForModel(const QList<InstructTemplate> &templates, const QString &model,
                                RegexEngine &engine)
{
    InstructChoice choice;
    QStringList names;
    QList<RegexSearch> searches;
    for (const InstructTemplate &each : templates) {
        const auto pattern = scriptPattern(each.activationPattern);
        if (!pattern || model.isEmpty())
            continue;
        names.append(each.name);
        searches.append(
            {.pattern = pattern->body, .flags = pattern->flags, .text = model, .firstOnly = true});
    }
    if (searches.isEmpty())
        return choice;
    const QList<RegexOutcome> outcomes = engine.search(searches);
    for (qsizetype i = 0; i < std::min(outcomes.size(), names.size()); ++i) {
        if (!outcomes[i])
            //: %1 is an instruct template, %2 what is wrong with its expression
            choice.invalid.append(QCoreApplication::translate("InstructChoice", "%1: activation by model: %2")
                                      .arg(names[i], outcomes[i].error().what));
        else if (!outcomes[i]->isEmpty() && choice.name.isEmpty())
            choice.name = names[i];
    }
    return choice;
}

} // namespace snug
