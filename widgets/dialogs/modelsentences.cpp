#include "widgets/dialogs/modelsentences.h"

#include "core/conversion/modelsizes.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct ModelSentenceText
{
    Q_DECLARE_TR_FUNCTIONS(ModelSentences)
};

QString tryingSentenceOf(ChatService service)
{
    switch (service) {
    case ChatService::Gemini:
    case ChatService::Groq:
    case ChatService::Mistral:
    case ChatService::Cohere:
    case ChatService::WorkersAi:
        return ModelSentenceText::tr("Free to try, within limits that the service sets.");
    case ChatService::OpenRouter:
        return ModelSentenceText::tr("Models whose names end in “:free” cost nothing, within a daily limit. "
                                     "The others need credit.");
    case ChatService::OpenAi:
    case ChatService::Claude:
    case ChatService::DeepSeek:
    case ChatService::Xai:
    case ChatService::Moonshot:
    case ChatService::Fireworks:
    case ChatService::Together:
    case ChatService::NanoGpt:
        return ModelSentenceText::tr(
            "Needs credit that is paid in advance, apart from any subscription to a chat.");
    case ChatService::NovelAi:
        return ModelSentenceText::tr("Needs a subscription.");
    default:
        return {};
    }
}

constexpr double million = 1e6;

QString dollars(double price)
{
    return QLocale().toString(price, 'g', 4);
}

// With what follows from it.
QStringList saidSentences(const ServiceClaims &said)
{
    QStringList lines;
    if (said.contextSize)
        lines << ModelSentenceText::tr("The service says that the model takes %1 tokens: no prompt is made "
                                       "longer, unless a context size is set below.")
                     .arg(QLocale().toString(*said.contextSize));
    if (said.mostReply)
        lines << ModelSentenceText::tr("It says that a reply has at most %1 tokens.")
                     .arg(QLocale().toString(*said.mostReply));
    if (said.promptPrice && said.replyPrice && *said.promptPrice + *said.replyPrice > 0)
        //: prices in US dollars: %1 for reading a prompt, %2 for writing a reply
        lines << ModelSentenceText::tr(
                     "It says that a million tokens cost $%1 in the prompt and $%2 in the reply.")
                     .arg(dollars(*said.promptPrice * million), dollars(*said.replyPrice * million));
    if (!said.parameters.isEmpty())
        lines << ModelSentenceText::tr("It says which values the model uses; others are not sent.");
    return lines;
}

QStringList knownSentences(const ModelSizes &known, const ServiceClaims &said)
{
    const QLocale locale;
    QStringList facts;
    if (known.contextSize > 0 && !said.contextSize)
        facts << ModelSentenceText::tr("it takes %1 tokens").arg(locale.toString(known.contextSize));
    if (known.mostReply > 0 && !said.mostReply)
        facts << ModelSentenceText::tr("a reply has at most %1").arg(locale.toString(known.mostReply));
    if (known.promptPrice > 0 && !said.promptPrice)
        //: prices in US dollars: %1 for reading a prompt, %2 for writing a reply
        facts << ModelSentenceText::tr("a million tokens cost $%1 in the prompt and $%2 in the reply")
                     .arg(dollars(known.promptPrice), dollars(known.replyPrice));
    if (facts.isEmpty())
        return {};
    //: %1 a month: "October 2026"; %2 a list of facts about a model
    return {ModelSentenceText::tr("Known of the model, as of %1: %2.")
                .arg(locale.toString(known.asOf, u"MMMM yyyy"_s), facts.join(u"; "_s))};
}

} // namespace

QString tryingSentence(const Connection &connection)
{
    if (connection.kind == Connection::Kind::TextService && connection.textService == TextService::Horde)
        return ModelSentenceText::tr("Costs nothing: volunteers’ computers answer when they have time.");
    return connection.kind == Connection::Kind::ChatService ? tryingSentenceOf(connection.service)
                                                            : QString();
}

QStringList modelSentences(const Connection &connection)
{
    const ServiceClaims &all = connection.request.said;
    const ServiceClaims said = all.model == connection.model ? all : ServiceClaims();
    QStringList lines = saidSentences(said);
    if (const std::optional<ModelSizes> known = modelSizes(connection))
        lines += knownSentences(*known, said);
    return lines;
}

} // namespace snug
