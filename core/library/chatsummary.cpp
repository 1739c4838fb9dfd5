#include "core/library/chatsummary.h"

#include "core/formats/jsontext.h"
#include "core/library/fileaccess.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype PreviewLength = 120;
// Who has said nothing within so many lines gets no words of his own.
constexpr int LinesLookedAt = 20;

bool isHeader(const Json &line)
{
    return line.contains(u"chat_metadata") || line.contains(u"user_name");
}

QString beginningOf(const QString &text)
{
    return text.left(PreviewLength).simplified();
}

// Beginning of what the user says in this line.
QString saidByUser(QByteArrayView line)
{
    if (!line.contains("\"is_user\""))
        return {};
    const auto message = parseJsonLine(line.toByteArray());
    return message && message->value(u"is_user").toBool() ? beginningOf(message->value(u"mes").toText())
                                                          : QString();
}

} // namespace

ChatSummary summarizeChat(const QString &name, const QByteArray &bytes)
{
    ChatSummary summary;
    summary.name = name;
    QByteArrayView first;
    QByteArrayView last;
    QByteArrayView beforeLast;
    for (qsizetype start = 0; start < bytes.size();) {
        qsizetype end = bytes.indexOf('\n', start);
        if (end < 0)
            end = bytes.size();
        const QByteArrayView line = QByteArrayView(bytes).sliced(start, end - start);
        if (!line.trimmed().isEmpty()) {
            if (first.isNull())
                first = line;
            beforeLast = std::exchange(last, line);
            if (++summary.messages <= LinesLookedAt && summary.firstText.isEmpty())
                summary.firstText = saidByUser(line);
        }
        start = end + 1;
    }
    if (first.isNull())
        return summary;
    const auto header = parseJsonLine(first.toByteArray());
    if (header && isHeader(*header))
        --summary.messages;
    auto message = parseJsonLine(last.toByteArray());
    if (!message && summary.messages > 0) { // torn: no message, as reading the chat finds
        --summary.messages;
        message = parseJsonLine(beforeLast.toByteArray());
    }
    if (message && summary.messages > 0) {
        summary.lastText = beginningOf(message->value(u"mes").toText());
        summary.lastSendDate = message->value(u"send_date").toText();
    }
    return summary;
}

ChatSummary summarizeChat(const Chat &chat)
{
    ChatSummary summary;
    summary.name = chat.name;
    summary.messages = int(chat.messages.size());
    // The header is a line as well.
    for (const Message &message :
         chat.messages.first(std::min<qsizetype>(summary.messages, LinesLookedAt - 1))) {
        if (message.isUser && summary.firstText.isEmpty())
            summary.firstText = beginningOf(message.text);
    }
    if (!chat.messages.isEmpty()) {
        summary.lastText = beginningOf(chat.messages.last().text);
        summary.lastSendDate = chat.messages.last().sendDate;
    }
    return summary;
}

ChatSummary readChatSummary(const QString &path)
{
    const QFileInfo info(path);
    const QString name = info.completeBaseName();
    const auto file = readVersioned(path, ChatFileLimit);
    ChatSummary summary = file ? summarizeChat(name, file->value) : ChatSummary{};
    if (!file) {
        summary.name = name;
        summary.problem = file.error();
    }
    summary.modified = info.lastModified();
    return summary;
}

} // namespace snug
