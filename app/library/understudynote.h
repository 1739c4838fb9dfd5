// As long as the built-in stand-in answers, a notice says so, with the ways to something better.
#pragma once

#include <QObject>

namespace snug {

struct AppContext;

class UnderstudyNote : public QObject
{
    Q_OBJECT

public:
    explicit UnderstudyNote(const AppContext &app, QObject *parent = nullptr);

private:
    void refresh();
    void post();

    const AppContext &m_app;
    bool m_offersFolder = false; // the notice that is shown
};

} // namespace snug
