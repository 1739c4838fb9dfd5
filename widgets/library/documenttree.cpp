#include "widgets/library/documenttree.h"

#include "core/model/searchtext.h"
#include "widgets/library/comparechoice.h"
#include "widgets/library/documentswindow.h"
#include "widgets/theme/icons.h"

#include <QAction>
#include <QCollator>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Not as a click of this moment would choose, with Ctrl still held.
constexpr QItemSelectionModel::SelectionFlags alone =
    QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows;

enum Column : quint8 { NameColumn, CountColumn };
enum RowRole {
    KindRole = Qt::UserRole,
    PlaceRole
}; // of DocumentKind; in the list of that kind, -1: its head

// More than these stay folded at first: one looks for them by name.
constexpr int mostUnfolded = 40;

// In the user's order of letters. Of ten thousand names each is looked at once for it.
QList<LibraryDocument> byName(const QList<LibraryDocument> &documents)
{
    const QCollator letters;
    std::vector<std::pair<QCollatorSortKey, qsizetype>> order;
    order.reserve(size_t(documents.size()));
    for (qsizetype i = 0; i < documents.size(); ++i)
        order.emplace_back(letters.sortKey(documents.at(i).name), i);
    std::ranges::stable_sort(order,
                             [](const auto &a, const auto &b) { return a.first.compare(b.first) < 0; });
    QList<LibraryDocument> sorted;
    sorted.reserve(documents.size());
    for (const auto &[key, place] : order)
        sorted.append(documents.at(place));
    return sorted;
}

bool areSameDocuments(const QList<LibraryDocument> &a, const QList<LibraryDocument> &b)
{
    return std::ranges::equal(a, b, {}, &LibraryDocument::key, &LibraryDocument::key);
}

// With room around their words.
class DocumentTreeRows : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(4, 7);
    }
};

} // namespace

DocumentTree::DocumentTree(QWidget *parent)
    : QWidget(parent)
    , m_theme(Theme::light())
    , m_search(new QLineEdit)
    , m_new(new QToolButton)
    , m_newMenu(new QMenu(this))
    , m_list(new QTreeWidget)
    , m_scripts(new QTreeWidgetItem)
    , m_compare(new QAction(this))
{
    m_compare->setObjectName(u"compareDocuments"_s);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection); // two can be compared
    m_search->setPlaceholderText(tr("Find a document"));
    m_search->setAccessibleName(tr("Find a document"));
    m_search->setClearButtonEnabled(true);
    m_new->setText(tr("New"));
    m_new->setToolTip(tr("A new document"));
    m_new->setIcon(icon(IconName::Plus));
    m_new->setAutoRaise(true);
    m_new->setMenu(m_newMenu);
    m_new->setPopupMode(QToolButton::InstantPopup);
    m_list->setObjectName(u"documentTree"_s);
    m_list->setAccessibleName(tr("Documents"));
    m_list->setColumnCount(2);
    m_list->setHeaderHidden(true);
    m_list->setUniformRowHeights(true);
    m_list->setIndentation(14);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setExpandsOnDoubleClick(false);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(NameColumn, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(CountColumn, QHeaderView::ResizeToContents);
    m_list->setItemDelegate(new DocumentTreeRows(m_list));
    m_list->setAllColumnsShowFocus(true);
    m_list->installEventFilter(this);
    m_search->installEventFilter(this);
    makeActions();
    makeNewMenu();
    for (const DocumentKind kind : DocumentsWindow::kinds()) {
        auto *head = new QTreeWidgetItem(m_list);
        head->setData(0, KindRole, int(kind));
        head->setData(0, PlaceRole, -1);
        head->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        head->setText(NameColumn, DocumentsWindow::kindTitle(kind));
        m_kinds.insert(kind, head);
    }
    m_scripts->setText(NameColumn, tr("Regex Scripts"));
    m_scripts->setData(0, KindRole, int(DocumentKind::Script));
    m_scripts->setData(0, PlaceRole, -1);
    m_list->addTopLevelItem(m_scripts);

    auto *head = new QHBoxLayout;
    head->setSpacing(4);
    head->addWidget(m_search, 1);
    head->addWidget(m_new);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addLayout(head);
    column->addWidget(m_list, 1);

    connect(m_search, &QLineEdit::textChanged, this, &DocumentTree::applySearch);
    connect(m_list, &QTreeWidget::itemClicked, this, &DocumentTree::open);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &DocumentTree::showState);
    connect(m_list, &QTreeWidget::itemSelectionChanged, this, &DocumentTree::showState);
    connect(m_list, &QWidget::customContextMenuRequested, this, &DocumentTree::showMenu);
    showState();
}

void DocumentTree::setTheme(const Theme &theme)
{
    m_theme = theme;
    const auto all = m_documents;
    for (const auto &[kind, documents] : all.asKeyValueRange())
        fill(kind, documents);
    showEdited();
}

void DocumentTree::makeActions()
{
    const auto add = [this](DocumentAct act, const QString &text, const QKeySequence &key) {
        auto *action = new QAction(text, this);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut); // the editor beside it has its own
        m_actions.insert(act, action);
        m_list->addAction(action);
        connect(action, &QAction::triggered, this, [this, act] {
            if (const auto document = current())
                Q_EMIT actRequested(act, *document);
        });
    };
    add(DocumentAct::Edit, tr("&Edit"), {});
    add(DocumentAct::Use, tr("&Use"), Qt::CTRL | Qt::Key_U);
    add(DocumentAct::Duplicate, tr("&Duplicate"), Qt::CTRL | Qt::Key_D);
    add(DocumentAct::Rename, tr("&Rename…"), Qt::Key_F2);
    add(DocumentAct::Export, tr("E&xport…"), Qt::CTRL | Qt::Key_E);
    add(DocumentAct::ShowInFolder, tr("Show in &Folder"), {});
    add(DocumentAct::Delete, tr("De&lete"), QKeySequence::Delete);
    m_list->addAction(m_compare);
    connect(m_compare, &QAction::triggered, this, [this] {
        const ComparedKeys keys = comparedKeys(chosen());
        Q_EMIT compareRequested(keys.left, keys.right);
    });
}

void DocumentTree::makeNewMenu()
{
    for (const DocumentKind kind : DocumentsWindow::kinds()) {
        QAction *action = m_newMenu->addAction(DocumentsWindow::kindTitle(kind));
        connect(action, &QAction::triggered, this, [this, kind] { Q_EMIT newRequested(kind); });
    }
}

void DocumentTree::setDocuments(const QMap<DocumentKind, QList<LibraryDocument>> &documents)
{
    const auto chosen = current();
    for (const auto &[kind, unsorted] : documents.asKeyValueRange()) {
        const bool isFirst = !m_given.contains(kind);
        if (!isFirst && m_given.value(kind) == unsorted)
            continue;
        m_given.insert(kind, unsorted);
        const QList<LibraryDocument> list = byName(unsorted);
        if (!isFirst && areSameDocuments(m_documents.value(kind), list))
            change(kind, list);
        else
            fill(kind, list);
        if (isFirst && m_kinds.contains(kind))
            m_kinds.value(kind)->setExpanded(list.size() <= mostUnfolded);
    }
    showEdited();
    applySearch();
    if (m_wanted)
        choose(*m_wanted);
    else if (chosen && !current())
        select(chosen->key);
}

// What is chosen stays chosen.
void DocumentTree::fill(DocumentKind kind, const QList<LibraryDocument> &documents)
{
    QTreeWidgetItem *head = m_kinds.value(kind);
    if (!head)
        return;
    const QTreeWidgetItem *now = m_list->currentItem();
    const LibraryDocument *before = documentOf(now);
    const std::optional<DocumentKey> chosen =
        before && now->parent() == head ? std::optional(before->key) : std::nullopt;
    m_documents.insert(kind, documents);
    qDeleteAll(head->takeChildren());
    QList<QTreeWidgetItem *> rows;
    rows.reserve(documents.size());
    for (int place = 0; place < documents.size(); ++place) {
        auto *row = new QTreeWidgetItem;
        row->setData(0, KindRole, int(kind));
        row->setData(0, PlaceRole, place);
        showRow(row, documents.at(place));
        rows.append(row);
    }
    head->addChildren(rows);
    head->setText(CountColumn, QLocale().toString(documents.size()));
    head->setForeground(CountColumn, m_theme.textDim);
    head->setTextAlignment(CountColumn, Qt::AlignRight | Qt::AlignVCenter);
    if (chosen)
        select(*chosen);
}

// The same rows; some say something else.
void DocumentTree::change(DocumentKind kind, const QList<LibraryDocument> &documents)
{
    const QList<LibraryDocument> before = std::exchange(m_documents[kind], documents);
    QTreeWidgetItem *head = m_kinds.value(kind);
    for (int place = 0; head && place < documents.size(); ++place) {
        if (documents.at(place) != before.at(place))
            showRow(head->child(place), documents.at(place));
    }
}

void DocumentTree::showRow(QTreeWidgetItem *row, const LibraryDocument &document) const
{
    row->setText(NameColumn, document.name);
    QFont font = m_theme.interfaceFont();
    font.setBold(document.isInEffect);
    row->setFont(NameColumn, font);
    QString explanation = document.name;
    if (!document.content.isEmpty())
        explanation += u'\n' + document.content;
    if (document.isInEffect)
        explanation += u'\n' + tr("In effect");
    row->setText(CountColumn, document.doubtful > 0 ? QLocale().toString(document.doubtful) : QString());
    row->setForeground(CountColumn, m_theme.warning);
    row->setTextAlignment(CountColumn, Qt::AlignRight | Qt::AlignVCenter);
    if (document.doubtful > 0)
        explanation += u'\n' + tr("%Ln thing(s) to look at", nullptr, document.doubtful);
    row->setToolTip(CountColumn, document.doubtful > 0 ? explanation : QString());
    row->setData(NameColumn, Qt::ForegroundRole,
                 document.problem.isEmpty() ? QVariant() : QVariant(QBrush(m_theme.textDim)));
    if (!document.problem.isEmpty()) {
        explanation += u'\n' + document.problem;
    }
    row->setToolTip(NameColumn, explanation);
    row->setData(NameColumn, Qt::AccessibleDescriptionRole, explanation);
}

void DocumentTree::setEdited(const QList<DocumentKey> &edited)
{
    if (m_edited == edited)
        return;
    m_edited = edited;
    showEdited();
}

void DocumentTree::showEdited()
{
    const auto marked = [](const QString &name, bool isEdited) { return isEdited ? name + u" •"_s : name; };
    const auto holds = [this](DocumentKind kind) {
        return std::ranges::contains(m_edited, kind, &DocumentKey::kind);
    };
    for (const auto &[kind, head] : m_kinds.asKeyValueRange()) {
        // A list that is one document for its editor.
        const bool isWhole = kind == DocumentKind::Persona;
        head->setText(NameColumn, marked(DocumentsWindow::kindTitle(kind), isWhole && holds(kind)));
        for (int place = 0; place < head->childCount() && !isWhole; ++place) {
            const LibraryDocument &document = m_documents[kind].at(place);
            head->child(place)->setText(NameColumn, marked(document.name, m_edited.contains(document.key)));
        }
    }
    m_scripts->setText(NameColumn, marked(tr("Regex Scripts"), holds(DocumentKind::Script) ||
                                                                   holds(DocumentKind::CardScripts) ||
                                                                   holds(DocumentKind::PresetScripts)));
}

void DocumentTree::choose(const DocumentKey &key)
{
    if (m_kinds.contains(key.kind))
        m_wanted = select(key) ? std::nullopt : std::optional(key);
}

bool DocumentTree::select(const DocumentKey &key)
{
    const QList<LibraryDocument> documents = m_documents.value(key.kind);
    const auto found = std::ranges::find(documents, key, &LibraryDocument::key);
    if (found == documents.cend())
        return false;
    QTreeWidgetItem *head = m_kinds.value(key.kind);
    QTreeWidgetItem *row = head->child(int(found - documents.cbegin()));
    head->setExpanded(true);
    m_list->setCurrentItem(row, NameColumn, alone);
    m_list->scrollToItem(row);
    return true;
}

const LibraryDocument *DocumentTree::documentOf(const QTreeWidgetItem *row) const
{
    const int place = row ? row->data(0, PlaceRole).toInt() : -1;
    if (place < 0)
        return nullptr;
    const auto documents = m_documents.constFind(DocumentKind(row->data(0, KindRole).toInt()));
    return documents != m_documents.cend() && place < documents->size() ? &documents->at(place) : nullptr;
}

std::optional<LibraryDocument> DocumentTree::current() const
{
    const LibraryDocument *document = documentOf(m_list->currentItem());
    return document ? std::optional(*document) : std::nullopt;
}

void DocumentTree::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void DocumentTree::focusList()
{
    if (!m_list->currentItem())
        m_list->setCurrentItem(m_list->topLevelItem(0), NameColumn, alone);
    m_list->setFocus(Qt::OtherFocusReason);
}

// While one looks, kinds without a find are left out and the others are unfolded.
void DocumentTree::applySearch()
{
    const QString wanted = foldedForSearch(m_search->text().trimmed());
    if (wanted.isEmpty() && m_applied.isEmpty())
        return;
    m_applied = wanted;
    const auto isNamedSo = [&wanted](const QTreeWidgetItem *row) {
        return foldedForSearch(row->text(NameColumn)).contains(wanted);
    };
    QTreeWidgetItem *first = nullptr;
    for (QTreeWidgetItem *head : std::as_const(m_kinds)) {
        bool hasAny = false;
        for (int place = 0; place < head->childCount(); ++place) {
            QTreeWidgetItem *row = head->child(place);
            const bool isFound = wanted.isEmpty() || isNamedSo(row);
            row->setHidden(!isFound);
            hasAny = hasAny || isFound;
            if (isFound && !first)
                first = row;
        }
        head->setHidden(!wanted.isEmpty() && !hasAny);
        if (!wanted.isEmpty() && hasAny)
            head->setExpanded(true);
    }
    m_scripts->setHidden(!wanted.isEmpty() && !isNamedSo(m_scripts));
    if (!wanted.isEmpty())
        m_list->setCurrentItem(first                   ? first
                               : m_scripts->isHidden() ? nullptr
                                                       : m_scripts,
                               NameColumn, alone);
}

QList<LibraryDocument> DocumentTree::chosen() const
{
    QList<LibraryDocument> list;
    const QList<QTreeWidgetItem *> rows = m_list->selectedItems();
    for (const QTreeWidgetItem *row : rows) {
        if (const LibraryDocument *document = documentOf(row))
            list.append(*document);
    }
    return list;
}

void DocumentTree::open(QTreeWidgetItem *row)
{
    if (m_list->selectedItems().size() > 1) // several are being chosen
        return;
    if (row == m_scripts)
        Q_EMIT scriptsRequested();
    else if (const LibraryDocument *document = documentOf(row))
        Q_EMIT actRequested(DocumentAct::Edit, LibraryDocument(*document));
    else if (row)
        row->setExpanded(!row->isExpanded());
}

void DocumentTree::showState()
{
    const auto document = current();
    const bool isReadable = document && document->problem.isEmpty();
    showCompare(m_compare, chosen());
    const bool isOne = m_list->selectedItems().size() < 2; // what is done with one is done with that one
    for (const auto &[act, action] : m_actions.asKeyValueRange())
        action->setEnabled(isOne && document &&
                           (isReadable || act == DocumentAct::ShowInFolder || act == DocumentAct::Delete ||
                            act == DocumentAct::Edit));
    const bool isCard = document && document->key.kind == DocumentKind::Card;
    m_actions[DocumentAct::Use]->setText(isCard ? tr("Open &Chat")
                                         : document && document->isInEffect //: it no longer shapes the prompt
                                             ? tr("Stop &Using")
                                             : tr("&Use"));
}

void DocumentTree::showMenu(const QPoint &position)
{
    QTreeWidgetItem *row = m_list->itemAt(position);
    if (row && !row->isSelected())
        m_list->setCurrentItem(row, NameColumn, alone);
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (current()) {
        menu->addActions(m_actions.values());
        menu->addAction(m_compare);
        menu->addSeparator();
    }
    if (row && row != m_scripts) {
        const DocumentKind kind = DocumentKind(row->data(0, KindRole).toInt());
        menu->addAction(tr("New"), this, [this, kind] { Q_EMIT newRequested(kind); });
    } else {
        menu->addMenu(m_newMenu)->setText(tr("New"));
    }
    menu->popup(m_list->viewport()->mapToGlobal(position));
}

bool DocumentTree::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    auto *pressed = static_cast<QKeyEvent *>(event);
    const int key = pressed->key();
    const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (key == Qt::Key_Escape) {
        if (!m_search->text().isEmpty())
            m_search->clear();
        else
            Q_EMIT left();
        return true;
    }
    if (isEnter) {
        open(m_list->currentItem());
        return true;
    }
    if (watched == m_search && (key == Qt::Key_Down || key == Qt::Key_Up)) {
        m_list->setFocus(Qt::OtherFocusReason);
        return true;
    }
    const QString text = pressed->text();
    if (watched == m_list && !text.isEmpty() && text.front().isPrint() && text != u" "_s &&
        !(pressed->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))) {
        m_search->setFocus(Qt::OtherFocusReason);
        m_search->insert(text);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace snug
