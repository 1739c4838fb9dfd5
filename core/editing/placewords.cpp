#include "core/editing/placewords.h"

#include "core/library/cardfields.h"
#include "core/library/lorefields.h"
#include "core/library/textpresetfields.h"
#include "core/library/texttemplatefields.h"

#include <QCoreApplication>
#include <QStringList>

#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct PlaceWordsText
{
    Q_DECLARE_TR_FUNCTIONS(PlaceWords)
};

QHash<QString, QString> documentWords()
{
    const auto tr = [](const char *text) { return PlaceWordsText::tr(text); };
    return {
        // Objects around what one edits.
        {u"data"_s, {}},
        {u"entries"_s, {}},
        {u"extensions"_s, {}},
        {u"personas"_s, {}},
        {u"persona_descriptions"_s, {}},
        {u"depth_prompt"_s, tr("Depth prompt")},
        {u"character_book"_s, tr("Lorebook")},
        // Presets
        {u"prompts"_s, tr("Blocks")},
        {u"prompt_order"_s, tr("Order of the blocks")},
        {u"injection_position"_s, tr("Position")},
        {u"injection_depth"_s, tr("Depth")},
        {u"injection_order"_s, tr("Order")},
        {u"injection_trigger"_s, tr("For")},
        {u"forbid_overrides"_s, tr("Forbid overrides")},
        {u"enabled"_s, tr("On")},
        {u"temperature"_s, tr("Temperature")},
        {u"frequency_penalty"_s, tr("Frequency penalty")},
        {u"presence_penalty"_s, tr("Presence penalty")},
        {u"repetition_penalty"_s, tr("Repetition penalty")},
        {u"top_p"_s, u"Top P"_s},
        {u"top_k"_s, u"Top K"_s},
        {u"top_a"_s, u"Top A"_s},
        {u"min_p"_s, u"Min P"_s},
        {u"openai_max_context"_s, tr("Context size")},
        {u"openai_max_tokens"_s, tr("Reply length")},
        {u"squash_system_messages"_s, tr("Squash system messages")},
        {u"stream_openai"_s, tr("Stream the reply")},
        {u"new_chat_prompt"_s, tr("New chat")},
        {u"new_group_chat_prompt"_s, tr("New group chat")},
        {u"new_example_chat_prompt"_s, tr("Example chat")},
        {u"continue_nudge_prompt"_s, tr("Continue nudge")},
        {u"group_nudge_prompt"_s, tr("Group nudge")},
        {u"impersonation_prompt"_s, tr("Impersonation")},
        {u"send_if_empty"_s, tr("Empty message")},
        {u"wi_format"_s, tr("Lore format")},
        {u"scenario_format"_s, tr("Scenario format")},
        {u"personality_format"_s, tr("Personality format")},
        {u"assistant_prefill"_s, tr("Prefill")},
        {u"assistant_impersonation"_s, tr("Prefill when impersonating")},
        // Cards
        {u"first_mes"_s, tr("First message")},
        {u"alternate_greetings"_s, tr("Greetings")},
        {u"name"_s, tr("Name")},
        {u"content"_s, tr("Text")},
        {u"role"_s, tr("Role")},
        {u"depth"_s, tr("Depth")},
        // Scripts
        {u"findRegex"_s, tr("Expression")},
        {u"replaceString"_s, tr("Replacement")},
        {u"trimStrings"_s, tr("Trimmed texts")},
        {u"disabled"_s, tr("Off")},
        {u"scriptName"_s, tr("Name")},
        {u"placement"_s, tr("Acts on")},
        {u"markdownOnly"_s, tr("Changes what is shown")},
        {u"promptOnly"_s, tr("Changes what is sent")},
        {u"runOnEdit"_s, tr("Also when a message is edited")},
        {u"substituteRegex"_s, tr("Macros in Find")},
        {u"minDepth"_s, tr("Depth from")},
        {u"maxDepth"_s, tr("to depth")},
    };
}

} // namespace

PlaceWords::PlaceWords()
{
    const auto texts = [this](const auto &fields) {
        for (const auto &field : fields)
            m_words.insert(field.key, field.info.label);
    };
    texts(textPresetFields());
    texts(contextFields());
    texts(instructFields());
    texts(systemPromptFields());
    m_words.insert(documentWords()); // what several kinds of documents have is the others'
    const QList<FieldInfo> cards = cardFields();
    const auto card = [&](const QString &key, CardField field) {
        m_words.insert(key, cards.value(int(field)).label);
    };
    card(u"nickname"_s, CardField::Nickname);
    card(u"description"_s, CardField::Description);
    card(u"personality"_s, CardField::Personality);
    card(u"scenario"_s, CardField::Scenario);
    card(u"mes_example"_s, CardField::Examples);
    card(u"system_prompt"_s, CardField::SystemPrompt);
    card(u"post_history_instructions"_s, CardField::PostHistory);
    card(u"creator_notes"_s, CardField::CreatorNotes);
    card(u"creator"_s, CardField::Creator);
    card(u"character_version"_s, CardField::CharacterVersion);
    card(u"tags"_s, CardField::Tags);
    card(u"talkativeness"_s, CardField::Talkativeness);
    card(u"fav"_s, CardField::Favourite);
    const QList<FieldInfo> entries = loreFields();
    const auto lore = [&](const QString &key, LoreField field) {
        m_words.insert(key, entries.value(int(field)).label);
    };
    // Lorebooks of cards call some fields otherwise than those of their own.
    lore(u"keys"_s, LoreField::Keys);
    lore(u"secondary_keys"_s, LoreField::SecondaryKeys);
    lore(u"insertion_order"_s, LoreField::Order);
    lore(u"comment"_s, LoreField::Title);
    lore(u"key"_s, LoreField::Keys);
    lore(u"keysecondary"_s, LoreField::SecondaryKeys);
    lore(u"selectiveLogic"_s, LoreField::SecondaryLogic);
    lore(u"selective"_s, LoreField::Selective);
    lore(u"constant"_s, LoreField::Strategy);
    lore(u"vectorized"_s, LoreField::Strategy);
    lore(u"position"_s, LoreField::Position);
    lore(u"outletName"_s, LoreField::OutletName);
    lore(u"order"_s, LoreField::Order);
    lore(u"scanDepth"_s, LoreField::ScanDepth);
    lore(u"caseSensitive"_s, LoreField::CaseSensitive);
    lore(u"matchWholeWords"_s, LoreField::WholeWords);
    lore(u"excludeRecursion"_s, LoreField::ExcludeRecursion);
    lore(u"preventRecursion"_s, LoreField::PreventRecursion);
    lore(u"delayUntilRecursion"_s, LoreField::DelayUntilRecursion);
    lore(u"useProbability"_s, LoreField::UseProbability);
    lore(u"probability"_s, LoreField::Probability);
    lore(u"group"_s, LoreField::Group);
    lore(u"groupOverride"_s, LoreField::GroupOverride);
    lore(u"groupWeight"_s, LoreField::GroupWeight);
    lore(u"useGroupScoring"_s, LoreField::GroupScoring);
    lore(u"sticky"_s, LoreField::Sticky);
    lore(u"cooldown"_s, LoreField::Cooldown);
    lore(u"delay"_s, LoreField::Delay);
    lore(u"triggers"_s, LoreField::Triggers);
    lore(u"ignoreBudget"_s, LoreField::IgnoreBudget);
    lore(u"automationId"_s, LoreField::AutomationId);
}

QString PlaceWords::of(const QString &place) const
{
    // Of presets' orders all but a few are the one for every character.
    static const QStringList ofAllOrders{u"100000"_s, u"100001"_s, u"order"_s};
    const bool isInOrder = place.startsWith(u"prompt_order › "_s);
    QStringList parts;
    for (const QString &part : place.split(u" › "_s)) {
        if (isInOrder && ofAllOrders.contains(part))
            continue;
        const auto word = m_words.constFind(part);
        if (word == m_words.cend())
            parts.append(part);
        else if (!word->isEmpty())
            parts.append(*word);
    }
    return parts.isEmpty() ? place : parts.join(u" › "_s);
}

} // namespace snug
