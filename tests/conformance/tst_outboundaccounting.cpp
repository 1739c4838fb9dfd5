// What a service makes of a prompt's messages loses no token and counts none twice, whatever it joins, moves
// or splits: the rows that go are together what the budget says, and what the service's form adds stands
// beside it.

#include "core/conversion/outboundrows.h"
#include "core/model/whitespace.h"
#include "core/prompt/assemble.h"
#include "core/prompt/joinedparts.h"
#include "core/prompt/messagecount.h"
#include "core/prompt/promptaccount.h"
#include "core/wire/provider.h"
#include "tests/conformance/randomlibrary.h"
#include "tests/testregistry.h"

#include <QTest>

#include <numeric>

namespace tst_outboundaccounting {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

namespace {

Connection connectionTo(ChatService service, PostProcessing postProcessing)
{
    Connection connection;
    connection.kind = Connection::Kind::ChatService;
    connection.service = service;
    connection.baseUrl = QUrl(factsOf(service).address);
    connection.model = service == ChatService::Claude ? u"claude-x"_s : u"model-x"_s;
    connection.request.postProcessing = postProcessing;
    return connection;
}

} // namespace

class TestOutboundAccounting : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void rowsAddUp_data()
    {
        QTest::addColumn<int>("service");
        for (int service = 0; service <= int(ChatService::LlamaCpp); ++service)
            QTest::newRow(qPrintable(factsOf(ChatService(service)).name)) << service;
    }

    void rowsAddUp()
    {
        QFETCH(int, service);
        for (quint32 seed = 0; seed < 48; ++seed) {
            PromptInputs inputs = RandomLibrary(seed * 50 + quint32(service)).inputs();
            const Connection connection =
                connectionTo(ChatService(service), PostProcessing(seed % (int(PostProcessing::Single) + 1)));
            inputs.model = connection.model;
            const AssembledPrompt prompt = assemble(inputs);
            QVERIFY(!prompt.failure);
            const OutboundPrompt outbound = providerFor(connection).outbound(prompt, connection);
            const OutboundRows rows = outboundRows(prompt, outbound, inputs.counter);
            QCOMPARE(rows.rows.size(), rows.origins.size());
            int tokens = 0;
            for (qsizetype i = 0; i < rows.rows.size(); ++i) {
                const OutboundMessage &row = rows.rows.at(i);
                const MessageAccount account = messageAccount(row, prompt.budget);
                QCOMPARE(std::accumulate(account.spans.cbegin(), account.spans.cend(),
                                         account.overhead + account.thoughts),
                         row.tokens);
                int parts = account.overhead;
                for (const JoinedPart &part : joinedParts(row, prompt.budget))
                    parts += part.message.tokens + part.separator;
                QCOMPARE(parts + account.thoughts, row.tokens);
                const bool isOfThePrompt = std::ranges::any_of(rows.origins.at(i), [&](int origin) {
                    return origin >= 0 && origin < prompt.messages.size() &&
                           !prompt.messages.at(origin).content.isEmpty();
                });
                const bool isAdded = rows.added.contains(int(i));
                QCOMPARE(isAdded, !isOfThePrompt && !row.content.isEmpty());
                if (isAdded) { // beside the budget, and counted as a message is
                    QCOMPARE(row.tokens, messageTokens(inputs.counter, row.content.text(), row.name));
                    QVERIFY(wholePart(row, prompt.budget).message.tokens > 0);
                    ++m_added;
                }
                tokens += isAdded ? 0 : row.tokens;
            }
            // A text of blanks is counted and, with some services, not sent.
            for (int number = 0; number < int(prompt.messages.size()); ++number) {
                if (rows.rowOf(number) < 0 && isBlank(prompt.messages.at(number).content.text()))
                    tokens += prompt.messages.at(number).tokens;
            }
            QVERIFY2(
                tokens == prompt.budget.used,
                qPrintable(u"seed %1: rows %2, budget %3"_s.arg(seed).arg(tokens).arg(prompt.budget.used)));
        }
    }

    void someServicesAddMessages() { QVERIFY2(m_added > 20, qPrintable(QString::number(m_added))); }

private:
    int m_added = 0; // rows that the services added
};

} // namespace tst_outboundaccounting

SNUG_TEST(tst_outboundaccounting, TestOutboundAccounting, Core)
#include "tst_outboundaccounting.moc"
