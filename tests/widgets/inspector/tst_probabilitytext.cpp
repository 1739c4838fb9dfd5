// How likely the words of a recorded answer were, from the bytes to the page that shows it.
#include "core/wire/recordedlogprobs.h"
#include "tests/testregistry.h"
#include "widgets/inspector/pastrequestview.h"
#include "widgets/inspector/probabilitytext.h"

#include <QFile>
#include <QPlainTextEdit>
#include <QTest>

namespace tst_probabilitytext {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

QByteArray bodyOf(const QString &recording)
{
    QFile file(QStringLiteral(SNUG_SOURCE_DIR) + u"/tests/conformance/wire/"_s + recording + u".txt"_s);
    const QByteArray bytes = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    return bytes.sliced(bytes.indexOf("\r\n\r\n") + 4);
}

WireRequest requestTo(const QString &path)
{
    return {"POST", QUrl(u"https://example.org"_s + path), {}, "{}"};
}

} // namespace

class TestProbabilityText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void recorded_data()
    {
        QTest::addColumn<QString>("recording");
        QTest::addColumn<QString>("path");
        QTest::newRow("chat") << u"openai/chat-stream-logprobs"_s << u"/v1/chat/completions"_s;
        QTest::newRow("at the end") << u"koboldcpp/chat-stream-logprobs-at-end"_s
                                    << u"/v1/chat/completions"_s;
        QTest::newRow("text") << u"tabby/completion-stream-logprobs"_s << u"/v1/completions"_s;
        QTest::newRow("text, older shape")
            << u"text-generation-webui/completion-stream-logprobs"_s << u"/v1/completions"_s;
    }

    void recorded()
    {
        QFETCH(QString, recording);
        QFETCH(QString, path);
        const QList<TokenLogProb> tokens = recordedLogProbs(requestTo(path), bodyOf(recording));
        QVERIFY(tokens.size() >= 4);
        QCOMPARE(probabilityText(tokens.first(4)), u"*Mira 99 %   shades 29 % •   the 100 %   lamp.* 74 %"_s);
    }

    void nothingIsNothing()
    {
        const WireRequest request = requestTo(u"/v1/chat/completions"_s);
        QVERIFY(recordedLogProbs(request, bodyOf(u"openai/chat-stream"_s)).isEmpty());
        QVERIFY(recordedLogProbs(request, "\"logprobs\": torn {[").isEmpty());
        QVERIFY(recordedLogProbs(request, {}).isEmpty());
        QCOMPARE(probabilityText({}), QString());
    }

    void texts_data()
    {
        QTest::addColumn<QString>("token");
        QTest::addColumn<double>("logProb");
        QTest::addColumn<QString>("text");
        QTest::newRow("certain") << u" a"_s << 0.0 << u"a 100 %"_s;
        QTest::newRow("more than certain") << u"a"_s << 0.5 << u"a 100 %"_s;
        QTest::newRow("hardly") << u"a"_s << -9.0 << u"a <1 % •"_s;
        QTest::newRow("never") << u"a"_s << -9999.0 << u"a <1 % •"_s;
        QTest::newRow("spaces") << u"  "_s << 0.0 << u"␣␣ 100 %"_s;
        QTest::newRow("a line's end") << u".\n\n"_s << 0.0 << u".↵↵ 100 %\n"_s;
        QTest::newRow("markup") << u"<b>&amp;"_s << 0.0 << u"<b>&amp; 100 %"_s;
        QTest::newRow("nothing") << QString() << 0.0 << u" 100 %"_s;
    }

    void texts()
    {
        QFETCH(QString, token);
        QFETCH(double, logProb);
        QFETCH(QString, text);
        QCOMPARE(probabilityText({{token, logProb}}), text);
    }

    void aLongAnswerEnds()
    {
        const QString text = probabilityText(QList<TokenLogProb>(100'000, {u"a"_s, 0}));
        QVERIFY(text.size() < 60'000);
        QVERIFY(text.endsWith(u"\n…"_s));
    }

    void thePageShowsThem()
    {
        PastRequestView view;
        PastRequest past;
        past.entry.head.id = u"1"_s;
        past.entry.answer.text = u"Come in."_s;
        past.logProbs = {{u"Come"_s, -0.1}, {u" in"_s, -1.2}, {u"."_s, 0}};
        view.setRequest(past);
        QStringList texts;
        for (const QPlainTextEdit *each : view.findChildren<QPlainTextEdit *>())
            texts << each->toPlainText();
        QVERIFY2(texts.join(u'\n').contains(u"Come 90 %   in 30 % •   . 100 %"_s),
                 qPrintable(texts.join(u'\n')));
        past.logProbs.clear();
        view.setRequest(past);
        for (const QPlainTextEdit *each : view.findChildren<QPlainTextEdit *>())
            QVERIFY(!each->toPlainText().contains(u"How likely"));
    }
};

} // namespace tst_probabilitytext

SNUG_TEST(tst_probabilitytext, TestProbabilityText, Windows)
#include "tst_probabilitytext.moc"
