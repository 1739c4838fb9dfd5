#include "app/library/chatlistcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/library/cardchoices.h"
#include "app/library/doneinlist.h"
#include "app/library/librarycontroller.h"
#include "app/library/statenotices.h"
#include "core/guarded.h"
#include "core/library/chatsmodel.h"
#include "core/library/chattitle.h"
#include "core/library/copying.h"
#include "core/library/deleting.h"
#include "core/library/groupfiles.h"
#include "core/library/library.h"
#include "core/library/movingchats.h"
#include "widgets/chat/transcript.h"
#include "widgets/library/chatlist.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QInputDialog>
#include <QtConcurrentRun>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug {

static const QString chatNotice = u"chat"_s;

ChatListController::ChatListController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_export(app)
    , m_file(&app.library, u"snug/shelf.json"_s, checkChatShelf)
{
    connectList();
    connect(&m_export, &ExportController::failed, this,
            [this](const Error &error) { m_app.libraryController.showError(error); });
    connect(&app.library, &Library::opened, this, &ChatListController::readShelf);
    connect(&m_listing, &QFutureWatcher<QList<ListedChat>>::finished, this, &ChatListController::showAll);
    m_listSoon.setSingleShot(true);
    m_listSoon.setInterval(100ms);
    connect(&m_listSoon, &QTimer::timeout, this, &ChatListController::fillAll);
    const auto on = [this](ActionId id, auto act) {
        connect(m_app.actions.action(id), &QAction::triggered, this, [this, act] {
            // Copies: the chat may be closed meanwhile.
            if (const std::optional<ChatReference> reference = m_app.chat.reference())
                act(*reference, QString(m_app.chat.groupFile()));
        });
    };
    connect(app.chatPane.transcript(), &Transcript::exportRequested, this,
            &ChatListController::exportMessages);
    on(ActionId::ExportChat,
       [this](const ChatReference &reference, const QString &) { exportChat(reference); });
    on(ActionId::RenameChat, [this](const ChatReference &reference, const QString &group) {
        askForNameOf(reference, group, shownTitle(reference));
    });
    on(ActionId::DeleteChat,
       [this](const ChatReference &reference, const QString &group) { deleteChat(reference, group); });
}

ChatListController::~ChatListController()
{
    m_listing.waitForFinished();
}

void ChatListController::connectList()
{
    ChatList *list = m_app.libraryPane.chats();
    connect(list, &ChatList::scopeChanged, this, &ChatListController::fill);
    connect(list, &ChatList::chosen, this, &ChatListController::open);
    connect(list, &ChatList::renameRequested, this, &ChatListController::askForName);
    connect(list, &ChatList::copyRequested, this, &ChatListController::copy);
    connect(list, &ChatList::moveRequested, this, &ChatListController::askForCharacter);
    connect(list, &ChatList::pinRequested, this, [this](const ListedChat &chat, bool isPinned) {
        changeShelf([name = shelfName(chat.reference), isPinned](ChatShelf &shelf) {
            if (isPinned)
                shelf.pinned.insert(name);
            else
                shelf.pinned.remove(name);
        });
    });
    connect(list, &ChatList::archiveRequested, this, &ChatListController::archive);
    connect(list, &ChatList::exportRequested, this,
            [this](const ListedChat &chat) { exportChat(chat.reference); });
    connect(list, &ChatList::deleteRequested, this,
            [this](const ListedChat &chat) { deleteChat(chat.reference, chat.group); });
}

// As whom the user plays knows the chat.
void ChatListController::exportMessages(int first, int last)
{
    const ChatSession *session = m_app.chat.session();
    if (!session)
        return;
    QList<Message> messages;
    for (int shown = first; shown <= last; ++shown) {
        const int row = m_app.chat.known()->sourceRow(shown);
        if (row >= 0 && row < session->conversation().size()) // not a reply under way
            messages.append(session->chat().messages.at(row));
    }
    if (!messages.isEmpty())
        m_export.exportMessages(session->chat(), messages);
}

void ChatListController::readShelf()
{
    m_shelf.reset();
    dismissStateDamage(m_app, m_file.name());
    m_file.read([this](const StateRead &state) {
        m_shelf = readChatShelf(state.bytes);
        fill();
        Q_EMIT shelfChanged();
        if (state.damage)
            showStateDamage(m_app,
                            {.file = m_file.name(),
                             .content = tr("which chats are pinned and archived", "inside a sentence"),
                             .consequence = {},
                             .actions = {}},
                            *state.damage, [this] { readShelf(); });
    });
}

void ChatListController::changeShelf(const std::function<void(ChatShelf &)> &change)
{
    ChatShelf shelf = m_shelf.value_or(ChatShelf());
    change(shelf);
    m_file.write(writeChatShelf(shelf));
    m_shelf = shelf;
    fill();
    Q_EMIT shelfChanged();
}

void ChatListController::setArchived(const QStringList &names, bool isArchived)
{
    changeShelf([&](ChatShelf &shelf) {
        for (const QString &name : names) {
            if (isArchived)
                shelf.archived.insert(name);
            else
                shelf.archived.remove(name);
        }
    });
}

QString ChatListController::shelfName(const ChatReference &reference) const
{
    const LibraryLayout &layout = m_app.library.layout();
    return layout.relative(reference.isGroup() ? layout.groupChat(reference.name)
                                               : layout.chat(reference.cardFile, reference.name));
}

void ChatListController::setWhose(const std::optional<CastEntry> &entry)
{
    m_whose = entry;
    m_app.libraryPane.chats()->setChosen(entry.has_value());
    fill();
}

void ChatListController::fill()
{
    if (m_app.libraryPane.chats()->scope() == ChatList::Scope::All) {
        if (!m_listSoon.isActive())
            m_listSoon.start();
        return;
    }
    if (!m_whose)
        return show({});
    const LibraryContents &contents = m_app.library.contents();
    const LibraryLayout &layout = m_app.library.layout();
    const ChatShelf shelf = m_shelf.value_or(ChatShelf());
    show(m_whose->kind == CastEntry::Kind::Group ? chatsOfGroup(contents, layout, shelf, m_whose->id)
                                                 : chatsOfCard(contents, layout, shelf, m_whose->id));
}

// There may be tens of thousands: not on the window's thread.
void ChatListController::fillAll()
{
    m_listing.setFuture(QtConcurrent::run(
        guarded([contents = m_app.library.contents(), layout = m_app.library.layout(),
                 shelf = m_shelf.value_or(ChatShelf())] { return allChats(contents, layout, shelf); },
                [](const Error &) { return QList<ListedChat>(); })));
}

void ChatListController::showAll()
{
    if (m_app.libraryPane.chats()->scope() == ChatList::Scope::All && m_app.library.isOpen() &&
        m_listing.future().isResultReadyAt(0))
        show(m_listing.result());
}

void ChatListController::show(QList<ListedChat> chats)
{
    ChatList *list = m_app.libraryPane.chats();
    const auto &open = m_app.chat.reference();
    if (!list->showsArchived())
        chats.removeIf([&](const ListedChat &chat) { return chat.isArchived && chat.reference != open; });
    const std::optional<ListedChat> current = list->current();
    m_app.chats.setValues(chats);
    list->showOpen(open);
    if (m_made && m_app.chats.indexOf(*m_made).isValid())
        list->showCurrent(std::exchange(m_made, std::nullopt));
    else if (!current)
        list->showCurrent(open);
}

void ChatListController::open(const ListedChat &chat)
{
    if (!chat.hasOwner)
        return openOwnerless(chat);
    const bool isGroup = chat.reference.isGroup();
    m_app.libraryController.openChatOf(isGroup ? CastEntry::Kind::Group : CastEntry::Kind::Character,
                                       isGroup ? chat.group : chat.reference.cardFile, chat.reference.name);
}

// Archived, it is not in the list of what cannot be used.
void ChatListController::openOwnerless(const ListedChat &chat)
{
    const QString title = chatTitle(chat.summary);
    if (!chat.isArchived)
        return m_app.libraryController.tellOwnerless(title);
    const auto bringBack = [this, title, name = shelfName(chat.reference)] {
        setArchived({name}, false);
        m_app.libraryController.tellOwnerless(title);
    };
    m_app.chatPane.notices()->post(
        chatNotice,
        {Notice::Kind::Hint,
         tr("The chat “%1” is archived and belongs to nobody. Unarchived, it can be given to somebody.")
             .arg(title),
         {{tr("Unarchive"), bringBack}},
         Notice::Until::Told});
}

void ChatListController::askForName(const ListedChat &chat)
{
    if (chat.reference.isGroup() && chat.group.isEmpty())
        return open(chat); // that no group has: it says so
    askForNameOf(chat.reference, chat.group, chatTitle(chat.summary));
}

void ChatListController::askForNameOf(const ChatReference &reference, const QString &group,
                                      const QString &title)
{
    auto *dialog = new QInputDialog(&m_app.window);
    dialog->setObjectName(u"renameChat"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Rename Chat"));
    dialog->setLabelText(tr("New name of the chat"));
    dialog->setTextValue(title);
    dialog->setOkButtonText(tr("&Rename"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, reference, group](const QString &name) {
        if (!name.trimmed().isEmpty() && name.trimmed() != reference.name)
            rename(reference, group, name.trimmed(), Way::There);
    });
    dialog->open();
}

// The open one is closed for that moment: what it has is on the disk by then.
void ChatListController::rename(const ChatReference &reference, const QString &group, const QString &to,
                                Way way)
{
    const bool wasOpen = m_app.chat.reference() == reference;
    if (wasOpen)
        m_app.chat.close();
    m_app.library.perform(
        [reference, group, to](LibraryStore &store) {
            return group.isEmpty() ? renameCharacterChat(store, reference, to)
                                   : renameGroupChat(store, group, reference.name, to);
        },
        this,
        [this, reference, group, wasOpen, way](const Result<ChatReference> &now) {
            if (wasOpen && !m_app.chat.reference())
                m_app.chat.open(now.value_or(reference), group.isEmpty() ? reference.cardFile : group);
            if (!now)
                return m_app.libraryController.showError(now.error());
            if (*now == reference)
                return;
            changeShelf([before = shelfName(reference), after = shelfName(*now)](ChatShelf &shelf) {
                shelf.rename(before, after);
            });
            if (way == Way::There)
                tellDone(m_app, {.notice = chatNotice,
                                 .text = tr("The chat is now called “%1”.").arg(now->name),
                                 .undoText = tr("Undo renaming the chat"),
                                 .undo = [this, now = *now, group,
                                          reference] { rename(now, group, reference.name, Way::Back); },
                                 .redoText = tr("Redo renaming the chat"),
                                 .redo = [this, now = *now, group,
                                          reference] { rename(reference, group, now.name, Way::Back); }});
        });
}

// What is on the disk of it by then, like the copy of a file.
void ChatListController::copy(const ListedChat &chat)
{
    if (chat.reference.isGroup() && chat.group.isEmpty())
        return open(chat); // that no group has: it says so
    m_app.library.perform(
        [chat](LibraryStore &store) {
            return copyChat(store, chat.reference, chat.group, chatTitle(chat.summary));
        },
        this,
        [this, chat](const Result<ChatReference> &copy) {
            if (!copy)
                m_app.libraryController.showError(copy.error());
            else
                copied(chat, *copy);
        });
}

void ChatListController::copied(const ListedChat &chat, const ChatReference &copy)
{
    m_made = copy;
    fill();
    tellDone(m_app, {.notice = chatNotice,
                     //: %1 is a chat, %2 its copy
                     .text = tr("The chat “%1” is copied to “%2”.").arg(chatTitle(chat.summary), copy.name),
                     .undoText = tr("Undo copying the chat"),
                     .undo = [this, copy, group = chat.group] { throwAway(copy, group); }});
}

void ChatListController::askForCharacter(const ListedChat &chat)
{
    const QMap<QString, QString> files = cardChoices(m_app.library.contents(), chat.reference.cardFile);
    if (files.isEmpty())
        return m_app.libraryController.showError({.what = tr("There is no other character")});
    auto *dialog = new QInputDialog(&m_app.window);
    dialog->setObjectName(u"moveChat"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Move Chat"));
    dialog->setLabelText(tr("Character that the chat is moved to"));
    dialog->setComboBoxItems(files.keys());
    dialog->setOkButtonText(tr("&Move"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, chat, files](const QString &name) {
        if (const QString file = files.value(name); !file.isEmpty())
            move(chat.reference, file, Way::There);
    });
    dialog->open();
}

// The open one is closed for that moment, as when it is renamed.
void ChatListController::move(const ChatReference &reference, const QString &cardFile, Way way)
{
    const bool wasOpen = m_app.chat.reference() == reference;
    if (wasOpen)
        m_app.chat.close();
    m_app.library.perform(
        [reference, cardFile](LibraryStore &store) { return moveChat(store, reference, cardFile); }, this,
        [this, reference, wasOpen, way](const Result<ChatReference> &now) {
            const ChatReference there = now.value_or(reference);
            if (wasOpen && !m_app.chat.reference())
                m_app.libraryController.openChatOf(CastEntry::Kind::Character, there.cardFile, there.name);
            if (!now)
                return m_app.libraryController.showError(now.error());
            changeShelf([before = shelfName(reference), after = shelfName(there)](ChatShelf &shelf) {
                shelf.rename(before, after);
            });
            if (way == Way::Back)
                return;
            const auto &cards = m_app.library.contents().cards;
            const auto card = std::ranges::find(cards, there.cardFile, &CardSummary::file);
            const auto back = [this, there, reference] { move(there, reference.cardFile, Way::Back); };
            tellDone(m_app,
                     {.notice = chatNotice,
                      //: %1 is a chat, %2 a character
                      .text = tr("The chat “%1” is now with %2.")
                                  .arg(there.name, card == cards.end() ? there.cardFile : card->name),
                      .undoText = tr("Undo moving the chat"),
                      .undo = back,
                      .redoText = tr("Redo moving the chat"),
                      .redo = [this, there, reference] { move(reference, there.cardFile, Way::Back); }});
        });
}

void ChatListController::archive(const ListedChat &chat, bool isArchived)
{
    const auto put = [this, name = shelfName(chat.reference)](bool isAway) { setArchived({name}, isAway); };
    put(isArchived);
    const QString text = isArchived ? tr("The chat “%1” is archived. “Include Archived” lists it.")
                                    : tr("The chat “%1” is no longer archived.");
    tellDone(m_app, {.notice = chatNotice,
                     .text = text.arg(chatTitle(chat.summary)),
                     .undoText = isArchived ? tr("Undo archiving the chat") : tr("Undo unarchiving the chat"),
                     .undo = [put, isArchived] { put(!isArchived); },
                     .redoText = isArchived ? tr("Redo archiving the chat") : tr("Redo unarchiving the chat"),
                     .redo = [put, isArchived] { put(isArchived); }});
}

// As the list calls it, if it is there.
QString ChatListController::shownTitle(const ChatReference &reference) const
{
    const auto listed = m_app.chats.indexOf(reference);
    return listed.isValid() ? chatTitle(m_app.chats.valueAt(listed).summary) : reference.name;
}

void ChatListController::deleteChat(const ChatReference &reference, const QString &group)
{
    const QString title = shownTitle(reference);
    throwAway(reference, group, [this, title](const TrashItem &deleted) {
        m_app.libraryController.offerUndo(tr("The chat “%1” is in the library's trash.").arg(title),
                                          deleted.id);
    });
}

void ChatListController::throwAway(const ChatReference &reference, const QString &group,
                                   const std::function<void(const TrashItem &)> &then)
{
    m_app.chat.letGo([&](const ChatReference &each) { return each == reference; });
    m_app.library.perform(
        [reference, group](LibraryStore &store) {
            return group.isEmpty() ? snug::deleteChat(store, reference)
                                   : deleteGroupChat(store, group, reference.name);
        },
        this,
        [this, then](const Result<TrashItem> &deleted) {
            if (!deleted)
                m_app.libraryController.showError(deleted.error());
            else if (then)
                then(*deleted);
        });
}

} // namespace snug
