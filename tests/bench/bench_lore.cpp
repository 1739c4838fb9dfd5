// Times the lore scan on a large input and compares it with an anchor of the same run: reading every
// character that is scanned once, in lower case. Prints one line of JSON.
//
//   bench_lore FOLDER    character.json, chat.jsonl, world.json as the assembly benchmark makes them
#include "app/cases/inputfiles.h"
#include "core/lore/decorators.h"
#include "core/lore/lorescan.h"
#include "core/lore/nearestmiss.h"
#include "core/prompt/assemble.h"
#include "core/prompt/lorereplaycomparison.h"
#include "core/tokens/loadtokenizer.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cstdio>
#include <ctime>

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

// Processor time, in milliseconds: other programs on the machine do not count.
double processorTime()
{
    return double(std::clock()) * 1000 / CLOCKS_PER_SEC;
}

template <typename Work> double timed(const Work &work)
{
    const double begun = processorTime();
    work();
    return processorTime() - begun;
}

template <typename Work> double bestOf(int rounds, const Work &work)
{
    double best = 1e300;
    for (int i = 0; i < rounds; ++i)
        best = std::min(best, timed(work));
    return best;
}

LoreScanInputs scanOf(const Lorebook &book, const Chat &chat, const TokenCounterPtr &counter)
{
    LoreScanInputs scan;
    scan.settings.depth = 50;
    scan.budget = 7936;
    scan.generationType = u"normal"_s;
    scan.index = std::make_shared<const LoreIndex>(QList<ActiveLorebook>{{book}}, scan.settings);
    for (qsizetype i = chat.messages.size() - 1; i >= 0; --i)
        scan.texts.messages.append({chat.messages[i].name, chat.messages[i].text, int(i)});
    scan.countTokens = [counter](QStringView text) { return counter->count(text); };
    scan.counting = {counter, false};
    return scan;
}

} // namespace

int main(int argc, char **argv)
{
    const QDir folder(argc == 2 ? QString::fromLocal8Bit(argv[1]) : QString());
    const Result<Lorebook> book = readLorebookFile(folder.filePath(u"world.json"_s));
    const Result<Chat> chat = readChatFile(folder.filePath(u"chat.jsonl"_s));
    if (argc != 2 || !book || !chat) {
        std::fputs("usage: bench_lore FOLDER with world.json and chat.jsonl\n", stderr);
        return 2;
    }
    const TokenCounterPtr counter = counterForModel(u"gpt-4o"_s);
    counter->count(u"warm"); // the vocabulary is not what is timed
    const QList<ActiveLorebook> books{{*book}};
    const LoreScanInputs base = scanOf(*book, *chat, counter);
    const auto run = [](LoreScanInputs scan) {
        scan.resolveContent = [index = scan.index](qsizetype i) {
            return contentWithoutDecorators(index->candidates()[size_t(i)].entry->content);
        };
        return scanLore(scan);
    };

    const double index = bestOf(7, [&] { LoreCache().indexFor(books, base.settings); });
    double cold = 1e300;
    double withoutCounting = 1e300;
    LoreScanResult result;
    for (int i = 0; i < 7; ++i) {
        LoreScanInputs scan = base;
        scan.cache = std::make_shared<LoreCache>();
        cold = std::min(cold, timed([&] {
                            scan.index = scan.cache->indexFor(books, scan.settings);
                            result = run(scan);
                        }));
        scan.cache = std::make_shared<LoreCache>();
        scan.countTokens = [](QStringView) { return 1; };
        withoutCounting = std::min(withoutCounting, timed([&] {
                                       scan.index = scan.cache->indexFor(books, scan.settings);
                                       run(scan);
                                   }));
    }
    LoreScanInputs scan = base;
    scan.cache = std::make_shared<LoreCache>();
    scan.index = scan.cache->indexFor(books, scan.settings);
    run(scan);
    int typed = 0;
    const double keystroke = bestOf(30, [&] {
        scan.texts.messages.first().text = u"And then the %1"_s.arg(++typed);
        scan.index = scan.cache->indexFor(books, scan.settings);
        run(scan);
    });
    QList<qsizetype> silent;
    for (qsizetype i = 0; i < result.rows.size(); ++i) {
        if (!result.rows[i].fired)
            silent.append(i);
    }
    const double misses = bestOf(3, [&] { nearestMisses(result.evidence, result.rows, silent); });
    qsizetype units = 0;
    const double anchor = bestOf(7, [&] {
        for (int i = 0; i < 50; ++i)
            units += base.texts.messages[i].text.toLower().size();
    });

    // All of it: what the window does at a keystroke.
    PromptInputs inputs;
    inputs.card = readCardFile(folder.filePath(u"character.json"_s)).value_or(Card());
    const QString preset = folder.filePath(u"preset.json"_s);
    inputs.preset = readPresetFile(QFile::exists(preset) ? preset : folder.filePath(u"../preset.json"_s))
                        .value_or(Preset());
    inputs.chat = *chat;
    inputs.lorebooks = books;
    inputs.settings.lore.depth = 50;
    inputs.counter = counter;
    inputs.loreCache = std::make_shared<LoreCache>();
    const double assembleCold = timed([&] { assemble(inputs); });
    const double assembleWarm = bestOf(5, [&] {
        inputs.userText = u"And then the %1"_s.arg(++typed);
        assemble(inputs);
    });

    // The simulator: every past turn of the chat, as many times over as make 2,000 replies.
    PromptInputs past = inputs;
    past.loreCache = std::make_shared<LoreCache>();
    past.userText.clear();
    while (pastTurns(past.chat).size() < 2000)
        past.chat.messages += chat->messages;
    past.chat.messages.resize(pastTurns(past.chat).at(1999) + 1);
    LoreReplay replay;
    const double replayed = bestOf(3, [&] {
        past.loreCache = std::make_shared<LoreCache>();
        replay = replayLore(past);
    });
    qsizetype firings = 0;
    for (const LoreReplayRow &row : compareReplays(replay, replay).rows)
        firings += row.firedAfter;
    const double whole = bestOf(3, [&] {
        for (const Message &message : std::as_const(past.chat.messages))
            units += message.text.toLower().size();
    });

    const QJsonObject line{{u"entries"_s, base.index->size()},
                           {u"fired"_s, result.activated.size()},
                           {u"index_ms"_s, index},
                           {u"cold_ms"_s, cold},
                           {u"cold_without_counting_ms"_s, withoutCounting},
                           {u"keystroke_ms"_s, keystroke},
                           {u"all_nearest_misses_ms"_s, misses},
                           {u"lower_case_ms"_s, anchor},
                           {u"cold_ratio"_s, cold / anchor},
                           {u"keystroke_ratio"_s, keystroke / anchor},
                           {u"replayed_turns"_s, replay.tokens.size()},
                           {u"replayed_firings"_s, firings},
                           {u"replay_ms"_s, replayed},
                           {u"replay_ratio"_s, replayed / whole},
                           {u"assemble_cold_ms"_s, assembleCold},
                           {u"assemble_keystroke_ms"_s, assembleWarm}};
    std::printf("%s\n", QJsonDocument(line).toJson(QJsonDocument::Compact).constData());
    return units > 0 ? 0 : 1;
}
