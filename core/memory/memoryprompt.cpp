#include "core/memory/memoryprompt.h"

#include "core/model/whitespace.h"

using namespace Qt::StringLiterals;

namespace snug {

QStringList contextLines(const QList<StoredMemory> &memories, ContextFor purpose)
{
    if (memories.isEmpty())
        return {};
    QStringList lines{u"=== PREVIOUS SCENE CONTEXT (DO NOT SUMMARIZE) ==="_s,
                      u"Earlier memories, for orientation only. Leave them out of what you write."_s,
                      {}};
    for (qsizetype i = 0; i < memories.size(); ++i) {
        const StoredMemory &memory = memories.at(i);
        lines << u"Context %1 - %2:"_s.arg(i + 1).arg(memory.title) << memory.content;
        if (!memory.keywords.isEmpty())
            lines << QString(u"Keywords: "_s + memory.keywords.join(u", "_s));
        lines << QString();
    }
    lines << (purpose == ContextFor::Memory
                  ? u"=== END PREVIOUS SCENE CONTEXT - SUMMARIZE ONLY THE SCENE BELOW ==="_s
                  : u"=== END PREVIOUS SCENE CONTEXT ==="_s)
          << QString();
    return lines;
}

QStringList sceneLines(const QList<SceneMessage> &messages, const QList<StoredMemory> &context)
{
    QStringList lines{QString()};
    lines << contextLines(context, ContextFor::Memory) << u"=== SCENE TRANSCRIPT ==="_s;
    for (const SceneMessage &message : messages) {
        const QStringView text = javaScriptTrimmed(message.text);
        if (text.isEmpty())
            continue;
        lines << QString((message.name.isEmpty() ? u"Unknown"_s : message.name) + u": "_s + text);
    }
    lines << QString() << u"=== END SCENE ==="_s;
    return lines;
}

QString memoryPrompt(QStringView instructions, const Scene &scene, const QList<StoredMemory> &context)
{
    QString text = instructions.toString();
    // The user's name first: a character may be called {{user}}, but nobody means that.
    text.replace(u"{{user}}"_s, scene.names.user, Qt::CaseInsensitive);
    text.replace(u"{{char}}"_s, scene.names.character, Qt::CaseInsensitive);
    return text + u'\n' + sceneLines(scene.messages, context).join(u'\n');
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
