// The inspector's page of variables: filled with the prompt that is shown; what is written there is set as
// the commands /setvar and /setglobalvar do it.
#pragma once

#include "core/prompt/variablelist.h"

#include <QObject>

namespace snug {

struct AppContext;

class VariablesController : public QObject
{
    Q_OBJECT

public:
    explicit VariablesController(const AppContext &app, QObject *parent = nullptr);

private:
    void follow();
    void show();
    void set(const ListedVariable &variable, const QString &value);

    const AppContext &m_app;
};

} // namespace snug
