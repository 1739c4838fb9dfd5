#include "tests/gui/openprogram.h"

#include "core/library/librarylayout.h"
#include "core/library/librarystore.h"
#include "core/library/statefile.h"
#include "widgets/window/mainwindow.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QMessageBox>
#include <QTest>

namespace snug {

bool copyFolder(const QString &from, const QString &to)
{
    const QDir source(from);
    QStringList files;
    QDirIterator walk(from, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (walk.hasNext())
        files.append(walk.next());
    files.sort();
    // Which chat is the newest must not hang on the order in which a disk lists them.
    QDateTime time = QDateTime::currentDateTimeUtc().addSecs(-files.size());
    for (const QString &file : std::as_const(files)) {
        const QString target = QDir(to).filePath(source.relativeFilePath(file));
        if (!QDir().mkpath(QFileInfo(target).path()))
            return false;
        const bool isCopied = QFile::copy(file, target);
        if (!isCopied && !QFile::exists(file))
            continue; // of a program that runs: a new version had not got its name yet when they were listed
        if (!isCopied || !QFile(target).setPermissions(QFile::ReadOwner | QFile::WriteOwner))
            return false;
        time = time.addSecs(1);
        QFile copy(target);
        if (!copy.open(QIODevice::ReadWrite) || !copy.setFileTime(time, QFileDevice::FileModificationTime))
            return false;
    }
    return true;
}

OpenProgram::OpenProgram(Content content)
{
    qputenv("XDG_STATE_HOME", QFile::encodeName(stateFolder()));
    const auto make = [&]() -> Result<void> {
        switch (content) {
        case Content::Sample:
            if (const Result<void> folder = makeLibraryFolder(libraryFolder()); !folder)
                return folder;
            if (copyFolder(QStringLiteral(SNUG_SOURCE_DIR "/tests/data/harbour"), libraryFolder()))
                return {};
            return failure(QStringLiteral("cannot be copied"));
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
    if (content != Content::Sample)
        chooseUnderstudy();
    start();
}

void OpenProgram::chooseUnderstudy() const
{
    const QByteArray file = R"({"active": "understudy", "connections": []})";
    if (const auto written = writeStateFile(LibraryLayout(libraryFolder()).connectionsFile(), file); !written)
        qFatal("%s", qPrintable(written.error().line()));
}

void OpenProgram::start()
{
    m_application =
        std::make_unique<Application>(*qApp, Application::Options{.libraryFolder = libraryFolder(),
                                                                  .filesToImport = m_filesToImport,
                                                                  .sharedPrompts = m_sharedPrompts,
                                                                  .settingsFile = settingsFile(),
                                                                  .understudyPace = m_understudyPace,
                                                                  .keysForThisRunOnly = true,
                                                                  .localProbes = m_localProbes});
    m_application->context().window.show();
}

void OpenProgram::quit()
{
    if (m_application)
        m_application->context().window.close();
    m_application.reset(); // waits until everything is on the disk
}

bool OpenProgram::answerUnsaved(const QWidget *editor, const QString &button)
{
    const auto *box = editor->findChild<QMessageBox *>(QStringLiteral("unsavedDocuments"));
    const auto buttons = box && box->isVisible() ? box->buttons() : QList<QAbstractButton *>();
    for (QAbstractButton *each : buttons) {
        if (each->text() != button)
            continue;
        QTest::mouseClick(each, Qt::LeftButton);
        return true;
    }
    return false;
}

// Going would save what a killed program cannot: the files of before come back.
void OpenProgram::crash()
{
    const QString kept = m_folder.filePath(QStringLiteral("kept"));
    if (!copyFolder(libraryFolder(), kept))
        qFatal("the library was not copied");
    QFile::remove(LibraryLayout(kept).lockFile()); // a dead process holds none
    quit();
    QDir(libraryFolder()).removeRecursively();
    if (!QDir().rename(kept, libraryFolder()))
        qFatal("the library was not put back");
    start();
}

void OpenProgram::restart()
{
    quit();
    start();
}

} // namespace snug
