// What ThreadSanitizer has to be told of Qt, whose libraries are not instrumented: that whoever takes an
// event, or begins a task of the thread pool, has seen what its sender did before. Without it each of them is
// reported. Elsewhere nothing is here but the application.
#pragma once

#include <QApplication>

namespace snug::durability {

class SynchronizedApplication : public QApplication
{
public:
    using QApplication::QApplication;

    bool notify(QObject *receiver, QEvent *event) override;
};

} // namespace snug::durability
