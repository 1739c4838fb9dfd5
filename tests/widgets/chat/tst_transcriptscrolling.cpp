// Where messages lie in the transcript, and that what is being read stays where it is.

#include "tests/testregistry.h"
#include "tests/widgets/chat/storymodel.h"
#include "tests/widgets/chat/transcriptfixture.h"
#include "widgets/chat/transcript.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTest>

namespace tst_transcriptscrolling {

using namespace snug;
using namespace Qt::StringLiterals;
using namespace snug::transcriptfixture;

class TestTranscriptScrolling : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        // The offscreen platform says this once for each window; everything else fails.
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    }

    void cleanup() { QVERIFY(QApplication::topLevelWidgets().isEmpty()); }

    void opensAtTheEnd()
    {
        Stage stage(talk(200));
        QVERIFY(stage.view.place().isAtEnd());
        QCOMPARE(stage.view.place().visibleRows().second, 200);
        checkStack(stage);
    }

    void stackHoldsWhileScrollingUpThroughEstimates()
    {
        Stage stage(talk(300));
        // One message, seen through every step: it must move by the step and by nothing else.
        for (int i = 0; i < 150; ++i) {
            const auto [first, last] = stage.view.place().visibleRows();
            const int watched = first + 1 < last ? first + 1 : first;
            const int before = stage.view.messageRect(watched).top();
            const int value = stage.view.verticalScrollBar()->value();
            if (value < 100)
                break;
            stage.scrollTo(value - 90);
            QCOMPARE(stage.view.messageRect(watched).top(), before + 90);
            checkStack(stage);
        }
    }

    void stackHoldsAfterJumps()
    {
        Stage stage(talk(300));
        for (const int share : {0, 50, 10, 90, 33, 100, 1}) {
            stage.scrollTo(stage.end() * share / 100);
            checkStack(stage);
        }
        stage.scrollTo(0);
        QCOMPARE(stage.view.messageRect(0).top(), 10);
    }

    void resizeKeepsTheMessageOnTop()
    {
        Stage stage(talk(200));
        stage.scrollTo(stage.end() / 2);
        const int first = stage.view.place().visibleRows().first;
        for (const int width : {500, 900, 380, 760}) {
            stage.view.resize(width, 560);
            QCOMPARE(stage.view.place().visibleRows().first, first);
            checkStack(stage);
        }
    }

    void resizeAtTheEndStaysAtTheEnd()
    {
        Stage stage(talk(60));
        for (const int width : {500, 900, 380}) {
            stage.view.resize(width, 560);
            QVERIFY(stage.view.place().isAtEnd());
            QCOMPARE(stage.view.verticalScrollBar()->value(), stage.end());
            checkStack(stage);
        }
    }

    void aLongMessageIsShownInParts()
    {
        QString text;
        for (int i = 0; i < 40'000; ++i)
            text += u"Sentence %1.%2"_s.arg(i).arg(i % 8 == 7 ? u"\n\n"_s : u" "_s);
        Stage stage(talk(2));
        stage.model.append({{.name = u"Mira"_s, .text = text}});
        stage.view.grab();
        const auto shown = [&] { return stage.view.message(2).document(MessagePart::Body).toPlainText(); };
        QVERIFY(shown().contains(u"Sentence 39999."_s));
        QVERIFY(shown().size() <= TextParts::longestWhole);
        const MessageLayout &layout = stage.view.message(2);
        const int count = layout.partCount(MessagePart::Body);
        QCOMPARE(layout.shownPart(MessagePart::Body), count - 1);
        QCOMPARE(layout.partLines.size(), 2);
        QVERIFY(layout.partLines.at(0).later.isNull());
        // The end stays on screen only as long as one looks at it.
        stage.click(2, stage.view.message(2).partLines.at(1).earlier);
        QCOMPARE(stage.view.message(2).shownPart(MessagePart::Body), count - 2);
        QCOMPARE(stage.view.messageRect(2).top(), 0);
        QVERIFY(!shown().contains(u"Sentence 39999."_s));
        checkStack(stage);
        stage.view.setCurrentRow(2);
        QTest::keyClick(&stage.view, Qt::Key_PageUp, Qt::ControlModifier);
        QCOMPARE(stage.view.message(2).shownPart(MessagePart::Body), count - 3);
        QTest::keyClick(&stage.view, Qt::Key_PageDown, Qt::ControlModifier);
        QCOMPARE(stage.view.message(2).shownPart(MessagePart::Body), count - 2);
        // Copying takes all of it, finding goes to its part.
        QTest::keyClick(&stage.view, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), text);
        stage.view.setSearched(u"sentence 5."_s);
        stage.view.setCurrentRow(2);
        QCOMPARE(stage.view.message(2).shownPart(MessagePart::Body), 0);
        QTest::keyClick(&stage.view, Qt::Key_PageUp, Qt::ControlModifier);
        QCOMPARE(stage.view.message(2).shownPart(MessagePart::Body), 0);
        QVERIFY(stage.view.message(2).partLines.at(0).earlier.isNull());
    }

    void newMessageBelowShowsThePillButOwnScrollsThere()
    {
        Stage stage(talk(30));
        stage.scrollTo(stage.end() - 300);
        stage.model.append({{.name = u"Mira"_s, .text = u"New."_s}});
        QTRY_VERIFY(stage.pillShown());
        stage.model.append({{.name = u"Ada"_s, .text = u"Mine."_s, .isUser = true}});
        QTRY_VERIFY(!stage.pillShown());
        QVERIFY(stage.view.place().isAtEnd());
    }

    void changesAboveDoNotMoveTheView()
    {
        Stage stage(talk(100));
        stage.scrollTo(stage.end() / 2);
        const int row = stage.view.place().visibleRows().first + 1;
        const quint64 id = stage.view.message(row).content().id;
        const int top = stage.view.messageRect(row).top();
        stage.model.insert(2, talk(3));
        stage.view.grab();
        QCOMPARE(stage.view.message(row + 3).content().id, id);
        QCOMPARE(stage.view.messageRect(row + 3).top(), top);
        stage.model.remove(5, 4);
        stage.view.grab();
        QCOMPARE(stage.view.message(row - 1).content().id, id);
        QCOMPARE(stage.view.messageRect(row - 1).top(), top);
        checkStack(stage);
    }

    void arrowsHomeAndEndMove()
    {
        Stage stage(talk(80));
        QTest::keyClick(&stage.view, Qt::Key_Home);
        QCOMPARE(stage.view.currentRow(), 0);
        QCOMPARE(stage.view.verticalScrollBar()->value(), 0);
        for (int row = 1; row < 30; ++row) {
            QTest::keyClick(&stage.view, Qt::Key_Down);
            QCOMPARE(stage.view.currentRow(), row);
            const QRect rect = stage.view.messageRect(row);
            QVERIFY(rect.top() >= 0 && rect.bottom() < stage.view.viewport()->height());
        }
        QTest::keyClick(&stage.view, Qt::Key_PageUp);
        QTest::keyClick(&stage.view, Qt::Key_End);
        QCOMPARE(stage.view.currentRow(), 79);
        QVERIFY(stage.view.place().isAtEnd());
        checkStack(stage);
    }

    void aLongMessageIsReadToItsEndFirst()
    {
        QList<StoryRow> rows = talk(3);
        rows[1].text = words(2'000);
        Stage stage(rows);
        stage.view.setCurrentRow(1);
        const int before = stage.view.verticalScrollBar()->value();
        QTest::keyClick(&stage.view, Qt::Key_Down);
        QCOMPARE(stage.view.currentRow(), 1);
        QVERIFY(stage.view.verticalScrollBar()->value() > before);
    }

    void survivesEveryChangeOfTheModel()
    {
        StoryModel model(talk(10));
        QAbstractItemModelTester tester(&model);
        Transcript view;
        view.resize(600, 400);
        view.show();
        view.setModel(&model);
        QRandomGenerator random(11);
        for (int step = 0; step < 300; ++step) {
            const int count = model.rowCount();
            switch (random.bounded(6)) {
            case 0:
                model.insert(random.bounded(count + 1), talk(1 + random.bounded(3)));
                break;
            case 1:
                if (count > 0)
                    model.remove(random.bounded(count), 1);
                break;
            case 2:
                if (count > 0)
                    model.change(random.bounded(count),
                                 [&](StoryRow &row) { row.text = words(random.bounded(200)); });
                break;
            case 3:
                view.verticalScrollBar()->setValue(random.bounded(view.verticalScrollBar()->maximum() + 1));
                break;
            case 4:
                view.resize(300 + random.bounded(600), 300 + random.bounded(300));
                break;
            default:
                view.setCurrentRow(random.bounded(count + 1) - 1);
                break;
            }
            view.grab();
            QVERIFY(view.verticalScrollBar()->value() <= view.verticalScrollBar()->maximum());
            const auto [first, last] = view.place().visibleRows();
            QVERIFY(first <= last && last <= model.rowCount());
            for (int row = first; row + 1 < last; ++row)
                QCOMPARE(view.messageRect(row + 1).top(), view.messageRect(row).bottom() + 1);
        }
    }

    void modelMayGoFirst()
    {
        Transcript view;
        view.resize(500, 400);
        {
            StoryModel model(talk(5));
            view.setModel(&model);
            view.show();
            view.grab();
        }
        view.grab();
        QTest::keyClick(&view, Qt::Key_Up);
    }
};

} // namespace tst_transcriptscrolling

SNUG_TEST(tst_transcriptscrolling, TestTranscriptScrolling, Windows)
#include "tst_transcriptscrolling.moc"
