#include "tests/durability/tornfiles.h"

#include "core/chat/unsenttexts.h"
#include "core/workspace/activechoices.h"
#include "tests/durability/faultserver.h"
#include "tests/durability/playedfolder.h"
#include "tests/durability/playedprocess.h"
#include "tests/durability/sessioncheck.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace snug::durability {

namespace {

constexpr qint64 LargeSize = qint64(3) << 30; // bytes; with a hole in it, so that it takes no room

struct Kind
{
    QString name;
    QString file;            // relative to the library
    bool isOfWindow = false; // a session without one does not read it
};

const QList<Kind> &kinds()
{
    static const QList<Kind> list{
        {u"chat"_s, u"chats/Mira/One.jsonl"_s},
        {u"other chat"_s, u"chats/Mira/Other.jsonl"_s},
        {u"ledger"_s, u"snug/ledger/000001.requests"_s},
        {u"pieces"_s, u"snug/ledger/000001.pieces"_s},
        {u"summaries"_s, u"snug/summaries.json"_s},
        {u"settings"_s, u"settings.json"_s},
        {u"card"_s, u"characters/Mira Okafor.png"_s},
        {u"preset"_s, u"OpenAI Settings/Harbour.json"_s},
        {u"lorebook"_s, u"worlds/Sellick Harbour.json"_s},
        {u"group"_s, u"groups/1791140400000.json"_s},
        {u"lock"_s, u"snug/library.lock"_s},
        {u"choices"_s, u"snug/session.json"_s, true},
        {u"connections"_s, u"snug/connections.json"_s, true},
        {u"program settings"_s, u"../snug.ini"_s, true},
        {u"unsent texts"_s, u"snug/unsent/chats/Mira Okafor/One.json"_s, true},
        {u"vectors"_s, u"snug/vectors/Sellick Harbour.json"_s, true},
        {u"memory settings"_s, u"snug/memory-books.json"_s, true},
        {u"shelf"_s, u"snug/shelf.json"_s, true},
        {u"counts"_s, u"snug/counts.json"_s, true},
    };
    return list;
}

const QStringList Damages{u"truncated"_s,        u"empty"_s, u"zeros"_s,  u"garbage"_s,    u"other type"_s,
                          u"zeros at the end"_s, u"pipe"_s,  u"folder"_s, u"unreadable"_s, u"large"_s};

const Kind &kindOf(const TornFile &torn)
{
    return *std::ranges::find(kinds(), torn.kind, &Kind::name);
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void put(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!QDir().mkpath(QFileInfo(path).path()) || !file.open(QIODevice::WriteOnly) ||
        file.write(bytes) != bytes.size())
        qFatal("%s cannot be written", qPrintable(path));
}

// False: nothing could be damaged so.
bool damage(const QString &path, const QString &how)
{
    const QByteArray whole = contentOf(path);
    if (how == u"truncated")
        put(path, whole.first(whole.size() * 2 / 3));
    else if (how == u"empty")
        put(path, {});
    else if (how == u"zeros")
        put(path, QByteArray(std::max<qsizetype>(whole.size(), 100), '\0'));
    else if (how == u"garbage")
        put(path, QByteArray("\x8f\x01{{[\"\xff no sense").repeated(40));
    else if (how == u"other type")
        put(path, "[[7]]");
    else if (how == u"zeros at the end")
        put(path, whole + QByteArray(512, '\0'));
    else if (how == u"large")
        return QFile::resize(path, LargeSize);
    else if (how == u"unreadable")
        return QFile::setPermissions(path, {}) && contentOf(path).isEmpty(); // not for root
    else if (!QFile::remove(path))
        return false;
    else if (how == u"pipe")
        return ::mkfifo(QFile::encodeName(path).constData(), 0600) == 0;
    else
        return QDir().mkpath(path + u"/in the way"_s);
    return true;
}

// A library in which something has been said.
void makeLivedIn(const QString &folder, const FaultServer &server)
{
    const QString root = folder + u"/library"_s;
    makePlayedLibrary(folder);
    liveIn(root, server);
    put(root + u"/chats/Mira/Other.jsonl"_s, contentOf(root + u"/chats/Mira/One.jsonl"_s));
}

// And a window has been open, with a text in its composer.
void openOnce(const QString &folder)
{
    const QString root = folder + u"/library"_s;
    put(root + u"/chats/Mira Okafor/One.jsonl"_s, contentOf(root + u"/chats/Mira/One.jsonl"_s));
    ActiveChoices choices;
    choices.card = u"Mira Okafor.png"_s;
    choices.chat = u"One"_s;
    put(root + u"/snug/session.json"_s, writeActiveChoices(choices));
    UnsentTexts texts;
    texts.draft = u"Typed, and kept."_s;
    put(root + u"/snug/unsent/chats/Mira Okafor/One.json"_s, writeUnsentTexts(texts));
    put(root + u"/snug/vectors/Sellick Harbour.json"_s, R"({"model": "m", "vectors": {"aa": "AACAPw=="}})");
    put(root + u"/snug/memory-books.json"_s, R"({"profiles": [{"name": "Mine"}], "currentProfile": 0})");
    put(root + u"/snug/shelf.json"_s, R"({"pinned": ["chats/Mira Okafor/One.jsonl"], "archived": []})");
    put(root + u"/snug/counts.json"_s, R"({"models": []})");
    put(folder + u"/snug.ini"_s, "[history]\nmegabytes=64\n");
    PlayedProcess process(u"snug-durability-window"_s, {u"look"_s, folder, u"0"_s, u"0"_s},
                          surroundingsIn(folder));
    if (!process.waitFor("settled") || process.waitForEnd() != 0)
        qFatal("no window for %s", qPrintable(folder));
}

// Whether the bytes, or for files of lines each of their lines, are in some file of the library.
bool isSomewhere(const QByteArray &damaged, bool isOfLines, const QString &root)
{
    QByteArray all;
    QDirIterator walk(root, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (walk.hasNext()) {
        const QString path = walk.next();
        if (QFileInfo(path).size() < LargeSize)
            all += contentOf(path) + '\n';
    }
    if (!isOfLines || !damaged.contains('\n'))
        return all.contains(damaged);
    const QList<QByteArray> lines = damaged.split('\n');
    return std::ranges::all_of(lines, [&](const QByteArray &line) {
        qsizetype end = line.size(); // zeros behind a line are cut off by themselves
        while (end > 0 && line.at(end - 1) == '\0')
            --end;
        return all.contains(line.first(end));
    });
}

void openSession(const QString &root, const FaultServer &server, const QString &where, Findings &findings)
{
    PlayedProcess process(u"snug-durability"_s, {u"session"_s, root, server.url().toString()});
    while (process.said("state") + process.said("openfailed") + process.said("loadfailed") == 0) {
        if (!process.waitForLines(process.lines().size() + 1))
            return findings.problem(u"crashed or hung"_s, where);
    }
    if (process.said("state") == 0) {
        findings.count(u"said why"_s);
        if (process.last("openfailed").isEmpty() && process.last("loadfailed").isEmpty())
            findings.problem(u"no word"_s, where);
    } else {
        findings.count(u"opened"_s);
        const QString file = process.states().value(1).file;
        if (!process.play({u"send U9x mode:ok"_s, u"settle saved"_s}))
            findings.problem(u"not saved"_s, where + u": "_s + process.last("failed"));
        else if (!contentOf(root + u'/' + file).contains("U9x"))
            findings.problem(u"not saved"_s, where);
    }
    if (process.quit() != 0)
        findings.problem(u"did not end"_s, where);
}

void openWindow(const QString &folder, const QString &where, Findings &findings)
{
    PlayedProcess process(u"snug-durability-window"_s, {u"look"_s, folder, u"0"_s, u"0"_s},
                          surroundingsIn(folder));
    if (!process.waitFor("settled"))
        return findings.problem(u"crashed or hung"_s, where);
    findings.count(u"opened"_s);
    if (process.waitForEnd() != 0)
        findings.problem(u"did not end"_s, where);
}

} // namespace

QList<TornFile> allTornFiles()
{
    QList<TornFile> all;
    for (const Kind &kind : kinds()) {
        for (const QString &how : Damages)
            all.append({kind.name, how});
    }
    return all;
}

Findings openTorn(const TornFile &torn, const QString &folder)
{
    const FaultServer server;
    Findings findings;
    const QString root = folder + u"/library"_s;
    makeLivedIn(folder, server);
    const Kind &kind = kindOf(torn);
    const QString path = root + u'/' + kind.file;
    if (kind.isOfWindow)
        openOnce(folder);
    if (torn.kind == u"lock")
        put(path, "4242\nsnug\nanother machine\n");
    if (!damage(path, torn.damage)) {
        findings.count(u"not possible here"_s);
        return findings;
    }
    const bool hasBytes = QFileInfo(path).isFile() && torn.damage != u"large";
    const QByteArray damaged = hasBytes ? contentOf(path) : QByteArray();
    if (kind.isOfWindow)
        openWindow(folder, torn.name(), findings);
    else
        openSession(root, server, torn.name(), findings);
    findings.count(u"damaged files"_s);
    // A lock, summaries and counts hold nothing of the user's.
    const bool isKept = torn.kind == u"lock" || torn.kind == u"summaries" || torn.kind == u"counts" ||
                        isSomewhere(damaged, kind.file.endsWith(u".jsonl"_s), folder);
    if (!isKept)
        findings.problem(u"overwritten without a copy"_s, torn.name());
    return findings;
}

} // namespace snug::durability
