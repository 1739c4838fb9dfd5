#include "widgets/library/documenttree.h"

#include "core/model/searchtext.h"
#include "widgets/library/comparechoice.h"
#include "widgets/library/documentkindnames.h"
#include "widgets/theme/icons.h"

#include <QAction>
#include <QCollator>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

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

// Of a script that is not everywhere: whose it is, too.
QString rowName(const LibraryDocument &document)
{
    const bool isOfSomebody =
        document.key.kind == DocumentKind::PresetScripts || document.key.kind == DocumentKind::CardScripts;
    return isOfSomebody ? u"%1 · %2"_s.arg(document.name, document.content) : document.name;
}

bool areSameDocuments(const QList<LibraryDocument> &a, const QList<LibraryDocument> &b)
{
    return std::ranges::equal(a, b, areSame);
}

// With room around their words.
class DocumentTreeRows : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(4, 1);
    }
};

} // namespace

QItemSelectionModel::SelectionFlags DocumentTree::alone()
{
    return QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows;
}

DocumentTree::DocumentTree(QWidget *parent)
    : QWidget(parent)
    , m_theme(Theme::light())
    , m_search(new QLineEdit)
    , m_new(new QToolButton)
    , m_newMenu(new QMenu(this))
    , m_list(new QTreeWidget)
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
    for (const DocumentKind kind : listedKinds()) {
        auto *head = new QTreeWidgetItem(m_list);
        head->setData(0, KindRole, int(kind));
        head->setData(0, PlaceRole, -1);
        head->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        head->setText(NameColumn, kindTitle(kind));
        m_kinds.insert(kind, head);
    }

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
        connect(action, &QAction::triggered, this, [this, act] { carryOut(act); });
    };
    add(DocumentAct::Edit, tr("&Edit"), {});
    add(DocumentAct::Use, tr("&Use"), Qt::CTRL | Qt::Key_U);
    add(DocumentAct::Duplicate, tr("&Duplicate"), Qt::CTRL | Qt::Key_D);
    add(DocumentAct::Rename, tr("&Rename…"), Qt::Key_F2);
    add(DocumentAct::Export, tr("E&xport…"), Qt::CTRL | Qt::Key_E);
    add(DocumentAct::MakeOther, tr("New Persona from It"), {});
    add(DocumentAct::ShowInFolder, tr("Show in &Folder"), {});
    add(DocumentAct::Delete, tr("De&lete"), QKeySequence::Delete);
    m_list->addAction(m_compare);
    connect(m_compare, &QAction::triggered, this, [this] {
        const ComparedKeys keys = comparedKeys(chosen());
        Q_EMIT compareRequested(keys.left, keys.right);
    });
}

void DocumentTree::carryOut(DocumentAct act)
{
    if (m_list->selectedItems().size() > 1) {
        Q_EMIT manyRequested(act, chosen());
    } else if (const auto document = current()) {
        if (act == DocumentAct::Edit)
            m_opened = document->key;
        Q_EMIT actRequested(act, *document);
    }
}

void DocumentTree::makeNewMenu()
{
    for (const DocumentKind kind : listedKinds()) {
        QAction *action = m_newMenu->addAction(kindName(kind));
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
        // Scripts run one after the other.
        const QList<LibraryDocument> list = kind == DocumentKind::Script ? unsorted : byName(unsorted);
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
        choose(*m_wanted, m_wantedPart);
    else if (chosen && !current())
        select(chosen->key, chosen->part);
}

// What is chosen stays chosen.
void DocumentTree::fill(DocumentKind kind, const QList<LibraryDocument> &documents)
{
    QTreeWidgetItem *head = m_kinds.value(kind);
    if (!head)
        return;
    const QTreeWidgetItem *now = m_list->currentItem();
    const LibraryDocument *before = documentOf(now);
    const std::optional<LibraryDocument> chosen =
        before && now->parent() == head ? std::optional(*before) : std::nullopt;
    const int formerPlace = now ? now->data(0, PlaceRole).toInt() : -1;
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
    if (!chosen || select(chosen->key, chosen->part))
        return;
    // Its place has another, as where one deletes one after the other.
    QTreeWidgetItem *next =
        rows.isEmpty() ? head : rows.at(std::min<qsizetype>(formerPlace, rows.size() - 1));
    m_list->setCurrentItem(next, NameColumn, alone());
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
    row->setText(NameColumn, rowName(document));
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
        head->setText(NameColumn, marked(kindTitle(kind), isWhole && holds(kind)));
        for (int place = 0; place < head->childCount() && !isWhole; ++place) {
            const LibraryDocument &document = m_documents[kind].at(place);
            const bool isEdited =
                document.part.isEmpty() ? m_edited.contains(document.key) : document.isPartEdited;
            head->child(place)->setText(NameColumn, marked(rowName(document), isEdited));
        }
        // One that is gone has no row that could say it.
        if (kind == DocumentKind::Script)
            head->setText(NameColumn, marked(kindTitle(kind), holds(DocumentKind::Script) ||
                                                                  holds(DocumentKind::CardScripts) ||
                                                                  holds(DocumentKind::PresetScripts)));
    }
}

void DocumentTree::choose(const DocumentKey &key, const QString &part)
{
    if (!m_kinds.contains(listedAs(key.kind)))
        return;
    m_opened = key;
    m_wanted = select(key, part) ? std::nullopt : std::optional(key);
    m_wantedPart = part;
}

bool DocumentTree::select(const DocumentKey &key, const QString &part)
{
    const DocumentKind kind = listedAs(key.kind);
    const QList<LibraryDocument> documents = m_documents.value(kind);
    const auto now = current();
    const QString wanted = part.isEmpty() && now && now->key == key ? now->part : part;
    const auto found = std::ranges::find_if(documents, [&](const LibraryDocument &document) {
        return document.key == key && (wanted.isEmpty() || document.part == wanted);
    });
    if (found == documents.cend())
        return false;
    QTreeWidgetItem *head = m_kinds.value(kind);
    QTreeWidgetItem *row = head->child(int(found - documents.cbegin()));
    head->setExpanded(true);
    // One of several that are chosen stays one of them.
    if (!row->isSelected() || m_list->selectedItems().size() < 2)
        m_list->setCurrentItem(row, NameColumn, alone());
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
        m_list->setCurrentItem(m_list->topLevelItem(0), NameColumn, alone());
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
    if (!wanted.isEmpty())
        m_list->setCurrentItem(first, NameColumn, alone());
    else if (m_opened)
        select(*m_opened, {});
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

void DocumentTree::showState()
{
    const auto document = current();
    const QList<LibraryDocument> documents = chosen();
    showCompare(m_compare, documents);
    const bool isOne = m_list->selectedItems().size() < 2;
    const QList<LibraryDocument> meant = !isOne     ? documents
                                         : document ? QList{*document}
                                                    : QList<LibraryDocument>();
    const bool areReadable =
        std::ranges::all_of(meant, [](const LibraryDocument &each) { return each.problem.isEmpty(); });
    for (const auto &[act, action] : m_actions.asKeyValueRange()) {
        const bool isOfMany = act == DocumentAct::Duplicate || act == DocumentAct::Delete;
        action->setEnabled(!meant.isEmpty() && (isOne || isOfMany) &&
                           (areReadable || act == DocumentAct::ShowInFolder || act == DocumentAct::Delete ||
                            act == DocumentAct::Edit));
    }
    const bool isCard = document && document->key.kind == DocumentKind::Card;
    const bool isPersona = document && document->key.kind == DocumentKind::Persona;
    m_actions[DocumentAct::MakeOther]->setVisible(isCard || isPersona);
    m_actions[DocumentAct::MakeOther]->setText(isPersona ? tr("New Character from It…")
                                                         : tr("New Persona from It"));
    m_actions[DocumentAct::Use]->setText(isCard ? tr("Open &Chat")
                                         : document && document->isInEffect //: it no longer shapes the prompt
                                             ? tr("Stop &Using")
                                             : tr("&Use"));
}

} // namespace snug
