// The documents of the library by kind, in one tree: those in effect in bold, those with unsaved changes with
// a dot, those with doubtful things with their number, those that cannot be read dim with the reason.
//
// Keys: letters go to the search field; Enter opens; F2 renames, Ctrl+D copies, Ctrl+U puts into effect,
// Delete deletes; Esc leaves.
#pragma once

#include "core/editing/documentkind.h"
#include "widgets/library/documentact.h"
#include "widgets/library/documentsmodel.h"
#include "widgets/theme/theme.h"

#include <QMap>
#include <QWidget>

class QAction;
class QLineEdit;
class QMenu;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace snug {

// Shows what it is given and says what the user wants; does nothing itself.
class DocumentTree : public QWidget
{
    Q_OBJECT

public:
    explicit DocumentTree(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // Of every kind that DocumentsWindow::kinds() lists. What was chosen and unfolded stays so.
    void setDocuments(const QMap<DocumentKind, QList<LibraryDocument>> &documents);
    // Those with changes that are not saved; a persona or the regex scripts by their kind.
    void setEdited(const QList<DocumentKey> &edited);
    // Once it is listed.
    void choose(const DocumentKey &key);
    std::optional<LibraryDocument> current() const;
    void focusSearch();
    void focusList();

    QTreeWidget *list() const { return m_list; }
    QLineEdit *search() const { return m_search; }
    QMenu *newMenu() const { return m_newMenu; }
    QAction *action(DocumentAct act) const { return m_actions.value(act); }
    QAction *compareAction() const { return m_compare; }

Q_SIGNALS:
    void newRequested(snug::DocumentKind kind);
    void actRequested(snug::DocumentAct act, const snug::LibraryDocument &document);
    void scriptsRequested(); // the regex scripts: one list
    // `other`: of the same kind; without a name one that is to be chosen yet.
    void compareRequested(const snug::DocumentKey &key, const snug::DocumentKey &other);
    void left(); // by Esc

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeActions();
    void makeNewMenu();
    void fill(DocumentKind kind, const QList<LibraryDocument> &documents);
    void change(DocumentKind kind, const QList<LibraryDocument> &documents);
    bool select(const DocumentKey &key);
    void showRow(QTreeWidgetItem *row, const LibraryDocument &document) const;
    void showEdited();
    void applySearch();
    void showState();
    void open(QTreeWidgetItem *row);
    void showMenu(const QPoint &position);
    const LibraryDocument *documentOf(const QTreeWidgetItem *row) const;
    QList<LibraryDocument> chosen() const;

    Theme m_theme;
    QMap<DocumentKind, QList<LibraryDocument>> m_given;     // as they came
    QMap<DocumentKind, QList<LibraryDocument>> m_documents; // as they are shown
    QString m_applied;                                      // what was looked for last
    QList<DocumentKey> m_edited;
    std::optional<DocumentKey> m_wanted; // chosen once it is listed
    QLineEdit *m_search;
    QToolButton *m_new;
    QMenu *m_newMenu;
    QTreeWidget *m_list;
    QTreeWidgetItem *m_scripts;
    QMap<DocumentKind, QTreeWidgetItem *> m_kinds;
    QMap<DocumentAct, QAction *> m_actions;
    QAction *m_compare;
};

} // namespace snug
