// What is chosen in a library and which chat is open, kept in snug/session.json for the next run.
#pragma once

#include "core/library/statedocument.h"
#include "core/workspace/activechoices.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace snug {

struct AppContext;

class RememberedChoices : public QObject
{
    Q_OBJECT

public:
    explicit RememberedChoices(const AppContext &app, QObject *parent = nullptr);

    // Of the library that has just been opened. They are in effect when `done` is called.
    void restore(const std::function<void()> &done);
    // In a moment; what else happens until then is remembered with it.
    void rememberSoon() { m_soon.start(); }
    void remember();

private:
    void showDamage(const StateDamage &damage);
    void takeIn(const StateRead &state);

    const AppContext &m_app;
    StateDocument m_file;
    QTimer m_soon;
};

} // namespace snug
