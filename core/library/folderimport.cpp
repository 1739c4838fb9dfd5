#include "core/library/folderimport.h"

#include "core/library/fileimport.h"
#include "core/library/groupfiles.h"
#include "core/library/librarystore.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <array>

using namespace Qt::StringLiterals;

namespace snug {

FolderImport::FolderImport(LibraryStore &store, const QString &root, const PictureMaker &toPng)
    : m_store(store)
    , m_root(root)
    , m_toPng(toPng)
{
}

bool FolderImport::isUserFolder(const QString &root)
{
    return QFileInfo(root + u"/characters"_s).isDir() &&
           (QFileInfo(root + u"/chats"_s).isDir() || QFileInfo(root + u"/settings.json"_s).isFile());
}

FolderImport::Stage FolderImport::stageOf(const QString &relative)
{
    static constexpr std::array ofSnug{"snug/templates/"_L1, "snug/rules/"_L1, "snug/regex/"_L1,
                                       "snug/kept/"_L1};
    const QString folder = relative.section(u'/', 0, 0);
    // Copies that SillyTavern makes by itself would come in as chats of their own.
    if (folder == u"backups" || folder == u"thumbnails")
        return Stage::Left;
    if (folder == u"snug" &&
        std::ranges::none_of(ofSnug, [&](QLatin1StringView taken) { return relative.startsWith(taken); }))
        return Stage::Left;
    if (folder == u"characters")
        return Stage::Cards;
    if (folder == u"groups")
        return Stage::Groups;
    if (folder == u"chats")
        return Stage::Chats;
    return folder == u"group chats" ? Stage::GroupChats : Stage::Documents;
}

static bool isGroup(const ImportedFile &file)
{
    return file.outcome == ImportedFile::Outcome::Imported && file.kind == FileKind::Group;
}

QList<ImportedFile> FolderImport::run(const QStringList &files)
{
    QList<ImportedFile> taken(files.size());
    for (const Stage stage :
         {Stage::Cards, Stage::Documents, Stage::Groups, Stage::Chats, Stage::GroupChats, Stage::Left}) {
        for (qsizetype at = 0; at < files.size(); ++at) {
            if (stageOf(relative(files.at(at))) == stage)
                taken[at] = take(files.at(at), stage);
        }
    }
    for (ImportedFile &file : taken) {
        if (isGroup(file))
            settleGroup(file);
    }
    return taken;
}

ImportedFile FolderImport::take(const QString &file, Stage stage)
{
    if (stage == Stage::Left)
        return leave(file);
    const QString stem = QFileInfo(file).completeBaseName();
    QString chatsFor; // nobody: by the speaker's name
    if (stage == Stage::Chats)
        chatsFor = m_cards.value(relative(file).section(u'/', 1, 1) + u".png"_s);
    FileImport import(m_store, file, chatsFor, m_toPng);
    const bool isGroupChat = stage == Stage::GroupChats && m_listedChats.contains(stem);
    ImportedFile result = isGroupChat ? import.runAsGroupChat() : import.run();
    if (result.outcome != ImportedFile::Outcome::Imported)
        return result;
    const QFileInfo place(result.place);
    if (stage == Stage::Cards)
        m_cards.insert(stem + u".png"_s, place.fileName());
    else if (isGroupChat)
        m_groupChats.insert(stem, place.completeBaseName());
    else if (isGroup(result)) {
        if (const auto group = loadGroup(m_store, place.completeBaseName()))
            m_listedChats += QSet<QString>(group->value.chats.cbegin(), group->value.chats.cend());
    }
    return result;
}

ImportedFile FolderImport::leave(const QString &file) const
{
    ImportedFile left;
    left.path = file;
    left.problem = Error{QCoreApplication::translate(
                             "Import", "is a copy or a record that SillyTavern or Snug makes by itself"),
                         QFileInfo(file).fileName()};
    return left;
}

// It names its members and chats as they were called there.
void FolderImport::settleGroup(ImportedFile &file)
{
    const auto rename = [](QStringList &names, const QHash<QString, QString> &known) {
        for (QString &name : names)
            name = known.value(name, name);
    };
    const auto edited = editGroup(m_store, QFileInfo(file.place).completeBaseName(), [&](Group &group) {
        rename(group.members, m_cards);
        rename(group.mutedMembers, m_cards);
        rename(group.chats, m_groupChats);
        group.chatId = m_groupChats.value(group.chatId, group.chatId);
    });
    if (!edited)
        file.notes.append(edited.error());
}

} // namespace snug
