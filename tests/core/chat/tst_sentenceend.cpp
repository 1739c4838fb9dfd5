// Replies trimmed to whole sentences.

#include "core/chat/sentenceend.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_sentenceend {

using namespace Qt::StringLiterals;
using namespace snug;

class TestSentenceEnd : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void trimmed_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const QString &text, const QString &expected) {
            QTest::newRow(name) << text << expected;
        };
        row("nothing", {}, {});
        row("a whole sentence", u"She nods."_s, u"She nods."_s);
        row("half of the second", u"She nods. Then she"_s, u"She nods."_s);
        row("half of the only one", u"She nods and \n"_s, u"She nods and"_s);
        row("speech that ends", u"She nods. \"Yes\" and"_s, u"She nods. \"Yes\""_s);
        row("speech that begins", u"She nods. \"Ye"_s, u"She nods."_s);
        row("speech that begins a line", u"She nods.\n\n\"Ye"_s, u"She nods."_s);
        row("an action that begins", u"Yes.\u00a0*She no"_s, u"Yes."_s);
        row("an action that ends", u"Yes. *She nods* an"_s, u"Yes. *She nods*"_s);
        row("a mark at the very beginning", u"*She no"_s, u"*"_s);
        row("question and exclamation", u"What?! Well"_s, u"What?!"_s);
        row("code", u"Run `x` now"_s, u"Run `x`"_s);
        row("Chinese", u"雾来了。她"_s, u"雾来了。"_s);
        row("a quotation mark of their own", u"「はい」と"_s, u"「はい」"_s);
        row("an emoji", u"See you \U0001F44B then"_s, u"See you \U0001F44B"_s);
        row("an emoji behind a blank stays", u"Fine. \u2764 and"_s, u"Fine. \u2764"_s);
        row("digits are no emoji", u"It is 7 #3 of"_s, u"It is 7 #3 of"_s);
        row("other planes", u"a. \U0001D4D0\U0001D4D1"_s, u"a."_s);
        row("a lone surrogate", QString(u"a. ") + QChar(0xd83d), u"a."_s);
        row("only marks", u"..."_s, u"..."_s);
    }
    void trimmed()
    {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        QCOMPARE(trimmedToSentence(text), expected);
    }
};

} // namespace tst_sentenceend

SNUG_TEST(tst_sentenceend, TestSentenceEnd, Nothing)
#include "tst_sentenceend.moc"
