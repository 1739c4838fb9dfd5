// Settings, profiles, side prompts and summary presets of memories, from this program's files or another's:
// what is made of them is within bounds, can be written and read again, and holds no key.
#include "core/formats/jsontext.h"
#include "core/memory/memorysettings.h"
#include "core/memory/sidepromptfile.h"
#include "core/memory/summarypresets.h"
#include "tests/fuzz/fuzzing.h"

#include <QSet>
#include <QTimeZone>

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

void checkSettings(const Json &document)
{
    MemorySettings settings = memorySettingsFrom(document);
    promise(settings.defaultProfile >= 0 && settings.defaultProfile < settings.profiles.size());
    promise(settings.previousMemories >= 0 && settings.previousMemories <= 7 && settings.answerTokens >= 0);
    const Json written = withMemorySettings(document, settings);
    for (MemoryProfile &profile : settings.profiles) {
        if (profile.entry.position != int(LoreEntry::Position::Outlet))
            profile.entry.outletName.clear(); // has no meaning there, and is not written
        promise(profile.temperature >= 0 && profile.temperature <= 2);
        profile.apiKey.clear();
    }
    QSet<QString> ownNames;
    for (const MemoryProfile &profile : settings.profiles)
        ownNames.insert(profile.name);
    // Of two profiles with one name, the file's other members are the first one's.
    if (ownNames.size() == settings.profiles.size() && document.value(u"moduleSettings").isObject()) {
        const MemorySettings again = memorySettingsFrom(written);
        promise(again == settings);
        promise(withMemorySettings(written, again) == written);
    }
    for (const Json::Member &member : document.members())
        promise(written.contains(member.key));
    if (const auto imported = withImportedProfiles(settings.profiles, document)) {
        promise(imported->profiles.size() == settings.profiles.size() + imported->added);
        QSet<QString> names;
        for (qsizetype i = settings.profiles.size(); i < imported->profiles.size(); ++i)
            names.insert(imported->profiles[i].name);
        promise(names.size() == imported->added);
    }
}

void checkSidePrompts(const Json &document)
{
    const QDateTime now(QDate(2026, 3, 14), QTime(15, 9, 26), QTimeZone::UTC);
    const Result<Json> read = readSidePromptFile(document, now);
    const SidePromptLoad loaded = loadSidePrompts(document, now);
    promise(readSidePromptFile(loaded.file, now).has_value());
    if (!read) {
        promise(!read.error().what.isEmpty());
        return;
    }
    const Result<Json> again = readSidePromptFile(*read, now);
    promise(again && *again == *read);
    for (const SidePrompt &prompt : sidePromptsIn(*read)) {
        promise(prompt.previousMemories >= 0 && prompt.previousMemories <= 7);
        promise(prompt.intervalMessages.value_or(1) >= 1);
    }
    const auto imported = withImportedSidePrompts(loaded.file, *read, now);
    promise(imported && imported->file.value(u"prompts").size() ==
                            loaded.file.value(u"prompts").size() + imported->added);
    promise(readSidePromptFile(imported->file, now).has_value());
}

void checkSummaryPresets(const Json &document)
{
    const QList<SummaryPreset> presets = summaryPresets(document);
    promise(presets.size() >= builtInSummaryPresets().size());
    for (const SummaryPreset &preset : presets.last(qMin<qsizetype>(presets.size(), 3))) {
        const SummaryPresetEdit edit = withSummaryPreset(document, preset);
        promise(!edit.key.isEmpty() && !summaryPresets(edit.file).isEmpty());
    }
    if (const auto imported = withImportedSummaryPresets({}, document))
        promise(summaryPresets(imported->file).size() >= builtInSummaryPresets().size());
}

} // namespace

FUZZ_TARGET(memorysettings)
{
    const Result<Json> document = parseJson(bytes);
    if (!document)
        return;
    checkSettings(*document);
    checkSidePrompts(*document);
    checkSummaryPresets(*document);
}
