#include "app/chat/chatcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatactions.h"
#include "core/chat/greetingtexts.h"
#include "core/chat/librarychatstore.h"
#include "core/library/chatsummary.h"
#include "core/library/chattitle.h"
#include "core/library/groupfiles.h"
#include "core/library/library.h"
#include "core/library/listedchats.h"
#include "core/prompt/typedtokens.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/knownchat.h"
#include "core/workspace/workspace.h"
#include "widgets/chat/chatheader.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/transcript.h"
#include "widgets/inspector/inspector.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

#include <QAction>

using namespace Qt::StringLiterals;

namespace snug {

ChatController::ChatController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_greeting(&app.workspace.content)
    , m_saving(app, m_left, [this] { leave(false); })
    , m_pictures(app)
{
    connectPane();
    new ChatActions(m_app, this); // goes with it
    connect(&m_greeting, &ChatGreeting::greeted, this, &ChatController::showGreeted);
    connect(&m_greeting, &ChatGreeting::groupGreeted, this, &ChatController::makeGroupChat);
    connect(&m_greeting, &ChatGreeting::warned, this, &ChatController::showScriptWarnings);
    connect(&m_app.workspace.content, &ActiveContent::changed, this, &ChatController::inputsChanged);
    connect(&m_app.workspace.connections, &Connections::linkChanged, this, &ChatController::inputsChanged);
    connect(&m_app.library, &Library::changed, this, [this](const LibraryChange &change) {
        const bool chats =
            change.kind == LibraryChange::Kind::Chats || change.kind == LibraryChange::Kind::GroupChats;
        if (m_session && m_reference && chats && change.origin == LibraryChange::Origin::Outside &&
            change.names.contains(m_reference->name))
            m_session->record().saver().noteOutsideChange(m_session->chat());
    });
    connect(&m_app.library, &Library::aboutToClose, this, [this] {
        if (m_reference)
            leave(false);
        m_left.forget([](const ChatReference &) { return true; });
    });
    connect(&m_saving, &SavingNotices::problem, this, &ChatController::problem);
    close();
}

ChatController::~ChatController()
{
    m_app.chatPane.transcript()->setModel(nullptr);
}

// The open chat is not read again: it would be without what is written meanwhile, and so would the next save.
void ChatController::open(const ChatReference &reference, const QString &owner)
{
    const quint64 opening = ++m_opening;
    if (m_session && m_reference == reference && owner == (reference.isGroup() ? m_groupFile : m_cardFile))
        return;
    if (auto left = m_left.take(reference))
        return showLeft(*std::move(left));
    m_app.library.perform(loadingChat(reference, m_app.workspace.chats), this,
                          [this, reference, owner, opening](const Result<LoadedChat> &loaded) {
                              if (opening != m_opening)
                                  return;
                              if (!loaded)
                                  return Q_EMIT failed(loaded.error());
                              close();
                              m_app.workspace.enterChat(reference, owner, loaded->chat);
                              showOwner(reference.isGroup() ? QString() : owner,
                                        reference.isGroup() ? owner : QString());
                              m_opened = {reference, *loaded};
                              if (!isGreetingMissing(reference, *loaded))
                                  return showOpened(loaded->chat);
                              m_greeting.awaitCard(loaded->chat);
                              inputsChanged();
                          });
}

// `chat`: what its file holds, or that with a greeting.
void ChatController::showOpened(const Chat &chat)
{
    const auto [reference, loaded] = *std::exchange(m_opened, std::nullopt);
    m_reference = reference;
    auto store = std::make_unique<LibraryChatStore>(m_app.library, reference.cardFile);
    store->noteRead(reference.name, loaded.version);
    m_store = std::move(store);
    auto saver = std::make_unique<ChatSaver>(m_store.get(), loaded.chat, true);
    const std::optional<Chat> waiting = m_left.waiting(reference);
    if (waiting)
        saver->rewrite(*waiting); // whoever comes second finds it there
    show(waiting.value_or(chat), std::move(saver));
    Q_EMIT fileRead(loaded);
}

void ChatController::showLeft(LeftChat left)
{
    close();
    m_reference = left.reference;
    m_app.workspace.enterChat(left.reference, left.owner, left.chat);
    showOwner(left.reference.isGroup() ? QString() : left.owner,
              left.reference.isGroup() ? left.owner : QString());
    m_store = std::move(left.store);
    show(left.chat, std::move(left.saver));
}

void ChatController::showOwner(const QString &cardFile, const QString &groupFile)
{
    m_cardFile = cardFile;
    m_groupFile = groupFile;
    const std::optional<Group> group = m_app.workspace.content.loaded().group();
    m_pictures.showInHeader(group ? group->members.value(0) : cardFile);
}

void ChatController::startNew(const QString &cardFile)
{
    ++m_opening;
    close();
    m_app.workspace.enterChat({.cardFile = cardFile, .name = {}}, cardFile, {}); // not the former chat's
    showOwner(cardFile, {});
    m_greeting.awaitCard();
    inputsChanged();
}

void ChatController::startNewGroupChat(const QString &groupFile)
{
    ++m_opening;
    close();
    m_app.workspace.enterChat({}, groupFile, {}); // not the former chat's
    showOwner({}, groupFile);
    m_greeting.awaitGroup();
    inputsChanged();
}

void ChatController::makeGroupChat(const Chat &chat)
{
    m_app.library.perform(
        [file = m_groupFile, chat](LibraryStore &store) { return createGroupChat(store, file, chat); }, this,
        [this, file = m_groupFile, opening = m_opening](const Result<QString> &name) {
            if (!name)
                Q_EMIT failed(name.error());
            else if (opening == m_opening)
                open({.cardFile = {}, .name = *name}, file);
        });
}

void ChatController::showGreeted(const Chat &chat)
{
    if (m_opened)
        return showOpened(chat);
    m_reference = ChatReference{.cardFile = m_cardFile, .name = chat.name};
    show(chat, false);
}

void ChatController::show(Chat chat, bool hasFile)
{
    m_store = std::make_unique<LibraryChatStore>(m_app.library, m_reference->cardFile);
    auto saver = std::make_unique<ChatSaver>(m_store.get(), chat, hasFile);
    show(std::move(chat), std::move(saver));
}

void ChatController::show(Chat chat, std::unique_ptr<ChatSaver> saver)
{
    SessionHooks hooks = m_app.workspace.sessionHooks();
    hooks.adjustInputs = [this](PromptInputs &inputs) {
        if (m_adjustInputs)
            m_adjustInputs(inputs);
    };
    hooks.isChatNameTaken = [this](const QString &name) {
        return isChatNameTaken(m_app.library.contents(), *m_reference, name);
    };
    hooks.saying = [this](const QString &typed, const Message &message) { Q_EMIT saying(typed, message); };
    m_session = std::make_unique<ChatSession>(std::move(chat), hooks, std::move(saver));
    m_model = std::make_unique<ChatModel>(m_session.get());
    m_known = std::make_unique<KnownMessages>();
    m_known->setSourceModel(m_model.get());
    ChatSession *session = m_session.get();
    connect(session, &ChatSession::replyChanged, this, &ChatController::showReply);
    connect(session, &ChatSession::draftOffered, this, &ChatController::setDraft);
    connect(session, &ChatSession::changed, this, [this] {
        m_app.workspace.content.setChat(m_session->chat().name, m_session->chat().metadata());
        const bool isRenamed = m_reference->name != m_session->chat().name; // or a branch
        m_reference->name = m_session->chat().name;
        showHeader(); // what is said first names it
        if (isRenamed)
            Q_EMIT opened(*m_reference);
    });
    connect(session, &ChatSession::warned, this, &ChatController::showScriptWarnings);
    m_saving.follow(session);
    connect(&session->preview(), &PromptPreview::ready, this, &ChatController::showPrompt);
    connect(&session->preview(), &PromptPreview::busyChanged, &m_app.inspector, &Inspector::setStale);

    m_app.chatPane.transcript()->setModel(m_known.get());
    m_app.chatPane.composer()->setAvailable(true, true);
    session->setLink(linkNow());
    session->setDraft(draft());
    inputsChanged();
    showReply();
    Q_EMIT sessionChanged();
    Q_EMIT opened(*m_reference);
}

void ChatController::close()
{
    leave(true);
}

void ChatController::letGo(const std::function<bool(const ChatReference &)> &which)
{
    if (m_reference && which(*m_reference)) {
        if (m_session)
            m_session->stop(); // what has arrived goes along into the trash
        leave(false);
    }
    m_left.forget(which);
}

void ChatController::letGoCharacter(const QString &cardFile)
{
    letGo([&](const ChatReference &reference) { return reference.cardFile == cardFile; });
    if (!m_session && m_app.workspace.content.cardFile() == cardFile)
        m_app.workspace.content.setCharacter({});
}

void ChatController::leave(bool isKept)
{
    if (m_session && isKept)
        m_session->stop(); // what has arrived is kept
    Q_EMIT leaving();
    m_saving.follow(nullptr);
    if (m_session && isKept) {
        ChatRecord &record = m_session->record();
        if (record.saver().state().kind == SaveStatus::Kind::Gone)
            record.saver().rewrite(record.chat());
        m_left.keep({.reference = *m_reference,
                     .owner = m_groupFile.isEmpty() ? m_cardFile : m_groupFile,
                     .chat = record.chat(),
                     .store = std::move(m_store),
                     .saver = record.releaseSaver()});
    }
    m_greeting.giveUp();
    m_opened.reset();
    if (m_session)
        m_app.chatPane.notices()->leaveChat();
    m_app.chatPane.transcript()->setModel(nullptr);
    m_known.reset();
    m_model.reset();
    m_session.reset();
    m_store.reset();
    m_reference.reset();
    m_groupFile.clear();
    m_app.workspace.content.knowledge().setParts({}, {}); // nobody has a part in the next one yet
    Q_EMIT sessionChanged();
    m_app.chatPane.composer()->forgetDraft();
    m_app.chatPane.composer()->setTooLong({});
    m_app.chatPane.composer()->setAvailable(false, false);
    m_app.chatPane.composer()->setStreaming(false);
    m_app.actions.action(ActionId::Stop)->setEnabled(false);
    InspectorState nothing;
    nothing.generation = ++m_shown;
    m_app.inspector.setState(nothing);
    Q_EMIT activity({});
    showHeader();
}

ModelLink ChatController::linkNow() const
{
    return m_triedLink.value_or(m_app.workspace.connections.link());
}

void ChatController::setTriedLink(const std::optional<ModelLink> &link)
{
    m_triedLink = link;
    if (m_session)
        m_session->setLink(linkNow());
}

void ChatController::inputsChanged()
{
    m_greeting.look();
    showHeader();
    if (!m_session)
        return;
    const std::optional<Persona> persona = m_app.workspace.content.personas().inEffect().persona;
    const QString card = m_app.workspace.content.cardFile();
    m_model->setDefaultAvatars(persona ? u"User Avatars/"_s + persona->avatar : QString(),
                               card.isEmpty() ? QString() : u"characters/"_s + card);
    m_session->setLink(linkNow());
    m_session->upcoming().update();
    m_session->setDraft(draft()); // whom the user plays is named in it
}

void ChatController::showHeader()
{
    const std::optional<Card> &card = m_app.workspace.content.card();
    ChatHeader *header = m_app.chatPane.header();
    header->setVisible(m_reference.has_value());
    if (m_reference)
        header->setChat(m_app.workspace.content.loaded()
                            .group()
                            .transform([](const Group &group) { return group.name; })
                            .value_or(card                              ? card->name
                                      : m_reference->isWithModelAlone() ? modelAloneTitle()
                                                                        : QString()),
                        m_session ? chatTitle(summarizeChat(m_session->chat())) : QString());
    const QString user = m_app.workspace.content.personas().userName();
    header->setPersonaName(user);
    const QString &writer = m_app.workspace.content.knowledge().inEffect().isEnabled
                                ? m_app.workspace.content.knowledge().writer()
                                : QString();
    m_app.chatPane.composer()->setPersonaName(writer.isEmpty() ? user : writer);
    const Connections &connections = m_app.workspace.connections;
    if (connections.isUnderstudy())
        m_app.chatPane.composer()->setConnectionName(connections.activeName(), {}, tr("Understudy"));
    else
        m_app.chatPane.composer()->setConnectionName(connections.activeName(),
                                                     connections.link().connection.model);
}

void ChatController::showReply()
{
    const ReplyState reply = m_session->reply();
    m_app.chatPane.composer()->setStreaming(reply.isUnderWay());
    m_app.actions.action(ActionId::Stop)->setEnabled(reply.isUnderWay());
    switch (reply.phase) {
    case ReplyState::Phase::Preparing:
    case ReplyState::Phase::Waiting:
        Q_EMIT activity(tr("Waiting for %1…").arg(m_app.workspace.connections.activeName()));
        break;
    case ReplyState::Phase::Streaming:
        Q_EMIT activity(tr("%1 is writing…", "a character").arg(reply.name));
        break;
    default:
        Q_EMIT activity({});
        break;
    }
}

void ChatController::showScriptWarnings(const QStringList &warnings)
{
    if (!warnings.isEmpty())
        m_app.chatPane.notices()->post(
            u"scripts"_s, {Notice::Kind::Problem, warnings.join(u'\n'), {}, Notice::Until::Chat});
}

void ChatController::showPrompt(const PreparedPrompt &prepared)
{
    const InspectorState state{.prompt = prepared.prompt,
                               .outbound = prepared.outbound,
                               .leftOut = prepared.leftOut,
                               .request = prepared.request.value_or(WireRequest()),
                               .generation = ++m_shown, // each session counts from one
                               .requestedMode = m_app.workspace.content.choices().now().mode,
                               .counter = prepared.inputs.counter};
    m_app.inspector.setState(state);
    const bool isTyped = !prepared.inputs.userText.isEmpty();
    m_app.chatPane.composer()->setTokens(isTyped ? typedTokens(prepared.prompt) : -1,
                                         prepared.prompt.budget.kind == CountKind::Exact);
    m_app.chatPane.composer()->setTooLong(prepared.unsent ? unsentNewestWarning(*prepared.unsent)
                                                          : QString());
}

std::optional<PreparedPrompt> ChatController::shownPrompt() const
{
    if (!m_session || m_session->preview().current().generation == 0)
        return std::nullopt;
    return m_session->preview().current();
}

} // namespace snug
