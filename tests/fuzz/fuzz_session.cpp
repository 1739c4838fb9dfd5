// What was open, chosen and drafted in a library: read, written and read again it says the same.
#include "core/formats/jsontext.h"
#include "core/workspace/activechoices.h"
#include "tests/fuzz/fuzzing.h"

using namespace Qt::StringLiterals;
using namespace snug;

FUZZ_TARGET(session)
{
    ActiveChoices read = readActiveChoices(bytes);
    const QByteArray written = writeActiveChoices(read);
    ActiveChoices again = readActiveChoices(written);
    promise(*parseJson(writeActiveChoices(again)) == *parseJson(written));
    // What is not chosen has no member.
    static const QStringList optional{u"persona"_s, u"preset"_s, u"lorebooks"_s};
    for (const Json::Member &member : read.source.members())
        promise(again.source.contains(member.key) || optional.contains(member.key));
    read.drafts.removeIf([](auto draft) { return draft.value().isEmpty(); });
    read.source = {};
    again.source = {};
    promise(again == read);
}
