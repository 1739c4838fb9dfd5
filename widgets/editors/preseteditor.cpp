#include "widgets/editors/preseteditor.h"

#include "core/editing/changedrow.h"
#include "core/editing/presetedits.h"
#include "core/prompt/promptaccount.h"
#include "widgets/editors/blockform.h"
#include "widgets/editors/blocklist.h"
#include "widgets/editors/documenthead.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/findinblocks.h"
#include "widgets/editors/findings/findingsbar.h"
#include "widgets/editors/presettexts.h"
#include "widgets/editors/samplerform.h"
#include "widgets/editors/unusedblocks.h"
#include "widgets/editors/wholepreset.h"
#include "widgets/editors/windowundo.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLocale>
#include <QMenu>
#include <QShortcut>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace snug {

PresetEditor::PresetEditor(KSyntaxHighlighting::Repository *repository, QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_theme(Theme::light())
    , m_head(new DocumentHead(this))
    , m_names(new QComboBox)
    , m_use(new QToolButton)
    , m_orders(new QMenu(tr("&Other Orders in the File"), this))
    , m_status(new EditorStatus)
    , m_standing(new EditorStatus)
    , m_find(new FindInBlocks)
    , m_findings(new FindingsBar([this](const LintFinding &finding) { return placeOf(finding); }, this))
    , m_blocks(new BlockList)
    , m_unused(new UnusedBlocks)
    , m_tabs(new QTabWidget)
    , m_form(new BlockForm(repository))
    , m_whole(new WholePreset)
    , m_texts(new PresetTexts(repository))
    , m_samplers(new SamplerForm)
{
    setObjectName(u"presetEditor"_s);
    resize(1180, 780);
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Parts of the preset"));
    m_tabs->addTab(m_form, tr("&Block"));
    m_tabs->addTab(m_whole, tr("&Whole Preset"));
    m_tabs->addTab(m_texts, tr("Other &Texts"));
    m_tabs->addTab(m_samplers, tr("&Values"));
    auto *right = new QWidget;
    auto *rightColumn = new QVBoxLayout(right);
    rightColumn->setContentsMargins(0, 0, 0, 0);
    rightColumn->setSpacing(0);
    rightColumn->addWidget(m_find);
    rightColumn->addWidget(m_tabs, 1);
    auto *halves = new QSplitter;
    halves->addWidget(makeLists());
    halves->addWidget(right);
    halves->setChildrenCollapsible(false);
    halves->setSizes({370, 810});
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_head);
    column->addWidget(m_standing);
    column->addWidget(m_status);
    column->addWidget(halves, 1);
    column->addWidget(m_findings);
    makeHead();
    makeKeys();
    connectParts();
    new WindowUndo(this);
    showState();
}

// The lists say that they change while they go.
PresetEditor::~PresetEditor()
{
    for (QWidget *part :
         std::initializer_list<QWidget *>{m_blocks, m_unused, m_find, m_form, m_texts, m_samplers})
        part->disconnect(this);
}

void PresetEditor::makeHead()
{
    m_names->setObjectName(u"presets"_s);
    m_names->setAccessibleName(tr("Preset to edit"));
    m_use->setText(tr("&Use"));
    m_use->setToolTip(tr("Put this preset in effect"));
    m_use->setFocusPolicy(Qt::StrongFocus);
    m_head->setName(m_names);
    m_head->trailing()->addWidget(m_use);
    m_head->newAction()->setText(tr("&New Preset…"));
    m_head->duplicateAction()->setText(tr("D&uplicate Preset"));
    connect(m_use, &QToolButton::clicked, this, &PresetEditor::useRequested);
    connect(m_names, &QComboBox::activated, this,
            [this](int row) { Q_EMIT openRequested(m_names->itemData(row).toString()); });
}

QWidget *PresetEditor::makeLists()
{
    auto *lists = new QWidget;
    auto *column = new QVBoxLayout(lists);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_blocks, 1);
    column->addWidget(m_unused);
    lists->setMinimumWidth(260);
    return lists;
}

void PresetEditor::makeKeys()
{
    const auto add = [this](const QString &text, const QKeySequence &key, auto act) {
        connect(m_head->addMore(text, key), &QAction::triggered, this, act);
    };
    const auto find = [this](int step) {
        if (m_find->isVisible())
            m_find->next(step);
        else
            m_find->open({});
    };
    add(tr("&Find and Replace in All Blocks"), QKeySequence::Find, [this] {
        m_tabs->setCurrentWidget(m_form);
        m_find->open(m_form->text()->textCursor().selectedText());
    });
    m_head->findFieldsIn({m_form, m_texts, m_samplers}, m_find->line());
    add(tr("Find &Next"), QKeySequence(Qt::Key_F3), [find] { find(1); });
    add(tr("Find &Previous"), QKeySequence(Qt::SHIFT | Qt::Key_F3), [find] { find(-1); });
    add(tr("Go to the &List"), QKeySequence(Qt::CTRL | Qt::Key_L),
        [this] { m_blocks->setFocus(Qt::ShortcutFocusReason); });
    m_head->moreMenu()->addSeparator();
    add(tr("&Compare With Another Preset…"), {}, [this] { Q_EMIT compareRequested(); });
    m_head->moreMenu()->addMenu(m_orders);
    connect(m_orders, &QMenu::aboutToShow, this, &PresetEditor::fillOrders);
}

void PresetEditor::connectParts()
{
    const auto say = [this](const Preset &preset, const QString &label) { Q_EMIT edited(preset, label, {}); };
    connect(m_blocks, &BlockList::edited, this, say);
    connect(m_blocks, &BlockList::currentChangedTo, this, &PresetEditor::showCurrent);
    connect(m_blocks, &BlockList::revertRequested, this, &PresetEditor::revertBlock);
    connect(m_blocks, &BlockList::textRequested, this, [this] {
        m_tabs->setCurrentWidget(m_form);
        m_form->focusText();
    });
    connect(m_blocks, &BlockList::nameRequested, this, [this] {
        m_tabs->setCurrentWidget(m_form);
        m_form->focusName();
    });
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
    connect(m_unused, &UnusedBlocks::currentChangedTo, this, &PresetEditor::showCurrent);
    connect(m_unused, &UnusedBlocks::putInRequested, this, [this](const QStringList &identifiers) {
        Q_EMIT edited(withPutIn(m_state.preset, identifiers, m_blocks->current()), tr("Insert"), {});
    });
    connect(m_unused, &UnusedBlocks::deleteRequested, this, [this](const QStringList &identifiers) {
        Q_EMIT edited(withDeleted(m_state.preset, identifiers), tr("Delete Blocks"), {});
    });
    connect(m_form, &BlockForm::edited, this,
            [this](const PromptBlock &block, const QString &label, const QString &field) {
                Q_EMIT edited(withBlock(m_state.preset, block), label, field);
            });
    connect(m_form, &BlockForm::revertRequested, this, &PresetEditor::revertBlock);
    connect(m_form->text(), &QPlainTextEdit::cursorPositionChanged, this,
            [this] { m_find->setPlace(m_current, m_form->text()->textCursor().selectionEnd()); });
    connect(m_find, &FindInBlocks::edited, this, say);
    connect(m_find, &FindInBlocks::matchesChanged, this, &PresetEditor::showMarks);
    connect(m_find, &FindInBlocks::matchChosen, this, [this](const PresetMatch &match) {
        m_tabs->setCurrentWidget(m_form);
        showCurrent(match.identifier);
        m_blocks->setCurrent(match.identifier);
        m_form->text()->reveal(match.start, match.length);
    });
    connect(m_find, &FindInBlocks::closed, this, [this] { m_form->focusText(); });
    connect(m_whole, &WholePreset::blockChosen, this,
            [this](const QString &identifier) { showBlock(identifier); });
    connect(m_findings, &FindingsBar::chosen, this, &PresetEditor::go);
    connect(m_texts, &PresetTexts::edited, this, &PresetEditor::edited);
    connect(m_samplers, &SamplerForm::edited, this, &PresetEditor::edited);
    for (MacroTextEdit *text : m_texts->edits() + QList{m_form->text()})
        connect(text, &MacroTextEdit::macroValueRequested, this, &PresetEditor::macroValueRequested);
}

void PresetEditor::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_status->setTheme(theme);
    m_standing->setTheme(theme);
    m_find->setTheme(theme);
    m_findings->setTheme(theme);
    m_blocks->setTheme(theme);
    m_unused->setTheme(theme);
    m_form->setTheme(theme);
    m_whole->setTheme(theme);
    m_texts->setTheme(theme);
    m_samplers->setTheme(theme);
    m_head->setTheme(theme);
}

void PresetEditor::setMacros(const QList<MacroWord> &macros)
{
    m_form->text()->setMacros(macros);
    m_texts->setMacros(macros);
}

void PresetEditor::setNames(const QStringList &names, const QSet<QString> &edited, const QString &inEffect)
{
    m_names->clear();
    for (const QString &name : names) {
        const QString shown = name == inEffect ? tr("%1 (in effect)").arg(name) : name;
        //: The dot says that it is not saved
        m_names->addItem(edited.contains(name) ? tr("%1 •").arg(shown) : shown, name);
    }
    m_names->setCurrentIndex(m_names->findData(m_state.name));
    m_use->setEnabled(!m_state.name.isEmpty() && m_state.name != inEffect);
}

void PresetEditor::setState(const PresetState &state)
{
    const bool isOther = state.name != m_state.name;
    m_state = state;
    findEditedBlocks();
    m_blocks->setPreset(state.preset);
    m_unused->setPreset(state.preset);
    m_find->setPreset(state.preset);
    m_whole->setPreset(state.preset);
    m_texts->setPreset(state.preset);
    m_samplers->setPreset(state.preset);
    if (isOther) {
        m_status->clear();
        m_findings->clear();
        m_current.clear();
        m_blocks->setCurrent(blockOrder(state.preset).value(0));
    }
    showCurrent(findBlock(state.preset, m_current) ? m_current : m_blocks->current());
    showState();
    warnOfConnection();
}

void PresetEditor::findEditedBlocks()
{
    using Fact = std::pair<const PromptBlock *, bool>;
    const auto factsOf = [](const Preset &preset) {
        QHash<QString, Fact> facts;
        for (const PromptBlock &block : preset.prompts) {
            if (!facts.contains(block.identifier))
                facts.insert(block.identifier, {&block, false});
        }
        for (const auto &[identifier, isOn] : blockSwitches(preset).asKeyValueRange()) {
            if (const auto fact = facts.find(identifier); fact != facts.end())
                fact->second = isOn;
        }
        return facts;
    };
    const QHash<QString, Fact> saved = factsOf(m_state.saved);
    m_editedBlocks.clear();
    for (const auto &[identifier, fact] : factsOf(m_state.preset).asKeyValueRange()) {
        const auto [block, isOn] = saved.value(identifier);
        if (!block || *block != *fact.first || isOn != fact.second)
            m_editedBlocks.insert(identifier);
    }
}

void PresetEditor::showCurrent(const QString &identifier)
{
    m_current = identifier;
    const PromptBlock *block = findBlock(m_state.preset, identifier);
    m_form->setBlock(block ? std::optional(*block) : std::nullopt);
    m_form->setEdited(m_editedBlocks.contains(identifier));
    showShare();
    m_find->setPlace(identifier, m_form->text()->textCursor().selectionEnd());
    showMarks();
    showTextFindings();
}

void PresetEditor::showState()
{
    m_blocks->setEdited(m_editedBlocks);
    m_head->setState({.isOpen = !m_state.name.isEmpty(),
                      .isEdited = m_state.isEdited,
                      .isSaving = m_state.isSaving,
                      .undoText = m_state.undoText,
                      .redoText = m_state.redoText,
                      .canUndo = m_state.canUndo,
                      .canRedo = m_state.canRedo});
    setWindowTitle(m_state.name.isEmpty() ? tr("Presets") : tr("%1[*] – Preset").arg(m_state.name));
    setWindowModified(m_state.isEdited);
}

void PresetEditor::setPrompt(const AssembledPrompt &prompt)
{
    m_shares = blockShares(prompt);
    m_budget = prompt.budget;
    const PromptAccount account = promptAccount(prompt);
    m_between = account.separators + account.overhead + account.thoughts;
    m_blocks->setShares(m_shares, m_budget.kind);
    showShare();
    showTotals();
}

void PresetEditor::showShare()
{
    const auto share = m_shares.constFind(m_current);
    m_form->setShare(share == m_shares.cend() ? std::nullopt : std::optional(*share), m_budget.kind,
                     isBlockOn(m_state.preset, m_current));
}

void PresetEditor::showTotals()
{
    const QLocale locale;
    const QString used =
        (m_budget.kind == CountKind::Exact ? QString() : u"~"_s) + locale.toString(m_budget.used);
    int blocks = 0;
    for (const BlockShare &share : std::as_const(m_shares))
        blocks += share.tokens;
    const int beside = m_budget.used - blocks - m_between;
    const auto number = [&](int tokens) -> QString {
        return (m_budget.kind == CountKind::Exact ? QString() : u"~"_s) + locale.toString(tokens);
    };
    //: Tokens: used, of how many
    m_head->setFacts(m_budget.context > 0 ? tr("%1 of %2 tokens").arg(used, locale.toString(m_budget.context))
                                          : tr("%1 tokens").arg(used),
                     //: Numbers of tokens: of the preset's blocks; of lore, notes and the like that stand
                     //: beside them; of roles, names and what joins the parts of the prompt
                     tr("Blocks %1 · lore and notes beside them %2 · separators and overhead %3")
                         .arg(number(blocks), number(beside), number(m_between)));
}

void PresetEditor::showMarks()
{
    QList<std::pair<qsizetype, qsizetype>> marks;
    for (const PresetMatch &match : m_find->matchesIn(m_current))
        marks.append({match.start, match.length});
    m_form->text()->setMarks(marks);
}

// As long as they are in it, in a line of their own: other programs would follow them.
void PresetEditor::warnOfConnection()
{
    const QStringList keys = connectionKeys(m_state.preset);
    if (keys == m_warnedOf)
        return;
    m_warnedOf = keys;
    if (keys.isEmpty())
        return m_standing->clear();
    m_standing->warn(
        tr("This preset would send your prompts somewhere else: it brings %1. Snug does not use that; "
           "other programs do.")
            .arg(keys.join(u", "_s)),
        {{tr("Remove It"),
          [this] { Q_EMIT edited(withoutConnectionKeys(m_state.preset), tr("Remove Connection"), {}); }}});
}

void PresetEditor::revertBlock(const QString &identifier)
{
    const PromptBlock *saved = findBlock(m_state.saved, identifier);
    if (!saved)
        return;
    const Preset preset =
        withSwitched(withBlock(m_state.preset, *saved), {identifier}, isBlockOn(m_state.saved, identifier));
    Q_EMIT edited(preset, tr("Revert Block"), {});
}

void PresetEditor::fillOrders()
{
    m_orders->clear();
    const QList<qint64> ids = otherOrders(m_state.preset);
    for (const qint64 id : ids) {
        //: %1 is the number of a character; SillyTavern's files have such orders, and it does not use them
        m_orders->addAction(tr("Use the Order of Character %1").arg(id), this, [this, id] {
            Q_EMIT edited(withOrderOf(m_state.preset, id), tr("Use Another Order"), {});
        });
        const Preset without = withoutOrderFor(m_state.preset, id);
        m_orders
            ->addAction(tr("Remove the Order of Character %1").arg(id), this,
                        [this, without] { Q_EMIT edited(without, tr("Remove Order"), {}); })
            ->setEnabled(!(without == m_state.preset));
    }
    if (ids.isEmpty())
        m_orders->addAction(tr("There is only the one in use"))->setEnabled(false);
    m_orders->addSeparator();
    m_orders->addAction(tr("&Keep This Order for a Character…"), this, [this] {
        auto *dialog = new QInputDialog(this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setWindowTitle(tr("Keep Order"));
        dialog->setLabelText(tr("Number of the character:"));
        dialog->setInputMode(QInputDialog::IntInput);
        dialog->setIntRange(0, 1'000'000);
        connect(dialog, &QInputDialog::intValueSelected, this,
                [this](int id) { Q_EMIT edited(withOrderFor(m_state.preset, id), tr("Keep Order"), {}); });
        dialog->open();
    });
}

void PresetEditor::showBlock(const QString &identifier, qsizetype position)
{
    m_tabs->setCurrentWidget(m_form);
    m_blocks->setCurrent(identifier);
    showCurrent(identifier);
    if (position >= 0)
        m_form->text()->reveal(position, 0);
    m_form->focusText();
}

namespace {

struct ListedBlock
{
    QString identifier;
    bool isOn = false;
    std::optional<PromptBlock> block;
    bool operator==(const ListedBlock &) const = default;
};

// As they are listed, then those that are in no list.
QList<ListedBlock> listedBlocks(const Preset &preset)
{
    QList<ListedBlock> listed;
    const QHash<QString, bool> switches = blockSwitches(preset);
    QStringList order = blockOrder(preset);
    for (const PromptBlock &block : preset.prompts) {
        if (!switches.contains(block.identifier))
            order.append(block.identifier);
    }
    for (const QString &identifier : std::as_const(order)) {
        const PromptBlock *block = findBlock(preset, identifier);
        listed.append({identifier, switches.value(identifier), block ? std::optional(*block) : std::nullopt});
    }
    return listed;
}

} // namespace

void PresetEditor::showChangeSince(const Preset &before)
{
    const QList<ListedBlock> listed = listedBlocks(m_state.preset);
    const auto current = std::ranges::find(listed, m_current, &ListedBlock::identifier);
    const qsizetype row = changedRow(listedBlocks(before), listed, &ListedBlock::identifier,
                                     current == listed.cend() ? -1 : current - listed.cbegin());
    if (row < 0) {
        if (const QString text = m_texts->changedSince(before); !text.isEmpty())
            return showText(text);
        if (const QString value = m_samplers->changedSince(before); !value.isEmpty()) {
            m_tabs->setCurrentWidget(m_samplers);
            m_samplers->reveal(value);
        }
        return;
    }
    if (m_tabs->currentWidget() == m_texts || m_tabs->currentWidget() == m_samplers)
        m_tabs->setCurrentWidget(m_form);
    const QString identifier = listed.at(row).identifier;
    m_blocks->setCurrent(identifier);
    m_blocks->scrollTo(m_blocks->currentIndex());
    showCurrent(identifier);
}

void PresetEditor::showText(const QString &key)
{
    m_tabs->setCurrentWidget(m_texts);
    m_texts->reveal(key);
}

void PresetEditor::showMacroValue(const QString &macro, const QString &value)
{
    for (MacroTextEdit *text : m_texts->edits() + QList{m_form->text()}) {
        text->showMacroValue(macro, value);
    }
}

} // namespace snug
