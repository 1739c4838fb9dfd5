#include "app/cases/memorycase.h"

#include "app/cases/inputfiles.h"
#include "core/memory/autosummary.h"
#include "core/memory/hiding.h"
#include "core/memory/memorybook.h"
#include "core/memory/memorybookname.h"
#include "core/memory/memoryentry.h"
#include "core/memory/memoryprofile.h"
#include "core/memory/memoryreply.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// The world of the captures.
constexpr QStringView sceneUserName = u"Ada";
constexpr QStringView characterName = u"Mira";
constexpr QStringView chatName = u"chat-1";

Json memoryErrorJson(const QString &code)
{
    return Json::object({{u"error"_s, Json::object({{u"code"_s, Json(code)}})}});
}

std::optional<int> numberOrNothing(const Json &value)
{
    return value.isNumber() ? std::optional(value.toInt()) : std::nullopt;
}

Json orNull(std::optional<int> number)
{
    return number ? Json(*number) : Json::null();
}

Json parse(const Json &input)
{
    const auto read = readMemoryReply(input.value(u"raw"));
    if (!read) {
        Json error = Json::object({{u"code"_s, Json(replyFaultCode(read.error()))},
                                   {u"recoverable"_s, Json(isWorthRetrying(read.error()))}});
        return Json::object({{u"error"_s, error}});
    }
    const Json memory = Json::object({{u"content"_s, Json(read->content)},
                                      {u"extractedTitle"_s, Json(read->title)},
                                      {u"suggestedKeys"_s, Json(read->keywords)}});
    return Json::object({{u"parsed"_s, read->parsed}, {u"memory"_s, memory}});
}

Json compile(const Json &input)
{
    const QString given = input.value(u"characterName").toText();
    const SceneNames names{input.value(u"chatId").toText(u"unknown"_s),
                           given.isEmpty() ? characterName.toString() : given, sceneUserName.toString()};
    const SceneMarkers markers{numberOrNothing(input.value(u"start")), numberOrNothing(input.value(u"end"))};
    const auto scene = compileScene(memoryCaseChat(input), markers, names, memoryCaseClock());
    if (!scene)
        return memoryErrorJson(sceneFaultCode(scene.error()));
    const Json chat = input.value(u"chat");
    Json messages = Json::array();
    for (const SceneMessage &message : scene->messages) {
        Json written = Json::object({{u"id"_s, Json(message.number)},
                                     {u"name"_s, Json(message.name)},
                                     {u"mes"_s, Json(message.text)},
                                     {u"send_date"_s, Json(message.sendDate)}});
        if (chat.at(message.number).contains(u"is_user"))
            written.set(u"is_user"_s, Json(message.isUser));
        messages.append(written);
    }
    const Json metadata = Json::object({{u"sceneStart"_s, Json(scene->range.start)},
                                        {u"sceneEnd"_s, Json(scene->range.end)},
                                        {u"chatId"_s, Json(scene->names.chat)},
                                        {u"characterName"_s, Json(scene->names.character)},
                                        {u"messageCount"_s, Json(qint64(scene->messages.size()))},
                                        {u"totalRequestedRange"_s, Json(scene->range.size())},
                                        {u"hiddenMessagesSkipped"_s, Json(scene->hiddenSkipped)},
                                        {u"messagesSkipped"_s, Json(scene->gapsSkipped)},
                                        {u"compiledAt"_s, Json(scene->compiledAt.toString(Qt::ISODate))},
                                        {u"totalChatLength"_s, Json(scene->chatLength)},
                                        {u"userName"_s, Json(scene->names.user)}});
    return Json::object({{u"metadata"_s, metadata}, {u"messages"_s, messages}});
}

Json sceneText(const Json &input)
{
    const QList<SceneMessage> messages = memoryCaseMessages(input.value(u"messages"));
    const QList<StoredMemory> previous = memoryCasePrevious(input.value(u"previous"));
    // A message of several lines is several lines of the text.
    const QStringList lines = sceneLines(messages, previous).join(u'\n').split(u'\n');
    return Json::object({{u"lines"_s, Json(lines)}});
}

NewMemory newMemory(const Json &memory, const QString &titleFormat)
{
    const Json metadata = memory.value(u"metadata");
    NewMemory result;
    result.content = memory.value(u"content").toText();
    result.keywords = memory.value(u"suggestedKeys").toTextList();
    result.titleFormat = memory.value(u"titleFormat").toText(titleFormat);
    result.title = {memory.value(u"extractedTitle").toText(),
                    metadata.value(u"sceneRange").toText(),
                    metadata.value(u"characterName").toText(),
                    metadata.value(u"userName").toText(),
                    metadata.value(u"messageCount").toInt(),
                    metadata.value(u"profileUsed").toText(),
                    memoryCaseClock()};
    result.range = messageRangeFrom(result.title.sceneRange);
    result.settings = entrySettingsFrom(memory.value(u"lorebookSettings"));
    return result;
}

Json title(const Json &input)
{
    const QString format = input.value(u"format").toText();
    const NewMemory memory = newMemory(input.value(u"memory"), format);
    const int number = nextMemoryNumber(input.value(u"book"), format);
    return Json::object({{u"title"_s, Json(memoryTitle(format, number, memory.title))}});
}

Json checkFormat(const Json &input)
{
    const TitleFormatCheck check = checkTitleFormat(input.value(u"format").toText());
    QStringList warnings;
    for (const TitleWarning warning : check.warnings)
        warnings.append(titleWarningCode(warning));
    return Json::object({{u"valid"_s, Json(check.isValid)},
                         {u"errors"_s, Json(check.isValid ? 0 : 1)},
                         {u"warnings"_s, Json(warnings)}});
}

struct Hiding
{
    QStringList commands;
    bool warned = false;
};

Hiding hiding(const QString &range, const Json &settingsJson)
{
    const HidingSettings settings = hidingSettingsFrom(settingsJson);
    const std::optional<MessageRange> scene = messageRangeFrom(range);
    if (!scene)
        return {{}, settings.mode != HideMode::None};
    const std::optional<MessageRange> hidden = rangeToHide(*scene, settings);
    return {hidden ? QStringList{QString(u"/hide "_s + hidden->text())} : QStringList(), false};
}

Json store(const Json &input)
{
    const NewMemory memory = newMemory(input.value(u"memory"), input.value(u"titleFormat").toText());
    const std::optional<Json> entry = memoryEntry(memory, input.value(u"book"));
    if (!entry) {
        return Json::object({{u"success"_s, Json(false)},
                             {u"entry"_s, Json::null()},
                             {u"commands"_s, Json::array()},
                             {u"highest"_s, Json::null()},
                             {u"error"_s, Json(true)}});
    }
    const QStringList commands = hiding(memory.title.sceneRange, input.value(u"settings")).commands;
    return Json::object({{u"success"_s, Json(true)},
                         {u"entry"_s, *entry},
                         {u"commands"_s, Json(commands)},
                         {u"highest"_s, memory.range ? Json(memory.range->end) : Json::null()}});
}

Json memories(const Json &input)
{
    Json list = Json::array();
    for (const StoredMemory &memory : memoriesIn(input.value(u"book"))) {
        list.append(Json::object({{u"number"_s, Json(memory.number)},
                                  {u"title"_s, Json(memory.title)},
                                  {u"content"_s, Json(memory.content)},
                                  {u"keywords"_s, Json(memory.keywords)}}));
    }
    return Json::object({{u"memories"_s, list}});
}

Json markers(const Json &input)
{
    const Json stored = input.value(u"markers");
    SceneMarkers marks{numberOrNothing(stored.value(u"sceneStart")),
                       numberOrNothing(stored.value(u"sceneEnd"))};
    const Json steps = input.value(u"steps");
    int length = int(input.value(u"chat").size());
    for (const Json &step : steps.items()) {
        const QString set = step.value(u"set").toText();
        if (set == u"start") {
            marks = marks.withStart(step.value(u"id").toInt());
        } else if (set == u"end") {
            marks = marks.withEnd(step.value(u"id").toInt());
        } else if (step.contains(u"deleted")) {
            marks = marks.afterDeletion(step.value(u"deleted").toInt());
            --length;
        } else if (step.contains(u"validate")) {
            marks = marks.within(length);
        }
    }
    return Json::object({{u"start"_s, orNull(marks.start)}, {u"end"_s, orNull(marks.end)}});
}

Json overlap(const Json &input)
{
    const MessageRange range{input.value(u"start").toInt(), input.value(u"end").toInt()};
    const bool isAllowed = input.value(u"settings").value(u"allowSceneOverlap").toBool() ||
                           !overlappingMemory(input.value(u"book"), range);
    return Json::object({{u"allowed"_s, Json(isAllowed)}});
}

std::optional<QString> bookName(const Json &input, QStringView nameTemplate)
{
    return memoryBookName(nameTemplate,
                          {characterName.toString(), sceneUserName.toString(),
                           input.value(u"chatId").toText(chatName.toString())},
                          input.value(u"books_existing").toTextList());
}

Json automatic(const Json &input)
{
    const Json settings = input.value(u"settings");
    const Json marks = input.value(u"markers");
    const MemoryPlace place = memoryPlaceFrom(marks);
    std::optional<MessageRange> scene =
        dueAutoSummary(int(input.value(u"chat").size()), autoSummarySettingsFrom(settings), place);
    std::optional<QString> book = input.value(u"bound").asString();
    if (input.value(u"processing").toBool())
        scene.reset();
    if (scene && !book && settings.value(u"autoCreateLorebook").toBool())
        book = bookName(input, settings.value(u"lorebookNameTemplate").toText());
    if (!book)
        scene.reset();
    Json commands = Json::array();
    if (scene)
        commands.append(Json(u"/creatememory"_s));
    return Json::object(
        {{u"triggered"_s, Json(scene.has_value())},
         {u"commands"_s, commands},
         {u"start"_s, scene ? Json(scene->start) : orNull(numberOrNothing(marks.value(u"sceneStart")))},
         {u"end"_s, scene ? Json(scene->end) : orNull(numberOrNothing(marks.value(u"sceneEnd")))},
         {u"book"_s, book ? Json(*book) : Json::null()},
         {u"postpone_until"_s, scene ? Json::null() : orNull(place.postponedUntil)}});
}

Json tokens(const Json &input)
{
    const Json allowed = input.value(u"options").value(u"estimatedOutput");
    const QString text = input.value(u"text").toText();
    const MemoryCost cost = allowed.isNumber() ? memoryCost(text, allowed.toInt()) : memoryCost(text);
    return Json::object(
        {{u"input"_s, Json(cost.input)}, {u"output"_s, Json(cost.output)}, {u"total"_s, Json(cost.total())}});
}

std::optional<Json> play(const QString &operation, const Json &input)
{
    if (operation == u"parse")
        return parse(input);
    if (operation == u"compile")
        return compile(input);
    if (operation == u"scene_text")
        return sceneText(input);
    if (operation == u"title")
        return title(input);
    if (operation == u"next_number")
        return Json::object(
            {{u"number"_s, Json(nextMemoryNumber(input.value(u"book"), input.value(u"format").toText()))}});
    if (operation == u"number_in_title")
        return Json::object({{u"number"_s, orNull(numberInTitle(input.value(u"title").toText(),
                                                                input.value(u"format").toText()))}});
    if (operation == u"check_format")
        return checkFormat(input);
    if (operation == u"store")
        return store(input);
    if (operation == u"hide") {
        const Hiding result = hiding(input.value(u"range").toText(), input.value(u"settings"));
        return Json::object({{u"commands"_s, Json(result.commands)}, {u"warned"_s, Json(result.warned)}});
    }
    if (operation == u"memories")
        return memories(input);
    if (operation == u"markers")
        return markers(input);
    if (operation == u"overlap")
        return overlap(input);
    if (operation == u"auto")
        return automatic(input);
    if (operation == u"book_name") {
        const std::optional<QString> name = bookName(input, input.value(u"template").toText());
        return Json::object({{u"name"_s, name ? Json(*name) : Json::null()}});
    }
    if (operation == u"tokens")
        return tokens(input);
    if (operation == u"profile")
        return memoryProfileJson(memoryProfileFrom(input.value(u"data")));
    return playSidePromptCase(operation, input);
}

Json withTimesHidden(const Json &value)
{
    if (value.isArray()) {
        Json list = Json::array();
        for (const Json &item : value.items())
            list.append(withTimesHidden(item));
        return list;
    }
    if (!value.isObject())
        return value;
    Json object = Json::object();
    for (const Json::Member &member : value.members()) {
        const bool isTime =
            member.value.isString() && (member.key == u"compiledAt" || member.key == u"createdAt" ||
                                        member.key == u"updatedAt" || member.key.endsWith(u"_lastRunAt"));
        object.set(member.key, isTime ? Json(u"<time>"_s) : withTimesHidden(member.value));
    }
    return object;
}

} // namespace

SceneSource memoryCaseChat(const Json &input)
{
    SceneSource chat;
    const Json messages = input.value(u"chat");
    for (const Json &each : messages.items()) {
        if (!each.isObject()) {
            chat.append(std::nullopt);
            continue;
        }
        Message message;
        message.name = each.value(u"name").toText();
        message.text = each.value(u"mes").toText();
        message.isUser = each.value(u"is_user").toBool();
        message.isHidden = each.value(u"is_system").toBool();
        message.sendDate = each.value(u"send_date").toText();
        chat.append(message);
    }
    return chat;
}

Json memoryCaseBook(const Json &input)
{
    if (input.value(u"no_book").toBool() || input.value(u"bound").isNull())
        return {};
    const Json book = input.value(u"book");
    return book.isObject() ? book : Json::object();
}

QList<SceneMessage> memoryCaseMessages(const Json &messages)
{
    QList<SceneMessage> result;
    for (const Json &message : messages.items()) {
        result.append({message.value(u"id").toInt(),
                       message.value(u"name").toText(),
                       message.value(u"mes").toText(),
                       {},
                       false});
    }
    return result;
}

QList<StoredMemory> memoryCasePrevious(const Json &memories)
{
    QList<StoredMemory> result;
    for (const Json &memory : memories.items()) {
        result.append({0, memory.value(u"title").toText(), memory.value(u"content").toText(),
                       memory.value(u"keywords").toTextList()});
    }
    return result;
}

QDateTime memoryCaseClock()
{
    return QDateTime(QDate(2031, 4, 5), QTime(6, 7, 8));
}

Result<MemoryCase> readMemoryCase(const QString &path)
{
    const Result<Json> document = readJsonFile(path);
    if (!document)
        return std::unexpected(document.error());
    const Json input = document->value(u"input");
    const std::optional<QString> operation = input.value(u"op").asString();
    if (!operation)
        return failure(u"expected the name of an operation"_s, u"input.op"_s, path);
    return MemoryCase{*operation, input, document->value(u"expected")};
}

Result<Json> playMemoryCase(const MemoryCase &read)
{
    const std::optional<Json> result = play(read.operation, read.input);
    if (!result)
        return failure(u"no such operation: %1"_s.arg(read.operation), u"input.op"_s);
    return withTimesHidden(*result);
}

} // namespace snug
