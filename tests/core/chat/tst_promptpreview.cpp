#include "core/chat/promptpreview.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/testregistry.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <memory>
#include <new>

namespace tst_promptpreview {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

// An assembler that waits at a gate. Shared with the thread, which may outlive the test function.
struct Gate
{
    QSemaphore open;
    std::atomic<int> entered = 0;
    std::atomic<int> stopped = 0;
};

Assembler gated(const std::shared_ptr<Gate> &gate)
{
    return [gate](const PromptInputs &inputs, const std::stop_token &stop) {
        ++gate->entered;
        gate->open.acquire();
        if (stop.stop_requested())
            ++gate->stopped;
        return plainAssemble(inputs, stop);
    };
}

PromptRequest typed(const QString &text, ChatFixture &fixture)
{
    PromptRequest request{fixture.inputs, fixture.link()};
    request.inputs.userText = text;
    return request;
}

} // namespace

class TestPromptPreview : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void promptAndBytesComeTogether()
    {
        ChatFixture fixture;
        PromptPreview preview(plainAssemble);
        QSignalSpy ready(&preview, &PromptPreview::ready);
        const quint64 generation = preview.update(typed(u"Hi"_s, fixture));
        QVERIFY(preview.isBusy());
        QTRY_COMPARE(ready.size(), 1);
        QVERIFY(!preview.isBusy());
        const PreparedPrompt &prepared = preview.current();
        QCOMPARE(prepared.generation, generation);
        QCOMPARE(prepared.prompt.messages.last().content.text(), u"Hi"_s);
        QCOMPARE(prepared.request,
                 fixture.provider.encode(prepared.prompt, fixture.link().connection, Secret("sesame")));
    }

    void withoutAConnectionThereIsAPromptButNoRequest()
    {
        ChatFixture fixture;
        PromptPreview preview(plainAssemble);
        preview.update({fixture.inputs, {}});
        QTRY_VERIFY(!preview.isBusy());
        QVERIFY(!preview.current().request);
        QVERIFY(!preview.current().prompt.messages.isEmpty());
    }

    void theNewestWins()
    {
        ChatFixture fixture;
        const auto gate = std::make_shared<Gate>();
        PromptPreview preview(gated(gate));
        QList<quint64> generations;
        connect(&preview, &PromptPreview::ready, this,
                [&](const PreparedPrompt &prepared) { generations.append(prepared.generation); });
        QSignalSpy busy(&preview, &PromptPreview::busyChanged);

        preview.update(typed(u"H"_s, fixture));
        QTRY_COMPARE(gate->entered, 1);
        preview.update(typed(u"Hi"_s, fixture));
        const quint64 last = preview.update(typed(u"Hi."_s, fixture));
        QCOMPARE(gate->entered, 1); // one at a time
        gate->open.release(2);
        QTRY_VERIFY(!preview.isBusy());

        QCOMPARE(generations, QList<quint64>{last});
        QCOMPARE(gate->entered, 2); // "Hi" was never begun
        QCOMPARE(gate->stopped, 1); // "H" was asked to end
        QCOMPARE(preview.current().prompt.messages.last().content.text(), u"Hi."_s);
        QCOMPARE(busy, (QList<QList<QVariant>>{{true}, {false}}));
    }

    void staleResultsAreDroppedAlsoWhenTheyWereReadyInTime()
    {
        ChatFixture fixture;
        PromptPreview preview(plainAssemble);
        QList<quint64> generations;
        connect(&preview, &PromptPreview::ready, this,
                [&](const PreparedPrompt &prepared) { generations.append(prepared.generation); });
        quint64 last = 0;
        for (int i = 0; i < 50; ++i)
            last = preview.update(typed(QString::number(i), fixture));
        QTRY_VERIFY(!preview.isBusy());
        QCOMPARE(generations, QList<quint64>{last});
    }

    // Nobody could catch it on the worker's thread, and the program would end.
    void whatIsThrownIsAFailureOfThePrompt()
    {
        ChatFixture fixture;
        PromptPreview preview(
            [](const PromptInputs &, const std::stop_token &) -> AssembledPrompt { throw std::bad_alloc(); });
        const quint64 generation = preview.update(typed(u"Hi"_s, fixture));
        QTRY_VERIFY(!preview.isBusy());
        const PreparedPrompt &prepared = preview.current();
        QCOMPARE(prepared.generation, generation);
        QVERIFY(prepared.prompt.failure);
        QVERIFY(prepared.prompt.failure->error.what.contains(u"memory"));
        QCOMPARE(prepared.prompt.typedText, u"Hi"_s); // what is stored when it is sent all the same
        QVERIFY(!prepared.request);
    }

    void destroyingItDoesNotWait()
    {
        ChatFixture fixture;
        const auto gate = std::make_shared<Gate>();
        {
            PromptPreview preview(gated(gate));
            preview.update(typed(u"Hi"_s, fixture));
            QTRY_COMPARE(gate->entered, 1);
        } // the worker still stands at the gate
        gate->open.release();
        QTRY_COMPARE(gate->stopped, 1);
    }
};

} // namespace tst_promptpreview

SNUG_TEST(tst_promptpreview, TestPromptPreview, Core)
#include "tst_promptpreview.moc"
