// NovelAI's own models. What they are never to write, and what may be repeated, are token ids of each
// model's tokenizer, as NovelAI's own page and SillyTavern send them.
#include "core/conversion/bannedtokens.h"
#include "core/conversion/textcall.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr std::array kayraRepeatable{
    49256, 49264, 49231, 49230, 49287, 85,   49255, 49399, 49262, 336,  333,  432,  363, 468,   492,
    745,   401,   426,   623,   794,   1096, 2919,  2072,  7379,  1259, 2110, 620,  526, 487,   16562,
    603,   805,   761,   2681,  942,   8917, 653,   3513,  506,   5301, 562,  5010, 614, 10942, 539,
    2976,  462,   5189,  567,   2032,  123,  124,   125,   126,   127,  128,  129,  130, 131,   132,
    588,   803,   1040,  49209, 4,     5,    6,     7,     8,     9,    10,   11,   12};

constexpr std::array eratoRepeatable{
    6,    1,    11,   13,    25,   198,  12,   9,     8,    279,   264,  459,   323,  477,   539, 912,
    374,  574,  1051, 1550,  1587, 4536, 5828, 15058, 3287, 3250,  1461, 1077,  813,  11074, 872, 1202,
    1436, 7846, 1288, 13434, 1053, 8434, 617,  9167,  1047, 19117, 706,  12775, 649,  4250,  527, 7784,
    690,  2834, 15,   16,    17,   18,   19,   20,    21,   22,    23,   24,    1210, 1359,  608, 220,
    596,  956,  3077, 44886, 4265, 3358, 2351, 2846,  311,  389,   315,  304,   520,  505,   430};

const QList<QList<int>> &kayraBans()
{
    static const QList<QList<int>> list{{3},     {49356},  {1431},  {31715}, {34387}, {20765}, {30702},
                                        {10691}, {49333},  {1266},  {19438}, {43145}, {26523}, {41471},
                                        {2936},  {85, 85}, {49332}, {7286},  {1115},  {24}};
    return list;
}

constexpr std::array hypebotBanned{
    58,    60,    90,    92,    685,   1391,  1782,  2361,  3693,  4083,  4357,  4895,  5512,  5974,  7131,
    8183,  8351,  8762,  8964,  8973,  9063,  11208, 11709, 11907, 11919, 12878, 12962, 13018, 13412, 14631,
    14692, 14980, 15090, 15437, 16151, 16410, 16589, 17241, 17414, 17635, 17816, 17912, 18083, 18161, 18477,
    19629, 19779, 19953, 20520, 20598, 20662, 20740, 21476, 21737, 22133, 22241, 22345, 22935, 23330, 23785,
    23834, 23884, 25295, 25597, 25719, 25787, 25915, 26076, 26358, 26398, 26894, 26933, 27007, 27422, 28013,
    29164, 29225, 29342, 29565, 29795, 30072, 30109, 30138, 30866, 31161, 31478, 32092, 32239, 32509, 33116,
    33250, 33761, 34171, 34758, 34949, 35944, 36338, 36463, 36563, 36786, 36796, 36937, 37250, 37913, 37981,
    38165, 38362, 38381, 38430, 38892, 39850, 39893, 41832, 41888, 42535, 42669, 42785, 42924, 43839, 44438,
    44587, 44926, 45144, 45297, 46110, 46570, 46581, 46956, 47175, 47182, 47527, 47715, 48600, 48683, 48688,
    48874, 48999, 49074, 49082, 49146, 49946, 10221, 4841,  1427,  29343, 37405, 35780, 2602,  50256};

constexpr std::array hypebotBannedPair{2602, 834};
constexpr qsizetype hypebotPairAt = 144; // of the list

const QList<QList<int>> &hypebotBans()
{
    static const QList<QList<int>> list = [] {
        QList<QList<int>> bans;
        for (const int id : hypebotBanned)
            bans.append(QList<int>{id});
        bans.insert(hypebotPairAt, QList<int>(hypebotBannedPair.begin(), hypebotBannedPair.end()));
        return bans;
    }();
    return list;
}

const QList<QList<int>> &eratoBans()
{
    static const QList<QList<int>> list{{16067},
                                        {933, 11144},
                                        {25106, 11144},
                                        {58, 106901, 16073, 33710, 25, 109933},
                                        {933, 58, 11144},
                                        {128030},
                                        {58, 30591, 33503, 17663, 100204, 25, 11144}};
    return list;
}

template <typename Range> Json numbers(const Range &range)
{
    Json list = Json::array();
    for (const int number : range)
        list.append(Json(number));
    return list;
}

Json bias(int token)
{
    return Json::object({{u"sequence"_s, Json::array({Json(token)})},
                         {u"bias"_s, Json(-0.08)},
                         {u"ensure_sequence_finish"_s, Json(false)},
                         {u"generate_once"_s, Json(false)}});
}

bool isErato(const QString &model)
{
    return model.contains(u"erato");
}

// Token ids are known of these only.
bool hasLists(const QString &model)
{
    return isErato(model) || model.contains(u"kayra") || model.contains(u"clio");
}

QList<QList<int>> bansOf(const QString &model)
{
    if (isErato(model))
        return eratoBans();
    if (hasLists(model))
        return kayraBans();
    return model.contains(u"hypebot") ? hypebotBans() : QList<QList<int>>();
}

int longestReply(const NovelAsk &ask)
{
    const bool isLarge = ask.model.contains(u"kayra") || isErato(ask.model);
    return isLarge && ask.tier >= 3 ? 250 : 150;
}

QString prefixOf(const NovelAsk &ask)
{
    constexpr qsizetype lookedAt = 1500;
    const QString prefix = ask.preset[u"prefix"].toText();
    if (!hasLists(ask.model)) // the models before take no other
        return u"vanilla"_s;
    return ask.prompt.last(std::min(ask.prompt.size(), lookedAt)).contains(u'}') ? u"special_instruct"_s
                                                                                 : prefix;
}

} // namespace

ServiceCall novelCall(const NovelAsk &ask)
{
    const Json &preset = ask.preset;
    const auto number = [&](QStringView key, double otherwise) {
        const Json value = preset[key];
        return value.isUndefined() ? Json(otherwise) : value;
    };
    const bool isListed = hasLists(ask.model);
    const QString prefix = prefixOf(ask);
    Json parameters = Json::object({{u"use_string"_s, Json(true)}});
    parameters.set(u"temperature"_s, number(u"temperature", 1.5));
    parameters.set(u"max_length"_s, Json(std::min(ask.maxTokens, longestReply(ask))));
    parameters.set(u"min_length"_s, number(u"min_length", 1));
    parameters.set(u"tail_free_sampling"_s, number(u"tail_free_sampling", 0.975));
    parameters.set(u"repetition_penalty"_s, number(u"repetition_penalty", 2.25));
    parameters.set(u"repetition_penalty_range"_s, number(u"repetition_penalty_range", 2048));
    parameters.set(u"repetition_penalty_slope"_s, number(u"repetition_penalty_slope", 0.09));
    parameters.set(u"repetition_penalty_frequency"_s, number(u"repetition_penalty_frequency", 0));
    parameters.set(u"repetition_penalty_presence"_s, number(u"repetition_penalty_presence", 0.005));
    parameters.set(u"repetition_penalty_whitelist"_s, !isListed            ? Json::null()
                                                      : isErato(ask.model) ? numbers(eratoRepeatable)
                                                                           : numbers(kayraRepeatable));
    parameters.set(u"top_a"_s, number(u"top_a", 0.08));
    parameters.set(u"top_p"_s, number(u"top_p", 0.75));
    parameters.set(u"top_k"_s, number(u"top_k", 10));
    parameters.set(u"typical_p"_s, number(u"typical_p", 0.975));
    for (const QString &key : {u"mirostat_lr"_s, u"mirostat_tau"_s})
        parameters.set(key, preset[key].isUndefined() ? Json::null() : preset[key]);
    if (!preset[u"phrase_rep_pen"].isUndefined())
        parameters.set(u"phrase_rep_pen"_s, preset[u"phrase_rep_pen"]);
    if (isListed)
        parameters.set(u"stop_sequences"_s,
                       Json::array()); // token ids, which only the model's tokenizer knows
    Json bans = Json::array();
    for (const QList<int> &ids : bansOf(ask.model))
        bans.append(numbers(ids));
    const BannedTokens own = bannedTokens(preset[u"banned_tokens"].toText());
    for (const QList<int> &ids : own.sequences) {
        if (isListed && !ids.isEmpty())
            bans.append(numbers(ids));
    }
    parameters.set(u"bad_words_ids"_s, bans.size() > 0 ? bans : Json::null());
    Json biases = Json::array();
    if (isListed) {
        for (const int token : isErato(ask.model) ? std::array{12488, 128041} : std::array{23, 21})
            biases.append(bias(token));
    }
    const QList<Json> wanted = preset[u"logit_bias_exp"].items();
    for (const Json &item : wanted)
        biases.append(item);
    parameters.set(u"logit_bias_exp"_s, biases);
    parameters.set(u"generate_until_sentence"_s, Json(true));
    parameters.set(u"use_cache"_s, Json(false));
    parameters.set(u"return_full_text"_s, Json(false));
    parameters.set(u"prefix"_s, Json(prefix));
    parameters.set(u"order"_s,
                   preset[u"order"].isArray() ? preset[u"order"] : numbers(std::array{1, 5, 0, 2, 3, 4}));
    if (ask.wantsLogprobs)
        parameters.set(u"num_logprobs"_s, Json(10));
    parameters.set(u"min_p"_s, number(u"min_p", 0));
    parameters.set(u"math1_temp"_s, number(u"math1_temp", 1));
    parameters.set(u"math1_quad"_s, number(u"math1_quad", 0));
    parameters.set(u"math1_quad_entropy_scale"_s, number(u"math1_quad_entropy_scale", 0));
    if (prefix == u"theme_textadventure" && isListed)
        parameters.set(u"eos_token_id"_s, Json(isErato(ask.model) ? 29 : 49405));

    const bool isOnTextHost = ask.model.contains(u"kayra") || isErato(ask.model);
    const QString start = isErato(ask.model) ? u"<|startoftext|><|reserved_special_token81|>"_s : QString();
    ServiceCall call;
    call.address = (isOnTextHost ? u"https://text.novelai.net"_s : u"https://api.novelai.net"_s) +
                   (ask.streams ? u"/ai/generate-stream"_s : u"/ai/generate"_s);
    call.headers = {{"authorization", "Bearer ", true}};
    call.body = Json::object({{u"input"_s, Json(start + ask.prompt)},
                              {u"model"_s, Json(ask.model)},
                              {u"parameters"_s, parameters}});
    return call;
}

} // namespace snug
