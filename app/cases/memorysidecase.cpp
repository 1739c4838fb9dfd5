#include "app/cases/memorycase.h"
#include "core/memory/builtinsideprompts.h"
#include "core/memory/memorycommands.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// What the model answers.
QString resultText()
{
    return u"RESULT TEXT"_s;
}

Json file(const Json &input)
{
    return input.value(u"side_prompts");
}

Json textOrNull(const QString &text)
{
    return text.isEmpty() ? Json::null() : Json(text);
}

Json keysJson(const Json &sidePrompts)
{
    QStringList keys;
    const Json prompts = sidePrompts.value(u"prompts");
    for (const Json::Member &member : prompts.members())
        keys.append(member.key);
    return Json(keys);
}

Json arguments(const Json &input)
{
    const SidePromptArguments read = sidePromptArguments(input.value(u"text").toText());
    return Json::object(
        {{u"name"_s, Json(read.name)}, {u"range"_s, read.range ? Json(read.range->text()) : Json::null()}});
}

Json found(const Json &input)
{
    const auto prompt = findSidePrompt(file(input), input.value(u"name").toText());
    return Json::object({{u"key"_s, prompt ? Json(prompt->key) : Json::null()}});
}

Json loreSettings(const Json &input)
{
    const Json sidePrompt = input.value(u"template");
    const EntrySettings settings = sidePromptEntrySettings(sidePrompt);
    const Json read = Json::object({{u"constVectMode"_s, Json(entryModeName(settings.mode))},
                                    {u"position"_s, Json(settings.position)},
                                    {u"orderMode"_s, Json(settings.isOrderManual ? u"manual"_s : u"auto"_s)},
                                    {u"orderValue"_s, Json(settings.orderValue)},
                                    {u"preventRecursion"_s, Json(settings.preventRecursion)},
                                    {u"delayUntilRecursion"_s, Json(settings.delayUntilRecursion)},
                                    {u"outletName"_s, Json(settings.outletName)}});
    // What a new entry starts with and what every run sets, as the entries show it.
    const SidePrompt prompt = sidePromptFrom(sidePrompt);
    const auto entryAfter = [&](const Json &book) {
        return bookEntries(bookWithResult(book, prompt, resultText(), RunKind::Manual, {}, memoryCaseClock()))
            .constFirst();
    };
    const Json made = entryAfter(Json::object());
    Json old = Json::object({{u"uid"_s, Json(0)}, {u"comment"_s, Json(sidePromptTitle(prompt))}});
    const Json changed = entryAfter(bookWithEntry(Json::object(), old));
    const auto members = [](const Json &entry, const QStringList &keys) {
        Json object = Json::object();
        for (const QString &key : keys) {
            if (entry.contains(key))
                object.set(key, entry.value(key));
        }
        return object;
    };
    return Json::object(
        {{u"settings"_s, read},
         {u"defaults"_s, members(made, {u"vectorized"_s, u"selective"_s, u"order"_s, u"position"_s})},
         {u"entryOverrides"_s, members(changed, {u"constant"_s, u"vectorized"_s, u"preventRecursion"_s,
                                                 u"delayUntilRecursion"_s, u"order"_s, u"outletName"_s})}});
}

Json text(const Json &input)
{
    Scene scene;
    scene.range = {0, 1};
    scene.names = {u"x"_s, u"Mira"_s, u"Ada"_s};
    scene.compiledAt = memoryCaseClock();
    scene.messages = memoryCaseMessages(input.value(u"scene"));
    const QList<StoredMemory> previous = memoryCasePrevious(input.value(u"previous"));
    const QString whole = sidePromptText(input.value(u"template").toText(), input.value(u"prior").toText(),
                                         previous, scene, input.value(u"format").toText());
    return Json::object({{u"lines"_s, Json(whole.split(u'\n'))}});
}

Json imported(const Json &input)
{
    const auto result =
        withImportedSidePrompts(file(input), input.value(u"incoming"), memoryCaseClock(), TakenName::Left);
    if (!result)
        return Json::object({{u"error"_s, Json::object({{u"code"_s, Json(u"invalid_file"_s)}})}});
    return Json::object({{u"added"_s, Json(result->added)},
                         {u"renamed"_s, Json(result->renamed)},
                         {u"document"_s, result->file}});
}

Json loaded(const Json &input)
{
    const SidePromptLoad load = loadSidePrompts(file(input), memoryCaseClock());
    Json document = load.file;
    if (load.isRebuilt) {
        QStringList keys = keysJson(load.file).toTextList();
        keys.sort();
        document = Json::object({{u"rebuilt_with_builtins"_s, Json(keys)}});
    }
    return Json::object({{u"document"_s, document}});
}

Json edited(const SidePromptEdit &edit)
{
    return Json::object({{u"key"_s, textOrNull(edit.key)}, {u"template"_s, edit.sidePrompt()}});
}

Json recreated(const Json &input)
{
    const Json changed = withBuiltInSidePrompts(file(input), memoryCaseClock());
    Json kept = Json::object();
    Json enabled = Json::array();
    QStringList builtInKeys;
    for (const Json &prompt : builtInSidePrompts()) {
        builtInKeys.append(prompt.value(u"key").toText());
        enabled.append(changed.value(u"prompts").value(builtInKeys.last()).value(u"enabled"));
    }
    for (const SidePrompt &prompt : sidePromptsIn(changed)) {
        if (!builtInKeys.contains(prompt.key))
            kept.set(prompt.key, Json(prompt.name));
    }
    return Json::object({{u"replaced"_s, Json(qint64(builtInKeys.size()))},
                         {u"keys"_s, keysJson(changed)},
                         {u"kept"_s, kept},
                         {u"builtin_enabled"_s, enabled}});
}

Json builtIns()
{
    Json templates = Json::object();
    for (const Json &prompt : builtInSidePrompts()) {
        Json shown = Json::object();
        for (const QString &key : {u"name"_s, u"enabled"_s, u"settings"_s, u"triggers"_s})
            shown.set(key, prompt.value(key));
        shown.set(u"has_prompt"_s, Json(!prompt.value(u"prompt").toText().isEmpty()));
        shown.set(u"has_response_format"_s, Json(!prompt.value(u"responseFormat").toText().isEmpty()));
        templates.set(prompt.value(u"key").toText(), shown);
    }
    return Json::object({{u"templates"_s, templates}});
}

Json listed(const Json &input)
{
    const QString trigger = input.value(u"trigger").toText();
    QList<SidePrompt> prompts;
    if (trigger.startsWith(u"command:"))
        prompts = sidePromptsWithCommand(file(input), QStringView(trigger).sliced(8));
    else
        prompts = sidePromptsFor(file(input), trigger == u"onInterval" ? SidePromptTrigger::Interval
                                                                       : SidePromptTrigger::AfterMemory);
    QStringList names;
    for (const SidePrompt &prompt : std::as_const(prompts))
        names.append(prompt.name);
    return Json::object({{u"names"_s, Json(names)}});
}

Json entriesJson(const Json &book)
{
    return Json::array(bookEntries(book));
}

// `just_ran` says how many seconds ago the stored runs were.
Json bookWithRuns(const Json &input)
{
    Json book = memoryCaseBook(input);
    if (!input.value(u"just_ran").isNumber())
        return book;
    const QDateTime then = memoryCaseClock().addSecs(-input.value(u"just_ran").toInt());
    for (Json entry : bookEntries(book)) {
        const QList<Json::Member> members = entry.members();
        for (const Json::Member &member : members) {
            if (member.key.endsWith(u"_lastRunAt"))
                entry.set(member.key, Json(then.toUTC().toString(Qt::ISODateWithMs)));
        }
        book = bookWithEntry(book, entry);
    }
    return book;
}

std::expected<Scene, SceneFault> sceneOf(const SceneSource &chat, const MessageRange &range)
{
    return compileScene(chat, {range.start, range.end}, {}, memoryCaseClock());
}

Json byInterval(const Json &input)
{
    const SceneSource chat = memoryCaseChat(input);
    Json book = bookWithRuns(input);
    QStringList ranges;
    for (const SidePrompt &prompt : sidePromptsFor(file(input), SidePromptTrigger::Interval)) {
        const auto range = dueSidePrompt(prompt, book, chat, memoryCaseClock());
        if (!range || !sceneOf(chat, *range))
            continue;
        ranges.append(range->text());
        book = bookWithResult(book, prompt, resultText(), RunKind::Interval, *range, memoryCaseClock(),
                              OlderTitle::Left);
    }
    return Json::object({{u"runs"_s, Json(qint64(ranges.size()))},
                         {u"ranges"_s, Json(ranges)},
                         {u"entries"_s, entriesJson(book)}});
}

Json afterMemory(const Json &input)
{
    Json book = memoryCaseBook(input);
    QList<QList<SidePrompt>> waves;
    if (book.isObject())
        waves = afterMemoryWaves(
            file(input),
            input.value(u"settings").value(u"sidePromptsMaxConcurrent").toInt(DefaultSidePromptsAtOnce));
    qsizetype runs = 0;
    qsizetype atOnce = 0;
    for (const QList<SidePrompt> &wave : std::as_const(waves)) {
        runs += wave.size();
        atOnce = std::max(atOnce, wave.size());
        for (const SidePrompt &prompt : wave)
            book = bookWithResult(book, prompt, resultText(), RunKind::AfterMemory, {}, memoryCaseClock(),
                                  OlderTitle::Left);
    }
    QStringList titles;
    for (const Json &entry : bookEntries(book))
        titles.append(entry.value(u"comment").toText());
    return Json::object({{u"runs"_s, Json(qint64(runs))},
                         {u"max_at_once"_s, Json(qint64(atOnce))},
                         {u"titles"_s, Json(titles)},
                         {u"saves"_s, Json(qint64(waves.size()))}});
}

Json byHand(const Json &input)
{
    const SceneSource chat = memoryCaseChat(input);
    Json book = memoryCaseBook(input);
    const auto run = manualSidePrompt(sidePromptArguments(input.value(u"args").toText()), file(input), book,
                                      int(chat.size()));
    const bool ran = run && sceneOf(chat, run->range);
    if (ran)
        book = bookWithResult(book, run->prompt, resultText(), RunKind::Manual, run->range, memoryCaseClock(),
                              OlderTitle::Left);
    return Json::object({{u"ran"_s, Json(ran)},
                         {u"range"_s, ran ? Json(run->range.text()) : Json::null()},
                         {u"outcome"_s, Json(QStringList{ran ? u"success"_s : u"error"_s})},
                         {u"entries"_s, entriesJson(book)}});
}

SceneMarkers markersFrom(const Json &marks)
{
    const auto number = [&](QStringView key) {
        const Json value = marks.value(key);
        return value.isNumber() ? std::optional(value.toInt()) : std::nullopt;
    };
    return {number(u"sceneStart"), number(u"sceneEnd")};
}

std::optional<Json> command(const Json &input)
{
    const SceneSource chat = memoryCaseChat(input);
    const SceneMarkers stored = markersFrom(input.value(u"markers"));
    const CommandDependencies dependencies{
        int(chat.size()),
        input.value(u"scene").isObject() ? markersFrom(input.value(u"scene")) : stored,
        memoryPlaceFrom(input.value(u"markers")),
        input.value(u"processing").toBool(),
        memoryCaseBook(input),
        file(input)};
    const QString name = input.value(u"command").toText();
    const auto plan = memoryCommand(name, input.value(u"args").toText(), dependencies);
    if (!plan)
        return {};
    QStringList notices;
    for (const CommandNotice &notice : plan->notices) {
        notices.append(notice.kind == NoticeKind::Success ? u"success"_s
                       : notice.kind == NoticeKind::Info  ? u"info"_s
                                                          : u"error"_s);
    }
    const bool ran = plan->sidePrompt && sceneOf(chat, plan->sidePrompt->range);
    if (plan->sidePrompt)
        notices.append(ran ? u"success"_s : u"error"_s);
    Json result = Json::object({{u"memory_run"_s, Json(plan->memory.has_value())},
                                {u"side_prompts_run"_s, Json(ran ? 1 : 0)},
                                {u"notices"_s, Json(notices)}});
    if (name.startsWith(u"sideprompt-")) {
        Json enabled = Json::object();
        for (const SidePrompt &prompt : sidePromptsIn(plan->sidePrompts.value_or(file(input))))
            enabled.set(prompt.name, Json(prompt.isEnabled));
        result.set(u"enabled"_s, enabled);
    } else if (name != u"sideprompt") {
        const SceneMarkers marks = plan->markers.value_or(stored);
        result.set(u"start"_s, marks.start ? Json(*marks.start) : Json::null());
        result.set(u"end"_s, marks.end ? Json(*marks.end) : Json::null());
    }
    return result;
}

} // namespace

std::optional<Json> playSidePromptCase(const QString &operation, const Json &input)
{
    const QDateTime now = memoryCaseClock();
    if (operation == u"side_args")
        return arguments(input);
    if (operation == u"side_find")
        return found(input);
    if (operation == u"side_lore")
        return loreSettings(input);
    if (operation == u"side_prompt_text")
        return text(input);
    if (operation == u"visible_since")
        return Json::object(
            {{u"count"_s, Json(visibleMessagesSince(memoryCaseChat(input), input.value(u"after").toInt(),
                                                    input.value(u"through").toInt()))}});
    if (operation == u"slug")
        return Json::object({{u"slug"_s, Json(sidePromptKey(input.value(u"text").toText()))}});
    if (operation == u"side_import")
        return imported(input);
    if (operation == u"side_load")
        return loaded(input);
    if (operation == u"side_save")
        return edited(withSidePrompt(file(input), input.value(u"template"), now));
    if (operation == u"side_duplicate")
        return edited(withDuplicate(file(input), input.value(u"key").toText(), now));
    if (operation == u"side_remove")
        return Json::object(
            {{u"keys"_s, keysJson(withoutSidePrompt(file(input), input.value(u"key").toText()))}});
    if (operation == u"side_recreate")
        return recreated(input);
    if (operation == u"side_builtin")
        return builtIns();
    if (operation == u"side_list")
        return listed(input);
    if (operation == u"interval")
        return byInterval(input);
    if (operation == u"after_memory")
        return afterMemory(input);
    if (operation == u"sideprompt")
        return byHand(input);
    if (operation == u"command")
        return command(input);
    return {};
}

} // namespace snug
