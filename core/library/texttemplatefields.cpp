#include "core/library/texttemplatefields.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int WholeText = 14; // lines
constexpr int Mark = 2;       // sequences end in a line break more often than not

template <typename T> class Fields
{
public:
    void section(const QString &title) { m_section = title; }

    void text(const QString &key, QString T::*member, const QString &label, const QString &meaning,
              int lines = Mark)
    {
        add(key, lines > 1 ? FieldKind::Text : FieldKind::Line, label, meaning, lines, member);
    }

    void check(const QString &key, bool T::*member, const QString &label, const QString &meaning)
    {
        add(key, FieldKind::Check, label, meaning, 1, member);
    }

    void whole(const QString &key, int T::*member, const QString &label, const QString &meaning,
               FieldBounds bounds)
    {
        add(key, FieldKind::Whole, label, meaning, 1, member);
        m_list.last().info.bounds = bounds;
    }

    template <typename Value>
    void choice(const QString &key, Value T::*member, const QString &label, const QString &meaning,
                const QList<FieldChoice> &choices)
    {
        m_list.append({{int(m_list.size()), FieldKind::Choice, label, meaning, {}, choices, {}},
                       m_section,
                       key,
                       1,
                       [member](const T &value) { return QVariant(int(value.*member)); },
                       [member](T &value, const QVariant &to) { value.*member = Value(to.toInt()); }});
    }

    QList<TextTemplateField<T>> list() const { return m_list; }

private:
    template <typename Value>
    void add(const QString &key, FieldKind kind, const QString &label, const QString &meaning, int lines,
             Value T::*member)
    {
        m_list.append({{int(m_list.size()), kind, label, meaning, {}, {}, {}},
                       m_section,
                       key,
                       lines,
                       [member](const T &value) { return QVariant::fromValue(value.*member); },
                       [member](T &value, const QVariant &to) { value.*member = to.value<Value>(); }});
    }

    QString m_section;
    QList<TextTemplateField<T>> m_list;
};

class TextTemplateFieldLists
{
    Q_DECLARE_TR_FUNCTIONS(TextTemplateFields)

public:
    static QList<TextTemplateField<ContextTemplate>> context();
    static QList<TextTemplateField<InstructTemplate>> instruct();
    static QList<TextTemplateField<SystemPrompt>> systemPrompt();

private:
    static void addTurns(Fields<InstructTemplate> &fields);
    static void addExceptions(Fields<InstructTemplate> &fields);
    static QList<FieldChoice> roles()
    {
        return {{int(Role::System), tr("System")},
                {int(Role::User), tr("User")},
                {int(Role::Assistant), tr("Assistant")}};
    }
};

QList<TextTemplateField<ContextTemplate>> TextTemplateFieldLists::context()
{
    using T = ContextTemplate;
    Fields<T> fields;
    fields.section(tr("Story string"));
    fields.text(u"story_string"_s, &T::storyString, tr("Story string"),
                tr("What stands above the chat. {{#if description}}…{{/if}} keeps out what is empty."),
                WholeText);
    fields.choice(u"story_string_position"_s, &T::storyPlace, tr("Its place"), tr("Where it goes."),
                  {{int(T::Place::Top), tr("At the top")},
                   {int(T::Place::InChat), tr("In the chat, at a depth")},
                   {int(T::Place::BeforePrompt), tr("At the top (before the prompt)")}});
    fields.whole(u"story_string_depth"_s, &T::storyDepth, tr("Its depth"),
                 tr("In the chat: so many messages from the newest."), {0, 10'000});
    fields.choice(u"story_string_role"_s, &T::storyRole, tr("Its role"), tr("In the chat: whose turn it is."),
                  roles());
    fields.section(tr("Between the parts"));
    fields.text(u"example_separator"_s, &T::exampleSeparator, tr("Example separator"),
                tr("A line in front of each block of examples."));
    fields.text(u"chat_start"_s, &T::chatStart, tr("Chat start"), tr("A line in front of the chat."));
    fields.section(tr("The reply"));
    fields.check(u"always_force_name2"_s, &T::alwaysAddsName, tr("Begin the reply with the name"),
                 tr("Without an instruct template, the prompt ends with the character's name and a colon."));
    fields.check(u"names_as_stop_strings"_s, &T::stopsAtNames, tr("Stop at names"),
                 tr("Anybody's name at the start of a line ends the reply."));
    fields.check(u"use_stop_strings"_s, &T::usesStopStrings, tr("Stop at separators"),
                 tr("Example separator and chat start end the reply."));
    fields.check(u"single_line"_s, &T::isSingleLine, tr("One line only"),
                 tr("The first line break ends the reply."));
    fields.check(u"trim_sentences"_s, &T::trimsSentences, tr("Whole sentences only"),
                 tr("Removes an unfinished last sentence from replies."));
    return fields.list();
}

void TextTemplateFieldLists::addTurns(Fields<InstructTemplate> &fields)
{
    using T = InstructTemplate;
    fields.section(tr("Turns"));
    fields.text(u"input_sequence"_s, &T::inputSequence, tr("User, before"), tr("Before what the user says."));
    fields.text(u"input_suffix"_s, &T::inputSuffix, tr("User, after"), tr("After it."));
    fields.text(u"output_sequence"_s, &T::outputSequence, tr("Character, before"),
                tr("Before what the character says."));
    fields.text(u"output_suffix"_s, &T::outputSuffix, tr("Character, after"), tr("After it."));
    fields.text(u"system_sequence"_s, &T::systemSequence, tr("System, before"),
                tr("Before narrators and injected texts."));
    fields.text(u"system_suffix"_s, &T::systemSuffix, tr("System, after"), tr("After them."));
    fields.check(u"system_same_as_user"_s, &T::isSystemLikeUser, tr("System like user"),
                 tr("System texts get the user's marks, for models that know two roles."));
    fields.section(tr("Story string and stop"));
    fields.text(u"story_string_prefix"_s, &T::storyPrefix, tr("Story string, before"),
                tr("Before the story string at the top."));
    fields.text(u"story_string_suffix"_s, &T::storySuffix, tr("Story string, after"), tr("After it."));
    fields.text(u"stop_sequence"_s, &T::stopSequence, tr("Stop"),
                tr("Ends the reply wherever the model writes it."));
    fields.check(u"sequences_as_stop_strings"_s, &T::stopsAtSequences, tr("Stop at the marks above"),
                 tr("They also end the reply."));
}

void TextTemplateFieldLists::addExceptions(Fields<InstructTemplate> &fields)
{
    using T = InstructTemplate;
    fields.section(tr("First and last turns"));
    fields.text(u"first_input_sequence"_s, &T::firstInputSequence, tr("First user turn, before"),
                tr("If the chat begins with the user's. Empty: as the others."));
    fields.text(u"last_input_sequence"_s, &T::lastInputSequence, tr("Last user turn, before"),
                tr("Empty: as the others."));
    fields.text(u"first_output_sequence"_s, &T::firstOutputSequence, tr("First character turn, before"),
                tr("If the chat begins with the character's. Empty: as the others."));
    fields.text(u"last_output_sequence"_s, &T::lastOutputSequence, tr("The reply, before"),
                tr("The end of the prompt, where the reply begins. Empty: as the others."));
    fields.text(u"last_system_sequence"_s, &T::lastSystemSequence, tr("Quiet prompts, before"),
                tr("The end of prompts that are not the character's."));
    fields.text(u"user_alignment_message"_s, &T::userAlignmentMessage, tr("Text in front of the chat"),
                tr("A user's turn, if the chat does not begin with one."));
}

QList<TextTemplateField<InstructTemplate>> TextTemplateFieldLists::instruct()
{
    using T = InstructTemplate;
    Fields<T> fields;
    addTurns(fields);
    addExceptions(fields);
    fields.section(tr("How they are written"));
    fields.choice(u"names_behavior"_s, &T::names, tr("Names in turns"),
                  tr("Whether the speaker's name stands in front of the text."),
                  {{int(T::Names::None), tr("Never")},
                   {int(T::Names::Force), tr("Where it would be unclear")},
                   {int(T::Names::Always), tr("Always")}});
    fields.check(u"wrap"_s, &T::wraps, tr("A line each"), tr("A line break stands behind each mark."));
    fields.check(u"macro"_s, &T::expandsMacros, tr("Macros in marks"),
                 tr("{{char}} and the like are replaced in marks too."));
    fields.check(u"skip_examples"_s, &T::skipsExamples, tr("Leave examples alone"),
                 tr("Examples of dialogue get no marks."));
    fields.section(tr("When it is taken"));
    fields.text(u"activation_regex"_s, &T::activationPattern, tr("For models"),
                tr("A regular expression; found in the model's name, this template is taken."), 1);
    return fields.list();
}

QList<TextTemplateField<SystemPrompt>> TextTemplateFieldLists::systemPrompt()
{
    using T = SystemPrompt;
    Fields<T> fields;
    fields.section(tr("System prompt"));
    fields.text(u"content"_s, &T::content, tr("System prompt"),
                tr("What {{system}} stands for in the story string."), WholeText);
    fields.text(u"post_history"_s, &T::postHistory, tr("Behind the chat"),
                tr("A user's turn behind the whole chat."), WholeText / 2);
    return fields.list();
}

} // namespace

QList<TextTemplateField<ContextTemplate>> contextFields()
{
    return TextTemplateFieldLists::context();
}

QList<TextTemplateField<InstructTemplate>> instructFields()
{
    return TextTemplateFieldLists::instruct();
}

QList<TextTemplateField<SystemPrompt>> systemPromptFields()
{
    return TextTemplateFieldLists::systemPrompt();
}

} // namespace snug
