#include "core/library/listedchats.h"

#include "core/library/chattitle.h"
#include "core/library/groupfiles.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString chatFolderOf(const QString &cardFile)
{
    return cardFile.endsWith(u".png", Qt::CaseInsensitive) ? cardFile.chopped(4) : cardFile;
}

class ChatLister
{
public:
    ChatLister(const LibraryContents &contents, const LibraryLayout &layout, const ChatShelf &shelf)
        : m_contents(contents)
        , m_layout(layout)
        , m_shelf(shelf)
    {
    }

    // `owner` may be null.
    void addFolder(const QString &folder, const CardSummary *owner)
    {
        const QString file = owner ? owner->file : folder + u".png"_s;
        const bool isAlone = file == modelAloneFile();
        ListedChat chat{.reference = {.cardFile = file, .name = {}},
                        .group = {},
                        .owner = isAlone ? modelAloneTitle()
                                 : owner ? owner->name
                                         : folder,
                        .hasOwner = owner != nullptr || isAlone,
                        .path = {},
                        .summary = {},
                        .said = {}};
        for (const ChatSummary &summary : m_contents.chats.value(folder)) {
            chat.path = m_layout.chat(chat.reference.cardFile, summary.name);
            add(chat, summary);
        }
    }

    // Of one group, or of all and of none.
    void addGroupChats(const QString &only = {})
    {
        QHash<QString, const GroupSummary *> groups;
        for (const GroupSummary &group : m_contents.groups) {
            if (!only.isEmpty() && group.file != only)
                continue;
            for (const QString &name : chatNames(group.group))
                groups.insert(name, &group);
        }
        for (const ChatSummary &summary : m_contents.groupChats) {
            const GroupSummary *group = groups.value(summary.name);
            if (!group && !only.isEmpty())
                continue;
            ListedChat chat{.reference = {.cardFile = {}, .name = {}},
                            .group = group ? group->file : QString(),
                            .owner = {},
                            .hasOwner = group != nullptr,
                            .path = m_layout.groupChat(summary.name),
                            .summary = {},
                            .said = {}};
            if (group)
                chat.owner = group->group.name.isEmpty() ? group->file : group->group.name;
            add(chat, summary);
        }
    }

    QList<ListedChat> sorted()
    {
        std::ranges::sort(m_chats, [](const ListedChat &a, const ListedChat &b) {
            if (a.isPinned != b.isPinned)
                return a.isPinned;
            if (a.said != b.said)
                return a.said > b.said;
            return a.path < b.path;
        });
        return m_chats;
    }

private:
    void add(ListedChat chat, const ChatSummary &summary)
    {
        chat.reference.name = summary.name;
        chat.summary = summary;
        chat.said = lastSaid(summary);
        const QString name = m_layout.relative(chat.path);
        chat.isPinned = m_shelf.pinned.contains(name);
        chat.isArchived = m_shelf.archived.contains(name);
        m_chats.append(chat);
    }

    const LibraryContents &m_contents;
    const LibraryLayout &m_layout;
    const ChatShelf &m_shelf;
    QList<ListedChat> m_chats;
};

} // namespace

QString modelAloneTitle()
{
    return QCoreApplication::translate("Library", "The Model Alone", "whose chats are without a character");
}

QList<ListedChat> chatsOfCard(const LibraryContents &contents, const LibraryLayout &layout,
                              const ChatShelf &shelf, const QString &cardFile)
{
    ChatLister lister(contents, layout, shelf);
    const auto owner = std::ranges::find(contents.cards, cardFile, &CardSummary::file);
    lister.addFolder(chatFolderOf(cardFile), owner != contents.cards.cend() ? &*owner : nullptr);
    return lister.sorted();
}

QList<ListedChat> chatsOfGroup(const LibraryContents &contents, const LibraryLayout &layout,
                               const ChatShelf &shelf, const QString &groupFile)
{
    ChatLister lister(contents, layout, shelf);
    lister.addGroupChats(groupFile);
    return lister.sorted();
}

QList<ListedChat> allChats(const LibraryContents &contents, const LibraryLayout &layout,
                           const ChatShelf &shelf)
{
    ChatLister lister(contents, layout, shelf);
    QHash<QString, const CardSummary *> owners;
    for (const CardSummary &card : contents.cards)
        owners.insert(chatFolderOf(card.file), &card);
    for (const QString &folder : contents.chats.keys())
        lister.addFolder(folder, owners.value(folder));
    lister.addGroupChats();
    return lister.sorted();
}

bool isChatNameTaken(const LibraryContents &contents, const ChatReference &beside, const QString &name)
{
    return std::ranges::contains(beside.isGroup() ? contents.groupChats : contents.chatsOf(beside.cardFile),
                                 name, &ChatSummary::name);
}

} // namespace snug
