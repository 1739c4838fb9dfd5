#include "app/inspector/whatifcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/inspector/appliedwhatif.h"
#include "app/inspector/changescontroller.h"
#include "core/guarded.h"
#include "core/library/library.h"
#include "core/library/settingsfiles.h"
#include "core/prompt/promptparts.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/window/mainwindow.h"

#include <QSet>
#include <QtConcurrentRun>

#include <algorithm>
#include <ranges>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QStringList firedOnlyIn(const AssembledPrompt &prompt, const AssembledPrompt &other)
{
    QSet<std::pair<QString, int>> known;
    for (const LoreTrace &row : other.trace.lore) {
        if (row.fired)
            known.insert({row.book, row.uid});
    }
    QStringList titles;
    for (const LoreTrace &row : prompt.trace.lore) {
        if (row.fired && !known.contains({row.book, row.uid}))
            titles.append(row.title.isEmpty() ? u"%1 %2"_s.arg(row.book).arg(row.uid) : row.title);
    }
    return titles;
}

WhatIfEffect effectOf(const AssembledPrompt &now, const AssembledPrompt &files,
                      const std::shared_ptr<const AssembledPrompt> &last)
{
    WhatIfEffect effect;
    effect.tokens = now.budget.used;
    effect.filesTokens = files.budget.used;
    effect.kind = std::max(now.budget.kind, files.budget.kind); // of the less exact one
    effect.moreLore = firedOnlyIn(now, files);
    effect.lessLore = firedOnlyIn(files, now);
    if (last) {
        effect.kept = promptPrefix(*last, now).percent();
        effect.filesKept = promptPrefix(*last, files).percent();
    }
    return effect;
}

} // namespace

WhatIfController::WhatIfController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_files(assemble)
{
    app.chat.setInputAdjustment([this](PromptInputs &inputs) {
        if (!m_whatIf.isEmpty())
            inputs = withWhatIf(std::move(inputs), m_whatIf);
        if (m_whatIf.model)
            inputs.counter = m_triedCounter;
    });
    connect(&app.chat, &ChatController::sessionChanged, this, [this] {
        leave(); // it is about one chat
        if (ChatSession *session = m_app.chat.session()) {
            connect(session, &ChatSession::snapshotChanged, this, &WhatIfController::follow);
            connect(&session->preview(), &PromptPreview::ready, this, &WhatIfController::compare);
            connect(&session->preview(), &PromptPreview::ready, this, &WhatIfController::findUnsent);
        }
    });
    connect(&m_files, &PromptPreview::ready, this, &WhatIfController::compare);
    connect(&m_effect, &QFutureWatcherBase::finished, this, &WhatIfController::showEffect);
    connect(&app.changes, &ChangesController::compared, this, &WhatIfController::compare);

    Inspector *inspector = &app.inspector;
    connect(inspector, &Inspector::switchRequested, this, &WhatIfController::switchOff);
    connect(inspector, &Inspector::editRequested, this, &WhatIfController::edit);
    connect(inspector, &Inspector::belowRequested, this, &WhatIfController::moveBelow);
    connect(inspector, &Inspector::moveBelowRequested, this,
            [this] { moveBelow(m_app.changes.breakSource()); });
    connect(inspector->prompt(), &PromptPane::whatIfRequested, this, &WhatIfController::showMenu);
    connectUnsent();
    WhatIfBar *bar = inspector->whatIf();
    connect(bar, &WhatIfBar::leaveRequested, this, &WhatIfController::leave);
    connect(bar, &WhatIfBar::applyRequested, this, &WhatIfController::apply);
    connect(bar, &WhatIfBar::takeBackRequested, this,
            [this](int sentence) { setWhatIf(withoutSentence(m_whatIf, sentence)); });
    connect(bar, &WhatIfBar::textEdited, this, [this](const QString &text) {
        if (!m_edited || !m_app.chat.session())
            return;
        WhatIf changed = m_whatIf;
        const QString stored = whatIfText(*m_edited, m_app.chat.session()->upcoming().untouched());
        changed.at(*m_edited, m_editedName).text = text == stored ? std::nullopt : std::optional(text);
        changed.tidy();
        setWhatIf(changed);
    });
}

WhatIfController::~WhatIfController()
{
    m_unsentStop.request_stop();
    m_app.chat.setInputAdjustment({});
    m_effect.waitForFinished(); // milliseconds; it works on values only
}

void WhatIfController::setWhatIf(const WhatIf &whatIf)
{
    WhatIfBar *bar = m_app.inspector.whatIf();
    const bool isSame = m_whatIf == whatIf;
    const bool isSameModel = m_whatIf.model == whatIf.model;
    m_whatIf = whatIf;
    if (!isSameModel)
        tryModel();
    bar->setWhatIf(whatIf);
    m_app.inspector.setTrying(!whatIf.isEmpty());
    if (whatIf.isEmpty())
        bar->setEffect({});
    if (!isSame && m_app.chat.session())
        m_app.chat.session()->upcoming().update();
}

void WhatIfController::leave()
{
    m_edited.reset();
    m_app.inspector.whatIf()->endEdit();
    m_app.inspector.whatIf()->setProblem({});
    setWhatIf({});
}

std::optional<std::pair<WhatIfTarget, QString>> WhatIfController::targetOf(const Source &source)
{
    const ChatSession *session = m_app.chat.session();
    if (!session)
        return std::nullopt;
    const WhatIfTarget target = whatIfTarget(source, session->upcoming().untouched());
    if (target.isNothing()) {
        m_app.window.showNews(
            tr("%1 is made from other texts, so there is nothing to switch").arg(thingName(thingOf(source))));
        return std::nullopt;
    }
    // The link that it is, as the user calls it.
    Source link = source;
    while (link.hasParent() && whatIfTarget(link.parent(), session->upcoming().untouched()) == target)
        link = link.parent();
    return std::pair(target, thingName(link));
}

void WhatIfController::switchOff(const Source &source)
{
    if (const auto target = targetOf(source)) {
        WhatIf changed = m_whatIf;
        WhatIfChange &change = changed.at(target->first, target->second);
        if (change.isOn || (!change.isOff && isSilent(target->first)))
            change.isOn = !change.isOn;
        else
            change.isOff = !change.isOff;
        changed.tidy();
        setWhatIf(changed);
    }
}

// An entry of the books in effect that does not fire.
bool WhatIfController::isSilent(const WhatIfTarget &target) const
{
    const auto shown = m_app.chat.shownPrompt();
    return shown && target.kind == WhatIfTarget::Kind::LoreEntry &&
           std::ranges::any_of(shown->prompt.trace.lore, [&](const LoreTrace &row) {
               return row.book == target.name && row.uid == target.number && !row.fired;
           });
}

void WhatIfController::moveBelow(const Source &source)
{
    const auto target = targetOf(source);
    if (!target)
        return;
    if (!canMoveBelow(target->first)) {
        m_app.window.showNews(
            tr("The place of %1 follows from its kind, so it cannot be moved").arg(target->second));
        return;
    }
    WhatIf changed = m_whatIf;
    WhatIfChange &change = changed.at(target->first, target->second);
    change.isBelow = !change.isBelow;
    changed.tidy();
    setWhatIf(changed);
}

void WhatIfController::edit(const Source &source)
{
    const auto target = targetOf(source);
    if (!target)
        return;
    const PromptInputs &files = m_app.chat.session()->upcoming().untouched();
    if (target->first.kind == WhatIfTarget::Kind::Block && files.preset &&
        std::ranges::any_of(files.preset->prompts, [&](const PromptBlock &block) {
            return block.identifier == target->first.name && block.marker;
        })) {
        m_app.window.showNews(
            tr("%1 is a place for other texts: choose one of them with the arrow keys").arg(target->second));
        return;
    }
    m_edited = target->first;
    m_editedName = target->second;
    const WhatIfChange *change = m_whatIf.find(target->first);
    m_app.inspector.whatIf()->edit(target->second,
                                   change && change->text ? *change->text : whatIfText(target->first, files));
}

// The files' prompt goes on beside what is tried.
void WhatIfController::follow()
{
    const ChatSession *session = m_app.chat.session();
    if (!session || m_whatIf.isEmpty())
        return;
    PromptInputs files = session->upcoming().untouched();
    files.loreCache = m_filesLore; // the two would push each other out of one
    const ModelLink link = m_app.workspace.connections.link();
    if (m_whatIf.model) {
        files.counter = m_app.workspace.connections.counter();
        files.model = link.connection.model;
        files.contextSize =
            link.connection.contextSize.value_or(m_app.workspace.content.inputs().contextSize);
    }
    m_files.update({files, link});
}

void WhatIfController::compare()
{
    const ChatSession *session = m_app.chat.session();
    if (!session || m_whatIf.isEmpty() || m_effect.isRunning() || m_files.isBusy() ||
        m_app.chat.session()->preview().isBusy())
        return;
    const auto shown = m_app.chat.shownPrompt();
    if (!shown || m_files.current().generation == 0)
        return;
    // The Understudy keeps nothing of what it was sent.
    const auto last = m_app.workspace.connections.isUnderstudy() ? nullptr : m_app.changes.lastPrompt();
    m_effect.setFuture(QtConcurrent::run(guarded(
        [now = shown->prompt, files = m_files.current().prompt, last] { return effectOf(now, files, last); },
        [](const Error &) { return WhatIfEffect(); })));
}

void WhatIfController::showEffect()
{
    if (!m_whatIf.isEmpty())
        m_app.inspector.whatIf()->setEffect(m_effect.result());
}

// Where the connection says how large the context is, there it is changed.
void WhatIfController::applyContextSize()
{
    const Connection active = m_app.workspace.connections.link().connection;
    if (!m_whatIf.contextSize || !active.contextSize)
        return;
    QList<Connection> connections = m_app.workspace.connections.connections();
    for (Connection &connection : connections) {
        if (connection.id == active.id)
            connection.contextSize = m_whatIf.contextSize;
    }
    m_app.workspace.connections.setConnections(connections);
}

void WhatIfController::applyToChat()
{
    ChatSession *session = m_app.chat.session();
    const PromptInputs files = session->upcoming().untouched();
    for (const WhatIfChange &change : m_whatIf.changes) {
        const WhatIfTarget &target = change.target;
        if (target.kind == WhatIfTarget::Kind::ChatMessage) {
            if (change.text)
                session->edits().edit(target.number, *change.text);
            if (change.isOff)
                session->edits().setHidden(target.number, target.number, true);
        } else if (target.kind == WhatIfTarget::Kind::AuthorsNote) {
            const QString text = change.isOff ? QString() : change.text.value_or(QString());
            session->edits().change(UndoAction::Edit, {setMetadata(session->chat(), u"note_prompt"_s, text)});
        }
    }
    if (const auto persona = writtenPersona(m_whatIf, files.persona)) {
        ++m_saving;
        m_app.library.save(
            u"settings.json"_s, [persona](LibraryStore &store) { return savePersona(store, *persona); }, this,
            [this](const Result<void> &done) { saved(done ? std::nullopt : std::optional(done.error())); });
    }
    if (m_whatIf.persona)
        m_app.workspace.content.choices().choosePersona(m_whatIf.persona->avatar);
}

} // namespace snug
