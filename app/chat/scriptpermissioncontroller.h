// Asks before a card's or a preset's regex scripts act, and shows in a menu which ones do.
#pragma once

#include "core/workspace/scriptowners.h"

#include <QHash>
#include <QObject>
#include <QSet>

namespace snug {

struct AppContext;

class ScriptPermissionController : public QObject
{
    Q_OBJECT

public:
    explicit ScriptPermissionController(const AppContext &app, QObject *parent = nullptr);

Q_SIGNALS:
    void editRulesRequested(const QString &name);

private:
    void offer();
    void fillMenu();
    void addRules();

    const AppContext &m_app;
    QSet<QString> m_offered;            // keys of the owners whose notice is shown
    QHash<QString, QByteArray> m_asked; // by key, about which scripts
    QSet<QString> m_putAway;            // not asked about again in this run
};

} // namespace snug
