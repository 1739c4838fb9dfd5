// How likely the words of a recorded answer were, from the bytes to the page that shows it.
#include "core/wire/recordedlogprobs.h"
#include "tests/testregistry.h"
#include "widgets/inspector/pastrequestview.h"
#include "widgets/inspector/probabilitytext.h"
#include "widgets/inspector/replyprobabilities.h"

#include <QApplication>
#include <QFile>
#include <QHelpEvent>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTest>
#include <QToolTip>

#include <algorithm>

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
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
    }

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

    void alternativesAreRead_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QByteArray>("received");
        const QString chat = u"/v1/chat/completions"_s;
        QTest::newRow("OpenAI's chat")
            << chat
            << QByteArray(R"({"choices":[{"message":{"content":" a"},"finish_reason":"stop","logprobs":)"
                          R"({"content":[{"token":" a","logprob":-0.5,"top_logprobs":[)"
                          R"({"token":" a","logprob":-0.5},{"token":" b","logprob":-1.25}]}]}}]})");
        QTest::newRow("OpenAI's texts, in no order")
            << u"/v1/completions"_s
            << QByteArray(R"({"choices":[{"text":" a","finish_reason":"stop","logprobs":{"tokens":[" a"],)"
                          R"("token_logprobs":[-0.5],"top_logprobs":[{" b":-1.25," a":-0.5}]}}]})");
        QTest::newRow("Gemini")
            << u"/v1beta/models/m:generateContent"_s
            << QByteArray(R"({"candidates":[{"content":{"parts":[{"text":" a"}]},"finishReason":"STOP",)"
                          R"("logprobsResult":{"chosenCandidates":[{"token":" a","logProbability":-0.5}],)"
                          R"("topCandidates":[{"candidates":[{"token":" a","logProbability":-0.5},)"
                          R"({"token":" b","logProbability":-1.25}]}]}}]})");
        QTest::newRow("Ollama")
            << u"/api/chat"_s
            << QByteArray(
                   R"({"message":{"content":" a"},"done":true,"logprobs":[{"token":" a","logprob":-0.5,)"
                   R"("top_logprobs":[{"token":" a","logprob":-0.5},{"token":" b","logprob":-1.25}]}]})"
                   "\n");
        QTest::newRow("llama.cpp")
            << u"/completion"_s
            << QByteArray(
                   R"({"content":" a","stop":true,"completion_probabilities":[{"token":" a","logprob":-0.5,)"
                   R"("top_logprobs":[{"token":" a","logprob":-0.5},{"token":" b","logprob":-1.25}]}]})");
        QTest::newRow("llama.cpp, after sampling")
            << u"/completion"_s
            << QByteArray(
                   R"({"content":" a","stop":true,"completion_probabilities":[{"token":" a","prob":0.60653,)"
                   R"("top_probs":[{"token":" a","prob":0.60653},{"token":" b","prob":0.286505}]}]})");
        QTest::newRow("llama.cpp before 2025")
            << u"/completion"_s
            << QByteArray(R"({"content":" a","stop":true,"completion_probabilities":[{"content":" a",)"
                          R"("probs":[{"tok_str":" a","prob":0.60653},{"tok_str":" b","prob":0.286505}]}]})");
    }

    void alternativesAreRead()
    {
        QFETCH(QString, path);
        QFETCH(QByteArray, received);
        const QList<TokenLogProb> tokens = recordedLogProbs(requestTo(path), received);
        QCOMPARE(tokens.size(), 1);
        QCOMPARE(tokens.first().token, u" a"_s);
        QCOMPARE(tokens.first().others.size(), 2);
        QCOMPARE(ReplyProbabilities(tokens, u" a").words(1),
                 u"a 61 %\nWhat else could have stood here:\nb 29 %"_s);
    }

    // Theirs are told without alternatives.
    void onlyTheWords()
    {
        const QByteArray cohere =
            R"({"message":{"content":[{"type":"text","text":" a b"}]},"finish_reason":"COMPLETE",)"
            R"("logprobs":[{"text":" a b","token_ids":[1,2],"logprobs":[-0.25,-0.25]}]})";
        QCOMPARE(probabilityText(recordedLogProbs(requestTo(u"/v2/chat"_s), cohere)), u"a b 61 %"_s);
        const QByteArray together =
            "data: {\"choices\":[{\"delta\":{\"content\":\" a\"},\"logprobs\":-0.5}]}\n\n"
            "data: {\"choices\":[{\"delta\":{\"content\":\" b\"},\"logprobs\":0}]}\n\n";
        QCOMPARE(probabilityText(recordedLogProbs(requestTo(u"/v1/chat/completions"_s), together)),
                 u"a 61 %   b 100 %"_s);
    }

    void wordsOfAPlace_data()
    {
        QTest::addColumn<QList<TokenLogProb>>("tokens");
        QTest::addColumn<QString>("reply");
        QTest::addColumn<QStringList>("ofEachCharacter");
        const TokenLogProb a{u"a"_s, 0};
        const TokenLogProb bc{u"bc"_s, -0.5};
        const QString a100 = u"a 100 %"_s;
        const QString bc61 = u"bc 61 %"_s;
        const QString none;
        using Tokens = QList<TokenLogProb>;
        QTest::newRow("whole") << Tokens{a, bc} << u"abc"_s << QStringList{a100, bc61, bc61, none};
        QTest::newRow("blanks were cut")
            << Tokens{{u"  "_s, 0}, a, bc, {u"\n"_s, 0}} << u"abc"_s << QStringList{a100, bc61, bc61, none};
        QTest::newRow("cut at a stop text") << Tokens{a, bc} << u"ab"_s << QStringList{a100, bc61, none};
        QTest::newRow("thoughts in front")
            << Tokens{{u"<think>"_s, 0}, bc, {u"</think>"_s, 0}, a} << u"a"_s << QStringList{a100, none};
        QTest::newRow("something between")
            << Tokens{a, {u"<|x|>"_s, 0}, bc} << u"abc"_s << QStringList{a100, bc61, bc61};
        QTest::newRow("something else") << Tokens{{u"xyz"_s, 0}} << u"abc"_s << QStringList{none, none, none};
        QTest::newRow("parts of a character")
            << Tokens{{u"\\xc3"_s, 0, "\xc3"}, {u"\\xa9"_s, -0.5, "\xa9"}, {u"a"_s, 0, "a"}} << u"éa"_s
            << QStringList{u"\\xa9 61 %"_s, a100};
        QTest::newRow("none") << Tokens{} << u"abc"_s << QStringList{none, none};
        QTest::newRow("no reply") << Tokens{a} << QString() << QStringList{none};
        QTest::newRow("markup is text") << Tokens{{u"<b>"_s, 0}} << u"<b>"_s << QStringList{u"<b> 100 %"_s};
    }

    void wordsOfAPlace()
    {
        QFETCH(QList<TokenLogProb>, tokens);
        QFETCH(QString, reply);
        QFETCH(QStringList, ofEachCharacter);
        const ReplyProbabilities probabilities(tokens, reply);
        for (qsizetype at = 0; at < ofEachCharacter.size(); ++at)
            QCOMPARE(probabilities.words(at), ofEachCharacter.at(at));
        QCOMPARE(probabilities.words(-1), QString());
    }

    // Over a word of the reply, below whatever stands above it on the page.
    void hoveringOverAWord()
    {
        PastRequestView view;
        view.resize(700, 500);
        PastRequest past;
        past.entry.head.id = u"1"_s;
        past.entry.answer.text = u"Come\r\nin."_s;
        past.logProbs = {
            {u"Come"_s, -0.1, {}, {{u"Go"_s, -3}}}, {u"\r\n"_s, 0}, {u"in"_s, -1.2}, {u"."_s, 0}};
        view.setRequest(past);
        view.showAgain(u"Go\r\naway."_s, u"done"_s);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const auto answers = view.findChildren<QPlainTextEdit *>();
        const auto page =
            std::ranges::find(answers, u"Answer"_s, [](auto *each) { return each->accessibleName(); });
        QVERIFY(page != answers.end());
        const auto hover = [&](const QString &word) {
            const QTextCursor cursor = (*page)->document()->find(word);
            QTextCursor start = cursor;
            start.setPosition(cursor.selectionStart());
            const QPoint at = (*page)->cursorRect(start).center() + QPoint(3, 0);
            QHelpEvent help(QEvent::ToolTip, at, (*page)->viewport()->mapToGlobal(at));
            QApplication::sendEvent((*page)->viewport(), &help);
            return QToolTip::text();
        };
        QCOMPARE(hover(u"Come"_s), u"Come 90 %\nWhat else could have stood here:\nGo 5 %"_s);
        QCOMPARE(hover(u"in."_s), u"in 30 %"_s);
        QToolTip::hideText();
        QTRY_VERIFY(!QToolTip::isVisible());
        hover(u"away"_s); // the other answer's are not known
        QVERIFY(!QToolTip::isVisible());
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
