#include "core/wire/understudy/promptfacts.h"

#include <QRegularExpression>
#include <QSet>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype mostReadText = 40'000; // of the scene; a stand-in needs no more
constexpr qsizetype mostThings = 40;

const QSet<QString> &idleWords()
{
    static const QSet<QString> words = [] {
        const QString list =
            u"about above actions after again answer because before being below between block both chat "
            "character choices context conversation could details dialogue does doing done each every "
            "example fictional first format from good have head hear hello here into just keep kind know "
            "knowledge like line long make makes message messages might more most much must name never next "
            "night nothing only other over paragraph paragraphs part person personality please quotes really "
            "reply response roleplay said same scenario scene seem setting should side some something still "
            "story style such summing sure system take tell text than thank thanks that their them then "
            "there "
            "these they thing things think this those time told user very voice want well were what when "
            "where which while will with without word words world would write writing your yours"_s;
        const QStringList parts = list.split(u' ');
        return QSet<QString>(parts.begin(), parts.end());
    }();
    return words;
}

QString firstName(const QString &name)
{
    return name.trimmed().section(u' ', 0, 0).remove(u'"');
}

QString captured(const QString &text, const QRegularExpression &pattern, int group = 1)
{
    return pattern.match(text).captured(group);
}

QString characterNamed(const QString &scene)
{
    static const QList<QRegularExpression> patterns{
        QRegularExpression(
            u"[Ww]rite (\\p{Lu}[\\p{L}’'-]*?(?: \\p{Lu}[\\p{L}-]*)*)['’]s (?:next reply|side|part)"_s),
        QRegularExpression(u"next (?:reply|message|response|turn|line|part) (?:of|for|as|from|by) "
                           "(\\p{Lu}[\\p{L}’'-]*)"_s),
        QRegularExpression(u"[Yy]ou (?:(?:act|speak|write) as|play|portray) (\\p{Lu}[\\p{L}’'-]*)"_s),
        QRegularExpression(u"(?:chat|conversation|scene) between (\\p{Lu}[\\p{L}-]*)"_s),
        QRegularExpression(u"[Yy]ou(?:'re|’re| are) (?!a |an |the |not )(\\p{Lu}[\\p{L}-]*)"_s),
        QRegularExpression(u"(?:^|\\n)\\[?(\\p{Lu}[\\p{L}-]*)(?:['’]s personality| is )"_s),
    };
    for (const QRegularExpression &pattern : patterns) {
        if (const QString name = captured(scene, pattern); !name.isEmpty())
            return firstName(name);
    }
    return {};
}

QString userNamed(const QString &scene)
{
    static const QList<QRegularExpression> patterns{
        QRegularExpression(u"together with (\\p{Lu}[\\p{L}-]*)"_s),
        QRegularExpression(u"between \\p{Lu}[\\p{L}-]*(?: \\p{Lu}[\\p{L}-]*)* and (\\p{Lu}[\\p{L}-]*)"_s),
    };
    for (const QRegularExpression &pattern : patterns) {
        if (const QString name = captured(scene, pattern); !name.isEmpty())
            return name;
    }
    return {};
}

// Nouns, as far as the words around them give them away.
QStringList thingsIn(const QString &text)
{
    static const QRegularExpression noun(
        u"\\b(?:the|a|an|her|his|their|its|our)\\s+(?:\\p{Ll}+\\s+)?(\\p{Ll}{4,12})"
        "(?=[.,;:!?—*\"”]|\\s+(?:of|in|on|at|by|and|is|was|with|that|from|where|but|behind|beside|under)\\b)"_s);
    static const QRegularExpression unfit(u"(?:ly|ing|ed|est|ous|ful)$"_s);
    QStringList things;
    for (const QRegularExpressionMatch &match : noun.globalMatch(text)) {
        const QString word = match.captured(1);
        if (idleWords().contains(word) || things.contains(word) || unfit.match(word).hasMatch())
            continue;
        things << word;
        if (things.size() == mostThings)
            break;
    }
    return things;
}

// The longest word that is not one of the idle ones; the later one of equals.
QString tellingWord(const QString &text)
{
    static const QRegularExpression wordPattern(u"\\p{L}[\\p{L}’'-]*"_s);
    QString best;
    for (const QRegularExpressionMatch &match : wordPattern.globalMatch(text)) {
        const QString word = match.captured().toLower();
        if (word.size() >= 4 && word.size() <= 14 && word.size() >= best.size() && !word.contains(u'\'') &&
            !word.contains(u'’') && !idleWords().contains(word))
            best = word;
    }
    return best;
}

bool matches(const QString &text, const QRegularExpression &pattern)
{
    return pattern.match(text).hasMatch();
}

} // namespace

PromptFacts readPrompt(const QList<UnderstudyMessage> &messages)
{
    static const QRegularExpression greeting(
        u"^\\W*(?:hi|hello|hey|good (?:morning|evening|day)|greetings)\\b"_s,
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression asksWho(
        u"\\b(?:are you|you're) (?:an? |the |really |actually )*(?:ai|model|language "
        u"model|llm|bot|real|human|"
        "understudy|person)\\b|\\b(?:what|which) (?:ai |language )?model\\b|who (?:is writing|wrote|writes) "
        "(?:this|your)"_s,
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression impersonation(
        u"point of view of|impersonat|[Ww]rite (?:the|my) next (?:line|message) (?:of|for|as)"_s);

    PromptFacts facts;
    QString scene;
    QString spoken;
    for (const UnderstudyMessage &message : messages) {
        if (message.role == Role::System && scene.size() < mostReadText)
            scene += message.content.left(mostReadText) + u'\n';
        else if (message.role == Role::Assistant)
            spoken = message.content.left(mostReadText);
        else if (message.role == Role::User)
            facts.lastUserText = message.content.left(mostReadText);
    }
    facts.character = characterNamed(scene);
    for (auto it = messages.crbegin(); facts.character.isEmpty() && it != messages.crend(); ++it) {
        if (it->role == Role::Assistant)
            facts.character = firstName(it->name);
    }
    facts.user = userNamed(scene);
    for (auto it = messages.crbegin(); facts.user.isEmpty() && it != messages.crend(); ++it) {
        if (it->role == Role::User)
            facts.user = firstName(it->name);
    }
    facts.things = thingsIn(spoken + u'\n' + scene);
    facts.echo = tellingWord(facts.lastUserText);
    facts.isQuestion = facts.lastUserText.trimmed().endsWith(u'?');
    facts.isGreeting = matches(facts.lastUserText, greeting);
    facts.asksWhoAnswers = matches(facts.lastUserText, asksWho);
    if (!messages.isEmpty()) {
        const UnderstudyMessage &last = messages.last();
        facts.speaksForUser = last.role != Role::Assistant && matches(last.content, impersonation);
        facts.continues = last.role == Role::Assistant ||
                          (last.role == Role::System && last.content.contains(u"ontinue"_s));
    }
    return facts;
}

} // namespace snug
