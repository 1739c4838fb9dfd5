#include "core/prompt/stages/replystart.h"

#include "core/model/whitespace.h"
#include "core/prompt/stages/chatmacros.h"

#include <QCoreApplication>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace snug {

// What Handlebars makes of the first of a tag's words: a text, a number, or the name of nothing.
static QString valueOf(const QRegularExpressionMatch &said)
{
    if (said.hasCaptured(1))
        return said.captured(1).replace(u"\\\""_s, u"\""_s);
    if (said.hasCaptured(2))
        return said.captured(2).replace(u"\\'"_s, u"'"_s);
    const QString word = said.captured(3);
    if (word.startsWith(u'-') || (!word.isEmpty() && word.front().isDigit()))
        return QString::fromLatin1(Json::numberText(word.toDouble()));
    return word == u"true" || word == u"false" ? word : QString();
}

// SillyTavern reads the text as a Handlebars template for this: if that fails, there is no start. Tags with
// words behind another name, and marks that Handlebars does not know, make it fail.
QString typedReplyStart(const QString &text)
{
    static const QRegularExpression tag(
        u"\\{\\{\\{?((?:\"[^\"]*\"|'[^']*'|[^\"'}]|\\}(?!\\}))*+)\\}\\}\\}?"_s);
    static const QRegularExpression start(
        u"^~?\\s*bias\\s+(?:\"((?:\\\\\"|[^\"])*+)\"|'((?:\\\\'|[^'])*+)'|(-?\\d+(?:\\.\\d+)?|\\w+))"
        "(?:\\s+(?:\"[^\"]*+\"|'[^']*+'|-?\\d+(?:\\.\\d+)?|\\w+))*+\\s*~?$"_s);
    static const QRegularExpression plain(u"^[~&]?\\s*[^\\s!\"#%-,./;->@\\[-^`{-~]+\\s*~?$"_s);
    QStringList starts;
    for (auto found = tag.globalMatch(text); found.hasNext();) {
        const QString words = found.next().captured(1);
        if (const QRegularExpressionMatch said = start.match(words); said.hasMatch())
            starts.append(valueOf(said));
        else if (!words.startsWith(u'!') && !plain.match(words).hasMatch())
            return {};
    }
    return starts.isEmpty() ? QString() : QString(u' ' + starts.join(u' '));
}

QString withoutMacros(const QString &text)
{
    static const QRegularExpression tag(u"\\{\\{[\\s\\S]*?\\}\\}"_s);
    return javaScriptTrimmed(QString(text).remove(tag)).toString();
}

// What the newest message of the user, or of a narrator, has kept.
static QString keptStart(const PromptInputs &inputs, const Draft &draft)
{
    for (qsizetype i = draft.storedMessages - 1; i >= 0; --i) {
        const Message &message = inputs.chat.messages.at(i);
        if (!message.isUser && !message.isHidden && !message.isNarrator())
            continue;
        const QString kept = message.extra.value(u"bias").toText();
        return isBlank(kept) ? QString() : kept;
    }
    return {};
}

void chooseReplyStart(const PromptInputs &inputs, Draft &draft)
{
    draft.replyStart = {};
    if (inputs.type == GenerationType::Impersonate || inputs.type == GenerationType::Continue)
        return;
    const QString &usual = inputs.settings.replies.start;
    QString start = draft.typedStart;
    if (start.isEmpty() && (inputs.userText.isEmpty() || inputs.type != GenerationType::Normal))
        start = keptStart(inputs, draft);
    draft.isUsualStart = start.isEmpty() || start == usual;
    if (start.isEmpty())
        start = usual;
    if (start.isEmpty())
        return;
    setChatMacros(inputs, draft); // before what is typed becomes a message
    const Source source(SourceKind::ControlStart, {},
                        QCoreApplication::translate("PromptSources", "start of the reply"));
    draft.replyStart = draft.macros.expand(TracedText(start, source));
}

} // namespace snug
