#include "core/library/libraryindex.h"

#include "core/formats/groupfile.h"
#include "core/formats/jsontext.h"
#include "core/formats/worldinfo.h"
#include "core/library/cardsummary.h"
#include "core/library/chatsummary.h"
#include "core/library/fileaccess.h"
#include "core/library/summarycache.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Folder = LibraryLayout::Folder;
using ChangeKind = LibraryChange::Kind;
using Origin = LibraryChange::Origin;

constexpr Folder TemplateFolders[] = {Folder::Instruct,  Folder::Context,     Folder::SystemPrompts,
                                      Folder::Reasoning, Folder::TextPresets, Folder::PromptTemplates,
                                      Folder::Rules};

QString stemOf(const QString &path)
{
    return QFileInfo(path).completeBaseName();
}

PresetSummary readPresetSummary(const QString &path)
{
    PresetSummary summary;
    summary.name = stemOf(path);
    const auto reading =
        readVersioned(path).and_then([](const Loaded<QByteArray> &file) { return readPreset(file.value); });
    if (reading)
        summary.prompts = int(reading->preset.prompts.size());
    else
        summary.problem = reading.error().inFile(QFileInfo(path).fileName());
    return summary;
}

LorebookSummary readLorebookSummary(const QString &path)
{
    LorebookSummary summary;
    summary.name = stemOf(path);
    const auto document =
        readVersioned(path)
            .and_then([](const Loaded<QByteArray> &file) { return parseJson(file.value); })
            .and_then([](const Json &book) {
                return keepEntryLimit(book.value(u"entries")).transform([&] { return book; });
            });
    if (document)
        summary.entries = int(document->value(u"entries").size());
    else
        summary.problem = document.error().inFile(QFileInfo(path).fileName());
    return summary;
}

GroupSummary readGroupSummary(const QString &path)
{
    GroupSummary summary;
    summary.file = stemOf(path);
    const auto reading = readVersioned(path).and_then(
        [&](const Loaded<QByteArray> &file) { return readGroup(file.value, stemOf(path)); });
    if (reading) {
        summary.group = reading->group;
    } else {
        summary.group.id = stemOf(path);
        summary.problem = reading.error().inFile(QFileInfo(path).fileName());
    }
    return summary;
}

// One change for what we wrote and one for what others did; `names` are file names.
QList<LibraryChange> changesOf(ChangeKind kind, const QStringList &files, const QStringList &own,
                               bool keepsEnding, const QString &chatFolder = {})
{
    LibraryChange ours{.kind = kind, .origin = Origin::Own, .names = {}, .chatFolder = chatFolder};
    LibraryChange theirs{.kind = kind, .origin = Origin::Outside, .names = {}, .chatFolder = chatFolder};
    for (const QString &file : files) {
        LibraryChange &change = own.contains(file) ? ours : theirs;
        change.names.append(keepsEnding ? file : stemOf(file));
    }
    QList<LibraryChange> changes;
    if (!ours.names.isEmpty())
        changes.append(ours);
    if (!theirs.names.isEmpty())
        changes.append(theirs);
    return changes;
}

} // namespace

LibraryIndex::LibraryIndex(const LibraryLayout &layout)
    : m_layout(layout)
{
}

void LibraryIndex::setSummaries(const QByteArray &kept)
{
    const SummaryCache cache(kept, m_layout.root());
    cache.fill(m_cards, LibraryLayout::folderName(Folder::Characters));
    cache.fill(m_lorebooks, LibraryLayout::folderName(Folder::Worlds));
    cache.fill(m_presets, LibraryLayout::folderName(Folder::Presets));
    cache.fill(m_groupChats, LibraryLayout::folderName(Folder::GroupChats));
    const QString chats = LibraryLayout::folderName(Folder::Chats) + u'/';
    for (const QString &folder : cache.folders()) {
        if (folder.startsWith(chats))
            cache.fill(m_chats[folder.sliced(chats.size())], folder);
    }
}

QByteArray LibraryIndex::summariesToKeep(qint64 now) const
{
    SummaryCache cache;
    cache.add(m_cards, LibraryLayout::folderName(Folder::Characters), now);
    cache.add(m_lorebooks, LibraryLayout::folderName(Folder::Worlds), now);
    cache.add(m_presets, LibraryLayout::folderName(Folder::Presets), now);
    cache.add(m_groupChats, LibraryLayout::folderName(Folder::GroupChats), now);
    QStringList folders = m_chats.keys();
    std::ranges::sort(folders);
    for (const QString &folder : std::as_const(folders))
        cache.add(m_chats[folder], LibraryLayout::folderName(Folder::Chats) + u'/' + folder, now);
    return cache.bytes(m_layout.root());
}

// What is in a folder that leads out of the library is not looked at.
template <typename T>
typename FolderCache<T>::Look LibraryIndex::look(FolderCache<T> &cache, const QString &folder,
                                                 const QString &suffix,
                                                 const typename FolderCache<T>::Reader &read)
{
    const QString name = m_layout.relative(folder);
    const auto checked = checkFolder(folder);
    if (checked) {
        m_contents.refusedFolders.remove(name);
        return cache.look(folder, suffix, read);
    }
    refuse(name, checked.error());
    return cache.clear();
}

void LibraryIndex::refuse(const QString &folder, const Error &problem)
{
    const QString target = targetOutside(m_layout.root() + u'/' + folder);
    m_contents.refusedFolders.insert(folder, {{folder, target}, problem.inFile(folder)});
}

QList<LibraryChange> LibraryIndex::readAll()
{
    QList<LibraryChange> changes = refreshSettings({});
    changes += refresh(m_layout.folder(Folder::Avatars));
    for (const Folder folder : {Folder::Characters, Folder::Worlds, Folder::Presets, Folder::Groups})
        changes += refresh(m_layout.folder(folder));
    for (const Folder folder : TemplateFolders)
        changes += refresh(m_layout.folder(folder));
    m_unreadChatFolders = chatFolders();
    for (LibraryChange &change : changes)
        change.origin = Origin::Scan;
    return changes;
}

QList<LibraryChange> LibraryIndex::readMoreChats(std::chrono::milliseconds budget)
{
    QElapsedTimer timer;
    timer.start();
    QList<LibraryChange> changes;
    while (!m_unreadChatFolders.isEmpty() && timer.durationElapsed() < budget)
        changes += refreshChats(m_unreadChatFolders.takeFirst(), {});
    if (m_unreadChatFolders.isEmpty() && !m_contents.chatsAreComplete) {
        changes += refresh(m_layout.folder(Folder::GroupChats));
        m_contents.chatsAreComplete = true;
    }
    for (LibraryChange &change : changes)
        change.origin = Origin::Scan;
    return changes;
}

QList<LibraryChange> LibraryIndex::refresh(const QString &folder, const QStringList &own)
{
    if (folder == m_layout.root())
        return refreshSettings(own);
    if (folder == m_layout.folder(Folder::Characters))
        return refreshCards(own);
    if (folder == m_layout.folder(Folder::Avatars))
        return refreshAvatars(own);
    if (folder == m_layout.folder(Folder::Chats))
        return refreshChatFolders();
    if (folder == m_layout.folder(Folder::Worlds)) {
        auto seen = look(m_lorebooks, folder, u".json"_s, readLorebookSummary);
        m_contents.lorebooks = seen.values;
        return changesOf(ChangeKind::Lorebooks, seen.changed, own, false);
    }
    if (folder == m_layout.folder(Folder::Presets)) {
        auto seen = look(m_presets, folder, u".json"_s, readPresetSummary);
        m_contents.presets = seen.values;
        return changesOf(ChangeKind::Presets, seen.changed, own, false);
    }
    if (folder == m_layout.folder(Folder::Groups)) {
        auto seen = look(m_groups, folder, u".json"_s, readGroupSummary);
        m_contents.groups = seen.values;
        return changesOf(ChangeKind::Groups, seen.changed, own, false);
    }
    if (folder == m_layout.folder(Folder::GroupChats)) {
        auto seen = look(m_groupChats, folder, u".jsonl"_s, readChatSummary);
        m_contents.groupChats = seen.values;
        return changesOf(ChangeKind::GroupChats, seen.changed, own, false);
    }
    if (QFileInfo(folder).path() == m_layout.folder(Folder::Chats))
        return refreshChats(QFileInfo(folder).fileName(), own);
    for (const Folder kind : TemplateFolders) {
        if (folder == m_layout.folder(kind))
            return refreshTemplates(kind, own);
    }
    return {};
}

QList<LibraryChange> LibraryIndex::refreshCards(const QStringList &own)
{
    auto seen = look(m_cards, m_layout.folder(Folder::Characters), u".png"_s, readCardSummary);
    m_contents.cards = seen.values;
    return changesOf(ChangeKind::Cards, seen.changed, own, true);
}

QList<LibraryChange> LibraryIndex::refreshAvatars(const QStringList &own)
{
    auto seen = look(m_avatars, m_layout.folder(Folder::Avatars), {},
                     [](const QString &path) { return QFileInfo(path).fileName(); });
    listPersonas();
    return changesOf(ChangeKind::Personas, seen.changed, own, true);
}

QList<LibraryChange> LibraryIndex::refreshTemplates(Folder folder, const QStringList &own)
{
    auto seen = look(m_templates[folder], m_layout.folder(folder), u".json"_s, stemOf);
    m_contents.templates[folder] = seen.values;
    if (seen.changed.isEmpty())
        return {};
    const bool isOwn =
        std::ranges::all_of(seen.changed, [&](const QString &name) { return own.contains(name); });
    return {{.kind = ChangeKind::Templates,
             .origin = isOwn ? Origin::Own : Origin::Outside,
             .names = {LibraryLayout::folderName(folder)},
             .chatFolder = {}}};
}

QList<LibraryChange> LibraryIndex::refreshSettings(const QStringList &own)
{
    const QString path = m_layout.settingsFile();
    const FileStamp stamp = stampOf(path);
    if (stamp == m_settingsStamp)
        return {};
    m_settingsStamp = stamp;
    const QList<Persona> before = m_contents.personas;
    m_contents.settings = {};
    m_contents.settingsProblem.reset();
    if (stamp.exists()) {
        const auto reading = readVersioned(path).and_then(
            [](const Loaded<QByteArray> &file) { return readSillyTavernSettings(file.value); });
        if (reading)
            m_contents.settings = reading->settings;
        else
            m_contents.settingsProblem = reading.error().inFile(QFileInfo(path).fileName());
    }
    listPersonas();
    const Origin origin = own.contains(QFileInfo(path).fileName()) ? Origin::Own : Origin::Outside;
    QList<LibraryChange> changes{
        {.kind = ChangeKind::Settings, .origin = origin, .names = {}, .chatFolder = {}}};
    QStringList changed;
    for (const Persona &persona : std::as_const(m_contents.personas)) {
        if (!before.contains(persona))
            changed.append(persona.avatar);
    }
    for (const Persona &persona : before) {
        if (!m_contents.personas.contains(persona) && !changed.contains(persona.avatar))
            changed.append(persona.avatar);
    }
    if (!changed.isEmpty())
        changes.append({.kind = ChangeKind::Personas, .origin = origin, .names = changed, .chatFolder = {}});
    return changes;
}

// SillyTavern shows every picture in the folder as a persona, named or not.
void LibraryIndex::listPersonas()
{
    m_contents.personas = m_contents.settings.personas;
    QSet<QString> listed;
    for (const Persona &persona : std::as_const(m_contents.personas))
        listed.insert(persona.avatar);
    for (const QString &picture : m_avatars.values()) {
        if (listed.contains(picture))
            continue;
        Persona unnamed;
        unnamed.avatar = picture;
        unnamed.name = QCoreApplication::translate("Library", "Unnamed persona");
        m_contents.personas.append(unnamed);
    }
}

QList<LibraryChange> LibraryIndex::refreshChats(const QString &folderName, const QStringList &own)
{
    const QString folder = m_layout.folder(Folder::Chats) + u'/' + folderName;
    m_unreadChatFolders.removeAll(folderName);
    auto seen = look(m_chats[folderName], folder, u".jsonl"_s, readChatSummary);
    if (QFileInfo(folder).isDir()) {
        m_contents.chats[folderName] = seen.values;
    } else {
        m_contents.chats.remove(folderName);
        m_chats.remove(folderName);
    }
    return changesOf(ChangeKind::Chats, seen.changed, own, false, folderName);
}

QStringList LibraryIndex::chatFolders()
{
    const QString name = LibraryLayout::folderName(Folder::Chats);
    const auto checked = checkFolder(m_layout.folder(Folder::Chats));
    if (!checked) {
        refuse(name, checked.error());
        return {};
    }
    m_contents.refusedFolders.remove(name);
    return QDir(m_layout.folder(Folder::Chats)).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
}

// Folders that came or went.
QList<LibraryChange> LibraryIndex::refreshChatFolders()
{
    const QStringList names = chatFolders();
    QList<LibraryChange> changes;
    for (const QString &name : names) {
        if (!m_contents.chats.contains(name) && !m_unreadChatFolders.contains(name))
            changes += refreshChats(name, {});
    }
    const QStringList known = m_contents.chats.keys();
    for (const QString &name : known) {
        if (!names.contains(name))
            changes += refreshChats(name, {});
    }
    return changes;
}

QList<LibraryChange> LibraryIndex::noteAppend(const QString &path, const QList<QByteArray> &lines,
                                              const FileStamp &stamp)
{
    const QFileInfo info(path);
    const bool isGroup = info.path() == m_layout.folder(Folder::GroupChats);
    const QString folderName = isGroup ? QString() : info.dir().dirName();
    FolderCache<ChatSummary> &cache = isGroup ? m_groupChats : m_chats[folderName];
    const std::optional<ChatSummary> before = cache.value(info.fileName());
    if (!before || !m_contents.chatsAreComplete)
        return refresh(info.path(), {info.fileName()});
    ChatSummary summary = *before;
    const ChatSummary added = summarizeChat(summary.name, lines.join('\n'));
    summary.messages += added.messages;
    if (summary.firstText.isEmpty())
        summary.firstText = added.firstText;
    summary.lastText = added.lastText;
    summary.lastSendDate = added.lastSendDate;
    summary.modified = info.lastModified();
    cache.set(info.fileName(), stamp, summary);
    QList<ChatSummary> &list = isGroup ? m_contents.groupChats : m_contents.chats[folderName];
    for (ChatSummary &listed : list) {
        if (listed.name == summary.name)
            listed = summary;
    }
    return {{.kind = isGroup ? ChangeKind::GroupChats : ChangeKind::Chats,
             .origin = Origin::Own,
             .names = {summary.name},
             .chatFolder = folderName}};
}

QStringList LibraryIndex::folders() const
{
    QStringList folders{m_layout.root()};
    for (const Folder folder : LibraryLayout::folders())
        folders.append(m_layout.folder(folder));
    for (auto chats = m_contents.chats.cbegin(); chats != m_contents.chats.cend(); ++chats)
        folders.append(m_layout.folder(Folder::Chats) + u'/' + chats.key());
    return folders;
}

QStringList LibraryIndex::files() const
{
    QStringList files{m_layout.settingsFile()};
    for (const LorebookSummary &book : m_contents.lorebooks)
        files.append(m_layout.lorebook(book.name));
    for (const PresetSummary &preset : m_contents.presets)
        files.append(m_layout.preset(preset.name));
    for (const GroupSummary &group : m_contents.groups)
        files.append(m_layout.group(group.file));
    for (const Folder folder : {Folder::PromptTemplates, Folder::Rules}) {
        for (const QString &name : m_contents.templates.value(folder))
            files.append(m_layout.folder(folder) + u'/' + name + u".json"_s);
    }
    return files;
}

} // namespace snug
