// A key that a server refuses is left out from then on: said in one line that can be taken back, and the
// request that it was refused in goes out again by itself.
#pragma once

#include <QObject>

namespace snug {

struct AppContext;

class LearntRefusals : public QObject
{
    Q_OBJECT

public:
    explicit LearntRefusals(const AppContext &app, QObject *parent = nullptr);

private:
    void take(const QString &id, const QString &model, const QString &key);
    bool sendAgain(const QString &id, const QString &model, const QString &key);
    void followReply();

    const AppContext &m_app;
    int m_inARow = 0; // refused requests since the last one that was answered
};

} // namespace snug
