// A reply that is begun or continued, as each service wants it said.

#include "tests/core/wire/servicefixture.h"
#include "tests/testregistry.h"

#include <QJsonObject>
#include <QTest>

namespace tst_replybeginnings {

using namespace snug;
using namespace Qt::StringLiterals;
using namespace snug::servicefixture;

class TestReplyBeginnings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    // A reply that is begun, or continued, goes on where it ends; whoever begins a new one by itself is told
    // so.
    void beginningsGoOn()
    {
        AssembledPrompt prompt = promptOf({said(Role::User, u"May I climb up?"_s)});
        const AssembledPrompt plain = prompt;
        AssembledPrompt continued =
            promptOf({said(Role::User, u"May I climb up?"_s), said(Role::Assistant, u"Only if"_s)});
        const AssembledPrompt others = continued; // of a group: another member spoke last
        continued.wishes.type = GenerationType::Continue;
        for (const bool isPrefilled : {true, false}) {
            const auto bodyAt = [&](ChatService service, const AssembledPrompt &sent) {
                Connection connection = at(service);
                if (isPrefilled && &sent != &plain)
                    connection.request.prefill = u"Only if"_s;
                return bodyOf(connection, sent);
            };
            const AssembledPrompt &begun = isPrefilled ? prompt : continued;
            const QJsonObject vllm = bodyAt(ChatService::Vllm, begun);
            QCOMPARE(vllm[u"continue_final_message"], QJsonValue(true));
            QCOMPARE(vllm[u"add_generation_prompt"], QJsonValue(false));
            QCOMPARE(vllm[u"messages"].toArray().last()[u"content"], QJsonValue(u"Only if"_s));
            const QJsonObject tabby = bodyAt(ChatService::Tabby, begun);
            QCOMPARE(tabby[u"response_prefix"], QJsonValue(u"Only if"_s));
            QCOMPARE(tabby[u"messages"].toArray().size(), 1);
            QCOMPARE(bodyAt(ChatService::TextGenerationWebUi, begun)[u"continue_"], QJsonValue(true));
            QCOMPARE(bodyAt(ChatService::KoboldCpp, begun)[u"continue_assistant_turn"], QJsonValue(true));
        }
        for (const ChatService service : {ChatService::Vllm, ChatService::Tabby,
                                          ChatService::TextGenerationWebUi, ChatService::KoboldCpp}) {
            for (const AssembledPrompt *sent : {&plain, &others}) {
                const QJsonObject body = bodyOf(at(service), *sent);
                for (const QString &name : {u"continue_final_message"_s, u"add_generation_prompt"_s,
                                            u"response_prefix"_s, u"continue_"_s})
                    QVERIFY2(!body.contains(name), qPrintable(name));
                QVERIFY(!body[u"continue_assistant_turn"].toBool());
                QCOMPARE(body[u"messages"].toArray().size(), qsizetype(sent->messages.size()));
            }
        }
    }

    void prefillWhereItIsTaken()
    {
        const auto lastOf = [](ChatService service) {
            Connection connection = at(service);
            connection.request.prefill = u"*Mira"_s;
            return bodyOf(connection, smallPrompt())[u"messages"].toArray().last().toObject();
        };
        QCOMPARE(lastOf(ChatService::DeepSeek)[u"prefix"], QJsonValue(true));
        QCOMPARE(lastOf(ChatService::Mistral)[u"prefix"], QJsonValue(true));
        QCOMPARE(lastOf(ChatService::Moonshot)[u"partial"], QJsonValue(true));
        QCOMPARE(lastOf(ChatService::LlamaCpp)[u"content"], QJsonValue(u"*Mira"_s));
        QCOMPARE(lastOf(ChatService::OpenAi)[u"content"], QJsonValue(u"May I climb up?"_s));
    }
};

} // namespace tst_replybeginnings

SNUG_TEST(tst_replybeginnings, TestReplyBeginnings, Core)
#include "tst_replybeginnings.moc"
