// The window in which all documents of the library are listed by kind.
#pragma once

#include "widgets/library/documentswindow.h"

#include <QObject>
#include <QTimer>

namespace snug {

struct AppContext;
class DocumentActions;
class NewDocumentController;

class DocumentsController : public QObject
{
    Q_OBJECT

public:
    // `actions` and `making` outlive this.
    DocumentsController(const AppContext &app, DocumentActions *actions, NewDocumentController *making,
                        QObject *parent = nullptr);
    ~DocumentsController() override;

    void show();
    DocumentsWindow *window() const { return m_window; }

private:
    void fill();
    void preview(const LibraryDocument &document);

    const AppContext &m_app;
    DocumentActions *m_actions;
    NewDocumentController *m_making;
    DocumentsWindow *m_window = nullptr; // made when it is first shown
    QTimer m_fill;
};

} // namespace snug
