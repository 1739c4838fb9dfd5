// Two prompts beside each other: what only one has, what differs, and the list that shows it.

#include "tests/testregistry.h"
#include "widgets/inspector/comparisonmodel.h"
#include "widgets/inspector/promptcomparison.h"

#include <QAbstractItemModelTester>
#include <QTest>

namespace tst_promptcomparison {

using namespace Qt::StringLiterals;
using namespace snug;

static OutboundMessage turn(int row, const QString &text, const QString &type = u"history.user"_s)
{
    OutboundMessage message;
    message.role = Role::User;
    message.source = Source::named(type, QString::number(row), u"Ada"_s);
    message.content = TracedText(text, message.source);
    return message;
}

static AssembledPrompt promptOf(const QList<OutboundMessage> &messages)
{
    AssembledPrompt prompt;
    prompt.messages = messages;
    return prompt;
}

// "=" both, "<" only the left one, ">" only the right one, "~" both and different.
static QString shape(const QList<ComparedRow> &rows)
{
    QString signs;
    for (const ComparedRow &row : rows)
        signs += row.isSame() ? u'=' : !row.right ? u'<' : !row.left ? u'>' : u'~';
    return signs;
}

class TestPromptComparison : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void rows_data()
    {
        QTest::addColumn<QList<OutboundMessage>>("left");
        QTest::addColumn<QList<OutboundMessage>>("right");
        QTest::addColumn<QString>("expected");
        using Messages = QList<OutboundMessage>;
        const OutboundMessage a = turn(0, u"a"_s);
        const OutboundMessage b = turn(1, u"b"_s);
        const OutboundMessage c = turn(2, u"c"_s);
        QTest::newRow("nothing") << Messages{} << Messages{} << QString();
        QTest::newRow("the same") << Messages{a, b} << Messages{a, b} << u"=="_s;
        QTest::newRow("one knows more") << Messages{a, b, c} << Messages{a, c} << u"=<="_s;
        QTest::newRow("the other knows more") << Messages{c} << Messages{a, b, c} << u">>="_s;
        QTest::newRow("each knows something") << Messages{a, b} << Messages{a, c} << u"=><"_s;
        QTest::newRow("nothing in common") << Messages{a} << Messages{} << u"<"_s;
        QTest::newRow("other words") << Messages{a, turn(1, u"x"_s)} << Messages{a, b} << u"=~"_s;
        QTest::newRow("other words and no source")
            << Messages{turn(0, u"x"_s, {}), b} << Messages{turn(0, u"y"_s, {}), b} << u"~="_s;
    }

    void rows()
    {
        QFETCH(QList<OutboundMessage>, left);
        QFETCH(QList<OutboundMessage>, right);
        QFETCH(QString, expected);
        QCOMPARE(shape(comparedPrompts(promptOf(left), promptOf(right))), expected);
    }

    void stretches()
    {
        const Source block(SourceKind::PresetRelative, u"main"_s, u"Main"_s);
        const auto with = [&](const QString &lore) {
            OutboundMessage message = turn(0, u"You know "_s);
            message.source = block;
            if (!lore.isEmpty())
                message.content.append(TracedText(lore, Source(SourceKind::WorldBookBeforeChar, u"1"_s)));
            message.content.append(TracedText(u" the inn."_s, Source(SourceKind::CharDescription)));
            return promptOf({message});
        };
        const QList<ComparedRow> rows = comparedPrompts(with(u"the vault and"_s), with({}));
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows.first().onlyLeft, (QList<OwnStretch>{{9, 13}}));
        QCOMPARE(rows.first().onlyRight, QList<OwnStretch>());
    }

    void oneTextIsTakenApart()
    {
        const auto with = [](const QStringList &turns) {
            AssembledPrompt prompt;
            prompt.prompt.emplace();
            for (qsizetype i = 0; i < turns.size(); ++i) {
                const Source source(SourceKind::HistoryUser, turns.at(i).left(1), u"Ada"_s);
                prompt.prompt->append(
                    TracedText::computed(u"Ada:\n"_s, Source(SourceKind::HistoryName).inside(source)));
                prompt.prompt->append(TracedText(turns.at(i), source));
            }
            return prompt;
        };
        QCOMPARE(shape(comparedPrompts(with({u"a"_s, u"b"_s, u"c"_s}), with({u"a"_s, u"c"_s}))), u"=<="_s);
    }

    void runsFoldAndOpen()
    {
        ComparisonModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        QList<OutboundMessage> left;
        for (int i = 0; i < 6; ++i)
            left.append(turn(i, u"word %1"_s.arg(i)));
        QList<OutboundMessage> right = left;
        right.removeAt(3);
        model.setNames(u"Bob"_s, u"Carl"_s);
        model.setRows(comparedPrompts(promptOf(left), promptOf(right)));
        QCOMPARE(model.rowCount(), 3); // three folded, one that differs, two folded
        QCOMPARE(model.differences(), 1);
        QCOMPARE(model.index(1).data(Qt::DisplayRole).toString(), u"Only Bob: Ada: word 3"_s);
        model.toggle(0);
        QCOMPARE(model.rowCount(), 5);
        model.toggle(0);
        QCOMPARE(model.rowCount(), 3);
        model.setRows(comparedPrompts(promptOf(right), promptOf(right)));
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.differences(), 0);
        model.setRows({});
        QCOMPARE(model.rowCount(), 0);
    }
};

} // namespace tst_promptcomparison

SNUG_TEST(tst_promptcomparison, TestPromptComparison, Core)
#include "tst_promptcomparison.moc"
