// What the user is called where no persona says another name: SillyTavern's `username`.
#pragma once

#include <QObject>

namespace snug {

struct AppContext;

class OwnName : public QObject
{
    Q_OBJECT

public:
    explicit OwnName(const AppContext &app, QObject *parent = nullptr);

private:
    void ask();
    void set(const QString &name);

    const AppContext &m_app;
};

} // namespace snug
