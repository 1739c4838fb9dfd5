#include "tests/durability/sessioncheck.h"

#include "core/ledger/ledger.h"
#include "tests/durability/playedprocess.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug::durability {

namespace {

bool isBeginningOf(const QList<QByteArray> &part, const QList<QByteArray> &whole)
{
    return part.size() <= whole.size() && std::equal(part.cbegin(), part.cend(), whole.cbegin());
}

// The state that the lines are, or begin, from `first` on; 0 = none.
int stateOf(const PlayedProcess &process, const QString &file, const QList<QByteArray> &marks, int first)
{
    const SaidState saved = process.states().value(first);
    for (int number = process.newestState(); number >= std::max(1, first); --number) {
        const SaidState state = process.states().value(number);
        if (state.file == file && state.marks == marks)
            return number;
    }
    // An append of several lines that came half-way.
    for (int number = process.newestState(); number > first; --number) {
        const SaidState state = process.states().value(number);
        if (state.file == file && isBeginningOf(marks, state.marks) && isBeginningOf(saved.marks, marks))
            return number;
    }
    return 0;
}

// How many lines of either are not in the other's place; the first one, which changes along, is not counted.
qsizetype linesApart(const QList<QByteArray> &one, const QList<QByteArray> &other)
{
    const auto both = std::min(one.size(), other.size());
    qsizetype head = both > 0 ? 1 : 0;
    while (head < both && one.at(head) == other.at(head))
        ++head;
    qsizetype tail = 0;
    while (tail < both - head && one.at(one.size() - 1 - tail) == other.at(other.size() - 1 - tail))
        ++tail;
    return std::max(one.size(), other.size()) - head - tail;
}

QString shown(const QList<QByteArray> &marks, const QList<QByteArray> &disk)
{
    const auto [mine, theirs] = std::ranges::mismatch(marks, disk);
    return u"%1 lines, the first %2 of them alike"_s.arg(marks.size()).arg(mine - marks.cbegin());
}

void compareChat(const PlayedProcess &process, const QString &root, const QString &file,
                 const ChatLines &before, const QString &where, Findings &findings, int ahead)
{
    const ChatLines disk = readChatLines(root + u'/' + file);
    const int saved = process.savedOf(file);
    // It was killed before it saw that the name was taken.
    if (saved == 0 && before.isThere && before.marks == disk.marks)
        return;
    const QList<QByteArray> opened = process.states().value(process.firstOf(file)).marks;
    if (before.isThere && before.marks != opened)
        findings.problem(
            u"opened differently"_s,
            u"%1, %2: %3 lines, was %4"_s.arg(where, file).arg(opened.size()).arg(before.marks.size()));
    const QString place = u"%1, %2"_s.arg(where, file);
    if (!disk.isThere) {
        if (saved > 0 && !process.isDiscarded(file))
            findings.problem(u"lost"_s, place + u": the file is not there"_s);
        return;
    }
    if (!disk.tornTail.isEmpty())
        findings.count(u"torn tails"_s);
    if (!disk.unreadable.isEmpty())
        findings.problem(u"unparsable"_s, place);
    if (!disk.saidTwice.isEmpty())
        findings.problem(u"doubled"_s, place + u": "_s + QString::fromLatin1(disk.saidTwice.first()));
    const int state = stateOf(process, file, disk.marks, saved);
    if (state > 0) {
        findings.count(u"states behind the last one said"_s, process.newestOf(file) - state);
        return;
    }
    if (linesApart(process.states().value(process.newestOf(file)).marks, disk.marks) <= ahead)
        return findings.count(u"files ahead of what was said"_s);
    const bool isOld = stateOf(process, file, disk.marks, 0) > 0;
    findings.problem(
        isOld ? u"lost"_s : u"strange"_s,
        u"%1: the file has %2 lines; state %3 was saved (%4), and state %5 is the newest (%6)"_s.arg(place)
            .arg(disk.marks.size())
            .arg(saved)
            .arg(shown(process.states().value(saved).marks, disk.marks))
            .arg(process.newestOf(file))
            .arg(shown(process.states().value(process.newestOf(file)).marks, disk.marks)));
}

bool isJson(const QByteArray &bytes)
{
    return !QJsonDocument::fromJson(bytes).isNull();
}

} // namespace

ChatsOnDisk chatsOnDisk(const QString &root)
{
    ChatsOnDisk chats;
    for (const QString &folder : {u"/chats"_s, u"/group chats"_s}) {
        QDirIterator walk(root + folder, {u"*.jsonl"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (walk.hasNext()) {
            const QString path = walk.next();
            chats.insert(QDir(root).relativeFilePath(path), readChatLines(path));
        }
    }
    return chats;
}

void compareChats(const PlayedProcess &process, const QString &root, const ChatsOnDisk &before,
                  const QString &where, Findings &findings, int ahead)
{
    for (const QString &file : process.files())
        compareChat(process, root, file, before.value(file), where, findings, ahead);
    for (auto each = before.cbegin(); each != before.cend(); ++each) {
        if (process.firstOf(each.key()) == 0 && readChatLines(root + u'/' + each.key()).marks != each->marks)
            findings.problem(u"changed unopened"_s, u"%1, %2"_s.arg(where, each.key()));
    }
}

void compareLedger(const PlayedProcess &process, const QString &root, const QString &where,
                   Findings &findings)
{
    const auto ledger = Ledger::open(root + u"/snug/ledger"_s);
    if (!ledger)
        return findings.problem(u"unparsable"_s, where + u", ledger: "_s + ledger.error().line());
    for (const QByteArray &line : process.lines()) {
        if (!line.startsWith("kept "))
            continue;
        const QString id = QString::fromLatin1(line.sliced(5));
        findings.count(u"records kept"_s);
        const auto entry = ledger->entry(id);
        if (!entry || entry->head.result == LedgerResult::UnderWay)
            findings.problem(u"records lost"_s, where + u", request "_s + id);
    }
}

QStringList leftovers(const QString &root)
{
    QStringList found;
    QDirIterator walk(root, QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
    while (walk.hasNext()) {
        const QString file = walk.next();
        const QString name = walk.fileName();
        if (name.startsWith(u".snug-"_s) || name.contains(u".jsonl."_s) || name.contains(u".json."_s))
            found.append(QDir(root).relativeFilePath(file));
    }
    found.removeIf([](const QString &file) { return file.contains(u".jsonl.torn"_s); });
    return found;
}

QStringList unparsableFiles(const QString &root)
{
    QStringList found;
    QDirIterator walk(root, QDir::Files, QDirIterator::Subdirectories);
    while (walk.hasNext()) {
        const QString path = walk.next();
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const bool isLines = path.endsWith(u".requests"_s);
        const QList<QByteArray> values = isLines ? file.readAll().split('\n') : QList{file.readAll()};
        if (!isLines && !path.endsWith(u".json"_s))
            continue;
        for (qsizetype i = 0; i < values.size() - (isLines ? 1 : 0); ++i) {
            if (!isJson(values.at(i))) {
                found.append(QDir(root).relativeFilePath(path));
                break;
            }
        }
    }
    return found;
}

} // namespace snug::durability
