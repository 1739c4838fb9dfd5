#include "app/rooms/chatroom.h"

#include "app/rooms/modelroom.h"
#include "app/rooms/promptroom.h"
#include "core/chat/groupchat.h"
#include "core/chat/librarychatstore.h"
#include "core/library/chatfiles.h"
#include "core/library/filenames.h"
#include "core/library/groupfiles.h"
#include "core/library/settingsfiles.h"
#include "core/memory/memorymarks.h"
#include "core/prompt/assemble.h"
#include "core/prompt/groupinputs.h"
#include "core/prompt/knownto.h"
#include "core/prompt/typedtext.h"
#include "core/tokens/estimate.h"
#include "widgets/chat/chatheader.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/transcript.h"
#include "widgets/inspector/inspector.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QRandomGenerator>
#include <QUuid>

using namespace Qt::StringLiterals;

namespace snug {

ChatRoom::ChatRoom(const Surroundings &around, QObject *parent)
    : QObject(parent)
    , m_around(around)
{
    m_pictures.setEngine(around.pictures);
    joinPane();
    joinActions();
    connect(m_around.prompt, &PromptRoom::changed, this, &ChatRoom::inputsChanged);
    connect(m_around.model, &ModelRoom::linkChanged, this, [this] {
        m_around.prompt->templates().setWanted(m_around.model->completesText());
        m_around.prompt->templates().setModel(m_around.model->link().connection.model,
                                              m_around.prompt->regexEngine());
        inputsChanged();
    });
    connect(m_around.library, &Library::changed, this, [this](const LibraryChange &change) {
        const bool chats =
            change.kind == LibraryChange::Kind::Chats || change.kind == LibraryChange::Kind::GroupChats;
        if (m_session && m_reference && chats && change.origin == LibraryChange::Origin::Outside &&
            change.names.contains(m_reference->name))
            m_session->saver().noteOutsideChange();
    });
    close();
}

ChatRoom::~ChatRoom()
{
    m_around.pane->transcript()->setModel(nullptr);
}

void ChatRoom::open(const ChatReference &reference, const QString &owner)
{
    const quint64 opening = ++m_opening;
    m_around.library->perform([reference](LibraryStore &store) { return loadChat(store, reference); }, this,
                              [this, reference, owner, opening](const Result<LoadedChat> &loaded) {
                                  if (opening != m_opening)
                                      return;
                                  if (!loaded) {
                                      Q_EMIT failed(loaded.error());
                                      return;
                                  }
                                  close();
                                  m_reference = reference;
                                  if (reference.isGroup())
                                      setGroup(owner);
                                  else
                                      setSpeaker(owner);
                                  m_around.prompt->setChatMetadata(loaded->chat.metadata());
                                  m_around.prompt->setChatName(loaded->chat.name);
                                  const auto knowledge = m_around.prompt->knowledge().inEffect();
                                  show(withTagsRead(loaded->chat, knowledge), true);
                              });
}

void ChatRoom::setSpeaker(const QString &cardFile)
{
    m_cardFile = cardFile;
    m_groupFile.clear();
    m_around.prompt->setCharacter(cardFile);
    showPicture(cardFile);
}

void ChatRoom::setGroup(const QString &groupFile)
{
    m_cardFile.clear();
    m_groupFile = groupFile;
    m_around.prompt->setGroup(groupFile);
    const std::optional<Group> group = m_around.prompt->group();
    showPicture(group ? group->members.value(0) : QString());
}

void ChatRoom::showPicture(const QString &cardFile)
{
    m_around.pane->header()->setPicture({});
    m_headerPicture.clear();
    if (cardFile.isEmpty() || cardFile.contains(u'/'))
        return;
    m_headerPicture = u"characters/"_s + cardFile;
    m_pictures.load(m_headerPicture, m_around.library->layout().root() + u'/' + m_headerPicture);
}

void ChatRoom::startNew(const QString &cardFile)
{
    ++m_opening;
    close();
    setSpeaker(cardFile);
    m_around.prompt->setChatMetadata({}); // not the former chat's
    m_around.prompt->setChatName({});
    m_isGreetingDue = true;
    inputsChanged();
}

void ChatRoom::startNewGroupChat(const QString &groupFile)
{
    ++m_opening;
    close();
    setGroup(groupFile);
    m_around.prompt->setChatMetadata({}); // not the former chat's
    m_around.prompt->setChatName({});
    m_isGreetingDue = true;
    inputsChanged();
}

// As greet(), for all members of a group.
void ChatRoom::greetAll()
{
    const std::optional<GroupInputs> group = m_around.prompt->groupMembers();
    if (!m_isGreetingDue || !group || !m_around.prompt->isReady())
        return;
    m_isGreetingDue = false;
    const QDateTime now = QDateTime::currentDateTime();
    const PromptInputs inputs = m_around.prompt->inputs();
    const auto expand = [&inputs](const QString &text, const GroupMember &member) {
        PromptInputs speaking = inputs;
        letSpeak(speaking, member.avatar);
        return expandMacros(text, speaking);
    };
    const Chat chat = newGroupChat(newGroupChatName(now), *group, expand, now,
                                   QUuid::createUuid().toString(QUuid::WithoutBraces),
                                   QRandomGenerator::system()->generate64());
    m_around.library->perform(
        [file = m_groupFile, chat](LibraryStore &store) { return createGroupChat(store, file, chat); }, this,
        [this, file = m_groupFile, opening = m_opening](const Result<QString> &name) {
            if (!name)
                Q_EMIT failed(name.error());
            else if (opening == m_opening)
                open({.cardFile = {}, .name = *name}, file);
        });
}

// As soon as the card and everything that its macros may name has been read.
void ChatRoom::greet()
{
    const std::optional<Card> &card = m_around.prompt->card();
    if (!m_isGreetingDue || !card || !m_around.prompt->isReady())
        return;
    m_isGreetingDue = false;
    const PromptInputs inputs = m_around.prompt->inputs();
    if (!areTextsScripted(inputs, ScriptPurpose::Store, {RegexScript::Placement::AiOutput})) {
        showGreeting(*card, inputs);
        return;
    }
    QList<PlainScriptedText> greetings{{.text = card->firstMessage}};
    for (const QString &alternate : card->alternateGreetings)
        greetings.append({.text = alternate});
    m_greeting = std::make_unique<ScriptTask>(ScriptJob{greetings, ScriptPurpose::Store, inputs});
    connect(m_greeting.get(), &ScriptTask::done, this,
            [this, greeting = *card, inputs](const ScriptedTexts &scripted) mutable {
                m_greeting.release()->deleteLater();
                greeting.firstMessage = scripted.texts.first();
                greeting.alternateGreetings = scripted.texts.sliced(1);
                showGreeting(greeting, inputs);
                showScriptWarnings(scripted.warnings);
            });
}

void ChatRoom::showGreeting(const Card &card, const PromptInputs &inputs)
{
    const QDateTime now = QDateTime::currentDateTime();
    const auto expand = [&inputs](const QString &text) { return expandMacros(text, inputs); };
    const Chat chat = newChat(safeFileName(newChatName(card.name, now), u"chat"_s), card, expand, now,
                              QUuid::createUuid().toString(QUuid::WithoutBraces));
    m_reference = ChatReference{.cardFile = m_cardFile, .name = chat.name};
    show(chat, false);
}

void ChatRoom::show(Chat chat, bool hasFile)
{
    SessionHooks hooks;
    hooks.inputs = [this] {
        PromptInputs inputs = m_around.prompt->inputs();
        inputs.counter = m_around.model->counter();
        return inputs;
    };
    hooks.letSpeak = [this](PromptInputs &inputs, const QString &avatar) {
        m_around.prompt->letSpeak(inputs, avatar);
    };
    hooks.retouch = [this](PromptInputs &inputs) {
        if (m_retouch)
            m_retouch(inputs);
    };
    hooks.alongside = marksAlongside;
    hooks.assemble = assemble;
    hooks.substitute = expandMacros;
    hooks.isChatNameTaken = [this](const QString &name) {
        const LibraryContents &contents = m_around.library->contents();
        const QList<ChatSummary> chats =
            m_reference->isGroup() ? contents.groupChats : contents.chatsOf(m_reference->cardFile);
        return std::ranges::any_of(chats, [&](const ChatSummary &summary) { return summary.name == name; });
    };
    m_store = std::make_unique<LibraryChatStore>(*m_around.library, m_reference->cardFile);
    m_session = std::make_unique<ChatSession>(std::move(chat), hooks, m_store.get(), hasFile);
    m_model = std::make_unique<ChatModel>(m_session.get());
    m_known = std::make_unique<KnownMessages>();
    m_known->setSourceModel(m_model.get());
    ChatSession *session = m_session.get();
    connect(session, &ChatSession::replyChanged, this, &ChatRoom::showReply);
    connect(session, &ChatSession::historyChanged, this, &ChatRoom::showHistory);
    connect(session, &ChatSession::draftOffered, this, &ChatRoom::setDraft);
    connect(session, &ChatSession::changed, this, [this] {
        m_around.prompt->setChatMetadata(m_session->chat().metadata());
        m_around.prompt->setChatName(m_session->chat().name);
        if (m_reference->name != m_session->chat().name) { // a branch: the chat goes on in another file
            m_reference->name = m_session->chat().name;
            showHeader();
            Q_EMIT opened(*m_reference);
        }
    });
    connect(session, &ChatSession::warned, this, &ChatRoom::showScriptWarnings);
    connect(session, &ChatSession::globalVariablesChanged, this, &ChatRoom::saveGlobalVariables);
    connect(&session->saver(), &ChatSaver::stateChanged, this, &ChatRoom::showSaving);
    connect(&session->preview(), &PromptPreview::ready, this, &ChatRoom::showPrompt);
    connect(&session->preview(), &PromptPreview::busyChanged, m_around.inspector, &Inspector::setStale);

    m_around.pane->transcript()->setModel(m_known.get());
    m_around.pane->composer()->setAvailable(true, true);
    session->setLink(linkNow());
    session->setDraft(draft());
    inputsChanged();
    showReply();
    showHistory();
    Q_EMIT sessionChanged();
    Q_EMIT opened(*m_reference);
}

void ChatRoom::close()
{
    m_isGreetingDue = false;
    m_greeting.reset();
    m_around.pane->notices()->dismiss(u"scripts"_s);
    m_around.pane->transcript()->setModel(nullptr);
    m_known.reset();
    m_model.reset();
    m_session.reset();
    m_store.reset();
    m_reference.reset();
    m_groupFile.clear();
    m_around.prompt->knowledge().setParts({}, {}); // nobody has a part in the next one yet
    Q_EMIT sessionChanged();
    m_around.pane->composer()->setAvailable(false, false);
    m_around.pane->notices()->dismiss(u"saving"_s);
    InspectorState nothing;
    nothing.generation = ++m_shown;
    m_around.inspector->setState(nothing);
    Q_EMIT activity({});
    showHeader();
    showHistory();
}

ModelLink ChatRoom::linkNow() const
{
    return m_triedLink.value_or(m_around.model->link());
}

void ChatRoom::setTriedLink(const std::optional<ModelLink> &link)
{
    m_triedLink = link;
    if (m_session)
        m_session->setLink(linkNow());
}

void ChatRoom::inputsChanged()
{
    if (m_groupFile.isEmpty())
        greet();
    else
        greetAll();
    showHeader();
    if (!m_session)
        return;
    const std::optional<Persona> persona = m_around.prompt->persona();
    m_model->setDefaultAvatars(persona ? u"User Avatars/"_s + persona->avatar : QString(),
                               m_cardFile.isEmpty() ? QString() : u"characters/"_s + m_cardFile);
    m_session->setLink(linkNow());
    m_session->refresh();
    m_session->setDraft(draft()); // whom the user plays is named in it
}

void ChatRoom::showHeader()
{
    const std::optional<Card> &card = m_around.prompt->card();
    ChatHeader *header = m_around.pane->header();
    header->setVisible(m_reference.has_value());
    if (m_reference)
        header->setChat(m_around.prompt->group()
                            .transform([](const Group &group) { return group.name; })
                            .value_or(card ? card->name : QString()),
                        m_reference->name);
    const QString user = m_around.prompt->userName();
    header->setPersonaName(user);
    const QString &writer =
        m_around.prompt->knowledge().inEffect().isEnabled ? m_around.prompt->knowledge().writer() : QString();
    m_around.pane->composer()->setPersonaName(writer.isEmpty() ? user : writer);
    m_around.pane->composer()->setConnectionName(m_around.model->activeName());
}

void ChatRoom::showReply()
{
    const ReplyState reply = m_session->reply();
    m_around.pane->composer()->setStreaming(reply.isUnderWay());
    m_around.actions->action(ActionId::Stop)->setEnabled(reply.isUnderWay());
    switch (reply.phase) {
    case ReplyState::Phase::Preparing:
    case ReplyState::Phase::Waiting:
        Q_EMIT activity(tr("Waiting for %1…").arg(m_around.model->activeName()));
        break;
    case ReplyState::Phase::Streaming:
        Q_EMIT activity(tr("%1 is writing…", "a character").arg(reply.name));
        break;
    default:
        Q_EMIT activity({});
        break;
    }
}

// They count from the next request on, whether or not the file has them yet.
void ChatRoom::saveGlobalVariables(const QMap<QString, Json> &before, const QMap<QString, Json> &after)
{
    m_around.prompt->setGlobalVariables(after);
    const LibraryLayout &layout = m_around.library->layout();
    m_around.library->save(
        layout.relative(layout.settingsFile()),
        [before, after](LibraryStore &store) { return snug::saveGlobalVariables(store, before, after); },
        this,
        [this](const Result<void> &saved) {
            if (!saved)
                Q_EMIT failed(saved.error());
        });
}

void ChatRoom::showHistory()
{
    QAction *undo = m_around.actions->action(ActionId::Undo);
    QAction *redo = m_around.actions->action(ActionId::Redo);
    undo->setEnabled(m_session && m_session->history().canUndo());
    redo->setEnabled(m_session && m_session->history().canRedo());
    if (m_session) {
        undo->setText(m_session->history().undoText());
        redo->setText(m_session->history().redoText());
    }
}

void ChatRoom::showScriptWarnings(const QStringList &warnings)
{
    if (!warnings.isEmpty())
        m_around.pane->notices()->post(u"scripts"_s, {Notice::Kind::Problem, warnings.join(u'\n'), {}});
}

void ChatRoom::showSaving()
{
    const SaveStatus state = m_session->saver().state();
    NoticeBar *notices = m_around.pane->notices();
    switch (state.kind) {
    case SaveStatus::Kind::Failed:
        notices->post(u"saving"_s,
                      {Notice::Kind::Problem,
                       tr("The chat could not be saved: %1. Everything is kept here until it is.")
                           .arg(state.error.line()),
                       {{tr("Retry"), [this] { m_session->saver().retry(); }}}});
        Q_EMIT problem(tr("Saving failed"));
        return;
    case SaveStatus::Kind::ChangedOutside:
        notices->post(
            u"saving"_s,
            {Notice::Kind::Problem,
             tr("Another program has changed this chat's file."),
             {{tr("Show What Is in the File"), [this] { m_session->saver().reload(); }},
              {tr("Keep What Is Here"), [this] { m_session->saver().keepMine(m_session->chat()); }}}});
        Q_EMIT problem(tr("Changed by another program"));
        return;
    case SaveStatus::Kind::Saved:
    case SaveStatus::Kind::Saving:
        notices->dismiss(u"saving"_s);
        Q_EMIT problem({});
        return;
    }
}

void ChatRoom::showPrompt(const PreparedPrompt &prepared)
{
    InspectorState state;
    state.prompt = prepared.prompt;
    if (prepared.request)
        state.request = *prepared.request;
    state.generation = ++m_shown; // each session counts from one
    state.requestedMode = m_around.prompt->choices().mode;
    state.counter = prepared.inputs.counter;
    m_around.inspector->setState(state);
    // The typed text's own cost, wherever it stands; nothing while nothing is typed.
    int typed = -1;
    for (const OutboundMessage &message : prepared.prompt.messages) {
        const QList<Span> &spans = message.content.spans();
        if (!spans.isEmpty() && spans.last().source.type() == u"new.user")
            typed = message.tokens;
    }
    if (prepared.prompt.prompt) {
        typed = 0;
        const TokenCounterPtr &counter =
            prepared.inputs.counter ? prepared.inputs.counter : estimateCounter();
        for (const Span &span : prepared.prompt.prompt->spans()) {
            if (span.source.type() == u"new.user")
                typed += counter->count(
                    QStringView(prepared.prompt.prompt->text()).sliced(span.start, span.length));
        }
    }
    m_around.pane->composer()->setTokens(prepared.inputs.userText.isEmpty() ? -1 : typed,
                                         prepared.prompt.budget.kind == CountKind::Exact);
}

std::optional<PreparedPrompt> ChatRoom::shownPrompt() const
{
    if (!m_session || m_session->preview().current().generation == 0)
        return std::nullopt;
    return m_session->preview().current();
}

void ChatRoom::stop()
{
    if (m_session)
        m_session->stop();
}

} // namespace snug
