#include "core/formats/loreentryfields.h"
#include "core/library/loreentrycell.h"
#include "core/library/lorefields.h"
#include "core/model/editedtext.h"

#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Plain members, bound to their fields.
bool LoreEntry::*flagOf(LoreField field)
{
    switch (field) {
    case LoreField::Selective:
        return &LoreEntry::selective;
    case LoreField::MatchPersona:
        return &LoreEntry::matchPersonaDescription;
    case LoreField::MatchDescription:
        return &LoreEntry::matchCharacterDescription;
    case LoreField::MatchPersonality:
        return &LoreEntry::matchCharacterPersonality;
    case LoreField::MatchDepthPrompt:
        return &LoreEntry::matchCharacterDepthPrompt;
    case LoreField::MatchScenario:
        return &LoreEntry::matchScenario;
    case LoreField::MatchCreatorNotes:
        return &LoreEntry::matchCreatorNotes;
    case LoreField::ExcludeRecursion:
        return &LoreEntry::excludeRecursion;
    case LoreField::PreventRecursion:
        return &LoreEntry::preventRecursion;
    case LoreField::UseProbability:
        return &LoreEntry::useProbability;
    case LoreField::GroupOverride:
        return &LoreEntry::groupOverride;
    case LoreField::IgnoreBudget:
        return &LoreEntry::ignoreBudget;
    default:
        return nullptr;
    }
}

int LoreEntry::*wholeOf(LoreField field)
{
    switch (field) {
    case LoreField::Depth:
        return &LoreEntry::depth;
    case LoreField::DelayUntilRecursion:
        return &LoreEntry::delayUntilRecursion;
    case LoreField::Sticky:
        return &LoreEntry::sticky;
    case LoreField::Cooldown:
        return &LoreEntry::cooldown;
    case LoreField::Delay:
        return &LoreEntry::delay;
    default:
        return nullptr;
    }
}

double LoreEntry::*numberOf(LoreField field)
{
    switch (field) {
    case LoreField::Order:
        return &LoreEntry::order;
    case LoreField::Probability:
        return &LoreEntry::probability;
    case LoreField::GroupWeight:
        return &LoreEntry::groupWeight;
    default:
        return nullptr;
    }
}

QString LoreEntry::*textOf(LoreField field)
{
    switch (field) {
    case LoreField::Title:
        return &LoreEntry::title;
    case LoreField::Content:
        return &LoreEntry::content;
    case LoreField::OutletName:
        return &LoreEntry::outletName;
    case LoreField::Group:
        return &LoreEntry::group;
    default:
        return nullptr;
    }
}

std::optional<bool> LoreEntry::*optionOf(LoreField field)
{
    switch (field) {
    case LoreField::CaseSensitive:
        return &LoreEntry::caseSensitive;
    case LoreField::WholeWords:
        return &LoreEntry::matchWholeWords;
    case LoreField::GroupScoring:
        return &LoreEntry::useGroupScoring;
    default:
        return nullptr;
    }
}

template <typename Entry> auto *listOf(Entry &entry, LoreField field)
{
    switch (field) {
    case LoreField::Keys:
        return &entry.keys;
    case LoreField::SecondaryKeys:
        return &entry.secondaryKeys;
    case LoreField::Triggers:
        return &entry.triggers;
    case LoreField::FilterNames:
        return &entry.characterFilter.names;
    case LoreField::FilterTags:
        return &entry.characterFilter.tags;
    default:
        return static_cast<decltype(&entry.keys)>(nullptr);
    }
}

// SillyTavern's cards keep it under another name than its world files.
QString automationIdOf(const LoreEntry &entry)
{
    const Json extensions = entry.source.value(u"extensions");
    return extensions.contains(u"automation_id") ? extensions.value(u"automation_id").toText()
                                                 : entry.source.value(u"automationId").toText();
}

bool setAutomationId(LoreEntry &entry, const QString &id)
{
    if (id == automationIdOf(entry))
        return true;
    Json extensions = entry.source.value(u"extensions");
    if (extensions.contains(u"automation_id") || entry.source.contains(u"keys")) {
        extensions.set(u"automation_id"_s, Json(id));
        entry.source.set(u"extensions"_s, extensions);
    } else {
        if (!entry.source.isObject()) // new: with all that SillyTavern expects in an entry
            entry.source = writtenLoreEntry(entry, LoreShape::World);
        entry.source.set(u"automationId"_s, Json(id));
    }
    return true;
}

bool setChoice(LoreEntry &entry, LoreField field, int value)
{
    switch (field) {
    case LoreField::SecondaryLogic:
        entry.secondaryLogic = LoreEntry::SecondaryLogic(value);
        return true;
    case LoreField::Strategy:
        return setLoreCellValue(entry, LoreEntriesModel::StrategyColumn, value);
    case LoreField::Position:
        entry.position = LoreEntry::Position(value);
        return true;
    case LoreField::Role:
        entry.role = Role(value);
        return true;
    default:
        return false;
    }
}

bool setNumber(LoreEntry &entry, LoreField field, const QVariant &value)
{
    bool isNumber = false;
    const double number = value.toDouble(&isNumber);
    const FieldBounds bounds = loreFieldBounds(field);
    if (!isNumber || !std::isfinite(number) || number < bounds.least || number > bounds.most)
        return false;
    if (const auto member = numberOf(field)) {
        entry.*member = number;
        return true;
    }
    if (std::floor(number) != number)
        return false;
    if (const auto member = wholeOf(field)) {
        entry.*member = int(number);
        return true;
    }
    if (field == LoreField::ScanDepth) {
        entry.scanDepth = int(number);
        return true;
    }
    return setChoice(entry, field, int(number));
}

} // namespace

FieldBounds loreFieldBounds(LoreField field)
{
    switch (field) {
    case LoreField::SecondaryLogic:
        return {0, double(LoreEntry::SecondaryLogic::AndAll)};
    case LoreField::Strategy:
        return {0, double(LoreStrategy::Vectors)};
    case LoreField::Position:
        return {0, double(LoreEntry::Position::Outlet)};
    case LoreField::Role:
        return {0, double(Role::Assistant)};
    case LoreField::Depth:
    case LoreField::GroupWeight:
        return {0, 10'000};
    case LoreField::Order:
        return {-1'000'000, 1'000'000};
    case LoreField::ScanDepth:
    case LoreField::DelayUntilRecursion:
        return {0, 1000};
    case LoreField::Probability:
        return {0, 100};
    case LoreField::Sticky:
    case LoreField::Cooldown:
    case LoreField::Delay:
        return {0, 100'000};
    default:
        return {};
    }
}

FieldKind loreFieldKind(LoreField field)
{
    using Kind = FieldKind;
    static constexpr std::array kinds{
        Kind::Check,    Kind::Line,          Kind::List,     Kind::List,     Kind::Choice, Kind::Check,
        Kind::Text,     Kind::Choice,        Kind::Choice,   Kind::Whole,    Kind::Choice, Kind::Line,
        Kind::Number,   Kind::OptionalWhole, Kind::Optional, Kind::Optional, Kind::Check,  Kind::Check,
        Kind::Check,    Kind::Check,         Kind::Check,    Kind::Check,    Kind::Check,  Kind::Check,
        Kind::Whole,    Kind::Check,         Kind::Number,   Kind::Line,     Kind::Check,  Kind::Number,
        Kind::Optional, Kind::Whole,         Kind::Whole,    Kind::Whole,    Kind::List,   Kind::Check,
        Kind::List,     Kind::List,          Kind::Check,    Kind::Line};
    static_assert(kinds.size() == loreFieldCount);
    return kinds[size_t(field)];
}

QVariant loreFieldValue(const LoreEntry &entry, LoreField field)
{
    if (const auto flag = flagOf(field))
        return entry.*flag;
    if (const auto whole = wholeOf(field))
        return entry.*whole;
    if (const auto number = numberOf(field))
        return entry.*number;
    if (const auto text = textOf(field))
        return entry.*text;
    if (const auto option = optionOf(field))
        return entry.*option ? QVariant(*(entry.*option)) : QVariant();
    if (const auto list = listOf(entry, field))
        return *list;
    switch (field) {
    case LoreField::Enabled:
        return !entry.disabled;
    case LoreField::SecondaryLogic:
        return int(entry.secondaryLogic);
    case LoreField::Strategy:
        return int(loreStrategy(entry));
    case LoreField::Position:
        return int(entry.position);
    case LoreField::Role:
        return int(entry.role);
    case LoreField::ScanDepth:
        return entry.scanDepth ? QVariant(*entry.scanDepth) : QVariant();
    case LoreField::FilterExcludes:
        return entry.characterFilter.isExclude;
    case LoreField::AutomationId:
        return automationIdOf(entry);
    default:
        return {};
    }
}

bool setLoreFieldValue(LoreEntry &entry, LoreField field, const QVariant &value)
{
    if (const auto option = optionOf(field)) {
        entry.*option = value.isValid() ? std::optional(value.toBool()) : std::nullopt;
        return true;
    }
    if (field == LoreField::ScanDepth && !value.isValid()) {
        entry.scanDepth.reset();
        return true;
    }
    if (!value.isValid())
        return false;
    if (const auto flag = flagOf(field)) {
        entry.*flag = value.toBool();
        return true;
    }
    if (const auto text = textOf(field)) {
        entry.*text = editedText(entry.*text, value.toString());
        return true;
    }
    if (const auto list = listOf(entry, field)) {
        *list = value.toStringList();
        return true;
    }
    if (field == LoreField::Enabled) {
        entry.disabled = !value.toBool();
        return true;
    }
    if (field == LoreField::FilterExcludes) {
        entry.characterFilter.isExclude = value.toBool();
        return true;
    }
    if (field == LoreField::AutomationId)
        return setAutomationId(entry, value.toString());
    return setNumber(entry, field, value);
}

bool isLoreFieldUsed(const LoreEntry &entry, LoreField field)
{
    using Position = LoreEntry::Position;
    switch (field) {
    case LoreField::Depth:
    case LoreField::Role:
        return entry.position == Position::AtDepth;
    case LoreField::OutletName:
        return entry.position == Position::Outlet;
    case LoreField::SecondaryLogic:
    case LoreField::Selective:
        return !entry.secondaryKeys.isEmpty();
    case LoreField::Probability:
        return entry.useProbability;
    case LoreField::GroupOverride:
    case LoreField::GroupWeight:
    case LoreField::GroupScoring:
        return !entry.group.trimmed().isEmpty();
    case LoreField::FilterExcludes:
        return !entry.characterFilter.isEmpty();
    default:
        return true;
    }
}

QStringList keysFromText(const QString &text)
{
    // A comma inside a regular expression is part of it.
    QStringList keys;
    QString key;
    bool inRegex = false;
    const auto finish = [&] {
        if (const QString trimmed = key.trimmed(); !trimmed.isEmpty())
            keys.append(trimmed);
        key.clear();
        inRegex = false;
    };
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c == u'\n' || (c == u',' && !inRegex)) {
            finish();
            continue;
        }
        if (inRegex && c == u'\\' && i + 1 < text.size()) {
            key += c;
            key += text[++i];
            continue;
        }
        if (c == u'/')
            inRegex = key.trimmed().isEmpty() ? text.indexOf(u'/', i + 1) > 0 : false;
        key += c;
    }
    finish();
    return keys;
}

QStringList keysFromLines(const QString &text, const QStringList &known)
{
    QStringList keys;
    for (const QString &line : text.split(u'\n')) {
        if (known.contains(line))
            keys.append(line);
        else
            keys.append(keysFromText(line));
    }
    return keys;
}

} // namespace snug
