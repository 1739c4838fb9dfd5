#include "widgets/editors/lore/lorebooktraitsform.h"

#include "core/model/editedtext.h"
#include "widgets/editors/text/textinplace.h"
#include "widgets/theme/plainlabel.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QFormLayout>
#include <QLocale>
#include <QPlainTextEdit>
#include <QSpinBox>

using namespace Qt::StringLiterals;

namespace snug {

LorebookTraitsForm::LorebookTraitsForm(QWidget *parent)
    : QWidget(parent)
    , m_name(new PlainLabel)
    , m_effect(new PlainLabel)
    , m_description(new QPlainTextEdit)
    , m_scanDepth(new QSpinBox)
    , m_tokenBudget(new QSpinBox)
    , m_recursive(new QComboBox)
{
    QFont bold = m_name->font();
    bold.setBold(true);
    m_name->setFont(bold);
    m_name->setWordWrap(true);
    m_effect->setWordWrap(true);
    m_description->setTabChangesFocus(true);
    m_description->setUndoRedoEnabled(false);
    m_description->setMaximumHeight(fontMetrics().lineSpacing() * 6);
    m_description->setObjectName(u"bookDescription"_s);
    for (QSpinBox *box : {m_scanDepth, m_tokenBudget}) {
        box->setRange(-1, 1'000'000);
        box->setSpecialValueText(tr("Not set"));
    }
    for (const auto &[value, text] :
         {std::pair(-1, tr("Not set")), std::pair(1, tr("Yes")), std::pair(0, tr("No"))})
        m_recursive->addItem(text, value);
    m_recursive->view()->setAccessibleName(tr("Recursive scanning"));
    auto *note =
        new PlainLabel(tr("These three are for programs that read them, as books of cards have them. "
                          "SillyTavern and Snug scan all lorebooks by the settings for lore."));
    note->setWordWrap(true);
    note->setForegroundRole(QPalette::PlaceholderText);
    auto *hint =
        new PlainLabel(tr("Choose an entry at the left to edit it, several to change them together."));
    hint->setWordWrap(true);
    hint->setForegroundRole(QPalette::PlaceholderText);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 12);
    auto *form = new QFormLayout;
    column->addLayout(form);
    column->addStretch(1);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->addRow(m_name);
    form->addRow(m_effect);
    form->addRow(tr("&Description"), m_description);
    form->addRow(tr("Scan dept&h"), m_scanDepth);
    form->addRow(tr("To&ken budget"), m_tokenBudget);
    form->addRow(tr("Re&cursive scanning"), m_recursive);
    form->addRow(note);
    form->addRow(hint);

    connect(m_description, &QPlainTextEdit::textChanged, this, &LorebookTraitsForm::onEdited);
    connect(m_scanDepth, &QSpinBox::valueChanged, this, &LorebookTraitsForm::onEdited);
    connect(m_tokenBudget, &QSpinBox::valueChanged, this, &LorebookTraitsForm::onEdited);
    connect(m_recursive, &QComboBox::currentIndexChanged, this, &LorebookTraitsForm::onEdited);
}

void LorebookTraitsForm::setTraits(const QString &name, const LorebookTraits &traits, qsizetype entries)
{
    m_isSetting = true;
    //: %1 is a lorebook's name, %2 a number
    m_name->setText(tr("%1 (entries: %2)").arg(name, QLocale().toString(entries)));
    m_known = traits.description;
    setTextInPlace(m_description, traits.description);
    m_scanDepth->setValue(traits.scanDepth.value_or(-1));
    m_tokenBudget->setValue(traits.tokenBudget.value_or(-1));
    m_recursive->setCurrentIndex(m_recursive->findData(traits.isRecursive ? int(*traits.isRecursive) : -1));
    m_isSetting = false;
}

void LorebookTraitsForm::setEffect(const QString &text)
{
    m_effect->setText(text.isEmpty()
                          ? tr("It is not in effect: switch it on in the Lorebook menu, or link it "
                               "to a card, a persona or a chat.")
                          : text);
}

void LorebookTraitsForm::onEdited()
{
    if (m_isSetting)
        return;
    const auto whole = [](const QSpinBox *box) {
        return box->value() < 0 ? std::nullopt : std::optional(box->value());
    };
    LorebookTraits traits;
    m_known = editedText(m_known, m_description->toPlainText());
    traits.description = m_known;
    traits.scanDepth = whole(m_scanDepth);
    traits.tokenBudget = whole(m_tokenBudget);
    const int recursive = m_recursive->currentData().toInt();
    if (recursive >= 0)
        traits.isRecursive = recursive == 1;
    Q_EMIT edited(traits);
}

} // namespace snug
