#include "widgets/dialogs/modelsentences.h"

#include "core/conversion/modelsizes.h"
#include "core/wire/serverwords.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct ModelSentenceText
{
    Q_DECLARE_TR_FUNCTIONS(ModelSentences)
};

QString freeWithinLimits()
{
    return ModelSentenceText::tr("Free to try, within limits that the service sets.");
}

QString someAreFree()
{
    return ModelSentenceText::tr("Some of its models cost nothing. The others need credit.");
}

QString freeByName()
{
    return ModelSentenceText::tr("Models whose names end in “:free” cost nothing, within a daily limit. "
                                 "The others need credit.");
}

QString needsCredit()
{
    return ModelSentenceText::tr(
        "Needs credit that is paid in advance, apart from any subscription to a chat.");
}

QString needsSubscription()
{
    return ModelSentenceText::tr("Needs a subscription.");
}

QString paidByUse()
{
    return ModelSentenceText::tr("Costs what is used of it. The service's own page says how it is paid, and "
                                 "whether there is something to try for nothing.");
}

QString ownServer()
{
    return ModelSentenceText::tr("Costs nothing on a computer of your own.");
}

QString tryingSentenceOf(ChatService service)
{
    using enum ChatService;
    switch (service) {
    case Gemini:
    case Groq:
    case Mistral:
    case Cohere:
    case WorkersAi:
    case Pollinations:
        return freeWithinLimits();
    case Vertex:
        return ModelSentenceText::tr("Free for 90 days to who is new at Google Cloud, within limits that the "
                                     "service sets. After that it costs what is used of it.");
    case OpenRouter:
        return freeByName();
    case Zai:
    case SiliconFlow:
        return someAreFree();
    case OpenAi:
    case Claude:
    case DeepSeek:
    case Xai:
    case Moonshot:
    case Fireworks:
    case Together:
    case NanoGpt:
    case Perplexity:
    case MiniMax:
    case AimlApi:
        return needsCredit();
    case Azure:
        return ModelSentenceText::tr("Costs what is used of it, with your Azure subscription.");
    case Ai21:
    case Chutes:
    case ElectronHub:
        return paidByUse();
    case NovelAi:
        return needsSubscription();
    default:
        return isOwnServer(service) ? ownServer() : QString();
    }
}

QString tryingSentenceOf(TextService service)
{
    using enum TextService;
    switch (service) {
    case Horde:
        return ModelSentenceText::tr("Costs nothing: volunteers’ computers answer when they have time.");
    case OpenRouter:
        return freeByName();
    case TogetherAi:
        return needsCredit();
    case InfermaticAi:
    case Featherless:
    case NovelAi:
        return needsSubscription();
    case Mancer:
    case DreamGen:
    case HuggingFace:
        return paidByUse();
    case Generic:
        return {};
    default:
        return ownServer();
    }
}

constexpr double million = 1e6;

QString dollars(double price)
{
    return QLocale().toString(price, 'g', 4);
}

QString dayText(QDate day)
{
    return QLocale().toString(day, QLocale::LongFormat);
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
    if (!said.capabilities.isEmpty()) {
        constexpr qsizetype mostShown = 300;
        //: %1 a list of the service's own words: "tools, vision"
        lines << ModelSentenceText::tr("It names: %1.")
                     .arg(shownWords(said.capabilities.join(u", "_s), mostShown));
    }
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
    if (known.readsPictures)
        facts << ModelSentenceText::tr("it reads pictures");
    if (known.caching == PromptCaching::Automatic)
        facts << (known.leastCached > 0
                      //: of the beginning of a prompt; %1 a number of tokens
                      ? ModelSentenceText::tr("the service keeps what prompts begin with in a cache by "
                                              "itself, from %1 tokens on")
                            .arg(locale.toString(known.leastCached))
                      : ModelSentenceText::tr(
                            "the service keeps what prompts begin with in a cache by itself"));
    if (known.promptPrice > 0 && !said.promptPrice)
        //: prices in US dollars: %1 for reading a prompt, %2 for writing a reply
        facts << ModelSentenceText::tr("a million tokens cost $%1 in the prompt and $%2 in the reply")
                     .arg(dollars(known.promptPrice), dollars(known.replyPrice));
    if (known.priceEnds.isValid() && !said.promptPrice)
        //: of a price: %1 a date
        facts << ModelSentenceText::tr("this price ends on %1").arg(dayText(known.priceEnds));
    QStringList lines;
    if (!facts.isEmpty())
        //: %1 a month: "October 2026"; %2 a list of facts about a model
        lines << ModelSentenceText::tr("Known of the model, as of %1: %2.")
                     .arg(locale.toString(known.asOf, u"MMMM yyyy"_s), facts.join(u"; "_s));
    if (known.ends.isValid())
        //: of a model; %1 a date
        lines << ModelSentenceText::tr("Its maker takes it out of service on %1.").arg(dayText(known.ends));
    return lines;
}

} // namespace

QString tryingSentence(const Connection &connection)
{
    switch (connection.kind) {
    case Connection::Kind::TextService:
        return tryingSentenceOf(connection.textService);
    case Connection::Kind::ChatService:
        return tryingSentenceOf(connection.service);
    case Connection::Kind::LlamaServer:
    case Connection::Kind::LlamaCompletion:
        return ownServer();
    default:
        return {};
    }
}

QString cacheSentence(const Connection &connection)
{
    const std::optional<ModelSizes> known = modelSizes(connection);
    if (!known || known->caching != PromptCaching::Marked || known->leastCached <= 0)
        return {};
    //: %1 a model's name, %2 a number of tokens
    return ModelSentenceText::tr("%1 keeps nothing that is shorter than %2 tokens.")
        .arg(known->model, QLocale().toString(known->leastCached));
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
