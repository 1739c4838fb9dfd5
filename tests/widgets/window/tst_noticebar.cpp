#include "tests/testregistry.h"
#include "widgets/window/noticebar.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace tst_noticebar {

using namespace Qt::StringLiterals;
using namespace snug;

class TestNoticeBar : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    // Where an action only leads somewhere, its notice is still true.
    void anActionMayKeepItsNotice()
    {
        QWidget window;
        NoticeBar bar(&window);
        int led = 0;
        bar.post(u"one"_s, {Notice::Kind::Hint,
                            u"Two ways."_s,
                            {{u"Stay"_s, [&led] { ++led; }, true},
                             {u"Itself"_s, [&bar] { bar.dismiss(u"one"_s); }, true},
                             {u"Go"_s, [&led] { ++led; }}}});
        const auto click = [&bar](const QString &text) {
            for (QPushButton *button : bar.findChildren<QPushButton *>()) {
                if (button->text() == text)
                    return QTest::mouseClick(button, Qt::LeftButton);
            }
            QFAIL("no such button");
        };
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        click(u"Stay"_s);
        QCOMPARE(led, 1);
        QVERIFY(bar.isShown(u"one"_s));
        click(u"Go"_s);
        QCOMPARE(led, 2);
        QVERIFY(!bar.isShown(u"one"_s));
        bar.post(u"one"_s,
                 {Notice::Kind::Hint, u"Itself."_s, {{u"Gone"_s, [&bar] { bar.dismiss(u"one"_s); }, true}}});
        click(u"Gone"_s);
        QVERIFY(!bar.isShown(u"one"_s));
    }

    void allOfANoticeFits_data()
    {
        QTest::addColumn<int>("width");
        QTest::newRow("narrow") << 330;
        QTest::newRow("half") << 460;
        QTest::newRow("wide") << 900;
    }

    void allOfANoticeFits()
    {
        QFETCH(int, width);
        QWidget window;
        NoticeBar bar(&window);
        bar.post(u"one"_s,
                 {Notice::Kind::Hint,
                  u"A notice of a few lines, which says what happened and then what to do next about it."_s,
                  {{u"Connect a Model…"_s, {}}, {u"Open Another Folder…"_s, {}}}});
        window.resize(width, 400);
        bar.setGeometry(0, 0, width, 10);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const QLabel *text = bar.findChild<QLabel *>();
        // As its layout lets it grow: once for the direction, once for the height.
        QTRY_VERIFY((bar.resize(width, bar.heightForWidth(width)),
                     text->height() >= text->heightForWidth(text->width())));
        for (const QPushButton *button : bar.findChildren<QPushButton *>()) {
            QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
            QVERIFY(bar.rect().contains(QRect(button->mapTo(&bar, QPoint()), button->size())));
        }
    }

    void theNewestIsOnTopAndNeverAreThreeShown()
    {
        QWidget window;
        auto *bar = new NoticeBar(&window);
        auto *column = new QVBoxLayout(&window);
        column->addWidget(bar);
        column->addStretch();
        window.resize(700, 400);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        // From top to bottom.
        const auto shown = [&] {
            QList<QLabel *> labels;
            for (QLabel *label : bar->findChildren<QLabel *>()) {
                if (label->isVisible())
                    labels.append(label);
            }
            std::ranges::sort(labels, {}, [&](QLabel *label) { return label->mapTo(bar, QPoint()).y(); });
            QStringList texts;
            for (const QLabel *label : std::as_const(labels))
                texts.append(label->text());
            return texts;
        };
        const auto more = [&]() -> QPushButton * {
            for (QPushButton *button : bar->findChildren<QPushButton *>()) {
                if (button->isVisible() && (button->text().contains(u"more"_s) || button->text() == u"Fewer"))
                    return button;
            }
            return nullptr;
        };
        bar->post(u"one"_s, {Notice::Kind::Hint, u"One."_s, {}});
        bar->post(u"two"_s, {Notice::Kind::Hint, u"Two."_s, {}});
        QTRY_COMPARE(shown(), QStringList({u"Two."_s, u"One."_s}));
        QVERIFY(!more());
        bar->post(u"wrong"_s, {Notice::Kind::Problem, u"Wrong."_s, {}});
        bar->post(u"three"_s, {Notice::Kind::Done, u"Three."_s, {}});
        // What has gone wrong is not covered by what has gone well.
        QTRY_COMPARE(shown(), QStringList({u"Three."_s, u"Wrong."_s}));
        QVERIFY(more());
        QCOMPARE(more()->text(), u"2 more"_s);
        QTest::mouseClick(more(), Qt::LeftButton);
        QTRY_COMPARE(shown(), QStringList({u"Three."_s, u"Wrong."_s, u"Two."_s, u"One."_s}));
        QTest::mouseClick(more(), Qt::LeftButton);
        QTRY_COMPARE(shown().size(), 2);
        // The same notice with other words keeps its place.
        bar->post(u"wrong"_s, {Notice::Kind::Problem, u"Still wrong."_s, {}});
        QTRY_COMPARE(shown(), QStringList({u"Three."_s, u"Still wrong."_s}));
        bar->dismiss(u"three"_s);
        QTRY_COMPARE(shown(), QStringList({u"Still wrong."_s, u"Two."_s}));
        QCOMPARE(more()->text(), u"1 more"_s);
        bar->dismiss(u"one"_s);
        QTRY_VERIFY(!more());
    }

    void whatIsOfAChatOrALibraryEndsWithIt()
    {
        NoticeBar bar;
        using enum Notice::Until;
        bar.post(u"chat"_s, {Notice::Kind::Hint, u"Of the chat."_s, {}, Chat});
        bar.post(u"library"_s, {Notice::Kind::Problem, u"Of the library."_s, {}, Library});
        bar.post(u"done"_s, {Notice::Kind::Done, u"Done."_s, {}});
        bar.post(u"cause"_s, {Notice::Kind::Problem, u"As long as it is so."_s, {}});
        bar.leaveChat();
        QVERIFY(!bar.isShown(u"chat"_s));
        QVERIFY(bar.isShown(u"library"_s) && bar.isShown(u"done"_s) && bar.isShown(u"cause"_s));
        bar.leaveLibrary();
        QVERIFY(!bar.isShown(u"library"_s) && !bar.isShown(u"done"_s));
        QVERIFY(bar.isShown(u"cause"_s));
    }

    void whatIsDoneIsSaidForAWhile()
    {
        QWidget window;
        auto *bar = new NoticeBar(&window);
        auto *column = new QVBoxLayout(&window);
        column->addWidget(bar);
        column->addStretch();
        window.resize(700, 400);
        bar->post(u"hint"_s, {Notice::Kind::Hint, u"Choose."_s, {}});
        QVERIFY(!bar->findChild<QTimer *>());
        bar->post(u"done"_s, {Notice::Kind::Done, u"Written."_s, {}});
        auto *time = bar->findChild<QTimer *>();
        QVERIFY(time && !time->isActive()); // nobody has seen it yet
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTest::mouseMove(&window, QPoint(350, 380)); // nobody reaches for it
        QTRY_VERIFY(time->isActive());
        QCOMPARE(time->interval(), 30000);
        time->start(0); // as if they were over
        QTRY_VERIFY(!bar->isShown(u"done"_s));
        QVERIFY(bar->isShown(u"hint"_s));
    }

    // What is typed next must not press a button that happens to stand there.
    void noClickTakesTheKeys()
    {
        QWidget window;
        auto *layout = new QVBoxLayout(&window);
        auto *bar = new NoticeBar;
        auto *field = new QLineEdit;
        layout->addWidget(bar);
        layout->addWidget(field);
        connect(bar, &NoticeBar::keysReleased, field, qOverload<>(&QWidget::setFocus));
        int pressed = 0;
        const auto other = [&] { ++pressed; };
        bar->post(u"one"_s, {Notice::Kind::Hint, u"One."_s, {{u"Use"_s, [] {}}, {u"Other"_s, other}}});
        bar->post(u"two"_s, {Notice::Kind::Hint, u"Two."_s, {{u"Third"_s, other}}});
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        field->setFocus();
        const auto button = [bar](const QString &text) {
            const QList<QPushButton *> all = bar->findChildren<QPushButton *>();
            return *std::ranges::find_if(all, [&](const QPushButton *one) {
                return one->text() == text && one->isVisible(); // not that of a line before
            });
        };
        QTest::mouseClick(button(u"Use"_s), Qt::LeftButton);
        QVERIFY(!bar->isShown(u"one"_s));
        QCOMPARE(QApplication::focusWidget(), field);
        bar->post(u"one"_s, {Notice::Kind::Hint, u"One."_s, {{u"Use"_s, [] {}}, {u"Other"_s, other}}});
        button(u"Use"_s)->setFocus(Qt::TabFocusReason);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QVERIFY(!bar->isShown(u"one"_s));
        QTest::keyClicks(QApplication::focusWidget(), u"a b"_s);
        QCOMPARE(field->text(), u"a b"_s);
        QCOMPARE(pressed, 0);
    }

    void actionPutsTheNoticeAway()
    {
        NoticeBar bar;
        int done = 0;
        bar.post(u"one"_s, {Notice::Kind::Done, u"Kept."_s, {{u"Undo"_s, [&] { ++done; }}}});
        QTest::mouseClick(bar.findChild<QPushButton *>(), Qt::LeftButton);
        QCOMPARE(done, 1);
        QVERIFY(!bar.isShown(u"one"_s));
    }
};

} // namespace tst_noticebar

SNUG_TEST(tst_noticebar, TestNoticeBar, Windows)
#include "tst_noticebar.moc"
