#include "tests/testregistry.h"
#include "widgets/window/noticebar.h"

#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

namespace tst_noticebar {

using namespace Qt::StringLiterals;
using namespace snug;

class TestNoticeBar : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

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
