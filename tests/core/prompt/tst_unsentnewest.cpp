// Prompts that would go out without what the user said last.

#include "core/prompt/assemble.h"
#include "core/prompt/unsentnewest.h"
#include "core/regex/workerregexengine.h"
#include "tests/testregistry.h"

#include <QCoreApplication>
#include <QTest>

namespace tst_unsentnewest {

using namespace Qt::StringLiterals;
using namespace snug;

static Message said(const QString &name, const QString &text)
{
    Message message;
    message.name = name;
    message.isUser = name == u"Ada";
    message.text = text;
    return message;
}

// Ada and Mira in turn; the last line is Ada's.
static PromptInputs inputs(PromptMode mode = PromptMode::SillyTavern)
{
    PromptInputs made;
    made.mode = mode;
    made.card.emplace();
    made.card->name = u"Mira"_s;
    made.card->description = u"A keeper."_s;
    made.userName = u"Ada"_s;
    Preset preset;
    preset.name = u"Default"_s;
    preset.contextSize = 2000;
    preset.maxTokens = 100;
    PromptOrder order;
    for (const QString &identifier : {u"main"_s, u"charDescription"_s, u"chatHistory"_s}) {
        PromptBlock block;
        block.identifier = identifier;
        block.name = identifier == u"charDescription" ? u"Description"_s : identifier;
        block.content = identifier == u"main" ? u"Write."_s : QString();
        block.marker = identifier != u"main";
        preset.prompts.append(block);
        order.items.append({identifier, true, {}});
    }
    preset.orders = {order};
    made.preset = preset;
    made.chat.messages = {said(u"Mira"_s, u"Come in."_s), said(u"Ada"_s, u"It is cold."_s),
                          said(u"Mira"_s, u"Sit."_s), said(u"Ada"_s, u"Thanks."_s)};
    return made;
}

// With a script that takes what is in double parentheses out of prompts.
static PromptInputs scripted(PromptInputs made)
{
    RegexScript script;
    script.name = u"No asides"_s;
    script.find = u"/\\s*\\(\\(.*?\\)\\)\\s*/g"_s;
    script.placements = {1};
    script.promptOnly = true;
    made.regexScripts = {script};
    made.regexEngine =
        std::make_shared<WorkerRegexEngine>(regexWorkerProgram(QCoreApplication::applicationDirPath()));
    return made;
}

static std::optional<UnsentNewest> unsent(const PromptInputs &made)
{
    return unsentNewest(made, assemble(made));
}

class TestUnsentNewest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void whatIsSentIsNotMissed_data()
    {
        QTest::addColumn<PromptInputs>("made");
        const auto row = [](const char *name, const PromptInputs &made) { QTest::newRow(name) << made; };
        for (const PromptMode mode : {PromptMode::SillyTavern, PromptMode::Smelt, PromptMode::Framing}) {
            PromptInputs made = inputs(mode);
            QTest::addRow("all of it, %d", int(mode)) << made;
            made.userText = u"And you?"_s;
            QTest::addRow("typed, %d", int(mode)) << made;
            for (int i = 0; i < 400; ++i)
                made.chat.messages.prepend(said(u"Mira"_s, u"One of many old lines of a long evening."_s));
            QTest::addRow("old lines are cut, %d", int(mode)) << made;
        }
        PromptInputs made = inputs();
        made.chat.messages.last().isHidden = true;
        row("hidden by the user", made);
        made = inputs();
        made.preset->orders.first().items.removeLast();
        row("a preset without the chat", made);
        made = inputs();
        made.chat.messages.clear();
        made.card->description = QString(20'000, u'x');
        row("nothing said yet", made);
        made = inputs();
        made.preset->contextSize = 0;
        made.card->description = QString(20'000, u'x');
        row("no limit", made);
        made = inputs();
        for (int i = 0; i < 400; ++i) // a group that goes on by itself
            made.chat.messages.append(said(u"Mira"_s, u"One of many new lines of a long evening."_s));
        row("long ago", made);
    }
    void whatIsSentIsNotMissed()
    {
        QFETCH(PromptInputs, made);
        const std::optional<UnsentNewest> missed = unsent(made);
        QVERIFY2(!missed, missed ? qPrintable(explainUnsentNewest(*missed).what) : "");
    }

    // A preset without the chat is somebody's wish; one without anything is nobody's.
    void anEmptyOrderIsMissed()
    {
        PromptInputs made = inputs();
        made.preset->orders.first().items.clear();
        made.preset->orders.first().characterId = presetOrderInUse;
        for (const QString &typed : {QString(), u"And you?"_s}) {
            made.userText = typed;
            const std::optional<UnsentNewest> missed = unsent(made);
            QVERIFY(missed);
            QCOMPARE(missed->cause, UnsentNewest::Cause::EmptyOrder);
            QVERIFY(explainUnsentNewest(*missed).what.contains(u"order is empty"));
            QVERIFY(unsentNewestWarning(*missed).contains(u"order is empty"));
        }
    }

    void whatHasNoRoomIsMissed_data()
    {
        QTest::addColumn<PromptInputs>("made");
        QTest::addColumn<QString>("largest");
        const auto row = [](const char *name, const PromptInputs &made, const QString &largest) {
            QTest::newRow(name) << made << largest;
        };
        PromptInputs made = inputs();
        made.card->description = QString(20'000, u'x');
        row("a large description", made, u"description (card Mira)"_s);
        made.type = GenerationType::Regenerate;
        made.chat.messages.append(said(u"Mira"_s, u"You are welcome."_s));
        row("a large description, regenerate", made, u"description (card Mira)"_s);
        made.type = GenerationType::Swipe;
        row("a large description, swipe", made, u"description (card Mira)"_s);
        made.type = GenerationType::Impersonate;
        row("a large description, impersonate", made, u"description (card Mira)"_s);
        made = inputs();
        made.card->description = QString(20'000, u'x');
        made.userText = u"And you?"_s;
        row("a large description, typed", made, u"description (card Mira)"_s);
        made.chat.messages.clear();
        row("a large description, the first word", made, u"description (card Mira)"_s);
        made = inputs();
        made.userText = QString(20'000, u'y');
        row("the typed text itself", made, u"the text being written"_s);
        made = inputs();
        made.chat.messages.last().text = QString(20'000, u'y');
        row("the last message itself", made, u"message 3 of Ada"_s);
        made = inputs();
        made.card->description = QString(7'000, u'x');
        made.preset->maxTokens = 1900;
        row("a large reply", made, u"description (card Mira)"_s);
        made = inputs();
        made.card->description = QString(20'000, u'x');
        made.chat.messages.append(said(u"Mira"_s, u"You are welcome."_s));
        made.type = GenerationType::Regenerate;
        made.userText = u"In the composer, and not sent."_s;
        row("a large description, regenerate beside a draft", made, u"description (card Mira)"_s);
    }
    void whatHasNoRoomIsMissed()
    {
        QFETCH(PromptInputs, made);
        QFETCH(QString, largest);
        const std::optional<UnsentNewest> missed = unsent(made);
        QVERIFY(missed);
        QCOMPARE(missed->largest.toLower(), largest.toLower());
        QVERIFY(missed->largestTokens > 1000);
        QCOMPARE(missed->context, 2000);
        const Error error = explainUnsentNewest(*missed);
        QVERIFY(error.what.contains(missed->largest));
        QVERIFY(!error.hint.isEmpty());
    }

    // The user said something, and would get an answer to something else.
    void whatScriptsEmptyIsMissed_data()
    {
        QTest::addColumn<PromptInputs>("made");
        QTest::addColumn<bool>("isMissed");
        const auto row = [](const char *name, const PromptInputs &made, bool isMissed) {
            QTest::newRow(name) << made << isMissed;
        };
        const PromptInputs plain = scripted(inputs());
        row("nothing for the script", plain, false);
        PromptInputs made = plain;
        made.chat.messages.last().text = u"((brb))"_s;
        row("all of it", made, true);
        PromptInputs other = made;
        other.regexScripts.clear();
        row("all of it, but there is no script", other, false);
        other = made;
        other.preset->contextSize = 0;
        row("all of it, without a limit", other, true);
        other = made;
        other.preset->orders.first().items.removeLast();
        row("all of it, a preset without the chat", other, false);
        other = made;
        other.chat.messages = {other.chat.messages.last()};
        row("all of the first message", other, true);
        made.chat.messages.last().text = u"((brb)) Back."_s;
        row("part of it", made, false);
        made.chat.messages.last().text = u"{{setvar::mood::calm}}"_s;
        row("macros that leave nothing", made, false);
        made.chat.messages.last().text = u"  "_s;
        row("blanks", made, false);
        made = plain;
        made.type = GenerationType::Impersonate;
        made.userText = u"In the composer, and not sent."_s;
        row("nothing for the script, impersonate beside a draft", made, false);
    }

    void whatScriptsEmptyIsMissed()
    {
        QFETCH(PromptInputs, made);
        QFETCH(bool, isMissed);
        const std::optional<UnsentNewest> missed = unsent(made);
        QCOMPARE(missed.has_value(), isMissed);
        if (missed) {
            QVERIFY(explainUnsentNewest(*missed).what.contains(u"scripts"));
            QVERIFY(unsentNewestWarning(*missed).contains(u"scripts"));
        }
    }
};

} // namespace tst_unsentnewest

SNUG_TEST(tst_unsentnewest, TestUnsentNewest, Core)
#include "tst_unsentnewest.moc"
