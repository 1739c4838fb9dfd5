#include "app/chat/chatgreeting.h"

#include "core/chat/chatmessage.h"
#include "core/chat/greetingtexts.h"
#include "core/chat/groupchat.h"
#include "core/library/filenames.h"
#include "core/library/listedchats.h"
#include "core/library/newdocuments.h"
#include "core/prompt/groupinputs.h"
#include "core/prompt/typedtext.h"
#include "core/workspace/activecontent.h"

#include <QRandomGenerator>
#include <QUuid>

using namespace Qt::StringLiterals;

namespace snug {

static QString newIntegrity()
{
    return QUuid::createUuid().toString(QUuid::WithoutBraces);
}

ChatGreeting::ChatGreeting(ActiveContent *content, QObject *parent)
    : QObject(parent)
    , m_content(content)
{
}

void ChatGreeting::awaitCard(const std::optional<Chat> &opened)
{
    m_awaited = Awaited::Card;
    m_opened = opened;
}

void ChatGreeting::awaitGroup()
{
    m_awaited = Awaited::Group;
    m_opened.reset();
}

void ChatGreeting::giveUp()
{
    m_awaited = Awaited::Nothing;
    m_opened.reset();
    m_scripts.reset();
}

void ChatGreeting::look()
{
    if (m_awaited == Awaited::Nothing || !m_content->isReady())
        return;
    if (m_awaited == Awaited::Card)
        lookForCard();
    else
        lookForGroup();
}

void ChatGreeting::lookForGroup()
{
    const std::optional<GroupInputs> group = m_content->groupMembers();
    if (!group)
        return;
    m_awaited = Awaited::Nothing;
    const QDateTime now = QDateTime::currentDateTime();
    const PromptInputs inputs = m_content->inputs();
    const auto expand = [&inputs](const QString &text, const GroupMember &member) {
        PromptInputs speaking = inputs;
        inputsForSpeaker(speaking, member.avatar);
        return expandMacros(text, speaking);
    };
    Q_EMIT groupGreeted(newGroupChat(newGroupChatName(now), *group, expand, now, newIntegrity(),
                                     QRandomGenerator::system()->generate64()));
}

void ChatGreeting::lookForCard()
{
    const std::optional<Card> card = m_content->card();
    const bool isAlone = m_content->loaded().isWithModelAlone();
    if (!card && !isAlone && !m_opened)
        return;
    m_awaited = Awaited::Nothing;
    const PromptInputs inputs = m_content->inputs();
    if (isAlone) // where nobody greets
        return greet(newCharacter(modelAloneTitle(), {}), inputs);
    if (!card) // it cannot be read, but the chat can
        return Q_EMIT greeted(*m_opened);
    const std::optional<ScriptJob> scripts = greetingScripts(*card, inputs);
    if (!scripts)
        return greet(*card, inputs);
    m_scripts = std::make_unique<ScriptTask>(*scripts);
    connect(m_scripts.get(), &ScriptTask::done, this,
            [this, greeting = *card, inputs](const ScriptedTexts &scripted) {
                m_scripts.release()->deleteLater();
                greet(withGreetings(greeting, scripted), inputs);
                Q_EMIT warned(scripted.warnings);
            });
}

void ChatGreeting::greet(const Card &card, const PromptInputs &inputs)
{
    const QDateTime now = QDateTime::currentDateTime();
    if (m_opened)
        return Q_EMIT greeted(greetedChat(*m_opened, card, inputs, now));
    const auto expand = [&inputs](const QString &text) { return expandMacros(text, inputs); };
    Q_EMIT greeted(
        newChat(safeFileName(newChatName(card.name, now), u"chat"_s), card, expand, now, newIntegrity()));
}

} // namespace snug
