#include "core/chat/nextspeakers.h"

#include <QCoreApplication>
#include <QRandomGenerator>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

QStringList mentionWords(const QString &text)
{
    QStringList words;
    QString word;
    for (const QChar c : text) {
        if (c.unicode() < 128 && (c.isLetterOrNumber() || c == u'_')) {
            word.append(c.toLower());
        } else if (!word.isEmpty()) {
            words.append(word);
            word.clear();
        }
    }
    if (!word.isEmpty())
        words.append(word);
    return words;
}

namespace {

class Drawing
{
public:
    Drawing(const GroupInputs &group, const Chat &chat, const SpeakerQuestion &question)
        : m_group(group)
        , m_chat(chat)
        , m_question(question)
        , m_random(std::array{quint32(question.seed), quint32(question.seed >> 32)}.data(), 2)
    {
        for (const GroupMember &member : group.members) {
            if (!member.isMuted)
                m_able.append(&member);
        }
    }

    SpeakerQueue run();

private:
    using Members = QList<const GroupMember *>;

    const Message *last() const { return m_chat.messages.isEmpty() ? nullptr : &m_chat.messages.last(); }
    bool hasUserText() const { return !m_question.userText.isEmpty() && !m_question.isAutomatic; }
    void speak(const GroupMember &member, SpeakingReason reason, const MemberTurn &facts = {});
    void keepSilent(const GroupMember &member, SpeakingReason reason, double roll = 0);
    void draw(const Members &members, SpeakingReason reason);
    Members shuffled(Members members);

    void natural();
    void pooled();
    void lastSpeaker();
    void reportSilent();

    const GroupInputs &m_group;
    const Chat &m_chat;
    const SpeakerQuestion &m_question;
    QRandomGenerator m_random;
    Members m_able; // not muted
    SpeakerQueue m_queue;
    QHash<QString, MemberTurn> m_silent; // whose reason is known, by avatar
};

void Drawing::speak(const GroupMember &member, SpeakingReason reason, const MemberTurn &facts)
{
    if (std::ranges::contains(m_queue.speakers, member.avatar, &MemberTurn::avatar))
        return;
    MemberTurn turn = facts;
    turn.avatar = member.avatar;
    turn.name = member.card.name;
    turn.reason = reason;
    m_queue.speakers.append(turn);
}

void Drawing::keepSilent(const GroupMember &member, SpeakingReason reason, double roll)
{
    m_silent.insert(member.avatar, {.avatar = member.avatar,
                                    .name = member.card.name,
                                    .reason = reason,
                                    .talkativeness = member.card.talkativeness,
                                    .roll = roll});
}

void Drawing::draw(const Members &members, SpeakingReason reason)
{
    if (!members.isEmpty())
        speak(*members.at(m_random.bounded(int(members.size()))), reason);
}

Drawing::Members Drawing::shuffled(Members members)
{
    for (qsizetype i = members.size() - 1; i > 0; --i)
        members.swapItemsAt(i, m_random.bounded(int(i + 1)));
    return members;
}

void Drawing::natural()
{
    // Nobody answers themselves, unless the group allows it or the user has just said something.
    QString banned;
    if (!hasUserText() && last() && !last()->isUser && !m_group.settings.allowsSelfResponses)
        banned = last()->name;
    const auto isBanned = [&](const GroupMember *member) {
        return !banned.isEmpty() && member->card.name == banned;
    };

    QString text = hasUserText() ? m_question.userText : QString();
    if (!hasUserText() && last() && !last()->isHidden)
        text = last()->text;
    for (const QString &word : mentionWords(text)) {
        for (const GroupMember *member : std::as_const(m_able)) {
            if (isBanned(member) || !mentionWords(member->card.name).contains(word))
                continue;
            speak(*member, SpeakingReason::Mentioned, {.word = word});
            break;
        }
    }
    Members chatty;
    for (const GroupMember *member : shuffled(m_able)) {
        if (isBanned(member)) {
            keepSilent(*member, SpeakingReason::JustSpoke);
            continue;
        }
        const double talkativeness = member->card.talkativeness;
        const double roll = m_random.generateDouble();
        if (talkativeness >= roll)
            speak(*member, SpeakingReason::Talkative, {.talkativeness = talkativeness, .roll = roll});
        else
            keepSilent(*member, SpeakingReason::Quiet, roll);
        if (talkativeness > 0)
            chatty.append(member);
    }
    if (!m_queue.speakers.isEmpty())
        return;
    // Where nobody has anything to say, the lot may also fall on who has just spoken.
    draw(chatty.isEmpty() ? m_able : chatty, SpeakingReason::Drawn);
}

void Drawing::pooled()
{
    QSet<QString> spoken; // since the user
    for (auto message = m_chat.messages.crbegin(); message != m_chat.messages.crend(); ++message) {
        if (message->isUser || hasUserText())
            break;
        if (!message->isHidden && !message->isNarrator() && !message->originalAvatar.isEmpty())
            spoken.insert(message->originalAvatar);
    }
    Members fresh = m_able;
    fresh.removeIf([&](const GroupMember *member) { return spoken.contains(member->avatar); });
    if (!fresh.isEmpty()) {
        draw(fresh, SpeakingReason::Pooled);
        return;
    }
    Members anybody = m_able;
    if (m_able.size() > 1 && last() && !last()->isUser)
        anybody.removeIf([&](const GroupMember *member) { return member->avatar == last()->originalAvatar; });
    draw(anybody, SpeakingReason::PooledAnew);
}

// Whose message the last one is; muted members may still finish what they said. Behind the user's or a
// narrator's it is the newest that says whose it is by a picture; only without any, names count.
void Drawing::lastSpeaker()
{
    const auto memberOf = [&](const Message &message) -> const GroupMember * {
        const auto found = std::ranges::find_if(m_group.members, [&](const GroupMember &member) {
            return message.originalAvatar.isEmpty() ? member.card.name == message.name
                                                    : member.avatar == message.originalAvatar;
        });
        return found == m_group.members.cend() ? nullptr : &*found;
    };
    const bool isQuiet = m_question.type == GenerationType::Quiet;
    const Message *whose = nullptr;
    for (auto message = m_chat.messages.crbegin(); message != m_chat.messages.crend(); ++message) {
        if (message->isUser || message->isNarrator() || (message->isHidden && !isQuiet))
            continue;
        const bool isSure = &*message == last() || !message->originalAvatar.isEmpty();
        if (isSure || !whose)
            whose = &*message;
        if (isSure)
            break;
    }
    Members all;
    for (const GroupMember &member : m_group.members)
        all.append(&member);
    if (!whose) {
        draw(all, SpeakingReason::Lot);
    } else if (const GroupMember *member = memberOf(*whose)) {
        speak(*member, SpeakingReason::LastSpeaker);
    } else if (isQuiet && !all.isEmpty()) {
        speak(*all.first(), SpeakingReason::Listed); // else a member who left the group is not replaced
    }
}

void Drawing::reportSilent()
{
    for (const QString &avatar : m_group.settings.members) {
        if (std::ranges::contains(m_queue.speakers, avatar, &MemberTurn::avatar) ||
            std::ranges::contains(m_queue.silent, avatar, &MemberTurn::avatar))
            continue;
        const auto member = std::ranges::find(m_group.members, avatar, &GroupMember::avatar);
        if (member == m_group.members.cend()) {
            m_queue.silent.append(
                {.avatar = avatar, .name = avatar.section(u'.', 0, -2), .reason = SpeakingReason::NoCard});
            continue;
        }
        const bool waits =
            m_queue.speakers.isEmpty() && m_group.settings.activation == Group::Activation::Manual;
        const SpeakingReason reason = member->isMuted ? SpeakingReason::Muted
                                      : waits         ? SpeakingReason::WaitsForYou
                                                      : SpeakingReason::NotChosen;
        m_queue.silent.append(
            m_silent.value(avatar, {.avatar = avatar, .name = member->card.name, .reason = reason}));
    }
}

SpeakerQueue Drawing::run()
{
    using enum Group::Activation;
    const bool endsWithReply = last() && !last()->isUser;
    const bool isAboutLast = m_question.type == GenerationType::Swipe ||
                             m_question.type == GenerationType::Continue ||
                             m_question.type == GenerationType::Quiet ||
                             (m_question.type == GenerationType::Regenerate && endsWithReply);
    if (!m_question.asked.isEmpty()) {
        const auto member = std::ranges::find(m_group.members, m_question.asked, &GroupMember::avatar);
        if (member != m_group.members.cend())
            speak(*member, SpeakingReason::Asked);
    } else if (isAboutLast) {
        lastSpeaker();
    } else if (m_question.type == GenerationType::Impersonate) {
        Members all;
        for (const GroupMember &member : m_group.members)
            all.append(&member);
        draw(all, SpeakingReason::Lot);
    } else if (m_group.settings.activation == Natural) {
        natural();
    } else if (m_group.settings.activation == List) {
        for (const GroupMember *member : std::as_const(m_able))
            speak(*member, SpeakingReason::Listed);
    } else if (m_group.settings.activation == Pooled) {
        pooled();
    } else if (!hasUserText()) {
        draw(m_able, SpeakingReason::ByHand);
    }
    reportSilent();
    return m_queue;
}

QString words(const char *text)
{
    return QCoreApplication::translate("NextSpeakers", text);
}

} // namespace

SpeakerQueue nextSpeakers(const GroupInputs &group, const Chat &chat, const SpeakerQuestion &question)
{
    return Drawing(group, chat, question).run();
}

QString reasonText(const MemberTurn &turn)
{
    const auto percent = [](double share) { return QString::number(qRound(share * 100)); };
    using enum SpeakingReason;
    switch (turn.reason) {
    case Mentioned:
        //: %1 is a word of the member's name
        return words(QT_TRANSLATE_NOOP("NextSpeakers", "mentioned: “%1”")).arg(turn.word);
    case Talkative:
        //: both are numbers from 0 to 100; %1 was rolled, %2 is how readily the member speaks
        return words(QT_TRANSLATE_NOOP("NextSpeakers", "talkative: rolled %1 of %2"))
            .arg(percent(turn.roll), percent(turn.talkativeness));
    case Drawn:
        return words(QT_TRANSLATE_NOOP("NextSpeakers", "drawn at random, because nobody else would speak"));
    case Listed:
        return words(QT_TRANSLATE_NOOP("NextSpeakers", "in the order of the list"));
    case Pooled:
        return words(QT_TRANSLATE_NOOP("NextSpeakers", "drawn from those who have not spoken since you"));
    case PooledAnew:
        return words(QT_TRANSLATE_NOOP("NextSpeakers", "drawn at random, because all have spoken since you"));
    case ByHand:
        return words(QT_TRANSLATE_NOOP("NextSpeakers", "drawn at random, because nobody was chosen"));
    case Lot:
        return words(QT_TRANSLATE_NOOP("NextSpeakers", "drawn at random"));
    case LastSpeaker:
        return words(QT_TRANSLATE_NOOP("NextSpeakers", "spoke last"));
    case Asked:
        return words(QT_TRANSLATE_NOOP("NextSpeakers", "chosen by you"));
    case Told:
        return words(QT_TRANSLATE_NOOP("NextSpeakers", "told in private"));
    case InScene:
        return words(QT_TRANSLATE_NOOP("NextSpeakers", "in this scene"));
    case Muted:
        return words(QT_TRANSLATE_NOOP("NextSpeakers", "muted"));
    case NoCard:
        return words(QT_TRANSLATE_NOOP("NextSpeakers", "the card is missing"));
    case JustSpoke:
        return words(QT_TRANSLATE_NOOP("NextSpeakers", "has just spoken"));
    case Quiet:
        return words(QT_TRANSLATE_NOOP("NextSpeakers", "quiet: rolled %1 of %2"))
            .arg(percent(turn.roll), percent(turn.talkativeness));
    case NotChosen:
        return words(QT_TRANSLATE_NOOP("NextSpeakers", "not chosen"));
    case WaitsForYou:
        return words(QT_TRANSLATE_NOOP("NextSpeakers", "waits until you choose who speaks"));
    }
    Q_UNREACHABLE();
}

} // namespace snug
