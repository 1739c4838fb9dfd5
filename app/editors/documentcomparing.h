// The page that compares the document of an editor with another of its kind, and what it takes over.
#pragma once

#include "core/editing/documentkey.h"
#include "core/editing/jsonchanges.h"
#include "widgets/editors/documentcomparer.h"

#include <QObject>
#include <QPointer>

namespace snug {

struct AppContext;
class DocumentEditing;

class DocumentComparing : public QObject
{
    Q_OBJECT

public:
    explicit DocumentComparing(const AppContext &app, QObject *parent = nullptr);
    ~DocumentComparing() override;

    // The page, to be shown. `other`: its name; empty: the first there is. While `editing` has this document
    // open.
    DocumentComparer *begin(DocumentEditing *editing, const QString &other);
    void close();
    void applyTheme();
    DocumentComparer *page() const { return m_page; }

Q_SIGNALS:
    // The other one is to be edited, and compared with this one.
    void swapRequested(const snug::DocumentKey &left, const QString &right);

private:
    void make();
    void compare();
    void take(const JsonChange &change);

    const AppContext &m_app;
    QPointer<DocumentComparer> m_page;
    QPointer<DocumentEditing> m_editing;
    QString m_left;
    int m_round = 0; // answers to earlier questions are nothing
};

} // namespace snug
