#include "core/library/cardfields.h"

#include "core/formats/scenecard.h"
#include "core/library/fieldwords.h"
#include "core/model/editedtext.h"

#include <QCoreApplication>

#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

class CardWords
{
    Q_DECLARE_TR_FUNCTIONS(CardFields)

public:
    static QList<FieldInfo> all();

private:
    static void addTexts(QList<FieldInfo> &list);
    static void addPrompts(QList<FieldInfo> &list);
    static void addAbout(QList<FieldInfo> &list);
};

void CardWords::addTexts(QList<FieldInfo> &list)
{
    using enum CardField;
    using Kind = FieldKind;
    list.append({int(Name), Kind::Line, tr("Name"), tr("What {{char}} becomes.")});
    list.append({int(Nickname), Kind::Line, tr("Nickname"),
                 tr("If there is one, {{char}} becomes it instead of the name.")});
    list.append({int(Description), Kind::Text, tr("Description"), tr("Who the character is. Always sent.")});
    list.append({int(Personality), Kind::Text, tr("Personality"), tr("In a few words. Always sent.")});
    list.append({int(Scenario), Kind::Text, tr("Scenario"), tr("Where and how the two meet. Always sent.")});
    list.append({int(Examples), Kind::Text, tr("Examples of dialogue"),
                 tr("Each begins with a line <START>. They are dropped first when the context is full.")});
}

void CardWords::addPrompts(QList<FieldInfo> &list)
{
    using enum CardField;
    using Kind = FieldKind;
    list.append({int(SystemPrompt), Kind::Text, tr("Main prompt"),
                 tr("Replaces the preset's main prompt; {{original}} inserts it. Always sent.")});
    list.append({int(PostHistory), Kind::Text, tr("Post-history instructions"),
                 tr("Replaces the preset's text after the chat; {{original}} inserts it. Always sent.")});
    list.append({int(DepthText), Kind::Text, tr("Character note"),
                 tr("Goes into the chat, at a depth. Always sent.")});
    list.append({int(Depth),
                 Kind::Whole,
                 tr("Its depth"),
                 tr("Messages back from the newest."),
                 {},
                 {},
                 {0, 10'000}});
    list.append({int(DepthRole),
                 Kind::Choice,
                 tr("Its role"),
                 tr("Whose message it is."),
                 {},
                 {{int(Role::System), tr("System")},
                  {int(Role::User), tr("User")},
                  {int(Role::Assistant), tr("Assistant")}},
                 {0, 2}});
}

void CardWords::addAbout(QList<FieldInfo> &list)
{
    using enum CardField;
    using Kind = FieldKind;
    list.append(
        {int(CreatorNotes), Kind::Text, tr("Creator's notes"), tr("For whoever uses the card; not sent.")});
    list.append({int(Creator), Kind::Line, tr("Creator"), tr("Who made it.")});
    list.append(
        {int(CharacterVersion), Kind::Line, tr("Version of the card"), tr("In the creator's words.")});
    list.append({int(Tags), Kind::List, tr("Tags"), tr("For sorting, one a line; not sent.")});
    list.append({int(Sources), Kind::List, tr("Sources"), tr("Where the card came from, one a line.")});
    list.append({int(Talkativeness),
                 Kind::Number,
                 tr("Talkativeness"),
                 tr("In groups: 0 speaks only when named, 1 always."),
                 {},
                 {},
                 {0, 1}});
    list.append({int(Favourite), Kind::Check, tr("Favourite"), tr("Favourites are listed first.")});
    list.append(
        {int(Cast), Kind::List, tr("Characters who share the card"),
         tr("If there are several, their names, one a line: they can keep secrets from each other.")});
}

QList<FieldInfo> CardWords::all()
{
    QList<FieldInfo> list;
    list.reserve(cardFieldCount);
    addTexts(list);
    addPrompts(list);
    addAbout(list);
    return list;
}

QString *textIn(Card &card, CardField field)
{
    switch (field) {
    case CardField::Name:
        return &card.name;
    case CardField::Nickname:
        return &card.nickname;
    case CardField::Description:
        return &card.description;
    case CardField::Personality:
        return &card.personality;
    case CardField::Scenario:
        return &card.scenario;
    case CardField::Examples:
        return &card.messageExamples;
    case CardField::SystemPrompt:
        return &card.systemPrompt;
    case CardField::PostHistory:
        return &card.postHistoryInstructions;
    case CardField::DepthText:
        return &card.depthPrompt.text;
    case CardField::CreatorNotes:
        return &card.creatorNotes;
    case CardField::Creator:
        return &card.creator;
    case CardField::CharacterVersion:
        return &card.characterVersion;
    default:
        return nullptr;
    }
}

// Cards of version 3 have a list of them; it is written where the card's other data stand.
void setSources(Card &card, const QStringList &sources)
{
    if (card.source.value(u"data").isObject()) {
        Json data = card.source.value(u"data");
        data.set(u"source"_s, sources.isEmpty() ? Json() : Json(sources));
        card.source.set(u"data"_s, data);
    } else if (card.source.isObject()) {
        card.source.set(u"source"_s, sources.isEmpty() ? Json() : Json(sources));
    }
}

QStringList sourcesOf(const Card &card)
{
    const Json data = card.source.value(u"data");
    return (data.isObject() ? data : card.source).value(u"source").toTextList();
}

} // namespace

QList<FieldInfo> cardFields()
{
    QList<FieldInfo> fields = CardWords::all();
    for (FieldInfo &field : fields)
        field.otherWords = sillyTavernWords(CardField(field.id));
    return fields;
}

FieldInfo cardFieldInfo(CardField field)
{
    return cardFields().value(int(field));
}

QVariant cardFieldValue(const Card &card, CardField field)
{
    Card copy = card; // shares everything
    if (const QString *text = textIn(copy, field))
        return *text;
    switch (field) {
    case CardField::Depth:
        return card.depthPrompt.depth;
    case CardField::DepthRole:
        return int(card.depthPrompt.role);
    case CardField::Tags:
        return card.tags;
    case CardField::Sources:
        return sourcesOf(card);
    case CardField::Cast:
        return sceneCast(card);
    case CardField::Talkativeness:
        return card.talkativeness;
    case CardField::Favourite:
        return card.favourite;
    default:
        return {};
    }
}

bool setCardFieldValue(Card &card, CardField field, const QVariant &value)
{
    if (QString *text = textIn(card, field)) {
        *text = editedText(*text, value.toString());
        return true;
    }
    bool isNumber = false;
    const double number = value.toDouble(&isNumber);
    const FieldBounds bounds = cardFieldInfo(field).bounds;
    const bool fits = isNumber && number >= bounds.least && number <= bounds.most;
    const bool isWhole = fits && std::floor(number) == number;
    switch (field) {
    case CardField::Depth:
        if (isWhole)
            card.depthPrompt.depth = int(number);
        return isWhole;
    case CardField::DepthRole:
        if (isWhole)
            card.depthPrompt.role = Role(int(number));
        return isWhole;
    case CardField::Talkativeness:
        if (fits)
            card.talkativeness = number;
        return fits;
    case CardField::Tags:
        card.tags = value.toStringList();
        return true;
    case CardField::Sources:
        if (sourcesOf(card) != value.toStringList())
            setSources(card, value.toStringList());
        return true;
    case CardField::Favourite:
        card.favourite = value.toBool();
        return true;
    case CardField::Cast:
        if (sceneCast(card) != value.toStringList())
            card = withSceneCast(std::move(card), value.toStringList());
        return true;
    default:
        return false;
    }
}

bool isPermanent(CardField field)
{
    switch (field) {
    case CardField::Description:
    case CardField::Personality:
    case CardField::Scenario:
    case CardField::SystemPrompt:
    case CardField::PostHistory:
    case CardField::DepthText:
        return true;
    default:
        return false;
    }
}

bool isSent(CardField field)
{
    return isPermanent(field) || field == CardField::Examples;
}

} // namespace snug
