// Which reports of servers teach how texts are counted.
#include "core/workspace/countlearning.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_countteaching {

using namespace snug;
using namespace Qt::StringLiterals;

class TestCountTeaching : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void whatTeaches_data()
    {
        QTest::addColumn<int>("thoughts"); // tokens, of 1000
        QTest::addColumn<int>("reported");
        QTest::addColumn<bool>("teaches");
        QTest::newRow("texts alone") << 0 << 1100 << true;
        QTest::newRow("a prompt that was cut") << 0 << 400 << false;
        QTest::newRow("something else was counted") << 0 << 4000 << false;
        QTest::newRow("few thoughts") << 40 << 1100 << true;
        QTest::newRow("many thoughts") << 90 << 1100 << false;
    }
    void whatTeaches()
    {
        QFETCH(int, thoughts);
        QFETCH(int, reported);
        AssembledPrompt prompt;
        const Source source(SourceKind::HistoryAssistant, u"1"_s);
        prompt.messages = {{.role = Role::Assistant,
                            .content = TracedText(u"The sea answers."_s, source),
                            .tokens = 1000,
                            .source = source}};
        prompt.messages.first().goesBackTokens = thoughts;
        prompt.budget.used = 1000;
        QTEST(teachesCounting(prompt, reported), "teaches");
        // They are no texts, but they were read.
        const int fixed = reportedCount(prompt, u"o200k_base"_s, reported).fixed;
        prompt.messages.first().goesBackTokens = 0;
        QCOMPARE(fixed, reportedCount(prompt, u"o200k_base"_s, reported).fixed + thoughts);
    }
};

} // namespace tst_countteaching

SNUG_TEST(tst_countteaching, TestCountTeaching, Core)
#include "tst_countteaching.moc"
