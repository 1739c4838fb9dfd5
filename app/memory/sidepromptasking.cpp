#include "app/memory/sidepromptasking.h"

#include "app/appcontext.h"
#include "core/memory/memorybook.h"
#include "core/memory/memoryrequest.h"
#include "core/model/whitespace.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/memorysetup.h"
#include "core/workspace/workspace.h"
#include "widgets/inspector/memorydesk.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace snug {

SidePromptAsking::SidePromptAsking(const AppContext &app, SidePromptJob job, QString bookName,
                                   QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_context(app)
    , m_job(std::move(job))
    , m_bookName(std::move(bookName))
    , m_pane(app.memoryDesk.addSidePrompt())
{
    connect(m_pane, &MemoryPane::stopRequested, this, &SidePromptAsking::stop);
    connect(m_pane, &MemoryPane::keepRequested, this, &SidePromptAsking::keepRequested);
    connect(m_pane, &MemoryPane::againRequested, this, &SidePromptAsking::againRequested);
    connect(m_pane, &MemoryPane::discardRequested, this, &SidePromptAsking::discardRequested);
    m_pane->showPreparing(headline());
}

SidePromptAsking::~SidePromptAsking()
{
    leave();
}

void SidePromptAsking::leave()
{
    ++m_generation;
    m_phase = Phase::Failed;
    if (m_turn) {
        m_turn->disconnect(this);
        m_turn->stop();
    }
    if (m_pane) {
        m_pane->disconnect(this);
        m_app.memoryDesk.remove(m_pane);
    }
    m_pane.clear();
}

QString SidePromptAsking::headline() const
{
    return tr("Side prompt %1 over messages %2").arg(m_job.prompt.name, m_job.range.text());
}

QString SidePromptAsking::text() const
{
    return m_pane && m_pane->state() == MemoryPane::State::Memory ? m_pane->draft().content : m_text;
}

void SidePromptAsking::ask(const Json &book)
{
    m_phase = Phase::Asking;
    m_text.clear();
    m_problem.clear();
    ++m_generation;
    m_pane->showPreparing(headline());
    const SidePrompt &prompt = m_job.prompt;
    const MemorySettings &settings = m_app.workspace.memory.settings();
    const bool includesPrivate = settings.privateMessages == PrivateMessages::Included;
    const auto scene = compileScene(m_context.scene(includesPrivate), {m_job.range.start, m_job.range.end},
                                    m_context.names(), QDateTime::currentDateTime());
    if (!scene)
        return fail(sceneFaultText(scene.error()));
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
    m_context.withLink(profile, this, [this, request, generation = m_generation](const ModelLink &link) {
        if (generation == m_generation && isAsking())
            askOver(link, request);
    });
}

void SidePromptAsking::askOver(const ModelLink &link, const MemoryRequest &request)
{
    m_link = link;
    m_task = std::make_unique<PromptTask>(memoryAssembler(request));
    connect(m_task.get(), &PromptTask::done, this, &SidePromptAsking::send);
    m_task->start({m_context.inputsFor(link), link}, 1);
}

void SidePromptAsking::send(const PreparedPrompt &prepared)
{
    if (!isAsking())
        return;
    if (!prepared.request)
        return fail(tr("There is no connection to send this through. Choose one."));
    const MemoryCost cost = memoryCost(requestText(prepared.prompt));
    const qint64 threshold = m_app.workspace.memory.settings().tokenWarning;
    MemoryRequestShown shown;
    shown.headline = headline();
    shown.note = tr("asked of %1 · kept in “%2”").arg(m_link.connection.name, m_bookName);
    shown.prompt = prepared.prompt;
    shown.request = *prepared.request;
    m_pane->showSent(shown);
    if (cost.total() > threshold && m_job.kind != RunKind::Manual)
        return fail(tr("its request has about %1 tokens, more than your warning limit of %2. Run it by "
                       "command over fewer messages.")
                        .arg(QLocale().toString(cost.total()), QLocale().toString(threshold)));
    m_turn = std::make_unique<Turn>(m_link, *prepared.request, [] { return QDateTime::currentDateTime(); });
    m_turn->setSubject({.kind = TurnSubject::Kind::SidePrompt,
                        .prompt = std::make_shared<const AssembledPrompt>(prepared.prompt),
                        .about = m_job.prompt.name});
    connect(m_turn.get(), &Turn::progressed, this, &SidePromptAsking::showArrived);
    connect(m_turn.get(), &Turn::ended, this, &SidePromptAsking::onAnswer);
    m_turn->start();
}

void SidePromptAsking::showArrived()
{
    const QString text = m_turn->state().text;
    m_pane->showRunning(
        text,
        tr("%1 is answering: %2 characters").arg(m_link.connection.name, QLocale().toString(text.size())));
}

void SidePromptAsking::onAnswer()
{
    if (!isAsking())
        return;
    const TurnState &state = m_turn->state();
    const QString text = javaScriptTrimmed(state.text).toString();
    if (state.phase != TurnState::Phase::Finished || text.isEmpty())
        return fail(QString(state.error.what + u". "_s + state.error.hint));
    m_text = text;
    m_phase = Phase::Saving; // unless it is offered first
    Q_EMIT ended();
}

void SidePromptAsking::fail(const QString &problem)
{
    m_phase = Phase::Failed;
    m_problem = problem;
    m_pane->showFailure({.text = problem});
    Q_EMIT ended();
}

void SidePromptAsking::stop()
{
    if (!isAsking())
        return;
    ++m_generation;
    if (m_turn) {
        m_turn->disconnect(this);
        m_turn->stop();
    }
    m_phase = Phase::Failed;
    Q_EMIT ended();
}

void SidePromptAsking::offer(const QString &note)
{
    const QString text = this->text();
    m_phase = Phase::Waiting;
    m_pane->showMemory({m_job.prompt.name, text, {}}, note);
}

} // namespace snug
