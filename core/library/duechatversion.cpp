#include "core/library/duechatversion.h"

#include "core/library/chatfiles.h"
#include "core/library/fileaccess.h"

namespace snug {

namespace {

constexpr qint64 SecondsBetweenVersions = 600;

} // namespace

std::optional<QByteArray> dueChatVersion(const LibraryLayout &layout, const ChatReference &reference)
{
    const QList<KeptVersion> kept = listChatVersions(layout, reference);
    if (!kept.isEmpty()) {
        const qint64 age = kept.first().saved.secsTo(QDateTime::currentDateTimeUtc());
        if (age >= 0 && age < SecondsBetweenVersions)
            return std::nullopt;
    }
    const QString path = chatPath(layout, reference);
    if (!stampOf(path).exists())
        return std::nullopt;
    const auto present = readVersioned(path, ChatFileLimit);
    return present && !present->value.isEmpty() ? std::optional(present->value) : std::nullopt;
}

} // namespace snug
