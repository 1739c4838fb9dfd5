#include "widgets/editors/lore/lorebulkform.h"

#include "widgets/editors/forms/fieldedit.h"
#include "widgets/theme/plainlabel.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

LoreBulkForm::LoreBulkForm(QWidget *parent)
    : QWidget(parent)
    , m_heading(new PlainLabel)
    , m_fields(new QComboBox)
    , m_changes(new QComboBox)
    , m_place(new QVBoxLayout)
    , m_apply(new QPushButton(tr("&Change")))
    , m_first(new QDoubleSpinBox)
    , m_step(new QDoubleSpinBox)
{
    QFont bold = m_heading->font();
    bold.setBold(true);
    m_heading->setFont(bold);
    for (const FieldInfo &info : loreFields())
        m_fields->addItem(info.label, int(LoreField(info.id)));
    m_fields->setObjectName(u"bulkField"_s);
    m_fields->setAccessibleName(tr("Field to change"));
    m_fields->view()->setAccessibleName(m_fields->accessibleName());
    m_changes->setObjectName(u"bulkChange"_s);
    m_changes->setAccessibleName(tr("How it changes"));
    m_changes->view()->setAccessibleName(m_changes->accessibleName());
    m_apply->setObjectName(u"bulkApply"_s);

    auto *row = new QHBoxLayout;
    row->addWidget(m_fields, 1);
    row->addWidget(m_changes);
    auto *button = new QHBoxLayout;
    button->addStretch(1);
    button->addWidget(m_apply);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 12);
    column->setSpacing(10);
    column->addWidget(m_heading);
    column->addLayout(row);
    column->addLayout(m_place);
    column->addLayout(button);
    column->addSpacing(12);
    column->addWidget(makeOrders());
    column->addStretch(1);

    connect(m_fields, &QComboBox::currentIndexChanged, this, &LoreBulkForm::showField);
    connect(m_changes, &QComboBox::activated, this, &LoreBulkForm::applyChange);
    connect(m_apply, &QPushButton::clicked, this, [this] {
        Q_EMIT fieldChosen(LoreField(m_edit->id()), m_edit->value(),
                           LoreChange(m_changes->currentData().toInt()));
    });
    chooseField(LoreField::Enabled);
    showField();
    setCount(0);
}

QWidget *LoreBulkForm::makeOrders()
{
    auto *box = new QWidget;
    auto *heading = new PlainLabel(tr("Number their orders, as they are listed"));
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    for (QDoubleSpinBox *number : {m_first, m_step}) {
        number->setRange(-1'000'000, 1'000'000);
        number->setDecimals(0);
        number->setFocusPolicy(Qt::StrongFocus);
    }
    m_first->setValue(100);
    m_step->setValue(10);
    m_first->setObjectName(u"bulkFirst"_s);
    m_step->setObjectName(u"bulkStep"_s);
    auto *first = new PlainLabel(tr("&From"));
    first->setBuddy(m_first);
    auto *step = new PlainLabel(tr("in steps &of"));
    step->setBuddy(m_step);
    auto *number = new QPushButton(tr("&Number"));
    number->setObjectName(u"bulkNumber"_s);
    connect(number, &QPushButton::clicked, this,
            [this] { Q_EMIT ordersChosen(m_first->value(), m_step->value()); });
    auto *row = new QHBoxLayout;
    row->addWidget(first);
    row->addWidget(m_first);
    row->addWidget(step);
    row->addWidget(m_step);
    row->addStretch(1);
    row->addWidget(number);
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(heading);
    column->addLayout(row);
    return box;
}

void LoreBulkForm::setCount(int entries)
{
    m_heading->setText(tr("%n entries chosen", nullptr, entries));
}

void LoreBulkForm::chooseField(LoreField field)
{
    m_fields->setCurrentIndex(m_fields->findData(int(field)));
}

// What is added may be less than nothing.
void LoreBulkForm::applyChange()
{
    const bool adds = LoreChange(m_changes->currentData().toInt()) == LoreChange::Add;
    const FieldBounds bounds = loreFieldBounds(LoreField(m_edit->id()));
    const double least = adds ? -bounds.most : bounds.least;
    if (auto *number = qobject_cast<QDoubleSpinBox *>(m_edit->control()))
        number->setMinimum(least);
    else if (auto *whole = qobject_cast<QSpinBox *>(m_edit->control());
             whole && loreFieldKind(LoreField(m_edit->id())) == FieldKind::Whole)
        whole->setMinimum(int(least));
}

// A new control of the field's kind; its value is what a new entry has.
void LoreBulkForm::showField()
{
    delete m_holder;
    delete m_edit;
    const FieldInfo info = loreFieldInfo(LoreField(m_fields->currentData().toInt()));
    m_edit = new FieldEdit(info, this);
    m_edit->setValue(loreFieldValue(LoreEntry(), LoreField(info.id)));
    m_holder = new QWidget;
    auto *column = new QVBoxLayout(m_holder);
    column->setContentsMargins(0, 0, 0, 0);
    if (m_edit->label())
        m_edit->label()->setParent(m_holder); // the choice above says it
    if (m_edit->label())
        m_edit->label()->hide();
    column->addWidget(m_edit->control());
    column->addWidget(m_edit->note());
    m_place->addWidget(m_holder);

    m_changes->clear();
    m_changes->addItem(tr("Set to"), int(LoreChange::Set));
    if (info.kind == FieldKind::List) {
        m_changes->addItem(tr("Add"), int(LoreChange::Add));
        m_changes->addItem(tr("Remove"), int(LoreChange::Remove));
    } else if (info.kind == FieldKind::Whole || info.kind == FieldKind::Number) {
        m_changes->addItem(tr("Add to it"), int(LoreChange::Add));
    }
    m_changes->setEnabled(m_changes->count() > 1);
    applyChange();
}

} // namespace snug
