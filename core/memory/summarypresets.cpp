#include "core/memory/summarypresets.h"

#include "core/memory/sideprompt.h"
#include "core/model/whitespace.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// In the user's language: texts for a model that answers in the language it is asked in.
QString builtInText(const char *text)
{
    return QCoreApplication::translate("BuiltInSummaries", text);
}

// What every text ends with: the form of the answer.
QString answerForm(const QString &content)
{
    const QString lead = builtInText(
        QT_TRANSLATE_NOOP("BuiltInSummaries", "Answer with one JSON object and nothing else: no words "
                                              "before or after it, no code fence."));
    const QString title = builtInText(
        QT_TRANSLATE_NOOP("BuiltInSummaries", "one to three words that tell this scene from others"));
    const QString keywords =
        builtInText(QT_TRANSLATE_NOOP("BuiltInSummaries", "10 to 30 words or short names"));
    const QString about = builtInText(QT_TRANSLATE_NOOP(
        "BuiltInSummaries",
        "Keywords are what somebody would say when this scene comes up again: names, places, objects, "
        "events, particular words. No moods, no general terms. Write line breaks inside the content as "
        "\\n and quotes as \\\"."));
    return u"\n\n"_s + lead + u"\n{\n  \"title\": \""_s + title + u"\",\n  \"content\": \""_s + content +
           u"\",\n  \"keywords\": [\""_s + keywords + u"\"]\n}\n"_s + about;
}

QString asides()
{
    return u' ' + builtInText(QT_TRANSLATE_NOOP(
                      "BuiltInSummaries", "Leave out everything that is said outside the story, such as "
                                          "notes in brackets, OOC remarks and talk about the writing "
                                          "itself."));
}

SummaryPreset preset(const QString &key, const QString &name, const QString &task, const QString &content)
{
    return {key, name, task + asides() + answerForm(content), true, false};
}

Json overridesIn(const Json &file)
{
    const Json overrides = file.value(u"overrides");
    return overrides.isObject() ? overrides : Json::object();
}

Json withOverrides(const Json &file, const Json &overrides)
{
    Json changed = file.isObject() ? file : Json::object();
    if (!changed.value(u"version").isNumber())
        changed.set(u"version"_s, Json(1));
    changed.set(u"overrides"_s, overrides);
    return changed;
}

bool isBuiltIn(QStringView key)
{
    return std::ranges::contains(builtInSummaryPresets(), key, &SummaryPreset::key);
}

QString unusedPresetKey(const Json &overrides, const QString &name)
{
    const QString base = sidePromptKey(name);
    QString key = base;
    for (int count = 2; overrides.contains(key) || isBuiltIn(key); ++count)
        key = base + u'-' + QString::number(count);
    return key;
}

} // namespace

QList<SummaryPreset> builtInSummaryPresets()
{
    return {
        preset(u"summary"_s, builtInText(QT_TRANSLATE_NOOP("BuiltInSummaries", "Summary")),
               builtInText(QT_TRANSLATE_NOOP(
                   "BuiltInSummaries",
                   "You keep the record of a story that {{user}} and {{char}} tell together. Write down the "
                   "scene below so that somebody who has not read it can go on with the story without a "
                   "mistake. Tell in the past tense and in the order of events what was done and said, by "
                   "whom, and what came of it; what was decided, promised, given, learned or hidden; and how "
                   "things stand at the end. Quote a line only where its wording matters later.")),
               builtInText(QT_TRANSLATE_NOOP("BuiltInSummaries", "a record in paragraphs"))),
        preset(u"summarize"_s, builtInText(QT_TRANSLATE_NOOP("BuiltInSummaries", "Summarize")),
               builtInText(QT_TRANSLATE_NOOP(
                   "BuiltInSummaries",
                   "Turn the scene below, from a story with {{user}} and {{char}}, into ordered notes. Use "
                   "short lines under these headings and leave a heading out if nothing belongs under it: "
                   "Where and when; What happened; What was said that matters; What changed between people; "
                   "What is still open. Every line states a fact of the scene.")),
               builtInText(QT_TRANSLATE_NOOP("BuiltInSummaries", "the notes, headings as **Heading**"))),
        preset(
            u"synopsis"_s, builtInText(QT_TRANSLATE_NOOP("BuiltInSummaries", "Synopsis")),
            builtInText(QT_TRANSLATE_NOOP(
                "BuiltInSummaries",
                "Write a thorough account of the scene below, from a story with {{user}} and {{char}}, as a "
                "reference for later. Go through it beat by beat. For each beat give the action, the words "
                "that carry it, what each person wanted and what they showed. Then list facts worth keeping: "
                "objects and who has them, wounds, places, plans, agreements, secrets and who knows them.")),
            builtInText(QT_TRANSLATE_NOOP("BuiltInSummaries", "beats as a list, then **Facts** as a list"))),
        preset(u"sumup"_s, builtInText(QT_TRANSLATE_NOOP("BuiltInSummaries", "Sum Up")),
               builtInText(QT_TRANSLATE_NOOP(
                   "BuiltInSummaries",
                   "Say what the scene below adds to the story of {{user}} and {{char}}. One paragraph for "
                   "the course of events from first to last, one for what it changes in people and between "
                   "them. Keep names and plain facts; drop scenery and gestures that lead to nothing.")),
               builtInText(QT_TRANSLATE_NOOP("BuiltInSummaries", "two paragraphs"))),
        preset(
            u"minimal"_s, builtInText(QT_TRANSLATE_NOOP("BuiltInSummaries", "Minimal")),
            builtInText(QT_TRANSLATE_NOOP(
                "BuiltInSummaries",
                "Put the scene below into one to three sentences: who did what, and what follows from it.")),
            builtInText(QT_TRANSLATE_NOOP("BuiltInSummaries", "one to three sentences"))),
        preset(u"northgate"_s, builtInText(QT_TRANSLATE_NOOP("BuiltInSummaries", "Northgate")),
               builtInText(QT_TRANSLATE_NOOP(
                   "BuiltInSummaries",
                   "You are a novelist's assistant and keep the story bible. Enter the scene below, with "
                   "{{user}} and {{char}}, as a chapter of it: the events as close narration in the past "
                   "tense and the third person, faithful in every detail that later chapters may lean on, "
                   "with the turning points of the talk in indirect speech. End with a sentence on what "
                   "hangs in the air.")),
               builtInText(QT_TRANSLATE_NOOP("BuiltInSummaries", "the chapter's entry as prose"))),
        preset(u"aelemar"_s, builtInText(QT_TRANSLATE_NOOP("BuiltInSummaries", "Aelemar")),
               builtInText(QT_TRANSLATE_NOOP(
                   "BuiltInSummaries",
                   "Record the scene below, from a story with {{user}} and {{char}}, in two parts. First the "
                   "plot: the chain of causes and effects, one link a line, nothing invented and nothing "
                   "softened. Then the people: for each one present what they came to know, feel or want "
                   "that they did not before, and the moment that did it.")),
               builtInText(
                   QT_TRANSLATE_NOOP("BuiltInSummaries", "**Plot** as a list, then **People** as a list"))),
    };
}

QList<SummaryPreset> summaryPresets(const Json &file)
{
    const Json overrides = overridesIn(file);
    QList<SummaryPreset> presets = builtInSummaryPresets();
    for (SummaryPreset &preset : presets) {
        const Json changed = overrides.value(preset.key);
        if (!changed.isObject())
            continue;
        preset.prompt = changed.value(u"prompt").asString().value_or(preset.prompt);
        preset.name = changed.value(u"displayName").toText(preset.name);
        preset.isChanged = true;
    }
    for (const Json::Member &member : overrides.members()) {
        if (member.value.isObject() && !isBuiltIn(member.key))
            presets.append({member.key, member.value.value(u"displayName").toText(member.key),
                            member.value.value(u"prompt").toText(), false, false});
    }
    return presets;
}

SummaryPresetEdit withSummaryPreset(const Json &file, const SummaryPreset &preset)
{
    Json overrides = overridesIn(file);
    const QString key = preset.key.isEmpty() ? unusedPresetKey(overrides, preset.name) : preset.key;
    Json entry = overrides.value(key);
    if (!entry.isObject())
        entry = Json::object();
    entry.set(u"prompt"_s, Json(preset.prompt));
    entry.set(u"displayName"_s, Json(preset.name));
    overrides.set(key, entry);
    return {withOverrides(file, overrides), key};
}

Json withoutSummaryPreset(const Json &file, QStringView key)
{
    Json overrides = overridesIn(file);
    overrides.remove(key);
    return withOverrides(file, overrides);
}

Result<SummaryPresetImport> withImportedSummaryPresets(const Json &file, const Json &incoming)
{
    const Json added = incoming.value(u"overrides");
    if (!added.isObject())
        return failure(QCoreApplication::translate("SummaryPresets", "the file holds no summary presets"),
                       u"overrides"_s);
    for (const Json::Member &member : added.members()) {
        if (!member.value.value(u"prompt").isString())
            return failure(QCoreApplication::translate("SummaryPresets", "the preset has no text"),
                           QString(u"overrides."_s + member.key + u".prompt"_s));
    }
    SummaryPresetImport result{file, 0};
    Json overrides = overridesIn(file);
    for (const Json::Member &member : added.members()) {
        const QString name = member.value.value(u"displayName").toText(member.key);
        const bool isTaken = overrides.contains(member.key) || isBuiltIn(member.key);
        overrides.set(isTaken ? unusedPresetKey(overrides, name) : member.key, member.value);
        ++result.added;
    }
    result.file = withOverrides(file, overrides);
    return result;
}

SummaryInstructions summaryInstructions(const MemoryProfile &profile, const Json &file)
{
    if (!javaScriptTrimmed(profile.prompt).isEmpty())
        return {profile.prompt,
                QCoreApplication::translate("SummaryPresets", "profile %1").arg(profile.name)};
    const QList<SummaryPreset> presets = summaryPresets(file);
    auto found = std::ranges::find(presets, profile.preset, &SummaryPreset::key);
    if (found == presets.end())
        found = presets.begin(); // "summary"
    return {found->prompt,
            QCoreApplication::translate("SummaryPresets", "summary preset %1").arg(found->name)};
}

} // namespace snug
