#include "app/cases/smarttavernrequest.h"

#include "app/cases/smarttaverncase.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace snug {

static QString functionOf(const Json &document)
{
    if (document.contains(u"presets_in_chat"))
        return u"in_chat_constructor/construct"_s;
    if (document.contains(u"presets_relative") || document.contains(u"presets_doc"))
        return u"framing_prompt/assemble"_s;
    return u"prompt_raw/assemble_full"_s;
}

static Result<Json> answer(const QString &function, const Json &arguments)
{
    SmartTavernCase asked;
    asked.function = function;
    asked.arguments = arguments;
    asked.isPublished = false; // as described
    return playSmartTavernCase(asked);
}

Result<Json> answerSmartTavernRequest(const Json &document)
{
    if (!document.isObject())
        return failure(u"expected an object, found "_s + document.typeName());
    if (document.value(u"function").isString())
        return answer(document.value(u"function").toText(), document.value(u"args"));
    static constexpr std::array known{u"history",         u"world_books", u"presets",   u"presets_relative",
                                      u"presets_in_chat", u"presets_doc", u"character", u"persona"};
    if (std::ranges::none_of(known, [&](QStringView key) { return document.contains(key); }))
        return failure(
            u"expected history, world_books, presets, character and persona, found none of them"_s);
    return answer(functionOf(document), document);
}

} // namespace snug
