// SIGTERM, SIGHUP and SIGINT as a Qt signal: logout, kill, Ctrl+C in the terminal it was started from.
#pragma once

#include <QObject>
#include <QSocketNotifier>

#include <memory>

namespace snug {

// One for the process. As long as it lives these signals do not end the program; a second one while the first
// is being answered does.
class TerminationSignals : public QObject
{
    Q_OBJECT

public:
    explicit TerminationSignals(QObject *parent = nullptr);
    ~TerminationSignals() override;

Q_SIGNALS:
    void requested();

private:
    int m_reading = -1;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace snug
