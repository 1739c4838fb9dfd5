#include "tests/testregistry.h"
#include "tests/widgets/chat/storymodel.h"
#include "widgets/chat/actionbar.h"
#include "widgets/chat/messageeditor.h"
#include "widgets/chat/pillbutton.h"
#include "widgets/chat/transcript.h"
#include "widgets/theme/windowstyle.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QHelpEvent>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QScreen>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>
#include <QToolButton>
#include <QToolTip>

#include <array>

namespace tst_transcript {

using namespace snug;
using namespace Qt::StringLiterals;

class TestTranscript : public QObject
{
    Q_OBJECT

    static QString words(int count) { return u"word "_s.repeated(count).trimmed(); }

    static QList<StoryRow> talk(int count)
    {
        QList<StoryRow> rows;
        for (int i = 0; i < count; ++i) {
            rows.append({.name = i % 2 ? u"Ada"_s : u"Mira"_s,
                         .text = words(20 + (i * 37) % 160),
                         .isUser = i % 2 == 1});
        }
        return rows;
    }

    // A transcript on screen with its model, as the window has it.
    struct Stage
    {
        explicit Stage(QList<StoryRow> rows, const QSize &size = QSize(760, 560))
            : model(std::move(rows))
        {
            applyTheme(*qApp, Theme::light());
            view.resize(size);
            view.setModel(&model);
            view.show();
            view.setFocus();
            ready = QTest::qWaitForWindowActive(&view);
        }

        QPoint at(int row, const QRect &part) { return view.messageRect(row).topLeft() + part.center(); }
        void click(int row, const QRect &part)
        {
            QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::NoModifier, at(row, part));
        }
        QToolButton *action(const QString &name) const
        {
            for (auto *button : view.findChildren<QToolButton *>()) {
                if (button->isVisible() && button->accessibleName() == name)
                    return button;
            }
            return nullptr;
        }
        void scrollTo(int value) { view.verticalScrollBar()->setValue(value); }
        int end() const { return view.verticalScrollBar()->maximum(); }
        bool pillShown() const { return view.findChild<PillButton *>()->isVisible(); }

        StoryModel model;
        Transcript view;
        bool ready = false;
    };

    // Every row on screen lies where the heights say, and has the height of its layout.
    static void checkStack(Stage &stage)
    {
        const auto [first, last] = stage.view.place().visibleRows();
        QVERIFY(first < last);
        for (int row = first; row < last; ++row) {
            const QRect rect = stage.view.messageRect(row);
            QCOMPARE(stage.view.message(row).height, rect.height());
            if (row + 1 < last)
                QCOMPARE(stage.view.messageRect(row + 1).top(), rect.bottom() + 1);
        }
        QVERIFY(stage.view.messageRect(first).top() <= std::max(0, 10));
        const int height = stage.view.viewport()->height();
        if (last == stage.model.rowCount() && stage.view.place().isAtEnd() && stage.end() > 0)
            QVERIFY(stage.view.messageRect(last - 1).bottom() < height);
        else if (stage.end() > 0)
            QVERIFY(stage.view.messageRect(last - 1).bottom() >= height - 25);
    }

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

    void withoutMessagesItSaysWhatBelongsHere()
    {
        Stage stage({});
        const QImage before = stage.view.grab().toImage();
        stage.view.setEmptyText(u"No messages yet."_s);
        QVERIFY(stage.view.grab().toImage() != before);
        QTest::keyClick(&stage.view, Qt::Key_Up);
        QTest::keyClick(&stage.view, Qt::Key_Delete);
        stage.view.setModel(nullptr);
        stage.view.grab();
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

    void swipesByClickAndKey()
    {
        QList<StoryRow> rows = talk(3);
        rows[2].swipe = 1;
        rows[2].swipes = 3;
        Stage stage(rows);
        QSignalSpy swipes(&stage.view, &Transcript::swipeRequested);
        stage.click(2, stage.view.message(2).swipeNext);
        QCOMPARE(swipes.takeFirst(), (QVariantList{2, 1}));
        stage.click(2, stage.view.message(2).swipeBack);
        QCOMPARE(swipes.takeFirst(), (QVariantList{2, -1}));
        QTest::keyClick(&stage.view, Qt::Key_Right);
        QCOMPARE(swipes.takeFirst(), (QVariantList{2, 1}));
        QTest::keyClick(&stage.view, Qt::Key_Left);
        QCOMPARE(swipes.takeFirst(), (QVariantList{2, -1}));
        stage.model.change(2, [](StoryRow &row) { row.swipe = 0; });
        QTest::keyClick(&stage.view, Qt::Key_Left);
        QCOMPARE(swipes.size(), 0); // there is nothing before the first
        stage.model.change(2, [](StoryRow &row) { row.isStreaming = true; });
        QTest::keyClick(&stage.view, Qt::Key_Right);
        QCOMPARE(swipes.size(), 0);
    }

    void swipeBarIsUnderTheLastReplyOnly_data()
    {
        QTest::addColumn<int>("messages");
        QTest::addColumn<int>("swipes");
        QTest::addColumn<bool>("shown");
        QTest::newRow("greeting with alternatives") << 1 << 4 << true;
        QTest::newRow("greeting without") << 1 << 1 << false;
        QTest::newRow("reply") << 3 << 1 << true;
        QTest::newRow("after the user's message") << 2 << 1 << false;
    }

    void swipeBarIsUnderTheLastReplyOnly()
    {
        QFETCH(int, messages);
        QFETCH(int, swipes);
        QFETCH(bool, shown);
        QList<StoryRow> rows = talk(messages);
        rows.last().swipes = swipes;
        Stage stage(rows);
        for (int row = 0; row < messages; ++row)
            QCOMPARE(!stage.view.message(row).swipeNext.isNull(), shown && row == messages - 1);
    }

    // What is not sent is content all the same.
    void hiddenMessagesCanBeRead_data()
    {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void hiddenMessagesCanBeRead()
    {
        QFETCH(bool, isDark);
        const Theme theme = isDark ? Theme::dark() : Theme::light();
        QList<StoryRow> rows{
            {.name = u"Mira"_s, .text = u"\"Fog,\" *she says* to them."_s, .isHidden = true},
            {.name = u"Ada"_s, .text = u"\"Fog,\" *I say.*"_s, .isUser = true, .isHidden = true}};
        Stage stage(rows);
        stage.view.setTheme(theme);
        for (int row = 0; row < 2; ++row) {
            QTextDocument &document = stage.view.message(row).document(MessagePart::Body);
            const QColor ground = row == 1 ? theme.userGround : theme.surface;
            int fragments = 0;
            for (auto part = document.begin().begin(); !part.atEnd(); ++part) {
                const QColor colour = part.fragment().charFormat().foreground().color();
                QVERIFY2(contrastRatio(colour, ground) >= 4.5, qPrintable(part.fragment().text()));
                ++fragments;
            }
            QVERIFY(fragments >= 2);
        }
        stage.model.change(0, [](StoryRow &row) { row.isHidden = false; });
        QTextDocument &document = stage.view.message(0).document(MessagePart::Body);
        QCOMPARE(document.begin().begin().fragment().charFormat().foreground().color(), theme.accent);
    }

    void severalMessagesAreChosenTogether()
    {
        Stage stage(talk(6));
        QSignalSpy remove(&stage.view, &Transcript::deleteRequested);
        QSignalSpy hide(&stage.view, &Transcript::hideRequested);
        stage.view.setCurrentRow(4);
        QTest::keyClick(&stage.view, Qt::Key_Up, Qt::ShiftModifier);
        QTest::keyClick(&stage.view, Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(stage.view.currentRows().first(), 2);
        QCOMPARE(stage.view.currentRows().last(), 4);
        QTest::keyClick(&stage.view, Qt::Key_H, Qt::ControlModifier);
        QCOMPARE(hide.takeFirst(), (QVariantList{2, 4, true}));
        QTest::keyClick(&stage.view, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text().count(u"\n\n"_s), 2);
        QTest::keyClick(&stage.view, Qt::Key_Delete);
        QCOMPARE(remove.takeFirst(), (QVariantList{2, 4}));
        // An arrow alone is one message again.
        QTest::keyClick(&stage.view, Qt::Key_Down);
        QVERIFY(!stage.view.currentRows().isRun());
        QTest::keyClick(&stage.view, Qt::Key_Delete);
        QCOMPARE(remove.takeFirst(), (QVariantList{3, 3}));
    }

    void keysAskForTheirActions()
    {
        Stage stage(talk(5));
        QSignalSpy regenerate(&stage.view, &Transcript::regenerateRequested);
        QSignalSpy goOn(&stage.view, &Transcript::continueRequested);
        QSignalSpy remove(&stage.view, &Transcript::deleteRequested);
        QSignalSpy hide(&stage.view, &Transcript::hideRequested);
        QTest::keyClick(&stage.view, Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(regenerate.takeFirst(), QVariantList{4});
        QTest::keyClick(&stage.view, Qt::Key_Return, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(goOn.takeFirst(), QVariantList{4});
        stage.view.setCurrentRow(2);
        QTest::keyClick(&stage.view, Qt::Key_Up);
        QCOMPARE(stage.view.currentRow(), 1);
        QTest::keyClick(&stage.view, Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(regenerate.size(), 0); // only the last reply
        QTest::keyClick(&stage.view, Qt::Key_Delete);
        QCOMPARE(remove.takeFirst(), (QVariantList{1, 1}));
        QTest::keyClick(&stage.view, Qt::Key_H, Qt::ControlModifier);
        QCOMPARE(hide.takeFirst(), (QVariantList{1, 1, true}));
        stage.model.change(1, [](StoryRow &row) { row.isHidden = true; });
        QTest::keyClick(&stage.view, Qt::Key_H, Qt::ControlModifier);
        QCOMPARE(hide.takeFirst(), (QVariantList{1, 1, false}));
    }

    void whatIsTypedIsNoCommand()
    {
        Stage stage(talk(5));
        QSignalSpy typed(&stage.view, &Transcript::typed);
        const std::array<QSignalSpy, 6> commands{QSignalSpy(&stage.view, &Transcript::regenerateRequested),
                                                 QSignalSpy(&stage.view, &Transcript::continueRequested),
                                                 QSignalSpy(&stage.view, &Transcript::deleteRequested),
                                                 QSignalSpy(&stage.view, &Transcript::hideRequested),
                                                 QSignalSpy(&stage.view, &Transcript::sceneStartRequested),
                                                 QSignalSpy(&stage.view, &Transcript::originRequested)};
        stage.view.setCurrentRow(2);
        const QString text = u"She hides it [carefully]: RECIPE."_s;
        QTest::keyClicks(&stage.view, text);
        QString all;
        for (const QVariantList &each : std::as_const(typed))
            all += each.first().toString();
        QCOMPARE(all, text);
        for (const QSignalSpy &command : commands)
            QCOMPARE(command.size(), 0);
        QVERIFY(!stage.view.findChild<QPlainTextEdit *>() ||
                !stage.view.findChild<QPlainTextEdit *>()->isVisible());
        QTest::keyClick(&stage.view, Qt::Key_Escape);
        QCOMPARE(typed.last(), QVariantList{QString()});
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

    void editsInPlace()
    {
        Stage stage(talk(5));
        QSignalSpy committed(&stage.view, &Transcript::editCommitted);
        stage.view.setCurrentRow(3);
        QTest::keyClick(&stage.view, Qt::Key_F2);
        auto *edit = stage.view.findChild<QPlainTextEdit *>();
        QVERIFY(edit && edit->isVisible() && edit->hasFocus());
        QCOMPARE(edit->toPlainText(), stage.model.row(3).text);
        checkStack(stage);
        QTest::keyClick(edit, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(edit, u"Other words."_s);
        QTest::keyClick(edit, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(committed.takeFirst(), (QVariantList{3, u"Other words."_s}));
        QVERIFY(!edit->isVisible());
        QVERIFY(stage.view.hasFocus());
        stage.view.grab();
        checkStack(stage);
    }

    void editorGrowsWithItsTextAndHasButtons()
    {
        Stage stage(talk(5));
        QSignalSpy committed(&stage.view, &Transcript::editCommitted);
        stage.view.perform(MessageAction::Edit, 1);
        auto *edit = stage.view.findChild<QPlainTextEdit *>();
        const int height = edit->height();
        for (int i = 0; i < 8; ++i)
            QTest::keyClick(edit, Qt::Key_Return);
        QTRY_VERIFY(edit->height() > height);
        checkStack(stage);
        for (auto *button : edit->parentWidget()->findChildren<QPushButton *>()) {
            if (button->text() == u"Save")
                QTest::mouseClick(button, Qt::LeftButton);
        }
        QCOMPARE(committed.size(), 1);
        QVERIFY(committed.first()[1].toString().endsWith(u"\n\n"));
    }

    void escapeLeavesTheTextAsItWas()
    {
        Stage stage(talk(5));
        QSignalSpy committed(&stage.view, &Transcript::editCommitted);
        stage.view.perform(MessageAction::Edit, 1);
        auto *edit = stage.view.findChild<QPlainTextEdit *>();
        QTest::keyClicks(edit, u"x"_s);
        QTest::keyClick(edit, Qt::Key_Escape);
        QVERIFY(!edit->isVisible());
        QCOMPARE(committed.size(), 0);
    }

    void editorGoesWithItsMessage()
    {
        Stage stage(talk(5));
        stage.view.perform(MessageAction::Edit, 1);
        auto *edit = stage.view.findChild<QPlainTextEdit *>();
        stage.model.insert(0, talk(1));
        stage.view.grab();
        QVERIFY(edit->isVisible());
        stage.model.remove(2, 1);
        QVERIFY(!edit->isVisible());
        stage.view.grab();
        checkStack(stage);
    }

    void actionBarShowsOnHoverAndActs()
    {
        Stage stage(talk(4), QSize(760, 900));
        QSignalSpy remove(&stage.view, &Transcript::deleteRequested);
        QSignalSpy branch(&stage.view, &Transcript::branchRequested);
        auto *bar = stage.view.findChild<ActionBar *>();
        QTest::mouseMove(stage.view.viewport(), stage.at(1, stage.view.message(1).body));
        QTRY_VERIFY(bar->isVisible());
        QVERIFY(stage.view.messageRect(1).contains(bar->geometry()));
        QVERIFY(!stage.action(u"Regenerate"_s));
        QTest::mouseClick(stage.action(u"Delete"_s), Qt::LeftButton);
        QCOMPARE(remove.takeFirst(), (QVariantList{1, 1}));
        QTest::mouseClick(stage.action(u"Branch from here"_s), Qt::LeftButton);
        QCOMPARE(branch.takeFirst(), QVariantList{1});
        QTest::mouseMove(stage.view.viewport(), stage.at(2, stage.view.message(2).body));
        QTRY_VERIFY(stage.view.messageRect(2).contains(bar->geometry()));
        for (auto *button : bar->findChildren<QToolButton *>())
            QVERIFY(!button->accessibleName().isEmpty());
    }

    void actionBarShowsForTheKeyboard()
    {
        Stage stage(talk(4));
        auto *bar = stage.view.findChild<ActionBar *>();
        QTest::keyClick(&stage.view, Qt::Key_Up);
        QVERIFY(bar->isVisible());
        QVERIFY(stage.view.messageRect(3).contains(bar->geometry()));
    }

    void sceneIsMarkedByKeysAndMovedByItsHandles()
    {
        Stage stage(talk(4));
        QSignalSpy starts(&stage.view, &Transcript::sceneStartRequested);
        QSignalSpy ends(&stage.view, &Transcript::sceneEndRequested);
        QVERIFY(stage.view.sceneHandle(SceneMarks::Handle::Start).isNull());
        stage.view.setCurrentRow(1);
        QTest::keyClick(&stage.view, Qt::Key_BracketLeft, Qt::ControlModifier);
        QTest::keyClick(&stage.view, Qt::Key_BracketRight, Qt::ControlModifier);
        QCOMPARE(starts.size(), 1);
        QCOMPARE(starts.takeFirst().first().toInt(), 1);
        QCOMPARE(ends.takeFirst().first().toInt(), 1);

        // The fourth row shown is message 12 of the chat: that is what the handle says.
        stage.view.setScene({.first = 3, .last = 3, .startNumber = 12, .endNumber = 12});
        const QPoint handle = stage.view.sceneHandle(SceneMarks::Handle::Start).center();
        QVERIFY(stage.view.viewport()->rect().contains(handle));
        QHelpEvent asked(QEvent::ToolTip, handle, stage.view.viewport()->mapToGlobal(handle));
        QApplication::sendEvent(stage.view.viewport(), &asked);
        QTRY_VERIFY2(QToolTip::text().contains(u"message 12"), qPrintable(QToolTip::text()));
        QToolTip::hideText();
        const QPoint target(handle.x(), stage.view.messageRect(2).center().y());
        QTest::mousePress(stage.view.viewport(), Qt::LeftButton, {}, handle);
        QTest::mouseMove(stage.view.viewport(), target);
        QCOMPARE(starts.size(), 0); // only once it is let go
        QTest::mouseRelease(stage.view.viewport(), Qt::LeftButton, {}, target);
        QCOMPARE(starts.size(), 1);
        QCOMPARE(starts.first().first().toInt(), 2);
        QTest::mouseClick(stage.view.viewport(), Qt::LeftButton, {}, handle); // let go where it was
        QCOMPARE(starts.size(), 1);
        QCOMPARE(ends.size(), 0);
    }

    void contextMenuHasTheSameActions()
    {
        QList<StoryRow> rows = talk(3);
        Stage stage(rows);
        QSignalSpy copied(&stage.view, &Transcript::copyDone);
        const QPoint point = stage.at(2, stage.view.message(2).body);
        QContextMenuEvent event(QContextMenuEvent::Mouse, point, stage.view.viewport()->mapToGlobal(point));
        QCoreApplication::sendEvent(stage.view.viewport(), &event);
        auto *menu = stage.view.findChild<QMenu *>();
        QVERIFY(menu);
        QStringList names;
        for (QAction *action : menu->actions()) {
            if (!action->isSeparator())
                names.append(action->text());
        }
        QCOMPARE(names, QStringList({u"Regenerate"_s, u"Continue"_s, u"Swipes…"_s, u"Edit"_s, u"Copy"_s,
                                     u"Copy as Markdown"_s, u"Branch from here"_s, u"Keep a checkpoint…"_s,
                                     u"Start scene here"_s, u"End scene here"_s, u"Hide from the prompt"_s,
                                     u"Move up"_s, u"Merge with the message above"_s, u"Narrate below…"_s,
                                     u"Delete"_s}));
        menu->actions().at(5)->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), stage.model.row(2).text);
        QCOMPARE(copied.size(), 1);
        menu->close();
        QTRY_VERIFY(!stage.view.findChild<QMenu *>());
    }

    void selectsWithTheMouseAndCopies()
    {
        QList<StoryRow> rows = talk(2);
        rows[0].text = u"*She* says \"hello\"\n\nand leaves."_s;
        Stage stage(rows);
        const QRect body = stage.view.message(0).body.translated(stage.view.messageRect(0).topLeft());
        QTest::mousePress(stage.view.viewport(), Qt::LeftButton, {}, body.topLeft() + QPoint(1, 8));
        QTest::mouseMove(stage.view.viewport(), body.bottomRight() - QPoint(1, 3));
        QTest::mouseRelease(stage.view.viewport(), Qt::LeftButton, {}, body.bottomRight() - QPoint(1, 3));
        QCOMPARE(stage.view.selectedText(), u"She says \"hello\"\nand leaves."_s);
        QTest::keyClick(&stage.view, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), u"She says \"hello\"\nand leaves."_s);
        // Beyond the message the selection ends with it.
        QTest::mousePress(stage.view.viewport(), Qt::LeftButton, {}, body.topLeft() + QPoint(1, 8));
        QTest::mouseMove(stage.view.viewport(), stage.at(1, stage.view.message(1).body));
        QTest::mouseRelease(stage.view.viewport(), Qt::LeftButton, {},
                            stage.at(1, stage.view.message(1).body));
        QCOMPARE(stage.view.selectedText(), u"She says \"hello\"\nand leaves."_s);
        QTest::mouseClick(stage.view.viewport(), Qt::LeftButton, {}, body.topLeft() + QPoint(1, 8));
        QCOMPARE(stage.view.selectedText(), QString());
        QTest::mouseDClick(stage.view.viewport(), Qt::LeftButton, {}, body.topLeft() + QPoint(4, 8));
        QCOMPARE(stage.view.selectedText(), u"She"_s);
    }

    void copyWithoutSelectionTakesTheMessage()
    {
        Stage stage(talk(2));
        stage.view.setCurrentRow(0);
        QTest::keyClick(&stage.view, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), stage.model.row(0).text);
    }

    void reasoningUnfoldsByClickAndKey()
    {
        QList<StoryRow> rows = talk(3);
        rows[2].reasoning = words(300);
        Stage stage(rows);
        QVERIFY(stage.view.message(2).reasoning.isNull());
        const int folded = stage.view.message(2).height;
        stage.click(2, stage.view.message(2).reasoningLine);
        QVERIFY(!stage.view.message(2).reasoning.isNull());
        QVERIFY(stage.view.message(2).height > folded + 50);
        checkStack(stage);
        stage.view.setCurrentRow(2);
        QTest::keyClick(&stage.view, Qt::Key_Space, Qt::ControlModifier);
        QCOMPARE(stage.view.message(2).height, folded);
        checkStack(stage);
    }

    void unfoldingKeepsTheLineWhereItIs()
    {
        QList<StoryRow> rows = talk(20);
        rows[18].reasoning = words(400);
        Stage stage(rows);
        const int top = stage.view.messageRect(18).top();
        stage.click(18, stage.view.message(18).reasoningLine);
        stage.view.grab();
        QCOMPARE(stage.view.messageRect(18).top(), top);
    }

    void errorHasRetryAndDetails()
    {
        QList<StoryRow> rows = talk(2);
        rows.append({.name = u"Mira"_s,
                     .text = {},
                     .error = Error{u"The server did not answer"_s, {}, {}, u"Is it running?"_s}});
        Stage stage(rows);
        QSignalSpy retry(&stage.view, &Transcript::retryRequested);
        QSignalSpy details(&stage.view, &Transcript::detailsRequested);
        QCOMPARE(stage.view.message(2).errorText, u"The server did not answer. Is it running?"_s);
        stage.click(2, stage.view.message(2).retry);
        QCOMPARE(retry.takeFirst(), QVariantList{2});
        stage.click(2, stage.view.message(2).details);
        QCOMPARE(details.takeFirst(), QVariantList{2});
    }

    void linksAreToldNotFollowed()
    {
        QList<StoryRow> rows = talk(1);
        rows[0].text = u"[here](https://example.org/x)"_s;
        Stage stage(rows);
        QSignalSpy links(&stage.view, &Transcript::linkActivated);
        const QRect body = stage.view.message(0).body.translated(stage.view.messageRect(0).topLeft());
        QTest::mouseClick(stage.view.viewport(), Qt::LeftButton, {},
                          body.topLeft() + QPoint(6, body.height() / 2));
        QCOMPARE(links.takeFirst(), (QVariantList{u"https://example.org/x"_s, u"here"_s}));
    }

    void textColumnIsReadable_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : {700, 1000, 1600, 2400})
            QTest::addRow("%d wide", width) << width;
    }

    void textColumnIsReadable()
    {
        QFETCH(int, width);
        const TextStyle style = TextStyle::from(Theme::light());
        const ColumnGeometry column = ColumnGeometry::forWidth(width, style);
        const QString prose =
            u"the sea had come up over the lower steps again and nobody had moved the boats"_s;
        const double characters =
            column.width / (QFontMetricsF(style.font).horizontalAdvance(prose) / double(prose.size()));
        QVERIFY2(characters >= 60 && characters <= 75, qPrintable(QString::number(characters)));
        const int leftRoom = column.pictureLeft;
        const int rightRoom = width - column.left - column.width;
        QVERIFY(std::abs(leftRoom - rightRoom) <= 2);
    }

    void picturesAreAskedForOnce()
    {
        QList<StoryRow> rows = talk(6);
        for (StoryRow &row : rows)
            row.picture = u"characters/%1.png"_s.arg(row.name);
        Stage stage(rows);
        QSignalSpy wanted(&stage.view, &Transcript::pictureRequested);
        stage.view.grab();
        QTRY_COMPARE(wanted.size(), 2);
        const QImage before = stage.view.grab().toImage();
        QImage red(40, 60, QImage::Format_RGB32);
        red.fill(Qt::red);
        stage.view.setPicture(u"characters/Mira.png"_s, red);
        QVERIFY(stage.view.grab().toImage() != before);
        QTest::mouseMove(stage.view.viewport(), QPoint(5, 5));
        QCOMPARE(wanted.size(), 2);
    }

    // The window takes them, wherever in it they are dropped.
    void filesAreNotItsOwn()
    {
        Stage stage(talk(2));
        QVERIFY(!stage.view.acceptDrops() && !stage.view.viewport()->acceptDrops());
    }

    void screenReadersHearAList()
    {
        Stage stage(talk(100));
        QAccessibleInterface *list = QAccessible::queryAccessibleInterface(&stage.view);
        QVERIFY(list);
        QCOMPARE(list->role(), QAccessible::List);
        QCOMPARE(list->text(QAccessible::Name), u"Chat"_s);
        const auto [first, last] = stage.view.place().visibleRows();
        QCOMPARE(list->childCount(), last - first);
        for (int i = 0; i < list->childCount(); ++i) {
            QAccessibleInterface *item = list->child(i);
            QCOMPARE(item->role(), QAccessible::ListItem);
            QCOMPARE(item->text(QAccessible::Name),
                     QString(stage.model.row(first + i).name + u": " + stage.model.row(first + i).text));
            QCOMPARE(list->indexOfChild(item), i);
            QCOMPARE(item->parent(), list);
        }
        QSignalSpy remove(&stage.view, &Transcript::deleteRequested);
        QAccessibleInterface *item = list->child(list->childCount() - 1);
        QVERIFY(item->actionInterface()->actionNames().contains(u"Delete"_s));
        item->actionInterface()->doAction(u"Delete"_s);
        QCOMPARE(remove.takeFirst(), (QVariantList{99, 99}));
        item->actionInterface()->doAction(QAccessibleActionInterface::setFocusAction());
        QCOMPARE(stage.view.currentRow(), 99);
        QCOMPARE(list->focusChild(), item);
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

} // namespace tst_transcript

SNUG_TEST(tst_transcript, TestTranscript, Windows)
#include "tst_transcript.moc"
