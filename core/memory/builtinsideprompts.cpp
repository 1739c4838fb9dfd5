#include "core/memory/builtinsideprompts.h"

#include <QCoreApplication>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace snug {

static Json builtIn(const QString &key, const QString &name, const QString &mode, int order,
                    const QString &prompt, const QString &responseFormat)
{
    const Json lorebook = Json::object({{u"constVectMode"_s, Json(mode)},
                                        {u"position"_s, Json(5)},
                                        {u"orderMode"_s, Json(u"manual"_s)},
                                        {u"orderValue"_s, Json(order)},
                                        {u"preventRecursion"_s, Json(true)},
                                        {u"delayUntilRecursion"_s, Json(false)}});
    const Json settings =
        Json::object({{u"overrideProfileEnabled"_s, Json(false)}, {u"lorebook"_s, lorebook}});
    const Json triggers = Json::object({{u"onAfterMemory"_s, Json::object({{u"enabled"_s, Json(true)}})},
                                        {u"commands"_s, Json(QStringList{u"sideprompt"_s})}});
    return Json::object({{u"key"_s, Json(key)},
                         {u"name"_s, Json(name)},
                         {u"enabled"_s, Json(false)},
                         {u"prompt"_s, Json(prompt)},
                         {u"responseFormat"_s, Json(responseFormat)},
                         {u"settings"_s, settings},
                         {u"triggers"_s, triggers}});
}

// In the user's language: texts for a model that answers in the language it is asked in.
static QString sidePromptText(const char *text)
{
    return QCoreApplication::translate("BuiltInSidePrompts", text);
}

QList<Json> builtInSidePrompts()
{
    return {
        builtIn(
            u"plotpoints"_s, sidePromptText(QT_TRANSLATE_NOOP("BuiltInSidePrompts", "Plotpoints")), u"blue"_s,
            25,
            sidePromptText(QT_TRANSLATE_NOOP(
                "BuiltInSidePrompts",
                "Keep a list of the story's open threads: goals, promises, threats, secrets, questions "
                "without an answer. Start from the list you are given, add what the scene opens, move what "
                "it settles, and drop nothing that is still open. Leave out talk outside the story.")),
            sidePromptText(QT_TRANSLATE_NOOP("BuiltInSidePrompts",
                                             "## Open\n- thread, who it concerns, where it "
                                             "stands\n\n## Settled\n- thread and how it ended"))),
        builtIn(u"status"_s, sidePromptText(QT_TRANSLATE_NOOP("BuiltInSidePrompts", "Status")), u"link"_s, 25,
                sidePromptText(QT_TRANSLATE_NOOP(
                    "BuiltInSidePrompts", "Write down how {{user}} and {{char}} stand with each other after "
                                          "the scene: trust, affection, tension, what each wants from the "
                                          "other, what changed and why. Go by what was said and done.")),
                sidePromptText(QT_TRANSLATE_NOOP(
                    "BuiltInSidePrompts", "**{{char}} towards {{user}}:** two sentences\n**{{user}} towards "
                                          "{{char}}:** two sentences\n**Changed:** what and why"))),
        builtIn(u"cast"_s, sidePromptText(QT_TRANSLATE_NOOP("BuiltInSidePrompts", "Cast of Characters")),
                u"blue"_s, 15,
                sidePromptText(QT_TRANSLATE_NOOP(
                    "BuiltInSidePrompts",
                    "Keep a list of everybody besides {{user}} who has a part in the story, "
                    "those who matter most to the plot first. Correct what the scene shows "
                    "to be different, add who is new, keep who is absent, and put the list "
                    "in order again where somebody has come to matter more or less.")),
                sidePromptText(QT_TRANSLATE_NOOP("BuiltInSidePrompts",
                                                 "- **Name**: who they are; how they look or sound; "
                                                 "what they want; where they were last seen"))),
        builtIn(
            u"assess"_s, sidePromptText(QT_TRANSLATE_NOOP("BuiltInSidePrompts", "Assess")), u"blue"_s, 30,
            sidePromptText(QT_TRANSLATE_NOOP(
                "BuiltInSidePrompts",
                "Look at the scene as an editor would. Name what {{char}} has learned about {{user}}, what "
                "the story seems to be about now, and what would be worth picking up next. Invent nothing.")),
            sidePromptText(QT_TRANSLATE_NOOP(
                "BuiltInSidePrompts", "## Learned\n- item\n\n## About\nOne sentence.\n\n## Next\n- item"))),
    };
}

} // namespace snug
