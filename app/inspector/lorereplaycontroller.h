// The lore simulator's window: lorebooks as edited, or others, over all past turns of the open chat. It
// follows what is edited; replaying is done on other threads and told to stop when it is of no use any more.
#pragma once

#include "core/prompt/lorereplaycomparison.h"
#include "widgets/editors/lore/lorereplaywindow.h"

#include <QFutureWatcher>
#include <QHash>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include <atomic>
#include <stop_token>

namespace snug {

struct AppContext;

class LoreReplayController : public QObject
{
    Q_OBJECT

public:
    explicit LoreReplayController(const AppContext &app, QObject *parent = nullptr);
    ~LoreReplayController() override;

    // On this lorebook; without a name on the first one in effect.
    void open(const QString &book = {});
    LoreReplayWindow *window() const { return m_window; }
    bool isRunning() const { return m_isRunning; }

Q_SIGNALS:
    void entryRequested(const QString &book, int uid); // in its editor

private:
    using Replayed = std::shared_ptr<const LoreReplay>;
    struct Side
    {
        PromptInputs inputs;
        Replayed replay; // of these inputs; null = not yet
        QFutureWatcher<Replayed> watcher;
        LoreCachePtr cache = std::make_shared<LoreCache>();
    };
    struct Progress
    {
        std::atomic<int> done = 0;
        int count = 0;
    };
    struct Reasons
    {
        QString before;
        QString after;
    };

    void make();
    void follow();
    void begin();
    void run(Side &side, const PromptInputs &inputs);
    void onReplayed(Side &side);
    void finish();
    void cancel();
    void findReasons(LoreHeatStrip::Cell cell);
    void showBooks();
    std::optional<Lorebook> fileOf(const QString &name);
    std::optional<Lorebook> edited(const QString &name) const;
    PromptInputs around() const;

    const AppContext &m_app;
    QPointer<LoreReplayWindow> m_window;
    LoreReplayWish m_wish;
    QHash<QString, Lorebook> m_files; // as the library has them
    QSet<QString> m_loading;
    Side m_before;
    Side m_after;
    QFutureWatcher<LoreReplayPairPtr> m_comparing;
    LoreReplayPairPtr m_pair;
    std::stop_source m_stop;
    std::shared_ptr<Progress> m_progress = std::make_shared<Progress>();
    bool m_isRunning = false;
    bool m_isCancelled = false; // by the user: until the next change
    QTimer m_pause;
    QTimer m_tick;
    QTimer m_lookPause;
    LoreHeatStrip::Cell m_looked;
    std::stop_source m_lookStop;
    QFutureWatcher<Reasons> m_looking;
};

} // namespace snug
