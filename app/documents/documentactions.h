// What is done with documents of the library, from wherever they are listed: edited, put into effect, copied,
// renamed, given away, shown in their folder, deleted. Each says what it has done, with Undo.
#pragma once

#include "app/documents/manydocuments.h"
#include "app/documents/scriptactions.h"
#include "app/editors/editorcontroller.h"
#include "app/library/exportcontroller.h"
#include "widgets/library/documentact.h"
#include "widgets/library/librarydocument.h"

#include <QObject>

namespace snug {

struct AppContext;
struct CastEntry;

class DocumentActions : public QObject
{
    Q_OBJECT

public:
    explicit DocumentActions(const AppContext &app, QObject *parent = nullptr);

    void act(DocumentAct act, const LibraryDocument &document);
    // Duplicate and Delete, to all of them as one step.
    void actOnMany(DocumentAct act, const QList<LibraryDocument> &documents);
    void edit(const DocumentKey &key);
    // With what is not saved of it in its editor. Opened: the copy is what one goes on with.
    void duplicate(const LibraryDocument &document, bool isOpened);
    // Beside `other`, of the same kind; without a name beside the first there is.
    void compare(const DocumentKey &key, const DocumentKey &other);
    void makeScript() { m_scripts.make(); }

Q_SIGNALS:
    // A document of this name is there now, and was not before.
    void made(const snug::DocumentKey &key, const QString &part = {});
    // See DocumentAct::MakeOther.
    void otherRequested(const snug::DocumentKey &key);

private:
    void actOnScript(DocumentAct act, const LibraryDocument &script);
    void use(const LibraryDocument &document);
    void askForName(const LibraryDocument &document);
    // What takes something back is itself not to be taken back.
    enum class Telling : quint8 { Yes, No };
    void rename(const LibraryDocument &document, const QString &to, Telling telling);
    void renamed(const LibraryDocument &document, const DocumentKey &now, const QString &name,
                 const QList<Error> &problems, Telling telling);
    void remove(const LibraryDocument &document, Telling telling);
    void removeFile(const LibraryDocument &document, Telling telling, bool wasOpen);
    void leaveEditor(DocumentKind kind);
    // Whether its editor lets go of it; if not, it is said why.
    std::optional<EditorController::Held> letGo(const LibraryDocument &document, const QString &hint);
    void tell(const QString &text, const QString &undoText, const std::function<void()> &undo,
              const QString &redoText = {}, const std::function<void()> &redo = {});
    void showInFolder(const QString &path);
    void tellGone(const LibraryDocument &document, const QString &trashId,
                  const std::function<void()> &openAgain);
    void takeBack(const std::shared_ptr<QString> &trashId, const std::function<void()> &then);
    void fail(const Error &error);
    void chooseInstead(const DocumentKey &from, const DocumentKey &to);
    LibraryDocument documentOf(const CastEntry &entry) const;

    const AppContext &m_app;
    ExportController m_export;
    ScriptActions m_scripts;
    ManyDocuments m_many;
};

} // namespace snug
