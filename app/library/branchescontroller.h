// The branches and checkpoints of the open chat: in a window of their own with the ways from one to another,
// and making checkpoints.
#pragma once

#include "core/library/librarycontents.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace snug {

class BranchesDialog;
struct AppContext;

class BranchesController : public QObject
{
    Q_OBJECT

public:
    explicit BranchesController(const AppContext &app, QObject *parent = nullptr);

private:
    struct Place
    {
        QString chat;
        qsizetype row = 0;
    };
    void show();
    void look();
    void open(const QString &chat);
    void reveal(const QString &chat, qsizetype row);
    void chatOpened(const ChatReference &reference);
    void askForCheckpoint(int shown); // a row of the story
    void keepCheckpoint(quint64 message, const QString &typed);
    bool isTaken(const QString &name) const;

    const AppContext &m_app;
    BranchesDialog *m_dialog;
    std::optional<Place> m_wanted;
    QTimer m_look;
};

} // namespace snug
