#include "widgets/inspector/lorepane.h"

#include "core/guarded.h"
#include "core/model/searchtext.h"
#include "core/prompt/promptaccount.h"
#include "core/prompt/unsentlore.h"
#include "widgets/inspector/factdelegate.h"
#include "widgets/inspector/factmodel.h"
#include "widgets/theme/plainlabel.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QLocale>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtConcurrentRun>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

Fact heading()
{
    Fact fact;
    fact.section = true;
    return fact;
}

} // namespace

LorePane::LorePane(QWidget *parent)
    : QWidget(parent)
    , m_filter(new QLineEdit(this))
    , m_order(new QComboBox(this))
    , m_simulate(new QToolButton(this))
    , m_counts(new PlainLabel(this))
    , m_empty(new PlainLabel(this))
    , m_view(new QListView(this))
    , m_model(new FactModel(this))
    , m_delegate(new FactDelegate(this))
    , m_stack(new QStackedLayout)
{
    m_filter->setPlaceholderText(tr("Filter entries"));
    m_filter->setAccessibleName(tr("Filter entries"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setObjectName(u"loreFilter"_s);
    m_order->setAccessibleName(tr("Order of the entries"));
    m_order->view()->setAccessibleName(m_order->accessibleName());
    m_order->setObjectName(u"loreOrder"_s);
    //: The order in which lore entries are listed
    m_order->addItem(tr("As served"), ServedOrder);
    m_order->addItem(tr("By title"), TitleOrder);
    m_order->addItem(tr("By lorebook"), BookOrder);
    m_order->addItem(tr("By tokens"), TokensOrder);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_empty->setContentsMargins(24, 32, 24, 24);
    m_view->setModel(m_model);
    m_view->setItemDelegate(m_delegate);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setMouseTracking(true);
    m_view->setAccessibleName(tr("Lore entries"));

    m_simulate->setText(tr("Simulate…"));
    m_simulate->setObjectName(u"loreSimulate"_s);
    m_simulate->setToolTip(tr("Show what lorebooks would have done in all past turns of the chat"));
    m_simulate->setFocusPolicy(Qt::StrongFocus);
    connect(m_simulate, &QToolButton::clicked, this, &LorePane::simulationRequested);

    auto *head = new QHBoxLayout;
    head->setContentsMargins(12, 10, 12, 8);
    head->setSpacing(8);
    head->addWidget(m_filter, 1);
    head->addWidget(m_order);
    head->addWidget(m_counts);
    head->addWidget(m_simulate);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_view);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addLayout(m_stack, 1);

    m_view->installEventFilter(this);
    connect(m_filter, &QLineEdit::textChanged, this, &LorePane::showRows);
    makeActions();
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &LorePane::keepChosen);
    connect(m_view, &QListView::activated, this, [this](const QModelIndex &index) {
        const int number = numberAt(index);
        if (number >= 0)
            Q_EMIT openLoreEntry(m_lore.at(number).book, m_lore.at(number).uid);
    });
    connect(m_view, &QListView::clicked, this, &LorePane::choose);
    connect(m_order, &QComboBox::currentIndexChanged, this, &LorePane::showRows);
    connect(&m_search, &QFutureWatcherBase::finished, this, [this] {
        if (m_search.isCanceled() || m_searchStop.stop_requested())
            return;
        m_misses = m_search.result();
        showRows();
    });
    showRows();
}

void LorePane::hidePlaces()
{
    m_hasPlaces = false;
    m_simulate->hide();
}

void LorePane::setFilter(const QString &text)
{
    m_filter->setText(text);
}

bool LorePane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Space && m_view->currentIndex().isValid()) {
        const int number = numberAt(m_view->currentIndex());
        if (number >= 0)
            Q_EMIT switchRequested(m_lore.at(number).book, m_lore.at(number).uid, m_lore.at(number).title);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void LorePane::setTheme(const Theme &theme)
{
    m_delegate->setTheme(theme);
    m_view->doItemsLayout();
    m_model->setTheme(theme);
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    m_counts->setPalette(dim);
    m_counts->setFont(theme.smallFont());
    m_empty->setPalette(dim);
}

LorePane::~LorePane()
{
    m_searchStop.request_stop();
}

void LorePane::setLore(const AssembledPrompt &prompt, const LoreMisses &known)
{
    const Trace &trace = prompt.trace;
    const CountKind kind = prompt.budget.kind;
    const QHash<QString, int> costs = loreCosts(prompt);
    const QHash<QString, QString> unsent = unsentLore(prompt);
    if (m_lore == trace.lore && m_kind == kind && m_evidence == trace.loreEvidence && m_costs == costs &&
        m_known == known && m_unsent == unsent)
        return;
    m_lore = trace.lore;
    m_costs = costs;
    m_unsent = unsent;
    m_evidence = trace.loreEvidence;
    m_known = known;
    m_kind = kind;
    m_misses.clear();
    showRows();
    findMisses();
}

// On a thread of the pool: all of a long chat is looked through.
void LorePane::findMisses()
{
    m_searchStop.request_stop();
    m_searchStop = {};
    m_search.setFuture(QtConcurrent::run(guarded(
        [rows = m_lore, evidence = m_evidence, known = m_known, stop = m_searchStop.get_token()] {
            return evidence.index ? silentMisses(evidence, rows, stop) : known;
        },
        [](const Error &) { return LoreMisses(); })));
}

QString LorePane::reasonOf(qsizetype number) const
{
    const LoreTrace &entry = m_lore.at(number);
    const QString unsent = m_unsent.value(u"%1.%2"_s.arg(entry.book).arg(entry.uid));
    if (!unsent.isEmpty())
        return tr("%1. %2").arg(loreRowReason(entry, m_kind), unsent);
    const auto miss = m_misses.constFind(number);
    if (miss == m_misses.cend())
        return loreRowReason(entry, m_kind);
    // That no key was found says less than where one nearly was.
    return entry.gate == LoreGate::KeyNotFound
               ? loreMissText(*miss)
               //: %1 and %2 are whole sentences without full stops
               : tr("%1. %2").arg(loreRowReason(entry, m_kind), loreMissText(*miss));
}

int LorePane::tokensOf(qsizetype number) const
{
    return loreRowTokens(m_lore.at(number), m_costs);
}

bool LorePane::matches(qsizetype number) const
{
    if (m_filter->text().isEmpty())
        return true;
    const WordSearch wanted(m_filter->text());
    const LoreTrace &entry = m_lore.at(number);
    return wanted.isIn(entry.title) || wanted.isIn(entry.book) || wanted.isIn(reasonOf(number));
}

QList<qsizetype> LorePane::ordered() const
{
    QList<qsizetype> numbers(m_lore.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    const auto titleBefore = [this](qsizetype a, qsizetype b) {
        return m_lore[a].title.compare(m_lore[b].title, Qt::CaseInsensitive) < 0;
    };
    switch (Order(m_order->currentData().toInt())) {
    case ServedOrder:
        break;
    case TitleOrder:
        std::ranges::stable_sort(numbers, titleBefore);
        break;
    case BookOrder:
        std::ranges::stable_sort(numbers, [&](qsizetype a, qsizetype b) {
            const int books = m_lore[a].book.compare(m_lore[b].book, Qt::CaseInsensitive);
            return books != 0 ? books < 0 : titleBefore(a, b);
        });
        break;
    case TokensOrder:
        std::ranges::stable_sort(numbers, std::ranges::greater(),
                                 [this](qsizetype number) { return tokensOf(number); });
        break;
    }
    return numbers;
}

void LorePane::showRows()
{
    const QLocale locale;
    QList<Fact> facts;
    qsizetype fired = 0;
    const QList<qsizetype> numbers = ordered();
    for (const bool wanted : {true, false}) {
        const qsizetype headingRow = facts.size();
        facts.append(heading());
        for (const qsizetype number : numbers) {
            const LoreTrace &entry = m_lore.at(number);
            if (entry.fired != wanted || !matches(number))
                continue;
            facts.append({titleOf(number), entry.book, reasonOf(number),
                          wanted || entry.tokens > 0 ? tokensOf(number) : -1, m_kind,
                          wanted ? int(SourceGroup::Lorebook) : -1, false, int(number)});
        }
        const qsizetype count = facts.size() - headingRow - 1;
        if (count == 0)
            facts.removeLast();
        else
            facts[headingRow].title =
                (wanted ? tr("Fired (%1)") : tr("Silent (%1)")).arg(locale.toString(count));
        if (wanted)
            fired = count;
    }
    // The keyboard stays at its entry, which may go from those that fired to the silent ones.
    m_isFilling = true;
    m_model->setFacts(facts);
    for (int row = 0; row < facts.size() && m_chosen.second >= 0; ++row) {
        const int number = facts.at(row).number;
        if (number >= 0 && m_chosen == std::pair(m_lore.at(number).book, m_lore.at(number).uid) &&
            m_view->currentIndex().row() != row)
            m_view->setCurrentIndex(m_model->index(row, 0));
    }
    m_isFilling = false;
    showCounts(fired, !facts.isEmpty());
}

void LorePane::keepChosen()
{
    if (const int number = numberAt(m_view->currentIndex()); !m_isFilling && number >= 0)
        m_chosen = {m_lore.at(number).book, m_lore.at(number).uid};
}

int LorePane::numberAt(const QModelIndex &index) const
{
    return index.isValid() ? m_model->fact(index.row()).number : -1;
}

QString LorePane::titleOf(qsizetype number) const
{
    const LoreTrace &entry = m_lore.at(number);
    return entry.title.isEmpty() ? tr("Entry %1").arg(entry.uid) : entry.title;
}

void LorePane::showCounts(qsizetype fired, bool isAnyShown)
{
    const QLocale locale;
    m_filter->setEnabled(!m_lore.isEmpty());
    m_order->setEnabled(!m_lore.isEmpty());
    m_counts->setText(m_lore.isEmpty()
                          ? QString()
                          //: Lore entries that fired, of all in effect.
                          : tr("%1 of %2 fired").arg(locale.toString(fired), locale.toString(m_lore.size())));
    m_empty->setText(m_lore.isEmpty()
                         ? (m_hasPlaces
                                ? tr("No lorebook is in effect. Attach one to the chat, the character or "
                                     "the persona, and each entry's fate appears here.")
                                : tr("No lorebook was in effect."))
                         : tr("No entry contains this text."));
    m_stack->setCurrentWidget(isAnyShown ? static_cast<QWidget *>(m_view) : m_empty);
}

void LorePane::choose(const QModelIndex &index)
{
    const int number = numberAt(index);
    if (number < 0)
        return;
    const LoreDetail &detail = m_lore.at(number).details();
    if (detail.place == LorePlace::Message)
        Q_EMIT messageRequested(detail.message, detail.start, detail.length);
}

void LorePane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    // What is tried without an entry is said below the list, which must not cover that entry's row.
    const QModelIndex current = m_view->currentIndex();
    const int before = m_view->viewport()->height() + event->oldSize().height() - event->size().height();
    const QRect row = m_view->visualRect(current);
    const bool wasInSight = row.bottom() >= 0 && row.top() < before;
    m_delegate->setWidth(width());
    m_view->doItemsLayout();
    if (current.isValid() && wasInSight)
        m_view->scrollTo(current);
}

void LorePane::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

} // namespace snug
