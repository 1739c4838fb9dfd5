// What has been written into a chat that its file does not have yet: the text in the composer, a message that
// is being rewritten or was not finished, and a reply that has not come whole. Kept in "snug/unsent/" of the
// library, a file a chat, so that the end of the program, however it comes, loses none of it. Files:
// blocking, for the disk thread.
#pragma once

#include "core/chat/conversation.h"
#include "core/library/librarycontents.h"

namespace snug {

struct UnsentTexts
{
    // A message that is being rewritten.
    struct Rewriting
    {
        qsizetype row = 0;
        QString line; // the message as it stands in the file
        QString text;
        bool operator==(const Rewriting &) const = default;
    };
    // What the chat would be if the reply were stopped now.
    struct PartialReply
    {
        qsizetype index = 0;
        QStringList replaced; // lines of the messages that give way
        QStringList messages; // lines
        bool operator==(const PartialReply &) const = default;
    };

    bool isOfBegunChat = false; // nothing was ever said in it, and it has no file
    QString draft = {};
    // The send date of the message that the draft is about to become: where the chat has it, it was sent.
    QString sentAs = {};
    std::optional<Rewriting> rewriting = {};
    QList<Rewriting> setAside = {}; // whose editors were closed with a text that is no message's
    std::optional<PartialReply> reply = {};

    bool isEmpty() const { return draft.isEmpty() && !rewriting && setAside.isEmpty() && !reply; }
    bool operator==(const UnsentTexts &) const = default;
};

QByteArray writeUnsentTexts(const UnsentTexts &texts);
Result<UnsentTexts> readUnsentTexts(const QByteArray &bytes);

// What may be offered of them in this chat: nothing that it has.
QString unsentDraft(const UnsentTexts &texts, const Chat &chat);
// The row of the message whose rewriting goes on; -1 = it is not there any more, or not as it was.
qsizetype rewrittenRow(const UnsentTexts::Rewriting &rewriting, const Chat &chat);

UnsentTexts::Rewriting rewritingOf(const Chat &chat, qsizetype row, const QString &text);
// Of a step that replaces or adds one message, and adds others behind it if several answer at once.
UnsentTexts::PartialReply partialReplyOf(const QList<ChatChange> &step);
// Puts it where it belongs; where the chat has changed since, behind its last message. Empty if it is there.
ChatChange withPartialReply(const Chat &chat, const UnsentTexts::PartialReply &reply);

QString unsentTextsFile(const LibraryLayout &layout, const ChatReference &reference);
// What was kept for a chat; nothing kept is empty.
struct KeptTexts
{
    UnsentTexts texts;
    QString otherFile;            // they come from a chat that was only begun, and whose file this is
    std::optional<Error> problem; // the file makes no sense, and was put aside under the name that this says
};
// For a chat without a file, what was typed into another one that was only begun. An error: what is there can
// neither be read nor put aside.
Result<KeptTexts> loadUnsentTexts(const LibraryLayout &layout, const ChatReference &reference);

// What there is of a chat.
enum class ChatTraces : quint8 { None, Texts, File };
ChatTraces chatTraces(const LibraryLayout &layout, const ChatReference &reference);
// This character's chats that were only begun, and have texts; newest first.
QList<ChatReference> chatsOnlyBegun(const LibraryLayout &layout, const QString &cardFile);

} // namespace snug
