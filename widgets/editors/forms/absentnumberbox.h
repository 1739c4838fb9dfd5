// A number that may be absent. One step below the least value, or an emptied field, is none; what is out of
// its bounds cannot be typed.
#pragma once

#include "core/library/fieldinfo.h"

#include <QDoubleSpinBox>
#include <QVariant>

namespace snug {

// Without zeros behind the point.
class PlainNumberBox : public QDoubleSpinBox
{
public:
    using QDoubleSpinBox::QDoubleSpinBox;
    QString textFromValue(double value) const override { return locale().toString(value, 'g', 10); }
};

class AbsentNumberBox : public PlainNumberBox
{
public:
    // `absent` is shown where there is none.
    AbsentNumberBox(const FieldBounds &bounds, int decimals, const QString &absent,
                    QWidget *parent = nullptr);

    void setNumber(const QVariant &number); // invalid: none
    QVariant number() const;

    void stepBy(int steps) override;
    QValidator::State validate(QString &text, int &at) const override;
    double valueFromText(const QString &text) const override;

protected:
    StepEnabled stepEnabled() const override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    bool isAbsent() const { return value() == minimum(); }

    FieldBounds m_bounds;
};

} // namespace snug
