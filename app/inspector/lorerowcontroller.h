// What rows of the inspector's lore ask for beside their editor: why they are in the prompt or not, in full.
#pragma once

#include <QObject>
#include <QPointer>

namespace snug {

struct AppContext;
class ReportDialog;

class LoreRowController : public QObject
{
    Q_OBJECT

public:
    explicit LoreRowController(const AppContext &app, QObject *parent = nullptr);

private:
    void tellWhy(const QString &title, const QString &reason, const QStringList &lines);

    const AppContext &m_app;
    QPointer<ReportDialog> m_why;
};

} // namespace snug
