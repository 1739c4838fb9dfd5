// The durability harness without a window: snug-durability PART [NUMBER] [SEED]
//
//     kills [N] [SEED]    N sessions killed at random moments
//     session ROOT URL    one session; started by the others
//
// Prints what was counted, and what was wrong; the exit code is 1 then.
#include "tests/durability/playedsession.h"
#include "tests/durability/sessionkills.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>

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
    QCoreApplication application(argc, argv);
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
    std::fputs("usage: snug-durability kills [N] [SEED]\n", stderr);
    return 2;
}
