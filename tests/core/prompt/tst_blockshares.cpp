#include "core/prompt/blockshares.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_blockshares {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

Source block(const QString &identifier, const QString &type = u"preset.relative"_s)
{
    return Source::named(type, identifier, {}).inside(Source(SourceKind::PresetFile, u"Default"_s, {}));
}

OutboundMessage message(const TracedText &text, const Source &source, int tokens)
{
    OutboundMessage made;
    made.content = text;
    made.source = source;
    made.tokens = tokens;
    return made;
}

} // namespace

class TestBlockShares : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void messagesCountForTheirBlocks()
    {
        AssembledPrompt prompt;
        const Source main = block(u"main"_s);
        const Source description = block(u"charDescription"_s);
        const Source user(SourceKind::HistoryUser, u"3"_s, u"Ada"_s);
        const Source typed(SourceKind::NewUser, u"4"_s, u"Ada"_s);
        const Source example(SourceKind::CharExamples, {}, {});
        const Source injected = block(u"note"_s, u"preset.in_chat"_s);
        prompt.messages = {
            message(TracedText(u"Be brief."_s, main), main, 5),
            message(TracedText(u"Tall."_s, Source(SourceKind::CharDescription, {}, {})).inside(description),
                    description, 4),
            message(TracedText(u"Hm."_s, example), example, 3),
            message(TracedText(u"Hello"_s, user), user, 6),
            message(TracedText(u"Well?"_s, typed), typed, 7),
            message(TracedText(u"Stay."_s, injected), injected, 8),
        };
        const auto shares = blockShares(prompt);
        QCOMPARE(shares.size(), 5);
        QCOMPARE(shares[u"main"_s], (BlockShare{5, false, u"Be brief."_s}));
        QCOMPARE(shares[u"charDescription"_s].text, u"Tall."_s);
        QCOMPARE(shares[u"dialogueExamples"_s].tokens, 3);
        QCOMPARE(shares[u"chatHistory"_s], (BlockShare{13, false, u"Hello\n\nWell?"_s}));
        QCOMPARE(shares[u"note"_s].tokens, 8);
    }

    void aMessageOfSeveralBlocksIsShared()
    {
        AssembledPrompt prompt;
        const Source main = block(u"main"_s);
        const Source other = block(u"other"_s);
        TracedText text(u"12345678"_s, main);
        text.append(TracedText(u"12"_s, other));
        prompt.messages = {message(text, main, 100)};
        const auto shares = blockShares(prompt);
        QCOMPARE(shares[u"main"_s], (BlockShare{80, true, u"12345678"_s}));
        QCOMPARE(shares[u"other"_s], (BlockShare{20, true, u"12"_s}));
    }

    void longTextsAreCutOff()
    {
        AssembledPrompt prompt;
        const Source user(SourceKind::HistoryUser, u"0"_s, {});
        for (int i = 0; i < 5; ++i)
            prompt.messages.append(message(TracedText(QString(100, u'x'), user), user, 10));
        const BlockShare share = blockShares(prompt, 150)[u"chatHistory"_s];
        QCOMPARE(share.tokens, 50);
        QVERIFY(share.text.size() <= 160);
        QVERIFY(blockShares({}).isEmpty());
    }
};

} // namespace tst_blockshares

SNUG_TEST(tst_blockshares, TestBlockShares, Core)
#include "tst_blockshares.moc"
