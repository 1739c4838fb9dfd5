#include "tests/durability/tornfiles.h"

#include "core/library/samplelibrary.h"
#include "tests/durability/faultserver.h"
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
    QString file; // relative to the library
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
bool makeLivedIn(const QString &root, const FaultServer &server)
{
    if (!installSampleLibrary(root))
        return false;
    PlayedProcess process(u"snug-durability"_s, {u"session"_s, root, server.url().toString()});
    if (!process.waitFor("state") ||
        !process.play({u"send U1x mode:ok"_s, u"settle saved"_s, u"send U2x mode:ok"_s, u"settle saved"_s}) ||
        process.quit() != 0)
        return false;
    put(root + u"/chats/Mira/Other.jsonl"_s, contentOf(root + u"/chats/Mira/One.jsonl"_s));
    return true;
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
    if (!makeLivedIn(root, server))
        qFatal("no library in %s", qPrintable(root));
    const Kind &kind = kindOf(torn);
    const QString path = root + u'/' + kind.file;
    if (torn.kind == u"lock")
        put(path, "4242\nsnug\nanother machine\n");
    if (!damage(path, torn.damage)) {
        findings.count(u"not possible here"_s);
        return findings;
    }
    const bool hasBytes = QFileInfo(path).isFile() && torn.damage != u"large";
    const QByteArray damaged = hasBytes ? contentOf(path) : QByteArray();
    openSession(root, server, torn.name(), findings);
    findings.count(u"damaged files"_s);
    // A lock and summaries hold nothing of the user's.
    const bool isKept = torn.kind == u"lock" || torn.kind == u"summaries" ||
                        isSomewhere(damaged, kind.file.endsWith(u".jsonl"_s), root);
    if (!isKept)
        findings.problem(u"overwritten without a copy"_s, torn.name());
    return findings;
}

} // namespace snug::durability
