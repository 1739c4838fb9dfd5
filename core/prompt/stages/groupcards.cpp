#include "core/prompt/stages/groupcards.h"

#include "core/model/whitespace.h"
#include "core/prompt/groupinputs.h"
#include "core/prompt/injectiondepth.h"
#include "core/prompt/labels.h"

using namespace Qt::StringLiterals;

namespace snug {

bool joinsCards(const PromptInputs &inputs)
{
    return inputs.group && inputs.group->settings.generation != Group::Generation::Swap;
}

static bool isSpeaker(const PromptInputs &inputs, const GroupMember &member)
{
    return member.avatar == inputs.avatar;
}

void setNameMacros(const PromptInputs &inputs, Draft &draft, const QString &character)
{
    const MacroValue user{draft.userName, u"persona.name"_s, {}, personaSource({}, draft.userName).label()};
    const MacroValue name{character, u"char.name"_s, {}, cardSource({}, character).label()};
    MacroPass &macros = draft.macros;
    macros.setValue({u"user"}, user);
    macros.setValue({u"char"}, name);
    if (!inputs.group) {
        macros.setValue({u"group", u"charifnotgroup", u"groupnotmuted"}, name);
        macros.setValue({u"notchar"}, user);
        return;
    }
    QStringList unmuted;
    QStringList others;
    for (const GroupMember *member : listedMembers(*inputs.group)) {
        if (member->isMuted)
            continue;
        unmuted.append(member->card.name);
        if (member->card.name != character)
            others.append(member->card.name);
    }
    const auto names = [](const QStringList &list) {
        return MacroValue{list.join(u", "), u"group.names"_s, {}, {}};
    };
    macros.setValue({u"group", u"charifnotgroup"}, names(memberNames(inputs)));
    macros.setValue({u"groupnotmuted"}, names(unmuted));
    macros.setValue({u"notchar"}, names(others));
}

TracedText resolvedCardText(const PromptInputs &inputs, Draft &draft, const TracedText &text)
{
    TracedText result = draft.macros.expand(text);
    if (inputs.settings.collapseNewlines)
        result = result.withSingleLineFeeds();
    return result.without(u'\r');
}

static TracedText withFieldName(TracedText text, const JoinedField &field)
{
    static constexpr QStringView placeholder = u"<FIELDNAME>";
    for (qsizetype at = text.text().indexOf(placeholder, 0, Qt::CaseInsensitive); at >= 0;
         at = text.text().indexOf(placeholder, at + field.name.size(), Qt::CaseInsensitive)) {
        const Source source =
            Source(SourceKind::GroupFieldName, {}, placeholder.toString()).inside(text.spanAt(at)->source);
        text.replace(at, placeholder.size(), TracedText::computed(field.name.toString(), source));
    }
    return text;
}

namespace {

// One member's part, before macros.
struct FieldPart
{
    QString character;
    TracedText before;
    TracedText text;
    TracedText behind;
};

QList<FieldPart> fieldParts(const PromptInputs &inputs, const JoinedField &field)
{
    const GroupInputs &group = *inputs.group;
    const Source joining = groupSource(SourceKind::GroupJoin);
    QList<FieldPart> parts;
    for (const GroupMember *listed : listedMembers(group)) {
        const GroupMember &member = *listed;
        if (member.isMuted && !isSpeaker(inputs, member) &&
            group.settings.generation != Group::Generation::AppendMuted)
            continue;
        const Source source = cardSource(sourceKindNamed(field.type), member.card.name);
        TracedText text = TracedText(member.card.*field.text, source).trimmed();
        if (text.isEmpty())
            continue;
        if (field.startsBlocks && !text.text().startsWith(u"<START>"))
            text.prepend(TracedText::computed(u"<START>\n"_s, source));
        parts.append({member.card.name, withFieldName(TracedText(group.settings.joinPrefix, joining), field),
                      withFieldName(text, field).trimmed(),
                      withFieldName(TracedText(group.settings.joinSuffix, joining), field)});
    }
    return parts;
}

} // namespace

TracedText joinedText(const PromptInputs &inputs, Draft &draft, const JoinedField &field)
{
    QList<TracedText> parts;
    for (const FieldPart &joined : fieldParts(inputs, field)) {
        setNameMacros(inputs, draft, joined.character);
        TracedText part = resolvedCardText(inputs, draft, joined.before);
        const TracedText behind = resolvedCardText(inputs, draft, joined.behind);
        part.append(resolvedCardText(inputs, draft, joined.text));
        part.append(behind);
        if (!part.isEmpty())
            parts.append(part);
    }
    setNameMacros(inputs, draft, draft.characterName);
    return TracedText::join(parts, TracedText::computed(u"\n"_s, groupSource(SourceKind::GroupJoin)));
}

QList<SharedCardText> sharedTexts(const PromptInputs &inputs, Draft &draft, const JoinedField &field)
{
    QList<SharedCardText> texts;
    const QHash<QString, MacroValue> &values = draft.macros.environment.values;
    for (const FieldPart &joined : fieldParts(inputs, field)) {
        setNameMacros(inputs, draft, joined.character);
        texts.append({joined.before.text(),
                      joined.text.text(),
                      joined.behind.text(),
                      {{u"char"_s, values.value(u"char"_s)}, {u"notchar"_s, values.value(u"notchar"_s)}}});
    }
    setNameMacros(inputs, draft, draft.characterName);
    return texts;
}

static int depthInEffect(const Card &card)
{
    const Json extensions = card.source.value(u"data").value(u"extensions");
    return depthInChat(extensions.value(u"depth_prompt").value(u"depth"), card.depthPrompt.depth);
}

QList<DepthText> cardDepthTexts(const PromptInputs &inputs, Draft &draft)
{
    QList<DepthText> texts;
    if (!joinsCards(inputs)) {
        if (inputs.card && !draft.card.depthPrompt.isEmpty())
            texts.append({draft.card.depthPrompt, depthInEffect(*inputs.card), inputs.card->depthPrompt.role,
                          cardSource(SourceKind::CardDepthPrompt, draft.characterName)});
        return texts;
    }
    for (const GroupMember *listed : listedMembers(*inputs.group)) {
        const GroupMember &member = *listed;
        if (member.isMuted && !isSpeaker(inputs, member))
            continue;
        const DepthPrompt &prompt = member.card.depthPrompt;
        const Source source = cardSource(SourceKind::CardDepthPrompt, member.card.name);
        setNameMacros(inputs, draft, member.card.name);
        const TracedText text = resolvedCardText(inputs, draft, TracedText(prompt.text, source).trimmed());
        if (!text.isEmpty())
            texts.append({text, depthInEffect(member.card), prompt.role, source});
    }
    setNameMacros(inputs, draft, draft.characterName);
    return texts;
}

QStringList memberNames(const PromptInputs &inputs)
{
    QStringList names;
    if (inputs.group) {
        for (const GroupMember *member : listedMembers(*inputs.group))
            names.append(member->card.name);
    }
    return names;
}

} // namespace snug
