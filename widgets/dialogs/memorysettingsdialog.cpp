#include "widgets/dialogs/memorysettingsdialog.h"

#include "widgets/dialogs/entrysettingsform.h"
#include "widgets/dialogs/memoryprofileform.h"
#include "widgets/theme/plainlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QTabWidget>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QSpinBox *numberField(int least, int most, const QString &name)
{
    auto *field = new QSpinBox;
    field->setRange(least, most);
    field->setAccessibleName(name);
    field->setGroupSeparatorShown(true);
    return field;
}

QComboBox *choiceField(const QStringList &choices, const QString &name)
{
    auto *field = new QComboBox;
    field->addItems(choices);
    field->setAccessibleName(name);
    return field;
}

QListWidget *scriptList(const QString &name)
{
    auto *list = new QListWidget;
    list->setAccessibleName(name);
    list->setMaximumHeight(90);
    return list;
}

QStringList checkedIds(const QListWidget *list)
{
    QStringList ids;
    for (int row = 0; row < list->count(); ++row) {
        if (list->item(row)->checkState() == Qt::Checked)
            ids.append(list->item(row)->data(Qt::UserRole).toString());
    }
    return ids;
}

void check(QListWidget *list, const QStringList &ids)
{
    for (int row = 0; row < list->count(); ++row)
        list->item(row)->setCheckState(
            ids.contains(list->item(row)->data(Qt::UserRole).toString()) ? Qt::Checked : Qt::Unchecked);
}

QScrollArea *scrolling(QWidget *page, const QString &name)
{
    auto *scroll = new QScrollArea;
    scroll->setWidget(page);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(name);
    return scroll;
}

} // namespace

MemorySettingsDialog::MemorySettingsDialog(QWidget *parent)
    : QDialog(parent)
    , m_tabs(new QTabWidget)
{
    setWindowTitle(tr("Memory Settings"));
    setModal(false);
    resize(820, 620);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(scrolling(makeGeneral(), tr("Making")), tr("Making"));
    m_tabs->addTab(scrolling(makeWriting(), tr("Keeping")), tr("Keeping"));
    m_tabs->addTab(makeProfiles(), tr("Profiles"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tabs);
    display(m_settings);
    for (QCheckBox *box :
         {m_asks, m_previews, m_notices, m_overlap, m_clears, m_unhide, m_auto, m_usesScripts})
        connect(box, &QCheckBox::clicked, this, &MemorySettingsDialog::onEdited);
    for (QSpinBox *box : {m_warning, m_answer, m_previous, m_kept, m_interval, m_buffer, m_atOnce})
        connect(box, &QSpinBox::valueChanged, this, &MemorySettingsDialog::onEdited);
    for (QComboBox *box : {m_private, m_book, m_hide})
        connect(box, &QComboBox::activated, this, &MemorySettingsDialog::onEdited);
    connect(m_title, &QComboBox::currentTextChanged, this, &MemorySettingsDialog::onEdited);
    connect(m_bookName, &QLineEdit::editingFinished, this, &MemorySettingsDialog::onEdited);
    for (QListWidget *list : {m_outgoing, m_incoming})
        connect(list, &QListWidget::itemChanged, this, &MemorySettingsDialog::onEdited);
}

QWidget *MemorySettingsDialog::makeGeneral()
{
    m_asks = new QCheckBox(tr("Show the request and wait before it is sent"));
    m_previews = new QCheckBox(tr("Show the memory and wait before it is kept"));
    m_notices = new QCheckBox(tr("Say above the chat what was kept"));
    m_warning = numberField(LeastTokenWarningThreshold, 10000000, tr("Warn above"));
    m_warning->setSuffix(tr(" tokens"));
    m_answer = numberField(0, 100000, tr("Longest answer"));
    m_answer->setSuffix(tr(" tokens"));
    m_answer->setSpecialValueText(tr("as the server likes"));
    m_previous = numberField(0, 7, tr("Previous memories"));
    m_overlap = new QCheckBox(tr("A scene may share messages with an earlier one"));
    m_private =
        choiceField({tr("Leave out"), tr("Ask"), tr("Include")}, tr("Messages that not everybody knows"));
    m_auto = new QCheckBox(tr("Make memories automatically"));
    m_interval = numberField(10, 200, tr("Messages between memories"));
    m_buffer = numberField(0, 50, tr("Newest messages left out"));
    m_atOnce = numberField(1, 5, tr("Side prompts at once"));
    m_usesScripts = new QCheckBox(tr("Run regex scripts"));
    m_outgoing = scriptList(tr("On the request"));
    m_incoming = scriptList(tr("On the answer"));
    auto *page = new QWidget;
    auto *form = new QFormLayout(page);
    form->addRow(tr("Before sending"), m_asks);
    form->addRow(tr("Before keeping"), m_previews);
    form->addRow(QString(), m_notices);
    form->addRow(tr("Warn above"), m_warning);
    form->addRow(tr("Longest answer"), m_answer);
    form->addRow(tr("Previous memories"), m_previous);
    form->addRow(tr("Overlap"), m_overlap);
    form->addRow(tr("Not known to all"), m_private);
    form->addRow(tr("Automatic"), m_auto);
    form->addRow(tr("Messages between memories"), m_interval);
    form->addRow(tr("Newest left out"), m_buffer);
    form->addRow(tr("Side prompts at once"), m_atOnce);
    form->addRow(tr("Scripts"), m_usesScripts);
    form->addRow(tr("On the request"), m_outgoing);
    form->addRow(tr("On the answer"), m_incoming);
    return page;
}

QWidget *MemorySettingsDialog::makeWriting()
{
    m_book = choiceField({tr("The chat's lorebook"), tr("The chat's lorebook, made where there is none"),
                          tr("One chosen by hand for each chat")},
                         tr("Kept in"));
    m_bookName = new QLineEdit;
    m_bookName->setAccessibleName(tr("Name of a new lorebook"));
    m_title = new QComboBox;
    m_title->setEditable(true);
    m_title->addItems(titleFormats());
    m_title->setAccessibleName(tr("Title format"));
    m_clears = new QCheckBox(tr("Remove the scene's markers once a memory is kept"));
    m_hide = choiceField({tr("Nothing"), tr("All messages up to the scene's end"), tr("The scene")},
                         tr("Hide once a memory is kept"));
    m_kept = numberField(0, 100000, tr("Messages left visible"));
    m_unhide = new QCheckBox(tr("Show a hidden scene again before it is summarised"));
    auto *help = new PlainLabel(
        tr("[000] is the number, #[000] and ([000]) keep their signs. {{title}}, {{scene}}, "
           "{{char}}, {{user}}, {{messages}}, {{profile}}, {{date}} and {{time}} are filled in."));
    help->setWordWrap(true);
    help->setForegroundRole(QPalette::PlaceholderText);
    auto *page = new QWidget;
    auto *form = new QFormLayout(page);
    form->addRow(tr("Kept in"), m_book);
    form->addRow(tr("Name of a new one"), m_bookName);
    form->addRow(tr("Title"), m_title);
    form->addRow(QString(), help);
    form->addRow(tr("Then hide"), m_hide);
    form->addRow(tr("But leave visible"), m_kept);
    form->addRow(QString(), m_unhide);
    form->addRow(QString(), m_clears);
    return page;
}

QWidget *MemorySettingsDialog::makeProfiles()
{
    m_profiles = new QListWidget;
    m_profiles->setAccessibleName(tr("Profiles"));
    m_profile = new MemoryProfileForm;
    m_remove = new QPushButton(tr("&Delete"));
    auto *add = new QPushButton(tr("&New"));
    auto *use = new QPushButton(tr("&Use by Default"));
    auto *more = new QPushButton(tr("More"));
    auto *menu = new QMenu(more);
    menu->addAction(tr("Import…"), this, &MemorySettingsDialog::importRequested);
    menu->addAction(tr("Export…"), this, &MemorySettingsDialog::exportRequested);
    more->setMenu(menu);
    auto *first = new QHBoxLayout;
    first->addWidget(add);
    first->addWidget(m_remove);
    auto *second = new QHBoxLayout;
    second->addWidget(use);
    second->addWidget(more);
    auto *side = new QWidget;
    side->setMaximumWidth(250);
    auto *left = new QVBoxLayout(side);
    left->setContentsMargins(0, 0, 0, 0);
    left->addWidget(m_profiles, 1);
    left->addLayout(first);
    left->addLayout(second);
    auto *page = new QWidget;
    auto *both = new QHBoxLayout(page);
    both->addWidget(side);
    both->addWidget(scrolling(m_profile, tr("Profile")), 1);

    connect(m_profiles, &QListWidget::currentRowChanged, this, [this](int row) {
        if (!m_isFilling && row >= 0)
            m_profile->setProfile(m_settings.profiles.at(row));
    });
    connect(m_profile, &MemoryProfileForm::edited, this, [this] {
        const int row = m_profiles->currentRow();
        if (row < 0)
            return;
        m_settings.profiles[row] = m_profile->profile();
        m_profiles->item(row)->setText(m_settings.profiles.at(row).name);
        tell();
    });
    connect(add, &QPushButton::clicked, this, [this] {
        MemoryProfile profile = m_settings.profile();
        profile.name = tr("New profile");
        m_settings.profiles.append(profile);
        fillProfiles(int(m_settings.profiles.size()) - 1);
        tell();
    });
    connect(m_remove, &QPushButton::clicked, this, [this] {
        const int row = m_profiles->currentRow();
        if (row < 0 || m_settings.profiles.size() < 2)
            return;
        m_settings.profiles.removeAt(row);
        if (m_settings.defaultProfile >= row)
            m_settings.defaultProfile = std::max(0, m_settings.defaultProfile - 1);
        fillProfiles(std::min(row, int(m_settings.profiles.size()) - 1));
        tell();
    });
    connect(use, &QPushButton::clicked, this, [this] {
        m_settings.defaultProfile = std::max(0, m_profiles->currentRow());
        fillProfiles(m_settings.defaultProfile);
        tell();
    });
    return page;
}

void MemorySettingsDialog::setChoices(const QList<Connection> &connections,
                                      const QList<SummaryPreset> &presets, const QList<RegexScript> &scripts)
{
    m_isFilling = true;
    m_profile->setChoices(connections, presets);
    for (QListWidget *list : {m_outgoing, m_incoming}) {
        list->clear();
        for (const RegexScript &script : scripts) {
            auto *item = new QListWidgetItem(script.name.isEmpty() ? script.find : script.name, list);
            item->setData(Qt::UserRole, script.id.isEmpty() ? script.name : script.id);
            item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
            item->setCheckState(Qt::Unchecked);
        }
    }
    m_isFilling = false;
}

void MemorySettingsDialog::setHasEmbeddings(bool has)
{
    m_profile->entry()->setHasEmbeddings(has);
}

void MemorySettingsDialog::showProfiles()
{
    m_tabs->setCurrentIndex(2);
}

void MemorySettingsDialog::setSettings(const MemorySettings &settings)
{
    const int row = m_profiles->currentRow();
    const bool isSame = settings == m_settings && m_profiles->count() > 0;
    m_settings = settings;
    display(settings);
    if (!isSame)
        fillProfiles(row >= 0 && row < settings.profiles.size() ? row : settings.defaultProfile);
}

void MemorySettingsDialog::fillProfiles(int chosen)
{
    m_isFilling = true;
    m_profiles->clear();
    for (int row = 0; row < m_settings.profiles.size(); ++row) {
        auto *item = new QListWidgetItem(m_settings.profiles.at(row).name, m_profiles);
        QFont font = item->font();
        font.setBold(row == m_settings.defaultProfile);
        item->setFont(font);
        if (row == m_settings.defaultProfile)
            item->setToolTip(tr("Used by default"));
    }
    m_profiles->setCurrentRow(chosen);
    m_remove->setEnabled(m_settings.profiles.size() > 1);
    m_profile->setProfile(m_settings.profiles.at(chosen));
    m_isFilling = false;
}

void MemorySettingsDialog::display(const MemorySettings &settings)
{
    m_isFilling = true;
    m_asks->setChecked(settings.asksBeforeSending);
    m_previews->setChecked(settings.showsPreviews);
    m_notices->setChecked(settings.showsNotices);
    m_warning->setValue(int(std::min<qint64>(settings.tokenWarning, m_warning->maximum())));
    m_answer->setValue(settings.answerTokens);
    m_previous->setValue(settings.previousMemories);
    m_overlap->setChecked(settings.allowsOverlap);
    m_private->setCurrentIndex(int(settings.privateMessages));
    m_auto->setChecked(settings.autoSummary.isEnabled);
    m_interval->setValue(settings.autoSummary.interval);
    m_buffer->setValue(settings.autoSummary.buffer);
    m_interval->setEnabled(settings.autoSummary.isEnabled);
    m_buffer->setEnabled(settings.autoSummary.isEnabled);
    m_atOnce->setValue(settings.sidePromptsAtOnce);
    m_usesScripts->setChecked(settings.usesScripts);
    m_outgoing->setEnabled(settings.usesScripts);
    m_incoming->setEnabled(settings.usesScripts);
    check(m_outgoing, settings.outgoingScripts);
    check(m_incoming, settings.incomingScripts);
    m_book->setCurrentIndex(settings.choosesBook ? 2 : settings.createsBook ? 1 : 0);
    if (m_bookName->text() != settings.bookName)
        m_bookName->setText(settings.bookName);
    m_bookName->setEnabled(!settings.choosesBook);
    if (m_title->currentText() != settings.titleFormat)
        m_title->setCurrentText(settings.titleFormat);
    m_hide->setCurrentIndex(int(settings.hiding.mode));
    m_kept->setValue(settings.hiding.keptVisible);
    m_kept->setEnabled(settings.hiding.mode != HideMode::None);
    m_unhide->setChecked(settings.hiding.unhideBeforeMemory);
    m_clears->setChecked(settings.clearsScene);
    m_isFilling = false;
}

void MemorySettingsDialog::onEdited()
{
    if (m_isFilling)
        return;
    m_settings.asksBeforeSending = m_asks->isChecked();
    m_settings.showsPreviews = m_previews->isChecked();
    m_settings.showsNotices = m_notices->isChecked();
    m_settings.tokenWarning = m_warning->value();
    m_settings.answerTokens = m_answer->value();
    m_settings.previousMemories = m_previous->value();
    m_settings.allowsOverlap = m_overlap->isChecked();
    m_settings.privateMessages = PrivateMessages(m_private->currentIndex());
    m_settings.autoSummary = {m_auto->isChecked(), m_interval->value(), m_buffer->value()};
    m_settings.sidePromptsAtOnce = m_atOnce->value();
    m_settings.usesScripts = m_usesScripts->isChecked();
    m_settings.outgoingScripts = checkedIds(m_outgoing);
    m_settings.incomingScripts = checkedIds(m_incoming);
    m_settings.choosesBook = m_book->currentIndex() == 2;
    m_settings.createsBook = m_book->currentIndex() == 1;
    m_settings.bookName = m_bookName->text();
    if (!m_title->currentText().isEmpty())
        m_settings.titleFormat = m_title->currentText();
    m_settings.hiding = {HideMode(m_hide->currentIndex()), m_kept->value(), m_unhide->isChecked()};
    m_settings.clearsScene = m_clears->isChecked();
    display(m_settings);
    tell();
}

void MemorySettingsDialog::tell()
{
    if (!m_isFilling)
        Q_EMIT edited(m_settings);
}

} // namespace snug
