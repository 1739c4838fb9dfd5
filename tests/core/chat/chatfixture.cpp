#include "tests/core/chat/chatfixture.h"

#include <QThreadPool>

using namespace Qt::StringLiterals;

namespace snug {

void MemoryStore::later(std::function<std::optional<ReconciledChat>()> work, Done done)
{
    const auto step = [this, work = std::move(work), done = std::move(done)] {
        StoreOutcome outcome = outcomes.isEmpty() ? StoreOutcome() : outcomes.takeFirst();
        if (outcome.kind == StoreOutcome::Kind::Done)
            outcome.reconciled = work();
        done(outcome);
    };
    if (answers)
        QMetaObject::invokeMethod(&m_context, step, Qt::QueuedConnection);
    else
        m_waiting.append(step);
}

void MemoryStore::answer()
{
    while (!m_waiting.isEmpty())
        m_waiting.takeFirst()();
}

bool MemoryStore::isForeign(const Base &base, const QString &name)
{
    if (base && !files.contains(name) && !m_removed.contains(name))
        files[name] = *base; // nobody has said what is there
    return files.contains(name) ? !base || *base != files.value(name) : m_removed.contains(name);
}

void MemoryStore::remove(const QString &name)
{
    files.remove(name);
    m_removed.append(name);
}

std::optional<ReconciledChat> MemoryStore::reconcile(const Base &base, const Chat &mine, bool isPending)
{
    log.append(u"merge %1"_s.arg(mine.name));
    ReconciledChat reconciled;
    if (!files.contains(mine.name)) {
        reconciled.merge.chat = mine;
        reconciled.fate = isPending ? ReconciledChat::Fate::Rewritten : ReconciledChat::Fate::Gone;
    } else {
        const Chat theirs = files.value(mine.name);
        reconciled.merge = base ? mergeChats(*base, mine, theirs) : mergeChats(mine, theirs);
    }
    if (reconciled.fate != ReconciledChat::Fate::Gone) {
        files[mine.name] = reconciled.merge.chat;
        m_removed.removeAll(mine.name);
    }
    return reconciled;
}

void MemoryStore::append(const Base &base, const Chat &chat, qsizetype first, Done done)
{
    log.append(u"append %1 %2"_s.arg(chat.name).arg(first));
    const auto work = [this, base, chat, first]() -> std::optional<ReconciledChat> {
        if (isForeign(base, chat.name))
            return reconcile(base, chat, true);
        Chat &file = files[chat.name];
        if (file.messages != chat.messages.first(first))
            log.append(u"appended to something else"_s);
        file.messages += chat.messages.sliced(first);
        return {};
    };
    later(work, std::move(done));
}

void MemoryStore::rewrite(const Base &base, const Chat &chat, Done done)
{
    log.append(u"rewrite %1"_s.arg(chat.name));
    const auto work = [this, base, chat]() -> std::optional<ReconciledChat> {
        if (isForeign(base, chat.name))
            return reconcile(base, chat, true);
        files[chat.name] = chat;
        return {};
    };
    later(work, std::move(done));
}

void MemoryStore::look(const Base &base, const Chat &chat, Done done)
{
    log.append(u"look %1"_s.arg(chat.name));
    const auto work = [this, base, chat]() -> std::optional<ReconciledChat> {
        return isForeign(base, chat.name) ? reconcile(base, chat, false) : std::nullopt;
    };
    later(work, std::move(done));
}

void MemoryStore::discard(const QString &name, Done done)
{
    log.append(u"discard %1"_s.arg(name));
    const auto work = [this, name]() -> std::optional<ReconciledChat> {
        trash[name] = files.take(name);
        return {};
    };
    later(work, std::move(done));
}

ChatFixture::~ChatFixture()
{
    QThreadPool::globalInstance()->waitForDone();
}

ChatFixture::ChatFixture()
{
    Card card;
    card.name = u"Mira"_s;
    inputs.card = card;
    Persona persona;
    persona.name = u"Ada"_s;
    persona.avatar = u"ada.png"_s;
    inputs.persona = persona;
}

SessionHooks ChatFixture::hooks()
{
    return {.inputs = [this] { return inputs; },
            .assemble = plainAssemble,
            .substitute =
                [](const QString &text, const PromptInputs &given) {
                    return QString(text).replace(u"{{user}}"_s, given.persona->name);
                },
            .isChatNameTaken = [this](const QString &name) { return store.files.contains(name); },
            .now = [this] { return now; },
            .seed = [this] { return ++seeds; }};
}

ModelLink ChatFixture::link()
{
    ModelLink link{.connection = {}, .key = Secret("sesame"), .provider = &provider, .transport = &transport};
    link.connection.kind = Connection::Kind::OpenAiChat;
    link.connection.baseUrl = QUrl(u"http://127.0.0.1:8080/v1"_s);
    link.connection.model = u"tiny"_s;
    return link;
}

Chat ChatFixture::fog() const
{
    Chat chat{.name = u"Fog"_s, .header = newChatHeader(u"one"_s), .messages = {}};
    Card card = *inputs.card;
    card.firstMessage = u"Come in, {{user}}."_s;
    card.alternateGreetings = {u"Back, {{user}}?"_s};
    const auto expand = [](QString text) { return text.replace(u"{{user}}"_s, u"Ada"_s); };
    Reply reply;
    reply.text = u"Sit."_s;
    reply.started = reply.firstArrived = reply.finished = now;
    chat.messages = {*greetingMessage(card, expand, now),
                     userMessage({u"Ada"_s, {}, {}}, u"It is cold."_s, now),
                     replyMessage({u"Mira"_s, {}, {}}, reply)};
    return chat;
}

AssembledPrompt plainAssemble(const PromptInputs &inputs, const std::stop_token &)
{
    AssembledPrompt prompt;
    const auto add = [&](Role role, const QString &text) {
        OutboundMessage message;
        message.role = role;
        message.content = TracedText(text, Source());
        prompt.messages.append(message);
    };
    add(Role::System, u"%1 %2 %3"_s.arg(generationTypeName(inputs.type),
                                        inputs.now.toUTC().toString(u"hh:mm"), QString::number(inputs.seed)));
    for (const Message &message : inputs.chat.messages) {
        if (!message.isHidden)
            add(message.isUser ? Role::User : Role::Assistant, message.text);
    }
    if (!inputs.userText.isEmpty())
        add(Role::User, inputs.userText);
    if (!inputs.quietPrompt.isEmpty())
        add(Role::System, u"hint: "_s + inputs.quietPrompt);
    return prompt;
}

QStringList dialogue(const Chat &chat)
{
    QStringList lines;
    for (const Message &message : chat.messages)
        lines.append(u"%1: %2"_s.arg(message.name, message.text));
    return lines;
}

} // namespace snug
