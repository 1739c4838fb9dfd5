// One "Apply to the Files": what it wrote and chose, which is taken back and done again as far as nobody has
// chosen or written otherwise since.
#pragma once

#include "app/chat/undosteps.h"
#include "core/prompt/whatif.h"
#include "core/workspace/whatiffiles.h"

#include <functional>
#include <memory>

namespace snug {

struct AppContext;

class AppliedWhatIf
{
public:
    using Way = UndoSteps::Way;

    // Changes by `apply` what is no file of the library's: chat, persona and connection in use.
    AppliedWhatIf(const AppContext &app, const WhatIf &whatIf, const std::function<void()> &apply);

    void addFile(const PlannedEdit &edit, const FileVersion &written);
    QStringList files() const; // by their paths in the library

    void go(Way way) const;

private:
    struct File
    {
        PlannedEdit edit;
        FileVersion present; // as it was left last; of the disk thread alone
    };
    void goFile(const std::shared_ptr<File> &file, Way way) const;

    const AppContext &m_app;
    QList<std::function<void(Way)>> m_acts;
    QList<std::shared_ptr<File>> m_files;
};

// The persona that applying writes into the settings, where one of the changes is hers.
std::optional<Persona> writtenPersona(const WhatIf &whatIf, const std::optional<Persona> &inFiles);

// "worlds/Harbour.json"
QString fileInLibrary(const AppContext &app, const PlannedEdit &edit);

} // namespace snug
