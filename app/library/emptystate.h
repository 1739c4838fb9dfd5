// What the window says where there is no story: whether the library has nobody, nobody is chosen, or nothing
// has been said yet to who is.
#pragma once

#include <QObject>

namespace snug {

struct AppContext;

class EmptyState : public QObject
{
    Q_OBJECT

public:
    explicit EmptyState(const AppContext &app, QObject *parent = nullptr);

private:
    void show();
    QString storyText() const;

    const AppContext &m_app;
};

} // namespace snug
