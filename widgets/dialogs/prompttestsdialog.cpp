#include "widgets/dialogs/prompttestsdialog.h"

#include "widgets/theme/plainlabel.h"

#include <QAction>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString stateText(const PromptTestRow &test)
{
    switch (test.state) {
    case PromptTestRow::State::NotRun:
        return PromptTestsDialog::tr("Has not passed yet", "state of a prompt test");
    case PromptTestRow::State::Passed:
        return PromptTestsDialog::tr("✓ Passed", "state of a prompt test");
    case PromptTestRow::State::Changed:
        return PromptTestsDialog::tr("Changed since it passed", "state of a prompt test");
    case PromptTestRow::State::Failed:
        return PromptTestsDialog::tr("✕ Failed", "state of a prompt test");
    case PromptTestRow::State::Unreadable:
        return PromptTestsDialog::tr("✕ Cannot be read", "state of a prompt test");
    }
    return {};
}

QString detailsOf(const PromptTestRow &test)
{
    QStringList lines;
    if (!test.description.isEmpty())
        lines << test.description << QString();
    if (!test.unmet.isEmpty())
        lines << test.unmet << QString();
    if (test.isFrozen)
        lines << PromptTestsDialog::tr("Depends on the copies that were kept when it was made.");
    else if (!test.sources.isEmpty())
        lines << PromptTestsDialog::tr("Depends on:");
    for (const QString &source : test.sources)
        lines << u"    "_s + source;
    return lines.join(u'\n');
}

} // namespace

PromptTestsDialog::PromptTestsDialog(QWidget *parent)
    : QDialog(parent)
    , m_summary(new PlainLabel)
    , m_list(new QTreeWidget)
    , m_details(new QPlainTextEdit)
    , m_frozen(new QCheckBox(tr("&Frozen: test with the copies that were kept when it was made")))
    , m_rename(new QAction(tr("Re&name"), this))
    , m_delete(new QAction(tr("De&lete"), this))
    , m_foot(new QVBoxLayout)
{
    setModal(false);
    setWindowTitle(tr("Prompt Tests"));
    resize(720, 520);
    m_summary->setObjectName(u"testsSummary"_s);
    m_summary->setWordWrap(true);
    m_list->setObjectName(u"promptTests"_s);
    m_list->setAccessibleName(tr("Prompt tests"));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setHeaderLabels({tr("Test"), tr("State"), tr("Depends on")});
    m_list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_details->setReadOnly(true);
    m_details->setAccessibleName(tr("About the chosen test"));
    m_frozen->setObjectName(u"frozenTest"_s);
    m_frozen->setToolTip(tr("Such a test notices a change of the program, and none of your documents"));
    auto *split = new QSplitter(Qt::Vertical);
    split->addWidget(m_list);
    split->addWidget(m_details);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    split->setChildrenCollapsible(false);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    m_run = buttons->addButton(tr("&Run All"), QDialogButtonBox::ActionRole);
    m_run->setObjectName(u"runTests"_s);
    m_difference = buttons->addButton(tr("Show What &Differs"), QDialogButtonBox::ActionRole);
    m_accept = buttons->addButton(tr("&Accept What It Sends Now"), QDialogButtonBox::ActionRole);
    m_folder = buttons->addButton(tr("&Show Folder"), QDialogButtonBox::ActionRole);
    m_run->setDefault(true);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_summary);
    layout->addWidget(split, 1);
    layout->addWidget(m_frozen);
    layout->addLayout(m_foot);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(m_run, &QPushButton::clicked, this, &PromptTestsDialog::runRequested);
    const auto tell = [this](QPushButton *button, void (PromptTestsDialog::*wanted)(const QString &)) {
        connect(button, &QPushButton::clicked, this, [this, wanted] {
            if (const PromptTestRow *test = chosen())
                Q_EMIT(this->*wanted)(test->folder);
        });
    };
    tell(m_difference, &PromptTestsDialog::differenceRequested);
    tell(m_accept, &PromptTestsDialog::acceptRequested);
    tell(m_folder, &PromptTestsDialog::folderRequested);
    connect(m_frozen, &QCheckBox::clicked, this, [this](bool isFrozen) {
        if (const PromptTestRow *test = chosen())
            Q_EMIT freezeRequested(test->folder, isFrozen);
    });
    connect(m_list, &QTreeWidget::currentItemChanged, this, &PromptTestsDialog::choose);
    makeActions();
    choose();
}

void PromptTestsDialog::makeActions()
{
    m_rename->setShortcut(Qt::Key_F2);
    m_delete->setShortcut(QKeySequence::Delete);
    for (QAction *action : {m_rename, m_delete}) {
        action->setShortcutContext(Qt::WidgetShortcut); // not while a name is written
        m_list->addAction(action);
    }
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers); // only its name is, by the action
    connect(m_rename, &QAction::triggered, this, [this] {
        if (chosen())
            m_list->editItem(m_list->currentItem(), 0);
    });
    connect(m_delete, &QAction::triggered, this, [this] {
        if (const PromptTestRow *test = chosen())
            Q_EMIT deleteRequested(test->folder);
    });
    connect(m_list, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem *item, int column) {
        const int row = m_list->indexOfTopLevelItem(item);
        if (column == 0 && row >= 0 && row < m_tests.size() && item->text(0) != m_tests.at(row).name)
            Q_EMIT renameRequested(m_tests.at(row).folder, item->text(0));
    });
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_list, &QWidget::customContextMenuRequested, this, &PromptTestsDialog::showMenu);
}

void PromptTestsDialog::showMenu(const QPoint &position)
{
    if (!m_list->itemAt(position))
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (QPushButton *button : {m_difference, m_accept, m_folder})
        menu->addAction(button->text(), button, &QPushButton::click)->setEnabled(button->isEnabled());
    menu->addSeparator();
    menu->addActions({m_rename, m_delete});
    menu->popup(m_list->viewport()->mapToGlobal(position));
}

void PromptTestsDialog::addFoot(QWidget *foot)
{
    m_foot->addWidget(foot);
}

QString PromptTestsDialog::summary() const
{
    return m_summary->text();
}

void PromptTestsDialog::setBusy(bool isBusy)
{
    m_run->setEnabled(!isBusy && !m_tests.isEmpty());
}

void PromptTestsDialog::setTests(const QList<PromptTestRow> &tests, const QString &summary)
{
    const PromptTestRow *before = chosen();
    const QString folder = before ? before->folder : QString();
    m_tests = tests;
    m_list->clear();
    for (const PromptTestRow &test : m_tests) {
        auto *item = new QTreeWidgetItem(
            m_list, {test.name, stateText(test),
                     test.isFrozen ? tr("copies", "a prompt test depends on") : test.sources.join(u", "_s)});
        item->setFlags(item->flags() | Qt::ItemIsEditable);
        item->setToolTip(2, test.sources.join(u'\n'));
    }
    const auto changed =
        int(std::ranges::count(m_tests, PromptTestRow::State::Changed, &PromptTestRow::state));
    if (m_tests.isEmpty())
        m_summary->setText(tr("No tests yet. Prompt › Make a Test of This Prompt keeps what is sent now."));
    else if (!summary.isEmpty())
        m_summary->setText(summary);
    else
        m_summary->setText(changed > 0 ? tr("%n test(s) depend on what has changed since.", nullptr, changed)
                                       : tr("Nothing has changed since the tests passed, or they have not "
                                            "been run yet."));
    const auto same = std::ranges::find(m_tests, folder, &PromptTestRow::folder);
    const qsizetype row = same == m_tests.end() ? 0 : std::distance(m_tests.begin(), same);
    m_list->setCurrentItem(m_list->topLevelItem(int(row)));
    m_run->setEnabled(!m_tests.isEmpty());
    choose();
}

const PromptTestRow *PromptTestsDialog::chosen() const
{
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    return row >= 0 && row < m_tests.size() ? &m_tests.at(row) : nullptr;
}

void PromptTestsDialog::choose()
{
    const PromptTestRow *test = chosen();
    m_details->setPlainText(test ? detailsOf(*test) : QString());
    m_frozen->setEnabled(test && test->state != PromptTestRow::State::Unreadable);
    m_frozen->setChecked(test && test->isFrozen);
    m_difference->setEnabled(test && test->hasDifference);
    m_accept->setEnabled(test && test->hasDifference);
    m_folder->setEnabled(test);
    m_rename->setEnabled(test);
    m_delete->setEnabled(test);
}

} // namespace snug
