// Times a key in "find in all chats": a library with one chat of 100,000 messages, half of them Japanese.
// Prints a line of JSON; packaging/dev-bench.sh compares it with its anchor, a look through the same texts in
// memory.
//
//   bench_search FOLDER   the library is made there once
#include "core/formats/chatjsonl.h"
#include "core/library/librarystore.h"
#include "core/search/searchindex.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

constexpr int messageCount = 100'000;

double processorTime() // milliseconds
{
    timespec time = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

QString wordsOf(int seed)
{
    static const QStringList some =
        u"the harbour bell river she says quietly stone key winter light map of old "
        "walls and a letter nobody opened"_s.split(u' ');
    QString text;
    for (int i = 0; i < 70; ++i)
        text += some.at((i * 7 + seed * 13 + i / 5) % some.size()) + u' ';
    return text;
}

QString lettersOf(int seed)
{
    const QString some =
        u"霧の六日港の鐘が鳴り彼女は静かに石の鍵を冬の光古い地図壁と手紙誰も開けなかった、船。"_s;
    QString text;
    for (int i = 0; i < 150; ++i)
        text += some.at((i * 11 + seed * 17 + i / 7 + i * i / 3) % some.size());
    return text;
}

void makeLibrary(const QString &folder)
{
    for (const QString &name : {u"characters"_s, u"chats/Mira"_s, u"worlds"_s, u"OpenAI Settings"_s})
        QDir().mkpath(folder + u'/' + name);
    QFile file(folder + u"/chats/Mira/long.jsonl"_s);
    if (file.exists() || !file.open(QIODevice::WriteOnly))
        return;
    for (int i = 0; i < messageCount; ++i) {
        Message message;
        message.name = u"Mira"_s;
        message.text = i % 2 == 0 ? wordsOf(i) : lettersOf(i);
        if (i == messageCount / 2) // what is rare stands where it is found last
            message.text += u" quixotic zq 麒麟"_s;
        file.write(encodeMessageLine(message) + '\n');
    }
}

struct Key
{
    const char *name;
    QString words;
};

// The median of what one key costs its thread.
double findTime(const SearchIndex &index, const QString &words)
{
    QList<double> times;
    for (int i = 0; i < 9; ++i) {
        const double before = processorTime();
        if (const auto found = index.find(words); !found || found->isEmpty())
            return -1;
        times.append(processorTime() - before);
    }
    std::ranges::sort(times);
    return times.at(times.size() / 2);
}

// The anchor: whether a letter is in any of these texts, by reading them.
double readingTime()
{
    QStringList texts;
    for (int i = 0; i < messageCount; ++i)
        texts.append(i % 2 == 0 ? wordsOf(i) : lettersOf(i));
    const double before = processorTime();
    const auto count = std::ranges::count_if(texts, [](const QString &text) { return text.contains(u'麒'); });
    const double time = processorTime() - before;
    return count == 0 ? time : -1;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    if (argc != 2) {
        std::fputs("usage: bench_search FOLDER\n", stderr);
        return 2;
    }
    const QString folder = QDir(QString::fromLocal8Bit(argv[1])).absolutePath();
    makeLibrary(folder);
    const auto store = LibraryStore::open(folder);
    if (!store) {
        std::fprintf(stderr, "%s\n", qUtf8Printable(store.error().line()));
        return 1;
    }
    (*store)->readAll();
    while (!(*store)->contents().chatsAreComplete)
        (*store)->readMoreChats(std::chrono::milliseconds(100));
    QJsonObject row;
    const QTemporaryDir place;
    SearchIndex index(place.filePath(u"search.sqlite"_s), folder);
    const double before = processorTime();
    if (!index.update(searchFiles((*store)->contents(), (*store)->layout())))
        return 1;
    row[u"update_ms"_s] = processorTime() - before;
    row[u"reading_ms"_s] = readingTime();
    for (const Key &key : {Key{"frequent word", u"harbour"_s}, Key{"rare word", u"quixotic"_s},
                           Key{"frequent letters", u"he"_s}, Key{"rare letters", u"zq"_s},
                           Key{"frequent Japanese letter", u"霧"_s}, Key{"rare Chinese word", u"麒麟"_s},
                           Key{"rare Chinese letter", u"麟"_s}})
        row[QString::fromLatin1(key.name)] = findTime(index, key.words);
    std::printf("%s\n", QJsonDocument(row).toJson(QJsonDocument::Compact).constData());
    return 0;
}
