#include "core/library/chattitle.h"

#include "core/formats/chatjsonl.h"

#include <QCoreApplication>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// The time alone in groups, behind the character's name elsewhere; docs/sillytavern/library.md#names-of-chats
const QRegularExpression &madeUpName()
{
    static const QRegularExpression name(
        uR"(^(?:.* - )?(\d{4})-(\d{1,2})-(\d{1,2}) ?@ ?(\d{1,2})h ?(\d{1,2})m ?(\d{1,2})s(?: ?\d{1,3}ms)?)"
        uR"((?: imported)?(?: \(\d+\))?((?: - (?:Branch|Checkpoint) #\d+)*)$)"_s);
    return name;
}

// Of SillyTavern's first groups: milliseconds since 1970.
bool isTimeInMilliseconds(const QString &name)
{
    return name.size() >= 12 && name.size() <= 14 &&
           std::ranges::all_of(name, [](QChar c) { return c >= u'0' && c <= u'9'; });
}

} // namespace

bool isMadeUpChatName(const QString &name)
{
    return isTimeInMilliseconds(name) || madeUpName().match(name).hasMatch();
}

QDateTime timeInChatName(const QString &name)
{
    if (isTimeInMilliseconds(name))
        return QDateTime::fromMSecsSinceEpoch(name.toLongLong());
    const QRegularExpressionMatch match = madeUpName().match(name);
    if (!match.hasMatch())
        return {};
    const auto number = [&match](int group) { return match.captured(group).toInt(); };
    const QDate date(number(1), number(2), number(3));
    const QTime time(number(4), number(5), number(6));
    return date.isValid() && time.isValid() ? QDateTime(date, time) : QDateTime();
}

QString chatTitle(const ChatSummary &chat)
{
    if (!isMadeUpChatName(chat.name))
        return chat.name;
    QString title = chat.firstText.isEmpty() ? chat.lastText : chat.firstText;
    if (title.isEmpty())
        title = QCoreApplication::translate("Library", "New chat");
    const QString branches = madeUpName().match(chat.name).captured(7);
    //: %1 is how a chat begins, %2 what it is called as another's branch: "Branch #1"
    return branches.isEmpty()
               ? title
               : QCoreApplication::translate("Library", "%1 (%2)").arg(title, branches.sliced(3));
}

QDateTime lastSaid(const ChatSummary &chat)
{
    const QDateTime said = sendDateTime(chat.lastSendDate);
    return said.isValid() ? said : chat.modified;
}

} // namespace snug
