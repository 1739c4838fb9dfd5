// What is done with single regex scripts where they are listed among the documents: written, switched,
// renamed, copied, given away, deleted. The file has it at once; an editor that is open on it takes it over.
// Each says what it has done, with Undo.
#pragma once

#include "core/model/regexscript.h"
#include "core/result.h"
#include "widgets/library/librarydocument.h"

#include <QObject>

#include <functional>

namespace snug {

struct AppContext;

class ScriptActions : public QObject
{
    Q_OBJECT

public:
    explicit ScriptActions(const AppContext &app, QObject *parent = nullptr);

    void make(); // for everywhere
    void edit(const LibraryDocument &script);
    void use(const LibraryDocument &script); // or no longer
    void duplicate(const LibraryDocument &script);
    void rename(const LibraryDocument &script, const QString &to);
    void remove(const LibraryDocument &script);
    // Several of one place, without saying so. `done` gets what takes it back; nothing: it could not be done,
    // and that is said.
    using ManyDone = std::function<void(const std::function<void()> &back)>;
    void duplicateMany(const QList<LibraryDocument> &scripts, const ManyDone &done);
    void removeMany(const QList<LibraryDocument> &scripts, const ManyDone &done);
    // As its file has it.
    void take(const LibraryDocument &script, const std::function<void(const RegexScript &script)> &then);

Q_SIGNALS:
    void made(const snug::DocumentKey &place, const QString &part);

private:
    using Scripts = QList<RegexScript>;
    using Change = std::function<Result<Scripts>(const Scripts &scripts)>;
    using Done = std::function<void(const Scripts &before, const Scripts &now)>;
    void change(const DocumentKey &place, const Change &change, const Done &done = {},
                const std::function<void()> &failed = {});
    // Of the one script. False: what is not saved of it has to be first.
    void changeOne(const LibraryDocument &script, const std::function<void(Scripts &, qsizetype row)> &change,
                   const Done &done = {});
    void tell(const QString &text, const QString &undoText, const std::function<void()> &undo);

    const AppContext &m_app;
};

} // namespace snug
