// Says every stop of the GUI thread: an event that held it longer than a picture on the screen lasts. For
// debug builds and for ./dev bench.
#pragma once

#include <QApplication>
#include <QStringList>

#include <ctime>
#include <functional>
#include <optional>

namespace snug {

struct GuiStop
{
    double milliseconds = 0; // without the time in which others had the processor
    QString event;
    QStringList stack; // where the thread was in the later half of the stop, innermost first
};

// On the thread whose stops it measures; one a program. Costs nothing while the thread is idle.
class StopWatch
{
public:
    static constexpr double picture = 16; // milliseconds

    explicit StopWatch(double limit = picture);
    ~StopWatch();
    StopWatch(const StopWatch &) = delete;
    StopWatch &operator=(const StopWatch &) = delete;

    void begin();
    std::optional<GuiStop> end(); // if it was longer than the limit

private:
    double waited() const; // milliseconds for a processor, so far

    double m_limit;
    timer_t m_timer = {};
    bool m_hasTimer = false;
    int m_schedule = -1; // the kernel's account of the thread
    double m_began = 0;
    double m_waitedBefore = 0;
};

class WatchedApplication : public QApplication
{
    Q_OBJECT

public:
    using Listener = std::function<void(const GuiStop &)>;

    WatchedApplication(int &argc, char **argv, Listener listener = sayStop);

    bool notify(QObject *receiver, QEvent *event) override;

    // On standard error.
    static void sayStop(const GuiStop &stop);

private:
    StopWatch m_watch;
    Listener m_listener;
    int m_depth = 0; // events are sent while others are delivered
};

} // namespace snug
