#include "core/chat/unsenttexts.h"

#include "core/formats/chatjsonl.h"
#include "core/formats/jsontext.h"
#include "core/library/chatfiles.h"
#include "core/library/fileaccess.h"
#include "core/library/filenames.h"
#include "core/library/statefile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// How Syncthing, Dropbox, Nextcloud and ownCloud call a copy that they could not merge: what is in it may
// have been sent long ago.
bool isSyncToolsCopy(const QString &name)
{
    return name.contains(u".sync-conflict-"_s) || name.contains(u"conflicted copy"_s) ||
           name.contains(u"_conflict-"_s);
}

QString lineOf(const Message &message)
{
    return QString::fromUtf8(encodeMessageLine(message));
}

std::optional<Message> messageOf(const QString &line)
{
    const QList<Message> messages = readChat(line.toUtf8()).chat.messages;
    return messages.isEmpty() ? std::nullopt : std::optional(messages.first());
}

Json linesJson(const QStringList &lines)
{
    Json list = Json::array();
    for (const QString &line : lines)
        list.append(line);
    return list;
}

QStringList linesFrom(const Json &json)
{
    QStringList lines;
    for (const Json &line : json.items())
        lines.append(line.toText());
    return lines;
}

Json rewritingJson(const UnsentTexts::Rewriting &rewriting)
{
    Json json = Json::object();
    json.set(u"row"_s, Json(qint64(rewriting.row)));
    json.set(u"message"_s, rewriting.line);
    json.set(u"text"_s, rewriting.text);
    return json;
}

UnsentTexts::Rewriting rewritingFrom(const Json &json)
{
    return {.row = qsizetype(json.value(u"row").asInteger().value_or(-1)),
            .line = json.value(u"message").toText(),
            .text = json.value(u"text").toText()};
}

// When the model was asked for what the message shows: no two replies begin at the same moment.
QString beginning(const Message &message)
{
    return message.source.value(u"gen_started").toText();
}

bool hasReply(const Chat &chat, const Message &reply)
{
    const QString begun = beginning(reply);
    if (begun.isEmpty())
        return false;
    return std::ranges::any_of(chat.messages, [&](const Message &message) {
        return beginning(message) == begun || std::ranges::any_of(message.swipes, [&](const Swipe &swipe) {
                   return swipe.info.value(u"gen_started").toText() == begun;
               });
    });
}

} // namespace

QByteArray writeUnsentTexts(const UnsentTexts &texts)
{
    Json json = Json::object();
    json.set(u"unsent"_s, Json(1));
    if (texts.isOfBegunChat)
        json.set(u"begun"_s, Json(true));
    if (!texts.draft.isEmpty())
        json.set(u"draft"_s, texts.draft);
    if (!texts.sentAs.isEmpty())
        json.set(u"sent_as"_s, texts.sentAs);
    if (texts.rewriting)
        json.set(u"rewriting"_s, rewritingJson(*texts.rewriting));
    if (!texts.setAside.isEmpty()) {
        Json list = Json::array();
        for (const UnsentTexts::Rewriting &rewriting : texts.setAside)
            list.append(rewritingJson(rewriting));
        json.set(u"set_aside"_s, list);
    }
    if (texts.reply) {
        Json reply = Json::object();
        reply.set(u"index"_s, Json(qint64(texts.reply->index)));
        reply.set(u"replaced"_s, linesJson(texts.reply->replaced));
        reply.set(u"messages"_s, linesJson(texts.reply->messages));
        json.set(u"reply"_s, reply);
    }
    return writeJsonLine(json) + '\n';
}

Result<UnsentTexts> readUnsentTexts(const QByteArray &bytes)
{
    const Result<Json> json = parseJson(bytes);
    if (!json)
        return std::unexpected(json.error());
    if (json->value(u"unsent").toInt() != 1)
        return failure(QCoreApplication::translate("Library", "the file does not hold unsent texts"));
    UnsentTexts texts;
    texts.isOfBegunChat = json->value(u"begun").toBool();
    texts.draft = json->value(u"draft").toText();
    texts.sentAs = json->value(u"sent_as").toText();
    if (const Json rewriting = json->value(u"rewriting"); rewriting.isObject())
        texts.rewriting = rewritingFrom(rewriting);
    const Json setAside = json->value(u"set_aside");
    for (const Json &rewriting : setAside.items())
        texts.setAside.append(rewritingFrom(rewriting));
    if (const Json reply = json->value(u"reply"); reply.isObject()) {
        texts.reply = {.index = qsizetype(reply.value(u"index").asInteger().value_or(-1)),
                       .replaced = linesFrom(reply.value(u"replaced")),
                       .messages = linesFrom(reply.value(u"messages"))};
    }
    return texts;
}

QString unsentDraft(const UnsentTexts &texts, const Chat &chat)
{
    const bool isSent =
        !texts.sentAs.isEmpty() && std::ranges::any_of(chat.messages, [&](const Message &message) {
            return message.isUser && message.sendDate == texts.sentAs;
        });
    return isSent ? QString() : texts.draft;
}

qsizetype rewrittenRow(const UnsentTexts::Rewriting &rewriting, const Chat &chat)
{
    const auto isIt = [&](qsizetype row) {
        return row >= 0 && row < chat.messages.size() && lineOf(chat.messages.at(row)) == rewriting.line;
    };
    if (isIt(rewriting.row))
        return rewriting.row;
    for (qsizetype row = chat.messages.size() - 1; row >= 0; --row) {
        if (isIt(row))
            return row;
    }
    return -1;
}

UnsentTexts::Rewriting rewritingOf(const Chat &chat, qsizetype row, const QString &text)
{
    return {.row = row, .line = lineOf(chat.messages.at(row)), .text = text};
}

UnsentTexts::PartialReply partialReplyOf(const QList<ChatChange> &step)
{
    UnsentTexts::PartialReply reply{.index = step.first().index, .replaced = {}, .messages = {}};
    for (const Message &message : step.first().removed)
        reply.replaced.append(lineOf(message));
    for (const ChatChange &change : step) {
        for (const Message &message : change.inserted)
            reply.messages.append(lineOf(message));
    }
    return reply;
}

ChatChange withPartialReply(const Chat &chat, const UnsentTexts::PartialReply &reply)
{
    QList<Message> messages;
    for (const QString &line : reply.messages) {
        if (const auto message = messageOf(line))
            messages.append(*message);
    }
    if (messages.isEmpty() || hasReply(chat, messages.first()))
        return {};
    const qsizetype count = reply.replaced.size();
    bool fits = reply.index >= 0 && reply.index + count <= chat.messages.size() &&
                (count > 0 || reply.index == chat.messages.size());
    for (qsizetype i = 0; fits && i < count; ++i)
        fits = lineOf(chat.messages.at(reply.index + i)) == reply.replaced.at(i);
    if (!fits)
        return insertMessages(chat, chat.messages.size(), messages);
    return {.index = reply.index, .removed = chat.messages.mid(reply.index, count), .inserted = messages};
}

QString unsentTextsFile(const LibraryLayout &layout, const ChatReference &reference)
{
    return layout.snugFolder() + u"/unsent/"_s + placeOfChat(layout, reference) + u".json";
}

ChatTraces chatTraces(const LibraryLayout &layout, const ChatReference &reference)
{
    if (stampOf(chatPath(layout, reference)).exists())
        return ChatTraces::File;
    return stampOf(unsentTextsFile(layout, reference)).exists() ? ChatTraces::Texts : ChatTraces::None;
}

Result<KeptTexts> loadUnsentTexts(const LibraryLayout &layout, const ChatReference &reference)
{
    KeptTexts kept;
    QString file = unsentTextsFile(layout, reference);
    if (chatTraces(layout, reference) == ChatTraces::None && !reference.isGroup()) {
        if (const auto begun = chatsOnlyBegun(layout, reference.cardFile); !begun.isEmpty())
            file = kept.otherFile = unsentTextsFile(layout, begun.first());
    }
    const auto bytes = readStateFile(file);
    if (bytes && bytes->isEmpty() && !stampOf(file).exists())
        return kept;
    const auto texts = bytes.and_then(readUnsentTexts);
    if (texts) {
        kept.texts = *texts;
        return kept;
    }
    const auto aside = putAside(file);
    if (!aside)
        return std::unexpected(aside.error());
    kept.problem =
        Error{QCoreApplication::translate("Library", "what was typed in this chat could not be read: %1")
                  .arg(texts.error().what),
              layout.relative(file), texts.error().place,
              //: %1 is a file
              QCoreApplication::translate("Library", "It is kept in %1.").arg(layout.relative(*aside))};
    return kept;
}

QList<ChatReference> chatsOnlyBegun(const LibraryLayout &layout, const QString &cardFile)
{
    QList<ChatReference> chats;
    const QDir folder(QFileInfo(unsentTextsFile(layout, {.cardFile = cardFile, .name = {}})).path());
    for (const QString &file : folder.entryList({u"*.json"_s}, QDir::Files, QDir::Time)) {
        const ChatReference reference{.cardFile = cardFile, .name = nameInFolder(file.chopped(5))};
        if (isSyncToolsCopy(reference.name) || QFileInfo::exists(chatPath(layout, reference)))
            continue;
        const auto texts = readStateFile(folder.filePath(file)).and_then(readUnsentTexts);
        if (texts && texts->isOfBegunChat)
            chats.append(reference);
    }
    return chats;
}

} // namespace snug
