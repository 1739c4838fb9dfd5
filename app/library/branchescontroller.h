// The branches of the open chat, in a window of their own, and the ways from one to another.
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

    const AppContext &m_app;
    BranchesDialog *m_dialog;
    std::optional<Place> m_wanted;
    QTimer m_look;
};

} // namespace snug
