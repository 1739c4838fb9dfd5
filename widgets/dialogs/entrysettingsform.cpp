#include "widgets/dialogs/entrysettingsform.h"

#include "core/model/lorebook.h"
#include "widgets/theme/plainlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>

namespace snug {

EntrySettingsForm::EntrySettingsForm(QWidget *parent)
    : QWidget(parent)
    , m_mode(new QComboBox)
    , m_modeNote(new PlainLabel)
    , m_position(new QComboBox)
    , m_positionNote(new PlainLabel)
    , m_outlet(new QLineEdit)
    , m_orderMode(new QComboBox)
    , m_order(new QDoubleSpinBox)
    , m_preventRecursion(new QCheckBox(tr("Prevent further recursion")))
    , m_delayUntilRecursion(new QCheckBox(tr("Delay until recursion")))
{
    for (const auto &[mode, text] :
         {std::pair(EntryMode::Vectorized, tr("Vectorized: by similarity and keys")),
          std::pair(EntryMode::Normal, tr("Normal: by keys")),
          std::pair(EntryMode::Constant, tr("Constant: always"))})
        m_mode->addItem(text, int(mode));
    m_mode->setAccessibleName(tr("When the entry fires"));
    for (PlainLabel *note : {m_modeNote, m_positionNote}) {
        note->setWordWrap(true);
        note->setForegroundRole(QPalette::PlaceholderText);
    }
    m_positionNote->setText(
        tr("As SillyTavern does it, chat models get only example lines that begin with a name "
           "and a colon. Lists are not sent from here."));
    for (const QString &text :
         {tr("Before the character"), tr("After the character"), tr("Top of the author's note"),
          tr("Bottom of the author's note"), tr("In the chat, at depth 4"), tr("Top of the examples"),
          tr("Bottom of the examples"), tr("Outlet")})
        m_position->addItem(text);
    m_position->setAccessibleName(tr("Position"));
    m_outlet->setPlaceholderText(tr("Name of the outlet"));
    m_outlet->setAccessibleName(tr("Name of the outlet"));
    m_orderMode->addItem(tr("Order: the title's number"));
    m_orderMode->addItem(tr("Order: fixed"));
    m_orderMode->setAccessibleName(tr("Order"));
    m_order->setRange(-100000, 100000);
    m_order->setDecimals(0);
    m_order->setAccessibleName(tr("Order number"));

    auto *order = new QHBoxLayout;
    order->addWidget(m_orderMode, 1);
    order->addWidget(m_order);
    auto *layout = new QFormLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addRow(tr("Fires"), m_mode);
    layout->addRow(QString(), m_modeNote);
    layout->addRow(tr("Position"), m_position);
    layout->addRow(QString(), m_positionNote);
    layout->addRow(QString(), m_outlet);
    layout->addRow(tr("Order"), order);
    layout->addRow(QString(), m_preventRecursion);
    layout->addRow(QString(), m_delayUntilRecursion);

    const auto tell = [this] {
        refresh();
        Q_EMIT edited();
    };
    for (QComboBox *box : {m_mode, m_position, m_orderMode})
        connect(box, &QComboBox::activated, this, tell);
    connect(m_outlet, &QLineEdit::editingFinished, this, tell);
    connect(m_order, &QDoubleSpinBox::editingFinished, this, tell);
    for (QCheckBox *box : {m_preventRecursion, m_delayUntilRecursion})
        connect(box, &QCheckBox::clicked, this, tell);
    refresh();
}

void EntrySettingsForm::setSettings(const EntrySettings &settings)
{
    m_mode->setCurrentIndex(m_mode->findData(int(settings.mode)));
    m_position->setCurrentIndex(std::clamp(settings.position, 0, m_position->count() - 1));
    m_outlet->setText(settings.outletName);
    m_orderMode->setCurrentIndex(settings.isOrderManual ? 1 : 0);
    m_order->setValue(settings.orderValue);
    m_preventRecursion->setChecked(settings.preventRecursion);
    m_delayUntilRecursion->setChecked(settings.delayUntilRecursion);
    refresh();
}

EntrySettings EntrySettingsForm::settings() const
{
    EntrySettings settings;
    settings.mode = EntryMode(m_mode->currentData().toInt());
    settings.position = m_position->currentIndex();
    settings.outletName = m_outlet->text().trimmed();
    settings.isOrderManual = m_orderMode->currentIndex() == 1;
    settings.orderValue = m_order->value();
    settings.preventRecursion = m_preventRecursion->isChecked();
    settings.delayUntilRecursion = m_delayUntilRecursion->isChecked();
    return settings;
}

void EntrySettingsForm::setHasEmbeddings(bool has)
{
    m_hasEmbeddings = has;
    refresh();
}

void EntrySettingsForm::refresh()
{
    const bool isVectorized = m_mode->currentData().toInt() == int(EntryMode::Vectorized);
    m_modeNote->setText(tr("Nothing measures similarity yet, so its keys alone count."));
    m_modeNote->setVisible(isVectorized && !m_hasEmbeddings);
    m_positionNote->setVisible(m_position->currentIndex() == int(LoreEntry::Position::ExamplesTop) ||
                               m_position->currentIndex() == int(LoreEntry::Position::ExamplesBottom));
    m_outlet->setVisible(m_position->currentIndex() == int(LoreEntry::Position::Outlet));
    m_order->setEnabled(m_orderMode->currentIndex() == 1);
}

} // namespace snug
