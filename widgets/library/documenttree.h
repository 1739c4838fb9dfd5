// The documents of the library by kind, in one tree: those in effect in bold, those with unsaved changes with
// a dot, those with doubtful things with their number, those that cannot be read dim with the reason.
//
// Keys: letters go to the search field; Enter opens; Ctrl+N makes another of the kind, F2 renames, Ctrl+D
// copies, Ctrl+U puts into effect, Delete deletes; Esc leaves.
#pragma once

#include "core/editing/documentkind.h"
#include "widgets/library/documentact.h"
#include "widgets/library/librarydocument.h"
#include "widgets/theme/theme.h"

#include <QItemSelectionModel>
#include <QMap>
#include <QWidget>

class QAction;
class QKeyEvent;
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
    // Of every kind of listedKinds(). What was chosen and unfolded stays so.
    void setDocuments(const QMap<DocumentKind, QList<LibraryDocument>> &documents);
    // Those with changes that are not saved; a persona by its kind. Scripts say it themselves.
    void setEdited(const QList<DocumentKey> &edited);
    // Once it is listed. Without a `part`: any of the document's, rather that which is chosen.
    void choose(const DocumentKey &key, const QString &part = {});
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
    // Of several that are chosen, what can be done with all of them at once.
    void manyRequested(snug::DocumentAct act, const QList<snug::LibraryDocument> &documents);
    void scriptsRequested(); // there are none yet
    // `other`: of the same kind; without a name one that is to be chosen yet.
    void compareRequested(const snug::DocumentKey &key, const snug::DocumentKey &other);
    void left(); // by Esc

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    enum Column : quint8 { NameColumn, CountColumn };
    // Of a row: its DocumentKind, and its place in the list of that kind, -1: its head.
    enum RowRole { KindRole = Qt::UserRole, PlaceRole };
    // Not as a click of this moment would choose, with Ctrl still held.
    static QItemSelectionModel::SelectionFlags alone();

    void makeActions();
    void carryOut(DocumentAct act);
    void makeNewMenu();
    void fill(DocumentKind kind, const QList<LibraryDocument> &documents);
    void change(DocumentKind kind, const QList<LibraryDocument> &documents);
    bool select(const DocumentKey &key, const QString &part);
    std::optional<DocumentKind> currentKind() const;
    void makeNew();
    QAction *actionOf(const QKeyEvent &pressed) const;
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
    std::optional<DocumentKey> m_opened;                    // last: what the editor shows
    QList<DocumentKey> m_edited;
    std::optional<DocumentKey> m_wanted; // chosen once it is listed
    QString m_wantedPart;
    QLineEdit *m_search;
    QToolButton *m_new;
    QMenu *m_newMenu;
    QTreeWidget *m_list;
    QMap<DocumentKind, QTreeWidgetItem *> m_kinds;
    QMap<DocumentAct, QAction *> m_actions;
    QAction *m_compare;
};

} // namespace snug
