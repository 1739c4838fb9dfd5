#include "widgets/editors/forms/absentnumberbox.h"

#include <QKeyEvent>

#include <algorithm>

namespace snug {

AbsentNumberBox::AbsentNumberBox(const FieldBounds &bounds, int decimals, const QString &absent,
                                 QWidget *parent)
    : PlainNumberBox(parent)
    , m_bounds(bounds)
{
    setDecimals(decimals);
    setRange(bounds.least - 1, bounds.most);
    setSingleStep(decimals == 0 ? 1 : bounds.most - bounds.least <= 1 ? 0.01 : 0.05);
    setSpecialValueText(absent);
    setNumber({});
}

// Half typed, the same number is written otherwise.
void AbsentNumberBox::setNumber(const QVariant &number)
{
    const double to =
        number.isValid() ? std::clamp(number.toDouble(), m_bounds.least, m_bounds.most) : minimum();
    if (value() != to)
        setValue(to);
}

QVariant AbsentNumberBox::number() const
{
    return isAbsent() ? QVariant() : QVariant(value());
}

void AbsentNumberBox::stepBy(int steps)
{
    if (isAbsent()) {
        if (steps > 0)
            setValue(m_bounds.usual);
    } else if (steps < 0 && value() == m_bounds.least) {
        setValue(minimum());
    } else {
        setValue(std::clamp(value() + steps * singleStep(), m_bounds.least, m_bounds.most));
    }
    selectAll();
}

QAbstractSpinBox::StepEnabled AbsentNumberBox::stepEnabled() const
{
    if (isAbsent())
        return StepUpEnabled;
    return value() >= m_bounds.most ? StepEnabled(StepDownEnabled) : StepUpEnabled | StepDownEnabled;
}

QValidator::State AbsentNumberBox::validate(QString &text, int &at) const
{
    if (text.trimmed().isEmpty() || text == specialValueText())
        return QValidator::Acceptable;
    const QValidator::State state = PlainNumberBox::validate(text, at);
    const bool isTooLow =
        state == QValidator::Acceptable && PlainNumberBox::valueFromText(text) < m_bounds.least;
    return isTooLow ? QValidator::Intermediate : state;
}

double AbsentNumberBox::valueFromText(const QString &text) const
{
    return text.trimmed().isEmpty() || text == specialValueText() ? minimum()
                                                                  : PlainNumberBox::valueFromText(text);
}

// What is typed replaces the words for none.
void AbsentNumberBox::keyPressEvent(QKeyEvent *event)
{
    if (isAbsent() && text() == specialValueText() && !event->text().isEmpty())
        selectAll();
    PlainNumberBox::keyPressEvent(event);
}

} // namespace snug
