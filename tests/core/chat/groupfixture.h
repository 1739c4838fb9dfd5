// A chat of a group with everything around it played: Mira, Tomas, and Ada, whose persona is the user's.
#pragma once

#include "core/chat/groupchat.h"
#include "core/prompt/assemble.h"
#include "core/prompt/groupinputs.h"
#include "tests/core/chat/chatfixture.h"

#include <memory>
#include <optional>

namespace snug::groupfixture {

using namespace Qt::StringLiterals;
using Phase = ReplyState::Phase;

inline ScriptedAnswer answer(const QByteArray &lines)
{
    return ScriptedAnswer::inPiecesOf(5, lines);
}

// Mira and Tomas answer in this order; Ada's persona is the user's.
struct GroupFixture : ChatFixture
{
    Group group;

    GroupFixture()
    {
        group.id = u"1"_s;
        group.members = {u"Mira.png"_s, u"Tomas Gray.png"_s};
        group.activation = Group::Activation::List;
        group.autoModeDelay = 0;
        update();
    }

    void update()
    {
        inputs.card.reset();
        inputs.group = groupInputs(group, [](const QString &avatar) -> std::optional<Card> {
            if (avatar == u"Gone.png")
                return std::nullopt;
            Card card;
            card.name = avatar.chopped(4);
            card.talkativeness = 1;
            return card;
        });
    }

    // All by a template that names who replies; Tomas's has `more` behind it.
    void layOut(const QString &more)
    {
        inputs.mode = PromptMode::Template;
        inputs.promptTemplate.engine = std::make_shared<LocalTemplateEngine>();
        tomasMore = more;
    }

    SessionHooks templateHooks()
    {
        SessionHooks made = hooks();
        made.assemble = assemble;
        made.inputsForSpeaker = [this](PromptInputs &speaking, const QString &avatar) {
            inputsForSpeaker(speaking, avatar);
            speaking.promptTemplate.text =
                u"{{ entity_names }}{% for m in history %}{{ m.content }};{% endfor %}"_s +
                (avatar == u"Tomas Gray.png" ? tomasMore : QString());
        };
        return made;
    }
    QString tomasMore;

    Chat table() const
    {
        Chat chat{.name = u"Table"_s, .header = newChatHeader(u"one"_s), .messages = {}};
        Reply reply;
        reply.text = u"Hm."_s;
        reply.started = reply.firstArrived = reply.finished = now;
        chat.messages = {
            replyMessage({u"Mira"_s, characterAvatarAddress(u"Mira.png"_s), u"Mira.png"_s}, reply)};
        return chat;
    }
};

inline QStringList said(const ChatSession &session)
{
    return dialogue(session.chat()).sliced(1);
}

} // namespace snug::groupfixture
