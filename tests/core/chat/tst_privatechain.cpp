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
        QTest::addColumn<KnowledgeSettings::Queue>("queue");
        QTest::addColumn<QStringList>("asked");
        using enum KnowledgeSettings::Queue;
        const auto names = [](const QString &text) { return text.split(u' ', Qt::SkipEmptyParts); };
        QTest::newRow("public") << names({}) << QString() << AllRecipients << names({});
        QTest::newRow("repeats are asked twice")
            << names(u"Bob Bob Ann"_s) << QString() << AllRecipients << names(u"Bob Bob"_s);
        QTest::newRow("the user is told last")
            << names(u"Bob Dan Carl"_s) << QString() << AllRecipients << names({});
        QTest::newRow("the user is told first")
            << names(u"Carl Bob Dan"_s) << QString() << AllRecipients << names({});
        QTest::newRow("whom the user plays is told")
            << names(u"Bob Dan Eve"_s) << u"Dan"_s << AllRecipients << names({});
        QTest::newRow("tools are passed over")
            << names(u"tool Bob"_s) << QString() << AllRecipients << names(u"Bob"_s);
        QTest::newRow("up to the user")
            << names(u"Bob Carl Dan"_s) << QString() << UpToUser << names(u"Bob"_s);
        QTest::newRow("up to whom the user plays")
            << names(u"Bob Dan Eve"_s) << u"Dan"_s << UpToUser << names(u"Bob"_s);
        QTest::newRow("only the first of the alphabet")
            << names(u"Eve Dan Ann"_s) << QString() << FirstOnly << names(u"Dan"_s);
        QTest::newRow("all of them is public") << names(u"Bob Ann"_s) << QString() << FirstOnly << names({});
        QTest::newRow("the user sorts first") << names(u"Dan Carl"_s) << QString() << FirstOnly << names({});
    }

    void recipients()
    {
        QFETCH(QStringList, knownTo);
        QFETCH(QString, writer);
        QFETCH(KnowledgeSettings::Queue, queue);
        QFETCH(QStringList, asked);
        KnowledgeSettings settings = on;
        settings.queue = queue;
        PrivateReply reply{u"Ann"_s, knownTo, u"Carl"_s, writer, {u"Ann"_s, u"Bob"_s}};
        QCOMPARE(recipientsToAsk(reply, settings), asked);
        reply.isAddressed = false;
        QCOMPARE(recipientsToAsk(reply, settings), QStringList());
        settings.isEnabled = false;
        reply.isAddressed = true;
        QCOMPARE(recipientsToAsk(reply, settings), QStringList());
    }

    // Who types names those who are to answer; their own name among them says nothing.
    void whatTheUserSaysAsksWhoeverIsTold_data()
    {
        QTest::addColumn<QStringList>("knownTo");
        QTest::addColumn<QString>("writer");
        QTest::newRow("as themselves") << QStringList{u"Carl"_s, u"Bob"_s} << QString();
        QTest::newRow("as themselves, named last") << QStringList{u"Bob"_s, u"Carl"_s} << QString();
        QTest::newRow("as somebody else") << QStringList{u"Carl"_s, u"Dan"_s, u"Bob"_s} << u"Dan"_s;
    }

    void whatTheUserSaysAsksWhoeverIsTold()
    {
        QFETCH(QStringList, knownTo);
        QFETCH(QString, writer);
        const PrivateReply said{writer.isEmpty() ? u"Carl"_s : writer, knownTo, u"Carl"_s, writer};
        QCOMPARE(recipientsToAsk(said, on), QStringList{u"Bob"_s});
    }

    void whatEndsTheChain_data()
    {
        QTest::addColumn<QStringList>("knownTo");
        QTest::addColumn<bool>("isAddressed");
        QTest::addColumn<bool>("goesOn");
        QTest::addColumn<QStringList>("waiting");
        const QStringList dan{u"Dan"_s};
        QTest::newRow("a public reply") << QStringList() << false << false << QStringList();
        QTest::newRow("one that tells the user")
            << QStringList{u"Eve"_s, u"Carl"_s} << true << false << QStringList();
        QTest::newRow("not a private one")
            << QStringList{u"Eve"_s} << true << false << (dan + QStringList{u"Eve"_s});
        QTest::newRow("nor one that is as private as what it answers")
            << QStringList{u"Ann"_s, u"Bob"_s} << false << false << dan;
        QTest::newRow("nothing, where those who wait are asked anyway")
            << QStringList() << false << true << dan;
        QTest::newRow("nor there what tells the user")
            << QStringList{u"Eve"_s, u"Carl"_s} << true << true << dan;
    }

    void whatEndsTheChain()
    {
        QFETCH(QStringList, knownTo);
        QFETCH(bool, isAddressed);
        QFETCH(bool, goesOn);
        QFETCH(QStringList, waiting);
        KnowledgeSettings settings = on;
        if (goesOn)
            settings.chainEnd = KnowledgeSettings::ChainEnd::NobodyWaits;
        PrivateChain chain;
        chain.add({u"Ann"_s, {u"Bob"_s, u"Dan"_s}, u"Carl"_s}, settings);
        QCOMPARE(chain.next(settings), u"Bob"_s);
        chain.add({.sender = u"Bob"_s, .knownTo = knownTo, .user = u"Carl"_s, .isAddressed = isAddressed},
                  settings);
        QCOMPARE(chain.waiting(), waiting);
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
