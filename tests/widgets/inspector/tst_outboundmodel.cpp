#include "core/prompt/messagecount.h"
#include "tests/testregistry.h"
#include "tests/widgets/inspector/promptfixture.h"
#include "widgets/inspector/groupshares.h"
#include "widgets/inspector/messagematch.h"
#include "widgets/inspector/outboundmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <numeric>

namespace tst_outboundmodel {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

// "a b! c": messages with the ids a, b, c; what follows the id is text, so "b!" is a changed b.
QList<OutboundMessage> messages(const QString &words)
{
    QList<OutboundMessage> list;
    for (const QString &word : words.split(u' ', Qt::SkipEmptyParts))
        list.append(fixture::message(Role::User, u"history.user"_s, word.left(1), word.left(1), word, 3));
    return list;
}

// "m d": the blocks m and d, in one message.
OutboundMessage squashed(const QString &words, int tokens)
{
    OutboundMessage made;
    made.tokens = tokens;
    for (const QString &word : words.split(u' ')) {
        const Source block(SourceKind::PresetRelative, word, word);
        if (made.content.isEmpty())
            made.source = block;
        else
            made.content.append(TracedText::computed(u"\n"_s, Source(SourceKind::SeparatorSquash)));
        made.content.append(TracedText(word, block));
    }
    return made;
}

// The words of the model's rows.
QString words(const OutboundModel &model)
{
    QStringList list;
    for (const OutboundMessage &message : model.messages())
        list.append(message.content.text());
    return list.join(u' ');
}

} // namespace

class TestOutboundModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void matches_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QList<int>>("expected");
        QTest::newRow("both empty") << u""_s << u""_s << QList<int>{};
        QTest::newRow("first prompt") << u""_s << u"a b"_s << QList<int>{-1, -1};
        QTest::newRow("all gone") << u"a b"_s << u""_s << QList<int>{};
        QTest::newRow("equal") << u"a b c"_s << u"a b c"_s << QList<int>{0, 1, 2};
        QTest::newRow("last one typed on") << u"a b c"_s << u"a b c!"_s << QList<int>{0, 1, 2};
        QTest::newRow("appended") << u"a b"_s << u"a b c"_s << QList<int>{0, 1, -1};
        QTest::newRow("inserted at top, last changed")
            << u"a b c"_s << u"x a b c!"_s << QList<int>{-1, 0, 1, 2};
        QTest::newRow("oldest trimmed") << u"a b c d"_s << u"c d e"_s << QList<int>{2, 3, -1};
        QTest::newRow("moved down") << u"a b c d"_s << u"b c d a"_s << QList<int>{1, 2, 3, -1};
        QTest::newRow("same source twice") << u"a a! b"_s << u"a? a b"_s << QList<int>{0, 1, 2};
    }

    void matches()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QList<int>, expected);
        QCOMPARE(matchMessages(messages(before), messages(after)), expected);
    }

    void becomesTheNewPrompt_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<int>("touched"); // rows removed, inserted or changed
        QTest::newRow("nothing changes") << u"a b c"_s << u"a b c"_s << 0;
        QTest::newRow("a letter is typed") << u"a b c"_s << u"a b c!"_s << 1;
        QTest::newRow("lore fires on top while typing") << u"m a b c"_s << u"m x a b c!"_s << 2;
        QTest::newRow("two neighbours change") << u"a b c d"_s << u"a b! c! d"_s << 2;
        QTest::newRow("oldest trimmed") << u"m a b c d"_s << u"m c d e"_s << 3;
        QTest::newRow("another chat") << u"a b c"_s << u"x y"_s << 5;
        QTest::newRow("mixed") << u"a b c d e f"_s << u"b x d! c f y"_s << 6;
        QTest::newRow("emptied") << u"a b"_s << u""_s << 2;
    }

    void becomesTheNewPrompt()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(int, touched);
        OutboundModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setMessages(messages(before), CountKind::Exact);

        int count = 0;
        const auto add = [&](int first, int last) { count += last - first + 1; };
        connect(&model, &OutboundModel::rowsInserted, this,
                [&](const QModelIndex &, int f, int l) { add(f, l); });
        connect(&model, &OutboundModel::rowsRemoved, this,
                [&](const QModelIndex &, int f, int l) { add(f, l); });
        connect(&model, &OutboundModel::dataChanged, this,
                [&](const QModelIndex &f, const QModelIndex &l) { add(f.row(), l.row()); });
        QSignalSpy reset(&model, &OutboundModel::modelReset);
        model.setMessages(messages(after), CountKind::Exact);

        QCOMPARE(words(model), after);
        QCOMPARE(count, touched);
        QCOMPARE(reset.size(), 0);
    }

    // Blocks that were squashed into one message are rows, whichever comes or goes.
    void joinedBlocksAreRows()
    {
        QLocale::setDefault(QLocale(QLocale::English));
        const Budget budget{.kind = CountKind::Exact, .counterName = u"o200k"_s};
        OutboundModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setMessages({messages(u"u"_s).first(), squashed(u"m d r"_s, 60)}, budget);
        QCOMPARE(words(model), u"u m d r"_s);
        QCOMPARE(model.wholeMessages().size(), 2);
        QCOMPARE(model.place(2), (RowPlace{1, 1, 3, 2, 2}));
        QCOMPARE(model.rowAt(1, 0), 1);
        QCOMPARE(model.rowAt(1, 1), 1); // the line break
        QCOMPARE(model.rowAt(1, 4), 3);
        QCOMPARE(model.rowAt(2, 0), -1);
        int tokens = 0;
        for (int row = 1; row < 4; ++row)
            tokens += model.index(row).data(OutboundModel::TokensRole).toInt();
        QCOMPARE(tokens + model.separators() + messageOverhead(CountKind::Exact), 60);
        QVERIFY(model.separators() > 0);
        QCOMPARE(model.overhead(), 3 + messageOverhead(CountKind::Exact)); // the other message has no more
        QCOMPARE(partName(model.place(2)), u"2 of 3 in one message"_s);
        QVERIFY(model.index(2)
                    .data(Qt::AccessibleTextRole)
                    .toString()
                    .startsWith(u"system, d, 2 of 3 in one message, "_s));

        const QPersistentModelIndex last = model.index(3);
        QSignalSpy changed(&model, &OutboundModel::dataChanged);
        model.setMessages({messages(u"u"_s).first(), squashed(u"m x d r"_s, 80)}, budget);
        QCOMPARE(words(model), u"u m x d r"_s);
        QCOMPARE(last.row(), 4);
        QCOMPARE(model.place(4), (RowPlace{1, 3, 4, 6, 6}));
        QVERIFY(!changed.isEmpty()); // "3 of 3" has become "4 of 4"
        model.setMessages({messages(u"u"_s).first(), squashed(u"m x d r"_s, 80)}, budget, false);
        QCOMPARE(words(model), u"u m\nx\nd\nr"_s);
        QVERIFY(model.separators() > 0); // in the row, and nobody's
        QCOMPARE(model.index(1).data(OutboundModel::TokensRole).toInt() + model.separators(),
                 80 - messageOverhead(CountKind::Exact));
        model.setMessages({}, budget);
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.rowAt(0, 0), -1);
    }

    // What a service's form adds is a row with its number and in nobody's overhead; thoughts that go back are
    // no row's.
    void whatIsAddedAndThoughtsStandApart()
    {
        const Budget budget{.kind = CountKind::Exact, .counterName = u"o200k"_s};
        OutboundMessage reply = squashed(u"m"_s, 60);
        reply.goesBackTokens = 20;
        OutboundModel model;
        model.setMessages({squashed(u"d"_s, 9), reply}, budget, true, {0});
        const int overhead = messageOverhead(CountKind::Exact);
        QCOMPARE(model.index(0).data(OutboundModel::TokensRole).toInt(), 9 - overhead);
        QCOMPARE(model.added(), 9 - overhead);
        QCOMPARE(model.index(1).data(OutboundModel::TokensRole).toInt(), 40 - overhead);
        QCOMPARE(model.thoughts(), 20);
        QCOMPARE(model.overhead(), overhead);
    }

    void selectionStaysWithItsMessage()
    {
        OutboundModel model;
        model.setMessages(messages(u"a b c"_s), CountKind::Exact);
        const QPersistentModelIndex selected = model.index(1);
        model.setMessages(messages(u"x y a b! c!"_s), CountKind::Exact);
        QCOMPARE(selected.row(), 3);
        QCOMPARE(selected.data().toString(), u"b!"_s);
        model.setMessages(messages(u"x a c"_s), CountKind::Exact);
        QVERIFY(!selected.isValid());
    }

    void showsTokensHonestly_data()
    {
        QTest::addColumn<CountKind>("kind");
        QTest::addColumn<QString>("expected");
        QTest::newRow("exact") << CountKind::Exact << u"1,204"_s;
        QTest::newRow("calibrated") << CountKind::Calibrated << u"~1,204"_s;
        QTest::newRow("estimate") << CountKind::Estimate << u"~1,204"_s;
    }

    void showsTokensHonestly()
    {
        QFETCH(CountKind, kind);
        QFETCH(QString, expected);
        QLocale::setDefault(QLocale(QLocale::English));
        OutboundModel model;
        model.setMessages({fixture::message(Role::System, u"preset.relative"_s, u"main"_s, u"Main"_s,
                                            u"Write %1."_s, 1204)},
                          kind);
        const QModelIndex row = model.index(0);
        QCOMPARE(row.data(OutboundModel::TokensTextRole).toString(), expected);
        QCOMPARE(row.data(OutboundModel::TokensRole).toInt(), 1204);
        QCOMPARE(row.data(OutboundModel::RoleNameRole).toString(), u"system"_s);
        QCOMPARE(row.data(OutboundModel::SourceNameRole).toString(), u"Main"_s);
        QCOMPARE(row.data(OutboundModel::GroupRole).toInt(), int(SourceGroup::Preset));
        QCOMPARE(row.data(Qt::AccessibleTextRole).toString(),
                 u"system, Main, "_s + expected + u" tokens, Write %1."_s);
    }

    void newKindTouchesEveryRow()
    {
        OutboundModel model;
        model.setMessages(messages(u"a b c"_s), CountKind::Estimate);
        QSignalSpy changed(&model, &OutboundModel::dataChanged);
        model.setMessages(messages(u"a b c"_s), CountKind::Exact);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed.at(0).at(1).toModelIndex().row(), 2);
    }

    void sharesAddUpToTheMessages()
    {
        const AssembledPrompt prompt = fixture::harbourPrompt();
        const GroupShares shares = groupShares(prompt);
        QCOMPARE(std::accumulate(shares.cbegin(), shares.cend(), 0), prompt.budget.used);
        QVERIFY(shares[size_t(SourceGroup::Card)] > 0);
        QVERIFY(shares[size_t(SourceGroup::Lorebook)] > 0);
        QCOMPARE(shares[size_t(SourceGroup::Memory)], 0);
        QVERIFY(shares[overheadShare] > 0);
        for (int share = 0; share < int(shares.size()); ++share)
            QVERIFY(!shareName(share).isEmpty());
    }

    void anEmptyMessageIsOverhead()
    {
        AssembledPrompt prompt;
        prompt.messages = {
            fixture::message(Role::System, u"char.description"_s, u"x"_s, u"x"_s, QString(), 4)};
        QCOMPARE(groupShares(prompt)[overheadShare], 4);
    }
};

} // namespace tst_outboundmodel

SNUG_TEST(tst_outboundmodel, TestOutboundModel, Windows)
#include "tst_outboundmodel.moc"
