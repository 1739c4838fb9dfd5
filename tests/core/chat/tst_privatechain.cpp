#include "core/chat/privatechain.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_privatechain {

using namespace Qt::StringLiterals;
using namespace snug;

static const KnowledgeSettings on{.isEnabled = true, .autoTurn = true, .roundLimit = 3};

class TestPrivateChain : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void recipients_data()
    {
        QTest::addColumn<QStringList>("knownTo");
        QTest::addColumn<QString>("writer");
        QTest::addColumn<bool>("isFirstOnly");
        QTest::addColumn<QStringList>("asked");
        const auto names = [](const QString &text) { return text.split(u' ', Qt::SkipEmptyParts); };
        QTest::newRow("public") << names({}) << QString() << false << names({});
        QTest::newRow("repeats are asked twice")
            << names(u"Bob Bob Ann"_s) << QString() << false << names(u"Bob Bob"_s);
        QTest::newRow("up to the user") << names(u"Bob Carl Dan"_s) << QString() << false << names(u"Bob"_s);
        QTest::newRow("up to whom the user plays")
            << names(u"Bob Dan Eve"_s) << u"Dan"_s << false << names(u"Bob"_s);
        QTest::newRow("tools are passed over")
            << names(u"tool Bob"_s) << QString() << false << names(u"Bob"_s);
        QTest::newRow("only the first of the alphabet")
            << names(u"Eve Dan Ann"_s) << QString() << true << names(u"Dan"_s);
        QTest::newRow("all of them is public") << names(u"Bob Ann"_s) << QString() << true << names({});
        QTest::newRow("the user sorts first") << names(u"Dan Carl"_s) << QString() << true << names({});
    }

    void recipients()
    {
        QFETCH(QStringList, knownTo);
        QFETCH(QString, writer);
        QFETCH(bool, isFirstOnly);
        QFETCH(QStringList, asked);
        KnowledgeSettings settings = on;
        if (isFirstOnly)
            settings.queue = KnowledgeSettings::Queue::FirstOnly;
        const PrivateReply reply{u"Ann"_s, knownTo, u"Carl"_s, writer, {u"Ann"_s, u"Bob"_s}};
        QCOMPARE(recipientsToAsk(reply, settings), asked);
        settings.isEnabled = false;
        QCOMPARE(recipientsToAsk(reply, settings), QStringList());
    }

    void theLimitEndsIt()
    {
        PrivateChain chain;
        for (int i = 0; i < 5; ++i)
            chain.add({u"Ann"_s, {u"Bob"_s}, u"Carl"_s}, on);
        for (int i = 0; i < 3; ++i)
            QCOMPARE(chain.next(on), u"Bob"_s);
        QVERIFY(!chain.next(on));
        QVERIFY(chain.isAtLimit(on));
        QCOMPARE(chain.waiting().size(), 2);
        chain.clear();
        QCOMPARE(chain, PrivateChain());
    }

    void offAsksNobody()
    {
        PrivateChain chain;
        KnowledgeSettings settings = on;
        settings.autoTurn = false;
        chain.add({u"Ann"_s, {u"Bob"_s}, u"Carl"_s}, settings);
        QCOMPARE(chain, PrivateChain());
    }
};

} // namespace tst_privatechain

SNUG_TEST(tst_privatechain, TestPrivateChain, Core)
#include "tst_privatechain.moc"
