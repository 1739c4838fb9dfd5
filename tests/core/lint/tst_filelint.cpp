// Files as a whole: kinds, readers' warnings, what a card brings with it, what a book costs and calls.
#include "core/formats/card.h"
#include "core/formats/ziparchive.h"
#include "core/lint/filelint.h"
#include "core/regex/workerregexengine.h"
#include "core/tokens/loadtokenizer.h"
#include "tests/testregistry.h"

#include <QCoreApplication>
#include <QTest>

namespace tst_filelint {

using namespace Qt::StringLiterals;
using namespace snug;

static QStringList rules(const FileFindings &found)
{
    QStringList list;
    for (const LintFinding &finding : found.findings)
        list.append(finding.where + u' ' + finding.rule);
    list.sort();
    return list;
}

class TestFileLint : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void files_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QStringList>("found");
        QTest::newRow("loop")
            << QByteArray(
                   "{\"entries\":{\"0\":{\"uid\":0,\"position\":0,\"key\":[\"inn\"],\"content\":\"By the "
                   "harbour.\"},"
                   "\"1\":{\"uid\":1,\"position\":0,\"key\":[\"harbour\"],\"content\":\"It has an inn.\"},"
                   "\"2\":{\"uid\":2,\"position\":0,\"key\":[\"moon\"],\"content\":\"Above the harbour and "
                   "the inn.\"}}}")
            << QStringList{u"entries.0.content lore.recursion-loop"_s};
        QTest::newRow("no loop where one prevents it")
            << QByteArray(
                   "{\"entries\":{\"0\":{\"uid\":0,\"position\":0,\"key\":[\"inn\"],\"content\":\"By the "
                   "harbour.\"},"
                   "\"1\":{\"uid\":1,\"position\":0,\"key\":[\"harbour\"],\"content\":\"It has an inn.\","
                   "\"preventRecursion\":true}}}")
            << QStringList();
        QTest::newRow("constants over the budget")
            << QByteArray("{\"entries\":{\"0\":{\"uid\":0,\"position\":0,\"key\":[],\"constant\":true,"
                          "\"content\":\"")
                   .append(QByteArray(2000, 'x').replace("xxxx", "abc "))
                   .append("\"}}}")
            << QStringList{u"entries lore.constants-over-budget"_s};
        QTest::newRow("a card's own book and scripts")
            << QByteArray("{\"spec\":\"chara_card_v2\",\"data\":{\"name\":\"M\",\"first_mes\":\"Hi {{usr}}\","
                          "\"description\":\"{{original}}\",\"system_prompt\":\"{{original}} And rain.\","
                          "\"character_book\":{\"entries\":[{\"id\":5,\"keys\":[\"a b\"],\"content\":\"x\"},"
                          "{\"id\":9,\"keys\":[\"/(/\"],\"content\":\"y\"}]},"
                          "\"extensions\":{\"regex_scripts\":[{\"id\":\"s\",\"scriptName\":\"S\","
                          "\"findRegex\":\"/(/g\","
                          "\"replaceString\":\"\",\"placement\":[1]},"
                          "{\"id\":\"t\",\"scriptName\":\"T\",\"findRegex\":\"/a/g\",\"placement\":[]}]}}}")
            << QStringList{u"data.character_book.entries.1.key.0 lore.broken-expression"_s,
                           u"data.description macro.original"_s,
                           u"data.extensions.regex_scripts.0.findRegex script.invalid"_s,
                           u"data.extensions.regex_scripts.1.placement script.never-runs"_s,
                           u"data.first_mes macro.unknown"_s};
        QTest::newRow("rules of SmartTavern")
            << QByteArray(
                   "{\"regex_rules\":["
                   "{\"id\":\"a\",\"enabled\":true,\"find_regex\":\"\",\"placement\":\"after_macro\","
                   "\"views\":[\"user_view\"]},"
                   "{\"id\":\"b\",\"enabled\":true,\"find_regex\":\"x\",\"placement\":\"later\","
                   "\"views\":[\"user_view\"]},"
                   "{\"id\":\"c\",\"enabled\":true,\"find_regex\":\"(\",\"placement\":\"after_macro\","
                   "\"views\":[\"user_view\"]},"
                   "{\"id\":\"d\",\"enabled\":true,\"find_regex\":\"(x)\",\"replace_regex\":\"$2\","
                   "\"placement\":\"before_macro\",\"views\":[\"assistant_view\"]},"
                   "{\"id\":\"d\",\"enabled\":true,\"find_regex\":\"x\",\"placement\":\"Before_Macro\","
                   "\"views\":[\"assistant_view\"],\"targets\":[\"history.user\",\"song\"]},"
                   "{\"id\":\"e\",\"enabled\":true,\"find_regex\":\"x\",\"placement\":\"after_macro\","
                   "\"views\":[\"elsewhere\"]},"
                   "{\"id\":\"f\",\"enabled\":true,\"find_regex\":\"x\",\"placement\":\"after_macro\","
                   "\"views\":[\"user_view\"],\"mode\":\"conditional\"},"
                   "{\"id\":\"g\",\"enabled\":true,\"find_regex\":\"x\",\"placement\":\"after_macro\","
                   "\"views\":[\"user_view\"],\"min_depth\":4,\"max_depth\":2},"
                   "{\"id\":\"h\",\"enabled\":false,\"find_regex\":\"\"},"
                   "{\"id\":\"i\",\"enabled\":true,\"find_regex\":\"(x)\",\"replace_regex\":\"\\\\1\","
                   "\"placement\":\"after_macro\",\"views\":[\"user_view\"],\"targets\":[]}]}")
            << QStringList{u"0.find_regex rule.never-runs"_s,
                           u"1.placement rule.never-runs"_s,
                           u"2.find_regex rule.bad-expression"_s,
                           u"3.replace_regex rule.bad-replacement"_s,
                           u"4.id rule.same-id"_s,
                           u"4.targets rule.unknown-target"_s,
                           u"5.views rule.never-runs"_s,
                           u"6.condition rule.never-runs"_s,
                           u"7.min_depth rule.never-runs"_s};
        QTest::newRow("said once") << QByteArray("{\"openai_max_context\":8192,\"custom_url\":\"https://"
                                                 "x\",\"prompts\":[],\"prompt_order\":[]}")
                                   << QStringList{u"custom_url preset.redirect"_s,
                                                  u"prompt_order preset.no-history"_s};
        QTest::newRow("what a script found")
            << QByteArray("{\"id\":\"s\",\"scriptName\":\"S\",\"findRegex\":\"/a/g\",\"placement\":[1],"
                          "\"replaceString\":\"{{Match}} {{setvar::x::{{match}}}} {{ match }} {{mach}}\"}")
            << QStringList{u"0.replaceString macro.unknown"_s, u"0.replaceString macro.unknown"_s};
        QTest::newRow("personas")
            << QByteArray("{\"personas\":{\"a.png\":\"A\",\"b.png\":\"\"},"
                          "\"persona_descriptions\":{\"a.png\":{\"description\":\"{{persona}}\","
                          "\"lorebook\":\"Not asked for\"},\"b.png\":{\"description\":\"b\","
                          "\"position\":7}},\"default_persona\":\"c.png\"}")
            << QStringList{u"default_persona persona.default-missing"_s,
                           u"persona_descriptions.a.png.description persona.in-itself"_s,
                           u"persona_descriptions.b.png.position file.not-understood"_s,
                           u"personas.b.png persona.no-name"_s};
        QTest::newRow("a context template")
            << QByteArray(
                   "{\"story_string\":\"{{#if system}}\",\"chat_start\":\"*\",\"story_string_role\":\"x\"}")
            << QStringList{u"chat_start context.common-stop"_s, u"story_string context.broken-story"_s,
                           u"story_string_role file.not-understood"_s};
        QTest::newRow("an instruct template, with its expression")
            << QByteArray(
                   "{\"input_sequence\":\"A:\",\"output_sequence\":\"A:\",\"activation_regex\":\"/(/\"}")
            << QStringList{u"activation_regex instruct.invalid-expression"_s,
                           u"output_sequence instruct.marked-alike"_s};
        QTest::newRow("a system prompt")
            << QByteArray("{\"name\":\"N\",\"content\":\"\"}") << QStringList{u"content sysprompt.empty"_s};
        QTest::newRow("an archived card")
            << ZipArchive()
                   .changed(
                       {{u"card.json"_s,
                         "{\"spec\":\"chara_card_v3\",\"data\":{\"name\":\"M\",\"first_mes\":\"{{usr}}\","
                         "\"alternate_greetings\":7,\"assets\":[{\"type\":\"icon\",\"name\":\"main\",\"ext\":"
                         "\"png\","
                         "\"uri\":\"embeded://assets/gone.png\"}]}}"}})
                   .value()
            << QStringList{u"data.alternate_greetings file.not-understood"_s,
                           u"data.assets.0 file.not-understood"_s, u"data.first_mes macro.unknown"_s};
        QTest::newRow("an entry without a position")
            << QByteArray("{\"entries\":{\"0\":{\"uid\":0,\"key\":[\"inn\"],\"content\":\"x\"}}}")
            << QStringList{u"entries.0.position lore.no-position"_s};
        QTest::newRow("what the reader did not understand")
            << QByteArray("{\"entries\":{\"0\":{\"uid\":0,\"position\":0,\"key\":[\"inn\"],\"content\":\"x\"}"
                          ",\"1\":5}}")
            << QStringList{u"entries.1 file.not-understood"_s};
    }

    void files()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QStringList, found);
        BookLintSettings settings;
        settings.contextSize = 1000;
        settings.counter = loadTokenizer(u"estimate"_s).value();
        settings.regexEngine =
            std::make_shared<WorkerRegexEngine>(regexWorkerProgram(QCoreApplication::applicationDirPath()));
        const auto judged = fileFindings(bytes, u"x"_s, settings);
        QVERIFY(judged);
        QCOMPARE(rules(*judged), found);
    }

    void otherFiles()
    {
        QVERIFY(!fileFindings("nothing of ours", u"x"_s, {}));
        QVERIFY(!fileFindings("PK\x03\x04 cut off", u"x"_s, {}));
        const auto chat = fileFindings("{\"user_name\":\"A\",\"character_name\":\"B\",\"chat_metadata\":{}}\n"
                                       "{\"name\":\"A\",\"mes\":\"Hi\",\"is_user\":true}\n",
                                       u"x"_s, {});
        QVERIFY(chat && !chat->isJudged);
    }
};

} // namespace tst_filelint

SNUG_TEST(tst_filelint, TestFileLint, Core)
#include "tst_filelint.moc"
