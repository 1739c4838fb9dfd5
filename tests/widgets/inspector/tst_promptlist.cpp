// The prompt's list by keys and clicks: its messages, their segments, and what is copied of them.

#include "core/prompt/promptaccount.h"
#include "tests/testregistry.h"
#include "tests/widgets/inspector/promptfixture.h"
#include "tests/widgets/inspector/promptlistfixture.h"
#include "widgets/inspector/outboundmodel.h"
#include "widgets/inspector/promptcopy.h"
#include "widgets/inspector/promptlist.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

namespace tst_promptlist {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::promptlistfixture;

namespace {

// As the popup says it.
QString tokensOf(const AssembledPrompt &prompt, int row, int span)
{
    const int tokens = messageAccount(prompt.messages.at(row), prompt.budget).spans.at(span);
    return tokens == 1 ? u"1 token"_s : u"%1 tokens"_s.arg(tokens);
}

} // namespace

class TestPromptList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }

    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        QGuiApplication::clipboard()->clear();
    }

    void cleanup() { QVERIFY(QApplication::topLevelWidgets().isEmpty()); }

    void arrowsMoveBetweenMessages()
    {
        Window window;
        QTest::keyClick(&window.list, Qt::Key_Home);
        QCOMPARE(window.list.currentIndex().row(), 0);
        QTest::keyClick(&window.list, Qt::Key_Down);
        QTest::keyClick(&window.list, Qt::Key_Down);
        QCOMPARE(window.list.currentIndex().row(), 2);
        QTest::keyClick(&window.list, Qt::Key_Up);
        QCOMPARE(window.list.currentIndex().row(), 1);
        QTest::keyClick(&window.list, Qt::Key_End);
        QCOMPARE(window.list.currentIndex().row(), window.model.rowCount() - 1);
        const QRect last = window.list.visualRect(window.list.currentIndex());
        QVERIFY(window.list.viewport()->rect().contains(last));
        QTest::keyClick(&window.list, Qt::Key_Down);
        QCOMPARE(window.list.currentIndex().row(), window.model.rowCount() - 1);
    }

    void leftAndRightMoveBetweenSegments()
    {
        Window window;
        QTest::keyClick(&window.list, Qt::Key_Home);
        QTest::keyClick(&window.list, Qt::Key_Right);
        QCOMPARE(window.list.keyboardSegment(), (PromptList::Segment{0, 0}));
        QTest::keyClick(&window.list, Qt::Key_Right);
        QCOMPARE(window.list.keyboardSegment(), (PromptList::Segment{0, 1}));
        QVERIFY(window.popup()->isVisible());
        QCOMPARE(
            window.popupText(),
            u"preset Default › Main › {{char}} › card Mira, name|The block is switched on in the preset's "
            "order.\n11 characters · "_s +
                tokensOf(fixture::harbourPrompt(), 0, 1));
        QTest::keyClick(&window.list, Qt::Key_Left);
        QCOMPARE(window.list.keyboardSegment(), (PromptList::Segment{0, 0}));
        QTest::keyClick(&window.list, Qt::Key_Left);
        QCOMPARE(window.list.keyboardSegment(), (PromptList::Segment{0, 0}));
        QTest::keyClick(&window.list, Qt::Key_Down);
        QCOMPARE(window.list.keyboardSegment(), PromptList::Segment{});
        QVERIFY(window.popup()->isHidden());
    }

    void segmentBeyondTheFoldUnfolds()
    {
        Window window;
        QTest::keyClick(&window.list, Qt::Key_Home);
        const qsizetype last = window.model.message(0).content.spans().size() - 1;
        for (qsizetype i = 0; i <= last; ++i)
            QTest::keyClick(&window.list, Qt::Key_Right);
        QCOMPARE(window.list.keyboardSegment(), (PromptList::Segment{0, last}));
        QVERIFY(!window.list.isFolded(0));
        QVERIFY(!window.list.segmentRect({0, last}).isNull());
    }

    // Where it ends, if one sees that place of a folded text; at the fold, if it is behind it.
    void theCacheEndsInsideAFoldedMessage()
    {
        AssembledPrompt prompt = fixture::harbourPrompt();
        prompt.messages[0].content =
            TracedText(u"A short line.\n"_s.repeated(40), prompt.messages.at(0).source);
        Window window(prompt);
        QTest::keyClick(&window.list, Qt::Key_Home);
        QVERIFY(window.list.isFolded(0));
        const auto row = [&] { return window.list.visualRect(window.model.index(0, 0)); };
        const qsizetype length = 14; // of a line
        window.list.setBreak(0, length + 3);
        const int second = window.list.breakRect().top();
        QVERIFY(second > row().top() && second < row().bottom() - 1);
        window.list.setBreak(0, 2 * length + 3);
        const int third = window.list.breakRect().top();
        QVERIFY2(third > second && third < row().bottom(), qPrintable(QString::number(third)));
        window.list.setBreak(0, 30 * length);
        QVERIFY(window.list.isFolded(0));
        QCOMPARE(window.list.breakRect().top(), row().bottom());
        // Unfolded, it is at its line again.
        QTest::keyClick(&window.list, Qt::Key_Return);
        QVERIFY(!window.list.isFolded(0));
        QVERIFY(window.list.breakRect().top() > third && window.list.breakRect().top() < row().bottom());
    }

    void escapeLeavesTheSegments()
    {
        Window window;
        QTest::keyClick(&window.list, Qt::Key_Home);
        QTest::keyClick(&window.list, Qt::Key_Right);
        QTest::keyClick(&window.list, Qt::Key_Escape);
        QCOMPARE(window.list.keyboardSegment(), PromptList::Segment{});
        QVERIFY(window.popup()->isHidden());
    }

    void enterUnfoldsAndFolds()
    {
        Window window;
        QTest::keyClick(&window.list, Qt::Key_Home);
        const int folded = window.list.visualRect(window.model.index(0)).height();
        QTest::keyClick(&window.list, Qt::Key_Return);
        const int whole = window.list.visualRect(window.model.index(0)).height();
        QVERIFY(whole > folded);
        QTest::keyClick(&window.list, Qt::Key_Return);
        QCOMPARE(window.list.visualRect(window.model.index(0)).height(), folded);
    }

    void shortMessageHasNothingToUnfold()
    {
        Window window;
        QTest::keyClick(&window.list, Qt::Key_Home);
        for (int i = 0; i < 4; ++i)
            QTest::keyClick(&window.list, Qt::Key_Down);
        const int row = window.list.currentIndex().row();
        QTest::keyClick(&window.list, Qt::Key_Return);
        QVERIFY(window.list.isFolded(row));
    }

    // Space tries the prompt without what is chosen, F2 with another text; of the past nothing can be tried.
    void spaceAndF2Try_data()
    {
        QTest::addColumn<bool>("canTry");
        QTest::newRow("the prompt now") << true;
        QTest::newRow("a past one") << false;
    }

    void spaceAndF2Try()
    {
        QFETCH(bool, canTry);
        Window window;
        window.list.setCanTry(canTry);
        QSignalSpy off(&window.list, &PromptList::switchRequested);
        QSignalSpy edits(&window.list, &PromptList::editRequested);
        QTest::keyClick(&window.list, Qt::Key_Home);
        QTest::keyClick(&window.list, Qt::Key_Space);
        QTest::keyClick(&window.list, Qt::Key_F2);
        QCOMPARE(off.size(), canTry ? 1 : 0);
        QCOMPARE(edits.size(), canTry ? 1 : 0);
        if (canTry)
            QCOMPARE(off.first().first().value<Source>(), edits.first().first().value<Source>());
    }

    void lettersAreLeftToOthers()
    {
        Window window;
        QTest::keyClick(&window.list, Qt::Key_Home);
        QKeyEvent press(QEvent::KeyPress, Qt::Key_M, Qt::NoModifier, u"M"_s);
        QApplication::sendEvent(&window.list, &press);
        QVERIFY(!press.isAccepted());
        QCOMPARE(window.list.currentIndex().row(), 0);
    }

    void clickOnAMarkUnfolds()
    {
        Window window;
        const QRect row = window.list.visualRect(window.model.index(0));
        const int before = row.height();
        // The mark stands at the left of the tokens, on the row's first line.
        for (int x = row.right() - 30; x > row.width() / 2 && window.list.isFolded(0); x -= 4)
            QTest::mouseClick(window.list.viewport(), Qt::LeftButton, {}, {x, row.top() + 14});
        QVERIFY(!window.list.isFolded(0));
        QVERIFY(window.list.visualRect(window.model.index(0)).height() > before);
    }

    void hoveringASegmentTellsItsPath()
    {
        Window window;
        const QRect place = window.list.segmentRect({1, 0});
        window.hover(place.topLeft() + QPoint(20, 8));
        QTRY_VERIFY(window.popup()->isVisible());
        QCOMPARE(window.popupText(),
                 u"preset Default › World Info (before) › lorebook Harbour › Harbour|100 characters · %1\n"
                 "characters 1–100 of its source"_s.arg(tokensOf(fixture::harbourPrompt(), 1, 0)));
        window.hover(QPoint(place.left(), window.list.visualRect(window.model.index(1)).top() + 10));
        QVERIFY(window.popup()->isHidden());
    }

    void clickOnASegmentOpensItsSource()
    {
        Window window;
        QSignalSpy opened(&window.list, &PromptList::sourceRequested);
        const QRect place = window.list.segmentRect({2, 0});
        QTest::mouseClick(window.list.viewport(), Qt::LeftButton, {}, place.topLeft() + QPoint(2, 6));
        QCOMPARE(opened.size(), 1);
        const auto source = opened.at(0).at(0).value<Source>();
        QCOMPARE(source.type(), u"persona.description"_s);
        QCOMPARE(source.id(), u"ada.png"_s);
        QCOMPARE(opened.at(0).at(1).toLongLong(), 0);
        QCOMPARE(window.list.currentIndex().row(), 2);
    }

    void clickInsideASegmentTellsThePlace()
    {
        Window window;
        QSignalSpy opened(&window.list, &PromptList::sourceRequested);
        const QRect place = window.list.segmentRect({3, 0});
        QTest::mouseClick(window.list.viewport(), Qt::LeftButton, {}, place.center());
        QCOMPARE(opened.size(), 1);
        const qsizetype position = opened.at(0).at(1).toLongLong();
        QVERIFY2(position > 15 && position < 45, qPrintable(QString::number(position)));
    }

    // Taller than the list, and read in its middle.
    void aClickInALongMessageScrollsNothing()
    {
        AssembledPrompt prompt = fixture::harbourPrompt();
        TracedText &content = prompt.messages.first().content;
        content = TracedText(u"One more line of fog.\n"_s.repeated(60), Source(SourceKind::CharDescription));
        content.append(TracedText(u"The end of it."_s, Source(SourceKind::CharScenario)));
        Window window(prompt);
        QTest::keyClick(&window.list, Qt::Key_Home);
        QTest::keyClick(&window.list, Qt::Key_Return); // unfolds
        QTest::keyClick(&window.list, Qt::Key_Down);
        window.list.scrollTo(window.model.index(1), QAbstractItemView::PositionAtBottom);
        const int before = window.list.verticalScrollBar()->value();
        QVERIFY(before > window.list.height());
        const QRect end = window.list.segmentRect({0, 1});
        QVERIFY(window.list.viewport()->rect().contains(end));
        QSignalSpy opened(&window.list, &PromptList::sourceRequested);
        QTest::mouseClick(window.list.viewport(), Qt::LeftButton, {}, end.center());
        QCOMPARE(window.list.verticalScrollBar()->value(), before);
        QCOMPARE(window.list.currentIndex().row(), 0);
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened[0][0].value<Source>().kind(), SourceKind::CharScenario);
    }

    void pressHereAndReleaseThereOpensNothing()
    {
        Window window;
        QSignalSpy opened(&window.list, &PromptList::sourceRequested);
        QTest::mousePress(window.list.viewport(), Qt::LeftButton, {},
                          window.list.segmentRect({1, 0}).center());
        QTest::mouseRelease(window.list.viewport(), Qt::LeftButton, {},
                            window.list.segmentRect({2, 0}).center());
        QCOMPARE(opened.size(), 0);
    }

    void ctrlEnterOpensTheSegment()
    {
        Window window;
        QSignalSpy opened(&window.list, &PromptList::sourceRequested);
        QTest::keyClick(&window.list, Qt::Key_Home);
        QTest::keyClick(&window.list, Qt::Key_Right);
        QTest::keyClick(&window.list, Qt::Key_Right);
        QTest::keyClick(&window.list, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened.at(0).at(0).value<Source>().type(), u"char.name"_s);
        // What a macro computed has no place in its source.
        QCOMPARE(opened.at(0).at(1).toLongLong(), -1);
    }

    void ctrlCCopiesTheText()
    {
        Window window;
        QSignalSpy copied(&window.list, &PromptList::copied);
        QTest::keyClick(&window.list, Qt::Key_Home);
        QTest::keyClick(&window.list, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), window.model.message(0).content.text());
        QCOMPARE(copied.size(), 1);
    }

    void menuCopiesJson()
    {
        Window window;
        const auto choose = [&](const QString &text) {
            QContextMenuEvent event(QContextMenuEvent::Mouse, window.list.segmentRect({1, 0}).center(),
                                    QPoint(50, 50));
            QApplication::sendEvent(window.list.viewport(), &event);
            auto *menu = window.list.findChild<QMenu *>();
            QVERIFY(menu);
            for (QAction *action : menu->actions()) {
                if (action->text() == text)
                    action->trigger();
            }
            delete menu;
        };
        choose(u"Copy as JSON"_s);
        const QJsonObject one =
            QJsonDocument::fromJson(QGuiApplication::clipboard()->text().toUtf8()).object();
        QCOMPARE(one.keys(), (QStringList{u"content"_s, u"role"_s}));
        QCOMPARE(one.value("content"_L1).toString(), window.model.message(1).content.text());

        choose(u"Copy all messages segment by segment"_s);
        const QJsonArray all = QJsonDocument::fromJson(QGuiApplication::clipboard()->text().toUtf8()).array();
        QCOMPARE(all.size(), window.model.rowCount());
        const QJsonArray segments = all.at(0)["segments"_L1].toArray();
        QCOMPARE(segments.size(), window.model.message(0).content.spans().size());
        QCOMPARE(segments.at(1)["start"_L1].toInt(), 24);
        QCOMPARE(segments.at(1)["length"_L1].toInt(), 11);
        QCOMPARE(segments.at(1)["source"_L1]["type"_L1].toString(), u"char.name"_s);
        QCOMPARE(all.at(0)["tokens"_L1].toInt(), window.model.message(0).tokens);
    }

    // A message's source object in the words in which SmartTavern specifies it.
    void sourceObjects()
    {
        Window window;
        const AssembledPrompt prompt = fixture::framingPrompt();
        window.model.setMessages(prompt.messages, CountKind::Estimate);
        QTest::keyClick(&window.list, Qt::Key_Home);
        QTest::keyClick(&window.list, Qt::Key_Down);
        QTest::keyClick(&window.list, Qt::Key_Right);
        QVERIFY(window.popupText().contains(
            u"world_book.before_char · wb_7\nwb_id: 7 · name: Harbour · enabled: true"_s));
        QVERIFY(!window.popupText().contains(u"content:"_s));

        const auto choose = [&](const QString &text) {
            QContextMenuEvent event(QContextMenuEvent::Mouse, window.list.segmentRect({1, 0}).center(),
                                    QPoint(50, 50));
            QApplication::sendEvent(window.list.viewport(), &event);
            auto *menu = window.list.findChild<QMenu *>();
            QVERIFY(menu);
            for (QAction *action : menu->actions()) {
                if (action->text() == text)
                    action->trigger();
            }
            delete menu;
        };
        choose(u"Copy all messages with their source"_s);
        const QJsonArray all = QJsonDocument::fromJson(QGuiApplication::clipboard()->text().toUtf8()).array();
        QCOMPARE(all.size(), prompt.messages.size());
        QCOMPARE(all.at(1)["source"_L1]["type"_L1].toString(), u"world_book.before_char"_s);
        QCOMPARE(all.at(1)["source"_L1]["role"_L1].toString(), u"system"_s);
        QCOMPARE(all.last()["source"_L1].toObject(),
                 (QJsonObject{{u"type"_s, u"history.user"_s}, {u"id"_s, u"history_1"_s}, {u"index"_s, 1}}));
        choose(u"Copy source as JSON"_s);
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(
            u"{\n    \"type\": \"world_book.before_char\""_s));
    }

    // Where SmartTavern laid nothing out, the objects say type, id and label in its words.
    void sourceObjectsOfOtherForms()
    {
        OutboundMessage message = fixture::chatMessage(0, u"hi"_s);
        message.source = Source(SourceKind::PresetInChat, u"hint"_s, u"Hint"_s);
        QCOMPARE(sourceObjectOf(message).value(u"type").toText(), u"preset.in-chat"_s);
        QCOMPARE(sourceObjectOf(message).value(u"id").toText(), u"hint"_s);
    }
};

} // namespace tst_promptlist

SNUG_TEST(tst_promptlist, TestPromptList, Windows)
#include "tst_promptlist.moc"
