#include "core/formats/loreentryfields.h"

#include <limits>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int NoDisplayIndex = std::numeric_limits<int>::min();

using PositionCodec = NumberEnumCodec<LoreEntry::Position::BeforeChar, LoreEntry::Position::Outlet>;
using LogicCodec = NumberEnumCodec<LoreEntry::SecondaryLogic::AndAny, LoreEntry::SecondaryLogic::AndAll>;

// A level, or true for the first.
struct RecursionLevelCodec : PlainCodec
{
    static bool decode(const Json &json, int &value)
    {
        if (!json.isBool())
            return PlainCodec::decode(json, value);
        value = json.toBool() ? 1 : 0;
        return true;
    }
    static Json encode(int value, const Json &old)
    {
        return old.isBool() && (value == 0 || value == 1) ? Json(value == 1) : Json(value);
    }
};

// Card spec V3 allows texts as ids; they are kept, and the entry gets its index.
struct CardIdCodec : PlainCodec
{
    static bool decode(const Json &json, int &value)
    {
        return PlainCodec::decode(json, value) || json.isString();
    }
};

// The card specification knows two positions; everything else counts as after.
struct CardPositionCodec
{
    static bool decode(const Json &json, LoreEntry::Position &value)
    {
        value = json.toText() == "before_char"_L1 ? LoreEntry::Position::BeforeChar
                                                  : LoreEntry::Position::AfterChar;
        return json.isString() || json.isNumber();
    }
    static Json encode(LoreEntry::Position value, const Json &)
    {
        return Json(value == LoreEntry::Position::BeforeChar ? u"before_char"_s : u"after_char"_s);
    }
    static QString expected(LoreEntry::Position) { return u"before_char, after_char"_s; }
};

struct FilterCodec
{
    static bool decode(const Json &json, LoreEntry::CharacterFilter &value)
    {
        if (!json.isObject())
            return false;
        value.isExclude = json.value(u"isExclude").toBool();
        value.names = json.value(u"names").toTextList();
        value.tags = json.value(u"tags").toTextList();
        return true;
    }
    static Json encode(const LoreEntry::CharacterFilter &value, const Json &old)
    {
        Json json = old.isObject() ? old : Json::object();
        if (value.isEmpty() && old.isUndefined())
            return {};
        json.set(u"isExclude"_s, Json(value.isExclude));
        json.set(u"names"_s, Json(value.names));
        json.set(u"tags"_s, Json(value.tags));
        return json;
    }
    static QString expected(const LoreEntry::CharacterFilter &) { return Json::object().typeName(); }
};

template <typename Fields> void worldFields(Fields &f)
{
    f.field(u"uid"_s, &LoreEntry::uid);
    f.field(u"key"_s, &LoreEntry::keys);
    f.field(u"keysecondary"_s, &LoreEntry::secondaryKeys);
    f.field(u"comment"_s, &LoreEntry::title);
    f.field(u"content"_s, &LoreEntry::content);
    f.field(u"constant"_s, &LoreEntry::constant);
    f.field(u"vectorized"_s, &LoreEntry::vectorized);
    f.field(u"selective"_s, &LoreEntry::selective);
    f.field(u"selectiveLogic"_s, &LoreEntry::secondaryLogic, LogicCodec());
    f.fixed(u"addMemo"_s, Json(true));
    f.field(u"order"_s, &LoreEntry::order);
    f.field(u"position"_s, &LoreEntry::position, PositionCodec());
    f.field(u"disable"_s, &LoreEntry::disabled);
    f.field(u"ignoreBudget"_s, &LoreEntry::ignoreBudget);
    f.field(u"excludeRecursion"_s, &LoreEntry::excludeRecursion);
    f.field(u"preventRecursion"_s, &LoreEntry::preventRecursion);
    f.field(u"matchPersonaDescription"_s, &LoreEntry::matchPersonaDescription);
    f.field(u"matchCharacterDescription"_s, &LoreEntry::matchCharacterDescription);
    f.field(u"matchCharacterPersonality"_s, &LoreEntry::matchCharacterPersonality);
    f.field(u"matchCharacterDepthPrompt"_s, &LoreEntry::matchCharacterDepthPrompt);
    f.field(u"matchScenario"_s, &LoreEntry::matchScenario);
    f.field(u"matchCreatorNotes"_s, &LoreEntry::matchCreatorNotes);
    f.field(u"delayUntilRecursion"_s, &LoreEntry::delayUntilRecursion, RecursionLevelCodec());
    f.field(u"probability"_s, &LoreEntry::probability);
    f.field(u"useProbability"_s, &LoreEntry::useProbability);
    f.field(u"depth"_s, &LoreEntry::depth);
    f.field(u"outletName"_s, &LoreEntry::outletName);
    f.field(u"group"_s, &LoreEntry::group);
    f.field(u"groupOverride"_s, &LoreEntry::groupOverride);
    f.field(u"groupWeight"_s, &LoreEntry::groupWeight);
    f.field(u"scanDepth"_s, &LoreEntry::scanDepth);
    f.field(u"caseSensitive"_s, &LoreEntry::caseSensitive);
    f.field(u"matchWholeWords"_s, &LoreEntry::matchWholeWords);
    f.field(u"useGroupScoring"_s, &LoreEntry::useGroupScoring);
    f.fixed(u"automationId"_s, Json(QString()));
    f.field(u"role"_s, &LoreEntry::role, RoleNumberCodec());
    f.field(u"sticky"_s, &LoreEntry::sticky, ZeroAsNullCodec());
    f.field(u"cooldown"_s, &LoreEntry::cooldown, ZeroAsNullCodec());
    f.field(u"delay"_s, &LoreEntry::delay, ZeroAsNullCodec());
    f.field(u"triggers"_s, &LoreEntry::triggers, ListCodec());
    f.field(u"displayIndex"_s, &LoreEntry::displayIndex);
    f.field(u"characterFilter"_s, &LoreEntry::characterFilter, FilterCodec());
}

template <typename Fields> void cardExtensionFields(Fields &f)
{
    f.field(u"position"_s, &LoreEntry::position, PositionCodec());
    f.field(u"exclude_recursion"_s, &LoreEntry::excludeRecursion);
    f.field(u"display_index"_s, &LoreEntry::displayIndex);
    f.field(u"probability"_s, &LoreEntry::probability);
    f.field(u"useProbability"_s, &LoreEntry::useProbability);
    f.field(u"depth"_s, &LoreEntry::depth);
    f.field(u"selectiveLogic"_s, &LoreEntry::secondaryLogic, LogicCodec());
    f.field(u"outlet_name"_s, &LoreEntry::outletName);
    f.field(u"group"_s, &LoreEntry::group);
    f.field(u"group_override"_s, &LoreEntry::groupOverride);
    f.field(u"group_weight"_s, &LoreEntry::groupWeight);
    f.field(u"prevent_recursion"_s, &LoreEntry::preventRecursion);
    f.field(u"delay_until_recursion"_s, &LoreEntry::delayUntilRecursion, RecursionLevelCodec());
    f.field(u"scan_depth"_s, &LoreEntry::scanDepth);
    f.field(u"match_whole_words"_s, &LoreEntry::matchWholeWords);
    f.field(u"use_group_scoring"_s, &LoreEntry::useGroupScoring);
    f.field(u"case_sensitive"_s, &LoreEntry::caseSensitive);
    f.fixed(u"automation_id"_s, Json(QString()));
    f.field(u"role"_s, &LoreEntry::role, RoleNumberCodec());
    f.field(u"vectorized"_s, &LoreEntry::vectorized);
    f.field(u"sticky"_s, &LoreEntry::sticky, ZeroAsNullCodec());
    f.field(u"cooldown"_s, &LoreEntry::cooldown, ZeroAsNullCodec());
    f.field(u"delay"_s, &LoreEntry::delay, ZeroAsNullCodec());
    f.field(u"match_persona_description"_s, &LoreEntry::matchPersonaDescription);
    f.field(u"match_character_description"_s, &LoreEntry::matchCharacterDescription);
    f.field(u"match_character_personality"_s, &LoreEntry::matchCharacterPersonality);
    f.field(u"match_character_depth_prompt"_s, &LoreEntry::matchCharacterDepthPrompt);
    f.field(u"match_scenario"_s, &LoreEntry::matchScenario);
    f.field(u"match_creator_notes"_s, &LoreEntry::matchCreatorNotes);
    f.field(u"triggers"_s, &LoreEntry::triggers, ListCodec());
    f.field(u"ignore_budget"_s, &LoreEntry::ignoreBudget);
}

template <typename Fields> void cardFields(Fields &f)
{
    f.field(u"id"_s, &LoreEntry::uid, CardIdCodec());
    f.field(u"keys"_s, &LoreEntry::keys);
    f.field(u"secondary_keys"_s, &LoreEntry::secondaryKeys);
    f.field(u"comment"_s, &LoreEntry::title);
    f.field(u"content"_s, &LoreEntry::content);
    f.field(u"constant"_s, &LoreEntry::constant);
    f.field(u"selective"_s, &LoreEntry::selective);
    f.field(u"insertion_order"_s, &LoreEntry::order);
    f.field(u"enabled"_s, &LoreEntry::disabled, InvertedCodec());
    f.field(u"position"_s, &LoreEntry::position, CardPositionCodec());
    f.fixed(u"use_regex"_s, Json(true));
    f.inner(u"extensions"_s, [](auto &inner) { cardExtensionFields(inner); });
}

bool isInFrame(const Json &entry)
{
    const QString position = entry.value(u"position").toText();
    return position == "before_char"_L1 || position == "after_char"_L1;
}

// Place and role in one word: before_char, after_char, or whose message it is in the chat.
struct FramingPlaceCodec
{
    static bool decode(const Json &json, LoreEntry &entry)
    {
        const QString word = json.toText();
        entry.position = word == "before_char"_L1  ? LoreEntry::Position::BeforeChar
                         : word == "after_char"_L1 ? LoreEntry::Position::AfterChar
                                                   : LoreEntry::Position::AtDepth;
        entry.role = word == "user"_L1 ? Role::User : word == "assistant"_L1 ? Role::Assistant : Role::System;
        return json.isString();
    }
    static Json encode(const LoreEntry &entry, const Json &old)
    {
        LoreEntry said;
        if (decode(old, said) && said.position == entry.position && said.role == entry.role)
            return old;
        switch (entry.position) {
        case LoreEntry::Position::BeforeChar:
            return Json(u"before_char"_s);
        case LoreEntry::Position::AfterChar:
            return Json(u"after_char"_s);
        default: // the other places exist in SillyTavern only
            return Json(roleName(entry.role));
        }
    }
    static QString expected(const LoreEntry &)
    {
        return u"before_char, after_char, user, assistant, system"_s;
    }
};

struct FramingModeCodec
{
    static bool decode(const Json &json, bool &isConstant)
    {
        isConstant = json.toText() != "conditional"_L1;
        return true;
    }
    static Json encode(bool isConstant, const Json &)
    {
        return Json(isConstant ? u"always"_s : u"conditional"_s);
    }
    static QString expected(bool) { return u"always, conditional"_s; }
};

// A text is one key, commas included.
struct FramingKeysCodec
{
    static bool decode(const Json &json, QStringList &keys)
    {
        keys.clear();
        if (json.isString())
            keys.append(json.toText());
        for (const Json &key : json.items())
            keys.append(key.toText());
        return true;
    }
    static Json encode(const QStringList &keys, const Json &) { return Json(keys); }
    static QString expected(const QStringList &) { return Json::array().typeName(); }
};

// What counts as on depends on the place; emptyEntry() has read it.
struct FramingEnabledCodec
{
    static bool decode(const Json &, bool &) { return true; }
    static Json encode(bool isDisabled, const Json &) { return Json(!isDisabled); }
    static QString expected(bool) { return Json(true).typeName(); }
};

template <typename Fields> void framingFields(Fields &f)
{
    f.field(u"id"_s, &LoreEntry::uid, CardIdCodec());
    f.field(u"name"_s, &LoreEntry::title);
    f.field(u"content"_s, &LoreEntry::content);
    f.field(u"enabled"_s, &LoreEntry::disabled, FramingEnabledCodec());
    f.field(u"mode"_s, &LoreEntry::constant, FramingModeCodec());
    f.field(u"keys"_s, &LoreEntry::keys, FramingKeysCodec());
    f.field(u"position"_s, [](auto &entry) -> auto & { return entry; }, FramingPlaceCodec());
    f.field(u"order"_s, &LoreEntry::order);
    f.field(u"depth"_s, &LoreEntry::depth);
}

void visit(auto &fields, LoreShape shape)
{
    switch (shape) {
    case LoreShape::World:
        return worldFields(fields);
    case LoreShape::Card:
        return cardFields(fields);
    case LoreShape::Framing:
        return framingFields(fields);
    }
}

// What an entry has that says nothing about itself.
LoreEntry emptyEntry(const Json &json, LoreShape shape, int index)
{
    LoreEntry entry;
    entry.uid = index;
    entry.displayIndex = NoDisplayIndex;
    if (shape == LoreShape::Card) {
        entry.selective = false; // SillyTavern's reading of cards, here and below
        entry.position = LoreEntry::Position::AfterChar;
        // A book from another program may name its entries without commenting on them.
        entry.title = json.value(u"name").toText();
    }
    if (shape == LoreShape::World) { // what is not there is off for SillyTavern, whatever it writes itself
        entry.selective = false;
        entry.useProbability = false;
        entry.position = LoreEntry::Position::Outlet; // without a name: nowhere
        if (!json.contains(u"probability"))           // no roll is below what is not there
            entry.probability = 0;
    }
    const Json order = json.value(shape == LoreShape::Card ? u"insertion_order" : u"order");
    if (shape != LoreShape::Framing && (order.isNull() || order == Json(QString())))
        entry.order = 0; // as JavaScript counts with it
    if (shape == LoreShape::Framing) {
        entry.constant = true;
        entry.depth = 0;
        entry.position = LoreEntry::Position::AtDepth;
        const std::optional<bool> enabled = json.value(u"enabled").asBool();
        entry.disabled = isInFrame(json) ? !enabled.value_or(false) : !enabled.value_or(true);
    }
    return entry;
}

bool hasShape(const Json &json, LoreShape shape)
{
    if (shape == LoreShape::Framing || isFramingLore(json))
        return shape == LoreShape::Framing && isFramingLore(json);
    return json.contains(shape == LoreShape::World ? u"key" : u"keys") ||
           !json.contains(shape == LoreShape::World ? u"keys" : u"key");
}

} // namespace

bool isFramingLore(const Json &entry)
{
    if (!entry.value(u"position").isString() || entry.contains(u"key") ||
        entry.contains(u"insertion_order") || entry.contains(u"extensions"))
        return false;
    return !isInFrame(entry) || entry.contains(u"mode") || entry.contains(u"order") ||
           !entry.contains(u"keys");
}

LoreEntry readLoreEntry(const Json &json, LoreShape shape, int index, const Place &place, Warnings &warnings)
{
    LoreEntry entry = emptyEntry(json, shape, index);
    FieldReader reader(json, entry, place, warnings);
    visit(reader, shape);
    if (entry.displayIndex == NoDisplayIndex)
        entry.displayIndex = entry.uid;
    entry.source = json;
    return entry;
}

Json writtenLoreEntry(const LoreEntry &entry, LoreShape shape)
{
    const bool isNew = !entry.source.isObject() || !hasShape(entry.source, shape);
    Warnings ignored;
    const LoreEntry before =
        isNew ? LoreEntry() : readLoreEntry(entry.source, shape, entry.uid, Place(), ignored);
    Json json = isNew ? Json::object() : entry.source;
    FieldWriter writer(json, before, entry, isNew);
    visit(writer, shape);
    // What one shape cannot say in its own keys travels in `extensions`, as SillyTavern does it.
    const Json extensions = entry.source.value(u"extensions");
    if (isNew && extensions.isObject()) {
        Json merged = json.value(u"extensions");
        for (const Json::Member &member : extensions.members()) {
            if (!merged.contains(member.key))
                merged.set(member.key, member.value);
        }
        json.set(u"extensions"_s, merged);
    }
    return json;
}

} // namespace snug
