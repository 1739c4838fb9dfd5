// Offers chats back that an earlier run could not save: see core/library/rescuedchats.h.
#pragma once

#include "core/library/rescuedchats.h"

#include <QObject>

namespace snug {

struct AppContext;

class RescueNotices : public QObject
{
    Q_OBJECT

public:
    explicit RescueNotices(const AppContext &app, QObject *parent = nullptr);

private:
    void look();
    void offer(const RescuedChat &chat);
    void restore(const RescuedChat &chat);
    void discard(const RescuedChat &chat);

    const AppContext &m_app;
    QStringList m_shown; // ids of notices
};

} // namespace snug
