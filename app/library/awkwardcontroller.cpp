#include "app/library/awkwardcontroller.h"

#include "app/appcontext.h"
#include "app/desktop.h"
#include "app/library/cardchoices.h"
#include "app/library/doneinlist.h"
#include "app/library/librarycontroller.h"
#include "core/library/deleting.h"
#include "core/library/documentfiles.h"
#include "core/library/library.h"
#include "core/library/movingchats.h"
#include "widgets/theme/monogram.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QFileInfo>
#include <QInputDialog>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug {

static const QString openedNotice = u"opened"_s;
static const QString awkwardNotice = u"awkward"_s;

AwkwardController::AwkwardController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_dialog(new AwkwardDialog(&app.window))
{
    m_look.setSingleShot(true);
    m_look.setInterval(200ms);
    connect(&m_look, &QTimer::timeout, this, &AwkwardController::look);
    connect(&app.library, &Library::opened, this, [this] {
        ++m_opened;
        m_isTold = false;
        m_items.clear();
        m_app.chatPane.notices()->dismiss(openedNotice);
        m_look.start();
    });
    connect(&app.library, &Library::aboutToClose, this, [this] {
        m_look.stop();
        m_dialog->close();
    });
    connect(&app.library, &Library::changed, this, [this] {
        if ((!m_isTold || m_dialog->isVisible()) && !m_look.isActive())
            m_look.start();
    });
    connect(app.actions.action(ActionId::CannotBeUsed), &QAction::triggered, this, &AwkwardController::show);
    connect(&app.libraryController.chatList(), &ChatListController::shelfChanged, this, [this] {
        if (m_dialog->isVisible() && !m_look.isActive())
            m_look.start();
    });
    connect(m_dialog, &AwkwardDialog::actRequested, this, &AwkwardController::act);
}

void AwkwardController::show()
{
    if (!m_app.library.isOpen())
        return;
    m_dialog->setItems(contentsText(), m_items);
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
    look();
}

// Links are looked at on the disk thread, once all chats have been read.
void AwkwardController::look()
{
    if (!m_app.library.isOpen())
        return;
    const std::optional<ChatShelf> shelf = m_app.libraryController.chatList().shelf();
    if (!m_app.library.contents().chatsAreComplete || !shelf) {
        m_look.start();
        return;
    }
    m_app.library.perform(
        [contents = m_app.library.contents(), known = *shelf](LibraryStore &store)
            -> Result<QList<AwkwardItem>> { return awkwardItems(contents, store.layout(), known); },
        this,
        [this, opened = m_opened](const Result<QList<AwkwardItem>> &items) {
            if (!items || opened != m_opened)
                return;
            m_items = *items;
            if (m_dialog->isVisible())
                m_dialog->setItems(contentsText(), m_items);
            if (!std::exchange(m_isTold, true))
                tell();
        });
}

QString AwkwardController::contentsText() const
{
    const LibraryContents &contents = m_app.library.contents();
    qsizetype chats = contents.groupChats.size();
    for (const QList<ChatSummary> &list : contents.chats)
        chats += list.size();
    return QStringList({tr("%Ln character(s)", nullptr, int(contents.cards.size())),
                        tr("%Ln group(s)", nullptr, int(contents.groups.size())),
                        tr("%Ln chat(s)", nullptr, int(chats))})
        .join(u", "_s);
}

QString AwkwardController::problemsText() const
{
    using enum AwkwardItem::Kind;
    const auto count = [this](std::initializer_list<AwkwardItem::Kind> kinds) {
        int total = 0;
        for (const AwkwardItem &item : m_items)
            total += std::ranges::contains(kinds, item.kind) ? item.count : 0;
        return total;
    };
    QStringList problems;
    if (const int files = count({Unreadable}))
        problems << tr("%Ln file(s) could not be read", nullptr, files);
    if (const int links = count({DeadLink}))
        problems << tr("%Ln link(s) lead nowhere", nullptr, links);
    if (const int folders = count({Refused}))
        problems << tr("%Ln folder(s) are not shown", nullptr, folders);
    if (const int chats = count({OrphanChats, OrphanGroupChat}))
        problems << tr("%Ln chat(s) belong to nobody", nullptr, chats);
    if (const int missing = count({MissingMember, MissingChat}))
        problems << tr("%Ln thing(s) are missing from groups", nullptr, missing);
    return problems.join(u", "_s);
}

// The library of the last run is no news: one line at the bottom, and nothing to be closed at every start.
void AwkwardController::tell()
{
    const QString problems = problemsText();
    const QString contents = contentsText();
    if (problems.isEmpty())
        return m_app.window.showNews(contents);
    //: %1 is "1,015 characters, 4 groups, 214 chats", %2 "6 files could not be read"
    const QString text = tr("%1; %2.").arg(contents, problems);
    if (m_opened == 1)
        return m_app.window.offerNews(text, tr("Show"), [this] { show(); });
    m_app.chatPane.notices()->post(openedNotice,
                                   {Notice::Kind::Hint, text, {{tr("Show"), [this] { show(); }}}});
}

void AwkwardController::act(AwkwardAct act, const AwkwardItem &item)
{
    switch (act) {
    case AwkwardAct::ShowInFolder:
        return showFolder(QFileInfo(m_app.library.layout().root() + u'/' + item.path).path());
    case AwkwardAct::MakeCharacter:
        return makeCharacter(item);
    case AwkwardAct::GiveToCharacter:
        return askForCharacter(item);
    case AwkwardAct::ReplaceMember:
        return askForMember(item);
    case AwkwardAct::GiveToGroup:
        return askForGroup(item);
    case AwkwardAct::RemoveFromGroup:
        return editGroup(item, tr("“%1” no longer names %2.").arg(item.name, item.missing),
                         [missing = item.missing](Group &group) {
                             group.members.removeAll(missing);
                             group.mutedMembers.removeAll(missing);
                             group.chats.removeAll(missing);
                             if (group.chatId == missing)
                                 group.chatId = group.chats.value(0);
                         });
    case AwkwardAct::Archive:
        return archive(item);
    case AwkwardAct::Delete:
        return remove(item);
    }
}

void AwkwardController::archive(const AwkwardItem &item)
{
    ChatListController &chats = m_app.libraryController.chatList();
    if (!chats.shelf())
        return;
    const QStringList names =
        orphanedChats(item, m_app.library.contents(), m_app.library.layout(), *chats.shelf());
    chats.setArchived(names, true);
    tellDone(m_app, {.notice = awkwardNotice,
                     .text = tr("%Ln chat(s) of “%1” are archived; “Include Archived” lists them.", nullptr,
                                int(names.size()))
                                 .arg(item.name),
                     .undoText = tr("Undo archiving the chats"),
                     .undo = [&chats, names] { chats.setArchived(names, false); }});
}

void AwkwardController::remove(const AwkwardItem &item)
{
    m_app.library.perform(
        [path = item.path](LibraryStore &store) { return deleteUnusable(store, path); }, this,
        [this, name = item.name](const Result<TrashItem> &deleted) {
            if (!deleted)
                return m_app.libraryController.showError(deleted.error());
            m_app.libraryController.offerUndo(tr("“%1” is in the library's trash.").arg(name), deleted->id);
            look();
        });
}

void AwkwardController::ask(const QString &title, const QString &question, const QString &yes,
                            const QMap<QString, QString> &choices,
                            const std::function<void(const QString &)> &then)
{
    auto *dialog = new QInputDialog(m_dialog);
    dialog->setObjectName(u"giveTo"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setLabelText(question);
    dialog->setComboBoxItems(choices.keys());
    dialog->setOkButtonText(yes);
    connect(dialog, &QInputDialog::textValueSelected, this, [choices, then](const QString &name) {
        if (const QString chosen = choices.value(name); !chosen.isEmpty())
            then(chosen);
    });
    dialog->open();
}

// Chats belong to the card that has their folder's name, so a new one of this name is all they need.
void AwkwardController::makeCharacter(const AwkwardItem &item)
{
    Card card;
    card.name = QFileInfo(item.path).fileName();
    m_app.library.perform(
        [card, folder = card.name, picture = monogramPng(card.name)](LibraryStore &store) -> Result<QString> {
            const Result<QString> file = createCard(store, card, picture);
            if (file && QFileInfo(*file).completeBaseName() != folder) {
                if (const MovedChats moved = moveChats(store, folder, *file); !moved.problems.isEmpty())
                    return std::unexpected(moved.problems.first());
            }
            return file;
        },
        this,
        [this](const Result<QString> &file) {
            look();
            if (!file)
                return m_app.libraryController.showError(file.error());
            m_app.libraryController.begin(CastEntry::Kind::Character, *file);
        });
}

void AwkwardController::askForMember(const AwkwardItem &item)
{
    const QMap<QString, QString> choices = cardChoices(m_app.library.contents());
    //: %1 is a character's file, %2 the name of a group
    ask(tr("Replace a Member"), tr("Who takes the place of %1 in “%2”?").arg(item.missing, item.name),
        tr("&Replace"), choices, [this, item, choices](const QString &file) {
            editGroup(item,
                      //: %1 is the name of a group, %2 a character's, %3 the file of a missing one
                      tr("“%1” has %2 now in place of %3.").arg(item.name, choices.key(file), item.missing),
                      [missing = item.missing, file](Group &group) {
                          for (QStringList *list : {&group.members, &group.mutedMembers}) {
                              if (list->contains(file))
                                  list->removeAll(missing);
                              std::ranges::replace(*list, missing, file);
                          }
                      });
        });
}

void AwkwardController::askForCharacter(const AwkwardItem &item)
{
    ask(tr("Give To"), tr("Who do the chats of “%1” belong to?").arg(item.name), tr("&Give"),
        cardChoices(m_app.library.contents()),
        [this, item](const QString &file) { giveChats(QFileInfo(item.path).fileName(), file, item.name); });
}

void AwkwardController::giveChats(const QString &folder, const QString &cardFile, const QString &name)
{
    m_app.library.perform(
        [folder, cardFile](LibraryStore &store) -> Result<MovedChats> {
            return moveChats(store, folder, cardFile);
        },
        this,
        [this, folder, cardFile, name](const Result<MovedChats> &done) {
            if (!done)
                return m_app.libraryController.showError(done.error());
            if (!done->problems.isEmpty())
                m_app.libraryController.showError(done->problems.first());
            look();
            if (done->moved.isEmpty())
                return;
            const auto back = [this, folder, moved = done->moved] {
                m_app.library.perform(
                    [folder, moved](LibraryStore &store) -> Result<void> {
                        for (const ChatReference &chat : moved) {
                            if (const auto put = moveChat(store, chat, folder + u".png"_s); !put)
                                return std::unexpected(put.error());
                        }
                        return {};
                    },
                    this,
                    [this](const Result<void> &put) {
                        if (!put)
                            m_app.libraryController.showError(put.error());
                        look();
                    });
            };
            m_app.chatPane.notices()->post(
                awkwardNotice,
                {Notice::Kind::Done,
                 tr("%Ln chat(s) of “%1” have been given away.", nullptr, int(done->moved.size())).arg(name),
                 {{tr("Undo"), back}}});
        });
}

void AwkwardController::askForGroup(const AwkwardItem &item)
{
    QMap<QString, QString> choices;
    for (const GroupSummary &group : m_app.library.contents().groups) {
        const QString name = group.group.name.isEmpty() ? group.file : group.group.name;
        if (!group.problem)
            choices.insert(choices.contains(name) ? u"%1 (%2)"_s.arg(name, group.file) : name, group.file);
    }
    ask(tr("Give To"), tr("Which group does the chat “%1” belong to?").arg(item.name), tr("&Give"), choices,
        [this, item](const QString &file) {
            AwkwardItem group = item;
            group.path = u"groups/%1.json"_s.arg(file);
            editGroup(group, tr("The chat “%1” now belongs to a group.").arg(item.name),
                      [chat = item.name](Group &change) { change.chats.append(chat); });
        });
}

// With what undoes it: the group as it was.
void AwkwardController::editGroup(const AwkwardItem &item, const QString &done,
                                  const std::function<void(Group &)> &change)
{
    const QString file = QFileInfo(item.path).completeBaseName();
    m_app.library.perform(
        [file, change](LibraryStore &store) -> Result<Group> {
            Group before;
            return snug::editGroup(store, file,
                                   [&](Group &group) {
                                       before = group;
                                       change(group);
                                   })
                .transform([&](const Group &) { return before; });
        },
        this,
        [this, file, done](const Result<Group> &before) {
            if (!before)
                return m_app.libraryController.showError(before.error());
            look();
            const auto back = [this, file, was = *before] {
                m_app.library.perform(
                    [file, was](LibraryStore &store) {
                        return snug::editGroup(store, file, [&](Group &group) {
                            group.members = was.members;
                            group.mutedMembers = was.mutedMembers;
                            group.chats = was.chats;
                            group.chatId = was.chatId;
                        });
                    },
                    this,
                    [this](const Result<Group> &put) {
                        if (!put)
                            m_app.libraryController.showError(put.error());
                        look();
                    });
            };
            m_app.chatPane.notices()->post(awkwardNotice, {Notice::Kind::Done, done, {{tr("Undo"), back}}});
        });
}

} // namespace snug
