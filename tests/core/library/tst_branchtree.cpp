#include "core/library/branchtree.h"
#include "core/library/chatfiles.h"
#include "tests/core/library/testfiles.h"
#include "tests/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_branchtree {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestBranchTree : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_dir;
    LibraryLayout m_layout;

    ChatReference chat(const QString &name) const { return {.cardFile = u"Mira.png"_s, .name = name}; }

    static QByteArray said(const QByteArray &text, const QByteArray &extra = "{}")
    {
        return "{\"name\":\"Mira\",\"mes\":\"" + text + "\",\"extra\":" + extra + "}\n";
    }

    void write(const QString &name, const QByteArray &main, const QByteArray &messages)
    {
        const QByteArray metadata = main.isEmpty() ? QByteArray("{}") : "{\"main_chat\":\"" + main + "\"}";
        QVERIFY(put(chatPath(m_layout, chat(name)), "{\"chat_metadata\":" + metadata + "}\n" + messages));
    }

    // "  Second 1 Two" = below the first one, leaves after its message 1, which begins so.
    QStringList tree(const QString &of) const
    {
        QStringList lines;
        for (const BranchedChat &each : branchTree(m_layout, chat(of))) {
            QString line = QString(2 * each.depth, u' ') + each.summary.name;
            if (each.leaves >= 0)
                line += u' ' + QString::number(each.leaves) + u' ' + each.leavesText;
            lines.append(line + (each.isCheckpoint ? u" !"_s : QString()));
        }
        return lines;
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        QVERIFY(QDir(m_dir.path()).removeRecursively() && QDir().mkpath(m_dir.path()));
        m_layout = LibraryLayout(m_dir.path());
    }

    void aTreeIsTheSameFromEachOfItsChats()
    {
        write(u"Main"_s, {},
              said("One") + said("Two", "{\"branches\":[\"Late\",\"Second\"]}") + said("Three") +
                  said("Four", "{\"bookmark_link\":\"Kept\"}"));
        write(u"Second"_s, "Main", said("One") + said("Two") + said("Else", "{\"branches\":[\"Third\"]}"));
        write(u"Late"_s, "Main", said("One") + said("Two"));
        write(u"Third"_s, "Second", said("One"));
        write(u"Kept"_s, "Main", said("One"));
        write(u"Alone"_s, {}, said("One"));
        const QStringList expected{u"Main"_s, u"  Late 1 Two"_s, u"  Second 1 Two"_s, u"    Third 2 Else"_s,
                                   u"  Kept 3 Four !"_s};
        for (const QString &name : {u"Main"_s, u"Third"_s, u"Kept"_s})
            QCOMPARE(tree(name), expected);
        QCOMPARE(tree(u"Alone"_s), QStringList{u"Alone"_s});
        QCOMPARE(branchTree(m_layout, chat(u"Second"_s)).at(2).summary.messages, 3);
        QCOMPARE(branchTree(m_layout, chat(u"Second"_s)).at(3).parent, u"Second"_s);
    }

    // The link stands with the swipe that was shown then.
    void aBranchOfASwipeThatIsNotShown()
    {
        write(u"Main"_s, {},
              "{\"name\":\"Mira\",\"mes\":\"New\",\"swipe_id\":1,\"swipes\":[\"Old\",\"New\"],\"swipe_info\":"
              "[{\"extra\":{\"branches\":[\"Other\"]}},{\"extra\":{}}],\"extra\":{}}\n");
        write(u"Other"_s, "Main", said("Old"));
        QCOMPARE(tree(u"Other"_s), (QStringList{u"Main"_s, u"  Other 0 Old"_s}));
    }

    void whatDoesNotFitTogether()
    {
        QCOMPARE(tree(u"Nowhere"_s), QStringList());
        write(u"A"_s, "Deleted", said("One"));
        QCOMPARE(tree(u"A"_s), QStringList{u"A"_s}); // its parent is gone
        write(u"Itself"_s, "Itself", said("One"));
        QCOMPARE(tree(u"Itself"_s), QStringList{u"Itself"_s});
        write(u"Ping"_s, "Pong", said("One"));
        write(u"Pong"_s, "Ping", said("One"));
        QCOMPARE(tree(u"Ping"_s).size(), 2);
        // Named by its parent's message, but not by itself: a name that another chat took over.
        write(u"Namer"_s, {}, said("One", "{\"branches\":[\"Free\"]}"));
        write(u"Free"_s, {}, said("One"));
        QCOMPARE(tree(u"Namer"_s), QStringList{u"Namer"_s});
        // Renamed since: where it leaves is not known any more, but that it does.
        write(u"Renamed"_s, "Namer", said("One"));
        QCOMPARE(tree(u"Namer"_s), (QStringList{u"Namer"_s, u"  Renamed"_s}));
        QVERIFY(put(chatPath(m_layout, chat(u"Torn"_s)), "{\"chat_metadata\":{\"main_ch"));
        QCOMPARE(tree(u"Torn"_s), QStringList{u"Torn"_s});
        QVERIFY(put(chatPath(m_layout, chat(u"Nothing"_s)), {}));
        QCOMPARE(tree(u"Nothing"_s), QStringList{u"Nothing"_s});
    }

    // Each goes on from the one before.
    void aChainOfThousandsEnds()
    {
        QString before;
        for (int i = 0; i < 4'000; ++i) {
            const QString name = u"Chat %1"_s.arg(i);
            write(name, before.toUtf8(), said("One"));
            before = name;
        }
        const QList<BranchedChat> all = branchTree(m_layout, chat(before));
        QCOMPARE(all.size(), 4'000);
        QCOMPARE(all.last().depth, 3'999);
    }

    void aLongHeaderIsReadWhole()
    {
        write(u"Main"_s, {}, said("One"));
        QVERIFY(put(chatPath(m_layout, chat(u"Long"_s)), "{\"chat_metadata\":{\"variables\":{\"a\":\"" +
                                                             QByteArray(100'000, 'x') +
                                                             "\"},\"main_chat\":\"Main\"}}\n" + said("One")));
        QCOMPARE(tree(u"Main"_s).size(), 2);
    }
};

} // namespace tst_branchtree

SNUG_TEST(tst_branchtree, TestBranchTree, Core)
#include "tst_branchtree.moc"
