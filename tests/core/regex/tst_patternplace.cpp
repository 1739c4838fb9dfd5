#include "core/regex/patternplace.h"
#include "core/regex/workerregexengine.h"
#include "tests/testregistry.h"

#include <QCoreApplication>
#include <QTest>

namespace tst_patternplace {

using namespace Qt::StringLiterals;
using namespace snug;

class TestPatternPlace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void mistakesHaveAPlace_data()
    {
        QTest::addColumn<QString>("body");
        QTest::addColumn<int>("place");
        QTest::newRow("valid") << u"a(b|c)+"_s << -1;
        QTest::newRow("empty") << u""_s << -1;
        QTest::newRow("group never closed") << u"a(b"_s << 1;
        QTest::newRow("the second of two groups") << u"(a)(b"_s << 3;
        QTest::newRow("group never opened") << u"ab)c"_s << 2;
        QTest::newRow("class never closed") << u"ab[cd"_s << 2;
        QTest::newRow("two quantifiers") << u"ab**c"_s << 3;
        QTest::newRow("nothing to repeat") << u"+a"_s << 0;
    }

    void mistakesHaveAPlace()
    {
        QFETCH(QString, body);
        QFETCH(int, place);
        WorkerRegexEngine engine(regexWorkerProgram(QCoreApplication::applicationDirPath()));
        QCOMPARE(patternErrorPlace({body, u"g"_s}, engine), place);
    }
};

} // namespace tst_patternplace

SNUG_TEST(tst_patternplace, TestPatternPlace, Core)

#include "tst_patternplace.moc"
