// The libraries that were open before, in File › Open Recent.
#pragma once

#include <QObject>

namespace snug {

struct AppContext;

class RecentLibraries : public QObject
{
    Q_OBJECT

public:
    explicit RecentLibraries(const AppContext &app, QObject *parent = nullptr);

private:
    void remember();
    void fillMenu();

    const AppContext &m_app;
};

} // namespace snug
