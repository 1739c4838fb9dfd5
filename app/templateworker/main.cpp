// snug-template: renders for Snug templates that anybody may have written.

#include "app/confined/answerframes.h"
#include "app/confined/confinement.h"
#include "app/confined/javascriptregex.h"
#include "core/templates/templateprotocol.h"
#include "core/templates/treecache.h"

#include <algorithm>
#include <new>
#include <sys/resource.h>

using namespace snug;

namespace {

// The patterns of match and search, in this very process: it is confined already.
class OwnRegexEngine : public RegexEngine
{
public:
    QList<RegexOutcome> search(const QList<RegexSearch> &searches, const std::stop_token &) override
    {
        QList<RegexOutcome> outcomes;
        for (const RegexSearch &each : searches)
            outcomes.append(searched(each));
        return outcomes;
    }

private:
    RegexOutcome searched(const RegexSearch &search)
    {
        m_regex.setText(search.text.toStdU16String());
        const WorkerReply reply = m_regex.search({.milliseconds = 200,
                                                  .firstOnly = search.firstOnly,
                                                  .pattern = search.pattern.toStdU16String(),
                                                  .flags = search.flags.toStdU16String()});
        if (reply.status != WorkerStatus::Done)
            return std::unexpected(RegexFailure{reply.status == WorkerStatus::OverTime
                                                    ? RegexFailure::Kind::OverTime
                                                    : RegexFailure::Kind::InvalidPattern,
                                                wordsFor(reply)});
        QList<RegexMatch> matches;
        for (std::size_t first = 0; first < reply.ranges.size(); first += reply.rangesPerMatch()) {
            const WorkerRange &whole = reply.ranges[first];
            matches.append({.range = {qsizetype(whole.start), qsizetype(whole.length)}});
        }
        return matches;
    }

    static QString wordsFor(const WorkerReply &reply)
    {
        return reply.status == WorkerStatus::OverTime
                   ? QStringLiteral("the search took too long and was given up")
                   : QStringLiteral("not a regular expression: ") + QString::fromStdString(reply.problem);
    }

    JavaScriptRegex m_regex;
};

std::optional<std::string> rendered(const TemplateRequest &request, std::uint64_t id)
{
    try {
        return encodeRenderReply(renderTemplate(request), id);
    } catch (const std::bad_alloc &) {
        return encodeRenderReply(
            std::unexpected(TemplateError{TemplateError::Kind::MemoryLimit,
                                          QStringLiteral("this template needs too much memory"),
                                          {},
                                          0,
                                          0}),
            id);
    }
}

// Deep templates are stopped long before; this is for systems that give programs a small stack.
void wantStack()
{
    rlimit stack{};
    if (getrlimit(RLIMIT_STACK, &stack) == 0) {
        stack.rlim_cur = std::min<rlim_t>(stack.rlim_max, rlim_t(64) << 20);
        setrlimit(RLIMIT_STACK, &stack);
    }
}

} // namespace

int main()
{
    wantStack();
    const auto regex = std::make_shared<OwnRegexEngine>();
    const auto trees = std::make_shared<TemplateTreeCache>();
    answerFrames(templateGreeting, [&](std::string_view contents) -> std::optional<std::string> {
        std::optional<NumberedRequest> numbered = decodeRenderRequest(contents);
        if (!numbered)
            return std::nullopt;
        TemplateRequest &request = numbered->request;
        request.regexEngine = regex;
        request.trees = trees;
        allowProcessorSeconds(request.limits.milliseconds / 1000 + 10);
        return rendered(request, numbered->id);
    });
}
