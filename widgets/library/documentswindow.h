// All documents of the library by kind: found, read, made, copied, renamed, put into effect, given away,
// deleted.
#pragma once

#include "widgets/library/documentact.h"
#include "widgets/library/documentsmodel.h"

#include <QMap>
#include <QWidget>

class QAction;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QSortFilterProxyModel;
class QToolButton;
class QTreeView;

namespace snug {

class PlainLabel;

// Shows what it is given and says what the user wants; does nothing itself.
class DocumentsWindow : public QWidget
{
    Q_OBJECT

public:
    // The kinds that it lists, in their order.
    static QList<DocumentKind> kinds();
    static QString kindTitle(DocumentKind kind); // "Presets"

    explicit DocumentsWindow(QWidget *parent = nullptr);

    // Of every kind. What was chosen stays chosen where it still is.
    void setDocuments(const QMap<DocumentKind, QList<LibraryDocument>> &documents);
    // Once it is listed; of another kind, too.
    void choose(const DocumentKey &key);
    DocumentKind kind() const;
    std::optional<LibraryDocument> current() const;
    // Of the current document; why it cannot be read, or empty.
    void setPreview(const DocumentKey &key, const QString &text, const QString &problem = {});

    // Below everything.
    void addFoot(QWidget *foot);

    QTreeView *list() const { return m_list; }
    QListWidget *kindList() const { return m_kinds; }
    QLineEdit *search() const { return m_search; }
    QPlainTextEdit *preview() const { return m_preview; }
    QAction *action(DocumentAct act) const { return m_actions.value(act); }
    QAction *compareAction() const { return m_compare; }

Q_SIGNALS:
    void newRequested(snug::DocumentKind kind);
    void actRequested(snug::DocumentAct act, const snug::LibraryDocument &document);
    void previewRequested(const snug::LibraryDocument &document);
    // `other`: of the same kind; without a name one that is to be chosen yet.
    void compareRequested(const snug::DocumentKey &key, const snug::DocumentKey &other);

private:
    void makeActions();
    QWidget *makeList();
    void showKind();
    void showCurrent();
    void showState();
    void showKindNames();
    QList<LibraryDocument> chosen() const;

    QMap<DocumentKind, QList<LibraryDocument>> m_documents;
    std::optional<DocumentKey> m_wanted; // chosen once it is listed
    std::optional<LibraryDocument> m_shown;
    DocumentsModel *m_model;
    QSortFilterProxyModel *m_order;
    QListWidget *m_kinds;
    QLineEdit *m_search;
    QTreeView *m_list;
    QPlainTextEdit *m_preview;
    PlainLabel *m_state;
    QToolButton *m_new;
    QMap<DocumentAct, QAction *> m_actions;
    QAction *m_compare;
};

} // namespace snug
