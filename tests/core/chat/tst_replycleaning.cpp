#include "core/chat/replycleaning.h"
#include "tests/testregistry.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace snug;

namespace tst_replycleaning {

class TestReplyCleaning : public QObject
{
    Q_OBJECT

private:
    static PromptInputs inputs()
    {
        PromptInputs inputs;
        inputs.card.emplace().name = u"Mira"_s;
        inputs.userName = u"Jun"_s;
        return inputs;
    }
    static CleanedReply cleaned(const QString &text, const PromptInputs &sent, bool isWhole = true)
    {
        CleanedReply before = cleanedBeforeScripts(text, sent);
        CleanedReply after = cleanedAfterScripts(before.text, sent, isWhole);
        after.cut = before.cut + after.cut;
        return after;
    }

private Q_SLOTS:
    void texts_data()
    {
        QTest::addColumn<QString>("reply");
        QTest::addColumn<QString>("stored");
        QTest::newRow("nothing") << u""_s << u""_s;
        QTest::newRow("trimmed") << u" \n One.\t\n"_s << u"One."_s;
        QTest::newRow("own name in front") << u"Mira: Rats."_s << u"Rats."_s;
        QTest::newRow("own name, no blank") << u"Mira:Rats."_s << u"Rats."_s;
        QTest::newRow("own name in front of lines")
            << u"One.\nMira: Two.\nMira:\n\nThree."_s << u"One.\nTwo.\nThree."_s;
        QTest::newRow("own name inside a line")
            << u"Call Mira: she is here."_s << u"Call Mira: she is here."_s;
        QTest::newRow("own name twice") << u"Mira: Mira: Rats."_s << u"Rats."_s;
        QTest::newRow("own name behind blanks") << u" Mira: Rats."_s << u"Mira: Rats."_s;
        QTest::newRow("user's line") << u"One.\nJun: Two.\nMira: Three."_s << u"One."_s;
        QTest::newRow("user first") << u"Jun: One."_s << QString();
        QTest::newRow("user inside a line") << u"I asked Jun: why?"_s << u"I asked Jun: why?"_s;
        QTest::newRow("no name is a stop string here") << u"One.\nJun"_s << u"One.\nJun"_s;
        QTest::newRow("end of text") << u"One.<|endoftext|>Two."_s << u"One."_s;
        QTest::newRow("blanks at line ends")
            << u"One.  \nTwo.\u00a0\r\nThree."_s << u"One.\nTwo.\r\nThree."_s;
        QTest::newRow("blank lines stay") << u"One.\n\n\nTwo."_s << u"One.\n\n\nTwo."_s;
        QTest::newRow("blanks in emphasis") << u"* She nods. *"_s << u"* She nods. *"_s;
        QTest::newRow("a lone star") << u"2 * 3"_s << u"2 * 3"_s;
        QTest::newRow("names are no patterns") << u"M.ra: One."_s << u"M.ra: One."_s;
    }

    void texts()
    {
        QFETCH(QString, reply);
        QFETCH(QString, stored);
        QCOMPARE(cleaned(reply, inputs()).text, stored);
    }

    void switches()
    {
        PromptInputs sent = inputs();
        ReplyCleaning &cleaning = sent.settings.replies.cleaning;
        cleaning.keepsCharacterName = true;
        QCOMPARE(cleaned(u"Mira: One.\nMira: Two."_s, sent).text, u"Mira: One.\nMira: Two."_s);
        cleaning = {};
        cleaning.keepsUserName = true;
        QCOMPARE(cleaned(u"One.\nJun: Two."_s, sent).text, u"One.\nJun: Two."_s);
        cleaning = {};
        cleaning.fixesMarkdown = true;
        QCOMPARE(cleaned(u"* She nods. * and ** no **"_s, sent).text, u"*She nods.* and **no**"_s);
        QCOMPARE(cleaned(u"2 * 3"_s, sent).text, u"2 * 3"_s);
        cleaning = {};
        cleaning.trimsSentences = true;
        QCOMPARE(cleaned(u"One. Two and"_s, sent).text, u"One."_s);
        QCOMPARE(cleaned(u"One. Two and"_s, sent, false).text, u"One. Two and"_s);
        sent.settings.trimSpaces = false;
        cleaning = {};
        QCOMPARE(cleaned(u"\n One.\nMira: Two."_s, sent).text, u"\n One.\nTwo."_s);
        sent.settings.collapseNewlines = true;
        QCOMPARE(cleaned(u"One.\n\n\nTwo."_s, sent).text, u"One.\nTwo."_s);
        sent.settings.stopStrings = {u"END"_s};
        QCOMPARE(cleaned(u"THE END"_s, sent).text, u"THE"_s);
        QCOMPARE(cleaned(u"ICE"_s, sent).text, u"IC"_s); // as SillyTavern does it
    }

    void beginsAsAsked()
    {
        PromptInputs sent = inputs();
        sent.settings.replies.start = u"Sure, {{user}}."_s;
        QCOMPARE(cleaned(u" One."_s, sent).text, u"Sure, Jun. One."_s);
        sent.type = GenerationType::Continue;
        QCOMPARE(cleaned(u"One."_s, sent).text, u"One."_s);
        sent.type = GenerationType::Impersonate;
        QCOMPARE(cleaned(u"One."_s, sent).text, u"One."_s);
    }

    void impersonation()
    {
        PromptInputs sent = inputs();
        sent.type = GenerationType::Impersonate;
        QCOMPARE(cleaned(u"Jun: I go.\nMira: You do."_s, sent).text, u"I go."_s);
        QCOMPARE(cleaned(u"Mira: You do."_s, sent).text, QString());
    }

    void membersOfAGroup()
    {
        PromptInputs sent = inputs();
        GroupMember mira;
        mira.card.name = u"Mira"_s;
        GroupMember tomas;
        tomas.card.name = u"Tomas (old)"_s;
        tomas.isMuted = true;
        sent.group.emplace().members = {mira, tomas};
        QCOMPARE(cleaned(u"Mira: One.\nTomas (old): Two."_s, sent).text, u"One."_s);
        QCOMPARE(cleaned(u"Tomas (old): Two."_s, sent).text, QString());
        sent.settings.replies.cleaning.keepsOtherMembers = true;
        QCOMPARE(cleaned(u"One.\nTomas (old): Two."_s, sent).text, u"One.\nTomas (old): Two."_s);
    }

    void marksOfTheTemplate()
    {
        PromptInputs sent = inputs();
        InstructTemplate &instruct = sent.textCompletion.emplace().instruct.emplace();
        instruct.inputSequence = u"<in>"_s;
        instruct.outputSequence = u"<out>"_s;
        instruct.stopSequence = u"</s>"_s;
        QCOMPARE(cleaned(u"<out>One.</s> Two."_s, sent).text, u"One."_s);
        QCOMPARE(cleaned(u"One.<in>Two."_s, sent).text, u"One."_s);
        instruct.stopsAtSequences = false;
        QCOMPARE(cleaned(u"<out>One."_s, sent).text, u"<out>One."_s);
    }

    void whatWasCutIsTold()
    {
        const CleanedReply reply = cleaned(u"Mira: One. \nJun: Two."_s, inputs());
        QCOMPARE(reply.text, u"One."_s);
        const QList<CutText> cut{{CutText::Rule::WrongName, u"\nJun: Two."_s},
                                 {CutText::Rule::Name, u"Mira: "_s}};
        QCOMPARE(reply.cut, cut);
        QCOMPARE(cutFrom(cutJson(cut)), cut);
        QVERIFY(cleaned(u" One. "_s, inputs()).cut.isEmpty());
    }

    void thoughtsAreTakenApart()
    {
        PromptInputs sent = inputs();
        QVERIFY(!separatedReasoning(u"<think>a</think>b"_s, sent));
        sent.settings.replies.reasoning.isParsed = true;
        const auto parts = separatedReasoning(u" \n<think> a\nb </think>\n\nc "_s, sent);
        QVERIFY(parts);
        QCOMPARE(parts->reasoning, u"a\nb"_s);
        QCOMPARE(parts->text, u"c"_s);
        QVERIFY(!separatedReasoning(u"c <think>a</think>"_s, sent)); // only in front
        QVERIFY(!separatedReasoning(u"<think>a"_s, sent));
        sent.settings.replies.reasoning.suffix.clear();
        QVERIFY(!separatedReasoning(u"<think>a</think>b"_s, sent));
    }

    void aReplyGoesOnFromOpenThoughts()
    {
        PromptInputs sent = inputs();
        sent.type = GenerationType::Continue;
        sent.settings.replies.reasoning.isParsed = true;
        sent.settings.replies.reasoning.prefix = u"<{{user}}>"_s;
        Message continued;
        continued.name = u"Mira"_s;
        continued.extra = Json::object({{u"reasoning"_s, Json(u"He waits,"_s)}});
        sent.chat.messages = {continued};
        QCOMPARE(openThoughts(sent), u"<Jun>He waits,"_s);
        sent.settings.replies.reasoning.prefix = u"<think>"_s;
        const auto parts = separatedReasoning(u" so.</think>\nHello "_s, sent);
        QVERIFY(parts);
        QCOMPARE(parts->reasoning, u"He waits, so."_s);
        QCOMPARE(parts->text, u"Hello"_s);
        QVERIFY(!separatedReasoning(u" and goes on"_s, sent)); // it still thinks
        QCOMPARE(cleaned(u" and "_s, sent).text, u" and"_s);   // only the end of the line

        sent.chat.messages.last().text = u"Well"_s;
        QVERIFY(openThoughts(sent).isEmpty());
        QVERIFY(!separatedReasoning(u" so.</think>\nHello"_s, sent));
        sent.chat.messages.last().text.clear();
        sent.type = GenerationType::Swipe;
        QVERIFY(openThoughts(sent).isEmpty());
        sent.type = GenerationType::Continue;
        sent.chat.messages.last().extra.set(u"reasoning"_s, Json(QString(hiddenThoughts)));
        QVERIFY(openThoughts(sent).isEmpty());
    }

    void blanksStayWhereTheSettingsSaySo()
    {
        PromptInputs sent = inputs();
        sent.settings.replies.reasoning.isParsed = true;
        sent.settings.trimSpaces = false;
        const auto parts = separatedReasoning(u"<think> a </think> b "_s, sent);
        QVERIFY(parts);
        QCOMPARE(parts->reasoning, u" a "_s);
        QCOMPARE(parts->text, u" b "_s);
    }

    void otherSystemsHaveTheirOwnRules()
    {
        PromptInputs sent = inputs();
        QVERIFY(isCleaned(sent, PromptMode::SillyTavern));
        QVERIFY(isCleaned(sent, PromptMode::Story));
        QVERIFY(!isCleaned(sent, PromptMode::Template));
        QVERIFY(!isCleaned(sent, PromptMode::Names));
        sent.settings.replies.cleaning.isOn = false;
        QVERIFY(!isCleaned(sent, PromptMode::SillyTavern));
    }
};

} // namespace tst_replycleaning

SNUG_TEST(tst_replycleaning, TestReplyCleaning, Nothing)
#include "tst_replycleaning.moc"
