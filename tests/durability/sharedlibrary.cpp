#include "tests/durability/sharedlibrary.h"

#include "core/library/librarystore.h"
#include "tests/durability/chatlines.h"
#include "tests/durability/faultserver.h"
#include "tests/durability/otherprogram.h"
#include "tests/durability/playedfolder.h"
#include "tests/durability/playedprocess.h"
#include "tests/durability/sessioncheck.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRandomGenerator>

using namespace Qt::StringLiterals;

namespace snug::durability {

namespace {

constexpr int ActsASession = 25;

QByteArray allOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// Every file below the folders, whatever it is.
QByteArray everythingIn(const QStringList &folders)
{
    QByteArray all;
    for (const QString &folder : folders) {
        QDirIterator walk(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (walk.hasNext())
            all += allOf(walk.next()) + '\n';
    }
    return all;
}

QSet<QByteArray> marksIn(const QByteArray &bytes)
{
    QSet<QByteArray> marks;
    for (const QByteArray &line : bytes.split('\n'))
        marks.insert(markOf(line));
    return marks;
}

QStringList commandsOf(QRandomGenerator &random, int &sent)
{
    QStringList list;
    for (int i = 0; i < 60; ++i) {
        const int which = random.bounded(10);
        if (which < 5)
            list += {u"send %1 mode:%2"_s.arg(QString::fromLatin1(sentWord(++sent)),
                                              which < 3 ? u"ok"_s : u"slow"_s),
                     u"pause %1"_s.arg(20 + random.bounded(60))};
        else if (which == 5)
            list.append(u"edit %1 E%2x"_s.arg(random.bounded(1000)).arg(++sent));
        else if (which == 6)
            list.append(u"swipe"_s);
        else
            list.append(u"pause %1"_s.arg(random.bounded(40)));
    }
    return list;
}

// Of all lines that were ever said to be saved those that the session itself did not change afterwards.
QSet<QByteArray> savedMarks(const PlayedProcess &process)
{
    QSet<QByteArray> saved;
    QSet<QByteArray> present;
    QByteArray file;
    bool isMerge = false;
    for (const QByteArray &line : process.lines()) {
        const QList<QByteArray> parts = line.split(' ');
        if (parts.first() == "merging") {
            isMerge = true;
        } else if (parts.first() == "state") {
            const QList<QByteArray> marks = process.states().value(parts.value(1).toInt()).marks.mid(1);
            const QSet<QByteArray> next(marks.cbegin(), marks.cend());
            if (!std::exchange(isMerge, false))
                saved.subtract(present - next);
            present = next;
            file = parts.value(2);
        } else if (parts.first() == "merged") {
            isMerge = false;
        } else if (parts.first() == "saved" && parts.value(2) == file) { // not under a former name
            const QList<QByteArray> marks = process.states().value(parts.value(1).toInt()).marks.mid(1);
            for (const QByteArray &mark : marks)
                saved.insert(mark);
        }
    }
    return saved;
}

void compareShared(const PlayedProcess &process, const OtherProgram &other, const QString &root,
                   const QString &where, Findings &findings)
{
    const QByteArray everything = everythingIn({root, root + u".unsaved"_s});
    const QSet<QByteArray> saved = savedMarks(process);
    const QSet<QByteArray> lost = saved - marksIn(everything);
    findings.count(u"lines saved"_s, int(saved.size()));
    if (!lost.isEmpty())
        findings.problem(u"lost"_s, u"%1: %2 lines, %3"_s.arg(where)
                                        .arg(lost.size())
                                        .arg(QString::fromLatin1(lost.cbegin()->constData())));
    // Nobody locks a file: what was written into it between the last look and its replacement is nowhere.
    const QSet<QByteArray> gone = other.words() - otherWords(everything);
    findings.count(u"lines of the other program"_s, int(other.words().size()));
    findings.count(u"of them crossed"_s, int(gone.size()));
    const ChatsOnDisk chats = chatsOnDisk(root);
    for (auto chat = chats.cbegin(); chat != chats.cend(); ++chat) {
        if (!chat->saidTwice.isEmpty())
            findings.problem(u"doubled"_s, u"%1, %2: %3"_s.arg(where, chat.key(),
                                                               QString::fromLatin1(chat->saidTwice.first())));
    }
}

void shareOne(const QString &root, const FaultServer &server, quint32 seed, Findings &findings)
{
    const QString where = u"seed %1"_s.arg(seed);
    QRandomGenerator random(seed);
    OtherProgram other(root + u"/chats/Mira"_s, seed + 1);
    PlayedProcess process(u"snug-durability"_s, {u"session"_s, root, server.url().toString()});
    int sent = 0;
    if (!process.waitFor("state") || !process.play({u"send U0x mode:ok"_s, u"settle saved"_s}))
        return findings.problem(u"not opened"_s, where);
    process.tell(commandsOf(random, sent));
    QStringList acts;
    for (int act = 0; act < ActsASession; ++act) {
        acts.append(other.act());
        findings.count(acts.last());
        if (!process.listen(random.bounded(60)))
            return findings.problem(u"crashed"_s, where);
    }
    findings.count(u"sessions"_s);
    // Of a file that is gone nothing is saved before something is said again.
    if (!process.play({u"settle"_s, u"send U9999x mode:ok"_s, u"settle saved"_s}))
        findings.problem(u"hung, or not saved"_s, where + u": "_s + process.last("failed"));
    if (process.quit() != 0)
        findings.problem(u"did not end"_s, where);
    findings.count(u"merges"_s, process.said("merged"));
    const qsizetype known = findings.problems().size();
    compareShared(process, other, root, where, findings);
    for (const QString &file : leftovers(root)) {
        if (!file.contains(u".other-tmp"_s))
            findings.problem(u"leftovers"_s, where + u": "_s + file);
    }
    PlayedProcess again(u"snug-durability"_s, {u"session"_s, root, server.url().toString()});
    if (!again.waitFor("state") || again.quit() != 0)
        findings.problem(u"not opened again"_s, where);
    if (findings.problems().size() == known)
        return;
    QFile said(root + u".said"_s);
    if (said.open(QIODevice::WriteOnly))
        said.write(acts.join(u'\n').toUtf8() + "\n\n" + process.lines().join('\n'));
}

// "One.jsonl" -> as Syncthing, Dropbox, Nextcloud and ownCloud name a copy that they could not merge.
QStringList conflictNames(const QString &file)
{
    const qsizetype dot = file.lastIndexOf(u'.');
    const QString base = file.first(dot);
    const QString suffix = file.sliced(dot);
    return {base + u".sync-conflict-20261121-101500-ABCDEFG"_s + suffix,
            base + u" (conflicted copy 2026-11-21)"_s + suffix,
            base + u" (Ada's conflicted copy 2026-11-21)"_s + suffix,
            base + u" (conflicted copy 2026-11-21 101500)"_s + suffix,
            base + u"_conflict-20261121-101500"_s + suffix};
}

QMap<QString, QByteArray> copyAsConflicts(const QString &root)
{
    QStringList files;
    QDirIterator walk(root, QDir::Files, QDirIterator::Subdirectories);
    while (walk.hasNext())
        files.append(walk.next());
    QMap<QString, QByteArray> copies;
    for (const QString &file : files) {
        const bool isKind = file.endsWith(u".json"_s) || file.endsWith(u".jsonl"_s) ||
                            file.endsWith(u".requests"_s) || file.endsWith(u".pieces"_s) ||
                            file.endsWith(u".png"_s);
        if (!isKind || file.endsWith(u"/summaries.json"_s)) // those hold nothing of anybody's
            continue;
        for (const QString &name : conflictNames(file)) {
            // Not the same bytes: a space at the end is nothing to JSON, and a picture has an end of its own.
            if (!QFile::copy(file, name))
                qFatal("no copy of %s", qPrintable(file));
            QFile copy(name);
            if (copy.open(QIODevice::WriteOnly | QIODevice::Append))
                copy.write(" ");
            copy.close();
            copies.insert(name, allOf(name));
        }
    }
    return copies;
}

void compareCopies(const QMap<QString, QByteArray> &copies, const QString &who, Findings &findings)
{
    for (auto copy = copies.cbegin(); copy != copies.cend(); ++copy) {
        if (allOf(copy.key()) != copy.value())
            findings.problem(u"a copy was touched"_s, who + u": "_s + copy.key());
    }
    findings.count(u"copies of sync tools"_s, int(copies.size()));
}

} // namespace

Findings shareLibrary(int sessions, quint32 seed, const QString &folder)
{
    const FaultServer server;
    Findings findings;
    for (int run = 0; run < sessions; ++run) {
        const QString root = QDir(folder).filePath(u"shared-%1"_s.arg(run));
        if (!makeLibraryFolder(root))
            qFatal("no library in %s", qPrintable(root));
        const qsizetype known = findings.problems().size();
        shareOne(root, server, seed * 10'000 + quint32(run), findings);
        if (findings.problems().size() == known)
            QDir(root).removeRecursively();
    }
    return findings;
}

Findings openBesideCopies(const QString &folder, bool isWithWindow)
{
    const FaultServer server;
    Findings findings;
    makePlayedLibrary(folder);
    const QString root = folder + u"/library"_s;
    liveIn(root, server);
    const QMap<QString, QByteArray> copies = copyAsConflicts(root);
    {
        PlayedProcess process(u"snug-durability"_s, {u"session"_s, root, server.url().toString()});
        if (!process.waitFor("state") || !process.play({u"send U3x mode:ok"_s, u"settle saved"_s}) ||
            process.quit() != 0)
            findings.problem(u"crashed, hung or not saved"_s, u"session"_s);
    }
    compareCopies(copies, u"session"_s, findings);
    if (!isWithWindow)
        return findings;
    PlayedProcess process(u"snug-durability-window"_s, {u"look"_s, folder, u"0"_s, u"0"_s},
                          surroundingsIn(folder));
    if (!process.waitFor("settled") || process.waitForEnd() != 0)
        findings.problem(u"not opened or not ended"_s, u"window"_s);
    compareCopies(copies, u"window"_s, findings);
    return findings;
}

} // namespace snug::durability
