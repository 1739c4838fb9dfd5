// Offers what an earlier run had not saved.
#pragma once

#include "core/editing/drafts.h"

#include <QObject>

namespace snug {

struct AppContext;

class DraftNotices : public QObject
{
    Q_OBJECT

public:
    // After the editors of all kinds.
    explicit DraftNotices(const AppContext &app, QObject *parent = nullptr);

Q_SIGNALS:
    void problem(const snug::Error &error);

private:
    void look();
    void offer(const DraftPlace &place);
    // The draft is in its editor.
    void dismiss(const DocumentKey &key);
    // Where the document is open, its changes go; otherwise the draft alone.
    void discard(const DocumentKey &key);

    const AppContext &m_app;
    QStringList m_shown; // ids of notices
};

} // namespace snug
