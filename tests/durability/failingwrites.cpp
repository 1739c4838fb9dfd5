#include "tests/durability/failingwrites.h"

#include "core/library/librarystore.h"
#include "tests/durability/failureplan.h"
#include "tests/durability/faultserver.h"
#include "tests/durability/playedprocess.h"
#include "tests/durability/sessioncheck.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

#include <cerrno>
#include <cstring>
#include <iterator>

using namespace Qt::StringLiterals;

namespace snug::durability {

namespace {

const QStringList Story{u"send U1x mode:ok"_s,
                        u"settle"_s,
                        u"send U2x mode:ok"_s,
                        u"settle"_s,
                        u"edit 3 E1x longer"_s,
                        u"settle"_s,
                        u"swipe"_s,
                        u"settle"_s,
                        u"remove 1"_s,
                        u"undo"_s,
                        u"settle"_s,
                        u"hide 2"_s,
                        u"settle"_s,
                        u"branch 2"_s,
                        u"settle"_s,
                        u"send U3x mode:ok"_s,
                        u"settle"_s,
                        u"undo"_s,
                        u"undo"_s,
                        u"undo"_s,
                        u"settle"_s,
                        u"chat Two"_s,
                        u"send U4x mode:ok"_s,
                        u"settle"_s,
                        u"chat One"_s,
                        u"settle"_s};

const QMap<QString, FailingCall> &calls()
{
    static const QMap<QString, FailingCall> map{
        {u"write"_s, FailingCall::Write},       {u"short"_s, FailingCall::Short},
        {u"sync"_s, FailingCall::Sync},         {u"rename"_s, FailingCall::Rename},
        {u"open"_s, FailingCall::Open},         {u"link"_s, FailingCall::Link},
        {u"truncate"_s, FailingCall::Truncate}, {u"unlink"_s, FailingCall::Unlink},
        {u"mkdir"_s, FailingCall::MakeFolder},
    };
    return map;
}

const QMap<QString, int> &errors()
{
    static const QMap<QString, int> map{
        {u"ENOSPC"_s, ENOSPC}, {u"EIO"_s, EIO}, {u"EROFS"_s, EROFS}, {u"EMFILE"_s, EMFILE}};
    return map;
}

// The plan in a file that both processes map.
class SharedPlan
{
public:
    explicit SharedPlan(const QString &path)
        : m_file(path)
    {
        if (!m_file.open(QIODevice::ReadWrite) || !m_file.resize(sizeof(FailurePlan)))
            qFatal("no plan in %s", qPrintable(path));
        m_plan = reinterpret_cast<FailurePlan *>(m_file.map(0, sizeof(FailurePlan)));
        if (!m_plan)
            qFatal("no plan in %s", qPrintable(path));
    }

    // From the next call on.
    void begin(const WriteFailure &failure, int first, const QString &below)
    {
        m_plan->first = first;
        m_plan->count = failure.isForGood ? -1 : 1;
        m_plan->error = errors().value(failure.error);
        m_plan->seen = 0;
        m_plan->failed = 0;
        const QByteArray path = QFile::encodeName(below) + '/';
        std::strncpy(m_plan->below, path.constData(), std::size(m_plan->below) - 1);
        m_plan->call = int(calls().value(failure.call));
    }
    void heal() { m_plan->call = int(FailingCall::None); }
    int failed() const { return m_plan->failed; }

private:
    QFile m_file;
    FailurePlan *m_plan = nullptr;
};

// Every chat's file is its newest state; if one is not, which, and how.
QString missing(const PlayedProcess &process, const QString &root)
{
    for (const QString &file : process.files()) {
        const ChatLines disk = readChatLines(root + u'/' + file);
        const bool isGone = process.isDiscarded(file) && !disk.isThere;
        const QList<QByteArray> newest = process.states().value(process.newestOf(file)).marks;
        if (!isGone && (disk.marks != newest || !disk.tornTail.isEmpty()))
            return u"%1 has %2 lines instead of %3"_s.arg(file).arg(disk.marks.size()).arg(newest.size());
    }
    return {};
}

// Gives the number of calls that failed.
int failOnce(const WriteFailure &failure, int first, const QString &root, const FaultServer &server,
             const QString &where, Findings &findings)
{
    SharedPlan plan(root + u".plan"_s);
    PlayedProcess process(
        u"snug-durability"_s, {u"session"_s, root, server.url().toString()},
        {{QString::fromLatin1(failurePlanVariable), root + u".plan"_s},
         {u"LD_PRELOAD"_s, QCoreApplication::applicationDirPath() + u"/libfailwrites.so"_s}});
    if (!process.waitFor("state") || !process.play({u"send U0x mode:ok"_s})) {
        findings.problem(u"not opened"_s, where);
        return 0;
    }
    plan.begin(failure, first, root);
    const bool isPlayed = process.play(Story);
    const int failed = plan.failed();
    if (!isPlayed) {
        findings.problem(u"crashed or hung"_s, where);
        return failed;
    }
    if (failed == 0)
        return 0;
    const qsizetype known = findings.problems().size();
    findings.count(u"stories with failures"_s);
    findings.count(u"calls that failed"_s, failed);
    // While it fails: what was called saved is there, nothing is torn, and what is not there was said.
    compareChats(process, root, {}, where, findings);
    if (const QString what = missing(process, root); !what.isEmpty() && process.said("failed") == 0)
        findings.problem(u"silent"_s, where + u": "_s + what);
    plan.heal();
    // By itself, and also what comes after.
    if (!process.play({u"settle saved"_s}))
        findings.problem(u"not healed"_s, where + u": "_s + process.last("failed"));
    else if (const QString what = missing(process, root); !what.isEmpty())
        findings.problem(u"not healed"_s, where + u": "_s + what);
    else if (!process.play({u"send U5x mode:ok"_s, u"settle saved"_s}) || !missing(process, root).isEmpty())
        findings.problem(u"not saved afterwards"_s, where + u": "_s + process.last("failed"));
    if (findings.problems().size() > known) {
        QFile said(root + u".said"_s);
        if (said.open(QIODevice::WriteOnly))
            said.write(process.lines().join('\n'));
    }
    if (process.quit() != 0)
        findings.problem(u"did not end"_s, where);
    for (const QString &file : unparsableFiles(root))
        findings.problem(u"unparsable"_s, where + u": "_s + file);
    for (const QString &file : leftovers(root)) {
        if (failure.call != u"unlink")
            findings.problem(u"leftovers"_s, where + u": "_s + file);
    }
    return failed;
}

} // namespace

QList<WriteFailure> allWriteFailures()
{
    QList<WriteFailure> all;
    for (const bool isForGood : {false, true}) {
        for (const QString &error : errors().keys())
            all.append({u"write"_s, error, isForGood});
        all.append({u"short"_s, u"ENOSPC"_s, isForGood});
        for (const QString &error : {u"EIO"_s, u"ENOSPC"_s})
            all.append({u"sync"_s, error, isForGood});
        for (const QString &error : errors().keys())
            all.append({u"open"_s, error, isForGood});
        for (const QString &call : {u"rename"_s, u"link"_s, u"truncate"_s, u"unlink"_s, u"mkdir"_s}) {
            for (const QString &error : {u"EIO"_s, u"EROFS"_s, u"ENOSPC"_s})
                all.append({call, error, isForGood});
        }
    }
    return all;
}

Findings failWrites(const WriteFailure &failure, const QString &folder, int most)
{
    const FaultServer server;
    Findings findings;
    for (int first = 1; first <= most; ++first) {
        const QString root = QDir(folder).filePath(
            u"%1-%2-%3-%4"_s.arg(failure.call, failure.error, failure.isForGood ? u"good"_s : u"once"_s)
                .arg(first));
        if (!makeLibraryFolder(root))
            qFatal("no library in %s", qPrintable(root));
        const QString where = u"%1 %2 from the %3. call on, %4"_s.arg(failure.call, failure.error)
                                  .arg(first)
                                  .arg(failure.isForGood ? u"for good"_s : u"once"_s);
        const qsizetype known = findings.problems().size();
        if (failOnce(failure, first, root, server, where, findings) == 0)
            break;
        if (findings.problems().size() == known)
            QDir(root).removeRecursively();
    }
    return findings;
}

} // namespace snug::durability
