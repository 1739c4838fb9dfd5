// What the Studio shows beside the editors: the documents of the library, and the prompt as the window has
// it.
#pragma once

#include "app/documents/documentfindings.h"

#include <QObject>
#include <QTimer>

namespace snug {

struct AppContext;
class DocumentActions;
class EditorController;
class NewDocumentController;

class StudioController : public QObject
{
    Q_OBJECT

public:
    // `actions` and `making` outlive this.
    StudioController(const AppContext &app, DocumentActions *actions, NewDocumentController *making,
                     QObject *parent = nullptr);

    void show();
    void showList();

private:
    void connectPlace();
    void toggle();
    void connectHeads(DocumentActions *actions, NewDocumentController *making);
    void connectDocuments(DocumentActions *actions, NewDocumentController *making);
    QList<EditorController *> editors() const;
    std::optional<LibraryDocument> listed(const DocumentKey &key) const;
    void fill();
    void showPrompt();
    void showEdited();
    void showChosen();
    void goBack();

    const AppContext &m_app;
    QTimer m_fill;
    DocumentFindings m_findings;
};

} // namespace snug
