// From entities and history to messages. Conformance hologram/SPEC.md, sections 9 and 10.
#pragma once

#include "core/templates/sendas.h"

#include <QDateTime>

namespace snug {

// Who has facts: a card, a persona.
struct TemplateEntity
{
    Json id = {}; // a number or a text; compared and printed as it is
    QString name = {};
    QStringList facts = {};
    bool isFreeform = false;
    std::optional<QString> templateText = {}; // nothing: the built-in layout
    int factsOrigin = -1;                     // TemplateData::origin of the facts
};

struct TemplateMessage
{
    QString role = QStringLiteral("user"); // "assistant": sent by an entity
    QString author = {};
    QString content = {};
    Json authorId = Json(QString());
    QString createdAt = {}; // ISO 8601
    bool isBot = false;
    Json embeds = Json::array();
    Json stickers = Json::array();
    Json attachments = Json::array();
    int origin = -1; // of the content
};

struct TemplatePromptInputs
{
    QList<TemplateEntity> entities = {}; // responding, in order
    QList<TemplateEntity> others = {};
    QList<std::pair<QString, QStringList>> memories = {}; // by an entity's id
    QList<TemplateMessage> history = {};                  // oldest first
    std::optional<QString> layout = {};                   // nothing or empty: the built-in one
    QString systemTemplate = {};
    std::optional<QString> contextRule = {}; // nothing: defaultContextRule
    QStringList strip = {};                  // texts that are removed from the history
    Json userEntityId = {};
    QDateTime now = {};
    QList<NamedTemplate> templates = {};
    TemplateData::Members more = {}; // what authors may want besides: lore_before, lore_after, injected
    QString marker = {};             // fresh
    bool isStrict = false;
    RegexEnginePtr regexEngine = {};
};

struct TemplatePrompt
{
    QString systemPrompt;
    QList<RenderedMessage> messages;
    QStringList templates;
};

inline constexpr QStringView defaultContextRule = u"chars < 4000 || count < 20";

// The layout that is used where an entity has none; also what an author starts from.
QString builtInTemplate();

// What the templates see, of the history that the rule leaves.
Result<TemplateData::Members> templateContext(const TemplatePromptInputs &inputs);

// Errors name which of the two templates failed in Error::file ("Template", "System Prompt").
Result<TemplatePrompt> buildTemplatePrompt(const TemplatePromptInputs &inputs,
                                           const std::stop_token &stop = {});

// Entities with the same template text share one request; in first-seen order, as indices.
QList<QList<qsizetype>> groupByTemplate(const QList<std::optional<QString>> &templates);

} // namespace snug
