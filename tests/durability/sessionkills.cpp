#include "tests/durability/sessionkills.h"

#include "core/library/librarystore.h"
#include "tests/durability/chatlines.h"
#include "tests/durability/faultserver.h"
#include "tests/durability/playedprocess.h"
#include "tests/durability/sessioncheck.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>

#include <thread>

using namespace Qt::StringLiterals;

namespace snug::durability {

namespace {

constexpr int CommandsARun = 400;
constexpr int RunsALibrary = 15; // then the chats have grown long

class Hand // that types
{
public:
    explicit Hand(quint32 seed)
        : m_random(seed)
    {
    }

    int below(int end) { return m_random.bounded(end); }

    QStringList commands()
    {
        QStringList list;
        while (list.size() < CommandsARun)
            list.append(command());
        return list;
    }

private:
    QString command()
    {
        static const QStringList often{u"send"_s, u"send"_s, u"send"_s, u"swipe"_s,
                                       u"edit"_s, u"undo"_s, u"pause"_s};
        static const QStringList seldom{u"back"_s, u"regenerate"_s, u"continue"_s, u"remove"_s, u"hide"_s,
                                        u"redo"_s, u"stop"_s,       u"branch"_s,   u"chat"_s,   u"again"_s};
        const QStringList &words = below(3) > 0 ? often : seldom;
        const QString word = words.at(below(int(words.size())));
        if (word == u"send") {
            const QString mode = below(3) > 0 ? u"ok"_s : u"slow"_s;
            return u"send %1 mode:%2 %3"_s.arg(QString::fromLatin1(sentWord(++m_sent)), mode, words_());
        }
        if (word == u"edit")
            return u"edit %1 E%2x %3"_s.arg(below(1000)).arg(++m_sent).arg(words_());
        if (word == u"chat")
            return below(2) > 0 ? u"chat One"_s : u"chat Two"_s;
        if (word == u"pause")
            return u"pause %1"_s.arg(below(30));
        return u"%1 %2"_s.arg(word).arg(below(1000));
    }

    QString words_() { return u"and on "_s.repeated(below(4) > 0 ? below(5) : below(2000)); }

    QRandomGenerator m_random;
    int m_sent = 0;
};

// For eyes.
void keepWhatWasSaid(const PlayedProcess &process, const QString &root, int run)
{
    QFile file(u"%1.said-%2"_s.arg(root).arg(run));
    if (file.open(QIODevice::WriteOnly))
        file.write(process.lines().join('\n'));
}

void killOne(const QString &root, const FaultServer &server, Hand &hand, const QString &where,
             Findings &findings)
{
    const ChatsOnDisk before = chatsOnDisk(root);
    PlayedProcess process(u"snug-durability"_s, {u"session"_s, root, server.url().toString()});
    if (!process.waitFor("state"))
        return findings.problem(u"not opened"_s, where + u": "_s + process.last("openfailed"));
    process.tell(hand.commands());
    if (!process.waitForLines(process.lines().size() + 1 + hand.below(300)))
        return findings.problem(u"ended or silent by itself"_s, where);
    std::this_thread::sleep_for(std::chrono::microseconds(hand.below(4000)));
    process.kill();
    const qsizetype known = findings.problems().size();
    findings.count(u"kills"_s);
    findings.count(u"states"_s, process.newestState());
    findings.count(u"saved"_s, process.said("saved"));
    findings.count(u"failed"_s, process.said("failed"));
    findings.count(u"names taken"_s, process.said("apart"));
    compareChats(process, root, before, where, findings);
    compareLedger(process, root, where, findings);
    for (const QString &file : unparsableFiles(root))
        findings.problem(u"unparsable"_s, where + u": "_s + file);
    if (findings.problems().size() > known)
        keepWhatWasSaid(process, root, int(findings.counted(u"kills"_s)) - 1);
}

void endWell(const QString &root, const FaultServer &server, const QString &where, Findings &findings)
{
    findings.countAtMost(u"temporary files at a time"_s, int(leftovers(root).size()));
    PlayedProcess process(u"snug-durability"_s, {u"session"_s, root, server.url().toString()});
    if (!process.waitFor("state") || !process.play({}) || process.quit() != 0)
        return findings.problem(u"not opened or not ended"_s, where);
    for (const QString &file : leftovers(root))
        findings.problem(u"leftovers"_s, where + u": "_s + file);
}

} // namespace

Findings killSessions(int kills, quint32 seed, const QString &folder)
{
    const FaultServer server;
    Hand hand(seed);
    Findings findings;
    QString root;
    for (int run = 0; run < kills; ++run) {
        const QString where = u"seed %1, kill %2"_s.arg(seed).arg(run);
        if (run % RunsALibrary == 0) {
            root = QDir(folder).filePath(u"library-%1"_s.arg(run / RunsALibrary));
            if (!makeLibraryFolder(root))
                qFatal("no library in %s", qPrintable(root));
        }
        killOne(root, server, hand, where, findings);
        if (run % RunsALibrary == RunsALibrary - 1 || run == kills - 1)
            endWell(root, server, where, findings);
    }
    findings.count(u"requests"_s, server.requests());
    return findings;
}

} // namespace snug::durability
