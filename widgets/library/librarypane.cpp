#include "widgets/library/librarypane.h"

#include "core/library/chatsmodel.h"
#include "widgets/library/castdelegate.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/theme/richlabel.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>

namespace snug {

namespace {

// By name as the user's language orders names, whatever their case (the C locale would put all capitals
// first).
class CastOrder : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override
    {
        const auto name = [](const QModelIndex &index) {
            return index.data(CastModel::NameRole).toString().toCaseFolded();
        };
        return QString::localeAwareCompare(name(left), name(right)) < 0;
    }
};

// Chats stand as far from the edge as their title does.
class ChatDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(0, 8);
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->text = QStringLiteral(" ") + option->text;
    }
};

} // namespace

static QToolButton *textButton(const QString &text, IconName name)
{
    auto *button = new QToolButton;
    button->setText(text);
    button->setIcon(icon(name));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    return button;
}

static QListView *plainList(const QString &accessibleName)
{
    auto *view = new QListView;
    view->setAccessibleName(accessibleName);
    view->setUniformItemSizes(true);
    view->setFrameShape(QFrame::NoFrame);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setContextMenuPolicy(Qt::CustomContextMenu);
    view->setDragEnabled(true);
    view->setMouseTracking(true);
    view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return view;
}

LibraryPane::LibraryPane(CastModel *cast, ChatsModel *chats, QWidget *parent)
    : QWidget(parent)
    , m_castModel(cast)
{
    m_search = new QLineEdit;
    m_search->setPlaceholderText(tr("Search"));
    m_search->setAccessibleName(tr("Search characters"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(IconName::Search), QLineEdit::LeadingPosition);

    m_castOrder = new CastOrder(this);
    m_castOrder->setSourceModel(cast);
    m_castOrder->setFilterRole(CastModel::SearchRole);
    m_castOrder->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_castOrder->sort(0);
    m_chatOrder = new QSortFilterProxyModel(this);
    m_chatOrder->setSourceModel(chats);
    m_chatOrder->setSortRole(ChatsModel::ModifiedRole);
    m_chatOrder->sort(0, Qt::DescendingOrder);

    m_cast = plainList(tr("Characters"));
    m_cast->setModel(m_castOrder);
    m_delegate = new CastDelegate(this);
    m_cast->setItemDelegate(m_delegate);
    m_chats = plainList(tr("Chats"));
    m_chats->setModel(m_chatOrder);
    m_chats->setItemDelegate(new ChatDelegate(m_chats));
    m_chats->setTextElideMode(Qt::ElideMiddle);

    m_empty = new RichLabel(m_cast->viewport());
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_noChats = new PlainLabel(m_chats->viewport());
    m_noChats->setAlignment(Qt::AlignCenter);
    m_noChats->setWordWrap(true);

    m_new = textButton(tr("New Chat"), IconName::Plus);
    QToolButton *make = textButton(tr("New"), IconName::Plus);
    make->setObjectName(QStringLiteral("newInLibrary"));
    make->setToolTip(tr("New character, new group, import"));
    make->setPopupMode(QToolButton::InstantPopup);
    auto *making = new QMenu(make);
    making->addAction(tr("New &Character…"), this, &LibraryPane::newCharacterRequested);
    making->addAction(tr("New &Group…"), this, [this] { Q_EMIT newGroupRequested({}); });
    making->addSeparator();
    making->addAction(tr("&Import…"), this, &LibraryPane::importRequested);
    make->setMenu(making);
    auto *chatsTitle = new PlainLabel(tr("Chats"));
    chatsTitle->setBuddy(m_chats);
    auto *chatsHead = new QHBoxLayout;
    chatsHead->setContentsMargins(8, 4, 4, 0);
    chatsHead->addWidget(chatsTitle, 1);
    chatsHead->addWidget(m_new);
    auto *lower = new QWidget;
    auto *lowerLayout = new QVBoxLayout(lower);
    lowerLayout->setContentsMargins(0, 0, 0, 0);
    lowerLayout->setSpacing(2);
    lowerLayout->addLayout(chatsHead);
    lowerLayout->addWidget(m_chats, 1);

    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(m_cast);
    splitter->addWidget(lower);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);

    auto *head = new QHBoxLayout;
    head->setContentsMargins(8, 8, 8, 4);
    head->addWidget(m_search, 1);
    head->addWidget(make);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(head);
    all->addWidget(splitter, 1);

    connect(m_search, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_castOrder->setFilterFixedString(text);
        showEmptyState();
    });
    connect(m_search, &QLineEdit::returnPressed, this, [this] { chooseCast(m_castOrder->index(0, 0)); });
    connect(m_cast, &QListView::clicked, this, &LibraryPane::chooseCast);
    connect(m_cast, &QListView::activated, this, &LibraryPane::chooseCast);
    connect(m_cast, &QWidget::customContextMenuRequested, this, &LibraryPane::castMenu);
    const auto openChat = [this](const QModelIndex &index) {
        Q_EMIT chatChosen(index.data(ChatsModel::NameRole).toString());
    };
    connect(m_chats, &QListView::clicked, this, openChat);
    connect(m_chats, &QListView::activated, this, openChat);
    connect(m_chats, &QWidget::customContextMenuRequested, this, &LibraryPane::chatMenu);
    connect(m_new, &QToolButton::clicked, this, &LibraryPane::newChatRequested);
    connect(m_empty, &RichLabel::linkActivated, this, [this](const QString &link) {
        if (link == QLatin1StringView("new"))
            Q_EMIT newCharacterRequested();
        else if (link == QLatin1StringView("import"))
            Q_EMIT importRequested();
        else if (link == QLatin1StringView("again"))
            Q_EMIT openAgainRequested();
        else
            Q_EMIT openLibraryRequested();
    });
    connect(m_delegate, &CastDelegate::repaintWanted, m_cast->viewport(), qOverload<>(&QWidget::update));
    for (QAbstractItemModel *model :
         {static_cast<QAbstractItemModel *>(cast), static_cast<QAbstractItemModel *>(chats)}) {
        connect(model, &QAbstractItemModel::rowsInserted, this, &LibraryPane::showEmptyState);
        connect(model, &QAbstractItemModel::rowsRemoved, this, &LibraryPane::showEmptyState);
        connect(model, &QAbstractItemModel::modelReset, this, &LibraryPane::showEmptyState);
    }
    m_cast->viewport()->installEventFilter(this);
    m_chats->viewport()->installEventFilter(this);
    m_cast->installEventFilter(this);
    m_chats->installEventFilter(this);
    setMinimumWidth(190);
    showEmptyState();
}

void LibraryPane::setTheme(const Theme &theme)
{
    m_delegate->setTheme(theme);
    m_cast->viewport()->update();
}

void LibraryPane::setPictureEngine(const std::shared_ptr<PictureEngine> &engine)
{
    m_delegate->setPictureEngine(engine);
}

void LibraryPane::showEmptyState()
{
    if (m_isMissing) {
        m_empty->setMarkup(tr("The library is not open.<br><a href=\"again\">Try again</a><br>"
                              "<a href=\"open\">Open another folder…</a>"));
    } else if (m_castModel->rowCount() == 0) {
        m_empty->setMarkup(tr("No characters yet.<br><a href=\"new\">Make one…</a><br>"
                              "<a href=\"import\">Import cards…</a><br>"
                              "<a href=\"open\">Open a SillyTavern folder…</a>"));
    } else {
        m_empty->setMarkup(tr("Nobody of that name."));
    }
    m_empty->setVisible(m_castOrder->rowCount() == 0);
    m_noChats->setText(m_cast->currentIndex().isValid() ? tr("No chats yet. New Chat starts one.")
                                                        : tr("Choose a character to see its chats."));
    m_noChats->setVisible(m_chatOrder->rowCount() == 0);
    m_new->setEnabled(m_cast->currentIndex().isValid());
}

bool LibraryPane::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize) {
        m_empty->setGeometry(m_cast->viewport()->rect().adjusted(16, 0, -16, 0));
        m_noChats->setGeometry(m_chats->viewport()->rect().adjusted(16, 0, -16, 0));
    } else if (event->type() == QEvent::KeyPress &&
               static_cast<QKeyEvent *>(event)->key() == Qt::Key_Delete) {
        if (watched == m_cast && currentEntry()) {
            Q_EMIT deleteRequested(*currentEntry());
            return true;
        }
        if (watched == m_chats && !currentChat().isEmpty()) {
            Q_EMIT deleteChatRequested(currentChat());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void LibraryPane::chooseCast(const QModelIndex &index)
{
    if (!index.isValid())
        return;
    m_cast->setCurrentIndex(index);
    showEmptyState();
    Q_EMIT entryChosen(*currentEntry());
}

std::optional<CastEntry> LibraryPane::currentEntry() const
{
    const QModelIndex index = m_castOrder->mapToSource(m_cast->currentIndex());
    return index.isValid() ? std::optional(m_castModel->valueAt(index)) : std::nullopt;
}

QString LibraryPane::currentChat() const
{
    return m_chats->currentIndex().data(ChatsModel::NameRole).toString();
}

void LibraryPane::showCurrent(CastEntry::Kind kind, const QString &id, const QString &chat)
{
    m_cast->setCurrentIndex(m_castOrder->mapFromSource(m_castModel->indexOf(kind, id)));
    const auto *chats = static_cast<const ChatsModel *>(m_chatOrder->sourceModel());
    m_chats->setCurrentIndex(m_chatOrder->mapFromSource(chats->indexOf(chat)));
    showEmptyState();
}

void LibraryPane::setLibraryMissing(bool missing)
{
    m_isMissing = missing;
    showEmptyState();
}

void LibraryPane::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void LibraryPane::castMenu(const QPoint &position)
{
    const QModelIndex index = m_castOrder->mapToSource(m_cast->indexAt(position));
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (index.isValid()) {
        const CastEntry entry = m_castModel->valueAt(index);
        menu->addAction(tr("New Chat"), this, [this, row = m_cast->indexAt(position)] {
            chooseCast(row);
            Q_EMIT newChatRequested();
        });
        if (entry.kind == CastEntry::Kind::Character)
            addCharacterActions(menu, entry);
        else if (!entry.problem)
            menu->addAction(tr("Edit Group…"), this, [this, entry] { Q_EMIT editGroupRequested(entry.id); });
        menu->addAction(tr("Show in Folder"), this,
                        [this, entry] { Q_EMIT actRequested(DocumentAct::ShowInFolder, entry); });
        menu->addAction(tr("Delete"), this, [this, entry] { Q_EMIT deleteRequested(entry); });
        menu->addSeparator();
    }
    menu->addAction(tr("New Character…"), this, &LibraryPane::newCharacterRequested);
    menu->addAction(tr("New Group…"), this, [this] { Q_EMIT newGroupRequested({}); });
    menu->addAction(tr("Import…"), this, &LibraryPane::importRequested);
    menu->popup(m_cast->viewport()->mapToGlobal(position));
}

void LibraryPane::addCharacterActions(QMenu *menu, const CastEntry &entry)
{
    const QString name = QString(entry.name).replace(u'&', QStringLiteral("&&"));
    const auto on = [this, menu, entry](const QString &text, DocumentAct act) {
        menu->addAction(text, this, [this, entry, act] { Q_EMIT actRequested(act, entry); });
    };
    if (!entry.problem) {
        menu->addAction(tr("Edit…"), this, [this, entry] { Q_EMIT editCardRequested(entry.id); });
        on(tr("Duplicate"), DocumentAct::Duplicate);
        on(tr("Rename…"), DocumentAct::Rename);
    }
    menu->addAction(tr("Export…"), this, [this, entry] { Q_EMIT exportRequested(entry); });
    if (!entry.problem)
        //: %1 is a character's name
        on(tr("New Persona from %1").arg(name), DocumentAct::MakeOther);
    //: %1 is a character's name
    menu->addAction(tr("New Group with %1…").arg(name), this,
                    [this, entry] { Q_EMIT newGroupRequested({entry.id}); });
}

void LibraryPane::chatMenu(const QPoint &position)
{
    const QString name = m_chats->indexAt(position).data(ChatsModel::NameRole).toString();
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (!name.isEmpty()) {
        menu->addAction(tr("Open"), this, [this, name] { Q_EMIT chatChosen(name); });
        menu->addAction(tr("Export…"), this, [this, name] { Q_EMIT exportChatRequested(name); });
        menu->addAction(tr("Delete"), this, [this, name] { Q_EMIT deleteChatRequested(name); });
        menu->addSeparator();
    }
    menu->addAction(tr("New Chat"), this, &LibraryPane::newChatRequested)->setEnabled(m_new->isEnabled());
    menu->popup(m_chats->viewport()->mapToGlobal(position));
}

} // namespace snug
