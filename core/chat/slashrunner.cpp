#include "core/chat/slashrunner.h"

#include "core/chat/chatsession.h"
#include "core/chat/conversation.h"
#include "core/chat/replycleaning.h"
#include "core/chat/sentenceend.h"
#include "core/model/whitespace.h"

#include <QCoreApplication>
#include <QPointer>

#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

static QString runnerWords(const char *text)
{
    return QCoreApplication::translate("SlashCommands", text);
}

SlashRunner::SlashRunner(ChatSession &session, SlashHooks hooks, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_hooks(std::move(hooks))
{
    // A reply that ends is the session's first; what follows it comes when the session is done with it.
    connect(&session, &ChatSession::replyChanged, this, &SlashRunner::sessionMoved, Qt::QueuedConnection);
}

SlashContext SlashRunner::context() const
{
    SlashContext context = m_hooks.context();
    context.inputs = m_session.upcoming().inputsFor(GenerationType::Normal, {});
    context.pipe = m_pipe;
    return context;
}

Result<void> SlashRunner::run(const QString &text)
{
    if (m_waits)
        return failure(runnerWords(QT_TRANSLATE_NOOP("SlashCommands", "A command is still running")), {}, {},
                       runnerWords(QT_TRANSLATE_NOOP("SlashCommands", "Wait for it, or stop it.")));
    const Result<QList<SlashCall>> calls = parseSlashCommands(text);
    if (!calls)
        return std::unexpected(calls.error());
    if (calls->isEmpty())
        return {};
    m_pipe.clear();
    if (const Result<SlashPlan> first = check(calls->first()); !first)
        return std::unexpected(first.error());
    m_calls = *calls;
    next();
    return {};
}

Result<SlashPlan> SlashRunner::check(const SlashCall &call) const
{
    const SlashContext now = context();
    const SlashCall filled = filledSlashCall(call, now);
    Result<SlashPlan> plan = planSlashCommand(filled, now);
    const bool asks = plan && (std::holds_alternative<SlashReply>(plan->request) ||
                               std::holds_alternative<SlashSwipe>(plan->request) ||
                               std::holds_alternative<SlashAsk>(plan->request) ||
                               std::holds_alternative<SlashQuestion>(plan->request));
    if (asks && m_session.reply().isUnderWay())
        return failure(runnerWords(QT_TRANSLATE_NOOP("SlashCommands", "A reply is being written")), {}, {},
                       runnerWords(QT_TRANSLATE_NOOP("SlashCommands", "Wait for it, or stop it.")));
    return plan;
}

void SlashRunner::stop()
{
    m_calls.clear();
    m_scripts.reset();
    if (m_question) {
        m_question->stop();
        m_question.reset();
    }
    m_awaitsReply = false;
    setWaits(false);
}

void SlashRunner::setWaits(bool waits)
{
    if (m_waits == waits)
        return;
    m_waits = waits;
    Q_EMIT busyChanged();
}

void SlashRunner::refuse(const Error &error)
{
    const QString rest = slashCommandsText(QList{m_current} + std::exchange(m_calls, {}));
    setWaits(false);
    Q_EMIT refused(error, rest);
}

void SlashRunner::next()
{
    setWaits(false);
    while (!m_calls.isEmpty() && !m_waits)
        prepare(m_calls.takeFirst());
}

void SlashRunner::prepare(const SlashCall &call)
{
    m_current = call;
    const SlashCall filled = filledSlashCall(call, context());
    script(filled,
           filled.text.isEmpty() ? QList<RegexScript::Placement>() : slashPlacements(call.command->id));
}

// Regex scripts see what is about to be stored, as they see what is typed.
void SlashRunner::script(const SlashCall &call, const QList<RegexScript::Placement> &placements)
{
    if (placements.isEmpty()) {
        perform(call);
        return;
    }
    runScripts({.text = call.text, .placement = placements.first()}, context().inputs,
               [this, call, placements](const QString &text) {
                   SlashCall changed = call;
                   changed.text = text;
                   script(changed, placements.sliced(1));
               });
}

void SlashRunner::runScripts(const PlainScriptedText &text, const PromptInputs &inputs,
                             std::function<void(const QString &text)> then)
{
    if (!areTextsScripted(inputs, ScriptPurpose::Store, {text.placement})) {
        then(text.text);
        return;
    }
    setWaits(true);
    m_scripts = std::make_unique<ScriptTask>(ScriptJob{{text}, ScriptPurpose::Store, inputs});
    connect(m_scripts.get(), &ScriptTask::done, this,
            [this, then = std::move(then)](const ScriptedTexts &scripted) {
                m_scripts.release()->deleteLater();
                if (!scripted.warnings.isEmpty())
                    Q_EMIT said({SlashNotice::Kind::Problem, scripted.warnings.join(u'\n')});
                setWaits(false);
                then(scripted.texts.first());
                if (!m_waits)
                    next();
            });
}

// `call` is filled: nothing in it is expanded again.
void SlashRunner::perform(const SlashCall &call)
{
    const Result<SlashPlan> plan = planSlashCommand(call, context());
    if (!plan) {
        refuse(plan.error());
        return;
    }
    if (!plan->changes.isEmpty() && !m_session.edits().change(plan->action, plan->changes) && !plan->notice)
        Q_EMIT said(
            {SlashNotice::Kind::Hint,
             runnerWords(QT_TRANSLATE_NOOP("SlashCommands", "This changes nothing: it is so already."))});
    if (!plan->injectedOnce.isEmpty())
        m_once.append(plan->injectedOnce);
    m_pipe = plan->result;
    // What is handed on is not shown as well.
    const bool isHandedOn = !m_calls.isEmpty() && plan->notice &&
                            plan->notice->kind == SlashNotice::Kind::Hint &&
                            call.command->id != SlashId::Echo;
    if (plan->notice && !isHandedOn)
        Q_EMIT said(*plan->notice);
    carryOut(plan->request);
}

void SlashRunner::carryOut(const SlashRequest &request)
{
    if (const auto *wanted = std::get_if<SlashReply>(&request))
        reply(*wanted);
    else if (const auto *swipe = std::get_if<SlashSwipe>(&request))
        waitForReply(m_session.swipe(m_session.conversation().size() - 1, swipe->direction));
    else if (const auto *persona = std::get_if<SlashPersona>(&request))
        m_hooks.choosePersona(persona->avatar);
    else if (const auto *open = std::get_if<SlashOpen>(&request)) {
        m_calls.clear(); // they were for this chat
        m_hooks.open(*open);
    } else if (const auto *asked = std::get_if<SlashAsk>(&request))
        ask(*asked);
    else if (const auto *wish = std::get_if<SlashQuestion>(&request))
        question(*wish);
    else if (const auto *globals = std::get_if<SlashGlobals>(&request))
        m_hooks.setGlobals(*globals);
}

void SlashRunner::reply(const SlashReply &wish)
{
    // Asked for without a word, it is an empty message that is sent: the preset's text for one goes first.
    waitForReply(wish.type == GenerationType::Normal
                     ? m_session.send({}, wish.member)
                     : m_session.generate(wish.type, {.hint = wish.hint, .member = wish.member}));
}

void SlashRunner::ask(const SlashAsk &wish)
{
    setWaits(true);
    m_hooks.loadCard(wish.file, [this, guard = QPointer(this), file = wish.file](const Result<Card> &card) {
        if (!guard || !m_waits)
            return;
        if (!card) {
            refuse(card.error());
            return;
        }
        waitForReply(m_session.generate(GenerationType::Normal,
                                        {.guest = GroupMember{.avatar = file, .card = *card}}));
    });
}

// The stop strings of the command go with the request, whatever endpoint it is for.
static Assembler stoppingAt(const QStringList &stops, const Assembler &assemble)
{
    return [stops, assemble](const PromptInputs &inputs, const std::stop_token &stop) {
        AssembledPrompt prompt = assemble(inputs, stop);
        for (const QString &text : stops) {
            if (!prompt.stop.contains(text))
                prompt.stop.append(text);
        }
        return prompt;
    };
}

void SlashRunner::question(const SlashQuestion &wish)
{
    setWaits(true);
    PromptInputs inputs = m_session.upcoming().inputsFor(GenerationType::Quiet, {});
    inputs.quietPrompt = wish.prompt;
    inputs.settings.stopStrings += wish.stops;
    if (wish.length > 0)
        inputs.maxTokens = wish.length;
    if (m_question)
        m_question.release()->deleteLater();
    const SessionHooks &hooks = m_session.run().hooks();
    m_question = std::make_unique<QuietReply>(wish.isRaw ? rawAssembler(wish)
                                                         : stoppingAt(wish.stops, hooks.assemble));
    connect(m_question.get(), &QuietReply::ended, this, [this, wish](const Result<QString> &text) {
        if (text)
            clean(wish, *text);
        else
            refuse(text.error());
    });
    m_question->begin(inputs, m_session.upcoming().link(), hooks);
}

// As a reply is before it is stored (docs/sillytavern/replies.md#steps); to a question without the chat
// nothing is put in front.
void SlashRunner::clean(const SlashQuestion &wish, const QString &answer)
{
    PromptInputs sent = m_question->sent().inputs;
    if (wish.isRaw)
        sent.settings.replies.start.clear();
    if (!isCleaned(sent, m_question->sent().prompt.mode)) {
        give(wish, javaScriptTrimmed(answer).toString());
        return;
    }
    runScripts({.text = cleanedBeforeScripts(answer, sent).text}, sent,
               [this, wish, sent](const QString &text) {
                   const QString cleaned = cleanedAfterScripts(text, sent, false, !wish.keepsNames).text;
                   const auto parts = wish.isRaw ? std::nullopt : separatedReasoning(cleaned, sent);
                   give(wish, parts ? parts->text : cleaned);
               });
}

void SlashRunner::give(const SlashQuestion &wish, const QString &answer)
{
    m_pipe = wish.isTrimmed ? trimmedToSentence(answer) : answer;
    if (m_calls.isEmpty())
        Q_EMIT answered(m_pipe);
    next();
}

void SlashRunner::waitForReply(bool isBegun)
{
    if (!isBegun) {
        refuse({.what = runnerWords(
                    QT_TRANSLATE_NOOP("SlashCommands", "That is not possible at this place in the chat"))});
        return;
    }
    if (m_session.reply().hasFailed()) // the transcript says why
        m_calls.clear();
    m_awaitsReply = m_session.reply().isUnderWay();
    setWaits(m_awaitsReply);
}

void SlashRunner::sessionMoved()
{
    if (m_session.reply().isUnderWay())
        return;
    if (!m_once.isEmpty() && !m_session.reply().hasFailed()) {
        const Chat &chat = m_session.chat();
        Json injects = chat.metadata().value(u"script_injects");
        for (const QString &id : std::exchange(m_once, {}))
            injects.remove(id);
        m_session.edits().change(UndoAction::InjectedText, {setMetadata(chat, u"script_injects"_s, injects)});
    }
    if (!m_awaitsReply)
        return;
    m_awaitsReply = false;
    if (m_session.reply().hasFailed()) // the transcript says why
        m_calls.clear();
    if (!m_session.chat().messages.isEmpty())
        m_pipe = m_session.chat().messages.last().text;
    next();
}

} // namespace snug
