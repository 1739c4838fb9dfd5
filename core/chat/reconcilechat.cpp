#include "core/chat/reconcilechat.h"

#include "core/formats/chatjsonl.h"
#include "core/library/appendlog.h"
#include "core/library/chatfiles.h"
#include "core/library/fileaccess.h"
#include "core/library/librarystore.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSet>
#include <QThread>

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug {

namespace {

// How often another program may get in between reading and writing before it is an error.
constexpr int AttemptLimit = 20;

// What another program has begun to write it has written a moment later, as a rule; and what has not been
// touched for a while is not being written.
constexpr auto PatienceWithWriter = 1s;
constexpr auto PauseBetweenLooks = 20ms;
constexpr auto Fresh = 2s;

bool isBeingWritten(const Loaded<QByteArray> &file)
{
    const auto now = std::chrono::milliseconds(QDateTime::currentMSecsSinceEpoch());
    const auto age = now - std::chrono::nanoseconds(file.version.stamp.modified);
    return (file.value.isEmpty() || !tornTail(file.value).isEmpty()) && age < Fresh && age > -Fresh;
}

// Whole, if it becomes so.
Result<Loaded<QByteArray>> readWhenWritten(const QString &path)
{
    auto file = readVersioned(path, ChatFileLimit);
    for (auto waited = 0ms; file && isBeingWritten(*file) && waited < PatienceWithWriter;
         waited += PauseBetweenLooks) {
        QThread::sleep(PauseBetweenLooks); // of the disk; nothing else may be done to the file meanwhile
        if (!stampOf(path).exists())
            break;
        file = readVersioned(path, ChatFileLimit);
    }
    return file;
}

QSet<QByteArray> linesOf(const Chat &chat)
{
    QSet<QByteArray> lines;
    lines.reserve(chat.messages.size());
    for (const Message &message : chat.messages)
        lines.insert(encodeMessageLine(message));
    return lines;
}

bool hasAllOf(const QSet<QByteArray> &lines, const Chat &chat)
{
    return std::ranges::all_of(
        chat.messages, [&](const Message &message) { return lines.contains(encodeMessageLine(message)); });
}

// The same file under another name: by its number and its bytes.
std::optional<ChatReference> renamedFile(const QString &path, const ChatReference &reference,
                                         const FileVersion &known)
{
    if (!known.exists())
        return std::nullopt;
    const QDir folder(QFileInfo(path).path());
    for (const QString &name : folder.entryList({u"*.jsonl"_s}, QDir::Files)) {
        const FileStamp stamp = stampOf(folder.filePath(name));
        if (stamp.node != known.stamp.node || stamp.size != known.stamp.size)
            continue;
        const auto file = readVersioned(folder.filePath(name), ChatFileLimit);
        if (file && file->version.checksum == known.checksum)
            return ChatReference{.cardFile = reference.cardFile, .name = name.chopped(6)};
    }
    return std::nullopt;
}

// Neither side goes without a copy.
Result<void> keepWhatIsReplaced(const LibraryLayout &layout, const ChatReference &reference, const Chat &mine,
                                const Chat &theirs, const QByteArray &bytes, const Chat &merged)
{
    const QSet<QByteArray> lines = linesOf(merged);
    const QDateTime now = QDateTime::currentDateTimeUtc();
    if (!hasAllOf(lines, mine)) {
        if (const auto kept = keepChatVersion(layout, reference, writeChat(mine), now.addMSecs(-1)); !kept)
            return kept;
    }
    const bool isWhole =
        theirs.unreadableLines.isEmpty() && hasAllOf(lines, theirs) && merged.header.isSameAs(theirs.header);
    if (!isWhole && !bytes.isEmpty())
        return keepChatVersion(layout, reference, bytes, now);
    return {};
}

SaveResult writeMerged(LibraryStore &store, const ChatReference &reference, const Chat &theirs,
                       const Chat &merged, const FileVersion &version)
{
    const qsizetype before = theirs.messages.size();
    const bool isLonger = merged.messages.size() >= before && merged.header.isSameAs(theirs.header) &&
                          std::equal(theirs.messages.cbegin(), theirs.messages.cend(),
                                     merged.messages.cbegin(), [](const Message &one, const Message &other) {
                                         return encodeMessageLine(one) == encodeMessageLine(other);
                                     });
    if (isLonger && merged.messages.size() == before)
        return SaveOutcome{version, std::nullopt};
    if (isLonger)
        return appendMessages(store, reference, merged.messages.sliced(before), version);
    return rewriteChat(store, reference, merged, version);
}

// The whole lines of a file whose last one another program has not ended yet. That version is nobody's:
// whoever writes has to look again.
Result<LoadedChat> withoutTail(const Loaded<QByteArray> &file, const QString &name)
{
    QByteArrayView whole = QByteArrayView(file.value).chopped(tornTail(file.value).size());
    if (whole.endsWith('\n'))
        whole.chop(1);
    LoadedChat loaded;
    loaded.chat = readChat(whole.toByteArray(), name).chat;
    loaded.version = {.stamp = {.size = whole.size(), .modified = 0, .node = 0},
                      .checksum = continueChecksum(EmptyChecksum, whole)};
    return loaded;
}

// Who only looks leaves half a line to its writer. Who has something to write must not write behind it, so
// it is moved away then, as it is when nothing else is there.
bool isForTheirWriter(const Loaded<QByteArray> &file, const std::optional<Chat> &base, const Chat &mine,
                      bool isPending)
{
    return !isPending && base == mine && !tornTail(file.value).isEmpty() &&
           !withoutTail(file, {})->chat.messages.isEmpty();
}

struct Attempt
{
    std::optional<ReconciledFile> result; // nothing: another program was quicker
};

// There is no file, and none of another name.
Result<Attempt> writeAgain(LibraryStore &store, const ChatReference &reference, const Chat &mine,
                           bool isPending)
{
    ReconciledFile result;
    result.chat.merge.chat = mine;
    result.chat.fate = isPending ? ReconciledChat::Fate::Rewritten : ReconciledChat::Fate::Gone;
    if (!isPending)
        return Attempt{result};
    const auto saved = rewriteChat(store, reference, mine, {});
    if (!saved)
        return std::unexpected(saved.error());
    if (saved->conflict)
        return Attempt{};
    result.version = saved->version;
    return Attempt{result};
}

Result<Attempt> attempt(LibraryStore &store, ChatReference reference, const std::optional<Chat> &base,
                        const Chat &mine, bool isPending, const FileVersion &known)
{
    ReconciledFile result;
    QString path = chatPath(store.layout(), reference);
    if (!stampOf(path).exists()) {
        const auto renamed = renamedFile(path, reference, known);
        if (!renamed)
            return writeAgain(store, reference, mine, isPending);
        reference = *renamed;
        path = chatPath(store.layout(), reference);
        result.chat.fate = ReconciledChat::Fate::Renamed;
    }
    const auto bytes = readWhenWritten(path);
    if (!bytes)
        return std::unexpected(bytes.error());
    const auto theirs = isForTheirWriter(*bytes, base, mine, isPending) ? withoutTail(*bytes, reference.name)
                                                                        : loadChat(store, reference);
    if (!theirs)
        return std::unexpected(theirs.error());
    const bool isNothing =
        theirs->chat.messages.isEmpty() && !mine.messages.isEmpty() && !(base && base->messages.isEmpty());
    Chat &merged = result.chat.merge.chat;
    if (isNothing) {
        merged = mine;
        result.chat.fate = ReconciledChat::Fate::Rewritten;
    } else {
        result.chat.merge = base ? mergeChats(*base, mine, theirs->chat) : mergeChats(mine, theirs->chat);
        const qsizetype longer = base ? theirs->chat.messages.size() - base->messages.size() : 0;
        result.chat.added = std::max<qsizetype>(0, longer);
        result.chat.removed = std::max<qsizetype>(0, -longer);
    }
    merged.name = reference.name;
    if (const auto kept =
            keepWhatIsReplaced(store.layout(), reference, mine, theirs->chat, bytes->value, merged);
        !kept)
        return std::unexpected(kept.error());
    const auto saved = writeMerged(store, reference, theirs->chat, merged, theirs->version);
    if (!saved)
        return std::unexpected(saved.error());
    if (saved->conflict)
        return Attempt{};
    result.version = saved->version;
    return Attempt{result};
}

} // namespace

Result<ReconciledFile> reconcileChat(LibraryStore &store, const ChatReference &reference,
                                     const std::optional<Chat> &base, const Chat &mine, bool isPending,
                                     const FileVersion &known)
{
    for (int i = 0; i < AttemptLimit; ++i) {
        auto tried = attempt(store, reference, base, mine, isPending, known);
        if (!tried)
            return std::unexpected(tried.error());
        if (tried->result)
            return *std::move(tried->result);
    }
    return failure(QCoreApplication::translate("Library", "another program keeps writing to the chat's file"),
                   {}, QFileInfo(chatPath(store.layout(), reference)).fileName(),
                   QCoreApplication::translate("Library", "Close the chat there, then retry."));
}

} // namespace snug
