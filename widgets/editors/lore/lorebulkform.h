// What is done to many chosen entries: any field set, added to or taken from, orders numbered.
#pragma once

#include "core/library/lorebookedits.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QPushButton;
class QVBoxLayout;

namespace snug {

class FieldEdit;
class PlainLabel;

class LoreBulkForm : public QWidget
{
    Q_OBJECT

public:
    explicit LoreBulkForm(QWidget *parent = nullptr);

    void setCount(int entries);
    void chooseField(LoreField field);
    FieldEdit *fieldEdit() const { return m_edit; }

Q_SIGNALS:
    void fieldChosen(snug::LoreField field, const QVariant &value, snug::LoreChange change);
    void ordersChosen(double first, double step);

private:
    void showField();
    void applyChange();
    QWidget *makeOrders();

    PlainLabel *m_heading;
    QComboBox *m_fields;
    QComboBox *m_changes;
    QVBoxLayout *m_place; // of the field's control
    QWidget *m_holder = nullptr;
    FieldEdit *m_edit = nullptr;
    QPushButton *m_apply;
    QDoubleSpinBox *m_first;
    QDoubleSpinBox *m_step;
};

} // namespace snug
