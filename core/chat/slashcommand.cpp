#include "core/chat/slashcommand.h"

#include "core/model/whitespace.h"

#include <QCoreApplication>

#include <ranges>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString inWords(const char *text)
{
    return QCoreApplication::translate("SlashCommands", text);
}

QList<SlashCommand> messageCommands()
{
    return {
        {SlashId::Hide,
         u"hide"_s,
         {},
         u"/hide 2-5"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Hides messages from the prompt; alone, the last one"),
         {u"name"_s}},
        {SlashId::Unhide,
         u"unhide"_s,
         {},
         u"/unhide 2-5"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Shows hidden messages to the model again"),
         {u"name"_s}},
        {SlashId::Delete,
         u"del"_s,
         {u"delete"_s, u"delmode"_s},
         u"/del 2"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Deletes this many messages at the end")},
        {SlashId::Cut,
         u"cut"_s,
         {},
         u"/cut 2-5"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Removes messages from the chat")},
        {SlashId::Send,
         u"send"_s,
         {},
         u"/send text"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Says something without asking for a reply"),
         {u"compact"_s, u"at"_s, u"name"_s, u"return"_s, u"raw"_s},
         true},
        {SlashId::SendAs,
         u"sendas"_s,
         {},
         u"/sendas name=\"Mira\" text"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Says something as a character"),
         {u"name"_s, u"avatar"_s, u"compact"_s, u"at"_s, u"return"_s, u"raw"_s},
         true},
        {SlashId::Sys,
         u"sys"_s,
         {u"nar"_s},
         u"/sys text"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Says something as the narrator"),
         {u"compact"_s, u"at"_s, u"name"_s, u"return"_s, u"raw"_s},
         true},
        {SlashId::Comment,
         u"comment"_s,
         {},
         u"/comment text"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Writes a note that no model sees"),
         {u"compact"_s, u"at"_s, u"return"_s, u"raw"_s},
         true},
        {SlashId::Persona,
         u"persona"_s,
         {u"persona-set"_s, u"name"_s},
         u"/persona name"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Changes whom you play"),
         {u"mode"_s}},
        {SlashId::Go,
         u"go"_s,
         {u"char"_s},
         u"/go name"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Opens the last chat of a character or a group")},
    };
}

QList<SlashCommand> replyCommands()
{
    return {
        {SlashId::Impersonate,
         u"impersonate"_s,
         {u"imp"_s},
         u"/impersonate hint"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Lets the model write your message, with a hint or without"),
         {u"await"_s}},
        {SlashId::Continue,
         u"continue"_s,
         {u"cont"_s},
         u"/continue hint"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Lets the last reply go on, with a hint or without"),
         {u"await"_s}},
        {SlashId::Swipe,
         u"swipe"_s,
         {},
         u"/swipe direction=left"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Goes to the last reply's next swipe, or the previous one"),
         {u"direction"_s, u"await"_s}},
        {SlashId::Regenerate,
         u"regenerate"_s,
         {u"regen"_s},
         u"/regenerate hint"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Writes the last reply again, with a hint or without"),
         {u"await"_s}},
        {SlashId::Trigger,
         u"trigger"_s,
         {},
         u"/trigger name"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Asks for a reply; in a group, from that member"),
         {u"await"_s}},
        {SlashId::Ask,
         u"ask"_s,
         {},
         u"/ask name=\"Mira\" text"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Says something, and another character answers here"),
         {u"name"_s, u"return"_s}},
        {SlashId::Generate,
         u"gen"_s,
         {},
         u"/gen prompt"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Asks the model something about this chat; nothing is added"),
         {u"trim"_s, u"lock"_s, u"name"_s, u"length"_s, u"as"_s, u"stop"_s}},
        {SlashId::GenerateRaw,
         u"genraw"_s,
         {},
         u"/genraw prompt"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Sends only this prompt, without the chat; nothing is added"),
         {u"lock"_s, u"instruct"_s, u"stop"_s, u"as"_s, u"system"_s, u"prefill"_s, u"length"_s, u"trim"_s,
          u"name"_s}},
        {SlashId::Echo,
         u"echo"_s,
         {},
         u"/echo text"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Shows a notice"),
         {u"title"_s, u"severity"_s, u"timeout"_s, u"extendedTimeout"_s, u"preventDuplicates"_s,
          u"awaitDismissal"_s, u"cssClass"_s, u"color"_s, u"escapeHtml"_s}},
    };
}

QList<SlashCommand> stateCommands()
{
    const QStringList variable{u"key"_s, u"index"_s, u"as"_s};
    return {
        {SlashId::Note,
         u"note"_s,
         {},
         u"/note text"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Sets the author's note of this chat; alone, shows it")},
        {SlashId::NoteDepth,
         u"note-depth"_s,
         {u"depth"_s},
         u"/note-depth 4"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "How many messages from the end the note is inserted")},
        {SlashId::NoteFrequency,
         u"note-frequency"_s,
         {u"freq"_s, u"note-freq"_s},
         u"/note-frequency 1"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Sent once every this many of your messages; 0 is never")},
        {SlashId::NotePosition,
         u"note-position"_s,
         {u"pos"_s, u"note-pos"_s},
         u"/note-position chat"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Where the note is inserted: chat, after, before")},
        {SlashId::NoteRole,
         u"note-role"_s,
         {},
         u"/note-role system"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "The role of the note: system, user, assistant")},
        {SlashId::Inject,
         u"inject"_s,
         {},
         u"/inject id=x position=chat depth=4 text"_s,
         QT_TRANSLATE_NOOP("SlashCommands",
                           "Inserts a text into this chat's prompts; without a text, removes it"),
         {u"id"_s, u"position"_s, u"depth"_s, u"scan"_s, u"role"_s, u"ephemeral"_s, u"filter"_s}},
        {SlashId::SetVariable,
         u"setvar"_s,
         {u"setchatvar"_s},
         u"/setvar key=x value"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Sets a variable of this chat"),
         variable},
        {SlashId::GetVariable,
         u"getvar"_s,
         {u"getchatvar"_s},
         u"/getvar x"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Shows a variable of this chat"),
         variable},
        {SlashId::SetGlobalVariable,
         u"setglobalvar"_s,
         {},
         u"/setglobalvar key=x value"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Sets a variable of all chats"),
         variable},
        {SlashId::GetGlobalVariable,
         u"getglobalvar"_s,
         {},
         u"/getglobalvar x"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Shows a variable of all chats"),
         variable},
        {SlashId::ListVariables,
         u"listvar"_s,
         {u"listchatvar"_s},
         u"/listvar scope=all"_s,
         QT_TRANSLATE_NOOP("SlashCommands", "Lists variables: local, global, all"),
         {u"scope"_s, u"return"_s, u"format"_s}},
    };
}

// The words that are written where a command begins or ends.
class SlashReader
{
public:
    explicit SlashReader(QStringView text)
        : m_text(text)
    {
    }

    Result<QList<SlashCall>> read();

private:
    bool atEnd() const { return m_at >= m_text.size(); }
    QChar now() const { return m_text[m_at]; }
    void skipBlanks();
    bool endsCall() const;
    void readNamed(SlashCall &call);
    void readText(SlashCall &call);
    QString quoted();
    QString word();

    QStringView m_text;
    qsizetype m_at = 0;
};

void SlashReader::skipBlanks()
{
    while (!atEnd() && now().isSpace())
        ++m_at;
}

// A "|" ends a command only where another one, or nothing, follows: people write it in texts as well.
bool SlashReader::endsCall() const
{
    if (atEnd())
        return true;
    if (now() != u'|')
        return false;
    qsizetype next = m_at + 1;
    if (next < m_text.size() && m_text[next] == u'|')
        ++next;
    while (next < m_text.size() && m_text[next].isSpace())
        ++next;
    return next >= m_text.size() || m_text[next] == u'/';
}

// From one quotation mark to the next; those behind a backslash are text. The mark that ends it is passed.
QString SlashReader::quoted()
{
    QString text;
    for (++m_at; !atEnd() && now() != u'"'; ++m_at) {
        if (now() == u'\\' && m_at + 1 < m_text.size() &&
            (m_text[m_at + 1] == u'"' || m_text[m_at + 1] == u'\\'))
            ++m_at;
        text += now();
    }
    ++m_at;
    return text;
}

// Up to a blank; macros may hold blanks.
QString SlashReader::word()
{
    QString text;
    int depth = 0;
    while (!atEnd() && (depth > 0 || (!now().isSpace() && !endsCall()))) {
        const QStringView two = m_text.sliced(m_at).first(std::min<qsizetype>(2, m_text.size() - m_at));
        if (two == u"{{" || two == u"}}") {
            depth = std::max(0, depth + (two == u"{{" ? 1 : -1));
            text += two;
            m_at += 2;
            continue;
        }
        text += now();
        ++m_at;
    }
    return text;
}

void SlashReader::readNamed(SlashCall &call)
{
    while (true) {
        skipBlanks();
        qsizetype end = m_at;
        while (end < m_text.size() && (m_text[end].isLetterOrNumber() || m_text[end] == u'_'))
            ++end;
        if (end == m_at || end >= m_text.size() || m_text[end] != u'=')
            return;
        const QStringView written = m_text.sliced(m_at, end - m_at);
        const auto known = std::ranges::find_if(call.command->named, [&](const QString &name) {
            return name.compare(written, Qt::CaseInsensitive) == 0;
        });
        if (known == call.command->named.cend())
            return; // text that happens to have an equals sign
        m_at = end + 1;
        const bool isQuoted = !atEnd() && now() == u'"';
        call.named.append({*known, isQuoted ? quoted() : word()});
    }
}

void SlashReader::readText(SlashCall &call)
{
    const qsizetype start = m_at;
    const QString raw = call.value(u"raw").trimmed().toLower();
    const bool isRaw = raw != u"false" && raw != u"off" && raw != u"0";
    if (!(call.command->keepsQuotes && isRaw) && !atEnd() && now() == u'"') {
        const QString inside = quoted();
        skipBlanks();
        if (endsCall()) {
            call.text = inside;
            return;
        }
        m_at = start;
    }
    QString text;
    for (; !endsCall(); ++m_at) {
        if (now() == u'\\' && m_at + 1 < m_text.size() && m_text[m_at + 1] == u'|')
            ++m_at;
        text += now();
    }
    call.text = javaScriptTrimmed(text).toString();
}

Result<QList<SlashCall>> SlashReader::read()
{
    QList<SlashCall> calls;
    bool takesPipe = true;
    while (true) {
        skipBlanks();
        if (atEnd())
            return calls;
        if (now() != u'/')
            return failure(inWords(QT_TRANSLATE_NOOP("SlashCommands", "A command begins with a slash")));
        const qsizetype slash = m_at;
        const qsizetype start = ++m_at;
        while (!atEnd() && !now().isSpace() && !endsCall())
            ++m_at;
        const QStringView name = m_text.sliced(start, m_at - start);
        SlashCall call{.command = slashCommandNamed(name),
                       .named = {},
                       .text = {},
                       .takesPipe = takesPipe,
                       .written = {}};
        if (!call.command)
            //: %1 is what the user wrote
            return failure(
                inWords(QT_TRANSLATE_NOOP("SlashCommands", "Snug has no command “/%1”")).arg(name));
        readNamed(call);
        readText(call);
        const qsizetype end = std::min(m_at, m_text.size()); // an open quotation mark is passed as well
        call.written = javaScriptTrimmed(m_text.sliced(slash, end - slash)).toString();
        calls.append(call);
        if (atEnd())
            return calls;
        ++m_at; // the bar
        takesPipe = atEnd() || now() != u'|';
        if (!takesPipe)
            ++m_at;
    }
}

} // namespace

const QList<SlashCommand> &slashCommands()
{
    static const QList<SlashCommand> all = messageCommands() + replyCommands() + stateCommands();
    return all;
}

QString slashCommandHelp(const SlashCommand &command)
{
    return QCoreApplication::translate("SlashCommands", command.text);
}

const SlashCommand *slashCommandNamed(QStringView name)
{
    for (const SlashCommand &command : slashCommands()) {
        if (name.compare(command.name, Qt::CaseInsensitive) == 0 ||
            command.aliases.contains(name, Qt::CaseInsensitive))
            return &command;
    }
    return nullptr;
}

QString SlashCall::value(QStringView name) const
{
    for (const auto &[key, value] : named | std::views::reverse) {
        if (key == name)
            return value;
    }
    return {};
}

bool SlashCall::has(QStringView name) const
{
    return std::ranges::any_of(named, [&](const auto &argument) { return argument.first == name; });
}

Result<QList<SlashCall>> parseSlashCommands(QStringView text)
{
    return SlashReader(text).read();
}

QString slashCommandsText(const QList<SlashCall> &calls)
{
    QString text;
    for (const SlashCall &call : calls) {
        if (!text.isEmpty())
            text += call.takesPipe ? u" | "_s : u" || "_s;
        text += call.written;
    }
    return text;
}

std::optional<SlashRange> slashRange(QStringView text, qsizetype count)
{
    const QStringView written = javaScriptTrimmed(text);
    const qsizetype bar = written.indexOf(u'-');
    const auto number = [](QStringView digits) -> std::optional<int> {
        bool isNumber = false;
        const int value = javaScriptTrimmed(digits).toInt(&isNumber);
        return isNumber && value >= 0 ? std::optional(value) : std::nullopt;
    };
    const std::optional<int> first = number(bar < 0 ? written : written.first(bar));
    const std::optional<int> last = bar < 0 ? first : number(written.sliced(bar + 1));
    if (!first || !last || *first > *last || *last >= count)
        return {};
    return SlashRange{*first, *last};
}

} // namespace snug
