#include "core/library/fileimport.h"

#include "core/formats/cardpng.h"
#include "core/formats/chatjsonl.h"
#include "core/formats/conversation.h"
#include "core/formats/foreignlorebook.h"
#include "core/formats/framingcharacter.h"
#include "core/formats/framingrules.h"
#include "core/formats/groupfile.h"
#include "core/formats/jsontext.h"
#include "core/formats/personas.h"
#include "core/formats/worldinfo.h"
#include "core/library/cardarchives.h"
#include "core/library/documentfiles.h"
#include "core/library/fileaccess.h"
#include "core/library/filenames.h"
#include "core/library/librarystore.h"
#include "core/library/settingsfiles.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Folder = LibraryLayout::Folder;
using Outcome = ImportedFile::Outcome;

// Documents are read whole, pictures and archives may hold pictures, chats are read line by line.
qint64 sizeLimitOf(const OpenedFile &file)
{
    if (file.size() <= DocumentFileLimit)
        return DocumentFileLimit;
    constexpr qint64 firstLineLimit = qint64(1) << 20;
    const QByteArray beginning = file.read(0, firstLineLimit).value_or(QByteArray());
    for (const QByteArrayView start :
         {QByteArrayView("\x89PNG"), QByteArrayView("PK"), QByteArrayView("\xFF\xD8")}) {
        if (beginning.startsWith(start))
            return ArchiveFileLimit;
    }
    const qsizetype lineBreak = beginning.indexOf('\n');
    const bool isChat = lineBreak > 0 && parseJsonLine(beginning.first(lineBreak)).has_value();
    return isChat ? ChatFileLimit : DocumentFileLimit;
}

Result<Loaded<QByteArray>> readToImport(const QString &path)
{
    // Its kind is told by its beginning, however long it is.
    constexpr qint64 anySize = std::numeric_limits<qint64>::max();
    return openForReading(path, anySize).and_then([&](const OpenedFile &file) {
        return readVersioned(path, sizeLimitOf(file));
    });
}

} // namespace

FileImport::FileImport(LibraryStore &store, const QString &path, const QString &chatsFor,
                       const PictureMaker &toPng)
    : m_store(store)
    , m_chatsFor(chatsFor)
    , m_toPng(toPng)
    , m_stem(safeFileName(QFileInfo(path).completeBaseName(), u"import"_s))
{
    m_file.path = path;
}

ImportedFile FileImport::run()
{
    const auto read = readToImport(m_file.path);
    if (!read)
        refuse(read.error());
    else
        importBytes(read->value);
    for (Error &note : m_file.notes)
        note.file = QFileInfo(m_file.path).fileName();
    return m_file;
}

ImportedFile FileImport::runAsGroupChat()
{
    m_isGroupChat = true;
    return run();
}

bool FileImport::copyTo(const QString &folder, const QString &base, const QString &suffix,
                        const QByteArray &bytes)
{
    const auto name = m_store.create(folder, base, suffix, bytes);
    if (!name) {
        refuse(name.error());
        return false;
    }
    imported(folder + u'/' + *name);
    m_file.isAsItCame = true;
    return true;
}

void FileImport::imported(const QString &path)
{
    m_file.outcome = Outcome::Imported;
    m_file.place = m_store.layout().relative(path);
}

void FileImport::keep(const QByteArray &bytes, const QString &folder)
{
    const QString suffix = QFileInfo(m_file.path).suffix();
    if (!copyTo(folder, m_stem, suffix.isEmpty() ? QString() : QString(u'.' + suffix), bytes))
        return;
    m_file.outcome = Outcome::Kept;
    note(tr("is kept, but this version does not use it"));
}

void FileImport::refuse(const Error &error)
{
    m_file.outcome = Outcome::Refused;
    m_file.problem = error.inFile(QFileInfo(m_file.path).fileName());
}

void FileImport::importBytes(const QByteArray &bytes)
{
    const LibraryLayout &layout = m_store.layout();
    m_file.kind = fileKindOf(bytes);
    m_file.understood = fileKindName(m_file.kind);
    switch (m_file.kind) {
    case FileKind::CardPng:
        return importCard(bytes, readCardPng(bytes));
    case FileKind::Card:
        return importCard(bytes, readCard(bytes));
    case FileKind::CharX:
        return importCharX(bytes);
    case FileKind::Preset:
        return importPreset(bytes);
    case FileKind::WorldInfo:
        return importLorebook(bytes);
    case FileKind::CardLorebook:
    case FileKind::CardV3Lorebook:
        return importCardBook(bytes);
    case FileKind::NovelAiPng:
    case FileKind::NovelAiLorebook:
    case FileKind::AgnaiLorebook:
    case FileKind::Risu:
    case FileKind::RisuModule:
        return importForeignLorebook(bytes);
    case FileKind::Personas:
        return importPersonas(bytes);
    case FileKind::FramingCharacter:
        return importFramingCharacter(bytes);
    case FileKind::FramingPersona:
        return importPersonas(bytes);
    case FileKind::FramingRules:
        return importFramingRules(bytes);
    case FileKind::Conversation:
        return importConversation(bytes);
    case FileKind::Chat:
        return importChat(bytes);
    case FileKind::Group:
        return importGroup(bytes);
    case FileKind::ContextTemplate:
        copyTo(layout.folder(Folder::Context), m_stem, u".json"_s, bytes);
        return;
    case FileKind::InstructTemplate:
        copyTo(layout.folder(Folder::Instruct), m_stem, u".json"_s, bytes);
        return;
    case FileKind::SystemPrompt:
        copyTo(layout.folder(Folder::SystemPrompts), m_stem, u".json"_s, bytes);
        return;
    case FileKind::ReasoningTemplate:
        copyTo(layout.folder(Folder::Reasoning), m_stem, u".json"_s, bytes);
        return;
    case FileKind::TextSamplerPreset:
        copyTo(layout.folder(Folder::TextPresets), m_stem, u".json"_s, bytes);
        return;
    case FileKind::RegexScripts:
        return keep(bytes, layout.regexFolder());
    case FileKind::Settings:
        return refuse(
            Error{tr("holds the settings of a whole library"), {}, {}, tr("Open the folder it is in.")});
    case FileKind::Picture:
        return refuse(Error{tr("is a picture without a character in it"),
                            {},
                            {},
                            tr("Drop it on a character or persona to make it their picture.")});
    case FileKind::SharedPrompt:
        return refuse(Error{tr("is a prompt that somebody shared, and belongs to no library"),
                            {},
                            {},
                            tr("Look at it with File › Open a Shared Prompt.")});
    case FileKind::Unknown:
        // What is too much of something is not looked into.
        if (const auto kept = keepJsonLimits(bytes, {});
            !kept && (bytes.startsWith('{') || bytes.startsWith('[')))
            return refuse(kept.error());
        return refuse(
            Error{tr("is not a kind of file that Snug knows"), {}, {}, tr("It was left where it is.")});
    default:
        return keep(bytes, layout.keptFolder());
    }
}

void FileImport::importCard(const QByteArray &bytes, const Result<CardReading> &reading)
{
    if (!reading)
        return refuse(reading.error());
    const Card &card = reading->card;
    m_file.notes = reading->warnings;
    if (m_file.kind == FileKind::CardPng) {
        if (!copyTo(m_store.layout().folder(Folder::Characters), safeFileName(card.name, m_stem), u".png"_s,
                    bytes))
            return;
        if (const auto seen = m_toPng ? m_toPng(bytes) : Result<QByteArray>(bytes); !seen) {
            //: %1 is why, as in "is damaged"
            note(tr("its picture %1: a plain one is shown in its place, the file stays as it is")
                     .arg(seen.error().what));
        }
        if (const auto freed = setAsideCardArchive(m_store, QFileInfo(m_file.place).fileName()); !freed)
            m_file.notes.append(freed.error());
    } else {
        Card named = card;
        if (named.name.isEmpty())
            named.name = m_stem;
        const auto file = createCard(m_store, named);
        if (!file)
            return refuse(file.error());
        imported(m_store.layout().card(*file));
        note(tr("had no picture and got a plain one"));
    }
    tellOfCard(card);
}

void FileImport::tellOfCard(const Card &card)
{
    m_file.understood = tr("the character %1").arg(card.name);
    if (card.book) {
        note(tr("carries a lorebook of %n entries, which is used with this character", nullptr,
                int(card.book->entries.size())));
    }
    if (!card.regexScripts.isEmpty()) {
        note(tr("carries %n regex scripts, which stay off until you allow them", nullptr,
                int(card.regexScripts.size())));
    }
    const bool missesBook =
        !card.linkedLorebook.isEmpty() && !card.book &&
        std::ranges::none_of(m_store.contents().lorebooks,
                             [&](const LorebookSummary &book) { return book.name == card.linkedLorebook; });
    if (missesBook)
        note(tr("is linked to the lorebook \"%1\", which is not here").arg(card.linkedLorebook));
}

void FileImport::importCharX(const QByteArray &bytes)
{
    const auto archive = ZipArchive::read(bytes);
    if (!archive)
        return refuse(archive.error());
    if (!archive->contains(u"card.json"_s) && archive->contains(u"manifest.json"_s)) // Backyard's
        return keep(bytes, m_store.layout().keptFolder());
    const auto taken = createCardFromArchive(m_store, *archive, m_stem, m_toPng);
    if (!taken)
        return refuse(taken.error());
    imported(m_store.layout().card(taken->file));
    m_file.notes = taken->charX.warnings;
    tellOfCard(taken->charX.card);
    if (!taken->pictureNote.isEmpty())
        note(taken->pictureNote);
    tellOfForeign(taken->charX.mapped, taken->charX.unused, taken->charX.kept);
    if (const qsizetype assets = taken->charX.card.assets.size(); assets > 0)
        note(tr("brings assets, which stay in its archive: %1").arg(assets));
}

void FileImport::importPreset(const QByteArray &bytes)
{
    const auto reading = readPreset(bytes, m_stem);
    if (!reading)
        return refuse(reading.error());
    if (!copyTo(m_store.layout().folder(Folder::Presets), m_stem, u".json"_s, bytes))
        return;
    m_file.understood = tr("a preset with %n prompt blocks", nullptr, int(reading->preset.prompts.size()));
    m_file.notes = reading->warnings;
}

void FileImport::importLorebook(const QByteArray &bytes)
{
    const auto reading = readWorldInfo(bytes, m_stem);
    if (!reading)
        return refuse(reading.error());
    if (!copyTo(m_store.layout().folder(Folder::Worlds), m_stem, u".json"_s, bytes))
        return;
    m_file.understood = tr("a lorebook with %n entries", nullptr, int(reading->book.entries.size()));
    m_file.notes = reading->warnings;
}

// Written anew in the shape of a world file, because that is what the "worlds" folder holds.
void FileImport::importCardBook(const QByteArray &bytes)
{
    const auto document = parseJson(bytes);
    if (!document)
        return refuse(document.error());
    const Json book = document->value(u"spec").isUndefined() ? *document : document->value(u"data");
    if (const auto kept = keepEntryLimit(book.value(u"entries")); !kept)
        return refuse(kept.error());
    LorebookReading reading = readCardBook(book);
    const QString name = book.value(u"name").toText();
    const auto original = m_store.create(m_store.layout().keptFolder(), m_stem, u".json"_s, bytes);
    if (!original)
        return refuse(original.error());
    reading.book.name = name.isEmpty() ? m_stem : name;
    reading.book.source = {};
    for (LoreEntry &entry : reading.book.entries)
        entry.source = {};
    const auto created = createLorebook(m_store, reading.book);
    if (!created)
        return refuse(created.error());
    imported(m_store.layout().lorebook(*created));
    m_file.understood = tr("a lorebook with %n entries", nullptr, int(reading.book.entries.size()));
    m_file.notes = reading.warnings;
    note(tr("was converted from a card's lorebook; the original is in snug/kept"));
}

void FileImport::importForeignLorebook(const QByteArray &bytes)
{
    auto read = foreignLorebookIn(m_file.kind, bytes);
    if (!read)
        return refuse(read.error());
    if (!*read)
        return keep(bytes, m_store.layout().keptFolder());
    ForeignLorebook &foreign = **read;
    const QString suffix = QFileInfo(m_file.path).suffix();
    const auto original = m_store.create(m_store.layout().keptFolder(), m_stem,
                                         suffix.isEmpty() ? QString() : QString(u'.' + suffix), bytes);
    if (!original)
        return refuse(original.error());
    if (foreign.book.name.isEmpty())
        foreign.book.name = m_stem;
    const auto created = createLorebook(m_store, foreign.book);
    if (!created)
        return refuse(created.error());
    imported(m_store.layout().lorebook(*created));
    //: %1 is what the file is, as in "a NovelAI lorebook"
    m_file.understood =
        tr("%1 with %n entries", nullptr, int(foreign.book.entries.size())).arg(fileKindName(m_file.kind));
    m_file.notes = foreign.warnings;
    tellOfForeign(foreign.mapped, foreign.unused, foreign.kept);
    note(tr("was converted; the original is in snug/kept"));
}

void FileImport::tellOfForeign(const QStringList &mapped, const QStringList &unused, const QStringList &kept)
{
    for (const QString &what : mapped)
        note(tr("taken over: %1").arg(what));
    for (const QString &what : unused)
        note(tr("works differently here: %1").arg(what));
    for (const QString &what : kept)
        note(tr("kept in the file, without effect: %1").arg(what));
}

// As SillyTavern 1.19 restores a backup: personas that are there already stay as they are.
void FileImport::importPersonas(const QByteArray &bytes)
{
    const auto reading = readPersonas(bytes);
    if (!reading)
        return refuse(reading.error());
    m_file.notes = reading->warnings;
    int added = 0;
    for (const Persona &persona : reading->personas) {
        const auto known = m_store.contents().settings.personas;
        if (std::ranges::find(known, persona.avatar, &Persona::avatar) != known.cend()) {
            note(tr("%1 is already there and was left as it is").arg(persona.name));
            continue;
        }
        const bool isFileName =
            persona.avatar == QFileInfo(persona.avatar).fileName() && !persona.avatar.isEmpty();
        if (!isFileName || !QFileInfo::exists(m_store.layout().avatar(persona.avatar))) {
            note(tr("the picture of %1 is not in the backup; a plain one was put in its place")
                     .arg(persona.name));
            const QString base = safeFileName(QFileInfo(persona.avatar).completeBaseName(),
                                              safeFileName(persona.name, u"persona"_s));
            const auto picture = m_store.create(m_store.layout().folder(Folder::Avatars), base, u".png"_s,
                                                placeholderPicture());
            if (!picture)
                return refuse(picture.error());
            Persona renamed = persona;
            renamed.avatar = *picture;
            if (const auto saved = savePersona(m_store, renamed); !saved)
                return refuse(saved.error());
        } else if (const auto saved = savePersona(m_store, persona); !saved) {
            return refuse(saved.error());
        }
        ++added;
    }
    imported(m_store.layout().settingsFile());
    m_file.understood = tr("a backup of personas, %n of them new", nullptr, added);
}

QString FileImport::cardOfChat(const Chat &chat) const
{
    if (!m_chatsFor.isEmpty())
        return m_chatsFor;
    for (const Message &message : chat.messages) {
        if (message.isUser || message.isNarrator())
            continue;
        for (const CardSummary &card : m_store.contents().cards) {
            if (card.name == message.name)
                return card.file;
        }
    }
    return {};
}

QString FileImport::folderOfChat(const Chat &chat) const
{
    if (m_isGroupChat)
        return m_store.layout().folder(Folder::GroupChats);
    const QString card = cardOfChat(chat);
    return card.isEmpty() ? QString() : m_store.layout().chatFolder(card);
}

void FileImport::importChat(const QByteArray &bytes)
{
    const ChatReading reading = readChat(bytes, m_stem);
    const QString folder = folderOfChat(reading.chat);
    if (folder.isEmpty())
        return refuse({.what = tr("is a chat with nobody in this library"),
                       .hint = tr("Import the character first, or open the one it belongs to and import it "
                                  "there.")});
    if (!copyTo(folder, m_stem, u".jsonl"_s, bytes))
        return;
    m_file.understood = tr("a chat of %n messages", nullptr, int(reading.chat.messages.size()));
    m_file.notes = reading.warnings;
}

// The card carries the document along, so that it can leave again as it came.
void FileImport::importFramingCharacter(const QByteArray &bytes)
{
    const auto document = parseJson(bytes);
    if (!document)
        return refuse(document.error());
    importCard(bytes, framingCardFromJson(*document));
}

// Likewise the chat its tree.
void FileImport::importConversation(const QByteArray &bytes)
{
    const auto document = parseJson(bytes);
    if (!document)
        return refuse(document.error());
    if (m_chatsFor.isEmpty())
        return refuse({.what = tr("is a conversation that does not say with whom"),
                       .hint = tr("Open the character it belongs to and import it there.")});
    const auto &cards = m_store.contents().cards;
    const auto card = std::ranges::find(cards, m_chatsFor, &CardSummary::file);
    const QString name = card == cards.cend() ? QFileInfo(m_chatsFor).completeBaseName() : card->name;
    ConversationReading reading = chatFromConversation(*document, u"User"_s, name);
    if (reading.chat.messages.isEmpty())
        return refuse(Error{tr("is a conversation without a message"), {}, {}, {}});
    if (!copyTo(m_store.layout().chatFolder(m_chatsFor), safeFileName(reading.chat.name, m_stem), u".jsonl"_s,
                writeChat(reading.chat)))
        return;
    m_file.isAsItCame = false;
    m_file.understood =
        tr("a conversation, %n messages of it as a chat", nullptr, int(reading.chat.messages.size()));
    m_file.notes = reading.warnings;
    note(tr("keeps its other branches; they are included when it is exported as a conversation"));
}

// They act at once where prompts are laid out as SmartTavern does: whoever imports them wants them.
void FileImport::importFramingRules(const QByteArray &bytes)
{
    const auto reading = readFramingRules(bytes);
    if (!reading)
        return refuse(reading.error());
    if (!copyTo(m_store.layout().folder(Folder::Rules), m_stem, u".json"_s, bytes))
        return;
    m_file.understood = tr("%n replacement rule(s) of SmartTavern", nullptr, int(reading->rules.size()));
    m_file.notes = reading->warnings;
    note(tr("act in the mode Framing; Prompt › Regex Scripts switches them off"));
}

void FileImport::importGroup(const QByteArray &bytes)
{
    const auto reading = readGroup(bytes, m_stem);
    if (!reading)
        return refuse(reading.error());
    if (!copyTo(m_store.layout().folder(Folder::Groups), m_stem, u".json"_s, bytes))
        return;
    m_file.understood = tr("the group %1").arg(reading->group.name);
    m_file.notes = reading->warnings;
    for (const QString &member : reading->group.members) {
        const auto &cards = m_store.contents().cards;
        if (std::ranges::find(cards, member, &CardSummary::file) == cards.cend())
            note(tr("the member %1 is not in this library").arg(member));
    }
}

} // namespace snug
