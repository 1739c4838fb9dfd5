// Files of the kinds that a prompt is made of, read whole; errors name the file.
#pragma once

#include "core/model/card.h"
#include "core/model/chat.h"
#include "core/model/group.h"
#include "core/model/lorebook.h"
#include "core/model/persona.h"
#include "core/model/preset.h"
#include "core/model/prompttemplate.h"
#include "core/model/regexscript.h"
#include "core/model/textpreset.h"
#include "core/model/texttemplates.h"
#include "core/result.h"

namespace snug {

Result<QByteArray> readInputFile(const QString &path);
Result<Json> readJsonFile(const QString &path);
Result<Card> readCardFile(const QString &path);       // JSON or PNG
Result<Persona> readPersonaFile(const QString &path); // one persona, or the default of a backup
Result<Preset> readPresetFile(const QString &path);
Result<ContextTemplate> readContextFile(const QString &path);
Result<InstructTemplate> readInstructFile(const QString &path);
Result<SystemPrompt> readSystemPromptFile(const QString &path);
Result<TextPreset> readTextPresetFile(const QString &path);
Result<PromptTemplate> readTemplateFile(const QString &path); // JSON or plain text
Result<Lorebook> readLorebookFile(const QString &path, const QString &name = {});
Result<Group> readGroupFile(const QString &path);
Result<Chat> readChatFile(const QString &path);
Result<QList<RegexScript>> readRegexFile(const QString &path);
struct RulesAndScripts // SillyTavern's scripts or SmartTavern's rules, whichever the file holds
{
    QList<RegexScript> scripts;
    QList<Json> framingRules;
};
Result<RulesAndScripts> readRulesOrScripts(const QString &path);

// A chat that has only just begun: the greeting.
Chat chatWithGreeting(const Card &card);

} // namespace snug
