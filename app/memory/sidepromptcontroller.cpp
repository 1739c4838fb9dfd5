#include "app/memory/sidepromptcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/memory/bookfile.h"
#include "core/library/library.h"
#include "core/memory/memorybook.h"
#include "core/memory/memoryrequest.h"
#include "core/model/whitespace.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/memorysetup.h"
#include "core/workspace/workspace.h"
#include "widgets/inspector/memorypane.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

#include <QLocale>

#include <span>

using namespace Qt::StringLiterals;

namespace snug {

static const QString sidePromptNoticeId = u"side-prompts"_s;

struct SidePromptController::Running
{
    Job job;
    ModelLink link;
    std::unique_ptr<PromptTask> task;
    std::unique_ptr<Turn> turn;
};

SidePromptController::SidePromptController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_context(app)
{
    MemoryPane *pane = &app.memoryPane;
    connect(pane, &MemoryPane::keepRequested, this, [this](const MemoryDraft &draft) {
        if (m_undecided.isEmpty())
            return;
        Answer result = m_undecided.takeFirst();
        result.text = draft.content;
        m_results.append(result);
        decideNext();
    });
    connect(pane, &MemoryPane::discardRequested, this, [this] {
        if (m_undecided.isEmpty())
            return;
        m_undecided.removeFirst();
        decideNext();
    });
}

SidePromptController::~SidePromptController() = default;

bool SidePromptController::hasIntervalPrompts() const
{
    return !sidePromptsFor(m_app.workspace.memory.sidePrompts(), SidePromptTrigger::Interval).isEmpty();
}

QString SidePromptController::progressText() const
{
    QStringList names;
    for (const auto &running : m_wave)
        names.append(running->job.prompt.name);
    if (!m_undecided.isEmpty())
        return tr("Side prompt “%1” waits for you.").arg(m_undecided.first().job.prompt.name);
    return names.isEmpty() ? QString() : tr("Running side prompts: %1").arg(names.join(u", "_s));
}

void SidePromptController::runNow(const ManualSidePrompt &run, const QString &bookName)
{
    enqueue({{{run.prompt, run.range, RunKind::Manual}}}, bookName);
}

void SidePromptController::runAfterMemory(const MessageRange &range, const QString &bookName)
{
    QList<QList<Job>> waves;
    for (const QList<SidePrompt> &prompts : afterMemoryWaves(
             m_app.workspace.memory.sidePrompts(), m_app.workspace.memory.settings().sidePromptsAtOnce)) {
        QList<Job> wave;
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
    QList<QList<Job>> waves;
    for (const SidePrompt &prompt :
         sidePromptsFor(m_app.workspace.memory.sidePrompts(), SidePromptTrigger::Interval)) {
        const auto due = dueSidePrompt(prompt, book, scene, QDateTime::currentDateTimeUtc());
        if (!due)
            continue;
        if (waves.isEmpty() || waves.last().size() >= m_app.workspace.memory.settings().sidePromptsAtOnce)
            waves.append(QList<Job>());
        waves.last().append({prompt, *due, RunKind::Interval});
    }
    enqueue(waves, bookName);
}

void SidePromptController::enqueue(const QList<QList<Job>> &waves, const QString &bookName)
{
    if (waves.isEmpty())
        return;
    const bool isIdle = !isBusy();
    for (const QList<Job> &jobs : waves)
        m_waiting.append({bookName, jobs});
    if (!isIdle)
        return;
    m_session = m_app.chat.session();
    m_app.chatPane.notices()->dismiss(sidePromptNoticeId);
    beginWave();
}

// All of a wave see the lorebook as it was before it.
void SidePromptController::beginWave()
{
    if (m_waiting.isEmpty() || !m_session) {
        cancel();
        if (std::exchange(m_looksAgain, false))
            Q_EMIT dueAgain();
        return;
    }
    const Wave wave = m_waiting.takeFirst();
    m_bookName = wave.bookName;
    for (const Job &job : wave.jobs) {
        m_wave.push_back(std::make_unique<Running>());
        m_wave.back()->job = job;
    }
    m_running = int(m_wave.size());
    m_results.clear();
    m_problems.clear();
    Q_EMIT progressed(progressText());
    m_app.library.perform([name = m_bookName](LibraryStore &store) { return readBookDocument(store, name); },
                          this,
                          [this, generation = m_generation](const Result<Json> &book) {
                              if (generation != m_generation)
                                  return;
                              if (!book) {
                                  Q_EMIT failed(book.error());
                                  cancel();
                                  return;
                              }
                              for (const std::unique_ptr<Running> &running : std::span(m_wave))
                                  begin(*running, *book);
                          });
}

void SidePromptController::begin(Running &running, const Json &book)
{
    const SidePrompt &prompt = running.job.prompt;
    const MessageRange &range = running.job.range;
    const MemorySettings &settings = m_app.workspace.memory.settings();
    const bool includesPrivate = settings.privateMessages == PrivateMessages::Included;
    const auto scene = compileScene(m_context.scene(includesPrivate), {range.start, range.end},
                                    m_context.names(), QDateTime::currentDateTime());
    if (!scene)
        return jobEnded(running, {}, sceneFaultText(scene.error()));
    const Json prior = priorEntry(book, prompt);
    const QString label = tr("side prompt %1").arg(prompt.name);
    MemoryRequest request;
    request.text = tracedSidePrompt(tracedInstructions(prompt.prompt, label, scene->names),
                                    prior.value(u"content").toText(), prior.value(u"comment").toText(),
                                    lastMemories(memoriesIn(book), prompt.previousMemories), *scene,
                                    tracedInstructions(prompt.responseFormat, label, scene->names));
    const MemoryProfile &profile = settings.profile(prompt.profileIndex);
    request.temperature = profile.temperature;
    request.answerTokens = settings.answerTokens;
    if (settings.usesScripts)
        request.scripts = chosenScripts(m_app.workspace.content.scripts().global(), settings.outgoingScripts);
    m_context.withLink(
        profile, this, [this, &running, request, generation = m_generation](const ModelLink &link) {
            if (generation != m_generation)
                return;
            running.link = link;
            running.task = std::make_unique<PromptTask>(memoryAssembler(request));
            connect(running.task.get(), &PromptTask::done, this,
                    [this, &running](const PreparedPrompt &prepared) { ask(running, prepared); });
            running.task->start({m_context.inputsFor(link), link}, 1);
        });
}

void SidePromptController::ask(Running &running, const PreparedPrompt &prepared)
{
    if (!prepared.request)
        return jobEnded(running, {}, tr("No connection answers. Choose one."));
    const QString name = running.job.prompt.name;
    const MemoryCost cost = memoryCost(requestText(prepared.prompt));
    const qint64 threshold = m_app.workspace.memory.settings().tokenWarning;
    if (cost.total() > threshold && running.job.kind != RunKind::Manual)
        return jobEnded(
            running, {},
            tr("its request has about %1 tokens, over the %2 that you want to be warned at. Run it by "
               "command over fewer messages.")
                .arg(QLocale().toString(cost.total()), QLocale().toString(threshold)));
    MemoryRequestShown shown;
    shown.headline = tr("Side prompt %1 over messages %2").arg(name, running.job.range.text());
    shown.note = tr("asked of %1 · kept in “%2”").arg(running.link.connection.name, m_bookName);
    shown.prompt = prepared.prompt;
    shown.request = *prepared.request;
    shown.counter = prepared.inputs.counter;
    if (m_app.memoryPane.state() == MemoryPane::State::Nothing ||
        m_app.memoryPane.state() == MemoryPane::State::Sent)
        m_app.memoryPane.showSent(shown);
    running.turn =
        std::make_unique<Turn>(running.link, *prepared.request, [] { return QDateTime::currentDateTime(); });
    running.turn->setSubject({.kind = TurnSubject::Kind::SidePrompt,
                              .prompt = std::make_shared<const AssembledPrompt>(prepared.prompt),
                              .about = name});
    connect(running.turn.get(), &Turn::ended, this, [this, &running] {
        const TurnState &state = running.turn->state();
        const QString text = javaScriptTrimmed(state.text).toString();
        if (state.phase == TurnState::Phase::Finished && !text.isEmpty())
            jobEnded(running, text, {});
        else
            jobEnded(running, {}, QString(state.error.what + u". "_s + state.error.hint));
    });
    running.turn->start();
}

void SidePromptController::jobEnded(Running &running, const QString &text, const QString &problem)
{
    if (problem.isEmpty())
        m_results.append({running.job, text});
    else
        m_problems.append(tr("Side prompt “%1”: %2").arg(running.job.prompt.name, problem));
    if (--m_running == 0)
        QMetaObject::invokeMethod(
            this,
            [this, generation = m_generation] {
                if (generation == m_generation)
                    waveEnded();
            },
            Qt::QueuedConnection); // what ended may be what called
}

void SidePromptController::waveEnded()
{
    m_wave.clear();
    if (m_app.workspace.memory.settings().showsPreviews)
        m_undecided = std::exchange(m_results, {});
    decideNext();
}

// Those to be looked over come one after the other, in order of arrival; then the wave is saved.
void SidePromptController::decideNext()
{
    if (m_undecided.isEmpty())
        return save();
    const Answer &next = m_undecided.first();
    m_app.memoryPane.showMemory(
        {next.job.prompt.name, next.text, {}},
        tr("Side prompt over messages %1. Look it over, then keep it.").arg(next.job.range.text()));
    Q_EMIT progressed(progressText());
}

void SidePromptController::save()
{
    if (!m_problems.isEmpty())
        m_context.say(u"side-prompt-problem"_s, true, m_problems.join(u'\n'));
    if (m_results.isEmpty())
        return beginWave();
    QStringList names;
    for (const Answer &result : std::as_const(m_results))
        names.append(result.job.prompt.name);
    m_isSaving = true;
    m_app.library.save(
        u"worlds/"_s + m_bookName + u".json"_s,
        [name = m_bookName, results = m_results](LibraryStore &store) {
            return changeBookDocument(store, name, [&](Json book) -> Result<Json> {
                for (const Answer &result : results)
                    book = bookWithResult(book, result.job.prompt, result.text, result.job.kind,
                                          result.job.range, QDateTime::currentDateTimeUtc());
                return book;
            });
        },
        this,
        [this, names, book = m_bookName, generation = m_generation](const Result<Json> &saved) {
            if (!saved)
                Q_EMIT failed(saved.error());
            else if (m_app.workspace.memory.settings().showsNotices)
                m_app.chatPane.notices()->post(
                    sidePromptNoticeId, {Notice::Kind::Done,
                                         tr("Kept up to date in “%1”: %2.").arg(book, names.join(u", "_s)),
                                         {}});
            if (generation != m_generation)
                return;
            m_isSaving = false;
            beginWave();
        });
    m_results.clear();
}

// Also the end of all that was to be done.
void SidePromptController::cancel()
{
    ++m_generation;
    m_waiting.clear();
    m_undecided.clear();
    m_results.clear();
    for (const std::unique_ptr<Running> &running : m_wave) {
        if (running->turn)
            running->turn->disconnect(this);
    }
    m_wave.clear();
    m_running = 0;
    m_isSaving = false;
    if (m_app.memoryPane.state() == MemoryPane::State::Sent)
        m_app.memoryPane.showNothing();
    Q_EMIT progressed({});
}

} // namespace snug
