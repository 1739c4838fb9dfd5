// Offers what an earlier run had not saved.
#pragma once

#include "core/editing/drafts.h"

#include <QObject>

namespace snug {

class Library;
class NoticeBar;

class DraftNotices : public QObject
{
    Q_OBJECT

public:
    // Both outlive this.
    DraftNotices(Library *library, NoticeBar *notices, QObject *parent = nullptr);

    // The draft is in its editor.
    void dismiss(const DocumentKey &key);
    // Removes a draft that no editor holds.
    void discard(const DocumentKey &key);

Q_SIGNALS:
    // The document's editor puts the draft back when it opens.
    void openRequested(const snug::DocumentKey &key);
    // Where the document is open, its changes go; otherwise discard() is for it.
    void discardRequested(const snug::DocumentKey &key);
    void problem(const snug::Error &error);

private:
    void look();
    void offer(const DraftPlace &place);

    Library *m_library;
    NoticeBar *m_notices;
    QStringList m_shown; // ids of notices
};

} // namespace snug
