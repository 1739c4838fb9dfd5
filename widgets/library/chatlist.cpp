#include "widgets/library/chatlist.h"

#include "core/library/chatsmodel.h"
#include "widgets/library/chatdelegate.h"
#include "widgets/library/panelist.h"
#include "widgets/theme/plainkey.h"
#include "widgets/theme/plainlabel.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QListView>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace snug {

ChatList::ChatList(ChatsModel *chats, QWidget *parent)
    : QWidget(parent)
    , m_model(chats)
    , m_view(newPaneList(tr("Chats")))
    , m_new(newPaneButton(tr("New Chat"), IconName::Plus))
    , m_scopeButton(makeScopeButton())
    , m_empty(new PlainLabel(m_view->viewport()))
    , m_delegate(new ChatDelegate(this))
{
    m_view->setModel(chats);
    m_view->setItemDelegate(m_delegate);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(2, 4, 4, 0);
    head->addWidget(m_scopeButton);
    head->addStretch(1);
    m_new->setObjectName(QStringLiteral("newChat"));
    head->addWidget(m_new);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(head);
    column->addWidget(m_view, 1);
    const auto choose = [this](const QModelIndex &index) {
        if (index.isValid())
            Q_EMIT chosen(m_model->valueAt(index));
    };
    connect(m_view, &QListView::clicked, this, choose);
    connect(m_view, &QListView::activated, this, choose);
    connect(m_view, &QWidget::customContextMenuRequested, this, &ChatList::showMenu);
    connect(m_new, &QToolButton::clicked, this, &ChatList::newRequested);
    connect(chats, &QAbstractItemModel::rowsInserted, this, &ChatList::showEmptyState);
    connect(chats, &QAbstractItemModel::rowsRemoved, this, &ChatList::showEmptyState);
    m_view->viewport()->installEventFilter(this);
    m_view->installEventFilter(this);
    showEmptyState();
}

QToolButton *ChatList::makeScopeButton()
{
    auto *button = new QToolButton;
    button->setObjectName(QStringLiteral("chatScope"));
    button->setText(tr("Chats"));
    button->setToolTip(tr("Which chats are listed"));
    button->setAutoRaise(true);
    button->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(button);
    auto *group = new QActionGroup(menu);
    for (const auto &[scope, text] : {std::pair(Scope::Chosen, tr("Of the Chosen &Character or Group")),
                                      std::pair(Scope::All, tr("Of &All, by Date"))}) {
        QAction *action = menu->addAction(text, this, [this, scope] { setScope(scope); });
        action->setCheckable(true);
        action->setChecked(scope == m_scope);
        group->addAction(action);
    }
    menu->addSeparator();
    m_archived = menu->addAction(tr("Include A&rchived"), this, &ChatList::scopeChanged);
    m_archived->setCheckable(true);
    button->setMenu(menu);
    return button;
}

void ChatList::setTheme(const Theme &theme)
{
    m_delegate->setTheme(theme);
    m_view->viewport()->update();
}

bool ChatList::showsArchived() const
{
    return m_archived->isChecked();
}

void ChatList::setScope(Scope scope)
{
    if (scope == std::exchange(m_scope, scope))
        return;
    m_scopeButton->setText(scope == Scope::All ? tr("All Chats") : tr("Chats"));
    m_model->setShowsOwners(scope == Scope::All);
    Q_EMIT scopeChanged();
}

void ChatList::setChosen(bool isChosen)
{
    m_isChosen = isChosen;
    showEmptyState();
}

void ChatList::setSaysNothing(bool saysNothing)
{
    m_saysNothing = saysNothing;
    showEmptyState();
}

void ChatList::showEmptyState()
{
    m_new->setEnabled(m_isChosen);
    if (m_scope == Scope::All)
        m_empty->setText(tr("No chats yet."));
    else
        m_empty->setText(m_isChosen ? tr("No chats yet. New Chat starts one.")
                                    : tr("Choose a character to see its chats."));
    m_empty->setVisible(m_model->rowCount() == 0 && !m_saysNothing);
}

void ChatList::showOpen(const std::optional<ChatReference> &chat)
{
    m_model->setOpen(chat);
    showEmptyState();
}

void ChatList::showCurrent(const std::optional<ChatReference> &chat)
{
    m_view->setCurrentIndex(chat ? m_model->indexOf(*chat) : QModelIndex());
}

std::optional<ListedChat> ChatList::current() const
{
    const QModelIndex index = m_view->currentIndex();
    return index.isValid() ? std::optional(m_model->valueAt(index)) : std::nullopt;
}

void ChatList::showMenu(const QPoint &position)
{
    const QModelIndex index = m_view->indexAt(position);
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (index.isValid()) {
        const ListedChat chat = m_model->valueAt(index);
        menu->addAction(tr("Open"), this, [this, chat] { Q_EMIT chosen(chat); });
        menu->addAction(tr("Rename…"), QKeySequence(Qt::Key_F2), this,
                        [this, chat] { Q_EMIT renameRequested(chat); });
        menu->addAction(tr("Duplicate"), QKeySequence(Qt::CTRL | Qt::Key_D), this,
                        [this, chat] { Q_EMIT copyRequested(chat); });
        if (!chat.reference.isGroup())
            menu->addAction(tr("Move to Another Character…"), this,
                            [this, chat] { Q_EMIT moveRequested(chat); });
        menu->addAction(chat.isPinned ? tr("Unpin") : tr("Pin to the Top"), this,
                        [this, chat] { Q_EMIT pinRequested(chat, !chat.isPinned); });
        menu->addAction(chat.isArchived ? tr("Unarchive") : tr("Archive"), this,
                        [this, chat] { Q_EMIT archiveRequested(chat, !chat.isArchived); });
        menu->addAction(tr("Export…"), this, [this, chat] { Q_EMIT exportRequested(chat); });
        menu->addAction(tr("Delete"), QKeySequence(Qt::Key_Delete), this,
                        [this, chat] { Q_EMIT deleteRequested(chat); });
        menu->addSeparator();
    }
    menu->addAction(tr("New Chat"), this, &ChatList::newRequested)->setEnabled(m_isChosen);
    menu->popup(m_view->viewport()->mapToGlobal(position));
}

// As in every list: F2, Ctrl+D, Delete.
bool ChatList::keyPressed(const QKeyEvent &key)
{
    const auto chat = current();
    const bool isCopying = key.key() == Qt::Key_D && key.modifiers() == Qt::ControlModifier;
    const bool isOfRow = key.key() == Qt::Key_F2 || key.key() == Qt::Key_Delete;
    if (!chat || !(isCopying || (isOfRow && isPlain(key))))
        return false;
    if (isCopying)
        Q_EMIT copyRequested(*chat);
    else if (key.key() == Qt::Key_F2)
        Q_EMIT renameRequested(*chat);
    else
        Q_EMIT deleteRequested(*chat);
    return true;
}

bool ChatList::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize && watched == m_view->viewport())
        m_empty->setGeometry(m_view->viewport()->rect().adjusted(16, 0, -16, 0));
    if (watched != m_view)
        return QWidget::eventFilter(watched, event);
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
        return false;
    const auto *key = static_cast<QKeyEvent *>(event);
    if (event->type() == QEvent::KeyPress)
        return keyPressed(*key);
    // F2 is about this row, not about a message.
    if (key->key() == Qt::Key_F2 && isPlain(*key) && current())
        event->accept();
    return false;
}

} // namespace snug
