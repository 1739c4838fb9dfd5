// The window in which lorebooks are written: opened on demand and on what was clicked, fed with the library's
// lorebooks, what is doubtful in them, their tokens, and what they would do in the open chat.
#pragma once

#include "app/editors/editorcontroller.h"
#include "app/editors/loretrials.h"
#include "core/editing/documenteditor.h"

#include <memory>

namespace snug {

class LorebookEditorController : public WindowController<LorebookEditor>
{
    Q_OBJECT

public:
    explicit LorebookEditorController(const AppContext &app, QObject *parent = nullptr);
    ~LorebookEditorController() override;

    // The lorebook of this name at this entry; without a name the one that was open, or the first in effect.
    void open(const QString &name = {}, int uid = -1);
    void openDocument(const DocumentKey &key) override { open(key.name); }
    // The entry that this stretch of a prompt came from; false: the source names none.
    bool openSource(const Source &source);
    DocumentEditor<Lorebook> &document() { return m_document; }

Q_SIGNALS:
    void simulationRequested(const QString &book);

protected:
    void makeWindow() override;
    QList<DocumentEditing *> documents() override { return {&m_document}; }
    DocumentEditing *shown() override { return &m_document; }
    void putIntoEffect(DocumentEditing &document, bool isInEffect) override;
    void documentOpened(DocumentEditing &document) override;
    void documentChanged(DocumentEditing &document) override;
    void showChange(const DocumentValue &before) override;
    void documentMissing(DocumentEditing &document) override;
    void documentsEnded(UnsavedAnswer answer) override;
    void tellTyped() override;

private:
    void connectEditor();
    void showDocument();
    QString nameToOpen(const QString &name) const;
    void showLibrary();
    void showEffect();

    DocumentEditor<Lorebook> m_document;
    int m_wantedEntry = -1;               // once the document is open
    std::unique_ptr<LoreTrials> m_trials; // of the editor
};

} // namespace snug
