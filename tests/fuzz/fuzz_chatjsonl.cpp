#include "core/formats/chatjsonl.h"
#include "tests/fuzz/fuzzing.h"

using namespace snug;

FUZZ_TARGET(chatjsonl)
{
    const ChatReading read = readChat(bytes);
    promise(writeChat(read.chat) + read.tornTail == bytes);
    Chat changed = read.chat;
    for (Message &message : changed.messages) {
        sendDateTime(message.sendDate);
        message.text += u'x';
        message.swipes.append({.text = message.text, .info = {}});
        message.activeSwipe = static_cast<int>(message.swipes.size()) - 1;
    }
    const ChatReading back = readChat(writeChat(changed));
    promise(back.chat.messages.size() == changed.messages.size());
    for (qsizetype i = 0; i < changed.messages.size(); ++i) {
        promise(back.chat.messages[i].text == changed.messages[i].text);
        promise(back.chat.messages[i].activeSwipe == changed.messages[i].activeSwipe);
    }
}
