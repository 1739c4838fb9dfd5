#include "core/lore/loretrace.h"

#include <QCoreApplication>
#include <QLocale>

namespace snug {

namespace {

class Reasons
{
    Q_DECLARE_TR_FUNCTIONS(LoreScan)

public:
    static QString of(const LoreTrace &row);

private:
    static QString found(const LoreTrace &row);
    static QString whereFound(const LoreDetail &detail);
    static QString number(double value) { return QLocale().toString(value, 'g', 6); }
};

QString Reasons::whereFound(const LoreDetail &detail)
{
    if (detail.place == LorePlace::Message) {
        //: %1 is a message's number, %2 its speaker
        return detail.start < 0 ? tr("in the name of message %1, %2").arg(detail.message).arg(detail.name)
                                : tr("in message %1, %2").arg(detail.message).arg(detail.name);
    }
    if (detail.place == LorePlace::Lore)
        //: %1 is the title of another lore entry
        return tr("in lore “%1”").arg(detail.name);
    return placeText(detail.place);
}

QString Reasons::found(const LoreTrace &row)
{
    const LoreDetail &detail = row.details();
    //: %1 is a key, %2 says where, as in "in message 12, Ann"
    const QString words =
        detail.secondaryKey.isEmpty()
            ? tr("Key “%1” %2").arg(detail.key, whereFound(detail))
            : tr("Key “%1” %2, with “%3”").arg(detail.key, whereFound(detail), detail.secondaryKey);
    //: %1 is a whole remark, as in "Key “Ann” in message 12, Mira"; %2 a number
    return row.round > 1 ? tr("%1, in round %2").arg(words).arg(row.round) : words;
}

QString Reasons::of(const LoreTrace &row)
{
    const LoreDetail &detail = row.details();
    switch (row.gate) {
    case LoreGate::Disabled:
        return tr("Switched off");
    case LoreGate::GenerationType:
        return tr("Not for this kind of reply");
    case LoreGate::CharacterName:
        return tr("Not for this character");
    case LoreGate::CharacterTag:
        return tr("Not for characters with these tags");
    case LoreGate::Delay:
        return tr("Waits until the chat has %n messages", nullptr, int(detail.value));
    case LoreGate::Cooldown:
        return tr("Cooling down for %n more messages", nullptr, int(detail.value));
    case LoreGate::DelayUntilRecursion:
        return tr("Waits for other lore to mention it");
    case LoreGate::ExcludeRecursion:
        return tr("Does not react to other lore");
    case LoreGate::BarringDecorator:
        return tr("Never on (@@dont_activate)");
    case LoreGate::NoKeys:
        return tr("No keys");
    case LoreGate::KeyNotFound:
        return tr("No key found in what is scanned");
    case LoreGate::SecondaryKeys:
        return detail.secondaryKey.isEmpty()
                   ? tr("Key “%1” %2, but a secondary key is missing").arg(detail.key, whereFound(detail))
                   : tr("Key “%1” %2, but secondary key “%3” rules it out")
                         .arg(detail.key, whereFound(detail), detail.secondaryKey);
    case LoreGate::GroupSticky:
        return tr("Lost its group “%1” to “%2”, which is sticky").arg(detail.group, detail.rival);
    case LoreGate::GroupCooldown:
        return tr("Out of its group “%1”: cooling down").arg(detail.group);
    case LoreGate::GroupScore:
        //: numbers of keys that occur
        return tr("Lost its group “%1” to “%2” (%3 keys found against %4)")
            .arg(detail.group, detail.rival, number(detail.value), number(detail.other));
    case LoreGate::GroupTaken:
        return tr("Its group “%1” already went to “%2”").arg(detail.group, detail.rival);
    case LoreGate::GroupPriority:
        return tr("Lost its group “%1” to “%2”, which goes first").arg(detail.group, detail.rival);
    case LoreGate::GroupLot:
        return tr("Lost its group “%1” to “%2” (weight %3 against %4)")
            .arg(detail.group, detail.rival, number(detail.value), number(detail.other));
    case LoreGate::GroupQuirk:
        return tr("Removed because “%1” lost in two groups; SillyTavern does so").arg(detail.rival);
    case LoreGate::BudgetSpent:
        return tr("The lore budget is used up");
    case LoreGate::Probability:
        return tr("Failed its probability roll (%1 percent)").arg(number(detail.value));
    case LoreGate::Budget:
        return tr("Needs %n tokens, %1 left in the lore budget", nullptr, int(detail.value))
            .arg(number(detail.other));
    case LoreGate::Empty:
        return tr("Fired, but its text is empty after macros");
    case LoreGate::DuplicateId:
        return tr("An entry before it has the id “%1” too").arg(detail.name);
    case LoreGate::ConditionFails:
        return tr("Its condition does not hold, or none of its keys occurs (letter case counts)");
    case LoreGate::NoPlace:
        return tr("The preset has no place for it, or its depth or order is not a number");
    case LoreGate::ActivatingDecorator:
        return tr("Always on (@@activate)");
    case LoreGate::Constant:
        return tr("Always on");
    case LoreGate::Sticky:
        return tr("Sticky for %n more messages", nullptr, int(detail.value));
    case LoreGate::KeyFound:
        return found(row);
    case LoreGate::ConditionHolds:
        return tr("Its condition holds, or one of its keys occurs");
    case LoreGate::Similar:
        return tr("Similar to the latest messages");
    }
    return {};
}

// What the measurement says, whether or not it decided.
QString measured(const LoreSimilarity &similarity)
{
    const QString score = QLocale().toString(similarity.score, 'f', 2);
    if (similarity.isNear)
        //: %1 a number from -1 to 1, %2 of %3 entries
        return Reasons::tr("similarity %1, rank %2 of %3")
            .arg(score)
            .arg(similarity.rank)
            .arg(similarity.count);
    if (similarity.score < similarity.threshold)
        return Reasons::tr("similarity %1, less than %2")
            .arg(score, QLocale().toString(similarity.threshold, 'f', 2));
    return Reasons::tr("similarity %1, rank %2, only %3 count")
        .arg(score)
        .arg(similarity.rank)
        .arg(similarity.most);
}

} // namespace

const LoreDetail &LoreTrace::details() const
{
    static const LoreDetail none;
    return detail ? *detail : none;
}

bool LoreTrace::operator==(const LoreTrace &other) const
{
    return uid == other.uid && fired == other.fired && gate == other.gate && round == other.round &&
           (similarity == other.similarity ||
            (similarity && other.similarity && *similarity == *other.similarity)) &&
           tokens == other.tokens && book == other.book && title == other.title &&
           (detail == other.detail || details() == other.details());
}

QString loreGateName(LoreGate gate)
{
    static constexpr QStringView names[] = {u"disabled",
                                            u"generation-type",
                                            u"character-name",
                                            u"character-tag",
                                            u"delay",
                                            u"cooldown",
                                            u"delay-until-recursion",
                                            u"exclude-recursion",
                                            u"barring-decorator",
                                            u"no-keys",
                                            u"key-not-found",
                                            u"secondary-keys",
                                            u"group-sticky",
                                            u"group-cooldown",
                                            u"group-score",
                                            u"group-taken",
                                            u"group-priority",
                                            u"group-lot",
                                            u"group-quirk",
                                            u"budget-spent",
                                            u"probability",
                                            u"budget",
                                            u"empty",
                                            u"duplicate-id",
                                            u"condition-fails",
                                            u"no-place",
                                            u"activating-decorator",
                                            u"constant",
                                            u"sticky",
                                            u"key-found",
                                            u"condition-holds",
                                            u"similar"};
    static_assert(std::size(names) == std::size_t(LoreGate::Similar) + 1);
    return names[static_cast<size_t>(gate)].toString();
}

QString lorePlaceName(LorePlace place)
{
    static constexpr QStringView names[] = {u"nowhere",
                                            u"message",
                                            u"persona-description",
                                            u"character-description",
                                            u"character-personality",
                                            u"character-depth-prompt",
                                            u"scenario",
                                            u"creator-notes",
                                            u"injection",
                                            u"lore"};
    static_assert(std::size(names) == std::size_t(LorePlace::Lore) + 1);
    return names[static_cast<size_t>(place)].toString();
}

QString loreReason(const LoreTrace &row)
{
    const QString reason = Reasons::of(row);
    //: %1 why an entry came or did not, %2 how near its text is to what was said last
    return row.similarity ? Reasons::tr("%1 (%2)").arg(reason, measured(*row.similarity)) : reason;
}

QString placeText(LorePlace place)
{
    switch (place) {
    case LorePlace::Nowhere:
        break;
    case LorePlace::Message:
        return QCoreApplication::translate("LorePlace", "in a message");
    case LorePlace::PersonaDescription:
        return QCoreApplication::translate("LorePlace", "in the persona's description");
    case LorePlace::CharacterDescription:
        return QCoreApplication::translate("LorePlace", "in the card's description");
    case LorePlace::CharacterPersonality:
        return QCoreApplication::translate("LorePlace", "in the card's personality");
    case LorePlace::CharacterDepthPrompt:
        return QCoreApplication::translate("LorePlace", "in the card's depth prompt");
    case LorePlace::Scenario:
        return QCoreApplication::translate("LorePlace", "in the scenario");
    case LorePlace::CreatorNotes:
        return QCoreApplication::translate("LorePlace", "in the creator's notes");
    case LorePlace::Injection:
        return QCoreApplication::translate("LorePlace", "in the author's note or another injected text");
    case LorePlace::Lore:
        return QCoreApplication::translate("LorePlace", "in other lore");
    }
    return {};
}

} // namespace snug
