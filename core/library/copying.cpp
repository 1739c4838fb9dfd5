#include "core/library/copying.h"

#include "core/formats/jsontext.h"
#include "core/library/atomicwrite.h"
#include "core/library/cardarchives.h"
#include "core/library/chatfiles.h"
#include "core/library/deleting.h"
#include "core/library/fileaccess.h"
#include "core/library/filenames.h"
#include "core/library/groupfiles.h"
#include "core/library/librarystore.h"
#include "core/library/personapictures.h"
#include "core/library/settingsfiles.h"
#include "core/library/texttemplatefiles.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QUuid>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

// "Slow Burn" of "Slow Burn (2)": a copy of a copy is the next one, not "Slow Burn (2) (2)".
static QString withoutNumber(const QString &name)
{
    static const QRegularExpression number(u" \\(\\d+\\)$"_s);
    const qsizetype at = name.lastIndexOf(number);
    return at > 0 ? name.first(at) : name;
}

static Result<QString> copyFile(LibraryStore &store, LibraryLayout::Folder folder, const QString &name,
                                const QString &suffix, qint64 sizeLimit)
{
    const QString path = store.layout().folder(folder);
    return readVersioned(path + u'/' + name + suffix, sizeLimit)
        .and_then([&](const Loaded<QByteArray> &file) {
            return store.create(path, withoutNumber(name), suffix, file.value);
        })
        .transform([&](const QString &file) { return file.chopped(suffix.size()); });
}

Result<QString> copyCard(LibraryStore &store, const QString &file)
{
    const QString ending = u".png"_s;
    const QString name = file.endsWith(ending, Qt::CaseInsensitive) ? file.chopped(ending.size()) : file;
    const QString suffix = file.sliced(name.size());
    const auto made = copyFile(store, LibraryLayout::Folder::Characters, name, suffix, ArchiveFileLimit);
    if (!made)
        return made;
    const QString copy = *made + suffix;
    const QString archive = cardArchivePath(store.layout(), file);
    if (!QFile::exists(archive))
        return copy;
    return readVersioned(archive, ArchiveFileLimit)
        .and_then([&](const Loaded<QByteArray> &bytes) {
            const QString target = cardArchivePath(store.layout(), copy);
            return writeFileDurably(target, bytes.value).transform([&] { store.noteOwn({target}); });
        })
        .transform([&] { return copy; });
}

Result<QString> copyPersona(LibraryStore &store, const QString &avatar)
{
    const QList<Persona> personas = store.contents().personas;
    const auto original = std::ranges::find(personas, avatar, &Persona::avatar);
    if (original == personas.cend())
        return failure(QCoreApplication::translate("Library", "this persona no longer exists"), {}, avatar);
    Persona copy = *original;
    const QString base = withoutNumber(copy.name);
    for (int number = 2; std::ranges::contains(personas, copy.name, &Persona::name); ++number)
        copy.name = u"%1 (%2)"_s.arg(base).arg(number);
    copy.connections.clear();
    return copyPersonaPicture(store, avatar, copy.name).and_then([&](const QString &picture) {
        copy.avatar = picture;
        return savePersona(store, copy).transform([&] { return picture; });
    });
}

Result<QString> copyPreset(LibraryStore &store, const QString &name)
{
    return copyFile(store, LibraryLayout::Folder::Presets, name, u".json"_s, DocumentFileLimit);
}

Result<QString> copyLorebook(LibraryStore &store, const QString &name)
{
    return copyFile(store, LibraryLayout::Folder::Worlds, name, u".json"_s, DocumentFileLimit);
}

Result<QString> copyPromptTemplate(LibraryStore &store, const QString &name)
{
    return copyFile(store, LibraryLayout::Folder::PromptTemplates, name, u".json"_s, DocumentFileLimit);
}

Result<QString> copyRules(LibraryStore &store, const QString &name)
{
    return copyFile(store, LibraryLayout::Folder::Rules, name, u".json"_s, DocumentFileLimit);
}

Result<QString> copyTextTemplate(LibraryStore &store, LibraryLayout::Folder folder, const QString &name)
{
    return readVersioned(textTemplatePath(store.layout(), folder, name), DocumentFileLimit)
        .and_then([&](const Loaded<QByteArray> &file) {
            return createTextTemplate(store, folder, withoutNumber(name), file.value);
        });
}

Result<Group> copyGroup(LibraryStore &store, const QString &file, const QDateTime &now)
{
    return loadGroup(store, file).and_then([&](const LoadedDocument<Group> &loaded) {
        Group copy = loaded.value;
        const QList<GroupSummary> groups = store.contents().groups;
        const auto isTaken = [&](const GroupSummary &each) { return each.group.name == copy.name; };
        const QString base = withoutNumber(copy.name);
        for (int number = 2; std::ranges::any_of(groups, isTaken); ++number)
            copy.name = u"%1 (%2)"_s.arg(base).arg(number);
        copy.chats.clear();
        copy.chatId.clear();
        copy.source.remove(u"past_metadata"); // of its chats
        return createGroup(store, copy, now);
    });
}

// SillyTavern tells chats apart by it before it writes over one.
static QByteArray withOwnIntegrity(const QByteArray &chat)
{
    const qsizetype end = chat.indexOf('\n');
    const QByteArray line = end < 0 ? chat : chat.first(end);
    Result<Json> header = parseJsonLine(line);
    Json metadata = header ? header->value(u"chat_metadata") : Json();
    if (!metadata.contains(u"integrity"))
        return chat;
    metadata.set(u"integrity"_s, QUuid::createUuid().toString(QUuid::WithoutBraces));
    header->set(u"chat_metadata"_s, metadata);
    return writeJsonLine(*header) + chat.sliced(line.size());
}

static QString chatCopyName(const LibraryLayout &layout, const ChatReference &reference, const QString &title)
{
    constexpr qsizetype longestStem = 190; // bytes, with room for a number
    const QString stem = safeFileName(withoutNumber(title), reference.name, longestStem);
    ChatReference copy = reference;
    int number = 2;
    do
        copy.name = u"%1 (%2)"_s.arg(stem).arg(number++);
    while (copy.name == title || QFileInfo::exists(chatPath(layout, copy)));
    return copy.name;
}

Result<ChatReference> copyChat(LibraryStore &store, const ChatReference &reference, const QString &groupFile,
                               const QString &title)
{
    const QString path = chatPath(store.layout(), reference);
    const auto copy =
        readVersioned(path, ChatFileLimit)
            .and_then([&](const Loaded<QByteArray> &file) {
                return store.create(QFileInfo(path).path(), chatCopyName(store.layout(), reference, title),
                                    u".jsonl"_s, withOwnIntegrity(file.value));
            })
            .transform([&](const QString &file) {
                return ChatReference{.cardFile = reference.cardFile, .name = file.chopped(6)};
            });
    if (!copy || groupFile.isEmpty())
        return copy;
    if (const auto listed = listGroupChat(store, groupFile, copy->name); !listed) {
        static_cast<void>(deleteChat(store, *copy));
        return std::unexpected(listed.error());
    }
    return copy;
}

} // namespace snug
