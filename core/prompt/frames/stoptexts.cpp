#include "core/prompt/frames/stoptexts.h"

#include "core/model/whitespace.h"
#include "core/prompt/knownto.h"
#include "core/prompt/stages/groupcards.h"
#include "core/prompt/stages/visibility.h"

using namespace Qt::StringLiterals;

namespace snug {

static QString expandedStop(const QString &text, Draft &draft)
{
    return draft.macros.expand(TracedText(text, Source())).text();
}

static void addNames(const PromptInputs &inputs, const Draft &draft, QStringList &stop)
{
    const QString user = u'\n' + draft.userName + u':';
    const QString character = u'\n' + draft.characterName + u':';
    stop.append(inputs.type == GenerationType::Impersonate ? character : user);
    stop.append(user);
    const qsizetype count = draft.messageCount();
    if (inputs.type == GenerationType::Continue && count > 0 && draft.messageAt(inputs, count - 1).isUser)
        stop.append(character);
    if (inputs.group) {
        for (const QString &name : memberNames(inputs)) {
            if (!name.isEmpty() && name != draft.characterName)
                stop.append(u'\n' + name + u':');
        }
    }
}

// Every line of every mark, as the model would write it.
static void addSequences(const InstructTemplate &instruct, Draft &draft, QStringList &stop)
{
    struct Mark
    {
        QString text;
        QString speaker;
    };
    QList<Mark> marks{{instruct.stopSequence, {}}};
    if (instruct.stopsAtSequences) {
        marks.append({{instruct.inputSequence, draft.userName},
                      {instruct.outputSequence, draft.characterName},
                      {instruct.firstOutputSequence, draft.characterName},
                      {instruct.lastOutputSequence, draft.characterName},
                      {instruct.systemSequence, u"System"_s},
                      {instruct.lastSystemSequence, u"System"_s}});
    }
    for (const Mark &mark : std::as_const(marks)) {
        QString text = mark.text;
        if (!mark.speaker.isEmpty())
            text.replace(u"{{name}}"_s, mark.speaker, Qt::CaseInsensitive);
        for (const QString &line : text.split(u'\n')) {
            if (javaScriptTrimmed(line).isEmpty())
                continue;
            const QString wrapped = instruct.wraps ? QString(u'\n' + line) : line;
            stop.append(instruct.expandsMacros ? expandedStop(wrapped, draft) : wrapped);
        }
    }
}

static void addOwn(const PromptInputs &inputs, Draft &draft, QStringList &stop)
{
    for (const QString &text : inputs.settings.stopStrings)
        stop.append(inputs.settings.expandsStopStrings ? expandedStop(text, draft) : text);
    stop.removeAll(QString());
    stop.removeDuplicates();
}

QStringList speakerStopTexts(const PromptInputs &inputs, Draft &draft)
{
    QStringList names =
        inputs.scene.names.isEmpty() ? namesInChat(inputs.chat, inputs.scene.cast) : inputs.scene.names;
    if (draft.typed && !names.contains(draft.typed->name))
        names.append(draft.typed->name);
    const bool isUser = inputs.type == GenerationType::Impersonate;
    const QString speaker = isUser ? writerOf(inputs) : replierOf(inputs);
    const bool stopsAtAll = inputs.knowledge.stopNames == KnowledgeSettings::StopNames::All;
    QStringList stop;
    for (const QString &name : std::as_const(names)) {
        if (name == speaker && !stopsAtAll)
            continue;
        stop.append({name + u":\n"_s, name + u":"_s, name + u": "_s});
        if (stopsAtAll)
            stop.append({name + u":  "_s, name + u":  \n"_s, name + u":   "_s});
    }
    addOwn(inputs, draft, stop);
    return stop;
}

QStringList replyStopTexts(const PromptInputs &inputs, Draft &draft)
{
    if (inputs.textCompletion)
        return stopTexts(inputs, draft);
    QStringList stop;
    addOwn(inputs, draft, stop);
    return stop;
}

QStringList stopTexts(const PromptInputs &inputs, Draft &draft)
{
    const TextCompletion &templates = *inputs.textCompletion;
    const ContextTemplate &context = templates.context;
    QStringList stop;
    if (context.isSingleLine)
        stop.append(u"\n"_s);
    if (context.stopsAtNames)
        addNames(inputs, draft, stop);
    if (templates.instruct)
        addSequences(*templates.instruct, draft, stop);
    if (context.usesStopStrings) {
        for (const QString &text : {context.chatStart, context.exampleSeparator}) {
            if (!text.isEmpty())
                stop.append(u'\n' + expandedStop(text, draft));
        }
    }
    addOwn(inputs, draft, stop);
    return stop;
}

} // namespace snug
