// Files as a whole: kinds, readers' warnings, what a card brings with it, what a book costs and calls.
#include "core/formats/card.h"
#include "core/lint/filelint.h"
#include "core/regex/workerregexengine.h"
#include "core/tokens/loadtokenizer.h"

#include <QCoreApplication>
#include <QTest>

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
                   "{\"entries\":{\"0\":{\"uid\":0,\"key\":[\"inn\"],\"content\":\"By the harbour.\"},"
                   "\"1\":{\"uid\":1,\"key\":[\"harbour\"],\"content\":\"It has an inn.\"},"
                   "\"2\":{\"uid\":2,\"key\":[\"moon\"],\"content\":\"Above the harbour and the inn.\"}}}")
            << QStringList{u"entries.0.content lore.recursion-loop"_s};
        QTest::newRow("no loop where one prevents it")
            << QByteArray("{\"entries\":{\"0\":{\"uid\":0,\"key\":[\"inn\"],\"content\":\"By the harbour.\"},"
                          "\"1\":{\"uid\":1,\"key\":[\"harbour\"],\"content\":\"It has an inn.\","
                          "\"preventRecursion\":true}}}")
            << QStringList();
        QTest::newRow("constants over the budget")
            << QByteArray("{\"entries\":{\"0\":{\"uid\":0,\"key\":[],\"constant\":true,\"content\":\"")
                   .append(QByteArray(2000, 'x').replace("xxxx", "abc "))
                   .append("\"}}}")
            << QStringList{u"entries lore.constants-over-budget"_s};
        QTest::newRow("a card's own book and scripts")
            << QByteArray("{\"spec\":\"chara_card_v2\",\"data\":{\"name\":\"M\",\"first_mes\":\"Hi {{usr}}\","
                          "\"character_book\":{\"entries\":[{\"id\":5,\"keys\":[\"a b\"],\"content\":\"x\"},"
                          "{\"id\":9,\"keys\":[\"/(/\"],\"content\":\"y\"}]},"
                          "\"extensions\":{\"regex_scripts\":[{\"id\":\"s\",\"scriptName\":\"S\","
                          "\"findRegex\":\"/(/g\","
                          "\"replaceString\":\"\",\"placement\":[1]},"
                          "{\"id\":\"t\",\"scriptName\":\"T\",\"findRegex\":\"/a/g\",\"placement\":[]}]}}}")
            << QStringList{u"data.character_book.entries.1.key.0 lore.broken-expression"_s,
                           u"data.extensions.regex_scripts.0.findRegex script.invalid"_s,
                           u"data.extensions.regex_scripts.1.placement script.never-runs"_s,
                           u"data.first_mes macro.unknown"_s};
        QTest::newRow("said once") << QByteArray("{\"openai_max_context\":8192,\"custom_url\":\"https://"
                                                 "x\",\"prompts\":[],\"prompt_order\":[]}")
                                   << QStringList{u"custom_url preset.redirect"_s,
                                                  u"prompt_order preset.no-history"_s};
        QTest::newRow("what the reader did not understand")
            << QByteArray("{\"entries\":{\"0\":{\"uid\":0,\"key\":[\"inn\"],\"content\":\"x\"},\"1\":5}}")
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
        const auto chat = fileFindings("{\"user_name\":\"A\",\"character_name\":\"B\",\"chat_metadata\":{}}\n"
                                       "{\"name\":\"A\",\"mes\":\"Hi\",\"is_user\":true}\n",
                                       u"x"_s, {});
        QVERIFY(chat && !chat->isJudged);
    }
};

QTEST_GUILESS_MAIN(TestFileLint)
#include "tst_filelint.moc"
