// From entities and history to messages. See docs/systems/hologram.md#context,
// docs/systems/hologram.md#from-characters-to-messages.
#pragma once

#include "core/templates/templateengine.h"

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
    // TemplateData::origin of the name and of each fact; shorter = the rest has none.
    int nameOrigin = -1;
    QList<int> factOrigins = {};
    TemplateData::Members more = {}; // behind id, name and facts
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
    int authorOrigin = -1;
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
    std::optional<TemplateEntity> user = {}; // counts before userEntityId
    QDateTime now = {};
    QList<NamedTemplate> templates = {};
    TemplateData::Members more = {}; // what authors may want besides: lore_before, lore_after, injected
    QString marker = {};             // fresh
    bool isStrict = false;
    TemplateEnginePtr engine = {};               // null: rendered here, without searching for patterns
    std::optional<QStringList> joinedRoles = {}; // whose neighbours become one message; nothing = everybody's
    quint64 seed = 0;
};

struct TemplatePrompt
{
    QString systemPrompt;
    QList<RenderedMessage> messages;
    QStringList templates; // TemplateSpan::templateIndex of the messages
    QList<TemplateSpan> systemSpans = {};
    QStringList systemTemplates = {};
    qsizetype firstMessage = 0; // of the history: earlier ones were not given to the template
};

struct TemplateFailure
{
    enum class Part : quint8 { Template, SystemPrompt, HistoryRule };

    TemplateError error;
    Part part = Part::Template;

    // Error::file says which part of what: "Template", "System Prompt of Evening".
    Error asError(const QString &name = {}) const;
};

inline constexpr QStringView defaultContextRule = u"chars < 4000 || count < 20";

// The layout that is used where an entity has none; also what an author starts from.
QString builtInTemplate();

// What the templates see, of the history that the rule leaves.
Result<TemplateData::Members> templateContext(const TemplatePromptInputs &inputs);

std::expected<TemplatePrompt, TemplateFailure> buildTemplatePrompt(const TemplatePromptInputs &inputs,
                                                                   const std::stop_token &stop = {});

// Entities with the same template text share one request; in first-seen order, as indices.
QList<QList<qsizetype>> groupByTemplate(const QList<std::optional<QString>> &templates);

} // namespace snug
