#include "core/formats/preset.h"
#include "core/formats/sillytavernsettings.h"
#include "tests/fuzz/fuzzing.h"

using namespace snug;

FUZZ_TARGET(preset)
{
    if (const Result<PresetReading> read = readPreset(bytes)) {
        promise(writePreset(read->preset) == bytes);
        Preset changed = read->preset;
        changed.sendIfEmpty += u'x';
        changed.prompts.append(PromptBlock());
        const Result<PresetReading> back = readPreset(writePreset(changed));
        promise(back && back->preset.sendIfEmpty == changed.sendIfEmpty);
        promise(back->preset.prompts.size() == changed.prompts.size());
    }
    if (const Result<SettingsReading> read = readSillyTavernSettings(bytes))
        promise(writeSillyTavernSettings(read->settings) == bytes);
}
