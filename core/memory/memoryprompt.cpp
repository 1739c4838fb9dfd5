#include "core/memory/memoryprompt.h"

#include "core/model/whitespace.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

Source memoryFrameSource()
{
    return {SourceKind::MemoryFrame, {}, QCoreApplication::translate("PromptSources", "memory request")};
}

Source sceneMessageSource(const SceneMessage &message)
{
    return {message.isUser ? SourceKind::HistoryUser : SourceKind::HistoryAssistant,
            QString::number(message.number),
            //: %1 is the message's number in the chat
            QCoreApplication::translate("PromptSources", "message %1").arg(message.number)};
}

static Source memorySource(const StoredMemory &memory)
{
    return {SourceKind::MemoryEntry, memory.uid < 0 ? QString() : QString::number(memory.uid),
            //: %1 is a memory's title
            QCoreApplication::translate("PromptSources", "memory %1").arg(memory.title)};
}

static TracedText frameLine(const QString &text)
{
    return TracedText::computed(text, memoryFrameSource());
}

TracedText joinedLines(const TracedLines &lines)
{
    return TracedText::join(lines, frameLine(u"\n"_s));
}

static QStringList texts(const TracedLines &lines)
{
    QStringList list;
    for (const TracedText &line : lines)
        list.append(line.text());
    return list;
}

TracedLines tracedContextLines(const QList<StoredMemory> &memories, ContextFor purpose)
{
    if (memories.isEmpty())
        return {};
    TracedLines lines{
        frameLine(u"=== PREVIOUS SCENE CONTEXT (DO NOT SUMMARIZE) ==="_s),
        frameLine(u"Earlier memories, for orientation only. Leave them out of what you write."_s),
        {}};
    for (qsizetype i = 0; i < memories.size(); ++i) {
        const StoredMemory &memory = memories.at(i);
        const Source source = memorySource(memory);
        lines << TracedText::computed(u"Context %1 - %2:"_s.arg(i + 1).arg(memory.title), source)
              << TracedText(memory.content, source);
        if (!memory.keywords.isEmpty())
            lines << TracedText::computed(u"Keywords: "_s + memory.keywords.join(u", "_s), source);
        lines << TracedText();
    }
    lines << frameLine(purpose == ContextFor::Memory
                           ? u"=== END PREVIOUS SCENE CONTEXT - SUMMARIZE ONLY THE SCENE BELOW ==="_s
                           : u"=== END PREVIOUS SCENE CONTEXT ==="_s)
          << TracedText();
    return lines;
}

TracedLines tracedSceneLines(const QList<SceneMessage> &messages, const QList<StoredMemory> &context)
{
    TracedLines lines{TracedText()};
    lines << tracedContextLines(context, ContextFor::Memory) << frameLine(u"=== SCENE TRANSCRIPT ==="_s);
    for (const SceneMessage &message : messages) {
        const QStringView text = javaScriptTrimmed(message.text);
        if (text.isEmpty())
            continue;
        const Source source = sceneMessageSource(message);
        TracedText line =
            TracedText::computed((message.name.isEmpty() ? u"Unknown"_s : message.name) + u": "_s, source);
        line.append(TracedText(text.toString(), source));
        lines << line;
    }
    lines << TracedText() << frameLine(u"=== END SCENE ==="_s);
    return lines;
}

// The user's name first: a character may be called {{user}}, but nobody means that.
TracedText tracedInstructions(QStringView instructions, const QString &label, const SceneNames &names)
{
    const Source source(SourceKind::MemoryInstructions, {}, label);
    TracedText text(instructions.toString(), source);
    for (const auto &[macro, value] :
         {std::pair(u"{{user}}"_s, names.user), std::pair(u"{{char}}"_s, names.character)}) {
        qsizetype at = 0;
        while ((at = text.text().indexOf(macro, at, Qt::CaseInsensitive)) >= 0) {
            text.replace(at, macro.size(),
                         TracedText::computed(value, Source(SourceKind::Macro, {}, macro).inside(source)));
            at += value.size();
        }
    }
    return text;
}

TracedText tracedMemoryPrompt(const TracedText &instructions, const Scene &scene,
                              const QList<StoredMemory> &context)
{
    return joinedLines(TracedLines{instructions} + tracedSceneLines(scene.messages, context));
}

QStringList contextLines(const QList<StoredMemory> &memories, ContextFor purpose)
{
    return texts(tracedContextLines(memories, purpose));
}

QStringList sceneLines(const QList<SceneMessage> &messages, const QList<StoredMemory> &context)
{
    return texts(tracedSceneLines(messages, context));
}

QString memoryPrompt(QStringView instructions, const Scene &scene, const QList<StoredMemory> &context)
{
    return tracedMemoryPrompt(tracedInstructions(instructions, {}, scene.names), scene, context).text();
}

QList<StoredMemory> lastMemories(const QList<StoredMemory> &memories, int count)
{
    return memories.last(std::clamp<qsizetype>(count, 0, memories.size()));
}

MemoryCost memoryCost(QStringView prompt, qint64 allowedOutput)
{
    return {(prompt.size() + 3) / 4, allowedOutput};
}

} // namespace snug
