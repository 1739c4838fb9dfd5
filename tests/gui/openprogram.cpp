#include "tests/gui/openprogram.h"

#include "core/library/librarystore.h"
#include "core/library/samplelibrary.h"
#include "widgets/window/mainwindow.h"

#include <QApplication>

namespace snug {

OpenProgram::OpenProgram(Content content)
{
    const Result<void> made = content == Content::Sample ? installSampleLibrary(libraryFolder())
                                                         : makeLibraryFolder(libraryFolder());
    if (!made)
        qFatal("%s", qPrintable(made.error().line()));
    start();
}

void OpenProgram::start()
{
    m_application = std::make_unique<Application>(
        *qApp, Application::Options{.libraryFolder = libraryFolder(),
                                    .settingsFile = m_folder.filePath(QStringLiteral("snug.ini")),
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
