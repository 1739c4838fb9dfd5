// What the lists show is what goes: rows of the messages after the conversion, and what became of the others.
#include "core/conversion/chatask.h"
#include "core/conversion/outboundrows.h"
#include "core/conversion/seamline.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_outboundrows {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

AssembledPrompt assembled(const QList<QPair<Role, QString>> &texts)
{
    AssembledPrompt prompt;
    for (const auto &[role, text] : texts) {
        OutboundMessage message;
        message.role = role;
        message.source = Source(SourceKind::PromptText, QString::number(prompt.messages.size()), text);
        message.content = TracedText(text, message.source);
        message.tokens = int(text.size());
        prompt.messages.append(message);
    }
    return prompt;
}

ChatAsk askFor(const AssembledPrompt &prompt, ChatService service, PostProcessing mode = PostProcessing::None)
{
    ChatAsk ask{.service = service};
    ask.model = u"m"_s;
    ask.postProcessing = mode;
    ask.usesSystemText = true;
    for (const OutboundMessage &message : prompt.messages) {
        ConvertedMessage converted;
        converted.speaker = message.role == Role::System ? MessageSpeaker::System
                            : message.role == Role::User ? MessageSpeaker::User
                                                         : MessageSpeaker::Assistant;
        converted.parts = {ContentPart::ofText(message.content)};
        converted.source = message.source;
        converted.origins = {int(ask.messages.size())};
        ask.messages.append(converted);
    }
    return ask;
}

QStringList shown(const OutboundRows &rows)
{
    QStringList list;
    for (const OutboundMessage &row : rows.rows)
        list << u"%1 %2: %3"_s.arg(roleName(row.role)).arg(row.tokens).arg(row.content.text());
    return list;
}

} // namespace

class TestOutboundRows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void asAssembledWhereNothingChanges()
    {
        const AssembledPrompt prompt = assembled({{Role::System, u"a"_s}, {Role::User, u"bb"_s}});
        const OutboundPrompt outbound = outboundPrompt(askFor(prompt, ChatService::OpenAi));
        const OutboundRows rows = outboundRows(prompt, outbound, {});
        QCOMPARE(rows.rows, prompt.messages);
        QVERIFY(seamLines(outbound.seam).isEmpty());
        QCOMPARE(outboundRows(prompt, {}, {}).rows, prompt.messages);
    }

    void joinedRowsCostWhatTheirMessagesCost()
    {
        const AssembledPrompt prompt = assembled({{Role::System, u"a"_s},
                                                  {Role::System, u"bb"_s},
                                                  {Role::User, u"ccc"_s},
                                                  {Role::User, u"dddd"_s},
                                                  {Role::Assistant, u"e"_s},
                                                  {Role::System, u"ff"_s}});
        const OutboundPrompt outbound =
            outboundPrompt(askFor(prompt, ChatService::Custom, PostProcessing::Semi));
        const OutboundRows rows = outboundRows(prompt, outbound, {});
        QCOMPARE(shown(rows), (QStringList{u"system 3: a\n\nbb"_s, u"user 7: ccc\n\ndddd"_s,
                                           u"assistant 1: e"_s, u"user 2: ff"_s}));
        QCOMPARE(rows.rowOf(3), 1);
        QCOMPARE(rows.positionIn(1, prompt.messages.at(3), 2), 7);
        QCOMPARE(rows.rowOf(99), -1);
        QCOMPARE(seamLines(outbound.seam).size(), 2);
    }

    void theSystemTextIsShownMessageByMessage()
    {
        const AssembledPrompt prompt =
            assembled({{Role::System, u"a"_s}, {Role::System, u"bb"_s}, {Role::User, u"ccc"_s}});
        const OutboundPrompt outbound = outboundPrompt(askFor(prompt, ChatService::Claude));
        QCOMPARE(outbound.system.size(), 2);
        const OutboundRows rows = outboundRows(prompt, outbound, {});
        QCOMPARE(shown(rows), (QStringList{u"system 1: a"_s, u"system 2: bb"_s, u"user 3: ccc"_s}));
        QCOMPARE(rows.rows.first().source, prompt.messages.first().source);
        QVERIFY(seamLines(outbound.seam).first().contains(u"became the system text"_s));
    }

    void whatIsAddedIsCountedToo()
    {
        const AssembledPrompt prompt = assembled({{Role::System, u"a"_s}, {Role::Assistant, u"bb"_s}});
        const OutboundPrompt outbound =
            outboundPrompt(askFor(prompt, ChatService::Custom, PostProcessing::Strict));
        const OutboundRows rows = outboundRows(prompt, outbound, {});
        QCOMPARE(rows.rows.size(), 3);
        QVERIFY(rows.origins.at(1).isEmpty());
        QVERIFY(rows.rows.at(1).tokens > 0);
        QCOMPARE(rows.rowOf(1), 2);
    }

    void everyDeedHasWords()
    {
        for (int kind = 0; kind <= int(SeamRemark::Kind::MediaLeftOut); ++kind) {
            const QString line = seamLine({SeamRemark::Kind(kind), 3, 1, {}});
            QVERIFY2(line.endsWith(u'.') && !line.contains(u'%'), qPrintable(line));
        }
        QCOMPARE(seamLines({{SeamRemark::Kind::Merged, 2, 1, {}}, {SeamRemark::Kind::Merged, 3, 1, {}}}),
                 QStringList{u"Neighbours of one role were joined: 5 messages became 2."_s});
    }
};

} // namespace tst_outboundrows

SNUG_TEST(tst_outboundrows, TestOutboundRows, Core)
#include "tst_outboundrows.moc"
