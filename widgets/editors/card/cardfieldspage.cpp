#include "widgets/editors/card/cardfieldspage.h"

#include "widgets/editors/forms/fieldedit.h"
#include "widgets/theme/plainlabel.h"

#include <QVBoxLayout>

namespace snug {

CardFieldsPage::CardFieldsPage(const QString &name, const QList<CardField> &fields,
                               KSyntaxHighlighting::Repository *repository, QWidget *parent)
    : QScrollArea(parent)
    , m_column(new QVBoxLayout)
{
    setAccessibleName(name);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *inside = new QWidget;
    inside->setLayout(m_column);
    m_column->setContentsMargins(12, 8, 12, 12);
    m_column->setSpacing(2);
    for (const CardField field : fields) {
        auto *edit = new FieldEdit(cardFieldInfo(field), repository, this);
        m_edits.insert(int(field), edit);
        if (edit->label())
            m_column->addWidget(edit->label());
        // Long texts share the room; the rest of them begin small.
        const bool isLong = field == CardField::Description || fields.size() == 1;
        if (cardFieldInfo(field).kind == FieldKind::Text && !isLong)
            edit->control()->setMinimumHeight(edit->control()->fontMetrics().lineSpacing() * 5);
        m_column->addWidget(edit->control(), isLong ? 2 : 1);
        edit->note()->setContentsMargins(0, 0, 0, 8);
        m_column->addWidget(edit->note());
        connect(edit, &FieldEdit::edited, this,
                [this](int id, const QVariant &value) { Q_EMIT edited(CardField(id), value); });
    }
    setWidget(inside);
}

void CardFieldsPage::setCard(const Card &card)
{
    for (auto edit = m_edits.cbegin(); edit != m_edits.cend(); ++edit)
        (*edit)->setValue(cardFieldValue(card, CardField(edit.key())));
}

void CardFieldsPage::setTokens(CardField field, const QString &text)
{
    if (FieldEdit *edit = fieldEdit(field))
        edit->setRemark(text);
}

void CardFieldsPage::addBelow(QWidget *widget)
{
    m_column->addWidget(widget, 1);
}

} // namespace snug
