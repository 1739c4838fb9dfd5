// Prompts that others have shared: opened from the menu, dropped on the window, or named on the command line,
// each in a window of its own.
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>
#include <QStringList>

namespace snug {

struct AppContext;
class SharedPromptWindow;

class SharedPrompts : public QObject
{
    Q_OBJECT

public:
    explicit SharedPrompts(const AppContext &app, QObject *parent = nullptr);
    ~SharedPrompts() override;

    void open(const QString &path);
    // Of files that somebody brings; what is no shared prompt comes back as othersFound().
    void receive(const QStringList &paths);

Q_SIGNALS:
    void othersFound(const QStringList &paths);

private:
    void askForFile();

    const AppContext &m_app;
    QList<QPointer<SharedPromptWindow>> m_windows;
};

} // namespace snug
