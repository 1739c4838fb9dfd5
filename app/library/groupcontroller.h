// Groups in the window: making and editing them, who speaks next, and whose prompt is looked at.
#pragma once

#include "core/model/group.h"
#include "core/result.h"

#include <QObject>
#include <QPointer>

#include <memory>

namespace snug {

struct AppContext;
class GroupDialog;

class GroupController : public QObject
{
    Q_OBJECT

public:
    explicit GroupController(const AppContext &app, QObject *parent = nullptr);

    void newGroup(const QStringList &members);
    void editGroup(const QString &file);

Q_SIGNALS:
    void failed(const snug::Error &error);

private:
    void connectDialogs();
    void connectSession();
    GroupDialog *open(int purpose);
    void save(const QString &file, const Group &group);
    void tellEdited(const QString &file, const Group &before, const Group &edited);
    void showSpeakers();
    void fillSpeakMenu();
    void inputsForSpeaker(const QString &avatar);

    const AppContext &m_app;
    QPointer<GroupDialog> m_edited;
    QString m_editedFile;
    int m_saving = 0; // edits on their way to the disk
};

} // namespace snug
