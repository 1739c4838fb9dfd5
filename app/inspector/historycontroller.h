// The inspector's history: lists what the ledger has, opens it, saves it as a file, sends it once more.
#pragma once

#include "core/chat/turn.h"
#include "core/ledger/ledgerentry.h"

#include <QObject>

#include <memory>
#include <optional>

namespace snug {

struct AppContext;
class HistoryPane;
class ReportDialog;

class HistoryController : public QObject
{
    Q_OBJECT

public:
    explicit HistoryController(const AppContext &app, QObject *parent = nullptr);
    ~HistoryController() override;

    // Brings the request to the front of the inspector.
    void show(const QString &id);
    // All of it as one JSON document.
    void exportTo(const QString &id, const QString &file);
    void sendAgain(const QString &id);

private:
    void connectPane();
    void showCut(const Message &message);
    std::optional<Message> messageAt(int shown) const;
    void showHeads();
    void askWhere(const QString &id);
    void askToClear();
    void takeAgain();
    void fetch(const QString &id, const std::function<void(const LedgerEntry &)> &take);

    const AppContext &m_app;
    HistoryPane *m_pane;
    ReportDialog *m_cut = nullptr;
    QString m_wanted; // the newest that was asked for
    std::unique_ptr<Turn> m_again;
    QString m_againOf;
};

} // namespace snug
