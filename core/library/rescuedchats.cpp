#include "core/library/rescuedchats.h"

#include "core/formats/jsontext.h"
#include "core/library/atomicwrite.h"
#include "core/library/fileaccess.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// The first line's bytes at most.
constexpr qint64 RescueFactsLimit = 64 << 10;

QString rescueFileName(const RescuedChat &chat)
{
    const QString place =
        QDir::cleanPath(chat.library) + u'\n' + chat.reference.cardFile + u'\n' + chat.reference.name;
    return QString::fromLatin1(
               QCryptographicHash::hash(place.toUtf8(), QCryptographicHash::Sha256).toHex().first(32)) +
           u".chat"_s;
}

QByteArray rescueFacts(const RescuedChat &chat)
{
    Json facts = Json::object();
    facts.set(u"unsaved_chat"_s, Json(1));
    facts.set(u"library"_s, Json(QDir::cleanPath(chat.library)));
    facts.set(u"character"_s, Json(chat.reference.cardFile));
    facts.set(u"chat"_s, Json(chat.reference.name));
    facts.set(u"written"_s, Json(chat.written.toUTC().toString(Qt::ISODateWithMs)));
    if (chat.base.exists()) {
        facts.set(u"base_size"_s, Json(chat.base.stamp.size));
        facts.set(u"base_checksum"_s, Json(QString::number(chat.base.checksum, 16)));
    }
    return writeJsonLine(facts) + '\n';
}

std::optional<RescuedChat> chatFromFacts(const QString &file, QByteArrayView bytes)
{
    const qsizetype end = bytes.indexOf('\n');
    const Result<Json> facts = parseJsonLine(bytes.first(std::max<qsizetype>(0, end)).toByteArray());
    if (!facts || facts->value(u"unsaved_chat").toInt() != 1)
        return std::nullopt;
    RescuedChat chat;
    chat.file = file;
    chat.library = facts->value(u"library").toText();
    chat.reference = {.cardFile = facts->value(u"character").toText(),
                      .name = facts->value(u"chat").toText()};
    chat.written = QDateTime::fromString(facts->value(u"written").toText(), Qt::ISODateWithMs);
    chat.base.stamp.size = facts->value(u"base_size").asInteger().value_or(-1);
    if (chat.base.exists())
        chat.base.checksum = facts->value(u"base_checksum").toText().toULongLong(nullptr, 16);
    return chat;
}

} // namespace

QString rescuedChatsFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericStateLocation) + u"/snug/unsaved"_s;
}

Result<QString> rescueChat(const QString &folder, const RescuedChat &chat)
{
    if (const auto made = makeFolder(folder); !made)
        return std::unexpected(made.error());
    QFile::setPermissions(folder, QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    const QString file = folder + u'/' + rescueFileName(chat);
    return writeFileDurably(file, rescueFacts(chat) + chat.bytes).transform([&] { return file; });
}

Result<void> forgetRescuedChat(const QString &file)
{
    return removeFile(file);
}

Result<RescuedChat> readRescuedChat(const QString &file)
{
    const auto read = readVersioned(file, ChatFileLimit);
    if (!read)
        return std::unexpected(read.error());
    auto chat = chatFromFacts(file, read->value);
    if (!chat)
        return failure(QCoreApplication::translate("Library", "this is not an unsaved chat"), {}, file);
    chat->bytes = read->value.sliced(read->value.indexOf('\n') + 1);
    return *std::move(chat);
}

QList<RescuedChat> listRescuedChats(const QString &folder, const QString &library)
{
    QList<RescuedChat> chats;
    for (const QString &name : QDir(folder).entryList({u"*.chat"_s}, QDir::Files)) {
        const QString path = folder + u'/' + name;
        const auto head = openForReading(path, ChatFileLimit).and_then([](const OpenedFile &file) {
            return file.read(0, RescueFactsLimit);
        });
        if (!head)
            continue;
        if (auto chat = chatFromFacts(path, *head); chat && chat->library == QDir::cleanPath(library))
            chats.append(*std::move(chat));
    }
    std::ranges::stable_sort(chats, std::greater(), &RescuedChat::written);
    return chats;
}

} // namespace snug
