// Libraries made at random, the same for the same seed: whatever is shown about their prompts has to agree.
#pragma once

#include "core/prompt/promptinputs.h"
#include "core/tokens/estimate.h"
#include "core/tokens/loadtokenizer.h"
#include "core/tokens/nearestvocabulary.h"

#include <QRandomGenerator>

namespace snug::test {

using namespace Qt::StringLiterals;

inline const QStringList &randomWords()
{
    static const QStringList list{u"harbour"_s,
                                  u"the"_s,
                                  u"keeper's"_s,
                                  u"{{char}}"_s,
                                  u"{{user}}"_s,
                                  u"灯塔"_s,
                                  u"\n"_s,
                                  u"**lamp**"_s,
                                  u"🙂"_s,
                                  u"Straßenbahn"_s,
                                  u"{{description}}"_s,
                                  u"0123456789"_s,
                                  u"{{outlet::sea}}"_s,
                                  u"{{random::a::b}}"_s,
                                  u"…"_s,
                                  u"приют"_s,
                                  u"  "_s,
                                  u"<b>"_s,
                                  u"antidisestablishmentarianism"_s};
    return list;
}

// Made once: each has a vocabulary to read.
inline TokenCounterPtr counterOf(const QString &model)
{
    static QHash<QString, TokenCounterPtr> made;
    TokenCounterPtr &counter = made[model];
    if (!counter)
        counter = counterForModel(model);
    return counter;
}

class RandomLibrary
{
public:
    explicit RandomLibrary(quint32 seed)
        : m_random(seed)
    {
    }

    PromptInputs inputs()
    {
        PromptInputs made;
        made.counter = counter();
        Card card;
        card.name = u"Mira"_s;
        card.description = text(40);
        card.personality = text(10);
        card.scenario = text(10);
        card.messageExamples =
            chance(2) ? u"<START>\n{{user}}: "_s + text(5) + u"\n{{char}}: "_s + text(5) : QString();
        made.card = card;
        made.userName = u"Ada"_s;
        made.preset = preset();
        for (int book = below(3); book > 0; --book)
            made.lorebooks.append({lorebook(book), ActiveLorebook::Scope::Global});
        for (int row = 0, rows = below(12); row < rows; ++row) {
            Message message;
            message.isUser = row % 2 == 1;
            message.name = message.isUser ? u"Ada"_s : u"Mira"_s;
            message.text = text(30);
            if (!message.isUser && chance(4)) { // thoughts, which a service may want back
                message.extra = Json::object(
                    {{u"api"_s, u"claude"_s},
                     {u"model"_s, u"claude-x"_s},
                     {u"reasoning"_s, u"I keep the lamp."_s},
                     {u"snug"_s,
                      Json::object({{u"opaque"_s,
                                     Json::array({Json::object(
                                         {{u"at"_s, 0},
                                          {u"item"_s, Json::object({{u"type"_s, u"thinking"_s},
                                                                    {u"thinking"_s, u"I keep the lamp."_s},
                                                                    {u"signature"_s, u"c2ln"_s}})}})})}})}});
            }
            message.isHidden = chance(9);
            made.chat.messages.append(message);
        }
        if (chance(5)) {
            GroupInputs group;
            group.settings.name = u"Harbour"_s;
            group.settings.generation = Group::Generation(below(3));
            group.settings.joinPrefix = chance(2) ? u"<FIELDNAME> of {{char}}:"_s : QString();
            Card other = card;
            other.name = u"Tomas"_s;
            other.description = text(20);
            group.members = {{u"Mira.png"_s, card, false}, {u"Tomas.png"_s, other, chance(3)}};
            for (const GroupMember &member : group.members)
                group.settings.members.append(member.avatar);
            made.avatar = u"Mira.png"_s;
            made.group = group;
        }
        if (chance(2))
            made.model = u"claude-x"_s; // gets its thoughts back, which count then
        made.type = chance(4) ? GenerationType::Continue : GenerationType::Normal;
        made.userText = chance(3) ? QString() : text(12);
        made.contextSize = chance(2) ? 0 : 200 + below(3000);
        made.maxTokens = 50;
        made.seed = m_random.generate64();
        if (chance(8))
            made.mode = PromptMode::Smelt;
        return made;
    }

private:
    int below(int n) { return int(m_random.bounded(n)); }
    bool chance(int n) { return below(n) == 0; }

    QString text(int most)
    {
        QStringList made;
        for (int i = 0, n = below(most + 1); i < n; ++i)
            made.append(randomWords().at(below(int(randomWords().size()))));
        return made.join(u' ');
    }

    TokenCounterPtr counter()
    {
        switch (below(5)) {
        case 0:
            return nullptr;
        case 1:
            return estimateCounter();
        case 2:
            return counterOf(u"gpt-4o"_s);
        case 3:
            return nearestCounter(nearestVocabulary(u"qwen3-32b"));
        default:
            return counterOf(u"gpt-4"_s);
        }
    }

    Preset preset()
    {
        static const QStringList markers{u"worldInfoBefore"_s, u"charDescription"_s, u"charPersonality"_s,
                                         u"scenario"_s,        u"worldInfoAfter"_s,  u"dialogueExamples"_s,
                                         u"chatHistory"_s};
        Preset made;
        made.name = u"Random"_s;
        made.squashSystemMessages = chance(2);
        made.namesBehavior = chance(3) ? Preset::NamesBehavior::Completion : Preset::NamesBehavior::Default;
        made.newChatPrompt = chance(2) ? u"[New chat with {{char}}]"_s : QString();
        made.newExampleChatPrompt = u"[Example]"_s;
        PromptOrder order;
        const auto add = [&](PromptBlock block) {
            order.items.append({block.identifier, !chance(6), {}});
            made.prompts.append(std::move(block));
        };
        for (const QString &marker : markers) {
            if (chance(2))
                add(own(made.prompts.size()));
            PromptBlock block;
            block.identifier = marker;
            block.name = marker;
            block.marker = true;
            block.systemPrompt = true;
            add(block);
        }
        for (int more = below(8); more > 0; --more)
            add(own(made.prompts.size()));
        made.orders = {order};
        return made;
    }

    PromptBlock own(qsizetype number)
    {
        PromptBlock block;
        block.identifier = number == 0 ? u"main"_s : u"own-%1"_s.arg(number);
        block.name = u"Block %1"_s.arg(number);
        block.role = Role(below(3));
        block.content = text(25);
        block.placement = chance(3) ? PromptBlock::Placement::InChat : PromptBlock::Placement::Relative;
        block.depth = below(4);
        return block;
    }

    Lorebook lorebook(int number)
    {
        Lorebook book;
        book.name = u"Book %1"_s.arg(number);
        for (int uid = 0, n = 1 + below(8); uid < n; ++uid) {
            LoreEntry entry;
            entry.uid = uid;
            entry.title = u"Entry %1"_s.arg(uid);
            entry.constant = true;
            entry.content = text(25);
            entry.position = LoreEntry::Position(below(8));
            entry.depth = below(4);
            entry.role = Role(below(3));
            entry.outletName = u"sea"_s;
            book.entries.append(entry);
        }
        return book;
    }

    QRandomGenerator m_random;
};

} // namespace snug::test
