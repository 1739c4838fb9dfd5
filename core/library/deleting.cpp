#include "core/library/deleting.h"

#include "core/formats/jsontext.h"
#include "core/formats/personas.h"
#include "core/library/cardarchives.h"
#include "core/library/chatfiles.h"
#include "core/library/groupfiles.h"
#include "core/library/librarystore.h"
#include "core/library/rulefiles.h"
#include "core/library/settingsfiles.h"

#include <algorithm>
#include <climits>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr QStringView placeKey = u"snug_place"; // in the note of a deleted persona: among the others

QByteArray noteOf(const Persona &persona, qsizetype place)
{
    Json note = writtenPersonas({persona}, {}, {});
    note.set(placeKey.toString(), Json(int(place)));
    return writeJson(note);
}

QStringList absolute(const LibraryLayout &layout, const QStringList &paths)
{
    QStringList list;
    for (const QString &path : paths)
        list.append(layout.root() + u'/' + path);
    return list;
}

Result<TrashItem> throwAway(LibraryStore &store, const QString &kind, const QString &title,
                            const QStringList &paths, const QByteArray &note = {})
{
    TrashItem item;
    item.kind = kind;
    item.title = title;
    item.note = note;
    for (const QString &path : paths)
        item.paths.append(store.layout().relative(path));
    auto gone = moveToTrash(store.layout(), item);
    if (gone)
        store.noteOwn(absolute(store.layout(), gone->paths));
    return gone;
}

} // namespace

Result<TrashItem> deleteCard(LibraryStore &store, const QString &file, ChatsOfCard chats)
{
    QStringList paths{store.layout().card(file), cardArchivePath(store.layout(), file)};
    if (chats == ChatsOfCard::Delete)
        paths.append(store.layout().chatFolder(file));
    const auto card = std::ranges::find(store.contents().cards, file, &CardSummary::file);
    const QString title = card == store.contents().cards.cend() ? file : card->name;
    return throwAway(store, u"card"_s, title, paths);
}

Result<TrashItem> deleteChat(LibraryStore &store, const ChatReference &reference)
{
    return throwAway(store, u"chat"_s, reference.name, {chatPath(store.layout(), reference)});
}

Result<TrashItem> deleteUnusable(LibraryStore &store, const QString &path)
{
    return throwAway(store, u"file"_s, path, {store.layout().root() + u'/' + path});
}

Result<TrashItem> deletePreset(LibraryStore &store, const QString &name)
{
    return throwAway(store, u"preset"_s, name, {store.layout().preset(name)});
}

Result<TrashItem> deleteLorebook(LibraryStore &store, const QString &name)
{
    return throwAway(store, u"lorebook"_s, name, {store.layout().lorebook(name)});
}

Result<TrashItem> deletePromptTemplate(LibraryStore &store, const QString &name)
{
    return throwAway(store, u"template"_s, name, {store.layout().templateFolder() + u'/' + name + u".json"});
}

Result<TrashItem> deleteRules(LibraryStore &store, const QString &name)
{
    return throwAway(store, u"rules"_s, name, {rulesPath(store.layout(), name)});
}

Result<TrashItem> deletePersona(LibraryStore &store, const QString &avatar)
{
    const QList<Persona> personas = store.contents().settings.personas;
    const auto persona = std::ranges::find(personas, avatar, &Persona::avatar);
    const bool isNamed = persona != personas.cend();
    const QByteArray note = isNamed ? noteOf(*persona, persona - personas.cbegin()) : QByteArray();
    auto gone = throwAway(store, u"persona"_s, isNamed ? persona->name : avatar,
                          {store.layout().avatar(avatar)}, note);
    if (!gone || !isNamed)
        return gone;
    const auto edited = editSettings(store, [&](SillyTavernSettings &settings) {
        settings.personas.removeIf([&](const Persona &present) { return present.avatar == avatar; });
    });
    if (!edited) {
        static_cast<void>(restoreDeleted(store, gone->id));
        return std::unexpected(edited.error());
    }
    return gone;
}

Result<TrashItem> restoreDeleted(LibraryStore &store, const QString &trashId)
{
    auto back = restoreFromTrash(store.layout(), trashId);
    if (!back)
        return back;
    store.noteOwn(absolute(store.layout(), back->paths));
    if (back->kind == u"group chat") {
        const Json note = parseJson(back->note).value_or(Json());
        const auto adopted =
            adoptGroupChat(store, note.value(u"group").toText(), note.value(u"chat").toText());
        return adopted ? back : std::unexpected(adopted.error());
    }
    if (back->kind != u"persona" || back->note.isEmpty())
        return back;
    const auto reading = readPersonas(back->note);
    if (!reading)
        return std::unexpected(reading.error());
    const qsizetype place = reading->source.value(placeKey).toInt(INT_MAX);
    const auto edited = editSettings(store, [&](SillyTavernSettings &settings) {
        settings.personas.removeIf([&](const Persona &present) {
            return std::ranges::contains(reading->personas, present.avatar, &Persona::avatar);
        });
        for (qsizetype i = 0; i < reading->personas.size(); ++i)
            settings.personas.insert(std::clamp<qsizetype>(place + i, 0, settings.personas.size()),
                                     reading->personas.at(i));
    });
    return edited ? back : std::unexpected(edited.error());
}

} // namespace snug
