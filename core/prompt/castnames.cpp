#include "core/prompt/castnames.h"

#include "core/prompt/knownto.h"

#include <algorithm>

namespace snug {

QStringList namesToWriteAs(const QStringList &namesInChat, const QString &user)
{
    QStringList names = namesInChat;
    if (!user.isEmpty() && !names.contains(user))
        names.append(user);
    names.sort();
    return names;
}

QString nextName(const QStringList &names, const QString &current)
{
    if (names.isEmpty())
        return {};
    const qsizetype at = names.indexOf(current, 0, Qt::CaseInsensitive);
    return names.at((at + 1) % names.size());
}

static bool isWordCharacter(QChar c)
{
    return c == u'_' || (c.unicode() < 128 && c.isLetterOrNumber());
}

QString takeSpeaker(QString &text)
{
    const qsizetype colon = std::ranges::find_if_not(text, isWordCharacter) - text.cbegin();
    if (colon == 0 || colon >= text.size() || text.at(colon) != u':')
        return {};
    const QString name = text.left(colon);
    text = text.sliced(colon + 1).trimmed();
    return name;
}

QList<Message> joinedNeighbours(const QList<Message> &messages, const QString &speaker, NeighbourLists lists)
{
    QList<Message> joined;
    for (const Message &message : messages) {
        const bool isNeighbour =
            !joined.isEmpty() && joined.last().name == speaker && message.name == speaker;
        if (isNeighbour && (lists == NeighbourLists::First || knownTo(joined.last()) == knownTo(message)))
            joined.last().text += u'\n' + message.text;
        else
            joined.append(message);
    }
    return joined;
}

QList<Message> renamedEverywhere(QList<Message> messages, const QString &old, const QString &with)
{
    if (old.isEmpty())
        return messages;
    for (Message &message : messages) {
        message.name.replace(old, with);
        message.text.replace(old, with);
    }
    return messages;
}

QList<Message> renamedSpeaker(QList<Message> messages, const QString &old, const QString &with)
{
    for (Message &message : messages) {
        if (message.name == old)
            message.name = with;
        QStringList names = knownTo(message);
        if (names.contains(old)) {
            std::ranges::replace(names, old, with);
            setKnownTo(message, names);
        }
    }
    return messages;
}

} // namespace snug
