// The report of what Snug takes from the open folder, in a window of its own.
#pragma once

#include <QObject>
#include <QPointer>

namespace snug {

class ReportDialog;
struct AppContext;

class TakenController : public QObject
{
    Q_OBJECT

public:
    explicit TakenController(const AppContext &app, QObject *parent = nullptr);

private:
    void show();

    const AppContext &m_app;
    QPointer<ReportDialog> m_dialog;
};

} // namespace snug
