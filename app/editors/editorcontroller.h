// The life of a window in which documents are edited, once for every kind.
//
// It is made when it is first wanted. While it is there, what is not saved in it counts instead of the files
// ("as edited"). Closed over unsaved changes it asks, once for all of them, and stays until there is an
// answer; when the program or the library closes it goes without a question, and what is not saved waits as
// drafts. Whichever way it goes, no document stays open behind it.
#pragma once

#include "app/editors/documentcomparing.h"
#include "app/editors/editorlint.h"
#include "app/editors/editorquestions.h"
#include "core/editing/documentediting.h"
#include "core/workspace/duetests.h"
#include "widgets/library/documentact.h"
#include "widgets/theme/theme.h"

#include <QMenu>
#include <QObject>
#include <QPointer>

namespace snug {

struct AppContext;
class DocumentHead;
class EditorStatus;

class EditorController : public QObject
{
    Q_OBJECT

public:
    // The document, in front.
    virtual void openDocument(const DocumentKey &key) = 0;
    // Beside another document of its kind; `right` empty: the first there is.
    void compare(const DocumentKey &left, const QString &right);
    // What is not saved of a document that is open here goes, as a step that can be undone. False: nothing is
    // held here that is not saved.
    bool discardChanges(const DocumentKey &key);
    // A document that is about to get another name is closed here, unless it is edited.
    enum class Held : quint8 { No, Closed, Edited };
    Held letGo(const DocumentKey &key);
    // Open here, with changes that are not saved.
    QList<DocumentKey> unsavedKeys();
    // One of these as it is now; empty: it is none of them.
    DocumentValue unsavedValue(const DocumentKey &key);
    // What the Studio has in front, if it is an editor of this kind's document.
    virtual std::optional<DocumentKey> keyInFront();
    // Which part of it, where a list lists its parts; see LibraryDocument.
    virtual QString partInFront() const { return {}; }
    // As by its own key; over unsaved changes it asks.
    void closeWindow();

    // Prompt tests that would fail if documents were saved as they are: said where one of those is shown.
    void setBrokenTests(const QList<PlayedTest> &tests);

Q_SIGNALS:
    void brokenTestRequested(const QString &folder);
    void unsavedChanged(); // unsavedKeys() may be others
    void documentShown();  // keyInFront() may be another
    // By the head of an editor.
    void newRequested(snug::DocumentKind kind);
    void duplicateRequested(const snug::DocumentKey &key);
    void actRequested(snug::DocumentAct act, const snug::DocumentKey &key);
    // What an earlier run had not saved is in the editor.
    void draftTaken(const snug::DocumentKey &key);

protected:
    EditorController(const AppContext &app, QObject *parent);

    // What an editor is: see WindowController for the first four.
    virtual QWidget *window() const = 0; // null: it has not been wanted yet
    virtual EditorStatus *statusLine() const = 0;
    virtual void applyTheme(const Theme &theme) = 0; // to windows beside it, too
    virtual void showFindings(const QList<LintFinding> &findings) = 0;
    virtual void showMacroValue(const QString &macro, const QString &value) = 0;
    virtual void makeWindow() = 0;
    virtual QList<DocumentEditing *> documents() = 0; // open or not
    virtual DocumentEditing *shown() = 0;             // null: none
    // Prompts are made with the document as it is here, or with its file again.
    virtual void putIntoEffect(DocumentEditing &document, bool isInEffect) = 0;

    // What happens to a document; it need not be the one that is shown.
    virtual void documentOpened(DocumentEditing &) {}
    virtual void documentChanged(DocumentEditing &document) = 0;
    virtual void documentMissing(DocumentEditing &) {} // it could not be opened
    // A step of what is shown was taken back or done again; `before` is what was there until then.
    virtual void showChange(const DocumentValue &) {}
    // What is typed and not yet told is told: before it is saved, left or asked about.
    virtual void tellTyped() {}
    // The window came back from behind another: what was not worked out meanwhile is.
    virtual void cameToFront() {}
    // All are closed and the window goes, with those beside it.
    virtual void documentsEnded(UnsavedAnswer) {}
    virtual void compareVersions();
    // What is shown with another document of its kind; empty: the first there is.
    virtual void compareWithOther(const QString &other);
    virtual void save();

    // Each document, once, before it is opened.
    void adopt(DocumentEditing *document);
    void showWindow();
    // In the editor's place until it is closed; undo and redo work there, too.
    void showOver(QWidget *page);
    void openVersions(DocumentEditing *document,
                      const std::function<void(const KeptVersion &version)> &putPictureBack = {});
    // In the place of what was open in it, which stays as a draft if it is not saved.
    void openIn(DocumentEditing &document, const QString &name);
    void refreshEffect();
    void undo();
    void redo();
    void revert();
    void explain(const QString &macro);
    void lint(EditorLint::Judge judge) { m_lint.look(std::move(judge)); }
    void dropLint() { m_lint.drop(); }
    void connectVersions(QMenu *menu);
    // For the destructor of who has the documents: the window goes first.
    void deleteWindow();

    void connectHead(DocumentHead *head);

    // New and Duplicate, where they are of whole files.
    void connectMaking(DocumentHead *head, DocumentKind kind);
    // Rename and Delete, which the list has, too.
    void connectFile(DocumentHead *head);

    bool eventFilter(QObject *watched, QEvent *event) override;
    bool isUp() const; // open, in front or behind another

    const AppContext &m_app;

private:
    void refreshEffect(DocumentEditing &document);
    QList<DocumentEditing *> unsaved();
    void answer(UnsavedAnswer answer);
    void saveAndClose();
    void closeOnceSaved();
    void endDocuments(UnsavedAnswer answer);
    void closeQuietly();
    void closeOver();
    void compareIfWanted();
    void showBrokenTests();
    void step(void (DocumentEditing::*step)());

    EditorLint m_lint;
    DocumentComparing m_comparing;
    QString m_wantedLeft; // to be compared once it is open
    QString m_wantedRight = {};
    bool m_closesOnceSaved = false;
    QPointer<DocumentHead> m_head; // of the window itself, not of what is embedded in it
    QList<PlayedTest> m_brokenTests;
};

// An editor whose window is a `Window`.
template <typename Window> class WindowController : public EditorController
{
public:
    Window *editor() const { return m_editor; }

protected:
    using EditorController::EditorController;

    QWidget *window() const final { return m_editor; }
    EditorStatus *statusLine() const final { return m_editor ? m_editor->status() : nullptr; }
    void applyTheme(const Theme &theme) override
    {
        if (m_editor)
            m_editor->setTheme(theme);
    }
    void showFindings(const QList<LintFinding> &findings) override
    {
        if constexpr (requires { m_editor->setFindings(findings); })
            m_editor->setFindings(findings);
    }
    void showMacroValue(const QString &macro, const QString &value) override
    {
        if constexpr (requires { m_editor->showMacroValue(macro, value); })
            m_editor->showMacroValue(macro, value);
    }

    QPointer<Window> m_editor;
};

} // namespace snug
