#include "core/wire/modelpage.h"

#include "core/wire/servertext.h"
#include "core/wire/statuswords.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype mostListedModels = 10'000;

std::optional<int> tokensIn(const QJsonValue &value)
{
    const double number = value.toDouble();
    return number > 0 && number < 2e9 ? std::optional(int(number)) : std::nullopt;
}

// The first of these members that says a number.
template <std::size_t Count>
std::optional<int> firstTokens(const QJsonValue &model, const std::array<QStringView, Count> &members)
{
    for (const QStringView member : members) {
        if (const auto tokens = tokensIn(model[member]))
            return tokens;
    }
    return {};
}

std::optional<double> priceIn(const QJsonValue &value)
{
    bool isNumber = value.isDouble();
    const double price = isNumber ? value.toDouble() : value.toString().toDouble(&isNumber);
    return isNumber && price >= 0 ? std::optional(price) : std::nullopt;
}

void addWords(QStringList &list, const QJsonValue &value)
{
    if (value.isObject()) { // Mistral, Anthropic: what is true, or supported
        const QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it) {
            if (it->toBool() || it.value()[u"supported"].toBool())
                list << it.key();
        }
    }
    for (const QJsonValue &word : value.toArray()) {
        if (word.isString() && !list.contains(word.toString()))
            list << word.toString();
    }
}

bool contains(const QJsonValue &list, QStringView word)
{
    const QJsonArray items = list.toArray();
    return std::ranges::any_of(items, [&](const QJsonValue &item) { return item.toString() == word; });
}

bool isForChat(const QJsonValue &model)
{
    if (const QJsonValue methods = model[u"supportedGenerationMethods"]; methods.isArray()) // Gemini
        return contains(methods, u"generateContent");
    if (const QJsonValue endpoints = model[u"endpoints"]; endpoints.isArray()) // Cohere
        return contains(endpoints, u"chat");
    if (const QJsonValue chat = model[u"capabilities"][u"completion_chat"]; chat.isBool()) // Mistral
        return chat.toBool();
    if (const QJsonValue output = model[u"architecture"][u"output_modalities"];
        output.isArray()) // OpenRouter
        return contains(output, u"text");
    return true;
}

ModelFacts modelFacts(const QJsonValue &model)
{
    static constexpr std::array<QStringView, 8> contextMembers{
        u"max_model_len",  u"context_length",  u"max_context_length", u"max_input_tokens",
        u"context_window", u"inputTokenLimit", u"max_seq_len",        u"n_ctx"};
    static constexpr std::array<QStringView, 4> replyMembers{u"outputTokenLimit", u"max_completion_tokens",
                                                             u"max_output_tokens", u"max_tokens"};
    ModelFacts facts;
    if (model.isString()) {
        facts.id = model.toString();
        return facts;
    }
    for (const QStringView member : {u"id", u"name", u"model"}) {
        if (facts.id = model[member].toString(); !facts.id.isEmpty())
            break;
    }
    facts.contextSize = firstTokens(model, contextMembers);
    if (!facts.contextSize)
        facts.contextSize = firstTokens(model[u"parameters"], contextMembers); // TabbyAPI
    if (!facts.contextSize)
        facts.contextSize = firstTokens(model[u"meta"], contextMembers); // llama-server
    facts.mostReply = firstTokens(model, replyMembers);
    if (!facts.mostReply)
        facts.mostReply = tokensIn(model[u"top_provider"][u"max_completion_tokens"]); // OpenRouter
    for (const QStringView member : {u"capabilities", u"features", u"supported_parameters"})
        addWords(facts.capabilities, model[member]);
    if (model[u"thinking"].toBool()) // Gemini
        facts.capabilities << u"thinking"_s;
    addWords(facts.parameters, model[u"supported_parameters"]);
    for (const QJsonValue &modality : model[u"architecture"][u"input_modalities"].toArray()) {
        if (modality.toString() == u"image")
            facts.capabilities << u"vision"_s;
    }
    facts.isForChat = isForChat(model);
    facts.promptPrice = priceIn(model[u"pricing"][u"prompt"]);
    facts.replyPrice = priceIn(model[u"pricing"][u"completion"]);
    return facts;
}

Error noModelList(const QByteArray &body)
{
    Error error = explainStrangeAnswer(body);
    error.what = ServerText::tr("The server's answer is not a list of models");
    return error;
}

} // namespace

namespace {

QStringList distinct(const QStringList &names)
{
    QStringList list;
    QSet<QString> known;
    for (const QString &name : names) {
        if (!name.isEmpty() && !known.contains(name)) {
            known.insert(name);
            list << name;
        }
    }
    return list;
}

QString nameInRequests(const QString &id)
{
    return id.startsWith(u"models/") ? id.sliced(7) : id;
}

} // namespace

QStringList ModelPage::ids() const
{
    QStringList list;
    for (const ModelFacts &model : models)
        list << model.id;
    return distinct(list);
}

QStringList ModelPage::chatIds() const
{
    QStringList list;
    for (const ModelFacts &model : models) {
        if (model.isForChat)
            list << nameInRequests(model.id);
    }
    list = distinct(list);
    return list.isEmpty() ? ids() : list;
}

std::optional<ModelFacts> ModelPage::factsOf(QStringView id) const
{
    if (models.size() == 1) // a server with one loaded, whatever it is called
        return models.first();
    const auto found = std::ranges::find_if(models, [&](const ModelFacts &model) {
        return nameInRequests(model.id) == nameInRequests(id.toString());
    });
    return found == models.end() ? std::nullopt : std::optional(*found);
}

Result<ModelPage> parseModelPage(const QByteArray &body)
{
    const QJsonDocument document = QJsonDocument::fromJson(body);
    const QJsonObject object = document.object();
    ModelPage page;
    QJsonValue list = document.isArray() ? QJsonValue(document.array()) : object.value(u"data");
    for (const QStringView member : {u"models", u"result", u"publisherModels"}) {
        if (!list.isArray())
            list = object.value(member);
    }
    if (list.isArray()) {
        for (const QJsonValue &model : list.toArray()) {
            if (page.models.size() >= mostListedModels)
                break;
            page.models.append(modelFacts(model));
            QString &id = page.models.last().id;
            if (object.contains(u"publisherModels")) // "publishers/google/models/gemini-3"
                id = id.section(u'/', -1);
            else if (object.value(u"result").isArray()) // whose ids are not what requests name
                id = model[u"name"].toString();
        }
        if (object.value(u"has_more").toBool()) // Anthropic
            page.next = object.value(u"last_id").toString();
        for (const QStringView member : {u"nextPageToken", u"next_page_token"}) { // Gemini, Cohere
            if (page.next.isEmpty())
                page.next = object.value(member).toString();
        }
        return page;
    }
    // One loaded model: text-generation-webui, KoboldCpp, TabbyAPI.
    for (const QStringView member : {u"model_name", u"result", u"id"}) {
        const QString name = object.value(member).toString();
        if (name.isEmpty())
            continue;
        ModelFacts facts = modelFacts(object);
        facts.id = name;
        page.models = {facts};
        return page;
    }
    return std::unexpected(noModelList(body));
}

} // namespace snug
