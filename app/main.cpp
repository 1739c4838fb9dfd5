#include "app/commands/commandhelp.h"
#include "app/commands/commandline.h"
#include "app/commands/windowarguments.h"
#include "app/coredumps.h"
#include "app/guistops.h"
#include "app/language.h"
#include "app/window/application.h"
#include "app/window/secondstart.h"
#include "app/window/terminationsignals.h"
#include "core/freedmemory.h"
#include "widgets/window/mainwindow.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QIcon>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace snug;

#ifdef NDEBUG
using WindowApplication = QApplication;
#else
using WindowApplication = WatchedApplication;
#endif

static int runWindow(int argc, char **argv, const WindowArguments &wanted)
{
    const StartRequest request{.folder = wanted.folder,
                               .filesToImport = wanted.files,
                               .sharedPrompts = wanted.sharedPrompts,
                               .activationToken = qgetenv("XDG_ACTIVATION_TOKEN")}; // before Qt uses it up
    keepLittleFreedMemory();
    WindowApplication application(argc, argv);
    const QStringList addresses = windowAddresses();
    if (handOverStart(addresses, request))
        return exitDone;
    installLanguage(application);
    QGuiApplication::setDesktopFileName(u"snug"_s);
    QApplication::setWindowIcon(QIcon(u":/snug/icons/snug.svg"_s));
    Application program(application, {.libraryFolder = wanted.folder,
                                      .filesToImport = wanted.files,
                                      .sharedPrompts = wanted.sharedPrompts});
    const TerminationSignals endings;
    QObject::connect(&endings, &TerminationSignals::requested, &program, &Application::endNow);
    program.context().window.show();
    const SecondStarts starts(addresses,
                              [&program](const StartRequest &each) { return program.takeStart(each); });
    return QApplication::exec();
}

int main(int argc, char **argv)
{
    QCoreApplication::setApplicationName(u"snug"_s);
    QCoreApplication::setApplicationVersion(QLatin1StringView(SNUG_VERSION));
    const QString first = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QString();

    if (first.isEmpty() || isWindowCommand(first)) // those that know keys
        forbidCoreDumps();
    if (first.isEmpty())
        return runWindow(argc, argv, {});
    QStringList rest;
    for (int i = 2; i < argc; ++i)
        rest.append(QString::fromLocal8Bit(argv[i]));
    if (isWindowCommand(first) && asksForHelp(rest)) {
        printText(helpText(first));
        return exitDone;
    }
    if (isWindowCommand(first)) {
        // A picture of the window needs no screen.
        if (qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") &&
            qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
            qputenv("QT_QPA_PLATFORM", "offscreen");
        QApplication application(argc, argv);
        installLanguage(application);
        QApplication::setWindowIcon(QIcon(u":/snug/icons/snug.svg"_s));
        return runWindowCommand(first, application, QCoreApplication::arguments().mid(2));
    }
    if (isCommand(first)) {
        const QCoreApplication application(argc, argv);
        return runCommand(first, QCoreApplication::arguments().mid(2));
    }
    if (first == u"--help"_s || first == u"-h"_s) {
        std::fputs(qPrintable(usageText()), stdout);
        return exitDone;
    }
    if (first == u"--version"_s) {
        std::printf("snug %s\n", SNUG_VERSION);
        return exitDone;
    }
    QStringList paths;
    for (int i = 1; i < argc; ++i)
        paths.append(QString::fromLocal8Bit(argv[i]));
    if (first.contains(u'/') || QFileInfo::exists(first)) {
        const auto wanted = windowArguments(paths, QDir::currentPath());
        if (wanted) {
            forbidCoreDumps();
            return runWindow(argc, argv, *wanted);
        }
        printError(wanted.error().line());
        return exitUsage;
    }
    printError(u"there is no command \"%1\"; snug --help lists them"_s.arg(first));
    return exitUsage;
}
