#include "core/wire/understudy/voice.h"

#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// A small generator whose numbers are the same everywhere (splitmix64).
class Dice
{
public:
    explicit Dice(quint64 seed)
        : m_state(seed)
    {
    }

    quint64 next()
    {
        m_state += 0x9e3779b97f4a7c15ULL;
        quint64 mixed = m_state;
        mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
        return mixed ^ (mixed >> 31);
    }

    template <std::size_t Size> QString pick(const std::array<QStringView, Size> &lines)
    {
        return lines[next() % Size].toString();
    }

    // Takes one out, so that it is not said twice.
    QString take(QStringList &words)
    {
        return words.isEmpty()
                   ? QString()
                   : words.takeAt(static_cast<qsizetype>(next() % static_cast<quint64>(words.size())));
    }

private:
    quint64 m_state;
};

constexpr std::array<QStringView, 9> openings{
    u"*%char% looks up from the %thing% and takes a moment before answering.*",
    u"*%char% moves the %thing% aside to make room, and nods at the empty place.*",
    u"*For a breath %char% only listens. Somewhere behind them, the %thing% creaks.*",
    u"*%char% turns, one hand still resting on the %thing%.*",
    u"*Something in that makes %char% put the %thing% down, carefully, as if it could wake.*",
    u"*%char% half smiles, and the smile stays a little longer than planned.*",
    u"*A draught finds the %thing%. %char% reaches over and steadies it without looking.*",
    u"*%char% counts something on the fingers of one hand, gives up, and comes closer.*",
    u"*The %thing% has gone quiet. %char% notices, and speaks more softly than before.*",
};

constexpr std::array<QStringView, 6> greetings{
    u"“So you came, %user%. I had nearly stopped telling people that you would.”",
    u"“%user%. Sit. The %thing% can wait, it has waited all week.”",
    u"“There you are. I kept the good chair free, and lied about it twice.”",
    u"“Good. I was about to start without you, and I only know half of it.”",
    u"“You sound cold. Come nearer the %thing%, and then say that again.”",
    u"“Mind the %thing%. Everybody else has walked into it today.”",
};

constexpr std::array<QStringView, 7> answers{
    u"“‘%echo%’,” %char% repeats. “People ask me that, but hardly ever first.”",
    u"“That depends on who hears the answer. You, I will tell. Not the %thing%.”",
    u"“Half of it is true. The half with the %thing%, I made up so that the rest would be believed.”",
    u"“Ask me about the %thing% instead, and you will get the same answer with more truth in it.”",
    u"“Yes. No. Before the %thing% it would have been yes.” %char% shrugs. “Now it is a longer story.”",
    u"“You said ‘%echo%’ as if it were a small thing. It was never a small thing here.”",
    u"“I know one person who could answer that, and last I saw, the %thing% was all that was left behind.”",
};

constexpr std::array<QStringView, 8> remarks{
    u"“‘%echo%’.” %char% tries the word out. “I have not heard anybody say that here since the %thing%.”",
    u"“Then we do it your way, %user%. I only ask that the %thing% stays where it is.”",
    u"“You say ‘%echo%’, and I hear three other things. Let me start with the kindest.”",
    u"“I believe you. That is the trouble, I believed the last one too, and the %thing% paid for it.”",
    u"“All right. But slowly, and with the door open, so that the %thing2% can hear us.”",
    u"“Keep that to yourself for an hour. After that the whole place will know about the %thing% anyway.”",
    u"“Somebody should write this down, %user%. Not me. My hand shakes when it is true.”",
    u"“That is better than what I had. I had the %thing% and a bad feeling.”",
};

constexpr std::array<QStringView, 9> beats{
    u"Outside, something heavy is set down, and then nothing. %char% waits until the nothing is long enough "
    u"to be safe, pulls the %thing% a hand's width closer and draws a line in the dust beside it: here, the "
    u"way in; here, the place where it went wrong.",
    u"There was a night, %char% says, when the %thing% stood in the rain until morning because two people "
    u"each "
    u"thought that the other had fetched it. Neither ever said so. They were married for thirty years.",
    u"The %thing2% throws a long shadow now. In it lies a folded paper that was not there before; %char% "
    u"sees it "
    u"in the same moment as you do and, for once, does not reach for it first.",
    u"It takes %char% three tries to find the right end of the story. The first begins with the %thing% and "
    u"goes "
    u"nowhere. The second begins with a promise. The third begins: “I was the one who left it open.”",
    u"%char% shows you how it is done: two fingers under the %thing%, no force, a little patience, and a "
    u"word that "
    u"is no word at all. On the second try it gives way with a sound like a held breath.",
    u"A bell somewhere counts to four and leaves off. %char% frowns, because it is nowhere near four, and "
    u"because "
    u"the %thing2% has begun to hum along.",
    u"From a pocket comes a key too small for any door in the place. %char% lays it on the %thing% between "
    u"the two of "
    u"you and leaves it there, the way one leaves a card face up.",
    u"For a while there is only the %thing% to listen to. Then a knock: two, a pause, one. %char% mouths the "
    u"name that goes with it, and does not look pleased, and does not look surprised.",
    u"Once, this was simple. Then came the %thing%, and the letter about the %thing2%, and the man who paid "
    u"for both "
    u"in coins that nobody could place. %char% has kept one. It is warm, even now.",
};

constexpr std::array<QStringView, 9> closings{
    u"*%char% holds out a hand, palm up.* “Your turn, %user%. What do we touch first, the %thing% or the "
    u"truth?”",
    u"“So.” *%char% leans back.* “Do we go now, or do you want to see what is under the %thing%?”",
    u"*The question stays in the room.* “You need not answer, %user%. But the %thing% is listening, and so "
    u"am I.”",
    u"“Stay until it is over,” %char% says. “Or go now, and take the %thing% with you. I will not ask "
    u"twice.”",
    u"*%char% pushes the %thing% across.* “Tell me what you see. Not what you think. What you see.”",
    u"“One more thing.” *A glance at the way out.* “If anybody asks, the %thing% was already broken.”",
    u"*%char% waits, and is better at waiting than most.*",
    u"“I have said more than I meant to. Now you, %user%: what did you leave behind to come here?”",
    u"*Somewhere the %thing2% ticks.* “Quick,” says %char%, “before I think better of it.”",
};

constexpr std::array<QStringView, 5> continuations{
    u"*%char% is not finished.* “And there is the other matter, the one with the %thing%.”",
    u"*A pause, then lower:* “I left out a part. It was the part with you in it, %user%.”",
    u"*%char% goes on before the silence can settle.* “That was how they told it. I was there. It was the "
    u"%thing%, "
    u"nothing else.”",
    u"“No, let me finish,” %char% says, though nobody has spoken.",
    u"*The %thing% shifts by itself, a finger's breadth. %char% pretends not to have seen it.*",
};

constexpr std::array<QStringView, 6> userLines{
    u"*I step closer to the %thing% and keep my voice level.* “Then show me. I did not come all this way for "
    u"a story.”",
    u"“You first,” *I say, and put the %thing% between us.* “I have been honest all day and it got me "
    u"nowhere.”",
    u"*I look from the %thing% to the way out and back.* “One question, and then I will do whatever you "
    u"think is right.”",
    u"“Fine. But if the %thing% moves again, I am leaving, and I am taking the lamp.”",
    u"*I sit down, slowly.* “Start at the beginning. I will say when I stop believing you.”",
    u"“I have seen that %thing% before,” *I hear myself say.* “It was not here, and it was not yours.”",
};

constexpr std::array<QStringView, 2> disclosures{
    u"(The Understudy here, out of character: I am not a language model. I come with Snug and put small "
    u"scenes "
    u"together from the words of your prompt, so that everything can be tried without a server. For real "
    u"replies, add a connection to a model.)",
    u"(Out of character: no model is at work here. I am the Understudy, a stand-in that is part of Snug and "
    u"composes its lines from your prompt. A connection to a model takes my place whenever you add one.)",
};

const QStringList &spareThings()
{
    static const QStringList things{u"lamp"_s,   u"window"_s, u"kettle"_s, u"coat"_s, u"letter"_s,
                                    u"stairs"_s, u"clock"_s,  u"ledger"_s, u"rope"_s};
    return things;
}

QString withCapital(QString text)
{
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

struct Slots
{
    QString character;
    QString user;
    QString echo;
    QString thing;
    QString otherThing;

    QString fill(QString line) const
    {
        line.replace(u"%char%"_s, character);
        line.replace(u"%thing2%"_s, otherThing);
        line.replace(u"%thing%"_s, thing);
        line.replace(u"%echo%"_s, withCapital(echo));
        if (user.isEmpty()) {
            line.replace(u", %user%"_s, QString());
            line.replace(u"%user%. "_s, QString());
        }
        return line.replace(u"%user%"_s, user);
    }
};

} // namespace

QString understudyReply(const PromptFacts &facts, quint64 seed)
{
    Dice dice(seed ^ (static_cast<quint64>(facts.lastUserText.size()) << 32));
    dice.next();
    QStringList things = facts.things.first(qMin<qsizetype>(facts.things.size(), 12));
    things.removeAll(facts.echo);
    QStringList spare = spareThings();
    while (things.size() < 6)
        things << dice.take(spare);
    const QString character = facts.character.isEmpty() ? u"The stranger"_s : facts.character;
    const auto fill = [&](const QString &line) {
        const QString thing = things.isEmpty() ? u"lamp"_s : dice.take(things);
        const QString other = things.isEmpty() ? u"window"_s : things.first();
        return Slots{character, facts.user, facts.echo.isEmpty() ? u"that"_s : facts.echo, thing, other}.fill(
            line);
    };

    if (facts.speaksForUser)
        return fill(dice.pick(userLines));
    QStringList paragraphs;
    if (facts.asksWhoAnswers)
        paragraphs << dice.pick(disclosures);
    if (facts.continues) {
        paragraphs << fill(dice.pick(continuations));
    } else {
        const QString said = facts.isGreeting   ? dice.pick(greetings)
                             : facts.isQuestion ? dice.pick(answers)
                                                : dice.pick(remarks);
        const QString filled = fill(said);
        paragraphs << fill(dice.pick(openings)) + u' ' + filled;
    }
    paragraphs << fill(dice.pick(beats));
    paragraphs << fill(dice.pick(closings));
    return paragraphs.join(u"\n\n"_s);
}

QList<QStringView> understudyTokens(QStringView text)
{
    constexpr qsizetype longest = 12;
    QList<QStringView> tokens;
    for (qsizetype at = 0; at < text.size();) {
        qsizetype end = at;
        while (end < text.size() && text[end].isSpace() && end - at < longest)
            ++end;
        const qsizetype word = end;
        while (end < text.size() && !text[end].isSpace() && end - word < longest)
            ++end;
        if (end < text.size() && text[end].isLowSurrogate() && text[end - 1].isHighSurrogate())
            ++end;
        tokens << text.sliced(at, end - at);
        at = end;
    }
    return tokens;
}

int understudyTokenCount(QStringView text)
{
    return static_cast<int>(understudyTokens(text).size());
}

} // namespace snug
