#include "widgets/editors/presetcomparer.h"

#include "core/editing/placewords.h"
#include "core/editing/presetedits.h"
#include "widgets/editors/blockdelegate.h"
#include "widgets/editors/text/wordmarks.h"
#include "widgets/theme/closingkeys.h"
#include "widgets/theme/plainlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString nameOf(const PromptBlock *block, const Preset &preset)
{
    if (!block)
        return {};
    const QString name = block->name.isEmpty() ? block->identifier : block->name;
    return isBlockOn(preset, block->identifier) ? name : PresetComparer::tr("%1 (off)").arg(name);
}

QString stateName(const BlockPair &pair)
{
    switch (pair.state) {
    case BlockPair::State::Same:
        return PresetComparer::tr("same");
    case BlockPair::State::OnlyLeft:
        return PresetComparer::tr("only left");
    case BlockPair::State::OnlyRight:
        return PresetComparer::tr("only right");
    case BlockPair::State::Different:
        break;
    }
    if (pair.isTextDifferent)
        return PresetComparer::tr("other text");
    return pair.isSwitchDifferent ? PresetComparer::tr("on and off") : PresetComparer::tr("other settings");
}

// Kind and text, as it is compared.
QString blockText(const PromptBlock *block)
{
    if (!block)
        return {};
    const QString kind = blockKind(*block, false);
    const QString text = block->marker ? markerMeaning(block->identifier) : block->content;
    return kind.isEmpty() ? text : u"[%1]\n%2"_s.arg(kind, text);
}

} // namespace

PresetComparer::PresetComparer(QWidget *parent)
    : QWidget(parent)
    , m_theme(Theme::light())
    , m_leftTitle(new PlainLabel)
    , m_choices(new QComboBox)
    , m_onlyDifferent(new QCheckBox(tr("Only &differences")))
    , m_list(new QTreeWidget)
    , m_leftText(new QPlainTextEdit)
    , m_rightText(new QPlainTextEdit)
    , m_toLeft(new QPushButton(tr("◂ Copy to the &Left")))
    , m_toRight(new QPushButton(tr("Copy to the &Right ▸")))
{
    setObjectName(u"presetComparer"_s);
    m_toLeft->setObjectName(u"copyToLeft"_s);
    setWindowTitle(tr("Compare Presets"));
    setFocusProxy(m_list);
    m_choices->setAccessibleName(tr("Preset to compare with"));
    m_choices->setMinimumContentsLength(22);
    m_onlyDifferent->setChecked(true);
    m_list->setHeaderLabels({tr("Left"), tr("Difference"), tr("Right")});
    m_list->setAccessibleName(tr("Blocks of both presets"));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->header()->setStretchLastSection(true);
    for (QPlainTextEdit *text : {m_leftText, m_rightText}) {
        text->setReadOnly(true);
        text->setFrameShape(QFrame::NoFrame);
    }
    m_leftText->setAccessibleName(tr("Block at the left"));
    m_rightText->setAccessibleName(tr("Block at the right"));
    auto *head = new QHBoxLayout;
    head->setContentsMargins(12, 10, 12, 8);
    head->addWidget(m_leftTitle, 1);
    head->addWidget(m_onlyDifferent);
    head->addSpacing(12);
    head->addWidget(m_choices, 1);
    auto *texts = new QSplitter;
    texts->addWidget(m_leftText);
    texts->addWidget(m_rightText);
    texts->setChildrenCollapsible(false);
    auto *halves = new QSplitter(Qt::Vertical);
    halves->addWidget(m_list);
    halves->addWidget(texts);
    halves->setChildrenCollapsible(false);
    auto *buttons = new QHBoxLayout;
    buttons->setContentsMargins(12, 8, 12, 10);
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(m_toLeft);
    buttons->addWidget(m_toRight);
    buttons->addStretch(1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(halves, 1);
    column->addLayout(buttons);
    connect(m_choices, &QComboBox::activated, this,
            [this](int row) { Q_EMIT rightChosen(m_choices->itemData(row).toString()); });
    connect(m_onlyDifferent, &QCheckBox::toggled, this, &PresetComparer::compare);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &PresetComparer::showPair);
    connect(m_toLeft, &QPushButton::clicked, this, [this] { copy(true); });
    connect(m_toRight, &QPushButton::clicked, this, [this] { copy(false); });
    closeByKeys(this);
    showPair();
}

void PresetComparer::setTheme(const Theme &theme)
{
    m_theme = theme;
    for (QPlainTextEdit *text : {m_leftText, m_rightText})
        text->setFont(theme.codeFont());
    compare();
}

void PresetComparer::setLeft(const QString &title, const Preset &preset)
{
    m_leftTitle->setText(title);
    m_left = preset;
    compare();
}

void PresetComparer::setChoices(const QList<std::pair<QString, QString>> &idsAndTitles, const QString &chosen)
{
    m_choices->clear();
    for (const auto &[id, title] : idsAndTitles)
        m_choices->addItem(title, id);
    m_choices->setCurrentIndex(m_choices->findData(chosen));
}

void PresetComparer::setRight(const Preset &preset, bool canTake)
{
    m_right = preset;
    m_canTake = canTake;
    compare();
}

QString PresetComparer::current() const
{
    const QTreeWidgetItem *item = m_list->currentItem();
    return item ? item->data(0, Qt::UserRole).toString() : QString();
}

QString PresetComparer::currentSetting() const
{
    const QTreeWidgetItem *item = m_list->currentItem();
    return item ? item->data(1, Qt::UserRole).toString() : QString();
}

void PresetComparer::copy(bool isToLeft)
{
    if (const QString key = currentSetting(); !key.isEmpty())
        isToLeft ? Q_EMIT settingToLeftRequested(key) : Q_EMIT settingToRightRequested(key);
    else
        isToLeft ? Q_EMIT copyToLeftRequested(current()) : Q_EMIT copyToRightRequested(current());
}

// Below the blocks. They are listed only where they differ.
void PresetComparer::addSettings(const QString &before)
{
    const auto line = [](const QString &text) { return text.simplified().left(80); };
    const PlaceWords words;
    m_settings = comparedSettings(m_left, m_right);
    for (const SettingPair &pair : std::as_const(m_settings)) {
        const QString title = pair.key == blockOrderKey ? tr("order of the blocks") : words.of(pair.key);
        auto *row = new QTreeWidgetItem(m_list, {line(pair.left), title, line(pair.right)});
        row->setData(1, Qt::UserRole, pair.key);
        row->setForeground(1, m_theme.warning);
        if (pair.key == before || !m_list->currentItem())
            m_list->setCurrentItem(row);
    }
}

void PresetComparer::compare()
{
    using State = BlockPair::State;
    const QString before = current();
    const QString settingBefore = currentSetting();
    m_pairs = comparedBlocks(m_left, m_right);
    m_list->clear();
    for (const BlockPair &pair : std::as_const(m_pairs)) {
        if (pair.state == State::Same && m_onlyDifferent->isChecked())
            continue;
        auto *row =
            new QTreeWidgetItem(m_list, {nameOf(findBlock(m_left, pair.identifier), m_left), stateName(pair),
                                         nameOf(findBlock(m_right, pair.identifier), m_right)});
        row->setData(0, Qt::UserRole, pair.identifier);
        const QColor colour = pair.state == State::OnlyLeft    ? m_theme.removed
                              : pair.state == State::OnlyRight ? m_theme.added
                              : pair.state == State::Different ? m_theme.warning
                                                               : m_theme.textDim;
        row->setForeground(1, colour);
        if (pair.identifier == before || !m_list->currentItem())
            m_list->setCurrentItem(row);
    }
    addSettings(settingBefore);
    m_list->header()->resizeSection(0, std::max(200, m_list->width() * 2 / 5));
    m_list->header()->resizeSection(1, 170);
    showPair();
}

void PresetComparer::showPair()
{
    const PromptBlock *left = findBlock(m_left, current());
    const PromptBlock *right = findBlock(m_right, current());
    const QString key = currentSetting();
    const auto setting = std::ranges::find(m_settings, key, &SettingPair::key);
    const bool isSetting = !key.isEmpty() && setting != m_settings.end();
    const QString leftText = isSetting ? setting->left : blockText(left);
    const QString rightText = isSetting ? setting->right : blockText(right);
    m_leftText->setPlainText(leftText);
    m_rightText->setPlainText(rightText);
    markDifferences(m_leftText, m_rightText, m_theme);
    m_toLeft->setEnabled(isSetting || right != nullptr);
    m_toRight->setEnabled((isSetting || left != nullptr) && m_canTake);
}

} // namespace snug
