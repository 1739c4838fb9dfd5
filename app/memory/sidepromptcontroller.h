// Side prompts at work: by command, after a memory, when their interval is over. Some at once, each wave
// saved once; what is to be looked over waits, each in its own place, and holds up nothing else.
#pragma once

#include "app/memory/sidepromptasking.h"

namespace snug {

class ChatSession;
struct Notice;

class SidePromptController : public QObject
{
    Q_OBJECT

public:
    explicit SidePromptController(const AppContext &app, QObject *parent = nullptr);
    ~SidePromptController() override;

    void runNow(const ManualSidePrompt &run, const QString &bookName);
    void runAfterMemory(const MessageRange &range, const QString &bookName);
    bool hasIntervalPrompts() const;
    // Whether one would run by its interval if the chat had a lorebook, which it has not.
    bool wouldRunWithBook() const;
    // Those whose interval is over; `book` is the lorebook as it is now.
    void runDue(const QString &bookName, const Json &book);
    // What is running or would come next; what waits goes on waiting.
    void stop();
    // Everything: the chat is another one.
    void clear();

    bool isBusy() const;          // something is asked or saved; what waits for the user does not count
    QString progressText() const; // empty: nothing runs and nothing waits

Q_SIGNALS:
    void progressed();
    void shown(); // there is something to look at
    void failed(const snug::Error &error);
    void dueAgain(); // what was to be looked for while others ran can be looked for now

private:
    using Askings = QList<QPointer<SidePromptAsking>>;
    struct Wave
    {
        QString bookName;
        QList<SidePromptJob> jobs;
    };

    void enqueue(const QList<QList<SidePromptJob>> &waves, const QString &bookName);
    void beginWave();
    SidePromptAsking *add(const SidePromptJob &job, const QString &bookName);
    void drop(SidePromptAsking *asking);
    void askAgain(SidePromptAsking *asking);
    void answered(SidePromptAsking *asking);
    void settle(const Askings &askings);
    void keep(SidePromptAsking *asking);
    void save(const Askings &askings);
    void goOn();
    void tell(const SidePromptAsking &asking, const Notice &notice);
    void tellFailed(SidePromptAsking *asking);
    void forgetNotice(const QString &key);

    const AppContext &m_app;
    SceneContext m_context;
    QList<Wave> m_waves;                 // to come
    QList<SidePromptAsking *> m_askings; // all, also those that wait
    Askings m_wave;                      // those that are saved together
    int m_saving = 0;
    bool m_looksAgain = false; // for those that are due
    QStringList m_told;        // keys of templates with a notice
    QPointer<ChatSession> m_session;
    quint64 m_waveNumber = 0; // what an earlier one brings is none of this one
};

} // namespace snug
