#include "widgets/dialogs/quickreplydialog.h"

#include "widgets/theme/plainlabel.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace snug {

QuickReplyDialog::QuickReplyDialog(const Value &value, bool isNew, bool isOfSet, QWidget *parent)
    : QDialog(parent)
    , m_before(value)
    , m_label(new QLineEdit(value.label, this))
    , m_text(new QPlainTextEdit(value.text, this))
    , m_title(new QLineEdit(value.title, this))
    , m_sends(new QRadioButton(tr("Sends it at once"), this))
    , m_inserts(new QRadioButton(tr("Inserts it into the message field"), this))
{
    setWindowTitle(isNew ? tr("New Quick Reply") : tr("Edit Quick Reply"));
    m_text->setTabChangesFocus(true);
    m_text->setPlaceholderText(tr("*I look around.*"));
    m_text->setMinimumHeight(5 * m_text->fontMetrics().lineSpacing());
    m_text->setAccessibleName(tr("Text"));
    m_title->setPlaceholderText(tr("Shown while the pointer is on the button"));
    (value.onlyInserts ? m_inserts : m_sends)->setChecked(true);
    auto *form = new QFormLayout;
    form->addRow(tr("&Button:"), m_label);
    form->addRow(tr("&Text:"), m_text);
    form->addRow(
        QString(),
        new PlainLabel(tr("Macros such as {{char}} work, and slash commands: /sys Night falls."), this));
    form->addRow(tr("Tool t&ip:"), m_title);
    form->addRow(tr("A click:"), m_sends);
    form->addRow(QString(), m_inserts);
    if (isOfSet) {
        //: %1 is the name of a set of quick replies
        const QString text = tr("This applies to all buttons of the set “%1”.").arg(value.set);
        form->addRow(QString(), new PlainLabel(text, this));
    }
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    m_save = buttons->button(QDialogButtonBox::Save);
    auto *column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(buttons);
    const auto check = [this] {
        m_save->setEnabled(!m_label->text().trimmed().isEmpty() &&
                           !m_text->toPlainText().trimmed().isEmpty());
    };
    connect(m_label, &QLineEdit::textChanged, this, check);
    connect(m_text, &QPlainTextEdit::textChanged, this, check);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        if (this->value() != m_before)
            Q_EMIT saved(this->value());
        accept();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    check();
    m_label->setFocus();
    resize(460, sizeHint().height());
}

QuickReplyDialog::Value QuickReplyDialog::value() const
{
    return {.set = m_before.set,
            .label = m_label->text().trimmed(),
            .text = m_text->toPlainText(),
            .title = m_title->text().trimmed(),
            .onlyInserts = m_inserts->isChecked()};
}

} // namespace snug
