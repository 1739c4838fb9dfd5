// The row at the top of every editor, in the same order whatever is edited: which document, a new one, a
// copy, taking back, saving, and what else can be done with it.
#pragma once

#include <QWidget>

class QAction;
class QHBoxLayout;
class QLineEdit;
class QMenu;
class QToolButton;
class QVBoxLayout;

namespace snug {

class BrokenTestsBar;
class ElidedLabel;
class FieldFinder;
struct Theme;

// What is told about any document that is edited.
struct DocumentState
{
    bool isOpen = false;
    bool isEdited = false;
    bool isSaving = false;
    QString undoText = {};
    QString redoText = {};
    bool canUndo = false;
    bool canRedo = false;
    bool operator==(const DocumentState &) const = default;
};

class DocumentHead : public QWidget
{
    Q_OBJECT

public:
    // The keys for saving and taking back work in `window`.
    explicit DocumentHead(QWidget *window);

    void setTheme(const Theme &theme);
    void setState(const DocumentState &state);
    // At the right: "3 personas".
    void setFacts(const QString &text, const QString &toolTip = {});
    // In front of all: the name of what is edited, or what it is chosen from; as wide in every editor.
    void setName(QWidget *name);
    // Below, where prompt tests would fail.
    BrokenTestsBar *brokenTests() const { return m_brokenTests; }
    // The fields of these forms are found by their names, and SillyTavern's: by words in `below`, which finds
    // other things too, or by Ctrl+F in a line of its own.
    void findFieldsIn(const QList<QWidget *> &forms, QLineEdit *below = nullptr);
    FieldFinder *fieldFinder() const { return m_fieldFinder; }
    // At the end: what this kind alone has.
    QHBoxLayout *trailing() const { return m_trailing; }
    // Their words name what is made; a key is theirs if the editor gives them one.
    QAction *newAction() const { return m_new; }
    QAction *duplicateAction() const { return m_duplicate; }
    // To stand in a menu, too.
    QList<QAction *> mainActions() const { return {m_undo, m_redo, m_saving}; }
    void setNewMenu(QMenu *menu);                      // of several things that can be made
    QMenu *versionsMenu() const { return m_versions; } // filled by whoever is connected
    QMenu *moreMenu() const { return m_more; }
    // An entry of the menu whose key works in the whole window.
    QAction *addMore(const QString &text, const QKeySequence &key = {});
    // Renamed and deleted as a whole: F2, wherever in the window nothing else has a use for that key.
    void setIsFile();
    // Inside another document, which is made, copied and kept as a whole.
    void setEmbedded();

Q_SIGNALS:
    void newRequested();
    void duplicateRequested();
    void saveRequested();
    void undoRequested();
    void redoRequested();
    void revertRequested();
    void renameRequested(); // see setIsFile()
    void deleteRequested();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void addRow(QHBoxLayout *row); // below the others, above the tests

private:
    QToolButton *addButton(QAction *action, const QString &name);

    QWidget *m_window;
    QVBoxLayout *m_rows;
    QHBoxLayout *m_row;
    QHBoxLayout *m_trailing;
    QAction *m_new;
    QAction *m_duplicate;
    QAction *m_undo;
    QAction *m_redo;
    QAction *m_saving = nullptr;
    QAction *m_revert;
    QAction *m_rename;
    QAction *m_delete;
    QAction *m_afterFile; // what stands below them in the menu
    QToolButton *m_newButton = nullptr;
    QToolButton *m_save;
    QMenu *m_more;
    QMenu *m_versions;
    ElidedLabel *m_facts;
    FieldFinder *m_fieldFinder;
    BrokenTestsBar *m_brokenTests;
};

} // namespace snug
