#include "widgets/inspector/lorepane.h"

#include "widgets/inspector/factdelegate.h"
#include "widgets/inspector/factmodel.h"

#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QLocale>
#include <QStackedLayout>
#include <QVBoxLayout>

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
    , m_counts(new QLabel(this))
    , m_empty(new QLabel(this))
    , m_view(new QListView(this))
    , m_model(new FactModel(this))
    , m_delegate(new FactDelegate(this))
    , m_stack(new QStackedLayout)
{
    m_filter->setPlaceholderText(tr("Filter entries"));
    m_filter->setAccessibleName(tr("Filter entries"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setObjectName(u"loreFilter"_s);
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

    auto *head = new QHBoxLayout;
    head->setContentsMargins(12, 10, 12, 8);
    head->setSpacing(8);
    head->addWidget(m_filter, 1);
    head->addWidget(m_counts);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_view);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addLayout(m_stack, 1);

    connect(m_filter, &QLineEdit::textChanged, this, &LorePane::showRows);
    connect(m_view, &QListView::activated, this, [this](const QModelIndex &index) {
        const int number = m_model->fact(index.row()).number;
        if (number >= 0)
            Q_EMIT openLoreEntry(m_lore.at(number).book, m_lore.at(number).uid);
    });
    showRows();
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

void LorePane::setLore(const QList<LoreTrace> &lore, CountKind kind)
{
    if (m_lore == lore && m_kind == kind)
        return;
    m_lore = lore;
    m_kind = kind;
    showRows();
}

bool LorePane::matches(const LoreTrace &entry) const
{
    const QString wanted = m_filter->text();
    return wanted.isEmpty() || entry.title.contains(wanted, Qt::CaseInsensitive) ||
           entry.book.contains(wanted, Qt::CaseInsensitive) ||
           entry.reason.contains(wanted, Qt::CaseInsensitive);
}

void LorePane::showRows()
{
    const QLocale locale;
    QList<Fact> facts;
    qsizetype fired = 0;
    for (const bool wanted : {true, false}) {
        const qsizetype headingRow = facts.size();
        facts.append(heading());
        for (int i = 0; i < m_lore.size(); ++i) {
            const LoreTrace &entry = m_lore.at(i);
            if (entry.fired != wanted || !matches(entry))
                continue;
            facts.append({entry.title.isEmpty() ? tr("Entry %1").arg(entry.uid) : entry.title, entry.book,
                          entry.reason, entry.tokens, m_kind, wanted ? int(SourceGroup::Lorebook) : -1, false,
                          i});
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
    m_model->setFacts(facts);

    m_filter->setEnabled(!m_lore.isEmpty());
    m_counts->setText(m_lore.isEmpty()
                          ? QString()
                          //: Lore entries that fired, of all in effect.
                          : tr("%1 of %2 fired").arg(locale.toString(fired), locale.toString(m_lore.size())));
    m_empty->setText(m_lore.isEmpty()
                         ? tr("No lorebook is in effect. Attach one to the chat, the character or "
                              "the persona, and each entry's fate appears here.")
                         : tr("No entry holds this text."));
    m_stack->setCurrentWidget(facts.isEmpty() ? static_cast<QWidget *>(m_empty) : m_view);
}

void LorePane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_delegate->setWidth(width());
    m_view->doItemsLayout();
}

void LorePane::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

} // namespace snug
