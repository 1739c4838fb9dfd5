// What servers say besides replies: refusals, properties, lists of models, tokens. A sentence comes of
// every refusal, short and on one line.
#include "core/wire/llamaserver.h"
#include "core/wire/modellists.h"
#include "core/wire/modelpage.h"
#include "core/wire/serverwords.h"
#include "core/wire/serviceanswers.h"
#include "core/wire/statuswords.h"
#include "tests/fuzz/fuzzing.h"

#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

bool isShort(const QString &words)
{
    return words.size() < 2'000 && std::ranges::none_of(words, [](QChar unit) { return unit == u'\n'; });
}

Connection someConnection()
{
    Connection connection;
    connection.name = u"Harbour"_s;
    connection.baseUrl = QUrl(u"http://127.0.0.1:8080/v1"_s);
    connection.model = u"m"_s;
    return connection;
}

} // namespace

FUZZ_TARGET(serverwords)
{
    promise(isShort(serverWords(bytes).message));
    const Error strange = explainStrangeAnswer(bytes);
    promise(!strange.what.isEmpty() && isShort(strange.what));
    const WireHeaders headers{{"retry-after", bytes.left(20)}, {"content-type", "application/json"}};
    for (const int status : {307, 400, 401, 404, 413, 429, 500, 503}) {
        const Error error = explainHttpStatus(status, bytes, someConnection(), headers);
        promise(!error.what.isEmpty() && isShort(error.what) && isShort(error.hint));
    }
    const ServerFault inside = faultOf(QJsonDocument::fromJson(bytes).object());
    promise(isShort(explainStreamFault(inside).what));
    promise(inside.retryAfter.value_or(0) >= 0);
}

FUZZ_TARGET(serverfacts)
{
    if (const Result<LlamaProps> props = parseLlamaProps(bytes))
        promise(props->contextSize >= 0 && props->slotCount >= 0);
    if (const Result<QList<int>> tokens = parseLlamaTokens(bytes))
        promise(tokens->size() <= bytes.size());
    isLlamaHealthy(200, bytes);
    if (const Result<ModelPage> page = parseModelPage(bytes))
        promise(page->ids().size() <= page->models.size());
    if (const Result<TokenCount> count = parseTokenCount(bytes))
        promise(count->count >= 0);
    if (const Result<ContextFacts> context = parseContextFacts(bytes))
        promise(context->contextSize >= 0);
    if (const Result<HordeStatus> status = parseHordeStatus(bytes))
        promise(!status->isFaulted || hordeEnd(*status));
    parseBalances(bytes);
    parseKoboldQueue(bytes);
    parseKoboldAbort(bytes);
    parseLastLogProbs(bytes);
    parseHordeJob(bytes);
    if (const Result<QStringList> models = parseModelList(bytes))
        promise(models->size() <= bytes.size());
    else
        promise(!models.error().what.isEmpty());
}
