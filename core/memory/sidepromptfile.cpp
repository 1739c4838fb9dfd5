#include "core/memory/sidepromptfile.h"

#include "core/memory/builtinsideprompts.h"
#include "core/model/whitespace.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int FileVersion = 2;

QString unusedKey(const Json &prompts, const QString &name)
{
    QString key = sidePromptKey(name);
    const QString base = key;
    for (int count = 2; prompts.contains(key); ++count) {
        const QString suffix = u'-' + QString::number(count);
        key = base.first(std::min(base.size(), 50 - suffix.size())) + suffix;
    }
    return key;
}

// Names are told apart in any case of their letters, as commands find them.
QString unusedName(const Json &prompts, const QString &name)
{
    const auto isTaken = [&](const QString &wanted) {
        return std::ranges::any_of(prompts.members(), [&](const Json::Member &member) {
            const QString other = javaScriptTrimmed(member.value.value(u"name").toText()).toString();
            return other.compare(wanted, Qt::CaseInsensitive) == 0;
        });
    };
    const QString base = javaScriptTrimmed(name).toString();
    QString free = base;
    for (int count = 2; isTaken(free); ++count)
        free = base + u' ' + QString::number(count);
    return free == base ? name : free;
}

Json manualOnly()
{
    return Json(QStringList{u"sideprompt"_s});
}

// Members in one order; without a list of commands a template can be run by hand.
Json orderedTriggers(const Json &triggers)
{
    Json ordered = Json::object();
    const SidePrompt read = sidePromptFrom(Json::object({{u"triggers"_s, triggers}}));
    if (read.intervalMessages)
        ordered.set(u"onInterval"_s, Json::object({{u"visibleMessages"_s, Json(*read.intervalMessages)}}));
    if (triggers.value(u"onAfterMemory").isObject())
        ordered.set(u"onAfterMemory"_s, Json::object({{u"enabled"_s, Json(read.isAfterMemory)}}));
    ordered.set(u"commands"_s, triggers.value(u"commands").isArray() ? Json(read.commands) : manualOnly());
    return ordered;
}

// A template of version 1, which had a type instead of triggers.
Json converted(const QString &key, const Json &old)
{
    const QString type = old.value(u"type").toText();
    const Json settings = old.value(u"settings");
    Json triggers = Json::object();
    if (type == u"tracker") {
        const int messages = std::max(1, settings.value(u"intervalVisibleMessages").toInt(50));
        triggers.set(u"onInterval"_s, Json::object({{u"visibleMessages"_s, Json(messages)}}));
    }
    if (type == u"plotpoints" || (type == u"scoreboard" && settings.value(u"withMemories").toBool()))
        triggers.set(u"onAfterMemory"_s, Json::object({{u"enabled"_s, Json(true)}}));
    triggers.set(u"commands"_s, manualOnly());
    return Json::object({{u"key"_s, Json(key)},
                         {u"name"_s, Json(old.value(u"name").toText(untitledSidePrompt()))},
                         {u"enabled"_s, Json(old.value(u"enabled").toBool())},
                         {u"prompt"_s, Json(old.value(u"prompt").toText(placeholderPrompt()))},
                         {u"responseFormat"_s, Json(old.value(u"responseFormat").toText())},
                         {u"settings"_s, settings.isObject() ? settings : Json::object()},
                         {u"triggers"_s, triggers}});
}

// Empty if the template under `key` is valid.
QString wrongMember(const QString &key, const Json &prompt)
{
    if (!prompt.isObject() || prompt.value(u"key").asString() != key)
        return u"key"_s;
    if (javaScriptTrimmed(prompt.value(u"name").asString().value_or(QString())).isEmpty())
        return u"name"_s;
    if (!prompt.value(u"enabled").isBool())
        return u"enabled"_s;
    if (!prompt.value(u"prompt").isString())
        return u"prompt"_s;
    if (!prompt.value(u"settings").isObject())
        return u"settings"_s;
    const Json triggers = prompt.value(u"triggers");
    if (!triggers.isObject())
        return u"triggers"_s;
    const Json interval = triggers.value(u"onInterval");
    if (!interval.isUndefined() && !interval.isNull() && interval.value(u"visibleMessages").toInt() < 1)
        return u"triggers.onInterval.visibleMessages"_s;
    if (const Json after = triggers.value(u"onAfterMemory");
        !after.isUndefined() && !after.isNull() && !after.isObject())
        return u"triggers.onAfterMemory"_s;
    const Json commands = triggers.value(u"commands");
    const auto isBlank = [](const Json &command) { return javaScriptTrimmed(command.toText()).isEmpty(); };
    if (!commands.isUndefined() && (!commands.isArray() || std::ranges::any_of(commands.items(), isBlank)))
        return u"triggers.commands"_s;
    return {};
}

Json stamped(Json prompt, const QDateTime &now)
{
    const Json time(now.toUTC().toString(Qt::ISODateWithMs));
    if (!prompt.value(u"createdAt").isString())
        prompt.set(u"createdAt"_s, time);
    prompt.set(u"updatedAt"_s, time);
    return prompt;
}

Json withPrompts(const Json &file, const Json &prompts)
{
    Json changed = file.isObject() ? file : Json::object();
    if (changed.value(u"version").toInt() < FileVersion)
        changed.set(u"version"_s, Json(FileVersion));
    changed.set(u"prompts"_s, prompts);
    return changed;
}

Json promptsOf(const Json &file)
{
    const Json prompts = file.value(u"prompts");
    return prompts.isObject() ? prompts : Json::object();
}

} // namespace

Result<Json> readSidePromptFile(const Json &file, const QDateTime &now)
{
    Json prompts = file.value(u"prompts");
    if (!file.value(u"version").isNumber() || !prompts.isObject())
        return failure(QCoreApplication::translate("SidePrompts", "the file holds no side prompts"),
                       u"prompts"_s);
    const QList<Json::Member> members = prompts.members();
    for (const Json::Member &member : members) {
        Json prompt = member.value;
        if (prompt.value(u"type").isString() && !prompt.value(u"triggers").isObject()) {
            prompt = stamped(converted(member.key, prompt), now);
            prompts.set(member.key, prompt);
        }
        if (const QString wrong = wrongMember(member.key, prompt); !wrong.isEmpty())
            return failure(
                QCoreApplication::translate("SidePrompts", "the side prompt is not complete or not valid"),
                QString(u"prompts."_s + member.key + u'.' + wrong));
    }
    return withPrompts(file, prompts);
}

SidePromptLoad loadSidePrompts(const Json &stored, const QDateTime &now)
{
    if (const Result<Json> read = readSidePromptFile(stored, now))
        return {*read, false};
    return {withBuiltInSidePrompts({}, now), true};
}

Result<SidePromptImport> withImportedSidePrompts(const Json &file, const Json &incoming, const QDateTime &now,
                                                 TakenName taken)
{
    const Result<Json> read = readSidePromptFile(incoming, now);
    if (!read)
        return std::unexpected(read.error());
    SidePromptImport result;
    Json prompts = promptsOf(file);
    const Json added = read->value(u"prompts");
    for (const Json::Member &member : added.members()) {
        Json prompt = member.value;
        QString key = member.key;
        const QString name = prompt.value(u"name").toText();
        if (taken == TakenName::Numbered) {
            if (const QString free = unusedName(prompts, name); free != name) {
                prompt.set(u"name"_s, Json(free));
                ++result.named;
            }
        }
        if (prompts.contains(key)) {
            key = unusedKey(prompts, prompt.value(u"name").toText());
            ++result.renamed;
        }
        prompt.set(u"key"_s, Json(key));
        prompt.set(u"responseFormat"_s, Json(prompt.value(u"responseFormat").toText()));
        prompt.set(u"triggers"_s, orderedTriggers(prompt.value(u"triggers")));
        prompts.set(key, stamped(prompt, now));
        ++result.added;
    }
    result.file = withPrompts(file, prompts);
    result.file.set(u"version"_s,
                    Json(std::max(result.file.value(u"version").toInt(), read->value(u"version").toInt())));
    return result;
}

SidePromptEdit withSidePrompt(const Json &file, const Json &edit, const QDateTime &now)
{
    Json prompts = promptsOf(file);
    QString key = edit.value(u"key").toText();
    const Json old = prompts.value(key);
    const auto textOf = [&](QStringView member, const QString &otherwise) {
        const Json given = edit.value(member);
        return Json(given.isString() ? given.toText() : old.value(member).toText(otherwise));
    };
    QString name = javaScriptTrimmed(edit.value(u"name").toText()).toString();
    if (name.isEmpty())
        name = old.value(u"name").toText(untitledSidePrompt());
    if (key.isEmpty())
        key = unusedKey(prompts, name);
    Json settings = old.value(u"settings").isObject() ? old.value(u"settings") : Json::object();
    const Json changedSettings = edit.value(u"settings");
    for (const Json::Member &member : changedSettings.members())
        settings.set(member.key, member.value);
    const Json triggers =
        edit.value(u"triggers").isObject() ? edit.value(u"triggers") : old.value(u"triggers");
    Json prompt = old.isObject() ? old : Json::object();
    prompt.set(u"key"_s, Json(key));
    prompt.set(u"name"_s, Json(name));
    prompt.set(u"enabled"_s, Json(edit.value(u"enabled").toBool(old.value(u"enabled").toBool())));
    prompt.set(u"prompt"_s, textOf(u"prompt", placeholderPrompt()));
    prompt.set(u"responseFormat"_s, textOf(u"responseFormat", {}));
    prompt.set(u"settings"_s, settings);
    prompt.set(u"triggers"_s, orderedTriggers(triggers));
    prompts.set(key, stamped(prompt, now));
    return {withPrompts(file, prompts), key};
}

SidePromptEdit withDuplicate(const Json &file, QStringView key, const QDateTime &now)
{
    Json prompts = promptsOf(file);
    Json copy = prompts.value(key);
    if (!copy.isObject())
        return {file, {}};
    const QString name = copy.value(u"name").toText() + u" (Copy)"_s;
    const QString copyKey = unusedKey(prompts, name);
    copy.set(u"key"_s, Json(copyKey));
    copy.set(u"name"_s, Json(name));
    copy.set(u"createdAt"_s, Json());
    prompts.set(copyKey, stamped(copy, now));
    return {withPrompts(file, prompts), copyKey};
}

Json withoutSidePrompt(const Json &file, QStringView key)
{
    Json prompts = promptsOf(file);
    prompts.remove(key);
    return withPrompts(file, prompts);
}

Json withEnabled(const Json &file, QStringView key, bool isEnabled)
{
    Json prompts = promptsOf(file);
    Json prompt = prompts.value(key);
    if (!prompt.isObject())
        return file;
    prompt.set(u"enabled"_s, Json(isEnabled));
    prompts.set(key.toString(), prompt);
    return withPrompts(file, prompts);
}

Json withBuiltInSidePrompts(const Json &file, const QDateTime &now)
{
    Json prompts = promptsOf(file);
    for (const Json &prompt : builtInSidePrompts())
        prompts.set(prompt.value(u"key").toText(), stamped(prompt, now));
    return withPrompts(file, prompts);
}

} // namespace snug
