// A reply while it arrives: it is followed, moves nothing, and is painted piece by piece.

#include "tests/testregistry.h"
#include "tests/widgets/chat/storymodel.h"
#include "tests/widgets/chat/transcriptfixture.h"
#include "widgets/chat/pillbutton.h"
#include "widgets/chat/transcript.h"

#include <QApplication>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QScreen>
#include <QScrollBar>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>

namespace tst_transcriptstreaming {

using namespace snug;
using namespace Qt::StringLiterals;
using namespace snug::transcriptfixture;

class TestTranscriptStreaming : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        // The offscreen platform says this once for each window; everything else fails.
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    }

    void cleanup() { QVERIFY(QApplication::topLevelWidgets().isEmpty()); }

    void streamingFollowsAtTheEnd()
    {
        Stage stage(talk(30));
        stage.model.append({{.name = u"Mira"_s, .text = {}, .isStreaming = true}});
        for (int i = 0; i < 60; ++i)
            stage.model.stream(30, u" more words of the story"_s);
        stage.view.grab();
        QTRY_VERIFY(stage.view.place().isAtEnd());
        checkStack(stage);
        QVERIFY(!stage.pillShown());
        stage.model.change(30, [](StoryRow &row) { row.isStreaming = false; });
        stage.view.grab();
        QVERIFY(stage.view.place().isAtEnd());
        checkStack(stage);
    }

    void streamingNeverMovesWhatIsBeingRead()
    {
        Stage stage(talk(30));
        stage.model.append({{.name = u"Mira"_s, .text = u"Once"_s, .isStreaming = true}});
        stage.view.grab();
        stage.scrollTo(stage.end() - 200);
        QVERIFY(!stage.view.place().isAtEnd());
        const int row = stage.view.place().visibleRows().first;
        const QRect before = stage.view.messageRect(row);
        for (int i = 0; i < 100; ++i)
            stage.model.stream(30, u" more words of the story\n"_s);
        stage.view.grab();
        QCOMPARE(stage.view.messageRect(row), before);
        QTRY_VERIFY(stage.pillShown());
        QTest::mouseClick(stage.view.findChild<PillButton *>(), Qt::LeftButton);
        QVERIFY(stage.view.place().isAtEnd());
        QTRY_VERIFY(!stage.pillShown());
    }

    void streamingNeverMovesWhatIsReadOfTheReplyItself()
    {
        Stage stage(talk(3));
        stage.model.append({{.name = u"Mira"_s, .text = words(2000), .isStreaming = true}});
        stage.view.grab();
        stage.scrollTo(stage.end() - 900);
        const QRect before = stage.view.messageRect(3);
        QVERIFY(before.top() < 0);
        for (int i = 0; i < 20; ++i) {
            stage.model.stream(3, u" more words of the story\n\n"_s);
            stage.view.grab();
            QCOMPARE(stage.view.messageRect(3).top(), before.top());
        }
    }

    // A paragraph that is laid out again forgets where somebody else has put its line.
    void finishedParagraphsAreNotLaidOutAgain()
    {
        Stage stage(talk(3));
        stage.model.append({{.name = u"Mira"_s,
                             .text = u"One *word*.\n\nAnother.\n\nA third.\n\nAnd"_s,
                             .isStreaming = true}});
        stage.view.grab();
        const auto first = [&] {
            return stage.view.message(3).document(MessagePart::Body).firstBlock().layout()->lineAt(0);
        };
        const QPointF mark(7, first().y());
        first().setPosition(mark);
        for (int i = 0; i < 20; ++i) {
            stage.model.stream(3, i % 5 == 4 ? u".\n\nMore"_s : u" words"_s);
            stage.view.grab();
            QCOMPARE(first().position(), mark);
        }
        stage.model.change(3, [](StoryRow &row) { row.isStreaming = false; });
        stage.view.grab();
        QCOMPARE(first().position(), mark);
        stage.view.resize(500, 560); // the lines break elsewhere
        stage.view.grab();
        QVERIFY(first().position() != mark);
    }

    // What is on screen, painted piece by piece, is what painting all of it would give.
    void whatIsPaintedInPiecesIsTheWholePicture()
    {
        Stage stage(talk(30));
        QVERIFY(stage.ready);
        QRandomGenerator random(9);
        const auto onScreen = [&] {
            return stage.view.screen()
                ->grabWindow(stage.view.winId())
                .toImage()
                .convertToFormat(QImage::Format_RGB32);
        };
        const auto painted = [&] {
            return stage.view.grab().toImage().convertToFormat(QImage::Format_RGB32);
        };
        stage.model.append({{.name = u"Mira"_s, .text = {}, .isStreaming = true}});
        const QStringList pieces{
            u" words"_s,       u"\n\n"_s,       u" *loud* "_s,   u"\n```\ncode\n```\n"_s,
            u"\n> quoted\n"_s, u"\n- item\n"_s, u" \"said\" "_s, u"\n| a | b |\n|--|--|\n| c | d |\n\n"_s};
        for (int i = 0; i < 200; ++i) {
            switch (random.bounded(8)) {
            case 0:
                stage.scrollTo(stage.view.verticalScrollBar()->value() + random.bounded(-300, 300));
                break;
            case 1:
                stage.view.scrollToEnd();
                break;
            case 2:
                stage.view.setCurrentRow(int(random.bounded(stage.model.rowCount())));
                break;
            case 3:
                QTest::mouseMove(stage.view.viewport(), QPoint(random.bounded(700), random.bounded(500)));
                break;
            default:
                stage.model.stream(30, pieces.at(random.bounded(pieces.size())));
            }
            QTRY_COMPARE(onScreen(), painted());
        }
    }
};

} // namespace tst_transcriptstreaming

SNUG_TEST(tst_transcriptstreaming, TestTranscriptStreaming, Windows)
#include "tst_transcriptstreaming.moc"
