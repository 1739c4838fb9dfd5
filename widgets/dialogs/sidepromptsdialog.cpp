#include "widgets/dialogs/sidepromptsdialog.h"

#include "widgets/dialogs/entrysettingsform.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QSpinBox>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr int KeyRole = Qt::UserRole;

SidePromptsDialog::SidePromptsDialog(QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Side Prompts"));
    setModal(false);
    resize(900, 640);
    auto *row = new QHBoxLayout(this);
    row->addWidget(makeList());
    auto *scroll = new QScrollArea;
    scroll->setWidget(makeForm());
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(tr("Side prompt"));
    row->addWidget(scroll, 1);
}

QWidget *SidePromptsDialog::makeList()
{
    auto *side = new QWidget;
    side->setMaximumWidth(270);
    m_search = new QLineEdit;
    m_search->setPlaceholderText(tr("Find a side prompt"));
    m_search->setAccessibleName(tr("Find a side prompt"));
    m_search->setClearButtonEnabled(true);
    m_list = new QListWidget;
    m_list->setAccessibleName(tr("Side prompts"));
    auto *add = new QPushButton(tr("&New"));
    m_duplicate = new QPushButton(tr("D&uplicate"));
    m_remove = new QPushButton(tr("&Delete"));
    m_undo = new QPushButton(tr("Undo Delete"));
    m_undo->hide();
    auto *more = new QPushButton(tr("More"));
    auto *menu = new QMenu(more);
    menu->addAction(tr("Import…"), this, &SidePromptsDialog::importRequested);
    menu->addAction(tr("Export All…"), this, &SidePromptsDialog::exportRequested);
    menu->addSeparator();
    menu->addAction(tr("Reset the Built-in Ones"), this, [this] {
        change({withBuiltInSidePrompts(m_file, QDateTime::currentDateTimeUtc()), currentKey()});
    });
    more->setMenu(menu);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(m_duplicate);
    auto *others = new QHBoxLayout;
    others->addWidget(m_remove);
    others->addWidget(m_undo);
    others->addWidget(more);
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_search);
    column->addWidget(m_list, 1);
    column->addLayout(buttons);
    column->addLayout(others);

    connect(m_search, &QLineEdit::textChanged, this, &SidePromptsDialog::filter);
    connect(m_list, &QListWidget::currentRowChanged, this, &SidePromptsDialog::showCurrent);
    connect(m_list, &QListWidget::itemChanged, this, &SidePromptsDialog::checked);
    connect(add, &QPushButton::clicked, this, [this] {
        change(withSidePrompt(m_file,
                              Json::object({{u"name"_s, Json(tr("New side prompt"))},
                                            {u"prompt"_s, Json(QString())},
                                            {u"enabled"_s, Json(false)}}),
                              QDateTime::currentDateTimeUtc()));
        m_name->setFocus();
        m_name->selectAll();
    });
    const auto duplicate = [this] {
        change(withDuplicate(m_file, currentKey(), QDateTime::currentDateTimeUtc()));
    };
    connect(m_duplicate, &QPushButton::clicked, this, duplicate);
    connect(new QShortcut(Qt::CTRL | Qt::Key_D, m_list), &QShortcut::activated, this, duplicate);
    connect(m_remove, &QPushButton::clicked, this, &SidePromptsDialog::removeCurrent);
    connect(new QShortcut(QKeySequence::Delete, m_list, nullptr, nullptr, Qt::WidgetShortcut),
            &QShortcut::activated, this, &SidePromptsDialog::removeCurrent);
    connect(m_undo, &QPushButton::clicked, this, [this] {
        m_file = std::exchange(m_beforeRemoval, Json());
        m_undo->hide();
        fill(currentKey());
        Q_EMIT edited(m_file);
    });
    return side;
}

QWidget *SidePromptsDialog::makeForm()
{
    m_form = new QWidget;
    m_name = new QLineEdit;
    m_name->setAccessibleName(tr("Name"));
    m_prompt = new QPlainTextEdit;
    m_prompt->setAccessibleName(tr("Instructions"));
    m_prompt->setTabChangesFocus(true);
    m_prompt->setMinimumHeight(120);
    m_format = new QPlainTextEdit;
    m_format->setAccessibleName(tr("Response format"));
    m_format->setTabChangesFocus(true);
    m_format->setMinimumHeight(80);
    m_format->setPlaceholderText(tr("The form that the answer should have; may be empty"));
    m_afterMemory = new QCheckBox(tr("After each memory"));
    m_onInterval = new QCheckBox(tr("After this many visible messages:"));
    m_interval = new QSpinBox;
    m_interval->setRange(1, 100000);
    m_interval->setValue(50);
    m_interval->setAccessibleName(tr("Visible messages between two runs"));
    m_byCommand = new QCheckBox(tr("By command: /sideprompt \"Name\""));
    m_previous = new QSpinBox;
    m_previous->setRange(0, 7);
    m_previous->setAccessibleName(tr("Previous memories"));
    m_profile = new QComboBox;
    m_profile->setAccessibleName(tr("Memory profile"));
    m_entry = new EntrySettingsForm;
    auto *interval = new QHBoxLayout;
    interval->addWidget(m_onInterval);
    interval->addWidget(m_interval);
    interval->addStretch();
    auto *layout = new QFormLayout(m_form);
    layout->addRow(tr("Name"), m_name);
    layout->addRow(tr("Instructions"), m_prompt);
    layout->addRow(tr("Response format"), m_format);
    layout->addRow(tr("Runs"), m_afterMemory);
    layout->addRow(QString(), interval);
    layout->addRow(QString(), m_byCommand);
    layout->addRow(tr("Previous memories"), m_previous);
    layout->addRow(tr("Profile"), m_profile);
    layout->addRow(tr("Entry"), m_entry);
    const auto takeNow = [this] { onEdited(); };
    connect(m_name, &QLineEdit::editingFinished, this, takeNow);
    connect(m_prompt, &QPlainTextEdit::textChanged, this, takeNow);
    connect(m_format, &QPlainTextEdit::textChanged, this, takeNow);
    for (QCheckBox *box : {m_afterMemory, m_onInterval, m_byCommand})
        connect(box, &QCheckBox::clicked, this, takeNow);
    for (QSpinBox *box : {m_interval, m_previous})
        connect(box, &QSpinBox::valueChanged, this, takeNow);
    connect(m_profile, &QComboBox::activated, this, takeNow);
    connect(m_entry, &EntrySettingsForm::edited, this, takeNow);
    return m_form;
}

void SidePromptsDialog::setHasEmbeddings(bool has)
{
    m_entry->setHasEmbeddings(has);
}

QString SidePromptsDialog::currentKey() const
{
    const QListWidgetItem *item = m_list->currentItem();
    return item ? item->data(KeyRole).toString() : QString();
}

void SidePromptsDialog::setFile(const Json &file, const QStringList &profiles)
{
    m_file = file;
    m_isFilling = true;
    m_profile->clear();
    m_profile->addItem(tr("The default one"));
    m_profile->addItems(profiles);
    m_isFilling = false;
    fill(currentKey());
}

void SidePromptsDialog::select(const QString &key)
{
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->data(KeyRole).toString() == key)
            m_list->setCurrentRow(row);
    }
}

void SidePromptsDialog::fill(const QString &chosen)
{
    m_isFilling = true;
    m_list->clear();
    for (const SidePrompt &prompt : sidePromptsIn(m_file)) {
        auto *item = new QListWidgetItem(prompt.name, m_list);
        item->setData(KeyRole, prompt.key);
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(prompt.isEnabled ? Qt::Checked : Qt::Unchecked);
        item->setToolTip(prompt.isEnabled ? tr("Runs automatically") : tr("Runs by command only"));
    }
    select(chosen);
    if (m_list->currentRow() < 0 && m_list->count() > 0)
        m_list->setCurrentRow(0);
    m_isFilling = false;
    filter();
    showCurrent();
}

void SidePromptsDialog::filter()
{
    for (int row = 0; row < m_list->count(); ++row)
        m_list->item(row)->setHidden(
            !m_list->item(row)->text().contains(m_search->text(), Qt::CaseInsensitive));
}

void SidePromptsDialog::showCurrent()
{
    if (m_isFilling)
        return;
    const Json json = m_file.value(u"prompts").value(currentKey());
    m_form->setEnabled(json.isObject());
    m_duplicate->setEnabled(json.isObject());
    m_remove->setEnabled(json.isObject());
    const SidePrompt prompt = sidePromptFrom(json);
    m_isFilling = true;
    m_name->setText(prompt.name);
    m_prompt->setPlainText(prompt.prompt);
    m_format->setPlainText(prompt.responseFormat);
    m_afterMemory->setChecked(prompt.isAfterMemory);
    m_onInterval->setChecked(prompt.intervalMessages.has_value());
    m_interval->setEnabled(prompt.intervalMessages.has_value());
    m_interval->setValue(prompt.intervalMessages.value_or(50));
    m_byCommand->setChecked(prompt.isManual());
    m_previous->setValue(prompt.previousMemories);
    m_profile->setCurrentIndex(
        prompt.profileIndex ? std::min(*prompt.profileIndex + 1, m_profile->count() - 1) : 0);
    m_entry->setSettings(prompt.entry);
    m_isFilling = false;
}

// What the form says becomes the template; members that it does not know stay.
void SidePromptsDialog::onEdited()
{
    const QString key = currentKey();
    if (m_isFilling || key.isEmpty())
        return;
    m_interval->setEnabled(m_onInterval->isChecked());
    const Json old = m_file.value(u"prompts").value(key);
    const EntrySettings entry = m_entry->settings();
    Json lorebook = old.value(u"settings").value(u"lorebook");
    lorebook.set(u"constVectMode"_s, Json(entryModeName(entry.mode)));
    lorebook.set(u"position"_s, Json(entry.position));
    lorebook.set(u"orderMode"_s, Json(entry.isOrderManual ? u"manual"_s : u"auto"_s));
    lorebook.set(u"orderValue"_s, Json(entry.orderValue));
    lorebook.set(u"preventRecursion"_s, Json(entry.preventRecursion));
    lorebook.set(u"delayUntilRecursion"_s, Json(entry.delayUntilRecursion));
    if (!entry.outletName.isEmpty() || lorebook.contains(u"outletName"))
        lorebook.set(u"outletName"_s, Json(entry.outletName));
    const int profile = m_profile->currentIndex();
    Json settings = Json::object({{u"previousMemoriesCount"_s, Json(m_previous->value())},
                                  {u"overrideProfileEnabled"_s, Json(profile > 0)},
                                  {u"lorebook"_s, lorebook}});
    if (profile > 0)
        settings.set(u"overrideProfileIndex"_s, Json(profile - 1));
    Json triggers = Json::object();
    if (m_onInterval->isChecked())
        triggers.set(u"onInterval"_s, Json::object({{u"visibleMessages"_s, Json(m_interval->value())}}));
    if (m_afterMemory->isChecked() || old.value(u"triggers").contains(u"onAfterMemory"))
        triggers.set(u"onAfterMemory"_s, Json::object({{u"enabled"_s, Json(m_afterMemory->isChecked())}}));
    QStringList commands = sidePromptFrom(old).commands;
    commands.removeAll(u"sideprompt"_s);
    if (m_byCommand->isChecked())
        commands.prepend(u"sideprompt"_s);
    triggers.set(u"commands"_s, Json(commands));
    const Json edit = Json::object({{u"key"_s, Json(key)},
                                    {u"name"_s, Json(m_name->text())},
                                    {u"prompt"_s, Json(m_prompt->toPlainText())},
                                    {u"responseFormat"_s, Json(m_format->toPlainText())},
                                    {u"settings"_s, settings},
                                    {u"triggers"_s, triggers}});
    m_file = withSidePrompt(m_file, edit, QDateTime::currentDateTimeUtc()).file;
    m_isFilling = true;
    m_list->currentItem()->setText(m_file.value(u"prompts").value(key).value(u"name").toText());
    m_isFilling = false;
    Q_EMIT edited(m_file);
}

void SidePromptsDialog::change(const SidePromptEdit &edit)
{
    m_file = edit.file;
    fill(edit.key);
    Q_EMIT edited(m_file);
}

void SidePromptsDialog::checked(const QListWidgetItem *item)
{
    if (m_isFilling)
        return;
    m_file = withEnabled(m_file, item->data(KeyRole).toString(), item->checkState() == Qt::Checked);
    Q_EMIT edited(m_file);
}

void SidePromptsDialog::removeCurrent()
{
    const QString key = currentKey();
    if (key.isEmpty())
        return;
    m_beforeRemoval = m_file;
    m_undo->show();
    change({withoutSidePrompt(m_file, key), {}});
}

} // namespace snug
