#include "core/prompt/labels.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

static QString trLabels(const char *words)
{
    return QCoreApplication::translate("PromptSources", words);
}

// Each stretch of text keeps its label: a name as long as a book must not stand in all of them.
static QString bounded(const QString &name)
{
    constexpr qsizetype most = 400;
    if (name.size() <= most)
        return name;
    const bool isHalf = name.at(most - 2).isHighSurrogate();
    return name.first(most - (isHalf ? 2 : 1)) + u'…';
}

Source quietSource()
{
    return Source(SourceKind::ControlQuiet, {}, QCoreApplication::translate("PromptSources", "quiet prompt"));
}

Source presetSource(const Preset &preset)
{
    //: %1 is the preset's name
    return Source(SourceKind::PresetFile, preset.name,
                  trLabels(QT_TRANSLATE_NOOP("PromptSources", "preset %1")).arg(bounded(preset.name)));
}

Source blockSource(const Preset &preset, const PromptBlock &block)
{
    const SourceKind kind = block.placement == PromptBlock::Placement::InChat ? SourceKind::PresetInChat
                                                                              : SourceKind::PresetRelative;
    return Source(kind, block.identifier, block.name.isEmpty() ? block.identifier : block.name)
        .inside(presetSource(preset));
}

Source presetTextSource(const Preset &preset, const QString &key)
{
    static constexpr std::pair<QStringView, const char *> names[] = {
        {u"new_chat_prompt", QT_TRANSLATE_NOOP("PromptSources", "new chat line")},
        {u"new_group_chat_prompt", QT_TRANSLATE_NOOP("PromptSources", "new group chat line")},
        {u"new_example_chat_prompt", QT_TRANSLATE_NOOP("PromptSources", "new example line")},
        {u"continue_nudge_prompt", QT_TRANSLATE_NOOP("PromptSources", "continue nudge")},
        {u"impersonation_prompt", QT_TRANSLATE_NOOP("PromptSources", "impersonation prompt")},
        {u"group_nudge_prompt", QT_TRANSLATE_NOOP("PromptSources", "group nudge")},
        {u"send_if_empty", QT_TRANSLATE_NOOP("PromptSources", "text sent for an empty message")},
        {u"wi_format", QT_TRANSLATE_NOOP("PromptSources", "lore format")},
        {u"scenario_format", QT_TRANSLATE_NOOP("PromptSources", "scenario format")},
        {u"personality_format", QT_TRANSLATE_NOOP("PromptSources", "personality format")},
    };
    const auto known =
        std::ranges::find(names, QStringView(key), &std::pair<QStringView, const char *>::first);
    return Source(SourceKind::PresetText, key, known == std::end(names) ? key : trLabels(known->second))
        .inside(presetSource(preset));
}

Source cardSource(SourceKind kind, const QString &cardName)
{
    //: %1 is the character's name
    return Source(kind, {}, trLabels(QT_TRANSLATE_NOOP("PromptSources", "card %1")).arg(bounded(cardName)));
}

Source groupSource(SourceKind kind)
{
    return Source(kind, {}, trLabels(QT_TRANSLATE_NOOP("PromptSources", "joined cards")));
}

Source personaSource(SourceKind kind, const QString &personaName)
{
    //: %1 is the persona's name
    return Source(kind, {},
                  trLabels(QT_TRANSLATE_NOOP("PromptSources", "persona %1")).arg(bounded(personaName)));
}

Source messageSource(const Message &message, int index, bool isTyped)
{
    const SourceKind kind = isTyped                ? SourceKind::NewUser
                            : message.isNarrator() ? SourceKind::HistoryNarrator
                            : message.isUser       ? SourceKind::HistoryUser
                                                   : SourceKind::HistoryAssistant;
    return Source(kind, QString::number(index), message.name);
}

} // namespace snug
