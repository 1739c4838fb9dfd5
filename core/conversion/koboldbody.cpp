// KoboldAI's own API and AI Horde, whose workers speak it. https://lite.koboldai.net/koboldcpp_api
#include "core/conversion/textcall.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// The flat object that SillyTavern's page makes.
Json koboldPage(const KoboldAsk &ask)
{
    const auto value = [&](QStringView key, const Json &otherwise) {
        const Json found = ask.preset[key];
        return found.isUndefined() ? otherwise : found;
    };
    const bool usesServerSettings = ask.preset[u"gui_settings"].toBool();
    Json page = Json::object({{u"gui_settings"_s, Json(usesServerSettings)}});
    Json order = Json::array();
    for (int i = 0; i < 7; ++i)
        order.append(Json(i));
    if (usesServerSettings) {
        page.set(u"max_context_length"_s, Json(ask.contextSize));
        page.set(u"max_length"_s, Json(ask.maxTokens));
        return page;
    }
    page.set(u"sampler_order"_s, value(u"sampler_order", order));
    page.set(u"max_context_length"_s, Json(ask.contextSize));
    page.set(u"max_length"_s, Json(ask.maxTokens));
    page.set(u"rep_pen"_s, value(u"rep_pen", Json(1)));
    page.set(u"rep_pen_range"_s, value(u"rep_pen_range", Json(0)));
    page.set(u"rep_pen_slope"_s, value(u"rep_pen_slope", Json(0.9)));
    page.set(u"temperature"_s, value(u"temp", value(u"temperature", Json(1))));
    for (const QString &key : {u"tfs"_s, u"top_a"_s})
        page.set(key, value(key, Json(1)));
    page.set(u"top_k"_s, value(u"top_k", Json(0)));
    page.set(u"top_p"_s, value(u"top_p", Json(1)));
    if (ask.abilities.minP)
        page.set(u"min_p"_s, value(u"min_p", Json(0)));
    page.set(u"typical"_s, value(u"typical", Json(1)));
    page.set(u"use_world_info"_s, Json(false));
    page.set(u"singleline"_s, Json(false));
    if (ask.abilities.stopSequences)
        page.set(u"stop_sequence"_s, Json(ask.stop));
    if (const Json seed = value(u"seed", Json(-1)); seed.toDouble(-1) >= 0)
        page.set(u"sampler_seed"_s, seed);
    page.set(u"streaming"_s,
             Json(ask.abilities.streaming && value(u"streaming_kobold", Json(false)).toBool()));
    page.set(u"can_abort"_s, Json(ask.abilities.streaming));
    if (ask.abilities.mirostat) {
        page.set(u"mirostat"_s, value(u"mirostat", Json(0)));
        page.set(u"mirostat_tau"_s, value(u"mirostat_tau", Json(5)));
        page.set(u"mirostat_eta"_s, value(u"mirostat_eta", Json(0.1)));
    }
    if (ask.abilities.defaultBadWords)
        page.set(u"use_default_badwordsids"_s, value(u"use_default_badwordsids", Json(false)));
    if (ask.abilities.grammar)
        page.set(u"grammar"_s, value(u"grammar", Json(QString(u""_s))));
    if (ask.abilities.grammar && ask.continues)
        page.set(u"grammar_retain_state"_s, Json(true));
    return page;
}

} // namespace

ServiceCall koboldCall(const KoboldAsk &ask)
{
    const Json page = koboldPage(ask);
    Json body = Json::object({{u"prompt"_s, Json(ask.prompt)}});
    for (const QString &key : {u"use_story"_s, u"use_memory"_s, u"use_authors_note"_s, u"use_world_info"_s})
        body.set(key, Json(false));
    for (const Json::Member &member : page.members()) {
        const QString &key = member.key;
        static const QStringList pagesOwn{u"gui_settings"_s, u"streaming"_s, u"can_abort"_s,
                                          u"grammar_retain_state"_s};
        if (!pagesOwn.contains(key))
            body.set(key, member.value);
    }
    ServiceCall call;
    call.address =
        ask.server + (page[u"streaming"].toBool() ? u"/extra/generate/stream"_s : u"/v1/generate"_s);
    call.body = body;
    return call;
}

ServiceCall hordeCall(const KoboldAsk &ask, const QStringList &models, bool onlyTrusted)
{
    Json params = koboldPage(ask);
    if (!ask.server.isEmpty())
        params.set(u"api_server"_s, Json(ask.server));
    params.set(u"n"_s, Json(1));
    for (const QString &key : {u"frmtadsnsp"_s, u"frmtrmblln"_s, u"frmtrmspch"_s, u"frmttriminc"_s})
        params.set(key, Json(false));
    ServiceCall call;
    call.address = u"https://aihorde.net/api/v2/generate/text/async"_s;
    call.headers = {{"apikey", {}, true}, {"client-agent", "Snug:1:"}};
    call.body = Json::object({{u"prompt"_s, Json(ask.prompt)},
                              {u"params"_s, params},
                              {u"trusted_workers"_s, Json(onlyTrusted)},
                              {u"models"_s, Json(models)}});
    return call;
}

} // namespace snug
