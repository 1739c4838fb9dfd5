// What is different between the prompt now and requests that were sent: for the inspector's Diff, and for
// what the server's cache has of it. Compared on another thread, after every new preview.
#pragma once

#include "core/chat/promptpreview.h"
#include "core/ledger/ledgerentry.h"
#include "core/prompt/promptchanges.h"
#include "core/prompt/promptprefix.h"

#include <QFutureWatcher>
#include <QObject>

#include <memory>
#include <optional>

namespace snug {

struct AppContext;

class ChangesController : public QObject
{
    Q_OBJECT

public:
    explicit ChangesController(const AppContext &app, QObject *parent = nullptr);
    ~ChangesController() override;

    // Brings the comparison with this request to the front.
    void compareWith(const QString &id);
    // Likewise what a test expects and what was sent instead, until something else is chosen there.
    void showTest(const QString &name, const std::shared_ptr<const AssembledPrompt> &expected,
                  const std::shared_ptr<const AssembledPrompt> &sent);
    // The chat's last request, as soon as it has been read.
    std::shared_ptr<const AssembledPrompt> lastPrompt() const { return m_last.prompt; }
    // What stands where the cache ends; unknown = it does not, or because something is gone.
    const Source &breakSource() const { return m_break; }

Q_SIGNALS:
    void compared();

private:
    using Prompt = std::shared_ptr<const AssembledPrompt>;
    // A request of the past, as soon as it has been read.
    struct Earlier
    {
        QString id;
        Prompt prompt; // null = not there (yet)
    };
    struct Comparison
    {
        quint64 round = 0;
        QList<PromptChange> changes;
        CountKind kind = CountKind::Estimate;
        std::optional<PromptPrefix> prefix;
        QString problem = {}; // why there is no comparison
    };

    QString lastId() const;
    void follow();
    bool isTest() const { return !m_test.id.isEmpty() && m_chosen.id == m_test.id; }
    void showChoices();
    void read(Earlier *earlier, const QString &id);
    void compare();
    void show();

    const AppContext &m_app;
    Source m_break;
    Earlier m_last;   // of this chat: what the server knows
    Earlier m_chosen; // of the Diff, unless that is the last one
    Earlier m_test;   // what it expects
    Prompt m_tested;  // what was sent instead
    QFutureWatcher<Comparison> m_watcher;
    quint64 m_round = 0; // of open chats
    bool m_isDue = false;
};

} // namespace snug
