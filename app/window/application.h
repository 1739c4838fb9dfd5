// Builds the program and opens the library of the last run.
#pragma once

#include "app/appcontext.h"
#include "app/window/secondstart.h"
#include "core/wire/localservers.h"

#include <QObject>
#include <QString>

#include <memory>

class QApplication;

namespace snug {

class Application : public QObject
{
    Q_OBJECT

public:
    struct Options
    {
        QString libraryFolder = {}; // empty: the one of the last run, or the default with the sample library
        QStringList filesToImport = {};                     // once the library is open
        QStringList sharedPrompts = {};                     // files to show, whatever library there is
        QString settingsFile = {};                          // empty: the user's
        int understudyPace = 35;                            // milliseconds a token
        bool keysForThisRunOnly = false;                    // do not touch the system's keyring
        QList<LocalProbe> localProbes = usualLocalProbes(); // where programs that answer are looked for
    };

    Application(QApplication &application, const Options &options, QObject *parent = nullptr);
    ~Application() override;

    // What a second start was to do, and the window comes to the front; false: it names another library,
    // which it opens itself, or this window is on its way out.
    bool takeStart(const StartRequest &request);

    // As closing the window does, without questions: what is not saved is kept for the next start.
    void endNow();

    const AppContext &context() const;

private:
    void connectTheme();
    void connectWindow();
    void connectEditors();
    void connectMemories();

    struct Parts;
    std::unique_ptr<Parts> m;
};

} // namespace snug
