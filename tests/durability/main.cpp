// The durability harness without a window: snug-durability PART [NUMBER] [SEED]
//
//     kills [N] [SEED]    N sessions killed at random moments
//     windows [N] [SEED]  N windows killed at random moments
//     writes [N] [CALL]   every call to the disk that fails, up to the N-th of each sort
//     faults [NAME]       every way in which a server answers badly
//     signals             a window that is ended by each signal that means it
//     idle [N]            a window that does nothing, with a chat of N messages
//     soak [N]            a window that plays N turns, and its memory
//     torn [KIND]         every kind of file, damaged in every way
//     sharing [N] [SEED]  N sessions while another program works on their files; what sync tools leave
//     session ROOT URL    one session; started by the others
//
// Prints what was counted, and what was wrong; the exit code is 1 then.
#include "tests/durability/failingwrites.h"
#include "tests/durability/idle.h"
#include "tests/durability/playedsession.h"
#include "tests/durability/qtthreads.h"
#include "tests/durability/serverfaults.h"
#include "tests/durability/sessionkills.h"
#include "tests/durability/sharedlibrary.h"
#include "tests/durability/soak.h"
#include "tests/durability/tornfiles.h"
#include "tests/durability/windowkills.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <csignal>
#include <cstdio>

using namespace Qt::StringLiterals;
using namespace snug::durability;

namespace {

int report(const QString &part, const Findings &findings, const QElapsedTimer &since, QTemporaryDir &folder)
{
    std::printf("%s, %.1f s: %s\n", qPrintable(part), double(since.elapsed()) / 1000,
                qPrintable(findings.text()));
    if (findings.problems().isEmpty())
        return 0;
    folder.setAutoRemove(false);
    std::printf("The files are in %s.\n", qPrintable(folder.path()));
    return 1;
}

} // namespace

int main(int argc, char *argv[])
{
    Synchronized<QCoreApplication> application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments().mid(1);
    const QString part = arguments.value(0);
    if (part == u"session") {
        const PlayedSession session(arguments.value(1), QUrl(arguments.value(2)));
        return QCoreApplication::exec();
    }
    QTemporaryDir folder;
    QElapsedTimer since;
    since.start();
    const int number = arguments.value(1).toInt();
    const quint32 seed = arguments.value(2, u"1"_s).toUInt();
    if (part == u"kills")
        return report(part, killSessions(number > 0 ? number : 500, seed, folder.path()), since, folder);
    if (part == u"windows")
        return report(part, killWindows(number > 0 ? number : 500, seed, folder.path()), since, folder);
    if (part == u"signals") {
        Findings findings;
        for (const int signal : {SIGTERM, SIGHUP, SIGINT})
            findings.take(endWindow(signal, folder.filePath(QString::number(signal))));
        return report(part, findings, since, folder);
    }
    if (part == u"idle")
        return report(part, restWindow(number > 0 ? number : 100'000, folder.path()), since, folder);
    if (part == u"soak")
        return report(part, soakWindow(number > 0 ? number : 10'000, folder.path()), since, folder);
    if (part == u"writes") {
        Findings findings;
        for (const WriteFailure &failure : allWriteFailures()) {
            const QString only = arguments.value(2);
            if (!only.isEmpty() && only != failure.call)
                continue;
            findings.take(failWrites(failure, folder.path(), number > 0 ? number : 200));
            std::fprintf(stderr, "%s %s\n", qPrintable(failure.call), qPrintable(failure.error));
        }
        return report(part, findings, since, folder);
    }
    if (part == u"sharing") {
        Findings findings = openBesideCopies(folder.path(), true);
        findings.take(shareLibrary(number > 0 ? number : 100, seed, folder.path()));
        return report(part, findings, since, folder);
    }
    if (part == u"faults") {
        Findings findings;
        for (const FaultCase &fault : faultCases()) {
            if (arguments.value(1, fault.name) == fault.name)
                findings.take(playFault(fault, folder.path()));
        }
        return report(part, findings, since, folder);
    }
    if (part == u"torn") {
        Findings findings;
        for (const TornFile &torn : allTornFiles()) {
            if (arguments.value(1, torn.kind) != torn.kind)
                continue;
            const QTemporaryDir place;
            const Findings found = openTorn(torn, place.path());
            findings.take(found);
            if (!found.problems().isEmpty())
                std::fprintf(stderr, "%s\n", qPrintable(found.problems().join(u'\n')));
        }
        return report(part, findings, since, folder);
    }
    std::fputs(
        "usage: snug-durability kills|windows|writes|torn|sharing|faults|signals|idle|soak [N] [SEED]\n",
        stderr);
    return 2;
}
