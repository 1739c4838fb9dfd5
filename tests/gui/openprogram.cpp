#include "tests/gui/openprogram.h"

#include "core/library/librarylayout.h"
#include "core/library/librarystore.h"
#include "core/library/samplelibrary.h"
#include "core/library/statefile.h"
#include "widgets/window/mainwindow.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDirIterator>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QTest>

namespace snug {

bool copyFolder(const QString &from, const QString &to)
{
    const QDir source(from);
    QDirIterator walk(from, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
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
    qputenv("XDG_STATE_HOME", QFile::encodeName(stateFolder()));
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
                                                                  .settingsFile = settingsFile(),
                                                                  .understudyPace = m_understudyPace,
                                                                  .keysForThisRunOnly = true});
    m_application->context().window.show();
}

void OpenProgram::quit()
{
    if (m_application)
        m_application->context().window.close();
    m_application.reset(); // waits until everything is on the disk
}

bool OpenProgram::click(const QWidget *parent, const QString &button)
{
    const auto found = [&]() -> QAbstractButton * {
        for (QAbstractButton *each : parent->findChildren<QAbstractButton *>()) {
            if (QString(each->text()).remove(u'&') == button && each->isVisible() && each->isEnabled())
                return each;
        }
        return nullptr;
    };
    if (!QTest::qWaitFor([&] { return found() != nullptr; }))
        return false;
    QTest::mouseClick(found(), Qt::LeftButton);
    return true;
}

void OpenProgram::openMenu(QMenu *menu)
{
    menu->popup({});
    if (!QTest::qWaitForWindowExposed(menu))
        qFatal("a menu does not open");
    QTest::keyClick(menu, Qt::Key_Escape);
}

void OpenProgram::choose(QComboBox *box, int index)
{
    box->setFocus();
    if (index < 0 || index >= box->count())
        qFatal("there is no item %d", index);
    if (box->currentIndex() == index)
        QTest::keyClick(box, index > 0 ? Qt::Key_Up : Qt::Key_Down);
    for (int tries = 0; box->currentIndex() != index && tries < 2 * box->count(); ++tries)
        QTest::keyClick(box, box->currentIndex() < index ? Qt::Key_Down : Qt::Key_Up);
    if (box->currentIndex() != index)
        qFatal("item %d cannot be chosen", index);
}

void OpenProgram::chooseFile(QFileDialog *dialog, const QString &path)
{
    auto *name = dialog->findChild<QLineEdit *>(QStringLiteral("fileNameEdit"));
    name->setFocus();
    name->selectAll();
    name->insert(path); // keys would open the list of what is there
    auto *buttons = dialog->findChild<QDialogButtonBox *>();
    const QDialogButtonBox::StandardButton accept =
        dialog->acceptMode() == QFileDialog::AcceptSave ? QDialogButtonBox::Save : QDialogButtonBox::Open;
    QTest::mouseClick(buttons->button(accept), Qt::LeftButton);
    if (!QTest::qWaitFor([dialog] { return !dialog->isVisible(); }))
        qFatal("the dialog does not take %s", qPrintable(path));
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
