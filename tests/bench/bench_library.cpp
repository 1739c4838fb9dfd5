// Times opening a library and a chat. Prints one line of JSON; packaging/dev-bench.sh prints the
// ratios to the anchor, reading the same bytes and nothing else.
//
//   bench_library FOLDER   makes 1,000 cards and a chat of 10,000 messages there, if not made yet
#include "core/formats/cardpng.h"
#include "core/formats/chatjsonl.h"
#include "core/library/librarystore.h"

#include <QBuffer>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>

#include <algorithm>
#include <cstdio>

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

constexpr int Cards = 1000;
constexpr int Messages = 10'000;

QString words(QRandomGenerator &random, int count)
{
    static const QStringList some =
        u"the harbour bell river she says quietly stone key winter light “yes” map of old "
        "walls and a letter nobody opened; rain, again *she looks up*"_s.split(u' ');
    QString text;
    for (int i = 0; i < count; ++i)
        text += some.at(random.bounded(int(some.size()))) + (i % 60 == 59 ? u'\n' : u' ');
    return text;
}

bool write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

// A picture of a usual size whose pixels do not compress: about 300 KB.
QByteArray picture(QRandomGenerator &random)
{
    QImage image(400, 260, QImage::Format_RGB888);
    for (int y = 0; y < image.height(); ++y)
        random.fillRange(reinterpret_cast<quint32 *>(image.scanLine(y)), image.bytesPerLine() / 4);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    image.save(&buffer, "PNG");
    return bytes;
}

bool makeCards(const QString &folder)
{
    QRandomGenerator random(1);
    const QByteArray png = picture(random);
    for (int i = 0; i < Cards; ++i) {
        Card card;
        card.version = Card::Version::V3;
        card.name = u"Card %1"_s.arg(i);
        card.description = words(random, 500);
        card.personality = words(random, 60);
        card.scenario = words(random, 60);
        card.firstMessage = words(random, 250);
        card.messageExamples = words(random, 250);
        card.creatorNotes = words(random, 100);
        card.alternateGreetings = {words(random, 250), words(random, 250)};
        card.tags = {u"bench"_s, u"tag %1"_s.arg(i % 7)};
        const auto bytes = writeCardPng(card, png);
        if (!bytes || !write(folder + u"/characters/%1.png"_s.arg(card.name), *bytes))
            return false;
    }
    return true;
}

bool makeChats(const QString &folder)
{
    QRandomGenerator random(2);
    QByteArray lines = encodeHeaderLine(
        Json::object({{u"user_name"_s, Json(u"You"_s)}, {u"chat_metadata"_s, Json::object()}}));
    for (int i = 0; i < Messages; ++i) {
        Message message;
        message.isUser = i % 2 == 1;
        message.name = message.isUser ? u"You"_s : u"Card 0"_s;
        message.text = words(random, 70);
        message.sendDate = u"2026-01-01T00:00:00.000Z"_s;
        message.swipes = {{.text = message.text, .info = Json::object()}};
        lines += '\n' + encodeMessageLine(message);
    }
    return write(folder + u"/chats/Card 0/long.jsonl"_s, lines);
}

bool makeLibrary(const QString &folder)
{
    if (QFile::exists(folder + u"/complete"_s))
        return true;
    for (const QString &name : {u"characters"_s, u"chats/Card 0"_s, u"worlds"_s, u"OpenAI Settings"_s}) {
        if (!QDir().mkpath(folder + u'/' + name))
            return false;
    }
    return makeCards(folder) && makeChats(folder) && write(folder + u"/complete"_s, "1");
}

template <typename Work> double bestOf(int rounds, const Work &work)
{
    double best = 1e300;
    for (int i = 0; i < rounds; ++i) {
        QElapsedTimer timer;
        timer.start();
        work();
        best = std::min(best, double(timer.nsecsElapsed()) / 1e6);
    }
    return best;
}

QByteArray contentsOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

int main(int argc, char **argv)
{
    const QString folder = argc == 2 ? QString::fromLocal8Bit(argv[1]) : QString();
    if (folder.isEmpty() || !makeLibrary(folder)) {
        std::fputs("usage: bench_library FOLDER (that can be written to)\n", stderr);
        return 2;
    }
    const QDir cards(folder + u"/characters"_s);
    const QStringList names = cards.entryList(QDir::Files);
    qsizetype bytes = 0;
    const double readFiles = bestOf(5, [&] {
        for (const QString &name : names)
            bytes += contentsOf(cards.filePath(name)).size();
    });
    qsizetype found = 0;
    double firstOpen = 0;
    const double open = bestOf(5, [&] {
        QElapsedTimer timer;
        timer.start();
        const auto store = LibraryStore::open(folder);
        if (!store)
            return;
        (*store)->readAll();
        found = (*store)->contents().cards.size();
        if (firstOpen == 0)
            firstOpen = double(timer.nsecsElapsed()) / 1e6;
    });
    const QByteArray chat = contentsOf(folder + u"/chats/Card 0/long.jsonl"_s);
    QString decoded;
    const double decode = bestOf(5, [&] { decoded = QString::fromUtf8(chat); });
    qsizetype messages = 0;
    const double read = bestOf(5, [&] { messages = readChat(chat).chat.messages.size(); });
    if (found != Cards || messages != Messages) {
        std::fprintf(stderr, "bench_library: %lld cards, %lld messages\n", qlonglong(found),
                     qlonglong(messages));
        return 1;
    }
    const QJsonObject result{
        {u"cards"_s, found},      {u"read_files_ms"_s, readFiles}, {u"first_open_ms"_s, firstOpen},
        {u"open_ms"_s, open},     {u"chat_bytes"_s, chat.size()},  {u"decode_ms"_s, decode},
        {u"read_chat_ms"_s, read}};
    std::printf("%s\n", QJsonDocument(result).toJson(QJsonDocument::Compact).constData());
    return 0;
}
