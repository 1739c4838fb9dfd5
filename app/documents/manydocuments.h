// What is done with several documents that are chosen in the Studio: each as one step, said and taken back as
// one. What cannot be done to one of them is said, and is done to the others.
#pragma once

#include "core/editing/documentkey.h"
#include "core/result.h"
#include "widgets/library/librarydocument.h"

#include <QObject>

#include <functional>
#include <memory>

namespace snug {

struct AppContext;
class ScriptActions;

class ManyDocuments : public QObject
{
    Q_OBJECT

public:
    // `scripts` outlives this.
    ManyDocuments(const AppContext &app, ScriptActions *scripts, QObject *parent = nullptr);

    // With what is not saved of them in their editors.
    void duplicate(const QList<LibraryDocument> &documents);
    // None, where one of them is edited.
    void remove(const QList<LibraryDocument> &documents);

private:
    using Back = std::function<void()>;
    struct Step; // which several jobs of the disk thread make together

    bool isEdited(const LibraryDocument &document) const;
    QList<DocumentKey> letGo(const QList<DocumentKey> &files);
    void removeFiles(const QList<DocumentKey> &files, const std::shared_ptr<Step> &step);
    void finish(const std::shared_ptr<Step> &step, qsizetype count, const Back &back);
    void trash(const QList<DocumentKey> &files);
    void restore(const QStringList &trashIds, const QList<DocumentKey> &wereOpen);
    void reopen(const QList<DocumentKey> &files);
    void sayFirst(const QList<Error> &problems);

    const AppContext &m_app;
    ScriptActions *m_scripts;
};

} // namespace snug
