// The window in which lorebooks are written: opened on demand and on what was clicked, fed with the library's
// lorebooks, what is doubtful in them, their tokens, and what they would do in the open chat.
#pragma once

#include "app/editors/loretrials.h"
#include "core/editing/documenteditor.h"

#include <memory>

namespace snug {

struct AppContext;

class LorebookEditorController : public QObject
{
    Q_OBJECT

public:
    explicit LorebookEditorController(const AppContext &app, QObject *parent = nullptr);
    ~LorebookEditorController() override;

    // The lorebook of this name at this entry; without a name the one that was open, or the first in effect.
    void open(const QString &name = {}, int uid = -1);
    void create(const QString &name);
    LorebookEditor *editor() const { return m_editor; }
    DocumentEditor<Lorebook> &document() { return m_document; }

Q_SIGNALS:
    void simulationRequested(const QString &book);

private:
    void make();
    void connectEditor();
    void connectDocument();
    void show();
    void openDocument(const QString &name);
    void showDocument();
    void putIntoEffect(bool isOpen);
    void showLibrary();
    void showEffect();
    void askForName();
    void followSource(const Source &source);

    const AppContext &m_app;
    QPointer<LorebookEditor> m_editor;
    DocumentEditor<Lorebook> m_document;
    int m_wantedEntry = -1;               // once the document is open
    std::unique_ptr<LoreTrials> m_trials; // of the editor
};

} // namespace snug
