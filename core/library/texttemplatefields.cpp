#include "core/library/texttemplatefields.h"

#include "core/model/editedtext.h"

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
                       [member](T &value, const QVariant &to) {
                           if constexpr (std::is_same_v<Value, QString>)
                               value.*member = editedText(value.*member, to.toString());
                           else
                               value.*member = to.value<Value>();
                       }});
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
                tr("The text above the chat. {{#if description}}…{{/if}} leaves out what is empty."),
                WholeText);
    fields.choice(u"story_string_position"_s, &T::storyPlace, tr("Position"),
                  tr("Where the story string is inserted."),
                  {{int(T::Place::Top), tr("At the top")},
                   {int(T::Place::InChat), tr("In the chat, at a depth")},
                   {int(T::Place::BeforePrompt), tr("At the top (before the prompt)")}});
    fields.whole(u"story_string_depth"_s, &T::storyDepth, tr("Depth"),
                 tr("In the chat: this many messages from the newest."), {0, 10'000});
    fields.choice(u"story_string_role"_s, &T::storyRole, tr("Role"), tr("In the chat: whose turn it is."),
                  roles());
    fields.section(tr("Between the parts"));
    fields.text(u"example_separator"_s, &T::exampleSeparator, tr("Example separator"),
                tr("A line before each block of examples."));
    fields.text(u"chat_start"_s, &T::chatStart, tr("Chat start"), tr("A line before the chat."));
    fields.section(tr("The reply"));
    fields.check(u"always_force_name2"_s, &T::alwaysAddsName, tr("Always add character's name to prompt"),
                 tr("Without an instruct template, the prompt ends with the character's name and a colon."));
    fields.check(u"names_as_stop_strings"_s, &T::stopsAtNames, tr("Names as stop strings"),
                 tr("Anybody's name at the start of a line ends the reply."));
    fields.check(u"use_stop_strings"_s, &T::usesStopStrings, tr("Separators as stop strings"),
                 tr("Example separator and chat start end the reply."));
    fields.check(u"single_line"_s, &T::isSingleLine, tr("Generate only one line"),
                 tr("The first line break ends the reply."));
    fields.check(u"trim_sentences"_s, &T::trimsSentences, tr("Trim incomplete sentences"),
                 tr("Removes an unfinished last sentence from replies."));
    return fields.list();
}

void TextTemplateFieldLists::addTurns(Fields<InstructTemplate> &fields)
{
    using T = InstructTemplate;
    fields.section(tr("Turns"));
    fields.text(u"input_sequence"_s, &T::inputSequence, tr("User message prefix"),
                tr("Before what the user says."));
    fields.text(u"input_suffix"_s, &T::inputSuffix, tr("User message suffix"), tr("After it."));
    fields.text(u"output_sequence"_s, &T::outputSequence, tr("Assistant message prefix"),
                tr("Before what the character says."));
    fields.text(u"output_suffix"_s, &T::outputSuffix, tr("Assistant message suffix"), tr("After it."));
    fields.text(u"system_sequence"_s, &T::systemSequence, tr("System message prefix"),
                tr("Before narrators and injected texts."));
    fields.text(u"system_suffix"_s, &T::systemSuffix, tr("System message suffix"), tr("After them."));
    fields.check(u"system_same_as_user"_s, &T::isSystemLikeUser, tr("System same as user"),
                 tr("System messages get the user's sequences, for models that know only two roles."));
    fields.section(tr("Story string and stop"));
    fields.text(u"story_string_prefix"_s, &T::storyPrefix, tr("Story string prefix"),
                tr("Before the story string at the top."));
    fields.text(u"story_string_suffix"_s, &T::storySuffix, tr("Story string suffix"), tr("After it."));
    fields.text(u"stop_sequence"_s, &T::stopSequence, tr("Stop sequence"),
                tr("Ends the reply wherever the model writes it."));
    fields.check(u"sequences_as_stop_strings"_s, &T::stopsAtSequences, tr("Sequences as stop strings"),
                 tr("The sequences above also end the reply."));
}

void TextTemplateFieldLists::addExceptions(Fields<InstructTemplate> &fields)
{
    using T = InstructTemplate;
    fields.section(tr("First and last turns"));
    fields.text(u"first_input_sequence"_s, &T::firstInputSequence, tr("First user prefix"),
                tr("If the chat begins with the user's. Empty: like the others."));
    fields.text(u"last_input_sequence"_s, &T::lastInputSequence, tr("Last user prefix"),
                tr("Empty: like the others."));
    fields.text(u"first_output_sequence"_s, &T::firstOutputSequence, tr("First assistant prefix"),
                tr("If the chat begins with the character's. Empty: like the others."));
    fields.text(u"last_output_sequence"_s, &T::lastOutputSequence, tr("Last assistant prefix"),
                tr("The end of the prompt, where the reply begins. Empty: like the others."));
    fields.text(u"last_system_sequence"_s, &T::lastSystemSequence, tr("System instruction prefix"),
                tr("The end of quiet prompts, which are not the character's."));
    fields.text(u"user_alignment_message"_s, &T::userAlignmentMessage, tr("User filler message"),
                tr("Before the chat, if it does not begin with a user's turn."));
}

QList<TextTemplateField<InstructTemplate>> TextTemplateFieldLists::instruct()
{
    using T = InstructTemplate;
    Fields<T> fields;
    addTurns(fields);
    addExceptions(fields);
    fields.section(tr("How they are written"));
    fields.choice(u"names_behavior"_s, &T::names, tr("Include names"),
                  tr("Whether the speaker's name comes before the text."),
                  {{int(T::Names::None), tr("Never")},
                   {int(T::Names::Force), tr("Groups and past personas")},
                   {int(T::Names::Always), tr("Always")}});
    fields.check(u"wrap"_s, &T::wraps, tr("Wrap sequences with newline"),
                 tr("A line break follows each sequence."));
    fields.check(u"macro"_s, &T::expandsMacros, tr("Replace macro in sequences"),
                 tr("{{char}} and the like are replaced in sequences too."));
    fields.check(u"skip_examples"_s, &T::skipsExamples, tr("Skip example dialogues formatting"),
                 tr("Examples of dialogue get no sequences."));
    fields.section(tr("When it is used"));
    fields.text(u"activation_regex"_s, &T::activationPattern, tr("Activation regex"),
                tr("A regular expression: this template is used for models whose name it matches."), 1);
    return fields.list();
}

QList<TextTemplateField<SystemPrompt>> TextTemplateFieldLists::systemPrompt()
{
    using T = SystemPrompt;
    Fields<T> fields;
    fields.section(tr("System prompt"));
    fields.text(u"content"_s, &T::content, tr("System prompt"),
                tr("What {{system}} becomes in the story string."), WholeText);
    fields.text(u"post_history"_s, &T::postHistory, tr("Post-history instructions"),
                tr("A user's turn after the whole chat."), WholeText / 2);
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
