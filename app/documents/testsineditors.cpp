#include "app/documents/testsineditors.h"

#include "app/appcontext.h"
#include "app/documents/prompttestcontroller.h"
#include "app/editors/editorcontroller.h"
#include "app/editors/editorofkind.h"
#include "app/inspector/changescontroller.h"

namespace snug {

TestsInEditors::TestsInEditors(const AppContext &app, PromptTestController *tests, QObject *parent)
    : QObject(parent)
    , m_watch(app)
{
    connect(tests, &PromptTestController::differenceRequested, &app.changes, &ChangesController::showTest);
    connect(&m_watch, &PromptTestWatch::differenceRequested, &app.changes, &ChangesController::showTest);
    connect(&m_watch, &PromptTestWatch::listRequested, tests, &PromptTestController::openTests);
    for (const DocumentKind kind : allDocumentKinds) {
        EditorController &editor = editorOf(app, kind);
        connect(&m_watch, &PromptTestWatch::found, &editor, &EditorController::setBrokenTests,
                Qt::UniqueConnection);
        connect(&editor, &EditorController::brokenTestRequested, &m_watch, &PromptTestWatch::show,
                Qt::UniqueConnection);
    }
}

} // namespace snug
