#include "widgets/dialogs/memoryprofileform.h"

#include "core/memory/memorytitle.h"
#include "widgets/dialogs/entrysettingsform.h"
#include "widgets/theme/plainlabel.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>

using namespace Qt::StringLiterals;

namespace snug {

MemoryProfileForm::MemoryProfileForm(QWidget *parent)
    : QWidget(parent)
    , m_name(new QLineEdit)
    , m_connection(new QComboBox)
    , m_model(new QLineEdit)
    , m_temperature(new QDoubleSpinBox)
    , m_preset(new QComboBox)
    , m_prompt(new QPlainTextEdit)
    , m_title(new QComboBox)
    , m_titleNote(new PlainLabel)
    , m_entry(new EntrySettingsForm)
{
    m_name->setAccessibleName(tr("Name"));
    m_connection->setAccessibleName(tr("Connection"));
    m_model->setAccessibleName(tr("Model"));
    m_model->setPlaceholderText(tr("The connection's own"));
    m_temperature->setAccessibleName(tr("Temperature"));
    m_temperature->setRange(0, 2);
    m_temperature->setSingleStep(0.1);
    m_preset->setAccessibleName(tr("Summary preset"));
    m_prompt->setAccessibleName(tr("Own instructions"));
    m_prompt->setPlaceholderText(tr("Own instructions, instead of the preset's"));
    m_prompt->setTabChangesFocus(true);
    m_prompt->setMinimumHeight(70);
    m_prompt->setMaximumHeight(140);
    m_title->setEditable(true);
    m_title->setAccessibleName(tr("Title format"));
    m_title->addItems(titleFormats());
    m_title->lineEdit()->setPlaceholderText(tr("As in the general settings"));
    m_titleNote->setWordWrap(true);
    m_titleNote->setForegroundRole(QPalette::PlaceholderText);

    auto *layout = new QFormLayout(this);
    layout->addRow(tr("Name"), m_name);
    layout->addRow(tr("Connection"), m_connection);
    layout->addRow(tr("Model"), m_model);
    layout->addRow(tr("Temperature"), m_temperature);
    layout->addRow(tr("Preset"), m_preset);
    layout->addRow(QString(), m_prompt);
    layout->addRow(tr("Title"), m_title);
    layout->addRow(QString(), m_titleNote);
    layout->addRow(tr("Entry"), m_entry);

    const auto tell = [this] {
        refreshTitle();
        if (!m_isFilling)
            Q_EMIT edited();
    };
    for (QLineEdit *field : {m_name, m_model})
        connect(field, &QLineEdit::editingFinished, this, tell);
    for (QComboBox *box : {m_connection, m_preset})
        connect(box, &QComboBox::activated, this, tell);
    connect(m_temperature, &QDoubleSpinBox::valueChanged, this, tell);
    connect(m_prompt, &QPlainTextEdit::textChanged, this, tell);
    connect(m_title, &QComboBox::currentTextChanged, this, tell);
    connect(m_entry, &EntrySettingsForm::edited, this, tell);
}

void MemoryProfileForm::setChoices(const QList<Connection> &connections, const QList<SummaryPreset> &presets)
{
    m_isFilling = true;
    m_connection->clear();
    m_connection->addItem(tr("Whichever is open"), QString());
    for (const Connection &connection : connections)
        m_connection->addItem(connection.name, connection.id);
    m_preset->clear();
    for (const SummaryPreset &preset : presets)
        m_preset->addItem(preset.name, preset.key);
    m_isFilling = false;
    setProfile(m_profile);
}

void MemoryProfileForm::setProfile(const MemoryProfile &profile)
{
    m_isFilling = true;
    m_profile = profile;
    m_name->setText(profile.name);
    m_connection->setCurrentIndex(std::max(0, m_connection->findData(profile.connectionId)));
    m_model->setText(profile.model);
    m_temperature->setValue(profile.temperature);
    m_preset->setCurrentIndex(std::max(0, m_preset->findData(profile.preset)));
    m_prompt->setPlainText(profile.prompt);
    m_title->setCurrentText(profile.titleFormat);
    m_entry->setSettings(profile.entry);
    m_isFilling = false;
    refreshTitle();
}

MemoryProfile MemoryProfileForm::profile() const
{
    MemoryProfile profile = m_profile;
    if (!m_name->text().trimmed().isEmpty())
        profile.name = m_name->text().trimmed();
    profile.connectionId = m_connection->currentData().toString();
    profile.api = profile.connectionId.isEmpty() ? u"current_st"_s : u"custom"_s;
    profile.model = m_model->text().trimmed();
    profile.temperature = m_temperature->value();
    profile.prompt = m_prompt->toPlainText().trimmed();
    profile.preset = profile.prompt.isEmpty() ? m_preset->currentData().toString() : QString();
    profile.titleFormat = profile.isCurrentConnection() ? QString() : m_title->currentText();
    profile.entry = m_entry->settings();
    return profile;
}

// What a title of this form looks like, and what is odd about the form.
void MemoryProfileForm::refreshTitle()
{
    const bool isOpen = m_connection->currentData().toString().isEmpty();
    m_title->setEnabled(!isOpen);
    m_preset->setEnabled(m_prompt->toPlainText().trimmed().isEmpty());
    m_model->setEnabled(!isOpen);
    if (isOpen) {
        m_titleNote->setText(tr("As in the general settings."));
        return;
    }
    const QString format = m_title->currentText();
    const TitleValues values{
        tr("The lamp goes out"),     u"3-40"_s, tr("Mira"), tr("Ada"), 38, m_name->text(),
        QDateTime::currentDateTime()};
    QStringList lines{
        tr("Looks like: %1").arg(memoryTitle(format.isEmpty() ? DefaultTitleFormat : format, 7, values))};
    for (const TitleWarning warning : checkTitleFormat(format).warnings) {
        lines.append(warning == TitleWarning::UnknownPlaceholder ? tr("It has an unknown placeholder.")
                     : warning == TitleWarning::TooLong          ? tr("It is longer than 100 characters.")
                                                        : tr("It has characters that titles cannot have."));
    }
    m_titleNote->setText(lines.join(u'\n'));
}

} // namespace snug
