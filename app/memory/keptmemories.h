// What memories and side prompts have left in the lorebook of the open chat: the list below the pane of
// memories. A lorebook that was made for a memory goes with it when that is taken back.
#pragma once

#include "core/result.h"

#include <QObject>
#include <QSet>
#include <QString>

namespace snug {

struct AppContext;
class MemoryController;

class KeptMemories : public QObject
{
    Q_OBJECT

public:
    KeptMemories(const AppContext &app, MemoryController *memories, QObject *parent = nullptr);

    // Another chat is open, and the controller knows its lorebook.
    void followSession();
    // It was made because there was none.
    void noteMade(const QString &book) { m_made.insert(book); }
    // An entry of it has been taken back.
    void removeIfEmpty(const QString &book);

Q_SIGNALS:
    void failed(const snug::Error &error);
    void removed(const QString &book); // into the trash

private:
    void refresh();

    const AppContext &m_app;
    MemoryController *m_memories;
    QSet<QString> m_made; // in this run
    QString m_shown;      // the lorebook that is listed
    quint64 m_asked = 0;
    bool m_isSeen = false;
    bool m_isStale = true; // the list is not as it would be
};

} // namespace snug
