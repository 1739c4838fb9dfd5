// SmartTavern's characters and conversations come back as they were; its macros come to an end.
#include "core/formats/conversation.h"
#include "core/formats/framingcharacter.h"
#include "core/formats/jsontext.h"
#include "core/macros/framing/framingmacros.h"
#include "tests/fuzz/fuzzing.h"

using namespace snug;

FUZZ_TARGET(smarttavern)
{
    framing::MacroContext context;
    framing::expandMacros(QString::fromUtf8(bytes.left(2000)), context);
    const Result<Json> document = parseJson(bytes);
    if (!document)
        return;
    if (isConversation(*document))
        promise(isConversation(writtenConversation(chatFromConversation(*document, {}, {}).chat)));
    if (isFramingCharacter(*document))
        promise(isFramingCharacter(writtenFramingCharacter(framingCardFromJson(*document).card)));
}
