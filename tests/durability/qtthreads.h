// What ThreadSanitizer has to be told of Qt, whose libraries are not instrumented: that whoever takes an
// event, or begins a task of the thread pool, has seen what its sender did before. Without it each of them is
// reported.
#pragma once

class QEvent;
class QObject;

namespace snug::durability {

// Nothing where no ThreadSanitizer looks on.
void seeWhatWasSent();

// A QApplication or QCoreApplication whose events are seen.
template <typename Application> class Synchronized : public Application
{
public:
    using Application::Application;

    bool notify(QObject *receiver, QEvent *event) override
    {
        seeWhatWasSent();
        return Application::notify(receiver, event);
    }
};

} // namespace snug::durability
