#include "app/commandline.h"

#include <QCoreApplication>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace snug;

int main(int argc, char **argv)
{
    QCoreApplication::setApplicationName(u"snug"_s);
    QCoreApplication::setApplicationVersion(QLatin1StringView(SNUG_VERSION));
    const QString first = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QString();

    if (isCommand(first)) {
        const QCoreApplication application(argc, argv);
        return runCommand(first, QCoreApplication::arguments().mid(2));
    }
    if (first == u"--help"_s || first == u"-h"_s) {
        std::fputs(qPrintable(usageText()), stdout);
        return exitDone;
    }
    std::fputs(qPrintable(usageText()), stderr);
    return exitUsage;
}
