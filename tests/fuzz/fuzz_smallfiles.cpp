// Groups, personas, templates and presets of text completions, regex scripts, templates that lay out
// prompts: an unchanged file is written as the same bytes, a changed one reads back with the change, the
// rest as it was.
#include "core/formats/framingrules.h"
#include "core/formats/groupfile.h"
#include "core/formats/jsontext.h"
#include "core/formats/prompttemplate.h"
#include "core/formats/sillytavernsettings.h"
#include "core/regex/regexpattern.h"
#include "tests/fuzz/fuzzing.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace snug;

// Keys that nobody here knows stay.
static void checkKept(const Json &before, const QByteArray &written)
{
    const Result<Json> now = parseJson(written);
    promise(now.has_value());
    for (const Json::Member &member : before.members())
        promise(now->contains(member.key));
}

FUZZ_TARGET(group)
{
    const Result<GroupReading> read = readGroup(bytes, u"g"_s);
    if (!read)
        return;
    promise(writeGroup(read->group) == bytes);
    Group changed = read->group;
    changed.name += u'x';
    changed.members.append(u"New.png"_s);
    const QByteArray written = writeGroup(changed);
    const Result<GroupReading> back = readGroup(written, u"g"_s);
    promise(back && back->group.name == changed.name && back->group.members == changed.members);
    promise(back->group.activation == changed.activation && back->group.chats == changed.chats);
    checkKept(read->group.source, written);
}

FUZZ_TARGET(personas)
{
    const Result<PersonasReading> read = readPersonas(bytes);
    if (!read)
        return;
    promise(writePersonas(read->personas, read->defaultAvatar, read->source) == bytes);
    QSet<QString> pictures;
    for (const Persona &persona : read->personas)
        pictures.insert(persona.avatar);
    if (pictures.size() != read->personas.size() || pictures.contains(u"new one.png"_s))
        return; // two under one key
    QList<Persona> changed = read->personas;
    Persona added;
    added.avatar = u"new one.png"_s;
    added.name = u"New"_s;
    changed.append(added);
    for (Persona &persona : changed)
        persona.description += u'x';
    const QByteArray written = writePersonas(changed, read->defaultAvatar, read->source);
    const Result<PersonasReading> back = readPersonas(written);
    promise(back && back->personas.size() == changed.size());
    for (const Persona &persona : changed) {
        const auto found = std::ranges::find(back->personas, persona.avatar, &Persona::avatar);
        promise(found != back->personas.end() && found->description == persona.description);
    }
}

template <typename T>
static void checkTemplate(const QByteArray &bytes,
                          Result<TemplateReading<T>> (*read)(const QByteArray &, const QString &),
                          QByteArray (*write)(const T &), QString T::*text)
{
    const auto reading = read(bytes, u"t"_s);
    if (!reading)
        return;
    promise(write(reading->value) == bytes);
    T changed = reading->value;
    changed.*text += u'x';
    const QByteArray written = write(changed);
    const auto back = read(written, u"t"_s);
    promise(back && back->value.*text == changed.*text);
    checkKept(reading->value.source, written);
}

FUZZ_TARGET(texttemplates)
{
    checkTemplate<ContextTemplate>(bytes, readContextTemplate, writeContextTemplate,
                                   &ContextTemplate::storyString);
    checkTemplate<InstructTemplate>(bytes, readInstructTemplate, writeInstructTemplate,
                                    &InstructTemplate::inputSequence);
    checkTemplate<SystemPrompt>(bytes, readSystemPrompt, writeSystemPrompt, &SystemPrompt::content);
    if (const Result<TextPresetReading> read = readTextPreset(bytes, u"t"_s)) {
        promise(writeTextPreset(read->preset) == bytes);
        TextPreset changed = read->preset;
        changed.maxTokens = changed.maxTokens == 77 ? 78 : 77;
        const Result<TextPresetReading> back = readTextPreset(writeTextPreset(changed), u"t"_s);
        promise(back && back->preset.maxTokens == changed.maxTokens);
    }
}

FUZZ_TARGET(regexscripts)
{
    const Result<RegexScriptsReading> read = readRegexScripts(bytes);
    if (!read)
        return;
    promise(writeRegexScripts(read->scripts, read->source) == bytes);
    QList<RegexScript> changed = read->scripts;
    for (RegexScript &script : changed) {
        if (const auto pattern = scriptPattern(script.find))
            promise(!pattern->body.isEmpty() && pattern->flags.size() <= 6);
        keyPattern(script.find);
        script.find += u'x';
        script.replacement += u'x';
    }
    const Result<RegexScriptsReading> back = readRegexScripts(writeRegexScripts(changed, read->source));
    promise(back && back->scripts.size() == changed.size());
    for (qsizetype i = 0; i < changed.size(); ++i)
        promise(back->scripts[i].find == changed[i].find && back->scripts[i].id == changed[i].id);
    readFramingRules(bytes);
}

FUZZ_TARGET(prompttemplate)
{
    const Result<PromptTemplateReading> text = readPromptTemplateOrText(bytes, u"t"_s);
    promise(text || !text.error().what.isEmpty());
    const Result<PromptTemplateReading> read = readPromptTemplate(bytes, u"t"_s);
    if (!read)
        return;
    promise(writePromptTemplate(read->value) == bytes);
    PromptTemplate changed = read->value;
    changed.text += u'x';
    const QByteArray written = writePromptTemplate(changed);
    const Result<PromptTemplateReading> back = readPromptTemplate(written, u"t"_s);
    promise(back && back->value.text == changed.text);
    checkKept(read->value.source, written);
}
