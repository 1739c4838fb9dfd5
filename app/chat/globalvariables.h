// Variables that macros of the open chat set for all chats: in effect at once, and saved in settings.json.
#pragma once

#include "core/model/json.h"

#include <QMap>
#include <QObject>

#include <optional>

namespace snug {

struct AppContext;

class GlobalVariables : public QObject
{
    Q_OBJECT

public:
    explicit GlobalVariables(const AppContext &app, QObject *parent = nullptr);

    // From what they were, where they were looked at, to what they are from now on.
    void set(const QMap<QString, Json> &before, const QMap<QString, Json> &after);

private:
    void follow();

    const AppContext &m_app;
    std::optional<QMap<QString, Json>> m_before; // of those that are not on the disk yet
};

} // namespace snug
