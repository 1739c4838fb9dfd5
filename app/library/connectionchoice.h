// Who answers in a library where nobody has chosen that: the connection that the user used last, which is
// said, and is the library's choice once it has answered there. Without one, and where a file that says so is
// damaged, nothing is sent before the user has chosen, and what is said of it leads there.
#pragma once

#include "core/library/statefile.h"
#include "widgets/window/noticebar.h"

#include <QObject>

namespace snug {

struct AppContext;
struct ConnectionsRead;

class ConnectionChoice : public QObject
{
    Q_OBJECT

public:
    explicit ConnectionChoice(const AppContext &app, QObject *parent = nullptr);

    static QString noticeId();

private:
    void filesRead(const ConnectionsRead &read);
    void refresh();
    bool isMissing() const;
    void tell();
    void post();
    void postDamage(const QString &file, const StateDamage &damage, const QString &offered);
    QList<NoticeAction> ways(const QString &offered);
    void keepAfter(const QString &activity);

    const AppContext &m_app;
    bool m_isFileRead = false;
    bool m_isUsedLast = false; // nobody has chosen in this library
    bool m_hasAsked = false;   // the one used last, for a reply
    bool m_isUntold = false;   // that nobody answers, except above the composer
    QString m_offered;
};

} // namespace snug
