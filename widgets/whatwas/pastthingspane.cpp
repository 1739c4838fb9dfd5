#include "widgets/whatwas/pastthingspane.h"

#include "core/model/searchtext.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/whatwas/pastthingsmodel.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

#include <set>

using namespace Qt::StringLiterals;

namespace snug {

// By words and by kind.
class PastThingsPane::Filter : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void look(const QString &words, int kind)
    {
        m_words = foldedForSearch(words).split(u' ', Qt::SkipEmptyParts);
        m_kind = kind;
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override
    {
        const QModelIndex index = sourceModel()->index(row, 0, parent);
        if (m_kind >= 0 && index.data(PastThingsModel::KindRole).toInt() != m_kind)
            return false;
        const QString text = index.data(PastThingsModel::SearchRole).toString();
        return std::ranges::all_of(m_words, [&](const QString &word) { return text.contains(word); });
    }

private:
    QStringList m_words;
    int m_kind = -1; // all
};

PastThingsPane::PastThingsPane(QWidget *parent)
    : QWidget(parent)
    , m_model(new PastThingsModel(this))
    , m_filter(new Filter(this))
    , m_search(new QLineEdit)
    , m_kinds(new QComboBox)
    , m_list(new QTreeView)
    , m_text(new QPlainTextEdit)
    , m_state(new PlainLabel)
    , m_said(new PlainLabel)
    , m_restore(new QPushButton(tr("&Restore")))
    , m_remove(new QPushButton(tr("&Delete for Good…")))
{
    m_filter->setSourceModel(m_model);
    m_filter->setSortRole(PastThingsModel::SortRole);
    m_filter->setSortCaseSensitivity(Qt::CaseInsensitive);
    m_search->setPlaceholderText(tr("Find by name"));
    m_search->setAccessibleName(tr("Find by name"));
    m_search->setClearButtonEnabled(true);
    m_kinds->setAccessibleName(tr("Which kind"));
    m_list->setObjectName(u"pastThings"_s);
    m_list->setModel(m_filter);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setSortingEnabled(true);
    m_list->sortByColumn(PastThingsModel::WhenColumn, Qt::DescendingOrder);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setAllColumnsShowFocus(true);
    m_list->setAccessibleName(tr("What was deleted or replaced"));
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(PastThingsModel::NameColumn, QHeaderView::Stretch);
    m_text->setObjectName(u"pastText"_s);
    m_text->setReadOnly(true);
    m_text->setAccessibleName(tr("What it was"));
    for (PlainLabel *line : {m_state, m_said}) {
        line->setWordWrap(true);
        line->setForegroundRole(QPalette::PlaceholderText);
    }
    m_said->setForegroundRole(QPalette::WindowText);

    auto *filters = new QHBoxLayout;
    filters->addWidget(m_search, 1);
    filters->addWidget(m_kinds);
    auto *left = new QWidget;
    auto *leftColumn = new QVBoxLayout(left);
    leftColumn->setContentsMargins(0, 0, 0, 0);
    leftColumn->addLayout(filters);
    leftColumn->addWidget(m_list, 1);
    leftColumn->addWidget(m_state);
    auto *halves = new QSplitter;
    halves->setObjectName(u"pastHalves"_s);
    halves->addWidget(left);
    halves->addWidget(m_text);
    halves->setStretchFactor(0, 3);
    halves->setStretchFactor(1, 2);
    halves->setChildrenCollapsible(false);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_said, 1);
    buttons->addWidget(m_remove);
    buttons->addWidget(m_restore);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->addWidget(halves, 1);
    column->addLayout(buttons);

    const auto look = [this] {
        m_filter->look(m_search->text(), m_kinds->currentData().toInt());
        showState();
    };
    connect(m_search, &QLineEdit::textChanged, this, look);
    connect(m_kinds, &QComboBox::currentIndexChanged, this, look);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &PastThingsPane::showCurrent);
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &PastThingsPane::showState);
    connect(m_restore, &QPushButton::clicked, this, [this] { Q_EMIT restoreRequested(selected().value(0)); });
    connect(m_list, &QTreeView::activated, this, [this] {
        if (m_restore->isEnabled())
            m_restore->click();
    });
    connect(m_remove, &QPushButton::clicked, this, [this] { Q_EMIT removeRequested(selected()); });
    auto *remove = new QAction(this);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    m_list->addAction(remove);
    connect(remove, &QAction::triggered, m_remove, &QPushButton::click);
    fillKinds();
    showState();
}

void PastThingsPane::fillKinds()
{
    std::set<PastThing::Kind> present;
    for (const PastThing &thing : m_model->things())
        present.insert(thing.kind);
    const QVariant chosen = m_kinds->currentData();
    const QSignalBlocker blocker(m_kinds);
    m_kinds->clear();
    m_kinds->addItem(tr("All kinds"), -1);
    for (const PastThing::Kind kind : present)
        m_kinds->addItem(pastKindName(kind), int(kind));
    m_kinds->setCurrentIndex(qMax(0, m_kinds->findData(chosen)));
    m_filter->look(m_search->text(), m_kinds->currentData().toInt());
}

void PastThingsPane::setThings(const QList<PastThing> &things)
{
    const QList<PastThing> before = selected();
    m_model->setThings(things);
    fillKinds();
    const qsizetype row = before.isEmpty() ? -1 : things.indexOf(before.first());
    QModelIndex current = m_filter->mapFromSource(m_model->index(int(row), 0));
    if (!current.isValid())
        current = m_filter->index(0, 0);
    m_list->setCurrentIndex(current);
    for (int column = PastThingsModel::KindColumn; column <= PastThingsModel::SizeColumn; ++column)
        m_list->resizeColumnToContents(column);
    showCurrent();
}

QList<PastThing> PastThingsPane::selected() const
{
    QList<PastThing> things;
    for (const QModelIndex &index : m_list->selectionModel()->selectedRows())
        things.append(m_model->thingAt(m_filter->mapToSource(index)));
    return things;
}

void PastThingsPane::showCurrent()
{
    const QModelIndex current = m_filter->mapToSource(m_list->currentIndex());
    m_text->clear();
    if (current.isValid())
        Q_EMIT shown(m_model->thingAt(current));
    showState();
}

void PastThingsPane::showState()
{
    const qsizetype chosen = selected().size();
    m_restore->setEnabled(chosen == 1);
    m_remove->setEnabled(chosen > 0);
    if (m_model->rowCount() == 0)
        m_state->setText(
            tr("Nothing has been deleted or replaced yet. What you delete or save over is kept here."));
    else if (m_filter->rowCount() == 0)
        m_state->setText(tr("No matches."));
    else
        m_state->setText({});
    m_state->setVisible(!m_state->text().isEmpty());
}

void PastThingsPane::setText(const QString &text, const QString &problem)
{
    m_text->setPlainText(text);
    m_text->setPlaceholderText(problem.isEmpty() ? tr("It holds no text that could be shown.") : problem);
}

void PastThingsPane::say(const QString &text)
{
    m_said->setText(text);
}

} // namespace snug
