// What was open, chosen and drafted in a library: read, written and read again it says the same.
#include "app/rooms/sessionchoices.h"
#include "core/formats/jsontext.h"
#include "tests/fuzz/fuzzing.h"

using namespace snug;

FUZZ_TARGET(session)
{
    SessionChoices read = readSessionChoices(bytes);
    const QByteArray written = writeSessionChoices(read);
    SessionChoices again = readSessionChoices(written);
    promise(*parseJson(writeSessionChoices(again)) == *parseJson(written));
    for (const Json::Member &member : read.source.members())
        promise(again.source.contains(member.key));
    read.drafts.removeIf([](auto draft) { return draft.value().isEmpty(); });
    read.source = {};
    again.source = {};
    promise(again == read);
}
