#include "core/library/lorefields.h"

#include "core/library/fieldwords.h"
#include "core/library/loreentrycell.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

class LoreFieldList
{
    Q_DECLARE_TR_FUNCTIONS(LoreFields)

public:
    static QList<FieldInfo> all();

private:
    static void addBasics(QList<FieldInfo> &list);
    static void addPlaces(QList<FieldInfo> &list);
    static void addMatching(QList<FieldInfo> &list);
    static void addOthers(QList<FieldInfo> &list);
    static void addChances(QList<FieldInfo> &list);
    static void addFilters(QList<FieldInfo> &list);
    static QList<FieldChoice> positions();
};

QList<FieldChoice> LoreFieldList::positions()
{
    QList<FieldChoice> list;
    for (int position = 0; position <= int(LoreEntry::Position::Outlet); ++position)
        list.append({int(position), lorePositionText(LoreEntry::Position(position))});
    return list;
}

void LoreFieldList::addBasics(QList<FieldInfo> &list)
{
    using enum LoreField;
    using Kind = FieldKind;
    list.append({int(Enabled), Kind::Check, tr("On"), tr("Entries that are off never fire.")});
    list.append({int(Title), Kind::Line, tr("Title"), tr("For you; it is not sent.")});
    list.append({int(Keys), Kind::List, tr("Keys"),
                 tr("One a line. Any of them makes the entry fire. /…/i is a regular expression.")});
    list.append({int(SecondaryKeys), Kind::List, tr("Secondary keys"),
                 tr("Once a key is found, these decide as well.")});
    list.append({int(SecondaryLogic),
                 Kind::Choice,
                 tr("Logic"),
                 tr("Which of the secondary keys must be found, or must not."),
                 {},
                 {{0, tr("AND ANY: at least one is found")},
                  {3, tr("AND ALL: all are found")},
                  {1, tr("NOT ALL: not all are found")},
                  {2, tr("NOT ANY: none is found")}}});
    list.append({int(Selective), Kind::Check, tr("Secondary keys count"),
                 tr("Off: the secondary keys stay in the file, but decide nothing.")});
    list.append({int(Content), Kind::Text, tr("Content"),
                 tr("What goes into the prompt when the entry fires. Macros are resolved.")});
    list.append({int(Strategy),
                 Kind::Choice,
                 tr("Fires"),
                 tr("Always needs no keys. With vectors it fires on what is said in other words as well."),
                 {},
                 {{int(LoreStrategy::Keys), tr("Normal: when a key is found")},
                  {int(LoreStrategy::Constant), tr("Constant: always")},
                  {int(LoreStrategy::Vectors), tr("Vectorized: by keys or vectors")}}});
}

void LoreFieldList::addPlaces(QList<FieldInfo> &list)
{
    using enum LoreField;
    using Kind = FieldKind;
    list.append({int(Position),
                 Kind::Choice,
                 tr("Position"),
                 tr("Where in the prompt the content is inserted."),
                 {},
                 positions()});
    list.append({int(Depth), Kind::Whole, tr("Depth"),
                 tr("In the chat: this many messages from the newest. 0 is at the very end.")});
    list.append({int(Role),
                 Kind::Choice,
                 tr("Role"),
                 tr("In the chat: whose message the content is."),
                 {},
                 {{int(snug::Role::System), tr("System")},
                  {int(snug::Role::User), tr("User")},
                  {int(snug::Role::Assistant), tr("Assistant")}}});
    list.append(
        {int(OutletName), Kind::Line, tr("Outlet"),
         tr("For the position Outlet: the content is inserted where the prompt says {{outlet::name}}.")});
    list.append({int(Order), Kind::Number, tr("Order"),
                 tr("A higher order comes later in its place, and is kept first when tokens run out.")});
}

void LoreFieldList::addMatching(QList<FieldInfo> &list)
{
    using enum LoreField;
    using Kind = FieldKind;
    list.append({int(ScanDepth), Kind::OptionalWhole, tr("Scan depth"),
                 tr("How many of the newest messages are searched for keys. 0 searches none.")});
    list.append({int(CaseSensitive), Kind::Optional, tr("Case-sensitive"),
                 tr("“Rose” then does not fire on “rose”. Not for regular expressions.")});
    list.append({int(WholeWords), Kind::Optional, tr("Match whole words"),
                 tr("A key of one word does not fire inside a longer one. Works for a–z only.")});
    const QList<std::pair<LoreField, QString>> texts{
        {MatchPersona, tr("Also search the persona's description")},
        {MatchDescription, tr("Also search the card's description")},
        {MatchPersonality, tr("Also search the card's personality")},
        {MatchDepthPrompt, tr("Also search the card's character note")},
        {MatchScenario, tr("Also search the scenario")},
        {MatchCreatorNotes, tr("Also search the creator's notes")}};
    for (const auto &[field, label] : texts)
        list.append({int(field), Kind::Check, label, tr("Besides the messages.")});
}

void LoreFieldList::addOthers(QList<FieldInfo> &list)
{
    using enum LoreField;
    using Kind = FieldKind;
    list.append({int(ExcludeRecursion), Kind::Check, tr("Non-recursable"),
                 tr("The content of other entries does not make it fire.")});
    list.append({int(PreventRecursion), Kind::Check, tr("Prevent further recursion"),
                 tr("Its content does not make other entries fire.")});
    list.append({int(DelayUntilRecursion), Kind::Whole, tr("Delay until recursion"),
                 tr("Only the content of other entries makes it fire. The number is the level: 1 first, then "
                    "2 … 0 is off.")});
}

void LoreFieldList::addChances(QList<FieldInfo> &list)
{
    using enum LoreField;
    using Kind = FieldKind;
    list.append({int(UseProbability), Kind::Check, tr("Use probability"),
                 tr("Off: it always fires when its keys are found, whatever the probability says.")});
    list.append({int(Probability), Kind::Number, tr("Probability"),
                 tr("How often it fires once its keys are found."), tr("%")});
    list.append({int(Group), Kind::Line, tr("Inclusion group"),
                 tr("Of the entries of a group only one fires. Several names are separated by commas.")});
    list.append({int(GroupOverride), Kind::Check, tr("Prioritize inclusion"),
                 tr("The highest order wins instead of a random draw.")});
    list.append({int(GroupWeight), Kind::Number, tr("Group weight"),
                 tr("When the group draws at random: twice the weight is twice as likely.")});
    list.append({int(GroupScoring), Kind::Optional, tr("Group scoring"),
                 tr("In its group, only the entries with the most keys found stay.")});
    list.append({int(Sticky), Kind::Whole, tr("Sticky"),
                 tr("Once fired, it stays in for this many messages. 0 is off."), tr("messages")});
    list.append({int(Cooldown), Kind::Whole, tr("Cooldown"),
                 tr("Once fired, it cannot fire again for this many messages. 0 is off."), tr("messages")});
    list.append({int(Delay), Kind::Whole, tr("Delay"),
                 tr("It cannot fire until the chat has this many messages. 0 is off."), tr("messages")});
}

void LoreFieldList::addFilters(QList<FieldInfo> &list)
{
    using enum LoreField;
    using Kind = FieldKind;
    list.append({int(Triggers), Kind::List, tr("Generation triggers"),
                 tr("normal, continue, impersonate, swipe, regenerate, quiet. None means all.")});
    list.append({int(FilterExcludes), Kind::Check, tr("Exclude these characters"),
                 tr("Off: only for these characters. On: for all but these.")});
    list.append({int(FilterNames), Kind::List, tr("Characters"),
                 tr("Names of card files without .png. None means all.")});
    list.append({int(FilterTags), Kind::List, tr("Tags of characters"),
                 tr("Ids of tags of this installation, as SillyTavern keeps them.")});
    list.append({int(IgnoreBudget), Kind::Check, tr("Ignore budget"),
                 tr("It is sent even when the tokens for lore are used up.")});
    list.append(
        {int(AutomationId), Kind::Line, tr("Automation id"),
         tr("SillyTavern runs the quick reply of this id when the entry fires. Kept, not used here.")});
}

QList<FieldInfo> LoreFieldList::all()
{
    QList<FieldInfo> list;
    list.reserve(loreFieldCount);
    addBasics(list);
    addPlaces(list);
    addMatching(list);
    addOthers(list);
    addChances(list);
    addFilters(list);
    for (FieldInfo &info : list)
        info.bounds = loreFieldBounds(LoreField(info.id));
    return list;
}

} // namespace

QList<FieldInfo> loreFields()
{
    QList<FieldInfo> fields = LoreFieldList::all();
    for (FieldInfo &field : fields)
        field.otherWords = sillyTavernWords(LoreField(field.id));
    return fields;
}

FieldInfo loreFieldInfo(LoreField field)
{
    return loreFields().value(int(field));
}

} // namespace snug
