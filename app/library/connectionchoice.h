// Who answers in a library where nobody has chosen that, or where the file that says so is damaged: nothing
// is sent before the user has chosen, and what is said of it leads there.
#pragma once

#include "core/library/statefile.h"

#include <QObject>

#include <optional>

namespace snug {

struct AppContext;

class ConnectionChoice : public QObject
{
    Q_OBJECT

public:
    explicit ConnectionChoice(const AppContext &app, QObject *parent = nullptr);

    static QString noticeId();

private:
    void fileRead(const std::optional<StateDamage> &damage, const QString &lastActive);
    void refresh();
    void post(const std::optional<StateDamage> &damage, const QString &lastActive);

    const AppContext &m_app;
    bool m_isFileRead = false;
};

} // namespace snug
