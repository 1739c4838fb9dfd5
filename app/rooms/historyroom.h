// The inspector's history: lists what the ledger has, opens it, saves it as a file, sends it once more.
#pragma once

#include "core/chat/turn.h"
#include "core/ledger/ledgerentry.h"

#include <QObject>

#include <memory>

namespace snug {

class ChatPane;
class ChatRoom;
class HistoryPane;
class Inspector;
class LedgerRoom;
class Library;
class MainWindow;
class ModelRoom;
class Settings;

class HistoryRoom : public QObject
{
    Q_OBJECT

public:
    struct Surroundings // all outlive the room
    {
        Library *library;
        LedgerRoom *ledger;
        ModelRoom *model;
        ChatRoom *chat;
        ChatPane *pane;
        Inspector *inspector;
        MainWindow *window;
        Settings *settings;
    };

    explicit HistoryRoom(const Surroundings &around, QObject *parent = nullptr);
    ~HistoryRoom() override;

    // Brings the request to the front of the inspector.
    void show(const QString &id);
    // All of it as one JSON document.
    void exportTo(const QString &id, const QString &file);
    void sendAgain(const QString &id);

private:
    void joinPane();
    void showHeads();
    void askWhere(const QString &id);
    void askToClear();
    void takeAgain();
    void fetch(const QString &id, const std::function<void(const LedgerEntry &)> &take);

    Surroundings m_around;
    HistoryPane *m_pane;
    QString m_wanted; // the newest that was asked for
    std::unique_ptr<Turn> m_again;
    QString m_againOf;
};

} // namespace snug
