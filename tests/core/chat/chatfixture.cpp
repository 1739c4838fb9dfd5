#include "tests/core/chat/chatfixture.h"

using namespace Qt::StringLiterals;

namespace snug {

void MemoryStore::later(std::function<void()> work, Done done)
{
    const auto step = [this, work = std::move(work), done = std::move(done)] {
        const StoreOutcome outcome = std::exchange(nextOutcome, {});
        if (outcome.kind == StoreOutcome::Kind::Done)
            work();
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

void MemoryStore::append(const Chat &chat, qsizetype first, Done done)
{
    log.append(u"append %1 %2"_s.arg(chat.name).arg(first));
    later(
        [this, chat, first] {
            Chat &file = files[chat.name];
            if (file.messages != chat.messages.first(first))
                log.append(u"appended to something else"_s);
            file.messages += chat.messages.sliced(first);
        },
        std::move(done));
}

void MemoryStore::rewrite(const Chat &chat, bool overForeign, Done done)
{
    log.append((overForeign ? u"overwrite %1"_s : u"rewrite %1"_s).arg(chat.name));
    later([this, chat] { files[chat.name] = chat; }, std::move(done));
}

void MemoryStore::discard(const QString &name, Done done)
{
    log.append(u"discard %1"_s.arg(name));
    later([this, name] { trash[name] = files.take(name); }, std::move(done));
}

void MemoryStore::load(const QString &name, std::function<void(const Result<Chat> &)> done)
{
    const auto step = [this, name, done = std::move(done)] {
        done(files.contains(name) ? Result<Chat>(files.value(name))
                                  : Result<Chat>(failure(u"there is no such chat"_s, {}, name)));
    };
    QMetaObject::invokeMethod(&m_context, step, Qt::QueuedConnection);
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
