#include "tests/gui/openprogram.h"

#include "core/library/librarystore.h"
#include "core/library/samplelibrary.h"
#include "widgets/window/mainwindow.h"

#include <QApplication>
#include <QDir>
#include <QDirIterator>

namespace snug {

bool copyFolder(const QString &from, const QString &to)
{
    const QDir source(from);
    QDirIterator walk(from, QDir::Files, QDirIterator::Subdirectories);
    while (walk.hasNext()) {
        const QString file = walk.next();
        const QString target = QDir(to).filePath(source.relativeFilePath(file));
        if (!QDir().mkpath(QFileInfo(target).path()) || !QFile::copy(file, target) ||
            !QFile(target).setPermissions(QFile::ReadOwner | QFile::WriteOwner))
            return false;
    }
    return true;
}

OpenProgram::OpenProgram(Content content)
{
    const auto make = [&]() -> Result<void> {
        switch (content) {
        case Content::Sample:
            return installSampleLibrary(libraryFolder());
        case Content::Empty:
            return makeLibraryFolder(libraryFolder());
        case Content::SillyTavern:
            if (copyFolder(QStringLiteral(SNUG_SOURCE_DIR "/tests/data/sillytavern-user-folder"),
                           libraryFolder()))
                return {};
            return failure(QStringLiteral("cannot be copied"));
        }
        Q_UNREACHABLE_RETURN({});
    };
    if (const Result<void> made = make(); !made)
        qFatal("%s", qPrintable(made.error().line()));
    start();
}

void OpenProgram::start()
{
    m_application =
        std::make_unique<Application>(*qApp, Application::Options{.libraryFolder = libraryFolder(),
                                                                  .settingsFile = settingsFile(),
                                                                  .understudyPace = 0,
                                                                  .keysForThisRunOnly = true});
    m_application->context().window.show();
}

void OpenProgram::quit()
{
    if (m_application)
        m_application->context().window.close();
    m_application.reset(); // waits until everything is on the disk
}

void OpenProgram::restart()
{
    quit();
    start();
}

} // namespace snug
