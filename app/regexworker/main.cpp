// snug-regex: searches texts for Snug with regular expressions that strangers wrote.

#include "app/confined/answerframes.h"
#include "app/confined/confinement.h"
#include "app/confined/javascriptregex.h"

using namespace snug;

int main()
{
    JavaScriptRegex regex;
    answerFrames(workerGreeting, [&regex](std::string_view contents) -> std::optional<std::string> {
        std::optional<WorkerRequest> request = decodeRequest(contents);
        if (!request)
            return std::nullopt;
        if (auto *text = std::get_if<WorkerText>(&*request)) {
            regex.setText(std::move(text->text));
            return std::string();
        }
        const auto &search = std::get<WorkerSearch>(*request);
        allowProcessorSeconds(int(search.milliseconds / 1000) + 10);
        return encodeReply(regex.search(search));
    });
}
