#include "widgets/editors/persona/personalist.h"

#include "core/library/personasmodel.h"
#include "core/model/searchtext.h"
#include "widgets/editors/persona/personadelegate.h"
#include "widgets/theme/plainlabel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListView>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

PersonaListPane::PersonaListPane(QWidget *parent)
    : QWidget(parent)
    , m_personas(new PersonasModel(this))
    , m_order(new QSortFilterProxyModel(this))
    , m_delegate(new PersonaDelegate(this))
    , m_search(new QLineEdit)
    , m_sort(new QComboBox)
    , m_view(new QListView)
    , m_empty(new PlainLabel)
{
    m_search->setPlaceholderText(tr("Search"));
    m_search->setAccessibleName(tr("Search personas"));
    m_search->setObjectName(u"personaSearch"_s);
    m_search->setClearButtonEnabled(true);
    m_sort->setAccessibleName(tr("Order of the list"));
    m_sort->setObjectName(u"personaOrder"_s);
    m_sort->addItem(tr("As in the file"), int(Order::AsInFile));
    m_sort->addItem(tr("By name"), int(Order::ByName));
    m_sort->addItem(tr("By title"), int(Order::ByTitle));
    m_order->setSourceModel(m_personas);
    m_order->setFilterRole(PersonasModel::SearchRole);
    m_order->setSortCaseSensitivity(Qt::CaseInsensitive);
    m_order->setSortLocaleAware(true);
    m_view->setModel(m_order);
    m_view->setItemDelegate(m_delegate);
    m_view->setObjectName(u"personas"_s);
    m_view->setAccessibleName(tr("Personas"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setMouseTracking(true);
    m_view->setUniformItemSizes(true);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_empty->setContentsMargins(12, 8, 12, 8);
    auto *top = new QHBoxLayout;
    top->setContentsMargins(8, 8, 8, 6);
    top->setSpacing(6);
    top->addWidget(m_search, 1);
    top->addWidget(m_sort);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_empty);
    column->addWidget(m_view, 1);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_order->setFilterFixedString(foldedForSearch(text));
        showEmptyState();
    });
    connect(m_search, &QLineEdit::returnPressed, this, &PersonaListPane::focusList);
    connect(m_sort, &QComboBox::currentIndexChanged, this,
            [this] { setOrder(Order(m_sort->currentData().toInt())); });
    connect(m_delegate, &PersonaDelegate::repaintWanted, m_view->viewport(), qOverload<>(&QWidget::update));
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this] { Q_EMIT currentChangedTo(current()); });
    connect(m_view, &QListView::activated, this, &PersonaListPane::activated);
    connect(m_view, &QWidget::customContextMenuRequested, this, [this](const QPoint &position) {
        Q_EMIT menuRequested(m_view->viewport()->mapToGlobal(position));
    });
    showEmptyState();
}

void PersonaListPane::setTheme(const Theme &theme)
{
    m_delegate->setTheme(theme);
    m_view->viewport()->update();
}

void PersonaListPane::setPictureEngine(const std::shared_ptr<PictureEngine> &engine)
{
    m_delegate->setPictureEngine(engine);
}

void PersonaListPane::setFolder(const QString &folder)
{
    m_personas->setFolder(folder);
}

void PersonaListPane::setPersonas(const QList<Persona> &personas, const QString &defaultAvatar,
                                  const QString &inEffect, const QSet<QString> &marked)
{
    m_delegate->setMarks(defaultAvatar, inEffect, marked);
    m_personas->setValues(personas);
    m_view->viewport()->update();
    showEmptyState();
}

QString PersonaListPane::current() const
{
    return m_view->currentIndex().data(PersonasModel::AvatarRole).toString();
}

QStringList PersonaListPane::chosen() const
{
    QModelIndexList rows = m_view->selectionModel()->selectedIndexes();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    QStringList avatars;
    for (const QModelIndex &row : std::as_const(rows))
        avatars.append(row.data(PersonasModel::AvatarRole).toString());
    return avatars;
}

void PersonaListPane::choose(const QString &avatar)
{
    const QModelIndex index = m_order->mapFromSource(m_personas->indexOf(avatar));
    if (!index.isValid())
        return;
    m_view->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
    m_view->scrollTo(index);
}

void PersonaListPane::setOrder(Order order)
{
    m_sort->setCurrentIndex(m_sort->findData(int(order)));
    if (order == Order::AsInFile) {
        m_order->sort(-1);
        return;
    }
    m_order->setSortRole(order == Order::ByName ? PersonasModel::NameRole : PersonasModel::TitleRole);
    m_order->sort(0);
}

void PersonaListPane::refreshPicture(const QString &avatar)
{
    const QString path =
        m_personas->index(int(m_personas->indexOf(avatar).row())).data(PersonasModel::PictureRole).toString();
    if (!path.isEmpty())
        m_delegate->forget(path);
}

void PersonaListPane::focusList()
{
    m_view->setFocus(Qt::ShortcutFocusReason);
    if (!m_view->currentIndex().isValid())
        m_view->setCurrentIndex(m_order->index(0, 0));
}

void PersonaListPane::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void PersonaListPane::showEmptyState()
{
    const bool isSearch = !m_search->text().isEmpty();
    m_empty->setText(isSearch ? tr("No matches.")
                              : tr("No personas yet. Ctrl+N makes one; Import takes SillyTavern's backup."));
    m_empty->setVisible(m_order->rowCount() == 0);
}

} // namespace snug
