// The row at the top of an editor: saving, taking back, versions, and what else can be done with the
// document.
#pragma once

#include <QWidget>

class QAction;
class QBoxLayout;
class QHBoxLayout;
class QMenu;
class QToolButton;

namespace snug {

class PlainLabel;
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
    void setFacts(const QString &text);
    // In front of the buttons.
    QHBoxLayout *leading() const { return m_leading; }
    QMenu *versionsMenu() const { return m_versions; } // filled by whoever is connected
    QMenu *moreMenu() const { return m_more; }
    // An entry of the menu whose key works in the whole window.
    QAction *addMore(const QString &text, const QKeySequence &key = {});

Q_SIGNALS:
    void saveRequested();
    void undoRequested();
    void redoRequested();
    void revertRequested();

private:
    QWidget *m_window;
    QHBoxLayout *m_leading;
    QToolButton *m_save;
    QAction *m_undo;
    QAction *m_redo;
    QAction *m_revert;
    QMenu *m_more;
    QMenu *m_versions;
    PlainLabel *m_facts;
};

} // namespace snug
