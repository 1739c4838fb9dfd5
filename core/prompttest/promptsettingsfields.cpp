#include "core/prompttest/promptsettingsfields.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// An enumeration as its number; one that is out of range is not understood.
template <typename Enum> struct NumberCodec
{
    Enum last;

    bool decode(const Json &json, Enum &value) const
    {
        const std::optional<qint64> number = json.asInteger();
        if (!number || *number < 0 || *number > qint64(last))
            return false;
        value = static_cast<Enum>(*number);
        return true;
    }
    Json encode(Enum value, const Json &) const { return int(value); }
    QString expected(Enum) const { return u"a number from 0 to %1"_s.arg(int(last)); }
};

template <typename Fields> void loreFields(Fields &fields)
{
    const auto lore = [&](const QString &key, auto member, auto... codec) {
        fields.field(key, [member](auto &settings) -> auto & { return settings.lore.*member; }, codec...);
    };
    lore(u"depth"_s, &LoreSettings::depth);
    lore(u"budgetPercent"_s, &LoreSettings::budgetPercent);
    lore(u"budgetCap"_s, &LoreSettings::budgetCap);
    lore(u"minActivations"_s, &LoreSettings::minActivations);
    lore(u"minActivationsDepthMax"_s, &LoreSettings::minActivationsDepthMax);
    lore(u"maxRecursionSteps"_s, &LoreSettings::maxRecursionSteps);
    lore(u"includeNames"_s, &LoreSettings::includeNames);
    lore(u"isRecursive"_s, &LoreSettings::isRecursive);
    lore(u"isCaseSensitive"_s, &LoreSettings::isCaseSensitive);
    lore(u"matchesWholeWords"_s, &LoreSettings::matchesWholeWords);
    lore(u"usesGroupScoring"_s, &LoreSettings::usesGroupScoring);
    lore(u"strategy"_s, &LoreSettings::strategy,
         NumberCodec<LoreSettings::Strategy>{LoreSettings::Strategy::GlobalFirst});
}

template <typename Fields> void noteFields(Fields &fields)
{
    const auto note = [&](const QString &key, auto member, auto... codec) {
        fields.field(key, [member](auto &settings) -> auto & { return settings.note.*member; }, codec...);
    };
    note(u"text"_s, &NoteSettings::text);
    note(u"interval"_s, &NoteSettings::interval);
    note(u"position"_s, &NoteSettings::position);
    note(u"depth"_s, &NoteSettings::depth);
    note(u"role"_s, &NoteSettings::role, NumberCodec<Role>{Role::Assistant});
    note(u"isScanned"_s, &NoteSettings::isScanned);
}

template <typename Fields> void replyFields(Fields &fields)
{
    const auto reply = [&](const QString &key, auto member) {
        fields.field(key, [member](auto &settings) -> auto & { return settings.replies.*member; });
    };
    const auto cleaning = [&](const QString &key, auto member) {
        fields.field(key, [member](auto &settings) -> auto & { return settings.replies.cleaning.*member; });
    };
    const auto reasoning = [&](const QString &key, auto member) {
        fields.field(key, [member](auto &settings) -> auto & { return settings.replies.reasoning.*member; });
    };
    const auto summary = [&](const QString &key, auto member, auto... codec) {
        fields.field(
            key, [member](auto &settings) -> auto & { return settings.replies.summary.*member; }, codec...);
    };
    reply(u"start"_s, &ReplySettings::start);
    reply(u"usesOldMacros"_s, &ReplySettings::usesOldMacros);
    reply(u"tokenPadding"_s, &ReplySettings::tokenPadding);
    cleaning(u"cleans"_s, &ReplyCleaning::isOn);
    cleaning(u"keepsUserName"_s, &ReplyCleaning::keepsUserName);
    cleaning(u"keepsCharacterName"_s, &ReplyCleaning::keepsCharacterName);
    cleaning(u"keepsOtherMembers"_s, &ReplyCleaning::keepsOtherMembers);
    cleaning(u"fixesMarkdown"_s, &ReplyCleaning::fixesMarkdown);
    cleaning(u"trimsSentences"_s, &ReplyCleaning::trimsSentences);
    reasoning(u"addsReasoning"_s, &ReasoningSettings::isAdded);
    reasoning(u"parsesReasoning"_s, &ReasoningSettings::isParsed);
    reasoning(u"reasoningPrefix"_s, &ReasoningSettings::prefix);
    reasoning(u"reasoningSuffix"_s, &ReasoningSettings::suffix);
    reasoning(u"reasoningSeparator"_s, &ReasoningSettings::separator);
    reasoning(u"mostReasoning"_s, &ReasoningSettings::most);
    summary(u"usesSummary"_s, &SummarySettings::isUsed);
    summary(u"summaryLayout"_s, &SummarySettings::layout);
    summary(u"summaryPosition"_s, &SummarySettings::position);
    summary(u"summaryDepth"_s, &SummarySettings::depth);
    summary(u"summaryRole"_s, &SummarySettings::role, NumberCodec<Role>{Role::Assistant});
    summary(u"isSummaryScanned"_s, &SummarySettings::isScanned);
}

template <typename Fields> void settingsFields(Fields &fields)
{
    fields.field(u"preferCharacterPrompt"_s, &PromptSettings::preferCharacterPrompt);
    fields.field(u"preferCharacterPostHistory"_s, &PromptSettings::preferCharacterPostHistory);
    fields.field(u"pinExamples"_s, &PromptSettings::pinExamples);
    fields.field(u"trimSpaces"_s, &PromptSettings::trimSpaces);
    fields.field(u"collapseNewlines"_s, &PromptSettings::collapseNewlines);
    fields.field(u"stripExamples"_s, &PromptSettings::stripExamples);
    fields.field(u"stopStrings"_s, &PromptSettings::stopStrings);
    fields.field(u"expandsStopStrings"_s, &PromptSettings::expandsStopStrings);
    fields.inner(u"lore"_s, [](auto &inner) { loreFields(inner); });
    fields.inner(u"note"_s, [](auto &inner) { noteFields(inner); });
    fields.inner(u"replies"_s, [](auto &inner) { replyFields(inner); });
}

template <typename Fields> void characterNoteFields(Fields &fields)
{
    fields.field(u"avatar"_s, &CharacterNote::avatar);
    fields.field(u"text"_s, &CharacterNote::text);
    fields.field(u"isUsed"_s, &CharacterNote::isUsed);
    fields.field(u"placement"_s, &CharacterNote::placement,
                 NumberCodec<CharacterNote::Placement>{CharacterNote::Placement::After});
}

template <typename T, typename Fields> Json written(const T &value, Fields fields)
{
    Json object = Json::object();
    const T defaults; // the writer refers to it
    FieldWriter writer(object, defaults, value, false);
    fields(writer);
    return object;
}

} // namespace

Json promptSettingsJson(const PromptSettings &settings)
{
    Json object = written(settings, [](auto &fields) { settingsFields(fields); });
    QList<Json> notes;
    for (const CharacterNote &note : settings.note.characterNotes)
        notes.append(written(note, [](auto &fields) { characterNoteFields(fields); }));
    if (!notes.isEmpty())
        object.set(u"characterNotes"_s, Json::array(notes));
    return object;
}

PromptSettings promptSettingsFrom(const Json &object, const Place &place, Warnings &warnings)
{
    PromptSettings settings;
    FieldReader reader(object, settings, place, warnings);
    settingsFields(reader);
    const Json notes = object.value(u"characterNotes");
    const Place notesPlace = place.in(u"characterNotes"_s);
    for (qsizetype i = 0; i < notes.size(); ++i) {
        CharacterNote note;
        const Place at = notesPlace.at(i);
        FieldReader each(notes.at(i), note, at, warnings);
        characterNoteFields(each);
        settings.note.characterNotes.append(note);
    }
    return settings;
}

} // namespace snug
