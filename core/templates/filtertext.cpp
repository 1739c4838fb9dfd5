#include "core/templates/filtertext.h"

#include "core/templates/templateevaluation.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

bool countsAsEmpty(const TemplateValue &value)
{
    return value.isMissing() || (value.isBool() && !value.isTrue());
}

bool hasNoText(const TemplateValue &value)
{
    return !value.text() && !countsAsEmpty(value);
}

QString textForFilter(const TemplateValue &value)
{
    return countsAsEmpty(value) ? QString(u""_s) : templateText(value);
}

TemplateText derivedText(const TemplateValue &from, QString text)
{
    TemplateText result{std::move(text), -1, from.text() && from.text()->isSafe};
    if (const TemplateText *held = from.text()) {
        result.origin = held->origin;
        if (held->pieces && held->text.size() == result.text.size())
            result.pieces = held->pieces;
        else if (held->pieces && !held->pieces->empty())
            result.origin = held->pieces->front().origin;
    }
    return result;
}

TemplateValue refuse(TemplateEvaluation &rendering, const QString &filter)
{
    return rendering.fail(
        TemplateError::Kind::BadOperand,
        QCoreApplication::translate("Rendering", "the filter “%1” cannot work with this value").arg(filter),
        filter);
}

} // namespace snug
