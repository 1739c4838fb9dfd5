#include "widgets/whatwas/backupspane.h"

#include "widgets/theme/plainlabel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QListWidget>
#include <QLocale>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int Steps = 1000; // of the progress bar

QWidget *columnOf(std::initializer_list<QWidget *> widgets)
{
    auto *half = new QWidget;
    auto *column = new QVBoxLayout(half);
    column->setContentsMargins(0, 0, 0, 0);
    for (QWidget *widget : widgets)
        column->addWidget(widget);
    return half;
}

} // namespace

BackupsPane::BackupsPane(QWidget *parent)
    : QWidget(parent)
    , m_backups(new QListWidget)
    , m_files(new QTreeWidget)
    , m_text(new QPlainTextEdit)
    , m_state(new PlainLabel)
    , m_said(new PlainLabel)
    , m_work(new PlainLabel)
    , m_progress(new QProgressBar)
    , m_cancel(new QPushButton(tr("&Cancel")))
    , m_undo(new QPushButton)
    , m_now(new QPushButton(tr("&Back Up Now")))
    , m_copy(new QPushButton(tr("Copy to a &Folder…")))
    , m_restoreAll(new QPushButton(tr("Restore &All")))
    , m_restore(new QPushButton(tr("&Restore")))
{
    m_backups->setObjectName(u"backups"_s);
    m_backups->setAccessibleName(tr("Backups, the newest first"));
    m_files->setObjectName(u"backupFiles"_s);
    m_files->setAccessibleName(tr("What is different now"));
    m_files->setRootIsDecorated(false);
    m_files->setUniformRowHeights(true);
    m_files->setAllColumnsShowFocus(true);
    m_files->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_files->setHeaderLabels({tr("File"), tr("Since Then"), tr("Size")});
    m_files->header()->setStretchLastSection(false);
    m_files->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_text->setReadOnly(true);
    m_text->setAccessibleName(tr("What it was"));
    m_state->setWordWrap(true);
    m_said->setWordWrap(true);
    m_progress->setTextVisible(false);
    m_progress->setRange(0, Steps);
    m_progress->setAccessibleName(tr("Progress"));
    auto *rule = new PlainLabel(
        tr("Once a day, when something has changed, everything in the library but its trash and its earlier "
           "versions is backed up into its folder “snug/backups”. All backups of the last seven days are "
           "kept, then one a week for two months, then one a month for a year."));
    rule->setWordWrap(true);
    rule->setForegroundRole(QPalette::PlaceholderText);
    m_state->setForegroundRole(QPalette::PlaceholderText);

    auto *reading = new QSplitter(Qt::Vertical);
    reading->setObjectName(u"backupReading"_s);
    reading->addWidget(columnOf({m_state, m_files}));
    reading->addWidget(m_text);
    reading->setStretchFactor(0, 3);
    reading->setStretchFactor(1, 2);
    reading->setChildrenCollapsible(false);
    auto *halves = new QSplitter;
    halves->setObjectName(u"backupHalves"_s);
    halves->addWidget(columnOf({m_backups, m_now}));
    halves->addWidget(reading);
    halves->setStretchFactor(1, 1);
    halves->setSizes({220, 700});
    halves->setChildrenCollapsible(false);
    auto *work = new QHBoxLayout;
    work->addWidget(m_work);
    work->addWidget(m_progress, 1);
    work->addWidget(m_cancel);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_said, 1);
    for (QPushButton *button : {m_undo, m_copy, m_restoreAll, m_restore})
        buttons->addWidget(button);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->addWidget(halves, 1);
    column->addLayout(work);
    column->addLayout(buttons);
    column->addWidget(rule);

    connect(m_backups, &QListWidget::currentRowChanged, this, [this](int row) {
        setDifferences({});
        m_isCompared = false;
        showState();
        if (row >= 0)
            Q_EMIT chosen(m_places[row]);
    });
    connect(m_files, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem *item) {
        m_text->clear();
        if (item)
            Q_EMIT fileChosen(m_differences[m_files->indexOfTopLevelItem(item)].file);
    });
    connect(m_files, &QTreeWidget::itemSelectionChanged, this, &BackupsPane::showState);
    connect(m_restore, &QPushButton::clicked, this, [this] { Q_EMIT restoreRequested(files(true)); });
    connect(m_restoreAll, &QPushButton::clicked, this, [this] { Q_EMIT restoreRequested(files(false)); });
    connect(m_copy, &QPushButton::clicked, this, &BackupsPane::copyRequested);
    connect(m_now, &QPushButton::clicked, this, &BackupsPane::backupRequested);
    connect(m_cancel, &QPushButton::clicked, this, &BackupsPane::cancelRequested);
    connect(m_undo, &QPushButton::clicked, this, &BackupsPane::undoRequested);
    say({});
    setWork({});
}

void BackupsPane::setBackups(const QList<BackupPlace> &backups)
{
    const QString before = m_places.value(m_backups->currentRow()).id;
    {
        const QSignalBlocker blocker(m_backups);
        m_places = backups;
        m_backups->clear();
        for (const BackupPlace &backup : backups)
            m_backups->addItem(QLocale().toString(backup.made.toLocalTime(), QLocale::ShortFormat));
    }
    qsizetype row = 0;
    for (qsizetype i = 0; i < backups.size(); ++i) {
        if (backups[i].id == before)
            row = i;
    }
    m_backups->setCurrentRow(backups.isEmpty() ? -1 : int(row));
    showState();
}

void BackupsPane::setDifferences(const QList<BackupDifference> &differences)
{
    m_isCompared = true;
    m_files->clear();
    m_differences = differences;
    QList<QTreeWidgetItem *> items;
    for (const BackupDifference &difference : differences) {
        auto *item = new QTreeWidgetItem(
            {difference.file.path,
             difference.since == BackupDifference::Since::Removed ? tr("Removed") : tr("Changed"),
             QLocale().formattedDataSize(difference.file.stamp.size)});
        item->setToolTip(0, difference.file.path);
        item->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
        items.append(item);
    }
    m_files->addTopLevelItems(items);
    m_text->clear();
    for (const int column : {1, 2})
        m_files->resizeColumnToContents(column);
    if (!items.isEmpty())
        m_files->setCurrentItem(items.first());
    showState();
}

void BackupsPane::setText(const QString &text, const QString &problem)
{
    m_text->setPlainText(text);
    m_text->setPlaceholderText(problem.isEmpty() ? tr("It holds no text that could be shown.") : problem);
}

void BackupsPane::setWork(const QString &what, qint64 done, qint64 all)
{
    m_isWorking = !what.isEmpty();
    m_work->setText(what);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_work, m_progress, m_cancel})
        widget->setVisible(m_isWorking);
    m_progress->setRange(0, all > 0 ? Steps : 0); // not known: it moves to and fro
    if (all > 0)
        m_progress->setValue(int(double(done) / double(all) * Steps));
    showState();
}

void BackupsPane::say(const QString &text, const QString &undoText)
{
    m_said->setText(text);
    m_undo->setText(undoText);
    m_undo->setVisible(!undoText.isEmpty());
}

QList<BackedUpFile> BackupsPane::files(bool onlySelected) const
{
    QList<BackedUpFile> chosen;
    for (int row = 0; row < m_files->topLevelItemCount(); ++row) {
        if (!onlySelected || m_files->topLevelItem(row)->isSelected())
            chosen.append(m_differences[row].file);
    }
    return chosen;
}

void BackupsPane::showState()
{
    const bool isChosen = m_backups->currentRow() >= 0;
    m_now->setEnabled(!m_isWorking);
    m_undo->setEnabled(!m_isWorking);
    m_copy->setEnabled(isChosen && !m_isWorking);
    m_restoreAll->setEnabled(!m_differences.isEmpty() && !m_isWorking);
    m_restore->setEnabled(!m_files->selectedItems().isEmpty() && !m_isWorking);
    if (m_places.isEmpty())
        m_state->setText(
            tr("There is no backup yet. The first one is made soon after the library was opened."));
    else if (!m_isCompared)
        m_state->setText(m_isWorking ? tr("Comparing with what is there now…")
                                     : tr("It was not compared with what is there now. Choose it again."));
    else if (m_differences.isEmpty())
        m_state->setText(
            tr("Everything in this backup is as it was. What was made since then is not part of it."));
    else
        m_state->setText(tr("Different from now, or gone: %1. What was made since then stays as it is.")
                             .arg(m_differences.size()));
}

} // namespace snug
