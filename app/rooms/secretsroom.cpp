#include "app/rooms/secretsroom.h"

#include "app/rooms/chatroom.h"
#include "app/rooms/modelroom.h"
#include "app/rooms/promptroom.h"
#include "core/prompt/assemble.h"
#include "core/prompt/castnames.h"
#include "core/prompt/knownto.h"
#include "core/prompt/stages/visibility.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/recipients.h"
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

SecretsRoom::SecretsRoom(const Surroundings &around, QObject *parent)
    : QObject(parent)
    , m_around(around)
    , m_knowledge(&around.prompt->knowledge())
{
    using enum ActionId;
    connect(around.actions->action(WhoKnowsWhat), &QAction::triggered, this, &SecretsRoom::showSettings);
    connect(around.actions->action(KeepSecrets), &QAction::triggered, this, &SecretsRoom::keepSecrets);
    connect(m_knowledge, &KnowledgeRoom::changed, this, &SecretsRoom::renew);
    connect(around.chat, &ChatRoom::sessionChanged, this, &SecretsRoom::joinSession);
    connect(around.prompt, &PromptRoom::changed, this, &SecretsRoom::showParts);
    connect(around.inspector->comparison(), &ComparisonPane::wantedChanged, this, &SecretsRoom::compare);
    connect(around.model, &ModelRoom::linkChanged, this, &SecretsRoom::renewNotice);
    connect(around.pane->notices(), &NoticeBar::putAway, this,
            [this](const QString &id) { m_isNoticeAway = m_isNoticeAway || id == chainNoticeId; });
    joinBar();
    joinSession();
}

SecretsRoom::~SecretsRoom() = default;

void SecretsRoom::joinBar()
{
    CastBar *bar = m_around.pane->cast();
    // The persona is nobody's part: whoever writes as it writes as themselves.
    const auto writeAs = [this](const QString &name) {
        m_around.pane->composer()->recipients()->setChosen({}); // they were the former writer's
        m_knowledge->setWriter(name == m_around.prompt->userName() ? QString() : name);
    };
    connect(bar, &CastBar::writerChosen, this, writeAs);
    connect(bar, &CastBar::replierChosen, m_knowledge, &KnowledgeRoom::setAsked);
    connect(bar, &CastBar::showAllToggled, this, [this](bool all) {
        m_showsAll = all;
        showParts();
    });
    connect(bar, &CastBar::stopRequested, this, [this] {
        if (ChatSession *session = m_around.chat->session())
            session->stop();
    });
    connect(bar, &CastBar::goOnRequested, this, [this] {
        if (ChatSession *session = m_around.chat->session())
            session->extendChain();
    });
    using enum ActionId;
    connect(m_around.actions->action(WriteAsNext), &QAction::triggered, this, [this, writeAs] {
        const CastState state = parts();
        writeAs(nextName(state.writers, state.writer));
    });
    connect(m_around.actions->action(FocusRecipients), &QAction::triggered, this,
            [this] { m_around.pane->composer()->recipients()->setFocus(Qt::ShortcutFocusReason); });
}

void SecretsRoom::joinSession()
{
    m_showsAll = false;
    m_isReplyUnderWay = false;
    m_replying.clear();
    m_beside.reset();
    if (ChatSession *session = m_around.chat->session()) {
        connect(session, &ChatSession::snapshotChanged, this, &SecretsRoom::showParts);
        connect(session, &ChatSession::replyChanged, this, &SecretsRoom::followReply);
        connect(session, &ChatSession::chainChanged, this, &SecretsRoom::showParts);
        connect(&session->preview(), &PromptPreview::ready, this, &SecretsRoom::compare);
        connect(m_around.chat->known(), &QAbstractItemModel::rowsInserted, this, &SecretsRoom::showParts);
        connect(m_around.chat->known(), &QAbstractItemModel::rowsRemoved, this, &SecretsRoom::showParts);
    }
    renew();
    showParts();
}

// Its words change nothing here, and come often.
void SecretsRoom::followReply()
{
    const ReplyState &reply = m_around.chat->session()->reply();
    const QString writing = reply.isUnderWay() ? reply.name : QString();
    if (m_isReplyUnderWay == reply.isUnderWay() && m_replying == writing)
        return;
    m_isReplyUnderWay = reply.isUnderWay();
    m_replying = writing;
    showParts();
}

// Everybody in the scene, whether or not they have spoken, the narrator left out.
QStringList SecretsRoom::namesToPlay() const
{
    const ChatSession *session = m_around.chat->session();
    QStringList names = namesInChat(session->chat(), session->snapshot().scene.cast);
    names.removeAll(u"system"_s);
    return namesToWriteAs(names, userOf(session->snapshot()));
}

CastState SecretsRoom::parts() const
{
    ChatSession *session = m_around.chat->session();
    const PromptInputs &inputs = session->snapshot();
    CastState state;
    state.writer = writerOf(inputs);
    state.writers = namesToPlay();
    const SpeakerQueue next = session->speaking().coming();
    state.replier = !inputs.group             ? session->replier()
                    : next.speakers.isEmpty() ? tr("nobody")
                                              : next.speakers.first().name;
    state.isAsked = !inputs.scene.asked.isEmpty() && state.replier == inputs.scene.asked;
    for (const QString &name : inputs.scene.cast) {
        if (name != state.writer && name != userOf(inputs))
            state.repliers.append(name);
    }
    const ReplyState &reply = session->reply();
    const PrivateChain &chain = session->chain();
    state.kept = m_around.chat->known()->keptCount();
    state.showsAll = m_showsAll;
    state.waiting = chain.waiting();
    state.rounds = chain.rounds();
    state.mostRounds = inputs.knowledge.roundLimit;
    if (reply.isUnderWay() && (chain.rounds() > 0 || !chain.waiting().isEmpty()))
        state.writing = reply.name;
    state.isAtLimit = !reply.isUnderWay() && !chain.waiting().isEmpty() && chain.isAtLimit(inputs.knowledge);
    return state;
}

void SecretsRoom::showParts()
{
    const ChatSession *session = m_around.chat->session();
    const bool isOn = session && m_knowledge->inEffect().isEnabled;
    m_around.pane->cast()->setVisible(isOn);
    m_around.inspector->setComparable(isOn);
    renewNotice();
    Recipients *recipients = m_around.pane->composer()->recipients();
    recipients->setVisible(isOn);
    for (const ActionId id : {ActionId::WriteAsNext, ActionId::FocusRecipients})
        m_around.actions->action(id)->setEnabled(isOn);
    if (!isOn) {
        if (session)
            m_around.chat->known()->setViewer({});
        return;
    }
    const PromptInputs &inputs = session->snapshot();
    if (!inputs.knowledge.isEnabled)
        return; // about to be made anew
    m_around.chat->known()->setViewer(m_showsAll ? QString() : writerOf(inputs));
    const CastState state = parts();
    m_around.pane->cast()->setState(state);
    QStringList others = state.writers;
    others.removeAll(state.writer);
    recipients->setNames(others);
}

void SecretsRoom::renew()
{
    const bool hasChat = m_around.chat->session() != nullptr;
    QAction *keep = m_around.actions->action(ActionId::KeepSecrets);
    keep->setEnabled(hasChat);
    keep->setChecked(hasChat && m_knowledge->inEffect().isEnabled);
    if (!m_dialog)
        return;
    m_dialog->setLibrary(m_knowledge->librarySettings());
    m_dialog->setChat(hasChat ? std::optional(m_knowledge->chatSettings()) : std::nullopt);
}

// Another's prompt, made like the one that is shown and only while both are looked at.
void SecretsRoom::compare()
{
    ChatSession *session = m_around.chat->session();
    ComparisonPane *pane = m_around.inspector->comparison();
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
        m_around.prompt->letSpeak(beside, pane->wanted());
    else
        beside.scene.replier = pane->wanted();
    if (!m_beside) {
        m_beside = std::make_unique<PromptPreview>(assemble);
        connect(m_beside.get(), &PromptPreview::ready, this, &SecretsRoom::showComparison);
    }
    m_beside->update({beside, {}});
}

// Both about the same chat and draft; if something has changed meanwhile, the newer ones are on their way.
void SecretsRoom::showComparison()
{
    const ChatSession *session = m_around.chat->session();
    if (!session || m_beside->isBusy())
        return;
    const auto shown = m_around.chat->shownPrompt();
    const PromptInputs &beside = m_beside->current().inputs;
    if (shown && shown->inputs.chat == beside.chat && shown->inputs.userText == beside.userText)
        m_around.inspector->comparison()->setPrompts(shown->prompt, m_beside->current().prompt);
}

// What a connection that takes messages cannot do, and what comes nearest.
void SecretsRoom::renewNotice()
{
    NoticeBar *notices = m_around.pane->notices();
    const bool isOn = m_around.chat->session() && m_knowledge->inEffect().isEnabled;
    if (!isOn)
        m_isNoticeAway = false; // said anew the next time
    if (!isOn || m_around.model->completesText() || m_knowledge->inEffect().namesInMessages) {
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
    notices->post(
        chainNoticeId,
        {Notice::Kind::Hint,
         tr("Secrets are kept here too, but this connection takes messages: the names of turns, and "
            "where a reply has to end, are not sent."),
         {{tr("Put Names in Messages"), putNames},
          {tr("Connections…"), [this] { m_around.actions->action(ActionId::Connections)->trigger(); }}}});
}

// In this chat; where that is what the library says anyway, the chat needs not say it.
void SecretsRoom::keepSecrets(bool isWanted)
{
    ChatSession *session = m_around.chat->session();
    if (!session)
        return;
    KnowledgeOverrides own = m_knowledge->chatSettings();
    own.isEnabled.reset();
    if (m_knowledge->librarySettings().isEnabled != isWanted)
        own.isEnabled = isWanted;
    session->setKnowledge(own);
}

void SecretsRoom::showSettings()
{
    if (!m_dialog) {
        m_dialog = new KnowledgeDialog(m_around.window);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_dialog, &KnowledgeDialog::libraryEdited, m_knowledge,
                &KnowledgeRoom::changeLibrarySettings);
        connect(m_dialog, &KnowledgeDialog::chatEdited, this, [this](const KnowledgeOverrides &overrides) {
            if (ChatSession *session = m_around.chat->session())
                session->setKnowledge(overrides);
        });
        renew();
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

} // namespace snug
