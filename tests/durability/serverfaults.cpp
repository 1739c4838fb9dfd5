#include "tests/durability/serverfaults.h"

#include "core/ledger/ledger.h"
#include "core/library/librarystore.h"
#include "tests/durability/chatlines.h"
#include "tests/durability/faultserver.h"
#include "tests/durability/playedprocess.h"
#include "tests/durability/sessioncheck.h"

#include <QFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug::durability {

namespace {

// MB; a sanitizer needs more than the program does.
#if defined(SNUG_SANITIZED)
constexpr int MemoryLimit = 4000;
#else
constexpr int MemoryLimit = 200;
#endif
constexpr int UntilStopped = 300; // milliseconds, before the user stops what goes on
constexpr int FailedPhase = 4;    // as ReplyState::Phase has it

const QString ChatFile = u"chats/Mira/One.jsonl"_s;

// The most that the process ever had in memory, in MB; 0: unknown.
int mostMemory(qint64 process)
{
    QFile status(u"/proc/%1/status"_s.arg(process));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith("VmHWM:"))
            return line.sliced(6).trimmed().split(' ').first().toInt() / 1024;
    }
    return 0;
}

QByteArray chatIn(const QString &root)
{
    QFile file(root + u'/' + ChatFile);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

class PlayedFault
{
public:
    PlayedFault(const FaultCase &fault, const QString &root, int flood)
        : m_fault(fault)
        , m_root(root)
        , m_pause(fault.name.startsWith(u"endless"_s) ? flood : UntilStopped)
        , m_process(u"snug-durability"_s, {u"session"_s, root, m_server.url().toString()})
    {
    }

    Findings play()
    {
        if (!m_process.waitFor("state"))
            problem(u"not opened"_s, m_process.last("openfailed"));
        else if (takeGoodTurn(1, 0) && meetInTheOldReplysPlace() && meetInANewOne())
            takeGoodTurn(3, 4);
        m_findings.countAtMost(u"MB at most"_s, mostMemory(m_process.processId()));
        if (mostMemory(m_process.processId()) > MemoryLimit)
            problem(u"too much memory"_s, QString::number(mostMemory(m_process.processId())));
        if (m_process.quit() != 0)
            problem(u"did not end"_s, {});
        compareWithLedger();
        compareChats(m_process, m_root, {}, m_fault.name, m_findings);
        compareLedger(m_process, m_root, m_fault.name, m_findings);
        for (const QString &file : unparsableFiles(m_root) + leftovers(m_root))
            problem(u"unparsable or left over"_s, file);
        return m_findings;
    }

private:
    void problem(const QString &what, const QString &words)
    {
        m_findings.problem(what, m_fault.name + u": "_s + words);
    }

    bool isPlayed(const QStringList &commands)
    {
        if (m_process.play(commands))
            return true;
        problem(u"crashed or hung"_s, commands.first());
        return false;
    }

    // A message and its whole reply, behind so many messages.
    bool takeGoodTurn(int number, int before)
    {
        const QString word = QString::fromLatin1(sentWord(number));
        if (!isPlayed({u"send %1 mode:ok"_s.arg(word), u"settle saved"_s}))
            return false;
        if (!isWholeReplyThere() || !hasMessages(before + 2))
            problem(u"a good reply is not there"_s, word);
        return true;
    }

    // What stops it: what has ended by then does not mind.
    QStringList untilItIsOver(const QString &command) const
    {
        QStringList commands{command};
        if (m_fault.reply == FaultCase::Reply::Stopped || m_fault.name.startsWith(u"endless"_s))
            commands += {u"pause %1"_s.arg(m_pause), u"stop"_s};
        return commands + QStringList{u"settle saved"_s};
    }

    // Lines that begin so, since the present fault began.
    int said(const QByteArray &words) const
    {
        return int(std::ranges::count_if(m_process.lines().sliced(m_seen),
                                         [&](const QByteArray &line) { return line.startsWith(words); }));
    }

    bool meetInTheOldReplysPlace()
    {
        m_seen = m_process.lines().size();
        const QByteArray good = tagOfNewest();
        if (!isPlayed({u"edit 0 U1x mode:%1"_s.arg(m_fault.name), u"settle saved"_s}))
            return false;
        const int before = m_server.requests();
        if (!isPlayed(untilItIsOver(u"regenerate"_s)))
            return false;
        checkRequests(before);
        checkEnd();
        const bool mayGiveWay =
            m_fault.reply == FaultCase::Reply::Whole || m_fault.reply == FaultCase::Reply::Either;
        const bool isThere = chatIn(m_root).contains(QByteArray(good + "end"));
        if (!isThere && !(mayGiveWay && isWholeReplyThere()))
            problem(u"the old reply is lost"_s, {});
        if (!hasMessages(2))
            problem(u"messages more or less"_s, u"regenerate"_s);
        return isPlayed({u"edit 0 U1x mode:ok"_s, u"settle saved"_s});
    }

    bool meetInANewOne()
    {
        m_seen = m_process.lines().size();
        const int before = m_server.requests();
        if (!isPlayed(untilItIsOver(u"send U2x mode:%1"_s.arg(m_fault.name))))
            return false;
        checkRequests(before);
        checkEnd();
        const bool mayHaveNone =
            m_fault.reply != FaultCase::Reply::Whole && m_fault.reply != FaultCase::Reply::Part;
        const bool mayHaveOne = m_fault.reply != FaultCase::Reply::Nothing;
        if (!(mayHaveOne && hasMessages(4)) && !(mayHaveNone && hasMessages(3)))
            problem(u"messages more or less"_s, u"send"_s);
        if (m_fault.reply == FaultCase::Reply::Whole && !isWholeReplyThere())
            problem(u"the reply is not whole"_s, {});
        const bool isPart = m_fault.reply == FaultCase::Reply::Part ||
                            (m_fault.reply == FaultCase::Reply::Stopped && said("reply 3") > 0);
        if (isPart && !chatIn(m_root).contains(tagOfNewest()))
            problem(u"what had come is lost"_s, {});
        // For what follows there is one in any case.
        return hasMessages(4) || isPlayed({u"edit 2 U2x mode:ok"_s, u"send"_s, u"settle saved"_s});
    }

    // One, but where a service has no room: it is asked again, visibly and not for ever.
    void checkRequests(int before)
    {
        const int requests = m_server.requests() - before;
        const int asked = said("asking");
        m_findings.count(u"faults"_s);
        m_findings.count(u"asked again by itself"_s, asked);
        if (requests != 1 + asked)
            problem(u"requests more or less"_s, u"%1 instead of %2"_s.arg(requests).arg(1 + asked));
    }

    void checkEnd()
    {
        const QString reply = m_process.last("reply");
        const bool hasFailed = reply.section(u' ', 0, 0).toInt() == FailedPhase;
        if (hasFailed && reply.section(u' ', 1).trimmed().isEmpty())
            problem(u"no word"_s, reply);
        const bool mustFail =
            m_fault.reply == FaultCase::Reply::Nothing || m_fault.reply == FaultCase::Reply::Part;
        if (mustFail && !hasFailed)
            problem(u"nothing said"_s, reply);
        if (m_fault.reply == FaultCase::Reply::Whole && hasFailed)
            problem(u"called a failure"_s, reply);
        if (hasFailed)
            m_findings.count(u"said why"_s);
    }

    // Of the newest request.
    QByteArray tagOfNewest() const { return 'R' + QByteArray::number(m_server.requests()) + 'x'; }
    bool isWholeReplyThere() const { return chatIn(m_root).contains(QByteArray(tagOfNewest() + "end")); }
    bool hasMessages(int count) const { return chatLinesOf(chatIn(m_root)).marks.size() == 1 + count; }

    // What left is known there, and nothing else.
    void compareWithLedger()
    {
        const auto ledger = Ledger::open(m_root + u"/snug/ledger"_s);
        if (!ledger)
            return problem(u"unparsable"_s, ledger.error().line());
        const QList<LedgerHead> heads = ledger->heads();
        if (heads.size() != m_server.requests())
            problem(u"requests unknown to the ledger"_s,
                    u"%1 of %2"_s.arg(heads.size()).arg(m_server.requests()));
        for (const LedgerHead &head : heads) {
            if (head.result == LedgerResult::UnderWay)
                problem(u"records without an end"_s, head.id);
        }
    }

    FaultCase m_fault;
    QString m_root;
    int m_pause;
    FaultServer m_server;
    PlayedProcess m_process;
    qsizetype m_seen = 0; // lines, before the present fault
    Findings m_findings;
};

} // namespace

Findings playFault(const FaultCase &fault, const QString &folder, int flood)
{
    const QString root = folder + u'/' + fault.name;
    if (!makeLibraryFolder(root))
        qFatal("no library in %s", qPrintable(root));
    return PlayedFault(fault, root, flood).play();
}

} // namespace snug::durability
