// The first message of a new chat, or of one in which nothing is said yet: made as soon as the card, or all
// members of a group, and everything that their macros may name have been read.
#pragma once

#include "core/chat/scripttask.h"
#include "core/model/card.h"
#include "core/model/chat.h"
#include "core/prompt/promptinputs.h"

#include <QObject>

#include <memory>
#include <optional>

namespace snug {

class ActiveContent;

class ChatGreeting : public QObject
{
    Q_OBJECT

public:
    // `content` outlives this.
    explicit ChatGreeting(ActiveContent *content, QObject *parent = nullptr);

    // By the card in play. `opened` is what the chat's file holds; nothing: the chat is new.
    void awaitCard(const std::optional<Chat> &opened = {});
    // By all members of the group in play, in a new chat.
    void awaitGroup();
    void giveUp();
    // Greets if everything is there by now.
    void look();

Q_SIGNALS:
    // The chat with its greeting, or as it was opened if its card cannot be read.
    void greeted(const snug::Chat &chat);
    void groupGreeted(const snug::Chat &chat);
    void warned(const QStringList &warnings); // after greeted(), by its scripts

private:
    enum class Awaited : quint8 { Nothing, Card, Group };
    void lookForCard();
    void lookForGroup();
    void greet(const Card &card, const PromptInputs &inputs);

    ActiveContent *m_content;
    Awaited m_awaited = Awaited::Nothing;
    std::optional<Chat> m_opened;
    std::unique_ptr<ScriptTask> m_scripts; // at work on the message
};

} // namespace snug
