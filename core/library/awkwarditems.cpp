#include "core/library/awkwarditems.h"

#include "core/library/groupfiles.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

class AwkwardItemFinder
{
public:
    AwkwardItemFinder(const LibraryContents &contents, const LibraryLayout &layout, const ChatShelf &shelf)
        : m_contents(contents)
        , m_layout(layout)
        , m_shelf(shelf)
    {
    }

    QList<AwkwardItem> find()
    {
        findUnreadable();
        findOrphans();
        findMissing();
        for (const auto &[folder, refused] : m_contents.refusedFolders.asKeyValueRange())
            m_items.append({.kind = AwkwardItem::Kind::Refused,
                            .path = folder,
                            .name = folder,
                            .reason = refused.problem.inFile({}).line()});
        std::ranges::sort(m_items, [](const AwkwardItem &a, const AwkwardItem &b) {
            return std::pair(a.kind, a.path) < std::pair(b.kind, b.path);
        });
        return m_items;
    }

private:
    void addFile(const QString &path, const std::optional<Error> &problem)
    {
        if (!problem)
            return;
        const QFileInfo info(path);
        AwkwardItem item{
            .path = m_layout.relative(path), .name = info.fileName(), .reason = problem->inFile({}).line()};
        if (info.isSymLink() && !info.exists()) {
            item.kind = AwkwardItem::Kind::DeadLink;
            //: %1 is a path
            item.reason = QCoreApplication::translate("Library", "it is a link to %1, where there is nothing")
                              .arg(info.symLinkTarget());
        }
        m_items.append(item);
    }

    void findUnreadable()
    {
        addFile(m_layout.settingsFile(), m_contents.settingsProblem);
        for (const CardSummary &card : m_contents.cards)
            addFile(m_layout.card(card.file), card.problem);
        for (const PresetSummary &preset : m_contents.presets)
            addFile(m_layout.preset(preset.name), preset.problem);
        for (const LorebookSummary &book : m_contents.lorebooks)
            addFile(m_layout.lorebook(book.name), book.problem);
        for (const GroupSummary &group : m_contents.groups)
            addFile(m_layout.group(group.file), group.problem);
        for (const auto &[folder, chats] : m_contents.chats.asKeyValueRange()) {
            for (const ChatSummary &chat : chats)
                addFile(m_layout.folder(LibraryLayout::Folder::Chats) + u'/' + folder + u'/' + chat.name +
                            u".jsonl",
                        chat.problem);
        }
        for (const ChatSummary &chat : m_contents.groupChats)
            addFile(m_layout.groupChat(chat.name), chat.problem);
    }

    void findOrphans()
    {
        QSet<QString> folders{QFileInfo(m_layout.chatFolder(modelAloneFile())).fileName()};
        for (const CardSummary &card : m_contents.cards)
            folders.insert(QFileInfo(m_layout.chatFolder(card.file)).fileName());
        for (const auto &[folder, chats] : m_contents.chats.asKeyValueRange()) {
            if (folders.contains(folder))
                continue;
            AwkwardItem item{.kind = AwkwardItem::Kind::OrphanChats,
                             .path = LibraryLayout::folderName(LibraryLayout::Folder::Chats) + u'/' + folder,
                             .name = folder,
                             .reason = {}};
            item.count = int(orphanedChats(item, m_contents, m_layout, m_shelf).size());
            item.reason = QCoreApplication::translate("Library", "there is no character for %n chat(s)",
                                                      nullptr, item.count);
            if (item.count > 0)
                m_items.append(item);
        }
        QSet<QString> named;
        bool allReadable = true;
        for (const GroupSummary &group : m_contents.groups) {
            allReadable = allReadable && !group.problem;
            for (const QString &chat : chatNames(group.group))
                named.insert(chat);
        }
        if (!allReadable)
            return; // the group may be one that cannot be read
        for (const ChatSummary &chat : m_contents.groupChats) {
            const QString path = m_layout.relative(m_layout.groupChat(chat.name));
            if (!named.contains(chat.name) && !m_shelf.archived.contains(path))
                m_items.append({.kind = AwkwardItem::Kind::OrphanGroupChat,
                                .path = path,
                                .name = chat.name,
                                .reason = QCoreApplication::translate("Library", "no group has this chat")});
        }
    }

    void findMissing()
    {
        QSet<QString> cards;
        for (const CardSummary &card : m_contents.cards)
            cards.insert(card.file);
        QSet<QString> chats;
        for (const ChatSummary &chat : m_contents.groupChats)
            chats.insert(chat.name);
        for (const GroupSummary &summary : m_contents.groups) {
            const QString path = m_layout.relative(m_layout.group(summary.file));
            const QString name = summary.group.name.isEmpty() ? summary.file : summary.group.name;
            for (const QString &member : summary.group.members) {
                if (!cards.contains(member))
                    m_items.append({.kind = AwkwardItem::Kind::MissingMember,
                                    .path = path,
                                    .name = name,
                                    //: %1 is a card's file
                                    .reason = QCoreApplication::translate(
                                                  "Library", "its member %1 is not in the library")
                                                  .arg(member),
                                    .missing = member});
            }
            for (const QString &chat : chatNames(summary.group)) {
                if (!chats.contains(chat))
                    m_items.append(
                        {.kind = AwkwardItem::Kind::MissingChat,
                         .path = path,
                         .name = name,
                         //: %1 is a chat's name
                         .reason = QCoreApplication::translate("Library", "its chat %1 is not in the library")
                                       .arg(chat),
                         .missing = chat});
            }
        }
    }

    const LibraryContents &m_contents;
    const LibraryLayout &m_layout;
    const ChatShelf &m_shelf;
    QList<AwkwardItem> m_items;
};

} // namespace

QList<AwkwardItem> awkwardItems(const LibraryContents &contents, const LibraryLayout &layout,
                                const ChatShelf &shelf)
{
    return AwkwardItemFinder(contents, layout, shelf).find();
}

QStringList orphanedChats(const AwkwardItem &item, const LibraryContents &contents,
                          const LibraryLayout &layout, const ChatShelf &shelf)
{
    if (item.kind != AwkwardItem::Kind::OrphanChats)
        return item.kind == AwkwardItem::Kind::OrphanGroupChat ? QStringList(item.path) : QStringList();
    QStringList names;
    const QList<ChatSummary> chats = contents.chats.value(QFileInfo(item.path).fileName());
    for (const ChatSummary &chat : chats) {
        const QString name =
            layout.relative(layout.root() + u'/' + item.path + u'/' + chat.name + u".jsonl"_s);
        if (!shelf.archived.contains(name))
            names.append(name);
    }
    return names;
}

} // namespace snug
