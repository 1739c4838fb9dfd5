#include "core/library/renaming.h"

#include "core/formats/jsontext.h"
#include "core/library/chatfiles.h"
#include "core/library/documentfiles.h"
#include "core/library/fileaccess.h"
#include "core/library/filenames.h"
#include "core/library/librarystore.h"
#include "core/library/settingsfiles.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// A chat's first line may hold much; what is longer than this is no header that refers to a lorebook.
constexpr qint64 HeaderLimit = qint64(16) << 20;

// The new name, once the file has it.
Result<QString> moveDocument(LibraryStore &store, LibraryLayout::Folder folder, const QString &name,
                             const QString &to)
{
    const QString wanted = safeFileName(to.trimmed(), {});
    if (to.trimmed().isEmpty() || wanted.isEmpty())
        return failure(QCoreApplication::translate("Library", "a name is needed"), {}, name,
                       QCoreApplication::translate("Library", "Type another name."));
    if (wanted == name)
        return name;
    const QString path = store.layout().folder(folder);
    const QString from = path + u'/' + name + u".json"_s;
    const QString target = path + u'/' + wanted + u".json"_s;
    // Where letter case makes no difference, the file that is there may be this one.
    if (QFileInfo::exists(target) && wanted.compare(name, Qt::CaseInsensitive) != 0)
        return failure(
            QCoreApplication::translate("Library", "something in the library already has this name"), {},
            wanted, QCoreApplication::translate("Library", "Type another name."));
    if (const auto moved = movePath(from, target); !moved)
        return std::unexpected(moved.error());
    store.noteOwn({from, target});
    return wanted;
}

void note(Renamed &renamed, const Result<void> &done)
{
    if (done)
        ++renamed.followed;
    else
        renamed.problems.append(done.error());
}

Result<void> withoutConflict(const SaveResult &saved, const QString &file)
{
    if (!saved)
        return std::unexpected(saved.error());
    if (saved->conflict)
        return failure(QCoreApplication::translate("Library", "another program has changed it just now"), {},
                       file);
    return {};
}

void replaceName(QStringList &names, const QString &from, const QString &to)
{
    std::ranges::replace(names, from, to);
}

void followInCards(LibraryStore &store, const QString &from, Renamed &renamed)
{
    const QList<CardSummary> cards = store.contents().cards;
    for (const CardSummary &summary : cards) {
        if (summary.problem || summary.linkedLorebook != from)
            continue;
        note(renamed, loadCard(store, summary.file).and_then([&](const LoadedDocument<Card> &loaded) {
            Card card = loaded.value;
            card.linkedLorebook = renamed.name;
            return withoutConflict(saveCard(store, summary.file, card, loaded.version), summary.file);
        }));
    }
}

void followInSettings(LibraryStore &store, const QString &from, Renamed &renamed)
{
    const SillyTavernSettings &settings = store.contents().settings;
    const auto names = [&](const auto &list) { return list.contains(from); };
    const bool isNamed =
        names(settings.lore.globalBooks) ||
        std::ranges::any_of(settings.lore.characterBooks, names, &WorldInfoSettings::CharacterBooks::books) ||
        std::ranges::contains(settings.personas, from, &Persona::lorebook);
    if (!isNamed)
        return;
    note(renamed, editSettings(store, [&](SillyTavernSettings &present) {
             replaceName(present.lore.globalBooks, from, renamed.name);
             for (WorldInfoSettings::CharacterBooks &character : present.lore.characterBooks)
                 replaceName(character.books, from, renamed.name);
             for (Persona &persona : present.personas) {
                 if (persona.lorebook == from)
                     persona.lorebook = renamed.name;
             }
         }));
}

// Whether the chat's first line binds it to this lorebook; a glance, not a reading of the whole file.
bool isBoundTo(const QString &path, const QString &book)
{
    const auto file = openForReading(path, ChatFileLimit);
    if (!file)
        return false;
    QByteArray line;
    while (line.size() < HeaderLimit) {
        const auto piece = file->read(line.size(), qint64(64) << 10);
        if (!piece || piece->isEmpty())
            break;
        const qsizetype end = piece->indexOf('\n');
        line += end < 0 ? *piece : piece->first(end);
        if (end >= 0)
            break;
    }
    if (!line.contains("world_info"))
        return false;
    const auto header = parseJson(line);
    return header && header->value(u"chat_metadata").value(u"world_info").toText() == book;
}

void followInChats(LibraryStore &store, const QString &from, Renamed &renamed)
{
    QList<ChatReference> chats;
    const LibraryContents &contents = store.contents();
    for (auto folder = contents.chats.cbegin(); folder != contents.chats.cend(); ++folder) {
        for (const ChatSummary &chat : folder.value())
            chats.append({.cardFile = folder.key() + u".png"_s, .name = chat.name});
    }
    for (const ChatSummary &chat : contents.groupChats)
        chats.append({.cardFile = {}, .name = chat.name});
    for (const ChatReference &reference : std::as_const(chats)) {
        if (!isBoundTo(chatPath(store.layout(), reference), from))
            continue;
        note(renamed, loadChat(store, reference).and_then([&](const LoadedChat &loaded) {
            Chat chat = loaded.chat;
            Json metadata = chat.metadata();
            metadata.set(u"world_info"_s, Json(renamed.name));
            chat.header.set(u"chat_metadata"_s, metadata);
            return withoutConflict(rewriteChat(store, reference, chat, loaded.version), reference.name);
        }));
    }
}

} // namespace

Result<Renamed> renamePreset(LibraryStore &store, const QString &name, const QString &to)
{
    return moveDocument(store, LibraryLayout::Folder::Presets, name, to).transform([&](const QString &now) {
        Renamed renamed{.name = now, .followed = 0, .problems = {}};
        if (now != name && store.contents().settings.presetName == name) {
            note(renamed,
                 editSettings(store, [&](SillyTavernSettings &settings) { settings.presetName = now; }));
        }
        return renamed;
    });
}

Result<Renamed> renameLorebook(LibraryStore &store, const QString &name, const QString &to)
{
    store.readMoreChats(std::chrono::hours(1)); // all of them, as chats may be bound to it
    return moveDocument(store, LibraryLayout::Folder::Worlds, name, to).transform([&](const QString &now) {
        Renamed renamed{.name = now, .followed = 0, .problems = {}};
        if (now != name) {
            followInCards(store, name, renamed);
            followInSettings(store, name, renamed);
            followInChats(store, name, renamed);
        }
        return renamed;
    });
}

Result<QString> renameCharacter(LibraryStore &store, const QString &file, const QString &name)
{
    if (name.trimmed().isEmpty())
        return failure(QCoreApplication::translate("Library", "a name is needed"), {}, file,
                       QCoreApplication::translate("Library", "Type another name."));
    return loadCard(store, file).and_then([&](const LoadedDocument<Card> &loaded) -> Result<QString> {
        Card card = loaded.value;
        const QString earlier = std::exchange(card.name, name.trimmed());
        return withoutConflict(saveCard(store, file, card, loaded.version), file).transform([&] {
            return earlier;
        });
    });
}

Result<QString> renamePersona(LibraryStore &store, const QString &avatar, const QString &name)
{
    if (name.trimmed().isEmpty())
        return failure(QCoreApplication::translate("Library", "a name is needed"), {}, avatar,
                       QCoreApplication::translate("Library", "Type another name."));
    QString earlier;
    return editSettings(store,
                        [&](SillyTavernSettings &settings) {
                            const auto persona =
                                std::ranges::find(settings.personas, avatar, &Persona::avatar);
                            if (persona != settings.personas.end())
                                earlier = std::exchange(persona->name, name.trimmed());
                        })
        .and_then([&]() -> Result<QString> {
            if (earlier.isNull())
                return failure(QCoreApplication::translate("Library", "this persona no longer exists"), {},
                               avatar);
            return earlier;
        });
}

} // namespace snug
