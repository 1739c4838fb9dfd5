#include "core/search/searchtexts.h"

#include "core/formats/cardpng.h"
#include "core/formats/chatjsonl.h"
#include "core/formats/worldinfo.h"
#include "core/library/cardfields.h"
#include "core/library/cardsummary.h"
#include "core/library/chattitle.h"
#include "core/library/fileaccess.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Folder = LibraryLayout::Folder;

struct DatedFile
{
    SearchFile file;
    QDateTime said;
};

void addText(QList<SearchText> &texts, const QString &text, const QString &title, int row = -1,
             int swipe = -1)
{
    if (!text.trimmed().isEmpty())
        texts.append({.text = text, .title = title, .row = row, .swipe = swipe});
}

QList<SearchText> textsOfChat(const QString &path)
{
    QList<SearchText> texts;
    const auto file = readVersioned(path, ChatFileLimit);
    if (!file)
        return texts;
    const QList<Message> messages = readChat(file->value).chat.messages;
    for (qsizetype row = 0; row < messages.size(); ++row) {
        const Message &message = messages[row];
        if (message.swipes.size() < 2) {
            addText(texts, message.text, message.name, int(row));
            continue;
        }
        for (qsizetype swipe = 0; swipe < message.swipes.size(); ++swipe) {
            const bool isShown = swipe == message.activeSwipe; // its text is the message's
            addText(texts, isShown ? message.text : message.swipes[swipe].text, message.name, int(row),
                    int(swipe));
        }
    }
    return texts;
}

QList<SearchText> textsOfCard(const QString &path)
{
    QList<SearchText> texts;
    const auto card =
        readCardChunks(path).and_then([](const QByteArray &png) { return readNewestCardPng(png); });
    if (!card)
        return texts;
    const auto add = [&texts](const QString &text, const char *title, CardField field) {
        addText(texts, text, QCoreApplication::translate("Search", title), int(field));
    };
    const auto addGreeting = [&texts](const QString &text, const char *title) {
        addText(texts, text, QCoreApplication::translate("Search", title), GreetingsPlace);
    };
    add(card->name, QT_TRANSLATE_NOOP("Search", "Name"), CardField::Name);
    add(card->description, QT_TRANSLATE_NOOP("Search", "Description"), CardField::Description);
    add(card->personality, QT_TRANSLATE_NOOP("Search", "Personality"), CardField::Personality);
    add(card->scenario, QT_TRANSLATE_NOOP("Search", "Scenario"), CardField::Scenario);
    addGreeting(card->firstMessage, QT_TRANSLATE_NOOP("Search", "First message"));
    for (const QString &greeting : card->alternateGreetings)
        addGreeting(greeting, QT_TRANSLATE_NOOP("Search", "Alternate greeting"));
    add(card->messageExamples, QT_TRANSLATE_NOOP("Search", "Example messages"), CardField::Examples);
    add(card->systemPrompt, QT_TRANSLATE_NOOP("Search", "System prompt"), CardField::SystemPrompt);
    add(card->postHistoryInstructions, QT_TRANSLATE_NOOP("Search", "Post-history instructions"),
        CardField::PostHistory);
    add(card->creatorNotes, QT_TRANSLATE_NOOP("Search", "Creator's notes"), CardField::CreatorNotes);
    if (card->book) {
        for (const LoreEntry &entry : card->book->entries)
            addText(texts, (entry.keys + entry.secondaryKeys).join(u", "_s) + u'\n' + entry.content,
                    QCoreApplication::translate("Search", "Character's lore: %1").arg(entry.title),
                    BookPlace);
    }
    return texts;
}

QList<SearchText> textsOfLorebook(const QString &path)
{
    QList<SearchText> texts;
    const auto book = readVersioned(path).and_then(
        [](const Loaded<QByteArray> &file) { return readWorldInfo(file.value); });
    if (!book)
        return texts;
    for (const LoreEntry &entry : book->book.entries)
        addText(texts,
                QStringList({entry.title, (entry.keys + entry.secondaryKeys).join(u", "_s), entry.content})
                    .join(u'\n'),
                entry.title.isEmpty() ? entry.keys.value(0) : entry.title, entry.uid);
    return texts;
}

} // namespace

QList<SearchFile> searchFiles(const LibraryContents &contents, const LibraryLayout &layout)
{
    QList<SearchFile> files;
    for (const LorebookSummary &book : contents.lorebooks)
        files.append({SearchKind::Lorebook, layout.relative(layout.lorebook(book.name))});
    for (const CardSummary &card : contents.cards)
        files.append({SearchKind::Card, layout.relative(layout.card(card.file))});
    QList<DatedFile> chats;
    for (const auto &[folder, list] : contents.chats.asKeyValueRange()) {
        for (const ChatSummary &chat : list)
            chats.append({{SearchKind::Chat, LibraryLayout::folderName(Folder::Chats) + u'/' + folder + u'/' +
                                                 chat.name + u".jsonl"},
                          lastSaid(chat)});
    }
    for (const ChatSummary &chat : contents.groupChats)
        chats.append({{SearchKind::Chat, layout.relative(layout.groupChat(chat.name))}, lastSaid(chat)});
    std::ranges::sort(chats, {}, &DatedFile::said);
    for (const DatedFile &chat : chats)
        files.append(chat.file);
    return files;
}

QList<SearchText> searchTexts(const LibraryLayout &layout, const SearchFile &file)
{
    const QString path = layout.root() + u'/' + file.path;
    switch (file.kind) {
    case SearchKind::Chat:
        return textsOfChat(path);
    case SearchKind::Card:
        return textsOfCard(path);
    case SearchKind::Lorebook:
        return textsOfLorebook(path);
    }
    return {};
}

} // namespace snug
