#include "widgets/dialogs/summarypresetsdialog.h"

#include "widgets/theme/plainlabel.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>

using namespace Qt::StringLiterals;

namespace snug {

SummaryPresetsDialog::SummaryPresetsDialog(QWidget *parent)
    : QDialog(parent)
    , m_list(new QListWidget)
    , m_remove(new QPushButton)
    , m_name(new QLineEdit)
    , m_prompt(new QPlainTextEdit)
    , m_note(new PlainLabel)
{
    setWindowTitle(tr("Summary Presets"));
    setModal(false);
    resize(840, 560);
    m_list->setAccessibleName(tr("Summary presets"));
    m_list->setMaximumWidth(230);
    m_name->setAccessibleName(tr("Name"));
    m_prompt->setAccessibleName(tr("Instructions"));
    m_prompt->setTabChangesFocus(true);
    m_note->setWordWrap(true);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setText(
        tr("{{user}} and {{char}} are replaced. The answer has to be JSON with title, content and "
           "keywords, so the text must ask for that."));
    auto *add = new QPushButton(tr("&New"));
    auto *duplicate = new QPushButton(tr("D&uplicate"));
    auto *more = new QPushButton(tr("More"));
    auto *menu = new QMenu(more);
    menu->addAction(tr("Import…"), this, &SummaryPresetsDialog::importRequested);
    menu->addAction(tr("Export…"), this, &SummaryPresetsDialog::exportRequested);
    more->setMenu(menu);
    auto *first = new QHBoxLayout;
    first->addWidget(add);
    first->addWidget(duplicate);
    auto *second = new QHBoxLayout;
    second->addWidget(m_remove);
    second->addWidget(more);
    auto *left = new QVBoxLayout;
    left->addWidget(m_list, 1);
    left->addLayout(first);
    left->addLayout(second);
    auto *form = new QVBoxLayout;
    form->addWidget(m_name);
    form->addWidget(m_prompt, 1);
    form->addWidget(m_note);
    auto *row = new QHBoxLayout(this);
    row->addLayout(left);
    row->addLayout(form, 1);

    connect(m_list, &QListWidget::currentRowChanged, this, &SummaryPresetsDialog::showCurrent);
    connect(m_name, &QLineEdit::editingFinished, this, &SummaryPresetsDialog::onEdited);
    connect(m_prompt, &QPlainTextEdit::textChanged, this, &SummaryPresetsDialog::onEdited);
    connect(m_remove, &QPushButton::clicked, this, &SummaryPresetsDialog::removeCurrent);
    connect(add, &QPushButton::clicked, this, [this] {
        SummaryPreset preset = builtInSummaryPresets().constFirst();
        preset.name = tr("New preset");
        makeFrom(preset);
    });
    const auto copy = [this] {
        const auto found = std::ranges::find(m_presets, currentKey(), &SummaryPreset::key);
        if (found == m_presets.end())
            return;
        SummaryPreset preset = *found;
        preset.name = tr("%1 (Copy)").arg(preset.name);
        makeFrom(preset);
    };
    connect(duplicate, &QPushButton::clicked, this, copy);
    connect(new QShortcut(Qt::CTRL | Qt::Key_D, m_list), &QShortcut::activated, this, copy);
    fill({});
}

QString SummaryPresetsDialog::currentKey() const
{
    return m_presets.value(m_list->currentRow()).key;
}

void SummaryPresetsDialog::setFile(const Json &file)
{
    m_file = file;
    fill(currentKey());
}

void SummaryPresetsDialog::select(const QString &key)
{
    for (qsizetype row = 0; row < m_presets.size(); ++row) {
        if (m_presets.at(row).key == key)
            m_list->setCurrentRow(int(row));
    }
}

void SummaryPresetsDialog::fill(const QString &chosen)
{
    m_isFilling = true;
    m_presets = summaryPresets(m_file);
    m_list->clear();
    for (const SummaryPreset &preset : std::as_const(m_presets)) {
        auto *item = new QListWidgetItem(preset.name, m_list);
        QFont font = item->font();
        font.setItalic(preset.isBuiltIn && !preset.isChanged);
        item->setFont(font);
        item->setToolTip(!preset.isBuiltIn  ? tr("Yours")
                         : preset.isChanged ? tr("Built in, changed")
                                            : tr("Built in"));
    }
    m_list->setCurrentRow(0);
    select(chosen);
    m_isFilling = false;
    showCurrent();
}

void SummaryPresetsDialog::showCurrent()
{
    if (m_isFilling || m_list->currentRow() < 0)
        return;
    const SummaryPreset &preset = m_presets.at(m_list->currentRow());
    m_isFilling = true;
    m_name->setText(preset.name);
    m_prompt->setPlainText(preset.prompt);
    m_isFilling = false;
    m_remove->setText(preset.isBuiltIn ? tr("&Reset") : tr("&Delete"));
    m_remove->setEnabled(!preset.isBuiltIn || preset.isChanged);
}

void SummaryPresetsDialog::onEdited()
{
    if (m_isFilling || m_list->currentRow() < 0)
        return;
    SummaryPreset &preset = m_presets[m_list->currentRow()];
    const QString name = m_name->text().trimmed().isEmpty() ? preset.name : m_name->text().trimmed();
    if (name == preset.name && m_prompt->toPlainText() == preset.prompt)
        return;
    preset.name = name;
    preset.prompt = m_prompt->toPlainText();
    preset.isChanged = preset.isBuiltIn;
    m_file = withSummaryPreset(m_file, preset).file;
    m_list->currentItem()->setText(name);
    m_remove->setEnabled(true);
    Q_EMIT edited(m_file);
}

void SummaryPresetsDialog::makeFrom(const SummaryPreset &preset)
{
    SummaryPreset made = preset;
    made.key.clear();
    const SummaryPresetEdit edit = withSummaryPreset(m_file, made);
    m_file = edit.file;
    fill(edit.key);
    Q_EMIT edited(m_file);
    m_name->setFocus();
    m_name->selectAll();
}

void SummaryPresetsDialog::removeCurrent()
{
    const QString key = currentKey();
    m_file = withoutSummaryPreset(m_file, key);
    fill(key);
    Q_EMIT edited(m_file);
}

} // namespace snug
