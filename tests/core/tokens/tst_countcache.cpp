#include "core/tokens/countcache.h"
#include "tests/testregistry.h"

#include <QTest>

#include <atomic>
#include <thread>
#include <vector>

namespace tst_countcache {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

class CountingCounter final : public TokenCounter
{
public:
    int count(QStringView text) const override
    {
        ++asked;
        return int(text.size()) * 2;
    }
    CountKind kind() const override { return CountKind::Calibrated; }
    QString name() const override { return u"counting"_s; }

    mutable std::atomic<int> asked = 0;
};

} // namespace

class TestCountCache : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void asksOnceForEachText()
    {
        const auto inner = std::make_shared<CountingCounter>();
        const TokenCounterPtr cache = withCountCache(inner);
        for (int round = 0; round < 3; ++round) {
            QCOMPARE(cache->count(u"fog"), 6);
            QCOMPARE(cache->count(u"lantern"), 14);
        }
        QCOMPARE(inner->asked, 2);
        QCOMPARE(cache->count(u"lanterns"), 16);
        QCOMPARE(inner->asked, 3);
    }

    void remembersTextsThatAreGone()
    {
        const auto inner = std::make_shared<CountingCounter>();
        const TokenCounterPtr cache = withCountCache(inner);
        QString text = u"the text that was asked for"_s;
        QCOMPARE(cache->count(text), 54);
        text.fill(u'x'); // the same memory, another text
        QCOMPARE(cache->count(text), 54);
        QCOMPARE(inner->asked, 2);
        QCOMPARE(cache->count(u"the text that was asked for"), 54);
        QCOMPARE(inner->asked, 2);
    }

    void forgetsWhatWasNotAskedForLongest()
    {
        const auto inner = std::make_shared<CountingCounter>();
        const TokenCounterPtr cache = withCountCache(inner, 10);
        cache->count(u"aaaa");
        cache->count(u"bbbb");
        cache->count(u"aaaa");
        cache->count(u"cccc"); // no room for three: b goes
        QCOMPARE(inner->asked, 3);
        cache->count(u"aaaa");
        QCOMPARE(inner->asked, 3);
        cache->count(u"bbbb");
        QCOMPARE(inner->asked, 4);
        QCOMPARE(cache->count(u"longer than all the room"), 48);
        QCOMPARE(cache->count(u"longer than all the room"), 48);
        QCOMPARE(inner->asked, 6);
    }

    void emptyTextIsFree()
    {
        const auto inner = std::make_shared<CountingCounter>();
        QCOMPARE(withCountCache(inner)->count({}), 0);
        QCOMPARE(inner->asked, 0);
    }

    void speaksForItsCounter()
    {
        const TokenCounterPtr cache = withCountCache(std::make_shared<CountingCounter>());
        QCOMPARE(cache->kind(), CountKind::Calibrated);
        QCOMPARE(cache->name(), u"counting"_s);
    }

    void manyThreads()
    {
        const TokenCounterPtr cache = withCountCache(std::make_shared<CountingCounter>(), 500);
        std::atomic<int> wrong = 0;
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < 4; ++t) {
                threads.emplace_back([&, t] {
                    for (int i = 0; i < 2000; ++i) {
                        const QString text(1 + (i * (t + 1)) % 60, u'x');
                        if (cache->count(text) != text.size() * 2)
                            ++wrong;
                    }
                });
            }
        }
        QCOMPARE(wrong, 0);
    }
};

} // namespace tst_countcache

SNUG_TEST(tst_countcache, TestCountCache, Nothing)
#include "tst_countcache.moc"
