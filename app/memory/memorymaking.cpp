#include "app/memory/memorymaking.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/memory/bookfile.h"
#include "core/library/library.h"
#include "core/memory/castscene.h"
#include "core/memory/hiding.h"
#include "core/memory/memorymarks.h"
#include "core/memory/memoryrequest.h"
#include "core/memory/replyrepair.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/memorysetup.h"
#include "core/workspace/workspace.h"
#include "widgets/inspector/memorydesk.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"
#include "widgets/window/windowpages.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace snug {

static const QString memoryNoticeId = u"memory"_s;

MemoryMaking::MemoryMaking(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_context(app)
{
    MemoryPane *pane = app.memoryDesk.memory();
    const auto when = [this](Phase phase, auto act) {
        return [this, phase, act](auto... values) {
            if (m_phase == phase)
                act(values...);
        };
    };
    connect(pane, &MemoryPane::sendRequested, this, when(Phase::Asking, [this] { send(); }));
    connect(pane, &MemoryPane::profileChosen, this, when(Phase::Asking, [this](int profile) {
                m_profile = profile;
                prepare();
            }));
    connect(pane, &MemoryPane::previousMemoriesChosen, this, when(Phase::Asking, [this](int count) {
                m_previous = count;
                prepare();
            }));
    connect(pane, &MemoryPane::stopRequested, this, when(Phase::Running, [this] { m_run->stop(); }));
    connect(pane, &MemoryPane::againRequested, this, when(Phase::Deciding, [this] { prepare(); }));
    connect(pane, &MemoryPane::readRequested, this, when(Phase::Deciding, [this](const QString &answer) {
                settle(readMemoryReply(answer), answer, {}, false);
            }));
    connect(pane, &MemoryPane::repairRequested, this, when(Phase::Deciding, [this](const QString &answer) {
                if (const std::optional<MemoryReply> repaired = repairedReply(answer))
                    show(*repaired);
            }));
    connect(pane, &MemoryPane::keepRequested, this,
            when(Phase::Deciding, [this](const MemoryDraft &draft) { keep(draft); }));
    connect(pane, &MemoryPane::byHandRequested, this, [this] {
        if (m_phase == Phase::Asking || m_phase == Phase::Deciding)
            show({});
    });
    connect(pane, &MemoryPane::discardRequested, this, &MemoryMaking::cancel);
}

bool MemoryMaking::isChatStill() const
{
    return m_session && m_session == m_app.chat.session() && m_session->conversation().size() > m_range.end;
}

void MemoryMaking::become(Phase phase)
{
    m_phase = phase;
    const QString scene = m_range.text();
    switch (phase) {
    case Phase::Idle:
        Q_EMIT progressed({});
        break;
    case Phase::Preparing:
        Q_EMIT progressed(tr("Preparing the memory of messages %1…").arg(scene));
        break;
    case Phase::Asking:
        Q_EMIT progressed(tr("The memory of messages %1 is ready to be requested.").arg(scene));
        break;
    case Phase::Running:
        Q_EMIT progressed(tr("Making a memory of messages %1…").arg(scene));
        break;
    case Phase::Deciding:
        Q_EMIT progressed(tr("The memory of messages %1 waits for you.").arg(scene));
        break;
    case Phase::Keeping:
        Q_EMIT progressed(tr("Keeping the memory of messages %1…").arg(scene));
        break;
    }
}

void MemoryMaking::start(const MessageRange &range, const QString &bookName, const Json &book,
                         bool isAutomatic)
{
    const MemorySettings &settings = m_app.workspace.memory.settings();
    if (const auto other = overlappingMemory(book, range); other && !settings.allowsOverlap) {
        m_context.say(memoryNoticeId, true,
                      tr("Messages %1 are in a memory already (%2). Mark another scene, or allow overlapping "
                         "scenes in the memory settings.")
                          .arg(range.text(), other->text()));
        return;
    }
    m_range = range;
    m_bookName = bookName;
    m_book = book;
    m_isAutomatic = isAutomatic;
    m_session = m_app.chat.session();
    m_profile = settings.defaultProfile;
    m_previous = settings.previousMemories;
    m_app.chatPane.notices()->dismiss(memoryNoticeId);
    if (!isAutomatic)
        m_app.memoryDesk.show(m_app.memoryDesk.memory());
    if (settings.hiding.unhideBeforeMemory)
        m_session->edits().setHidden(range.start, range.end, false);
    m_includesPrivate = settings.privateMessages == PrivateMessages::Included;
    const int secret = privateMessagesIn(m_session->chat().messages, range, m_context.cast());
    if (settings.privateMessages != PrivateMessages::Ask || secret == 0 || isAutomatic)
        return prepare();
    const auto go = [this](bool includes) {
        return [this, includes] {
            m_includesPrivate = includes;
            prepare();
        };
    };
    m_app.chatPane.notices()->post(
        memoryNoticeId,
        {Notice::Kind::Hint,
         tr("%n message(s) of the scene are private. A memory reveals them to everyone.", nullptr, secret),
         {{tr("Leave Them Out"), go(false)}, {tr("Include Them"), go(true)}}});
}

void MemoryMaking::prepare()
{
    if (!isChatStill())
        return end();
    const auto scene = compileScene(m_context.scene(m_includesPrivate), {m_range.start, m_range.end},
                                    m_context.names(), QDateTime::currentDateTime());
    if (!scene) {
        end();
        m_context.say(memoryNoticeId, true, sceneFaultText(scene.error()));
        return;
    }
    m_scene = *scene;
    become(Phase::Preparing);
    m_app.memoryDesk.memory()->showPreparing(tr("Memory of messages %1").arg(m_range.text()));
    const quint64 generation = ++m_generation;
    m_context.withLink(m_app.workspace.memory.settings().profile(m_profile), this,
                       [this, generation](const ModelLink &link) {
                           if (generation == m_generation && m_phase == Phase::Preparing)
                               prepareWith(link);
                       });
}

void MemoryMaking::prepareWith(const ModelLink &link)
{
    const MemorySettings &settings = m_app.workspace.memory.settings();
    const MemoryProfile &profile = settings.profile(m_profile);
    const SummaryInstructions instructions = summaryInstructions(profile, m_app.workspace.memory.presets());
    MemoryRequest request;
    request.text =
        tracedMemoryPrompt(tracedInstructions(instructions.text, instructions.label, m_scene.names), m_scene,
                           lastMemories(memoriesIn(m_book), m_previous));
    request.temperature = profile.temperature;
    request.answerTokens = settings.answerTokens;
    if (settings.usesScripts)
        request.scripts = chosenScripts(m_app.workspace.content.scripts().global(), settings.outgoingScripts);
    m_link = link;
    m_task = std::make_unique<PromptTask>(memoryAssembler(request));
    connect(m_task.get(), &PromptTask::done, this, &MemoryMaking::showPrepared);
    m_task->start({m_context.inputsFor(link), link}, ++m_generation);
}

void MemoryMaking::showPrepared(const PreparedPrompt &prepared)
{
    m_prepared = prepared;
    const MemorySettings &settings = m_app.workspace.memory.settings();
    const AssembledPrompt &prompt = prepared.prompt;
    const MemoryCost cost = memoryCost(requestText(prompt));
    const QLocale locale;
    MemoryRequestShown shown;
    shown.headline = tr("Memory of messages %1").arg(m_range.text());
    QStringList notes{
        tr("%n message(s) for %1", nullptr, int(m_scene.messages.size())).arg(m_link.connection.name),
        tr("kept in “%1”").arg(m_bookName)};
    if (m_scene.hiddenSkipped > 0)
        notes.append(tr("%n hidden left out", nullptr, m_scene.hiddenSkipped));
    if (m_scene.gapsSkipped > 0)
        notes.append(tr("%n private left out: not everybody knows them", nullptr, m_scene.gapsSkipped));
    shown.note = notes.join(u" · "_s);
    QStringList warnings = prompt.trace.warnings;
    if (cost.total() > settings.tokenWarning)
        warnings.append(tr("About %1 tokens with the answer, more than your warning limit of %2. "
                           "Mark a shorter scene, or send it anyway.")
                            .arg(locale.toString(cost.total()), locale.toString(settings.tokenWarning)));
    else if (m_scene.isLong())
        warnings.append(tr("More than 100 messages. A shorter scene gives a better memory."));
    if (!prepared.request)
        warnings.append(tr("There is no connection to send this through. Choose one."));
    const bool isOver = cost.total() > settings.tokenWarning;
    shown.warning = warnings.join(u'\n');
    shown.prompt = prompt;
    if (prepared.request)
        shown.request = *prepared.request;
    for (const MemoryProfile &profile : settings.profiles)
        shown.profiles.append(profile.name);
    shown.profile = m_profile;
    shown.previousMemories = m_previous;
    shown.canSend = prepared.request.has_value();
    m_app.memoryDesk.memory()->showRequest(shown);
    become(Phase::Asking);
    if (prepared.request && !isOver && (m_isAutomatic || !settings.asksBeforeSending))
        send();
    else
        Q_EMIT this->shown();
}

void MemoryMaking::send()
{
    if (!m_prepared.request)
        return;
    become(Phase::Running);
    m_run =
        std::make_unique<MemoryRun>(m_link, *m_prepared.request, [] { return QDateTime::currentDateTime(); });
    m_run->setSubject({.kind = TurnSubject::Kind::Memory,
                       .prompt = std::make_shared<const AssembledPrompt>(m_prepared.prompt),
                       .about = tr("messages %1").arg(m_range.text())});
    connect(m_run.get(), &MemoryRun::progressed, this, &MemoryMaking::showArrived);
    connect(m_run.get(), &MemoryRun::retrying, this, &MemoryMaking::showArrived);
    connect(m_run.get(), &MemoryRun::ended, this, &MemoryMaking::onOutcome);
    m_app.memoryDesk.memory()->showRunning({}, tr("Asking %1…").arg(m_link.connection.name));
    m_run->start();
}

void MemoryMaking::showArrived()
{
    const QString text = m_run->text();
    QString note =
        tr("%1 is answering: %2 characters").arg(m_link.connection.name, QLocale().toString(text.size()));
    if (m_run->attempt() > 1)
        note = tr("Attempt %1. %2").arg(m_run->attempt()).arg(note);
    m_app.memoryDesk.memory()->showRunning(text, note);
    Q_EMIT progressed(tr("Making a memory of messages %1: %2").arg(m_range.text(), note));
}

void MemoryMaking::onOutcome(const MemoryOutcome &outcome)
{
    m_run.release()->deleteLater(); // it is what called
    const MemorySettings &settings = m_app.workspace.memory.settings();
    switch (outcome.kind) {
    case MemoryOutcome::Kind::Stopped:
        end();
        return;
    case MemoryOutcome::Kind::Failed:
        fail(
            {.text = QString(outcome.error.what + u". "_s + outcome.error.hint), .details = outcome.details});
        return;
    case MemoryOutcome::Kind::Memory:
    case MemoryOutcome::Kind::Fault:
        break;
    }
    const QList<RegexScript> scripts =
        settings.usesScripts
            ? chosenScripts(m_app.workspace.content.scripts().global(), settings.incomingScripts)
            : QList<RegexScript>();
    if (!scripts.isEmpty()) {
        PromptInputs inputs = m_app.workspace.content.inputs();
        inputs.regexScripts = scripts;
        m_scripts =
            std::make_unique<ScriptTask>(ScriptJob{{{.text = outcome.text}}, ScriptPurpose::Prompt, inputs});
        connect(m_scripts.get(), &ScriptTask::done, this,
                [this, details = outcome.details](const ScriptedTexts &texts) {
                    m_scripts.release()->deleteLater();
                    const QString answer = texts.texts.first();
                    settle(readMemoryReply(answer), answer, details, true);
                });
        return;
    }
    if (outcome.kind == MemoryOutcome::Kind::Fault)
        settle(std::unexpected(outcome.fault), outcome.text, outcome.details, true);
    else
        settle(outcome.reply, outcome.text, outcome.details, true);
}

void MemoryMaking::settle(const std::expected<MemoryReply, ReplyFault> &reply, const QString &answer,
                          const QString &details, bool mayKeep)
{
    if (!reply)
        return fail({.text = replyFaultText(reply.error()),
                     .code = replyFaultCode(reply.error()),
                     .details = details,
                     .answer = answer,
                     .canRepair = repairedReply(answer).has_value()});
    if (mayKeep && !m_app.workspace.memory.settings().showsPreviews)
        keep({reply->title, reply->content, reply->keywords});
    else
        show(*reply);
}

void MemoryMaking::show(const MemoryReply &reply)
{
    become(Phase::Deciding);
    m_app.memoryDesk.memory()->showMemory({reply.title, reply.content, reply.keywords},
                                          tr("Look it over, then keep it in “%1”.").arg(m_bookName));
    Q_EMIT shown();
}

void MemoryMaking::fail(const MemoryFailureShown &failure)
{
    become(Phase::Deciding);
    m_app.memoryDesk.memory()->showFailure(failure);
    m_app.chatPane.notices()->post(memoryNoticeId,
                                   {Notice::Kind::Problem,
                                    tr("No memory of messages %1 yet. %2").arg(m_range.text(), failure.text),
                                    {{tr("Show"), [this] {
                                          m_app.window.pages()->showChat();
                                          m_app.memoryDesk.show(m_app.memoryDesk.memory());
                                          Q_EMIT shown();
                                      }}}});
}

void MemoryMaking::keep(const MemoryDraft &draft)
{
    if (draft.content.isEmpty()) {
        m_context.say(memoryNoticeId, true, tr("This memory is empty. Write some text, or discard it."));
        return;
    }
    const MemorySettings &settings = m_app.workspace.memory.settings();
    const MemoryProfile &profile = settings.profile(m_profile);
    NewMemory memory;
    memory.content = draft.content;
    memory.keywords = draft.keywords;
    memory.titleFormat = settings.titleFormatOf(profile);
    memory.title = {draft.title,
                    m_range.text(),
                    m_scene.names.character,
                    m_scene.names.user,
                    int(m_scene.messages.size()),
                    profile.name,
                    QDateTime::currentDateTime()};
    memory.range = m_range;
    memory.settings = profile.entry;
    become(Phase::Keeping);
    auto written = std::make_shared<Json>();
    m_app.library.save(
        u"worlds/"_s + m_bookName + u".json"_s,
        [name = m_bookName, memory, written](LibraryStore &store) {
            return changeBookDocument(store, name, [&](const Json &book) -> Result<Json> {
                *written = memoryEntry(memory, book).value_or(Json());
                return bookWithEntry(book, *written);
            });
        },
        this,
        [this, draft, written](const Result<Json> &saved) {
            if (m_phase != Phase::Keeping)
                return;
            if (!saved) {
                m_app.chatPane.notices()->post(
                    memoryNoticeId, {Notice::Kind::Problem,
                                     tr("The memory could not be kept: %1.").arg(saved.error().line()),
                                     {{tr("Try Again"), [this, draft] { keep(draft); }}}});
                become(Phase::Deciding);
                m_app.memoryDesk.memory()->showMemory(draft, saved.error().line());
                return;
            }
            noteKept(*written);
        });
}

// What the memory does to the chat: messages hidden, how far memories reach.
void MemoryMaking::noteKept(const Json &entry)
{
    const QString title = entry.value(u"comment").toText();
    const MessageRange range = m_range;
    const QString book = m_bookName;
    const MemorySettings settings = m_app.workspace.memory.settings();
    QList<ChatChange> changes;
    if (isChatStill()) {
        const Chat &chat = m_session->chat();
        if (const std::optional<MessageRange> hidden = rangeToHide(range, settings.hiding))
            changes.append(setHidden(chat, hidden->start, hidden->end, true));
        MemoryMarks marks = memoryMarksOf(chat);
        marks.place.highestProcessed = std::max(marks.place.highestProcessed.value_or(-1), range.end);
        if (settings.clearsScene)
            marks.markers = {};
        changes.append(withMemoryMarks(chat, marks));
        m_session->edits().change(UndoAction::Memory, changes);
    }
    m_app.memoryDesk.memory()->showNothing();
    become(Phase::Idle);
    if (settings.showsNotices)
        m_app.chatPane.notices()->post(memoryNoticeId,
                                       {Notice::Kind::Done,
                                        tr("“%1” is kept in “%2”.").arg(title, book),
                                        {{tr("Undo"), [this, entry, book, changes, session = m_session] {
                                              undo(entry, book, changes, session);
                                          }}}});
    Q_EMIT kept(range, book);
}

// The entry goes unless somebody has written on it; what the chat was told is told back.
void MemoryMaking::undo(const Json &entry, const QString &book, const QList<ChatChange> &changes,
                        const QPointer<ChatSession> &session)
{
    m_app.library.save(
        u"worlds/"_s + book + u".json"_s,
        [book, entry](LibraryStore &store) {
            return changeBookDocument(store, book, [&](const Json &now) -> Result<Json> {
                if (entryTitled(now, entry.value(u"comment").toText()) != entry)
                    return failure(tr("the entry has been changed since; delete it in the lorebook"), book);
                return bookWithoutEntry(now, entry.value(u"uid").toInt());
            });
        },
        this,
        [this, book, changes, session](const Result<Json> &saved) {
            if (!saved) {
                m_context.say(memoryNoticeId, true,
                              tr("The memory was not removed: %1.").arg(saved.error().line()));
                return;
            }
            m_context.say(memoryNoticeId, false, tr("The memory is removed."));
            Q_EMIT takenBack(book);
            if (!session)
                return;
            QList<ChatChange> back;
            MemoryMarks marks = memoryMarksOf(session->chat());
            for (const ChatChange &change : changes) {
                for (qsizetype i = 0; i < change.inserted.size(); ++i) {
                    if (!change.removed.at(i).isHidden)
                        back.append(setHidden(session->chat(), change.index + i, change.index + i, false));
                }
                if (change.header)
                    marks.place = memoryMarksOf({.name = {},
                                                 .header = change.header->first,
                                                 .messages = session->chat().messages})
                                      .place;
            }
            back.append(withMemoryMarks(session->chat(), marks));
            session->edits().change(UndoAction::Memory, back);
        });
}

void MemoryMaking::stop()
{
    if (isRunning())
        cancel();
}

void MemoryMaking::cancel()
{
    if (m_phase == Phase::Idle || m_phase == Phase::Keeping)
        return;
    if (m_run) {
        m_run->stop(); // ends
        return;
    }
    end();
}

void MemoryMaking::end()
{
    ++m_generation;
    m_task.reset();
    m_scripts.reset();
    m_app.chatPane.notices()->dismiss(memoryNoticeId);
    m_app.memoryDesk.memory()->showNothing();
    become(Phase::Idle);
}

} // namespace snug
