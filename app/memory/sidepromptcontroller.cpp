#include "app/memory/sidepromptcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/memory/bookfile.h"
#include "core/library/library.h"
#include "core/workspace/memorysetup.h"
#include "core/workspace/workspace.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

using namespace Qt::StringLiterals;

namespace snug {

static QString sidePromptNoticeId(const QString &key)
{
    return u"side-prompt-"_s + key;
}

SidePromptController::SidePromptController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_context(app)
{
}

SidePromptController::~SidePromptController() = default;

bool SidePromptController::hasIntervalPrompts() const
{
    return !sidePromptsFor(m_app.workspace.memory.sidePrompts(), SidePromptTrigger::Interval).isEmpty();
}

bool SidePromptController::wouldRunWithBook() const
{
    const SceneSource scene = m_context.scene(false);
    return std::ranges::any_of(
        sidePromptsFor(m_app.workspace.memory.sidePrompts(), SidePromptTrigger::Interval),
        [&](const SidePrompt &prompt) {
            return dueSidePrompt(prompt, Json::object(), scene, QDateTime::currentDateTimeUtc()).has_value();
        });
}

bool SidePromptController::isBusy() const
{
    return !m_waves.isEmpty() || !m_wave.isEmpty() || m_saving > 0 ||
           std::ranges::any_of(m_askings, &SidePromptAsking::isAsking);
}

QString SidePromptController::progressText() const
{
    QStringList running;
    QStringList waiting;
    for (const SidePromptAsking *asking : m_askings) {
        if (asking->isAsking())
            running.append(asking->job().prompt.name);
        else if (asking->isWaiting())
            waiting.append(asking->job().prompt.name);
    }
    if (!running.isEmpty())
        return tr("Running side prompts: %1").arg(running.join(u", "_s));
    return waiting.isEmpty() ? QString() : tr("Side prompts wait for you: %1").arg(waiting.join(u", "_s));
}

void SidePromptController::runNow(const ManualSidePrompt &run, const QString &bookName)
{
    enqueue({{{run.prompt, run.range, RunKind::Manual}}}, bookName);
}

void SidePromptController::runAfterMemory(const MessageRange &range, const QString &bookName)
{
    QList<QList<SidePromptJob>> waves;
    for (const QList<SidePrompt> &prompts : afterMemoryWaves(
             m_app.workspace.memory.sidePrompts(), m_app.workspace.memory.settings().sidePromptsAtOnce)) {
        QList<SidePromptJob> wave;
        for (const SidePrompt &prompt : prompts)
            wave.append({prompt, range, RunKind::AfterMemory});
        waves.append(wave);
    }
    enqueue(waves, bookName);
}

void SidePromptController::runDue(const QString &bookName, const Json &book)
{
    if (!m_app.chat.session())
        return;
    m_looksAgain = isBusy(); // what runs may move the interval
    if (m_looksAgain)
        return;
    const SceneSource scene = m_context.scene(false);
    QList<QList<SidePromptJob>> waves;
    for (const SidePrompt &prompt :
         sidePromptsFor(m_app.workspace.memory.sidePrompts(), SidePromptTrigger::Interval)) {
        const bool waits = std::ranges::any_of(m_askings, [&](const SidePromptAsking *asking) {
            return asking->isWaiting() && asking->job().prompt.key == prompt.key;
        });
        const auto due = dueSidePrompt(prompt, book, scene, QDateTime::currentDateTimeUtc());
        if (!due || waits) // its place moves once that is kept
            continue;
        if (waves.isEmpty() || waves.last().size() >= m_app.workspace.memory.settings().sidePromptsAtOnce)
            waves.append(QList<SidePromptJob>());
        waves.last().append({prompt, *due, RunKind::Interval});
    }
    enqueue(waves, bookName);
}

void SidePromptController::enqueue(const QList<QList<SidePromptJob>> &waves, const QString &bookName)
{
    if (waves.isEmpty())
        return;
    const bool isIdle = !isBusy();
    for (const QList<SidePromptJob> &jobs : waves)
        m_waves.append({bookName, jobs});
    m_session = m_app.chat.session();
    if (isIdle)
        beginWave();
}

// All of a wave see the lorebook as it was before it.
void SidePromptController::beginWave()
{
    ++m_waveNumber;
    if (!m_session)
        m_waves.clear();
    if (m_waves.isEmpty()) {
        Q_EMIT progressed();
        if (std::exchange(m_looksAgain, false))
            Q_EMIT dueAgain();
        return;
    }
    const Wave wave = m_waves.takeFirst();
    for (const SidePromptJob &job : wave.jobs)
        m_wave.append(add(job, wave.bookName));
    Q_EMIT progressed();
    m_app.library.perform(
        [name = wave.bookName](LibraryStore &store) { return readBookDocument(store, name); }, this,
        [this, number = m_waveNumber](const Result<Json> &book) {
            if (number != m_waveNumber)
                return;
            if (!book) {
                Q_EMIT failed(book.error());
                return stop();
            }
            const Askings askings = m_wave;
            for (const QPointer<SidePromptAsking> &asking : askings) {
                if (asking && asking->isAsking())
                    asking->ask(*book);
            }
        });
}

// What failed of the same template goes: this is the next try.
SidePromptAsking *SidePromptController::add(const SidePromptJob &job, const QString &bookName)
{
    const QList<SidePromptAsking *> others = m_askings;
    for (SidePromptAsking *other : others) {
        if (other->job().prompt.key == job.prompt.key && !other->problem().isEmpty())
            drop(other);
    }
    forgetNotice(job.prompt.key);
    auto *asking = new SidePromptAsking(m_app, job, bookName, this);
    m_askings.append(asking);
    connect(asking, &SidePromptAsking::ended, this, [this, asking] { answered(asking); });
    connect(asking, &SidePromptAsking::keepRequested, this, [this, asking] { keep(asking); });
    connect(asking, &SidePromptAsking::againRequested, this, [this, asking] { askAgain(asking); });
    connect(asking, &SidePromptAsking::discardRequested, this, [this, asking] {
        if (asking->isSaving())
            return;
        asking->stop();
        forgetNotice(asking->job().prompt.key);
        drop(asking);
        Q_EMIT progressed();
    });
    return asking;
}

void SidePromptController::drop(SidePromptAsking *asking)
{
    if (!m_askings.removeOne(asking))
        return;
    asking->disconnect(this);
    asking->leave();
    asking->deleteLater(); // it may be what called
}

void SidePromptController::askAgain(SidePromptAsking *asking)
{
    if (asking->isAsking() || asking->isSaving())
        return;
    forgetNotice(asking->job().prompt.key);
    m_app.library.perform(
        [name = asking->bookName()](LibraryStore &store) { return readBookDocument(store, name); }, asking,
        [this, asking](const Result<Json> &book) {
            if (!book) {
                Q_EMIT failed(book.error());
                return;
            }
            if (!asking->isAsking() && !asking->isSaving())
                asking->ask(*book);
            Q_EMIT progressed();
        });
}

void SidePromptController::answered(SidePromptAsking *asking)
{
    const bool isOfWave = m_wave.contains(asking);
    const auto runs = [](const QPointer<SidePromptAsking> &other) { return other && other->isAsking(); };
    if (isOfWave && std::ranges::any_of(m_wave, runs)) {
        Q_EMIT progressed();
        return;
    }
    // What ended may be what called.
    QMetaObject::invokeMethod(
        this,
        [this, isOfWave, ended = QPointer(asking), number = m_waveNumber] {
            if (!isOfWave)
                settle({ended});
            else if (number == m_waveNumber)
                settle(std::exchange(m_wave, {}));
        },
        Qt::QueuedConnection);
}

// What became of those that were asked together.
void SidePromptController::settle(const Askings &askings)
{
    Askings kept;
    for (const QPointer<SidePromptAsking> &asking : askings) {
        if (!asking || asking->isAsking() || !m_askings.contains(asking.data()))
            continue;
        if (!asking->problem().isEmpty()) {
            tellFailed(asking);
        } else if (asking->text().isEmpty()) {
            drop(asking); // stopped
        } else if (m_app.workspace.memory.settings().showsPreviews) {
            asking->offer(tr("Look it over, then keep it in “%1”.").arg(asking->bookName()));
            Q_EMIT shown();
        } else {
            kept.append(asking);
        }
    }
    save(kept);
    goOn();
}

void SidePromptController::keep(SidePromptAsking *asking)
{
    if (!asking->isWaiting())
        return;
    if (asking->text().isEmpty()) {
        tell(*asking,
             {Notice::Kind::Problem,
              tr("Side prompt “%1” has no text. Write some, or discard it.").arg(asking->job().prompt.name),
              {}});
        return;
    }
    save({asking});
}

// All go to one lorebook. What could not be saved waits for the user, with its text.
void SidePromptController::save(const Askings &askings)
{
    if (askings.isEmpty())
        return;
    struct Kept
    {
        SidePromptJob job;
        QString text;
    };
    QList<Kept> results;
    for (const QPointer<SidePromptAsking> &asking : askings) {
        results.append({asking->job(), asking->text()});
        asking->save();
    }
    ++m_saving;
    const QString book = askings.first()->bookName();
    m_app.library.save(
        u"worlds/"_s + book + u".json"_s,
        [book, results](LibraryStore &store) {
            return changeBookDocument(store, book, [&](Json document) -> Result<Json> {
                for (const Kept &result : results)
                    document = bookWithResult(document, result.job.prompt, result.text, result.job.kind,
                                              result.job.range, QDateTime::currentDateTimeUtc());
                return document;
            });
        },
        this,
        [this, askings](const Result<Json> &saved) {
            --m_saving;
            if (!saved)
                Q_EMIT failed(saved.error());
            for (const QPointer<SidePromptAsking> &asking : askings) {
                if (!asking || !m_askings.contains(asking.data()))
                    continue;
                if (!saved) {
                    asking->offer(saved.error().line());
                    Q_EMIT shown();
                    continue;
                }
                forgetNotice(asking->job().prompt.key);
                if (m_app.workspace.memory.settings().showsNotices)
                    tell(*asking, {Notice::Kind::Done,
                                   tr("Side prompt “%1” is kept in “%2”.")
                                       .arg(asking->job().prompt.name, asking->bookName()),
                                   {}});
                drop(asking);
            }
            goOn();
        });
}

// The next wave sees what this one has left.
void SidePromptController::goOn()
{
    if (m_wave.isEmpty() && m_saving == 0)
        beginWave();
    else
        Q_EMIT progressed();
}

void SidePromptController::tell(const SidePromptAsking &asking, const Notice &notice)
{
    const QString &key = asking.job().prompt.key;
    if (!m_told.contains(key))
        m_told.append(key);
    m_app.chatPane.notices()->post(sidePromptNoticeId(key), notice);
}

void SidePromptController::tellFailed(SidePromptAsking *asking)
{
    tell(*asking, {Notice::Kind::Problem,
                   tr("Side prompt “%1”: %2").arg(asking->job().prompt.name, asking->problem()),
                   {{tr("Ask Again"), [this, again = QPointer(asking)] {
                         if (again)
                             askAgain(again);
                     }}}});
}

void SidePromptController::forgetNotice(const QString &key)
{
    if (m_told.removeOne(key))
        m_app.chatPane.notices()->dismiss(sidePromptNoticeId(key));
}

void SidePromptController::stop()
{
    m_waves.clear();
    const QList<SidePromptAsking *> askings = m_askings;
    for (SidePromptAsking *asking : askings)
        asking->stop();
}

void SidePromptController::clear()
{
    m_waves.clear();
    m_wave.clear();
    ++m_waveNumber;
    const QList<SidePromptAsking *> askings = m_askings;
    for (SidePromptAsking *asking : askings)
        drop(asking);
    const QStringList told = m_told;
    for (const QString &key : told)
        forgetNotice(key);
    Q_EMIT progressed();
}

} // namespace snug
