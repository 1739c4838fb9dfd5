#include "core/library/lorefields.h"

#include "core/library/loreentrycell.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(LoreFields)

public:
    static QList<LoreFieldInfo> all();

private:
    static void addBasics(QList<LoreFieldInfo> &list);
    static void addPlaces(QList<LoreFieldInfo> &list);
    static void addMatching(QList<LoreFieldInfo> &list);
    static void addOthers(QList<LoreFieldInfo> &list);
    static void addChances(QList<LoreFieldInfo> &list);
    static void addFilters(QList<LoreFieldInfo> &list);
    static QList<LoreChoice> positions();
};

QList<LoreChoice> Words::positions()
{
    QList<LoreChoice> list;
    for (int position = 0; position <= int(LoreEntry::Position::Outlet); ++position)
        list.append({position, lorePositionText(LoreEntry::Position(position))});
    return list;
}

void Words::addBasics(QList<LoreFieldInfo> &list)
{
    using enum LoreField;
    using Kind = LoreFieldKind;
    list.append({Enabled, Kind::Check, tr("On"), tr("Entries that are off never fire.")});
    list.append({Title, Kind::Line, tr("Title"), tr("For you; it is not sent.")});
    list.append({Keys, Kind::List, tr("Keys"),
                 tr("One a line. Any of them makes the entry fire. /…/i is a regular expression.")});
    list.append(
        {SecondaryKeys, Kind::List, tr("Secondary keys"), tr("Once a key is found, these decide as well.")});
    list.append({SecondaryLogic,
                 Kind::Choice,
                 tr("Secondary keys decide"),
                 tr("Which of the secondary keys must be there, or must not."),
                 {},
                 {{0, tr("One of them must be there")},
                  {3, tr("All must be there")},
                  {1, tr("Not all may be there")},
                  {2, tr("None may be there")}}});
    list.append({Selective, Kind::Check, tr("Secondary keys count"),
                 tr("Off: the secondary keys stay in the file, but decide nothing.")});
    list.append({Content, Kind::Text, tr("Content"),
                 tr("What goes into the prompt when the entry fires. Macros are resolved.")});
    list.append({Strategy,
                 Kind::Choice,
                 tr("Fires"),
                 tr("Always needs no keys. With vectors it fires on what is said in other words as well."),
                 {},
                 {{int(LoreStrategy::Keys), tr("When a key is found")},
                  {int(LoreStrategy::Constant), tr("Always")},
                  {int(LoreStrategy::Vectors), tr("By keys or vectors")}}});
}

void Words::addPlaces(QList<LoreFieldInfo> &list)
{
    using enum LoreField;
    using Kind = LoreFieldKind;
    list.append({Position,
                 Kind::Choice,
                 tr("Position"),
                 tr("Where in the prompt the content stands."),
                 {},
                 positions()});
    list.append({Depth, Kind::Whole, tr("Depth"),
                 tr("In the chat: this many messages from the newest. 0 is at the very end.")});
    list.append({Role,
                 Kind::Choice,
                 tr("Role"),
                 tr("In the chat: whose message the content is."),
                 {},
                 {{int(snug::Role::System), tr("System")},
                  {int(snug::Role::User), tr("User")},
                  {int(snug::Role::Assistant), tr("Assistant")}}});
    list.append({OutletName, Kind::Line, tr("Outlet"),
                 tr("For the position Outlet: the content stands where the prompt says {{outlet::name}}.")});
    list.append(
        {Order, Kind::Number, tr("Order"),
         tr("Higher stands nearer the end of its place, and is served first when tokens are short.")});
}

void Words::addMatching(QList<LoreFieldInfo> &list)
{
    using enum LoreField;
    using Kind = LoreFieldKind;
    list.append({ScanDepth, Kind::OptionalWhole, tr("Messages scanned"),
                 tr("How many of the newest messages are searched for keys. 0 searches none.")});
    list.append({CaseSensitive, Kind::Optional, tr("Match case"),
                 tr("“Rose” then does not fire on “rose”. Not for regular expressions.")});
    list.append({WholeWords, Kind::Optional, tr("Whole words"),
                 tr("A key of one word does not fire inside a longer one. Works for a–z only.")});
    const QList<std::pair<LoreField, QString>> texts{
        {MatchPersona, tr("Also search the persona's description")},
        {MatchDescription, tr("Also search the card's description")},
        {MatchPersonality, tr("Also search the card's personality")},
        {MatchDepthPrompt, tr("Also search the card's character note")},
        {MatchScenario, tr("Also search the scenario")},
        {MatchCreatorNotes, tr("Also search the creator's notes")}};
    for (const auto &[field, label] : texts)
        list.append({field, Kind::Check, label, tr("Besides the messages.")});
}

void Words::addOthers(QList<LoreFieldInfo> &list)
{
    using enum LoreField;
    using Kind = LoreFieldKind;
    list.append({ExcludeRecursion, Kind::Check, tr("Ignores other entries"),
                 tr("The content of other entries does not make it fire.")});
    list.append({PreventRecursion, Kind::Check, tr("Wakes no other entries"),
                 tr("Its content does not make other entries fire.")});
    list.append({DelayUntilRecursion, Kind::Whole, tr("Waits for other entries"),
                 tr("Only the content of other entries makes it fire. The number is the level: 1 first, then "
                    "2 … 0 is off.")});
}

void Words::addChances(QList<LoreFieldInfo> &list)
{
    using enum LoreField;
    using Kind = LoreFieldKind;
    list.append({UseProbability, Kind::Check, tr("Left to chance"),
                 tr("Off: it always fires when its keys are found, whatever the chance says.")});
    list.append({Probability, Kind::Number, tr("Chance"), tr("How often it fires once its keys are found."),
                 tr("%")});
    list.append({Group, Kind::Line, tr("Group"),
                 tr("Of the entries of a group only one fires. Several names, at commas.")});
    list.append({GroupOverride, Kind::Check, tr("Goes first in its group"),
                 tr("The highest order wins instead of the lot.")});
    list.append({GroupWeight, Kind::Number, tr("Weight in its group"),
                 tr("When the group draws lots: twice the weight, twice as likely.")});
    list.append({GroupScoring, Kind::Optional, tr("Scores its group"),
                 tr("In its group those stay for which the most keys are found.")});
    list.append({Sticky, Kind::Whole, tr("Stays for"),
                 tr("Once fired, it stays in for so many messages. 0 is off."), tr("messages")});
    list.append({Cooldown, Kind::Whole, tr("Rests for"),
                 tr("Once fired, it cannot fire for so many messages. 0 is off."), tr("messages")});
    list.append({Delay, Kind::Whole, tr("Begins after"),
                 tr("It cannot fire until the chat has so many messages. 0 is off."), tr("messages")});
}

void Words::addFilters(QList<LoreFieldInfo> &list)
{
    using enum LoreField;
    using Kind = LoreFieldKind;
    list.append({Triggers, Kind::List, tr("Kinds of reply"),
                 tr("normal, continue, impersonate, swipe, regenerate, quiet. None means all.")});
    list.append({FilterExcludes, Kind::Check, tr("Not for those below"),
                 tr("Off: only for these characters. On: for all but these.")});
    list.append(
        {FilterNames, Kind::List, tr("Characters"), tr("Names of card files without .png. None means all.")});
    list.append({FilterTags, Kind::List, tr("Tags of characters"),
                 tr("Ids of tags of this installation, as SillyTavern keeps them.")});
    list.append({IgnoreBudget, Kind::Check, tr("Never left out for its size"),
                 tr("It is sent even when the tokens for lore are used up.")});
    list.append(
        {AutomationId, Kind::Line, tr("Automation id"),
         tr("SillyTavern runs the quick reply of this id when the entry fires. Kept, not used here.")});
}

QList<LoreFieldInfo> Words::all()
{
    QList<LoreFieldInfo> list;
    list.reserve(loreFieldCount);
    addBasics(list);
    addPlaces(list);
    addMatching(list);
    addOthers(list);
    addChances(list);
    addFilters(list);
    return list;
}

} // namespace

QList<LoreFieldInfo> loreFields()
{
    return Words::all();
}

LoreFieldInfo loreFieldInfo(LoreField field)
{
    return loreFields().value(int(field));
}

} // namespace snug
