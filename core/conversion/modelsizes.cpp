#include "core/conversion/modelsizes.h"

#include <QList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct SizeRows
{
    ChatService service;
    int year;
    int month;
    QList<ModelSizes> models;
};

// When makers take models out of service, as they have announced it; others may serve them on.
struct ModelEnd
{
    ChatService service;
    QStringView model;
    QDate day;
    bool isOfPrice = false; // only its price ends, which is a lower one for a time
};

const QList<ModelEnd> &modelEnds()
{
    using enum ChatService;
    static const QList<ModelEnd> ends{
        {Claude, u"claude-sonnet-4-5", QDate(2026, 11, 30)},
        {Claude, u"claude-opus-4-1", QDate(2026, 8, 5)},
        {Claude, u"claude-opus-4", QDate(2026, 6, 15)},
        {Claude, u"claude-sonnet-4", QDate(2026, 6, 15)},
        {Claude, u"claude-3-haiku", QDate(2026, 4, 19)},
        {Claude, u"claude-3-7-sonnet", QDate(2026, 2, 19)},
        {Claude, u"claude-3-opus", QDate(2026, 1, 5)},
        {Claude, u"claude-3-5-sonnet", QDate(2025, 10, 28)},
        {OpenAi, u"gpt-5.1", QDate(2027, 4, 1)},
        {OpenAi, u"gpt-4o", QDate(2027, 1, 14)},
        {OpenAi, u"gpt-4o-mini", QDate(2027, 1, 14)},
        {OpenAi, u"gpt-4.1", QDate(2027, 1, 14)},
        {OpenAi, u"gpt-4.1-mini", QDate(2027, 1, 14)},
        {OpenAi, u"gpt-5", QDate(2026, 12, 11)},
        {OpenAi, u"gpt-5-mini", QDate(2026, 12, 11)},
        {OpenAi, u"gpt-5-nano", QDate(2026, 12, 11)},
        {OpenAi, u"o3", QDate(2026, 12, 11)},
        {OpenAi, u"o1", QDate(2026, 10, 23)},
        {OpenAi, u"o4-mini", QDate(2026, 10, 23)},
        {OpenAi, u"gpt-4.1-nano", QDate(2026, 10, 23)},
        {OpenAi, u"gpt-4-turbo", QDate(2026, 10, 23)},
        {OpenAi, u"gpt-3.5-turbo", QDate(2026, 10, 23)},
        {Gemini, u"gemini-2.5-pro", QDate(2026, 12, 1)},
        {Gemini, u"gemini-2.5-flash", QDate(2026, 12, 1)},
        {Gemini, u"gemini-3-pro", QDate(2026, 3, 9)},
        {Gemini, u"gemini-3.8-flash", QDate(2026, 12, 31), true},
    };
    return ends;
}

// Vendors' pages of models and prices, and the limits that their lists of models give. Where a vendor lets
// its user choose between sizes, or charges by the hour, nothing stands here.
const QList<SizeRows> &sizeRows()
{
    static const QList<SizeRows> rows{
        {ChatService::Claude,
         2026,
         11,
         {
             {u"claude-fable-5-1"_s, 1'000'000, 128'000, 10, 50},
             {u"claude-fable-5"_s, 1'000'000, 128'000, 10, 50},
             {u"claude-opus-5-5"_s, 1'000'000, 128'000, 4, 20},
             {u"claude-opus-5"_s, 1'000'000, 128'000, 5, 25},
             {u"claude-sonnet-5-5"_s, 1'000'000, 128'000, 2, 10},
             {u"claude-sonnet-5"_s, 1'000'000, 128'000, 2, 10},
             {u"claude-haiku-5-5"_s, 1'000'000, 128'000, 0.1, 0.5},
             {u"claude-opus-4-8"_s, 1'000'000, 128'000, 5, 25},
             {u"claude-opus-4-7"_s, 1'000'000, 128'000, 5, 25},
             {u"claude-opus-4-6"_s, 1'000'000, 128'000, 5, 25},
             {u"claude-sonnet-4-6"_s, 1'000'000, 128'000, 3, 15},
             {u"claude-opus-4-5"_s, 200'000, 64'000, 5, 25},
             {u"claude-sonnet-4-5"_s, 200'000, 64'000, 3, 15},
             {u"claude-haiku-4-5"_s, 200'000, 64'000, 1, 5},
         }},
        {ChatService::Claude,
         2026,
         3,
         {
             {u"claude-opus-4-1"_s, 200'000, 32'000, 15, 75},
             {u"claude-opus-4"_s, 200'000, 32'000, 15, 75},
             {u"claude-sonnet-4"_s, 0, 64'000, 3, 15},
             {u"claude-3-7-sonnet"_s, 200'000, 0, 3, 15},
             {u"claude-3-5-sonnet"_s, 200'000, 8'192, 3, 15},
             {u"claude-3-5-haiku"_s, 200'000, 8'192, 0.8, 4},
             {u"claude-3-opus"_s, 200'000, 4'096, 15, 75},
             {u"claude-3-haiku"_s, 200'000, 4'096, 0.25, 1.25},
         }},
        {ChatService::OpenAi,
         2026,
         11,
         {
             {u"gpt-6.2-astra"_s, 1'050'000, 128'000, 8, 40},
             {u"gpt-6.2-sol"_s, 1'050'000, 128'000, 2, 10},
             {u"gpt-6.1-sol"_s, 1'050'000, 128'000, 2, 10},
             {u"gpt-6.1-terra"_s, 1'050'000, 128'000, 1, 5},
             {u"gpt-6-astra"_s, 1'050'000, 128'000, 10, 50},
             {u"gpt-6-sol"_s, 1'050'000, 128'000, 2, 10},
             {u"gpt-6-luna"_s, 1'050'000, 128'000, 0.1, 0.5},
             {u"gpt-5.6-sol"_s, 1'050'000, 128'000, 5, 30},
             {u"gpt-5.6-terra"_s, 1'050'000, 128'000, 2, 12},
             {u"gpt-5.6-luna"_s, 1'050'000, 128'000, 0.2, 1.2},
             {u"gpt-5.5"_s, 1'050'000, 128'000, 5, 30},
             {u"gpt-5.4"_s, 1'050'000, 128'000, 2.5, 15},
         }},
        {ChatService::OpenAi,
         2026,
         3,
         {
             {u"gpt-5.2-chat"_s, 128'000, 16'384, 1.75, 14},
             {u"gpt-5.2"_s, 400'000, 128'000, 1.75, 14},
             {u"gpt-5.1-chat"_s, 128'000, 16'384, 1.25, 10},
             {u"gpt-5.1"_s, 400'000, 128'000, 1.25, 10},
             {u"gpt-5-chat"_s, 128'000, 16'384, 1.25, 10},
             {u"gpt-5-mini"_s, 400'000, 128'000, 0.25, 2},
             {u"gpt-5-nano"_s, 400'000, 128'000, 0.05, 0.4},
             {u"gpt-5"_s, 400'000, 128'000, 1.25, 10},
             {u"gpt-4.1-mini"_s, 1'047'576, 32'768, 0.4, 1.6},
             {u"gpt-4.1-nano"_s, 1'047'576, 32'768, 0.1, 0.4},
             {u"gpt-4.1"_s, 1'047'576, 32'768, 2, 8},
             {u"gpt-4o-mini"_s, 128'000, 16'384, 0.15, 0.6},
             {u"gpt-4o"_s, 128'000, 16'384, 2.5, 10},
             {u"o4-mini"_s, 200'000, 100'000, 1.1, 4.4},
             {u"o3"_s, 200'000, 100'000, 2, 8},
             {u"o1"_s, 200'000, 100'000, 15, 60},
             {u"gpt-4-turbo"_s, 128'000, 4'096, 10, 30},
             {u"gpt-3.5-turbo"_s, 16'385, 4'096, 0.5, 1.5},
         }},
        {ChatService::Gemini,
         2026,
         10,
         {
             {u"gemini-3.8-flash"_s, 1'048'576, 65'536, 0.75, 3.75},
             {u"gemini-3.7-flash"_s, 1'048'576, 65'536, 0.75, 3.75},
             {u"gemini-3.6-flash"_s, 1'048'576, 65'536, 0.75, 3.75},
             {u"gemini-3.5-flash-lite"_s, 1'048'576, 65'536, 0.3, 2.5},
             {u"gemini-3.5-flash"_s, 1'048'576, 65'536, 0, 0},
         }},
        {ChatService::Gemini,
         2026,
         3,
         {
             {u"gemini-3.1-pro"_s, 1'048'576, 65'536, 2, 12},
             {u"gemini-3-pro"_s, 1'048'576, 65'536, 2, 12},
             {u"gemini-3-flash"_s, 1'048'576, 65'536, 0.5, 3},
             {u"gemini-2.5-pro"_s, 1'048'576, 65'536, 1.25, 10},
             {u"gemini-2.5-flash-lite"_s, 1'048'576, 65'536, 0.1, 0.4},
             {u"gemini-2.5-flash"_s, 1'048'576, 65'536, 0.3, 2.5},
             {u"gemini-2.0-flash"_s, 1'048'576, 8'192, 0.1, 0.4},
         }},
        {ChatService::DeepSeek,
         2026,
         10,
         {
             {u"deepseek-flash"_s, 1'000'000, 384'000, 0, 0},
             {u"deepseek-v4-flash"_s, 1'000'000, 384'000, 0, 0},
             {u"deepseek-v4-pro"_s, 1'000'000, 384'000, 0, 0},
         }},
        {ChatService::Xai,
         2026,
         7,
         {
             {u"grok-4.5"_s, 500'000, 0, 2, 6},
             {u"grok-4.3"_s, 1'000'000, 0, 1.25, 2.5},
             {u"grok-4-0709"_s, 256'000, 0, 3, 15},
         }},
        {ChatService::Cohere,
         2026,
         3,
         {
             {u"command-a-03-2025"_s, 256'000, 8'000, 2.5, 10},
             {u"command-r-plus-08-2024"_s, 128'000, 4'000, 2.5, 10},
             {u"command-r-08-2024"_s, 128'000, 4'000, 0.15, 0.6},
         }},
    };
    return rows;
}

// The shortest beginning of a prompt that is kept. As of November 2026.
int leastCachedOf(ChatService service, QStringView model)
{
    struct Least
    {
        int tokens;
        QList<QStringView> models;
    };
    static const QList<Least> claude{
        {512,
         {u"claude-opus-5-5", u"claude-sonnet-5-5", u"claude-haiku-5-5", u"claude-opus-5",
          u"claude-fable-5"}},
        {1024,
         {u"claude-opus-4-8", u"claude-sonnet-5", u"claude-sonnet-4-6", u"claude-sonnet-4-5",
          u"claude-opus-4-1", u"claude-opus-4", u"claude-sonnet-4", u"claude-3-7-sonnet",
          u"claude-3-5-sonnet", u"claude-3-opus"}},
        {2048, {u"claude-opus-4-7", u"claude-3-5-haiku", u"claude-3-haiku"}},
        {4096, {u"claude-opus-4-6", u"claude-opus-4-5", u"claude-haiku-4-5"}}};
    static const QList<Least> openAi{
        {1024,
         {u"gpt-5.2", u"gpt-5.1", u"gpt-5-mini", u"gpt-5-nano", u"gpt-5", u"gpt-4.1-mini", u"gpt-4.1-nano",
          u"gpt-4.1", u"gpt-4o-mini", u"gpt-4o", u"o4-mini", u"o3", u"o1"}}};
    const QList<Least> rows = service == ChatService::Claude   ? claude
                              : service == ChatService::OpenAi ? openAi
                                                               : QList<Least>();
    for (const Least &least : rows) {
        if (least.models.contains(model))
            return least.tokens;
    }
    return 0;
}

void addAbilities(ModelSizes &known, ChatService maker)
{
    using enum ChatService;
    static const QStringList earlier{u"gpt-4-turbo"_s, u"gpt-3.5-turbo"_s, u"gemini-2.0-flash"_s};
    known.readsPictures = (maker == Claude || maker == OpenAi || maker == Gemini || maker == Xai) &&
                          known.model != u"gpt-3.5-turbo";
    if (maker == Claude)
        known.caching = PromptCaching::Marked;
    else if ((maker == OpenAi || maker == Gemini || maker == DeepSeek || maker == Xai) &&
             !earlier.contains(known.model))
        known.caching = PromptCaching::Automatic;
    known.leastCached = leastCachedOf(maker, known.model);
}

// A date or the like may follow: "gpt-5-2025-08-07" is gpt-5, "gpt-5-pro" and "claude-opus-4-9" are others.
bool isNamed(QStringView id, QStringView model)
{
    if (!id.startsWith(model) || id.size() == model.size())
        return id == model;
    const QStringView behind = id.sliced(model.size() + 1);
    const QChar mark = id.at(model.size());
    if (mark != u'-' && mark != u'@')
        return false;
    constexpr qsizetype shortestDate = 3;
    const auto digits = std::ranges::find_if_not(behind, [](QChar c) { return c.isDigit(); });
    return digits - behind.begin() >= shortestDate || behind == u"latest" || behind.startsWith(u"preview");
}

ChatService makerOf(const Connection &connection)
{
    const bool isVertex = connection.service == ChatService::Vertex;
    return isVertex ? ChatService::Gemini : connection.service;
}

} // namespace

std::optional<ModelSizes> modelSizes(const Connection &connection)
{
    if (connection.kind != Connection::Kind::ChatService)
        return {};
    QStringView id = connection.model;
    if (id.startsWith(u"models/"))
        id = id.sliced(7);
    std::optional<ModelSizes> best;
    for (const SizeRows &rows : sizeRows()) {
        if (rows.service != makerOf(connection))
            continue;
        for (const ModelSizes &row : rows.models) {
            if (!isNamed(id, row.model) || (best && best->model.size() > row.model.size()))
                continue;
            best = row;
            best->asOf = QDate(rows.year, rows.month, 1);
        }
    }
    if (best)
        addAbilities(*best, makerOf(connection));
    for (const ModelEnd &end : modelEnds()) {
        if (best && end.service == connection.service && end.model == best->model)
            (end.isOfPrice ? best->priceEnds : best->ends) = end.day;
    }
    return best;
}

std::optional<int> modelContext(const Connection &connection)
{
    const ServiceClaims &said = connection.request.said;
    if (said.model == connection.model && said.contextSize)
        return said.contextSize;
    const std::optional<ModelSizes> known = modelSizes(connection);
    return known && known->contextSize > 0 ? std::optional(known->contextSize) : std::nullopt;
}

std::optional<int> longestReply(const Connection &connection)
{
    const RequestSettings &settings = connection.request;
    if (settings.claims.mostReply)
        return settings.claims.mostReply;
    if (settings.said.model == connection.model && settings.said.mostReply)
        return settings.said.mostReply;
    const std::optional<ModelSizes> known = modelSizes(connection);
    return known && known->mostReply > 0 ? std::optional(known->mostReply) : std::nullopt;
}

} // namespace snug
