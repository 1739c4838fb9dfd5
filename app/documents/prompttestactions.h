// Prompt tests that are renamed and deleted in their list, which says it with the way back.
#pragma once

#include <QObject>

namespace snug {

struct AppContext;

class PromptTestActions : public QObject
{
    Q_OBJECT

public:
    explicit PromptTestActions(const AppContext &app, QObject *parent = nullptr);

    void rename(const QString &folder, const QString &name);
    void remove(const QString &folder);

Q_SIGNALS:
    void changed(); // a test is elsewhere, gone, or back

private:
    enum class Telling : quint8 { No, Yes };
    void renameTo(const QString &folder, const QString &name, Telling telling);
    void takeBack(const QString &trashId);

    const AppContext &m_app;
};

} // namespace snug
