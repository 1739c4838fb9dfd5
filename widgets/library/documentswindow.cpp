#include "widgets/library/documentswindow.h"

#include "core/model/searchtext.h"
#include "widgets/library/comparechoice.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/plainlabel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

QList<DocumentKind> DocumentsWindow::kinds()
{
    using enum DocumentKind;
    return {Card,         Persona, Preset, Lorebook, ChatTemplate, ContextTemplate, InstructTemplate,
            SystemPrompt, Rules};
}

// Rows with room around their words.
class DocumentRows : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(12, 10);
    }
};

QString DocumentsWindow::kindTitle(DocumentKind kind)
{
    switch (kind) {
    case DocumentKind::Card:
        return tr("Characters");
    case DocumentKind::Persona:
        return tr("Personas");
    case DocumentKind::Preset:
        return tr("Presets");
    case DocumentKind::Lorebook:
        return tr("Lorebooks");
    case DocumentKind::ChatTemplate:
        return tr("Prompt Templates");
    case DocumentKind::ContextTemplate:
        return tr("Context Templates");
    case DocumentKind::InstructTemplate:
        return tr("Instruct Templates");
    case DocumentKind::SystemPrompt:
        return tr("System Prompts");
    case DocumentKind::Rules:
        return tr("SmartTavern's Rules");
    default:
        return {};
    }
}

DocumentsWindow::DocumentsWindow(QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_model(new DocumentsModel(this))
    , m_order(new QSortFilterProxyModel(this))
    , m_kinds(new QListWidget)
    , m_search(new QLineEdit)
    , m_list(new QTreeView)
    , m_preview(new QPlainTextEdit)
    , m_state(new PlainLabel)
    , m_new(new QToolButton)
    , m_compare(new QAction(this))
{
    m_compare->setObjectName(u"compareDocuments"_s);
    setObjectName(u"documents"_s);
    setWindowTitle(tr("Library"));
    resize(1020, 660);
    makeActions();
    m_kinds->setAccessibleName(tr("Kinds of documents"));
    m_kinds->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (const DocumentKind kind : kinds()) {
        auto *item = new QListWidgetItem(m_kinds);
        item->setData(Qt::UserRole, int(kind));
    }
    showKindNames();
    m_kinds->setItemDelegate(new DocumentRows(m_kinds));
    m_preview->setReadOnly(true);
    m_preview->setAccessibleName(tr("What is in it"));
    m_preview->setTabChangesFocus(true);

    auto *parts = new QSplitter;
    parts->setObjectName(u"documentParts"_s);
    parts->addWidget(m_kinds);
    parts->addWidget(makeList());
    parts->addWidget(m_preview);
    parts->setStretchFactor(0, 0);
    parts->setStretchFactor(1, 3);
    parts->setStretchFactor(2, 2);
    parts->setSizes({190, 480, 350});
    parts->setChildrenCollapsible(false);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->addWidget(parts);

    connect(m_kinds, &QListWidget::currentRowChanged, this, &DocumentsWindow::showKind);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_order->setFilterFixedString(foldedForSearch(text));
        showState();
    });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &DocumentsWindow::showCurrent);
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &DocumentsWindow::showState);
    connect(m_list, &QTreeView::activated, this, [this] { m_actions[DocumentAct::Edit]->trigger(); });
    connect(m_new, &QToolButton::clicked, this, [this] { Q_EMIT newRequested(kind()); });
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
    connect(new QShortcut(Qt::Key_Escape, this), &QShortcut::activated, this, &QWidget::close);
    connect(new QShortcut(QKeySequence::New, this), &QShortcut::activated, m_new, &QToolButton::click);
    connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, this, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    m_kinds->setCurrentRow(0);
}

void DocumentsWindow::makeActions()
{
    const auto add = [this](DocumentAct act, const QString &text, const QKeySequence &key) {
        auto *action = new QAction(text, this);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WindowShortcut);
        m_actions.insert(act, action);
        addAction(action);
        connect(action, &QAction::triggered, this, [this, act] {
            if (const auto document = current())
                Q_EMIT actRequested(act, *document);
        });
    };
    add(DocumentAct::Edit, tr("&Edit…"), {});
    add(DocumentAct::Use, tr("&Use"), Qt::CTRL | Qt::Key_U);
    add(DocumentAct::Duplicate, tr("&Duplicate"), Qt::CTRL | Qt::Key_D);
    add(DocumentAct::Rename, tr("&Rename…"), Qt::Key_F2);
    add(DocumentAct::Export, tr("E&xport…"), Qt::CTRL | Qt::Key_E);
    add(DocumentAct::MakeOther, tr("New Persona from It"), {});
    add(DocumentAct::ShowInFolder, tr("Show in &Folder"), {});
    add(DocumentAct::Delete, tr("De&lete"), QKeySequence::Delete);
    connect(m_compare, &QAction::triggered, this, [this] {
        const ComparedKeys keys = comparedKeys(chosen());
        Q_EMIT compareRequested(keys.left, keys.right);
    });
    // In the search field, Delete deletes a character of the text.
    m_actions[DocumentAct::Delete]->setShortcutContext(Qt::WidgetShortcut);
    m_list->addAction(m_actions[DocumentAct::Delete]);
}

QWidget *DocumentsWindow::makeList()
{
    m_order->setSourceModel(m_model);
    m_order->setFilterRole(DocumentsModel::SearchRole);
    m_order->setSortCaseSensitivity(Qt::CaseInsensitive);
    m_order->setSortLocaleAware(true);
    m_search->setPlaceholderText(tr("Find by name"));
    m_search->setAccessibleName(tr("Find by name"));
    m_search->setClearButtonEnabled(true);
    m_list->setObjectName(u"documentList"_s);
    m_list->setAccessibleName(tr("Documents"));
    m_list->setModel(m_order);
    m_list->setItemDelegate(new DocumentRows(m_list));
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection); // two can be compared
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setSortingEnabled(true);
    m_list->sortByColumn(DocumentsModel::NameColumn, Qt::AscendingOrder);
    m_list->setAllColumnsShowFocus(true);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(DocumentsModel::NameColumn, QHeaderView::Stretch);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_list, &QWidget::customContextMenuRequested, this, [this](const QPoint &position) {
        auto *menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        if (current()) {
            menu->addActions(m_actions.values());
            menu->addAction(m_compare);
            menu->addSeparator();
        }
        menu->addAction(m_new->text(), m_new, &QToolButton::click);
        menu->popup(m_list->viewport()->mapToGlobal(position));
    });
    m_state->setWordWrap(true);
    m_state->setForegroundRole(QPalette::PlaceholderText);
    m_new->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_new->setIcon(icon(IconName::Plus));

    auto *head = new QHBoxLayout;
    head->addWidget(m_search, 1);
    head->addWidget(m_new);
    auto *buttons = new QHBoxLayout;
    for (QAction *action : std::as_const(m_actions)) {
        if (action == m_actions[DocumentAct::MakeOther] || action == m_actions[DocumentAct::ShowInFolder])
            continue; // in the menu
        auto *button = new QToolButton;
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setAutoRaise(true);
        buttons->addWidget(button);
    }
    auto *compare = new QToolButton;
    compare->setDefaultAction(m_compare);
    compare->setToolButtonStyle(Qt::ToolButtonTextOnly);
    compare->setAutoRaise(true);
    buttons->addWidget(compare);
    buttons->addStretch();
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(head);
    column->addWidget(m_list, 1);
    column->addWidget(m_state);
    column->addLayout(buttons);
    return page;
}

void DocumentsWindow::addFoot(QWidget *foot)
{
    layout()->addWidget(foot);
}

DocumentKind DocumentsWindow::kind() const
{
    return kinds().value(qMax(0, m_kinds->currentRow()));
}

void DocumentsWindow::setDocuments(const QMap<DocumentKind, QList<LibraryDocument>> &documents)
{
    m_documents = documents;
    showKindNames();
    showKind();
}

void DocumentsWindow::choose(const DocumentKey &key)
{
    m_wanted = key;
    const qsizetype row = kinds().indexOf(key.kind);
    if (row < 0)
        return;
    m_search->clear();
    m_kinds->setCurrentRow(int(row));
    showKind();
}

QList<LibraryDocument> DocumentsWindow::chosen() const
{
    QList<LibraryDocument> list;
    const QModelIndexList rows = m_list->selectionModel()->selectedRows();
    for (const QModelIndex &index : rows)
        list.append(m_model->documentAt(m_order->mapToSource(index)));
    return list;
}

std::optional<LibraryDocument> DocumentsWindow::current() const
{
    const QModelIndex index = m_order->mapToSource(m_list->currentIndex());
    return index.isValid() ? std::optional(m_model->documentAt(index)) : std::nullopt;
}

void DocumentsWindow::setPreview(const DocumentKey &key, const QString &text, const QString &problem)
{
    if (!m_shown || m_shown->key != key)
        return;
    m_preview->setPlainText(text);
    m_preview->setPlaceholderText(problem.isEmpty() ? tr("There is no text in it.") : problem);
}

void DocumentsWindow::showKindNames()
{
    for (int row = 0; row < m_kinds->count(); ++row) {
        const DocumentKind kind = kinds().at(row);
        //: %1 is "Presets", %2 how many
        m_kinds->item(row)->setText(tr("%1 (%2)").arg(kindTitle(kind)).arg(m_documents.value(kind).size()));
    }
}

void DocumentsWindow::showKind()
{
    const auto before = current();
    m_new->setText(kind() == DocumentKind::Card ? tr("New…") : tr("New"));
    m_model->setDocuments(m_documents.value(kind()));
    QModelIndex wanted;
    if (m_wanted)
        wanted = m_model->indexOf(*m_wanted);
    if (wanted.isValid())
        m_wanted.reset();
    else if (before)
        wanted = m_model->indexOf(before->key);
    QModelIndex row = m_order->mapFromSource(wanted);
    if (!row.isValid())
        row = m_order->index(0, 0);
    // Not as a click of this moment would choose, with Ctrl still held.
    m_list->selectionModel()->setCurrentIndex(row, QItemSelectionModel::ClearAndSelect |
                                                       QItemSelectionModel::Rows);
    m_list->scrollTo(row);
    for (const int column : {int(DocumentsModel::ContentColumn), int(DocumentsModel::EffectColumn)})
        m_list->resizeColumnToContents(column);
    showCurrent();
}

void DocumentsWindow::showCurrent()
{
    const auto document = current();
    if (document != m_shown) {
        const bool isAnother = !document || !m_shown || document->key != m_shown->key;
        m_shown = document;
        if (isAnother)
            m_preview->clear();
        m_preview->setPlaceholderText({});
        if (document)
            Q_EMIT previewRequested(*document);
    }
    showState();
}

void DocumentsWindow::showState()
{
    const auto document = current();
    const bool isReadable = document && document->problem.isEmpty();
    const QList<LibraryDocument> all = chosen();
    showCompare(m_compare, all);
    const bool isOne = all.size() < 2; // what is done with one is done with that one
    for (const auto [act, action] : m_actions.asKeyValueRange())
        action->setEnabled(isOne && document &&
                           (isReadable || act == DocumentAct::ShowInFolder || act == DocumentAct::Delete ||
                            act == DocumentAct::Edit));
    QAction *other = m_actions[DocumentAct::MakeOther];
    other->setVisible(kind() == DocumentKind::Card || kind() == DocumentKind::Persona);
    other->setText(kind() == DocumentKind::Persona ? tr("New Character from It…")
                                                   : tr("New Persona from It"));
    QAction *use = m_actions[DocumentAct::Use];
    const bool isSwitched = document && document->isInEffect && kind() != DocumentKind::Card;
    //: the document no longer shapes the prompt
    use->setText(kind() == DocumentKind::Card ? tr("Open &Chat")
                 : isSwitched                 ? tr("Stop &Using")
                                              : tr("&Use"));
    if (m_model->rowCount() == 0)
        m_state->setText(tr("There are none yet. New makes the first."));
    else if (m_order->rowCount() == 0)
        m_state->setText(tr("No matches."));
    else
        m_state->setText({});
    m_state->setVisible(!m_state->text().isEmpty());
}

} // namespace snug
