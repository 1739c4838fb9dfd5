// What a message of the transcript shows, and whom it tells.

#include "tests/testregistry.h"
#include "tests/widgets/chat/storymodel.h"
#include "tests/widgets/chat/transcriptfixture.h"
#include "widgets/chat/actionbar.h"
#include "widgets/chat/pillbutton.h"
#include "widgets/chat/transcript.h"
#include "widgets/theme/windowstyle.h"

#include <QAccessible>
#include <QApplication>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>

namespace tst_transcript {

using namespace snug;
using namespace Qt::StringLiterals;
using namespace snug::transcriptfixture;

class TestTranscript : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        // The offscreen platform says this once for each window; everything else fails.
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    }

    void cleanup() { QVERIFY(QApplication::topLevelWidgets().isEmpty()); }

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
};

} // namespace tst_transcript

SNUG_TEST(tst_transcript, TestTranscript, Windows)
#include "tst_transcript.moc"
