#include "core/memory/sidepromptrun.h"

#include "core/model/whitespace.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString fieldOf(const SidePrompt &prompt, QStringView field)
{
    return u"STMB_sp_"_s + prompt.key + u'_' + field;
}

Json ownOrTracker(const Json &entry, const SidePrompt &prompt, QStringView field)
{
    const Json own = entry.value(fieldOf(prompt, field));
    return own.isUndefined() || own.isNull() ? entry.value(QString(u"STMB_tracker_"_s + field)) : own;
}

std::optional<MessageRange> sceneAfter(const SidePromptPlace &place, int chatLength)
{
    const MessageRange range{std::max({0, place.lastMessage + 1, chatLength - LongestSidePromptScene}),
                             chatLength - 1};
    if (range.end < range.start)
        return {};
    return range;
}

TracedLines sceneBlock(const Scene &scene)
{
    TracedLines lines;
    for (const QString &line :
         {u"=== SCENE TEXT ==="_s, u"=== SCENE METADATA ==="_s, QString(u"Range: "_s + scene.range.text()),
          QString(u"Chat: "_s + scene.names.chat), QString(u"Character: "_s + scene.names.character),
          QString(u"Compiled: "_s + QString::number(scene.messages.size())),
          QString(u"Compiled at: "_s + scene.compiledAt.toUTC().toString(Qt::ISODateWithMs)), QString(),
          u"=== SCENE MESSAGES ==="_s})
        lines << TracedText::computed(line, memoryFrameSource());
    for (const SceneMessage &message : scene.messages) {
        const Source source = sceneMessageSource(message);
        TracedText line =
            TracedText::computed(u"[%1] %2: "_s.arg(QString::number(message.number), message.name), source);
        line.append(TracedText(message.text, source));
        lines << line;
    }
    return lines;
}

} // namespace

QString sidePromptTitle(const SidePrompt &prompt)
{
    return prompt.name + u' ' + sidePromptMark;
}

Json priorEntry(const Json &book, const SidePrompt &prompt)
{
    for (const QStringView kind : {QStringView(u"SidePrompt"), QStringView(u"Tracker"),
                                   QStringView(u"Plotpoints"), QStringView(u"Scoreboard")}) {
        const Json entry = entryTitled(book, QString(prompt.name + u" (STMB "_s + kind + u')'));
        if (entry.isObject())
            return entry;
    }
    return {};
}

SidePromptPlace sidePromptPlace(const Json &entry, const SidePrompt &prompt)
{
    return {ownOrTracker(entry, prompt, u"lastMsgId").toInt(-1),
            QDateTime::fromString(ownOrTracker(entry, prompt, u"lastRunAt").toText(), Qt::ISODateWithMs)};
}

std::optional<MessageRange> dueSidePrompt(const SidePrompt &prompt, const Json &book, const SceneSource &chat,
                                          const QDateTime &now)
{
    if (!prompt.isEnabled || !prompt.intervalMessages || !book.isObject())
        return {};
    const SidePromptPlace place = sidePromptPlace(priorEntry(book, prompt), prompt);
    if (place.lastRun.isValid() && place.lastRun.msecsTo(now) < SidePromptPause * 1000)
        return {};
    const int length = int(chat.size());
    if (visibleMessagesSince(chat, place.lastMessage, length - 1) < *prompt.intervalMessages)
        return {};
    return sceneAfter(place, length);
}

QString sidePromptFaultText(SidePromptFault fault)
{
    const auto text = [](const char *source) { return QCoreApplication::translate("SidePrompts", source); };
    switch (fault) {
    case SidePromptFault::NoBook:
        return text(QT_TRANSLATE_NOOP("SidePrompts", "This chat has no memory lorebook. Bind one first."));
    case SidePromptFault::NoName:
        return text(QT_TRANSLATE_NOOP("SidePrompts", "A name is missing. Write /sideprompt \"Name\" 3-9."));
    case SidePromptFault::Unknown:
        return text(
            QT_TRANSLATE_NOOP("SidePrompts", "No side prompt has this name. Choose one of the list."));
    case SidePromptFault::NotManual:
        return text(QT_TRANSLATE_NOOP("SidePrompts",
                                      "This side prompt does not run by command. Allow it in its "
                                      "settings."));
    case SidePromptFault::BadRange:
        return text(
            QT_TRANSLATE_NOOP("SidePrompts", "The range is not in the chat. Write first-last, like 3-9."));
    case SidePromptFault::NothingNew:
        return text(QT_TRANSLATE_NOOP("SidePrompts",
                                      "There are no messages since the last run. Name a range to run it "
                                      "again."));
    }
    Q_UNREACHABLE_RETURN({});
}

std::expected<ManualSidePrompt, SidePromptFault>
manualSidePrompt(const SidePromptArguments &arguments, const Json &file, const Json &book, int chatLength)
{
    if (!book.isObject())
        return std::unexpected(SidePromptFault::NoBook);
    if (arguments.name.isEmpty())
        return std::unexpected(SidePromptFault::NoName);
    const std::optional<SidePrompt> prompt = findSidePrompt(file, arguments.name);
    if (!prompt)
        return std::unexpected(SidePromptFault::Unknown);
    if (!prompt->isManual())
        return std::unexpected(SidePromptFault::NotManual);
    if (const auto &range = arguments.range) {
        if (range->start > range->end || range->end >= chatLength)
            return std::unexpected(SidePromptFault::BadRange);
        return ManualSidePrompt{*prompt, *range};
    }
    const auto range = sceneAfter(sidePromptPlace(priorEntry(book, *prompt), *prompt), chatLength);
    if (!range)
        return std::unexpected(SidePromptFault::NothingNew);
    return ManualSidePrompt{*prompt, *range};
}

QList<QList<SidePrompt>> afterMemoryWaves(const Json &file, int atOnce)
{
    const int size = std::clamp(atOnce, 1, 5);
    QList<QList<SidePrompt>> waves;
    const QList<SidePrompt> prompts = sidePromptsFor(file, SidePromptTrigger::AfterMemory);
    for (qsizetype i = 0; i < prompts.size(); i += size)
        waves.append(prompts.mid(i, size));
    return waves;
}

TracedText tracedSidePrompt(const TracedText &instructions, const QString &priorText,
                            const QString &priorTitle, const QList<StoredMemory> &context, const Scene &scene,
                            const TracedText &responseFormat)
{
    const auto headline = [](const QString &text) { return TracedText::computed(text, memoryFrameSource()); };
    TracedLines lines;
    if (const TracedText text = instructions.trimmed(); !text.isEmpty())
        lines << text;
    if (const TracedText text =
            TracedText(priorText, Source(SourceKind::MemoryEntry, {}, priorTitle)).trimmed();
        !text.isEmpty())
        lines << headline(u"=== PRIOR ENTRY ==="_s) << text;
    lines << tracedContextLines(context, ContextFor::SidePrompt);
    if (!scene.messages.isEmpty())
        lines << sceneBlock(scene);
    if (const TracedText text = responseFormat.trimmed(); !text.isEmpty())
        lines << headline(u"=== RESPONSE FORMAT ==="_s) << text;
    return joinedLines(lines);
}

QString sidePromptText(QStringView instructions, QStringView priorText, const QList<StoredMemory> &context,
                       const Scene &scene, QStringView responseFormat)
{
    return tracedSidePrompt(TracedText(instructions.toString(), {}), priorText.toString(), {}, context, scene,
                            TracedText(responseFormat.toString(), {}))
        .text();
}

Json bookWithResult(const Json &book, const SidePrompt &prompt, const QString &text, RunKind kind,
                    const MessageRange &range, const QDateTime &now, OlderTitle older)
{
    const EntrySettings &settings = prompt.entry;
    const QString title = sidePromptTitle(prompt);
    Json entry = older == OlderTitle::Replaced ? priorEntry(book, prompt) : entryTitled(book, title);
    if (!entry.isObject()) {
        entry = Json::object({{u"uid"_s, Json(freeUid(book))},
                              {u"key"_s, Json::array()},
                              {u"keysecondary"_s, Json::array()},
                              {u"comment"_s, Json(title)},
                              {u"selective"_s, Json(true)},
                              {u"order"_s, Json(settings.isOrderManual ? settings.orderValue : 100.0)},
                              {u"position"_s, Json(settings.position)},
                              {u"disable"_s, Json(false)}});
    }
    entry.set(u"comment"_s, Json(title));
    entry.set(u"content"_s, Json(text));
    const Json time(now.toUTC().toString(Qt::ISODateWithMs));
    if (kind != RunKind::AfterMemory) {
        entry.set(fieldOf(prompt, u"lastMsgId"), Json(range.end));
        entry.set(u"STMB_tracker_lastMsgId"_s, Json(range.end));
        entry.set(u"STMB_tracker_lastRunAt"_s, time);
    }
    entry.set(fieldOf(prompt, u"lastRunAt"), time);
    entry.set(u"constant"_s, Json(settings.mode == EntryMode::Constant));
    entry.set(u"vectorized"_s, Json(settings.mode == EntryMode::Vectorized));
    entry.set(u"preventRecursion"_s, Json(settings.preventRecursion));
    entry.set(u"delayUntilRecursion"_s, Json(settings.delayUntilRecursion));
    if (settings.isOrderManual)
        entry.set(u"order"_s, Json(settings.orderValue));
    if (settings.position == int(LoreEntry::Position::Outlet) && !settings.outletName.isEmpty())
        entry.set(u"outletName"_s, Json(settings.outletName));
    return bookWithEntry(book, entry);
}

} // namespace snug
