#include "core/ledger/replyspeed.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_replyspeed {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

LedgerHead replyOf(const QString &model, int tokens, int firstAfter, int endedAfter)
{
    LedgerHead head;
    head.connection = u"mine"_s;
    head.model = model;
    head.result = LedgerResult::Finished;
    head.usage = TokenUsage();
    head.usage->completion = tokens;
    head.firstAfter = firstAfter;
    head.endedAfter = endedAfter;
    return head;
}

} // namespace

class TestReplySpeed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void theLastThatTells()
    {
        const LedgerHead slow = replyOf(u"m"_s, 100, 500, 10'500);
        const LedgerHead quick = replyOf(u"m"_s, 300, 1000, 11'000);
        QCOMPARE(lastReplySpeed({slow, quick}, u"mine"_s, u"m"_s), (ReplySpeed{30, 1}));
        QCOMPARE(lastReplySpeed({quick, slow}, u"mine"_s, u"m"_s), (ReplySpeed{10, 0.5}));
        LedgerHead thought = quick; // Gemini counts thoughts beside the reply
        thought.usage->reasoning = 100;
        thought.usage->isReasoningBeside = true;
        QCOMPARE(lastReplySpeed({thought}, u"mine"_s, u"m"_s), (ReplySpeed{40, 1}));

        LedgerHead stopped = slow;
        stopped.result = LedgerResult::Stopped;
        LedgerHead counting = slow;
        counting.kind = LedgerKind::Counting;
        LedgerHead silent = slow;
        silent.usage.reset();
        for (const LedgerHead &none : {stopped, counting, silent, replyOf(u"other"_s, 100, 500, 10'500),
                                       replyOf(u"m"_s, 3, 500, 10'500), replyOf(u"m"_s, 100, -1, 10'500),
                                       replyOf(u"m"_s, 100, 500, 500), replyOf(u"m"_s, 100, 500, -1)}) {
            QCOMPARE(lastReplySpeed({quick, none}, u"mine"_s, u"m"_s), (ReplySpeed{30, 1}));
            QVERIFY(!lastReplySpeed({none}, u"mine"_s, u"m"_s));
        }
        QVERIFY(!lastReplySpeed({quick}, u"yours"_s, u"m"_s));
    }
};

} // namespace tst_replyspeed

SNUG_TEST(tst_replyspeed, TestReplySpeed, Nothing)
#include "tst_replyspeed.moc"
