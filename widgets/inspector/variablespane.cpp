#include "widgets/inspector/variablespane.h"

#include "core/guarded.h"
#include "core/model/searchtext.h"
#include "core/prompt/promptparts.h"
#include "widgets/inspector/variablesmodel.h"
#include "widgets/theme/plainlabel.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>
#include <QtConcurrentRun>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

VariablesPane::VariablesPane(QWidget *parent)
    : QWidget(parent)
    , m_filter(new QLineEdit)
    , m_empty(new PlainLabel)
    , m_view(new QTableView)
    , m_model(new VariablesModel(this))
    , m_stack(new QStackedLayout)
{
    m_filter->setPlaceholderText(tr("Filter variables"));
    m_filter->setAccessibleName(tr("Filter variables"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setObjectName(u"variablesFilter"_s);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_empty->setContentsMargins(24, 32, 24, 24);
    m_empty->setObjectName(u"variablesEmpty"_s);
    m_view->setModel(m_model);
    m_view->setObjectName(u"variablesTable"_s);
    m_view->setAccessibleName(tr("Variables"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->setTabKeyNavigation(false);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setCornerButtonEnabled(false);
    m_view->verticalHeader()->hide();
    QHeaderView *header = m_view->horizontalHeader();
    header->setAccessibleName(tr("Columns of the variables"));
    header->setHighlightSections(false);
    header->setStretchLastSection(true);
    const int letter = fontMetrics().averageCharWidth();
    for (const auto &[column, letters] :
         {std::pair(VariablesModel::NameColumn, 14), std::pair(VariablesModel::StoredColumn, 12),
          std::pair(VariablesModel::PromptColumn, 18), std::pair(VariablesModel::SetByColumn, 20),
          std::pair(VariablesModel::ReadByColumn, 20)})
        header->resizeSection(column, letter * letters);
    setFocusProxy(m_view);

    auto *head = new QHBoxLayout;
    head->setContentsMargins(12, 10, 12, 8);
    head->addWidget(m_filter);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_view);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addLayout(m_stack, 1);

    connect(m_filter, &QLineEdit::textChanged, this, &VariablesPane::showRows);
    connect(m_view, &QTableView::activated, this, &VariablesPane::activate);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view, &QWidget::customContextMenuRequested, this, &VariablesPane::showMenu);
    connect(m_model, &VariablesModel::written, this, &VariablesPane::setRequested);
    connect(&m_search, &QFutureWatcherBase::finished, this, [this] {
        if (!m_search.isCanceled()) {
            m_variables = m_search.result();
            showRows();
        }
    });
    showRows();
}

VariablesPane::~VariablesPane() = default;

void VariablesPane::setTheme(const Theme &theme)
{
    m_model->setTheme(theme);
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    m_empty->setPalette(dim);
}

void VariablesPane::setPrompt(const PromptInputs &inputs, const AssembledPrompt &prompt)
{
    m_pending = {inputs, prompt};
    if (isVisible())
        search();
}

void VariablesPane::clear()
{
    m_pending.reset();
    m_search.setFuture({});
    m_variables.clear();
    showRows();
}

void VariablesPane::showEvent(QShowEvent *event)
{
    search();
    QWidget::showEvent(event);
}

// An older search that still runs is of no use any more: the watcher has left it.
void VariablesPane::search()
{
    if (const std::optional<Made> made = std::exchange(m_pending, {}))
        m_search.setFuture(
            QtConcurrent::run(guarded([made = *made] { return listVariables(made.inputs, made.prompt); },
                                      [](const Error &) { return QList<ListedVariable>(); })));
}

bool VariablesPane::matches(const ListedVariable &variable) const
{
    const QString wanted = m_filter->text().trimmed();
    if (wanted.isEmpty())
        return true;
    const auto has = [words = WordSearch(wanted)](const QString &text) { return words.isIn(text); };
    const auto hasUse = [&has](const VariableUse &use) { return has(thingName(use.source)); };
    return has(variable.name) || has(variable.before.value_or(QString())) ||
           has(variable.after.value_or(QString())) || std::ranges::any_of(variable.setBy, hasUse) ||
           std::ranges::any_of(variable.readBy, hasUse);
}

void VariablesPane::showRows()
{
    QList<ListedVariable> shown;
    std::ranges::copy_if(m_variables, std::back_inserter(shown),
                         [this](const ListedVariable &variable) { return matches(variable); });
    m_model->setVariables(shown);
    if (m_variables.isEmpty())
        m_empty->setText(tr("No variables here. A macro such as {{setvar::mood::calm}} in a text, or the "
                            "command /setvar, makes one."));
    else
        m_empty->setText(tr("No variable contains these words."));
    m_stack->setCurrentWidget(shown.isEmpty() ? static_cast<QWidget *>(m_empty) : m_view);
}

void VariablesPane::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

// A name of a text leads there; everywhere else in the row the value is written.
void VariablesPane::activate(const QModelIndex &index)
{
    const QList<VariableUse> uses = m_model->uses(index);
    if (uses.size() == 1)
        Q_EMIT sourceRequested(uses.first().source, uses.first().position);
    else if (uses.size() > 1)
        offer(uses, index);
    else if (const QModelIndex stored = index.siblingAtColumn(VariablesModel::StoredColumn);
             stored.flags() & Qt::ItemIsEditable) {
        m_view->setCurrentIndex(stored);
        m_view->edit(stored);
    }
}

void VariablesPane::showMenu(const QPoint &position)
{
    const QModelIndex index = m_view->indexAt(position);
    if (!index.isValid())
        return;
    const ListedVariable variable = m_model->variable(index.row());
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction *write = menu->addAction(
        tr("Write its value"), this,
        [this, index = QPersistentModelIndex(index.siblingAtColumn(VariablesModel::StoredColumn))] {
            if (!index.isValid())
                return;
            m_view->setCurrentIndex(index);
            m_view->edit(index);
        });
    write->setEnabled(variable.isEditable());
    if (!variable.isEditable())
        write->setText(tr("Its value is written in the template, which sets it each time"));
    QAction *story = menu->addAction(tr("Its values at earlier requests…"), this,
                                     [this, variable] { Q_EMIT storyRequested(variable); });
    story->setEnabled(variable.isEditable()); // a template's live only while it is rendered
    menu->popup(m_view->viewport()->mapToGlobal(position));
}

void VariablesPane::offer(const QList<VariableUse> &uses, const QModelIndex &index)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(u"variableTexts"_s);
    for (const VariableUse &use : uses)
        menu->addAction(thingName(use.source).replace(u'&', u"&&"_s), this,
                        [this, use] { Q_EMIT sourceRequested(use.source, use.position); });
    menu->popup(m_view->viewport()->mapToGlobal(m_view->visualRect(index).bottomLeft()));
}

} // namespace snug
