// What an editing field gives back is the text that was, but for what was typed.

#include "core/model/editedtext.h"
#include "tests/testregistry.h"

#include <QRandomGenerator>
#include <QTest>

namespace tst_editedtext {

using namespace Qt::StringLiterals;
using namespace snug;

class TestEditedText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void keepsWhatNobodyTouched_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("shown");
        QTest::addColumn<QString>("after");
        QTest::newRow("nothing") << u"a\r\nb"_s << u"a\nb"_s << u"a\r\nb"_s;
        QTest::newRow("a word at the end")
            << u"a\r\nb\r\nc"_s << u"a\nb\nc EDITED."_s << u"a\r\nb\r\nc EDITED."_s;
        QTest::newRow("a new line") << u"a\r\nb"_s << u"a\nx\nb"_s << u"a\r\nx\r\nb"_s;
        QTest::newRow("a line less") << u"a\r\nx\r\nb"_s << u"a\nb"_s << u"a\r\nb"_s;
        QTest::newRow("mixed, mostly plain")
            << u"a\nb\nc\r\nd"_s << u"a\nb\nc\nd\ne"_s << u"a\nb\nc\r\nd\ne"_s;
        QTest::newRow("a lone return") << u"a\rb"_s << u"a\nbc"_s << u"a\rbc"_s;
        QTest::newRow("separators") << u"a\u2028b\u2029c"_s << u"a\nb\ncd"_s << u"a\u2028b\u2029cd"_s;
        QTest::newRow("spaces that do not break")
            << u"10\u00a0km or 20\u00a0km"_s << u"10 km or 30 km"_s << u"10\u00a0km or 30\u00a0km"_s;
        QTest::newRow("plain") << u"a\nb"_s << u"a\nbc"_s << u"a\nbc"_s;
        QTest::newRow("all is new") << u"a\r\nb"_s << u"x"_s << u"x"_s;
        QTest::newRow("all is gone") << u"a\r\nb"_s << QString() << QString();
        QTest::newRow("from nothing") << QString() << u"a\nb"_s << u"a\nb"_s;
        QTest::newRow("pasted by no field") << u"a\r\nb"_s << u"x\r\ny"_s << u"x\r\ny"_s;
        QTest::newRow("doubled lines") << u"\r\n\r\n"_s << u"\n\n\n"_s << u"\r\n\r\n\r\n"_s;
    }
    void keepsWhatNobodyTouched()
    {
        QFETCH(QString, before);
        QFETCH(QString, shown);
        QFETCH(QString, after);
        QCOMPARE(editedText(before, shown), after);
    }

    // Whatever is typed wherever: the result shows what was typed, and has the ends of the text that was.
    void showsWhatWasTyped()
    {
        QRandomGenerator random(7);
        const QStringList pieces{u"\r\n"_s,   u"\n"_s, u"\r"_s, u"\u00a0"_s, u" "_s,
                                 u"\u2028"_s, u"a"_s,  u"bc"_s, u"🙂"_s};
        const auto piece = [&] { return pieces.at(random.bounded(int(pieces.size()))); };
        for (int round = 0; round < 2000; ++round) {
            QString text;
            for (int i = random.bounded(12); i > 0; --i)
                text += piece();
            QString typed = shownText(text);
            const qsizetype start = random.bounded(int(typed.size()) + 1);
            const qsizetype length = random.bounded(int(typed.size() - start) + 1);
            typed.replace(start, length, random.bounded(2) == 0 ? u"x\ny"_s : QString());
            const QString after = editedText(text, typed);
            QCOMPARE(shownText(after), typed);
            QCOMPARE(editedText(after, shownText(after)), after);
            QCOMPARE(editedText(text, shownText(text)), text);
        }
    }
};

} // namespace tst_editedtext

SNUG_TEST(tst_editedtext, TestEditedText, Core)
#include "tst_editedtext.moc"
