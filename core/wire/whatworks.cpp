#include "core/wire/whatworks.h"

#include "core/formats/jsontext.h"
#include "core/wire/modellists.h"
#include "core/wire/notsent.h"
#include "core/wire/provider.h"
#include "core/wire/tokenizerchoice.h"
#include "core/wire/wholecount.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct WhatWorksText
{
    Q_DECLARE_TR_FUNCTIONS(WhatWorks)
};

QString stopWords(const Connection &connection)
{
    constexpr int manyStops = 40; // more than any service limits
    AssembledPrompt prompt = triedPrompt(connection);
    for (int i = 0; i < manyStops; ++i)
        prompt.stop << u"stop %1"_s.arg(i);
    const Result<Json> body = parseJson(providerFor(connection).encode(prompt, connection, Secret()).body);
    const qsizetype sent = body ? stopTextsIn(*body) : 0;
    if (sent == 0)
        return WhatWorksText::tr("no stop texts");
    return sent >= manyStops ? WhatWorksText::tr("any number of stop texts")
                             : WhatWorksText::tr("up to %n stop text(s)", nullptr, int(sent));
}

QString countWords(const Connection &connection)
{
    if (countsAtServer(connection) || countsWhole(connection))
        return WhatWorksText::tr("tokens counted there, exactly");
    if (connection.tokenizerFile.isEmpty() && (mayCountAtServer(connection) || mayCountWhole(connection)))
        return WhatWorksText::tr("tokens counted there, exactly, if you allow it");
    return tokenizerFor(connection).isEmpty() ? WhatWorksText::tr("tokens estimated")
                                              : WhatWorksText::tr("tokens counted on this computer");
}

} // namespace

QString whatWorks(const Connection &connection)
{
    const bool comesWhole =
        connection.kind == Connection::Kind::TextService && connection.textService == TextService::Horde;
    const QStringList works{comesWhole ? WhatWorksText::tr("replies that come whole")
                                       : WhatWorksText::tr("replies that are seen while they are written"),
                            stopWords(connection), countWords(connection)};
    //: %1 a list: "replies that are seen while they are written, up to 4 stop texts, tokens estimated"
    return WhatWorksText::tr("As it is set: %1.").arg(works.join(u", "_s));
}

} // namespace snug
