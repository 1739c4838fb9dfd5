#include "core/prompt/templatelabels.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

static QString trTemplateLabels(const char *words)
{
    return QCoreApplication::translate("PromptSources", words);
}

static QString valueName(const QString &key)
{
    static constexpr std::pair<QStringView, const char *> names[] = {
        {u"story_string", QT_TRANSLATE_NOOP("PromptSources", "story string")},
        {u"example_separator", QT_TRANSLATE_NOOP("PromptSources", "example separator")},
        {u"chat_start", QT_TRANSLATE_NOOP("PromptSources", "chat start")},
        {u"name", QT_TRANSLATE_NOOP("PromptSources", "name before the reply")},
        {u"input_sequence", QT_TRANSLATE_NOOP("PromptSources", "mark of a user's turn")},
        {u"input_suffix", QT_TRANSLATE_NOOP("PromptSources", "end of a user's turn")},
        {u"output_sequence", QT_TRANSLATE_NOOP("PromptSources", "mark of a character's turn")},
        {u"output_suffix", QT_TRANSLATE_NOOP("PromptSources", "end of a character's turn")},
        {u"system_sequence", QT_TRANSLATE_NOOP("PromptSources", "mark of a system turn")},
        {u"system_suffix", QT_TRANSLATE_NOOP("PromptSources", "end of a system turn")},
        {u"first_input_sequence", QT_TRANSLATE_NOOP("PromptSources", "mark of the first user's turn")},
        {u"last_input_sequence", QT_TRANSLATE_NOOP("PromptSources", "mark of the last user's turn")},
        {u"first_output_sequence", QT_TRANSLATE_NOOP("PromptSources", "mark of the first character's turn")},
        {u"last_output_sequence", QT_TRANSLATE_NOOP("PromptSources", "mark of the reply")},
        {u"last_system_sequence", QT_TRANSLATE_NOOP("PromptSources", "mark of a quiet reply")},
        {u"story_string_prefix", QT_TRANSLATE_NOOP("PromptSources", "mark of the story string")},
        {u"story_string_suffix", QT_TRANSLATE_NOOP("PromptSources", "end of the story string")},
        {u"user_alignment_message", QT_TRANSLATE_NOOP("PromptSources", "user's opening turn")},
        {u"wrap", QT_TRANSLATE_NOOP("PromptSources", "line break of the template")},
    };
    const auto known =
        std::ranges::find(names, QStringView(key), &std::pair<QStringView, const char *>::first);
    return known == std::end(names) ? key : trTemplateLabels(known->second);
}

Source contextSource(const ContextTemplate &context, const QString &key)
{
    //: %1 is the template's name
    const QString file = trTemplateLabels(QT_TRANSLATE_NOOP("PromptSources", "context template %1"));
    return Source(SourceKind::TemplateContext, key, valueName(key))
        .inside(Source(SourceKind::TemplateFile, context.name, file.arg(context.name)));
}

Source instructSource(const InstructTemplate &instruct, const QString &key)
{
    //: %1 is the template's name
    const QString file = trTemplateLabels(QT_TRANSLATE_NOOP("PromptSources", "instruct template %1"));
    return Source(SourceKind::TemplateInstruct, key, valueName(key))
        .inside(Source(SourceKind::TemplateFile, instruct.name, file.arg(instruct.name)));
}

Source systemPromptSource(const SystemPrompt &prompt, const QString &key)
{
    //: %1 is the system prompt's name
    const QString content = trTemplateLabels(QT_TRANSLATE_NOOP("PromptSources", "system prompt %1"));
    //: %1 is the system prompt's name
    const QString postHistory =
        trTemplateLabels(QT_TRANSLATE_NOOP("PromptSources", "system prompt %1, after the chat"));
    return Source(SourceKind::PresetSystemPrompt, key,
                  (key == u"post_history" ? postHistory : content).arg(prompt.name));
}

} // namespace snug
