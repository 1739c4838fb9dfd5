#include "app/chat/knowledgecontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/chat/knowledgerecord.h"
#include "core/prompt/assemble.h"
#include "core/prompt/castnames.h"
#include "core/prompt/knownto.h"
#include "core/prompt/stages/visibility.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/knowersmenu.h"
#include "widgets/chat/recipients.h"
#include "widgets/chat/transcript.h"
#include "widgets/inspector/comparisonpane.h"
#include "widgets/inspector/inspector.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>

using namespace Qt::StringLiterals;

namespace snug {

static const QString chainNoticeId = u"secrets"_s;
static const QString earlierNoticeId = u"earlier-secrets"_s;

KnowledgeController::KnowledgeController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_knowledge(&app.workspace.content.knowledge())
{
    using enum ActionId;
    connect(app.actions.action(WhoKnowsWhat), &QAction::triggered, this, &KnowledgeController::showSettings);
    connect(app.actions.action(KeepSecrets), &QAction::triggered, this, &KnowledgeController::keepSecrets);
    connect(m_knowledge, &ActiveKnowledge::changed, this, &KnowledgeController::refresh);
    connect(&app.chat, &ChatController::sessionChanged, this, &KnowledgeController::connectSession);
    connect(&app.workspace.content, &ActiveContent::changed, this, &KnowledgeController::showParts);
    connect(app.inspector.comparison(), &ComparisonPane::wantedChanged, this, &KnowledgeController::compare);
    connect(&app.workspace.connections, &Connections::linkChanged, this, &KnowledgeController::refreshNotice);
    connect(app.chatPane.notices(), &NoticeBar::putAway, this, [this](const QString &id) {
        m_isNoticeAway = m_isNoticeAway || id == chainNoticeId;
        if (id == earlierNoticeId)
            leaveEarlier();
    });
    connect(app.chatPane.transcript(), &Transcript::knowersRequested, this,
            &KnowledgeController::showKnowers);
    connectBar();
    connectSession();
}

KnowledgeController::~KnowledgeController() = default;

void KnowledgeController::connectBar()
{
    CastBar *bar = m_app.chatPane.cast();
    // The persona is nobody's part: whoever writes as it writes as themselves.
    const auto writeAs = [this](const QString &name) {
        m_app.chatPane.composer()->recipients()->setChosen({}); // they were the former writer's
        m_knowledge->setWriter(name == m_app.workspace.content.personas().userName() ? QString() : name);
    };
    connect(bar, &CastBar::writerChosen, this, writeAs);
    connect(bar, &CastBar::replierChosen, m_knowledge, &ActiveKnowledge::setAsked);
    connect(bar, &CastBar::showAllToggled, this, [this](bool all) {
        m_showsAll = all;
        showParts();
    });
    connect(bar, &CastBar::stopRequested, this, [this] {
        if (ChatSession *session = m_app.chat.session())
            session->stop();
    });
    connect(bar, &CastBar::goOnRequested, this, [this] {
        if (ChatSession *session = m_app.chat.session())
            session->extendChain();
    });
    using enum ActionId;
    connect(m_app.actions.action(WriteAsNext), &QAction::triggered, this, [this, writeAs] {
        const CastState state = parts();
        writeAs(nextName(state.writers, state.writer));
    });
    connect(m_app.actions.action(FocusRecipients), &QAction::triggered, this,
            [this] { m_app.chatPane.composer()->recipients()->setFocus(Qt::ShortcutFocusReason); });
}

void KnowledgeController::connectSession()
{
    m_showsAll = false;
    m_isReplyUnderWay = false;
    m_replying.clear();
    m_beside.reset();
    if (ChatSession *session = m_app.chat.session()) {
        connect(session, &ChatSession::snapshotChanged, this, &KnowledgeController::showParts);
        connect(session, &ChatSession::replyChanged, this, &KnowledgeController::followReply);
        connect(session, &ChatSession::chainChanged, this, &KnowledgeController::showParts);
        connect(session, &ChatSession::historyChanged, this, &KnowledgeController::askAboutEarlier);
        connect(&session->preview(), &PromptPreview::ready, this, &KnowledgeController::compare);
        connect(m_app.chat.known(), &QAbstractItemModel::rowsInserted, this, &KnowledgeController::showParts);
        connect(m_app.chat.known(), &QAbstractItemModel::rowsRemoved, this, &KnowledgeController::showParts);
    }
    m_app.chatPane.notices()->dismiss(earlierNoticeId); // of the chat before
    refresh();
    showParts();
}

// Its words change nothing here, and come often.
void KnowledgeController::followReply()
{
    const ReplyState &reply = m_app.chat.session()->reply();
    const QString writing = reply.isUnderWay() ? reply.name : QString();
    if (m_isReplyUnderWay == reply.isUnderWay() && m_replying == writing)
        return;
    m_isReplyUnderWay = reply.isUnderWay();
    m_replying = writing;
    showParts();
}

// Everybody in the scene, whether or not they have spoken, the narrator left out.
QStringList KnowledgeController::namesToPlay() const
{
    const ChatSession *session = m_app.chat.session();
    QStringList names = namesInChat(session->chat(), session->snapshot().scene.cast);
    names.removeAll(u"system"_s);
    return namesToWriteAs(names, userOf(session->snapshot()));
}

CastState KnowledgeController::parts() const
{
    ChatSession *session = m_app.chat.session();
    const PromptInputs &inputs = session->snapshot();
    CastState state;
    state.writer = writerOf(inputs);
    state.writers = namesToPlay();
    const SpeakerQueue next = session->speaking().coming();
    state.replier = !inputs.group             ? session->upcoming().replier()
                    : next.speakers.isEmpty() ? tr("nobody")
                                              : next.speakers.first().name;
    state.isAsked = !inputs.scene.asked.isEmpty() && state.replier == inputs.scene.asked;
    for (const QString &name : inputs.scene.cast) {
        if (name != state.writer && name != userOf(inputs))
            state.repliers.append(name);
    }
    const ReplyState &reply = session->reply();
    const PrivateChain &chain = session->chain();
    state.kept = m_app.chat.known()->keptCount();
    state.showsAll = m_showsAll;
    state.waiting = chain.waiting();
    state.rounds = chain.rounds();
    state.mostRounds = inputs.knowledge.roundLimit;
    if (reply.isUnderWay() && (chain.rounds() > 0 || !chain.waiting().isEmpty()))
        state.writing = reply.name;
    state.isAtLimit = !reply.isUnderWay() && !chain.waiting().isEmpty() && chain.isAtLimit(inputs.knowledge);
    return state;
}

void KnowledgeController::showParts()
{
    const ChatSession *session = m_app.chat.session();
    const bool isOn = session && m_knowledge->inEffect().isEnabled;
    m_app.chatPane.cast()->setVisible(isOn);
    m_app.inspector.setComparable(isOn);
    refreshNotice();
    Recipients *recipients = m_app.chatPane.composer()->recipients();
    recipients->setVisible(isOn);
    for (const ActionId id : {ActionId::WriteAsNext, ActionId::FocusRecipients})
        m_app.actions.action(id)->setEnabled(isOn);
    if (!isOn) {
        if (session)
            m_app.chat.known()->setViewer({});
        return;
    }
    const PromptInputs &inputs = session->snapshot();
    if (!inputs.knowledge.isEnabled)
        return; // about to be made anew
    m_app.chat.known()->setViewer(m_showsAll ? QString() : writerOf(inputs));
    const CastState state = parts();
    m_app.chatPane.cast()->setState(state);
    QStringList others = state.writers;
    others.removeAll(state.writer);
    recipients->setNames(others);
}

void KnowledgeController::refresh()
{
    const bool hasChat = m_app.chat.session() != nullptr;
    QAction *keep = m_app.actions.action(ActionId::KeepSecrets);
    keep->setEnabled(hasChat);
    keep->setChecked(hasChat && m_knowledge->inEffect().isEnabled);
    askAboutEarlier();
    if (!m_dialog)
        return;
    m_dialog->setLibrary(m_knowledge->librarySettings());
    m_dialog->setChat(hasChat ? std::optional(m_knowledge->chatSettings()) : std::nullopt);
}

// Another's prompt, made like the one that is shown and only while both are looked at.
void KnowledgeController::compare()
{
    ChatSession *session = m_app.chat.session();
    ComparisonPane *pane = m_app.inspector.comparison();
    if (!session || !session->snapshot().knowledge.isEnabled)
        return;
    const PreparedPrompt &shown = session->preview().current();
    const PromptInputs &inputs = shown.generation > 0 ? shown.inputs : session->snapshot();
    QList<std::pair<QString, QString>> others;
    if (inputs.group) {
        for (const GroupMember &member : inputs.group->members) {
            if (member.avatar != inputs.avatar)
                others.append({member.avatar, member.card.name});
        }
    } else {
        for (const QString &name : inputs.scene.cast) {
            if (name != replierOf(inputs))
                others.append({name, name});
        }
    }
    pane->setNames(replierOf(inputs), others);
    if (!pane->isVisible() || pane->wanted().isEmpty() || shown.generation == 0)
        return;
    PromptInputs beside = inputs;
    if (inputs.group)
        m_app.workspace.content.inputsForSpeaker(beside, pane->wanted());
    else
        beside.scene.replier = pane->wanted();
    if (!m_beside) {
        m_beside = std::make_unique<PromptPreview>(assemble);
        connect(m_beside.get(), &PromptPreview::ready, this, &KnowledgeController::showComparison);
    }
    m_beside->update({beside, {}});
}

// Both about the same chat and draft; if something has changed meanwhile, the newer ones are on their way.
void KnowledgeController::showComparison()
{
    const ChatSession *session = m_app.chat.session();
    if (!session || m_beside->isBusy())
        return;
    const auto shown = m_app.chat.shownPrompt();
    const PromptInputs &beside = m_beside->current().inputs;
    if (shown && shown->inputs.chat == beside.chat && shown->inputs.userText == beside.userText)
        m_app.inspector.comparison()->setPrompts(shown->prompt, m_beside->current().prompt);
}

// What a connection that takes messages cannot do, and what comes nearest.
void KnowledgeController::refreshNotice()
{
    NoticeBar *notices = m_app.chatPane.notices();
    const bool isOn = m_app.chat.session() && m_knowledge->inEffect().isEnabled;
    if (!isOn)
        m_isNoticeAway = false; // said anew the next time
    if (!isOn || m_app.workspace.connections.link().connection.completesText() ||
        m_knowledge->inEffect().namesInMessages) {
        notices->dismiss(chainNoticeId);
        return;
    }
    if (m_isNoticeAway || notices->isShown(chainNoticeId))
        return;
    const auto putNames = [this] {
        KnowledgeSettings settings = m_knowledge->librarySettings();
        settings.namesInMessages = true;
        m_knowledge->changeLibrarySettings(settings);
    };
    notices->post(chainNoticeId, {Notice::Kind::Hint,
                                  tr("Secrets are kept here too, but this connection takes messages, so the "
                                     "speakers' names and the texts that end a reply are not sent."),
                                  {{tr("Put Names in Messages"), putNames},
                                   {tr("Connections…"),
                                    [this] { m_app.actions.action(ActionId::Connections)->trigger(); }}}});
}

// In this chat; where that is what the library says anyway, the chat needs not say it.
void KnowledgeController::keepSecrets(bool isWanted)
{
    ChatSession *session = m_app.chat.session();
    if (!session)
        return;
    KnowledgeOverrides own = m_knowledge->chatSettings();
    own.isEnabled.reset();
    if (m_knowledge->librarySettings().isEnabled != isWanted)
        own.isEnabled = isWanted;
    session->edits().setKnowledge(own);
}

// Messages from before secrets were kept are public, though their tags may say something else.
void KnowledgeController::askAboutEarlier()
{
    ChatSession *session = m_app.chat.session();
    NoticeBar *notices = m_app.chatPane.notices();
    const auto count = session && !m_knowledge->chatSettings().leavesEarlier
                           ? rowsWithUnreadTags(session->chat(), m_knowledge->inEffect()).size()
                           : 0;
    if (count == 0)
        return notices->dismiss(earlierNoticeId);
    if (notices->isShown(earlierNoticeId))
        return;
    const auto keepPrivate = [this] {
        if (ChatSession *open = m_app.chat.session())
            open->edits().change(UndoAction::Knowers, readTags(open->chat(), m_knowledge->inEffect()));
    };
    notices->post(
        earlierNoticeId,
        {Notice::Kind::Hint,
         tr("%n earlier message(s) name who may know them, but are known to everybody.", nullptr, int(count)),
         {{tr("Keep Them Private"), keepPrivate}, {tr("Leave Them Public"), [this] { leaveEarlier(); }}}});
}

void KnowledgeController::leaveEarlier()
{
    ChatSession *session = m_app.chat.session();
    if (!session)
        return;
    KnowledgeOverrides own = m_knowledge->chatSettings();
    own.leavesEarlier = true;
    session->edits().setKnowledge(own);
}

void KnowledgeController::showKnowers(int shown, const QPoint &position)
{
    ChatSession *session = m_app.chat.session();
    const int row = session ? m_app.chat.known()->sourceRow(shown) : -1;
    if (row < 0 || row >= session->conversation().size())
        return;
    const Message &message = session->chat().messages.at(row);
    auto *menu = new KnowersMenu(namesToPlay(), knownTo(message), message.name, m_app.chatPane.transcript());
    connect(menu, &KnowersMenu::chosen, this,
            [this, session = QPointer(session),
             id = session->conversation().idAt(row)](const QStringList &names) {
                // Wherever the message is by then.
                const int now = session && m_app.chat.model() ? m_app.chat.model()->rowOf(id) : -1;
                if (now >= 0)
                    session->edits().change(UndoAction::Knowers,
                                            {changeKnowers(session->chat(), now, names)});
            });
    menu->popup(position);
}

void KnowledgeController::showSettings()
{
    if (!m_dialog) {
        m_dialog = new KnowledgeDialog(&m_app.window);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_dialog, &KnowledgeDialog::libraryEdited, m_knowledge,
                &ActiveKnowledge::changeLibrarySettings);
        connect(m_dialog, &KnowledgeDialog::chatEdited, this, [this](const KnowledgeOverrides &overrides) {
            if (ChatSession *session = m_app.chat.session())
                session->edits().setKnowledge(overrides);
        });
        refresh();
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

} // namespace snug
