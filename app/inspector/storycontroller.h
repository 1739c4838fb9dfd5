// The window of one part of the prompt, or one variable, over the open chat's requests: they are read from
// the ledger one after the other, the newest first, and looked through on a thread of the pool.
#pragma once

#include "core/ledger/thingstory.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QTimer>

namespace snug {

struct AppContext;
class StoryWindow;

class StoryController : public QObject
{
    Q_OBJECT

public:
    explicit StoryController(const AppContext &app, QObject *parent = nullptr);
    ~StoryController() override;

    void open(const StoryThing &thing);

private:
    void follow();
    void readNext();
    void take(quint64 round, const StoryMoment &moment);
    void show();

    const AppContext &m_app;
    QPointer<StoryWindow> m_window;
    StoryThing m_thing;
    QStringList m_waiting; // ids, the next one last
    QHash<QString, StoryMoment> m_found;
    QTimer m_soon;       // shows what is found, not for each request
    quint64 m_round = 0; // of things and chats: answers of earlier ones are dropped
    bool m_isReading = false;
};

} // namespace snug
