// The whole program inside a test: its own library and settings in a temporary folder.
#pragma once

#include "app/window/application.h"
#include "tests/hands/userhands.h"

#include <QTemporaryDir>

#include <memory>

namespace snug {

// With everything in it, each file a second newer than the one before it by name; `to` is made.
bool copyFolder(const QString &from, const QString &to);

class OpenProgram : public UserHands
{
public:
    // In all of them the Understudy has been chosen. Sample is the harbour as it first was: three characters,
    // a chat, a group; what the program brings may grow.
    enum class Content : quint8 { Sample, Empty, SillyTavern };

    explicit OpenProgram(Content content = Content::Sample);

    const AppContext &app() const { return m_application->context(); }
    QString libraryFolder() const { return m_folder.filePath(QStringLiteral("library")); }
    QString settingsFile() const { return m_folder.filePath(QStringLiteral("snug.ini")); }
    // In a library that is put there while the program does not run.
    void chooseUnderstudy() const;
    // Milliseconds a token of the Understudy's, from the next start on.
    void setUnderstudyPace(int pace) { m_understudyPace = pace; }
    // Programs that answer on this computer are looked for there, from the next start on; nowhere before.
    void setLocalProbes(const QList<LocalProbe> &probes) { m_localProbes = probes; }
    // `snug FILE…`, at the next start.
    void setFilesToImport(const QStringList &files) { m_filesToImport = files; }
    void setSharedPrompts(const QStringList &files) { m_sharedPrompts = files; }
    // Where chats are kept that cannot be saved.
    QString stateFolder() const { return m_folder.filePath(QStringLiteral("state")); }
    // Closes it and starts it anew on the same files.
    void restart();
    // As if it were killed now: what is not on the disk is lost.
    void crash();
    void start();
    void quit();

    // Clicks this button of the question that an editor asks before it closes; false: it does not ask.
    static bool answerUnsaved(const QWidget *editor, const QString &button);

private:
    QTemporaryDir m_folder;
    int m_understudyPace = 0;
    QList<LocalProbe> m_localProbes;
    QStringList m_filesToImport;
    QStringList m_sharedPrompts;
    std::unique_ptr<Application> m_application;
};

} // namespace snug
