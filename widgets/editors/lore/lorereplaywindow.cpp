#include "widgets/editors/lore/lorereplaywindow.h"

#include "widgets/theme/closingkeys.h"
#include "widgets/theme/plainlabel.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QCloseEvent>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QShortcut>
#include <QToolButton>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace snug {

LoreReplayWindow::LoreReplayWindow(QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_book(new QComboBox)
    , m_against(new QComboBox)
    , m_filter(new QLineEdit)
    , m_changed(new QCheckBox(tr("Only what c&hanges")))
    , m_closer(new QToolButton)
    , m_further(new QToolButton)
    , m_fit(new QToolButton)
    , m_summary(new PlainLabel)
    , m_progress(new QProgressBar)
    , m_cancel(new QPushButton(tr("&Cancel")))
    , m_strip(new LoreHeatStrip)
    , m_cell(new PlainLabel)
    , m_why(new PlainLabel)
    , m_legend(new PlainLabel)
    , m_toTurn(new QPushButton(tr("&Go to Reply")))
    , m_toEntry(new QPushButton(tr("&Edit Entry")))
{
    setObjectName(u"loreReplay"_s);
    setWindowTitle(tr("Lore Simulator"));
    resize(1080, 640);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHead());
    column->addWidget(m_strip, 1);
    column->addWidget(makeFoot());

    connect(m_book, &QComboBox::activated, this, [this] {
        fillAgainst();
        Q_EMIT wished(wish());
    });
    connect(m_against, &QComboBox::activated, this, [this] { Q_EMIT wished(wish()); });
    connect(m_filter, &QLineEdit::textChanged, this, &LoreReplayWindow::showRows);
    connect(m_changed, &QCheckBox::toggled, this, &LoreReplayWindow::showRows);
    connect(m_closer, &QToolButton::clicked, this, [this] { m_strip->zoomBy(1); });
    connect(m_further, &QToolButton::clicked, this, [this] { m_strip->zoomBy(-1); });
    connect(m_fit, &QToolButton::clicked, m_strip, &LoreHeatStrip::fitZoom);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (m_progress->isVisibleTo(this))
            Q_EMIT cancelRequested();
        else
            Q_EMIT againRequested();
    });
    connect(m_strip, &LoreHeatStrip::lookedAtChanged, this, &LoreReplayWindow::showLooked);
    connect(m_strip, &LoreHeatStrip::turnRequested, this, [this](int turn) {
        if (m_replays && turn < m_replays->after.turns.size())
            Q_EMIT messageRequested(m_replays->after.turns.at(turn));
    });
    connect(m_strip, &LoreHeatStrip::entryRequested, this, [this](int row) {
        const LoreReplayRow &entry = m_replays->comparison.rows.at(row);
        if (entry.after >= 0)
            Q_EMIT entryRequested(entry.book, entry.uid);
    });
    connect(m_toTurn, &QPushButton::clicked, this, [this] {
        if (!m_strip->chosen().isNothing())
            Q_EMIT m_strip->turnRequested(m_strip->chosen().turn);
    });
    connect(m_toEntry, &QPushButton::clicked, this, [this] {
        if (m_strip->chosen().row >= 0)
            Q_EMIT m_strip->entryRequested(m_strip->chosen().row);
    });
    closeByKeys(this);
    connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, this,
            [this] { m_filter->setFocus(Qt::ShortcutFocusReason); });
    fillAgainst();
    setProgress(0, 0);
    showLooked();
}

QWidget *LoreReplayWindow::makeHead()
{
    auto *head = new QWidget;
    m_book->setObjectName(u"replayBook"_s);
    m_book->setAccessibleName(tr("Lorebook to replay"));
    m_book->setMinimumContentsLength(16);
    m_against->setObjectName(u"replayAgainst"_s);
    m_against->setAccessibleName(tr("What it is compared with"));
    m_against->setMinimumContentsLength(18);
    for (QComboBox *box : {m_book, m_against}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->view()->setAccessibleName(box->accessibleName());
    }
    m_filter->setObjectName(u"replayFilter"_s);
    m_filter->setPlaceholderText(tr("Filter entries"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_filter->setClearButtonEnabled(true);
    m_changed->setObjectName(u"replayChanged"_s);
    const auto dressed = [](QToolButton *button, const QString &text, const QString &name) {
        button->setText(text);
        button->setAccessibleName(name);
        button->setToolTip(name);
        button->setFocusPolicy(Qt::StrongFocus);
        return button;
    };
    dressed(m_further, u"−"_s, tr("Make the turns narrower (-)"));
    dressed(m_closer, u"+"_s, tr("Make the turns wider (+)"));
    dressed(m_fit, tr("All"), tr("Show all turns side by side (0)"));
    m_summary->setObjectName(u"replaySummary"_s);
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_progress->setObjectName(u"replayProgress"_s);
    m_progress->setAccessibleName(tr("Turns replayed"));
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(160);
    m_cancel->setObjectName(u"replayCancel"_s);

    auto *versus = new PlainLabel(tr("against"));
    auto *first = new QHBoxLayout;
    first->addWidget(m_book, 2);
    first->addWidget(versus);
    first->addWidget(m_against, 2);
    first->addStretch(1);
    first->addWidget(m_progress);
    first->addWidget(m_cancel);
    auto *second = new QHBoxLayout;
    second->addWidget(m_filter, 2);
    second->addWidget(m_changed);
    second->addStretch(1);
    second->addWidget(m_further);
    second->addWidget(m_closer);
    second->addWidget(m_fit);
    auto *rows = new QVBoxLayout(head);
    rows->setContentsMargins(12, 10, 12, 8);
    rows->setSpacing(8);
    rows->addLayout(first);
    rows->addWidget(m_summary);
    rows->addLayout(second);
    return head;
}

QWidget *LoreReplayWindow::makeFoot()
{
    auto *foot = new QWidget;
    m_cell->setObjectName(u"replayCell"_s);
    m_why->setObjectName(u"replayWhy"_s);
    m_why->setWordWrap(true);
    m_why->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_why->setMinimumHeight(2 * fontMetrics().height() + 4);
    m_toTurn->setToolTip(tr("Show the reply in the chat (Enter)"));
    m_toEntry->setToolTip(tr("Open the entry in its editor (F2)"));
    m_legend->setText(
        tr("Above: before; below: now. Full bar: fired. Two thirds: cut by the budget. Half: lost to its "
           "group or roll. Line: no match. Nothing: not checked. Marks at the edges: added, lost."));
    m_legend->setWordWrap(true);
    m_legend->setObjectName(u"replayLegend"_s);
    auto *texts = new QVBoxLayout;
    texts->addWidget(m_legend);
    texts->addWidget(m_cell);
    texts->addWidget(m_why);
    auto *row = new QHBoxLayout(foot);
    row->setContentsMargins(12, 8, 12, 10);
    row->addLayout(texts, 1);
    row->addWidget(m_toTurn, 0, Qt::AlignBottom);
    row->addWidget(m_toEntry, 0, Qt::AlignBottom);
    return foot;
}

void LoreReplayWindow::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_strip->setTheme(theme);
    applyColours();
}

void LoreReplayWindow::applyColours()
{
    QPalette dim = m_theme.palette();
    dim.setColor(QPalette::WindowText, m_theme.textDim);
    m_why->setPalette(dim);
    m_legend->setPalette(dim);
    m_legend->setFont(m_theme.smallFont());
    QFont strong = m_theme.interfaceFont();
    strong.setPointSizeF(strong.pointSizeF() * 1.1);
    strong.setWeight(QFont::DemiBold);
    m_summary->setFont(strong);
}

void LoreReplayWindow::setBooks(const QStringList &names)
{
    const LoreReplayWish before = wish();
    m_book->clear();
    m_book->addItems(names);
    setWish(before);
}

void LoreReplayWindow::setWish(const LoreReplayWish &wish)
{
    if (m_book->findText(wish.book) < 0 && !wish.book.isEmpty())
        m_book->addItem(wish.book);
    m_book->setCurrentIndex(m_book->findText(wish.book));
    fillAgainst();
    for (int i = 0; i < m_against->count(); ++i) {
        const auto against = LoreReplayWish::Against(m_against->itemData(i, Qt::UserRole).toInt());
        if (against == wish.against && (against != LoreReplayWish::Against::OtherBook ||
                                        m_against->itemData(i, Qt::UserRole + 1).toString() == wish.other))
            m_against->setCurrentIndex(i);
    }
}

LoreReplayWish LoreReplayWindow::wish() const
{
    return {.book = m_book->currentText(),
            .against = LoreReplayWish::Against(m_against->currentData(Qt::UserRole).toInt()),
            .other = m_against->currentData(Qt::UserRole + 1).toString()};
}

void LoreReplayWindow::fillAgainst()
{
    using Against = LoreReplayWish::Against;
    m_against->clear();
    m_against->addItem(tr("the file as saved"), int(Against::Saved));
    m_against->addItem(tr("the chat without it"), int(Against::Without));
    for (int i = 0; i < m_book->count(); ++i) {
        const QString name = m_book->itemText(i);
        if (name == m_book->currentText())
            continue;
        m_against->addItem(tr("“%1” in its place").arg(name), int(Against::OtherBook));
        m_against->setItemData(m_against->count() - 1, name, Qt::UserRole + 1);
    }
}

void LoreReplayWindow::setProgress(int done, int count)
{
    m_progress->setVisible(count > 0);
    m_progress->setRange(0, std::max(1, count));
    m_progress->setValue(done);
    m_cancel->setText(count > 0 ? tr("&Cancel") : tr("&Replay"));
}

void LoreReplayWindow::setReplays(const LoreReplayPairPtr &replays)
{
    m_replays = replays;
    m_strip->setReplays(replays);
    m_summary->setText(replays ? replaySummary(replays->comparison, wish().book) : QString());
    m_summary->setForegroundRole(QPalette::WindowText);
    showRows();
}

QString LoreReplayWindow::summary() const
{
    return m_summary->text();
}

void LoreReplayWindow::showProblem(const QString &text)
{
    m_summary->setText(text);
}

// The book's own entries first, among them those that change most; then those of other books that change.
void LoreReplayWindow::showRows()
{
    if (!m_replays)
        return m_strip->setRows({});
    const QList<LoreReplayRow> &all = m_replays->comparison.rows;
    const LoreReplayWish now = wish();
    QList<int> rows;
    for (int i = 0; i < all.size(); ++i) {
        const LoreReplayRow &row = all.at(i);
        const bool isOwn = row.book == now.book || (!now.other.isEmpty() && row.book == now.other);
        if (!(isOwn || row.isChanged()) || (m_changed->isChecked() && !row.isChanged()))
            continue;
        if (row.title.contains(m_filter->text(), Qt::CaseInsensitive))
            rows.append(i);
    }
    std::ranges::stable_sort(rows, [&](int a, int b) {
        const auto weight = [&](int i) {
            const LoreReplayRow &row = all.at(i);
            return std::pair(row.gained + row.lost, row.firedAfter);
        };
        return weight(a) > weight(b);
    });
    m_strip->setRows(rows);
}

void LoreReplayWindow::showLooked()
{
    const LoreHeatStrip::Cell cell = m_strip->lookedAt();
    const bool isChosen = !m_strip->chosen().isNothing();
    m_toTurn->setEnabled(isChosen);
    m_toEntry->setEnabled(isChosen);
    m_cell->setText(cell.isNothing() ? tr("Choose a place in the strip to see why.") : m_strip->words(cell));
    if (cell == m_looked)
        return;
    m_looked = cell;
    m_why->clear();
    if (!cell.isNothing())
        Q_EMIT reasonsRequested(cell);
}

void LoreReplayWindow::setReasons(const QString &before, const QString &after)
{
    if (before == after || before.isEmpty())
        m_why->setText(after);
    else if (after.isEmpty())
        m_why->setText(before);
    else
        m_why->setText(tr("Before: %1\nNow: %2").arg(before, after));
}

void LoreReplayWindow::closeEvent(QCloseEvent *event)
{
    Q_EMIT closing();
    QWidget::closeEvent(event);
}

} // namespace snug
