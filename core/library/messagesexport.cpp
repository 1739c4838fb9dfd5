#include "core/library/messagesexport.h"

#include "core/formats/chatjsonl.h"
#include "core/library/atomicwrite.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace snug {

QString messagesAsText(const QList<Message> &messages)
{
    QStringList texts;
    for (const Message &message : messages)
        texts.append(u"%1: %2\n"_s.arg(message.name, message.text));
    return texts.join(u'\n');
}

QString messagesAsMarkdown(const QList<Message> &messages)
{
    QStringList texts;
    for (const Message &message : messages) {
        QString name = message.name;
        for (const QChar mark : u"\\`*_[]<>"_s)
            name.replace(mark, u'\\' + QString(mark));
        texts.append(u"**%1**\n\n%2\n"_s.arg(name, message.text));
    }
    return texts.join(u'\n');
}

Result<void> exportMessages(const Chat &chat, const QList<Message> &messages, const QString &target)
{
    const auto bytes = [&] {
        if (target.endsWith(u".jsonl", Qt::CaseInsensitive))
            return writeChat({.name = chat.name, .header = chat.header, .messages = messages});
        if (target.endsWith(u".md", Qt::CaseInsensitive))
            return messagesAsMarkdown(messages).toUtf8();
        return messagesAsText(messages).toUtf8();
    };
    return writeFileDurably(QDir::cleanPath(target), bytes());
}

} // namespace snug
