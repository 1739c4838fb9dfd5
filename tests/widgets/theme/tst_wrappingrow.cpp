#include "tests/testregistry.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/theme/wrappingrow.h"

#include <QLineEdit>
#include <QTest>

namespace tst_wrappingrow {

using namespace snug;
using namespace Qt::StringLiterals;

class TestWrappingRow : public QObject
{
    Q_OBJECT

    static QWidget *piece(int width, int height)
    {
        auto *widget = new QWidget;
        widget->setFixedSize(width, height);
        return widget;
    }

    static QRect placeOf(const QLayout &row, int index) { return row.itemAt(index)->geometry(); }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void whatFitsStandsInOneLine()
    {
        QWidget parent;
        auto *row = new WrappingRow(10, &parent);
        row->addWidget(piece(50, 20));
        row->addWidget(piece(60, 10));
        row->setGeometry({0, 0, 120, 20});
        QCOMPARE(placeOf(*row, 0), QRect(0, 0, 50, 20));
        QCOMPARE(placeOf(*row, 1), QRect(60, 5, 60, 10)); // in the middle of the line
        QCOMPARE(row->heightForWidth(120), 20);
        QCOMPARE(row->sizeHint(), QSize(120, 20));
        QCOMPARE(row->minimumSize(), QSize(60, 20));
    }

    void theRestGoesOnInAnotherLine()
    {
        QWidget parent;
        auto *row = new WrappingRow(10, &parent);
        for (int i = 0; i < 3; ++i)
            row->addWidget(piece(50, 20));
        QCOMPARE(row->heightForWidth(119), 50);
        row->setGeometry({5, 7, 119, 50});
        QCOMPARE(placeOf(*row, 1), QRect(65, 7, 50, 20));
        QCOMPARE(placeOf(*row, 2), QRect(5, 37, 50, 20));
        QCOMPARE(row->heightForWidth(40), 80); // one a line, and none of them is left out
        row->setGeometry({0, 0, 40, 80});
        QCOMPARE(placeOf(*row, 2).topLeft(), QPoint(0, 60));
    }

    void aLabelStaysWithItsField()
    {
        QWidget parent;
        auto *row = new WrappingRow(10, &parent);
        row->addWidget(piece(50, 20));
        auto *label = new PlainLabel(u"Role"_s);
        label->setFixedSize(30, 20);
        QWidget *field = piece(60, 20);
        label->setBuddy(field);
        row->addWidget(label);
        row->addWidget(field);
        row->setGeometry({0, 0, 100, 50}); // the label alone would fit the first line
        QCOMPARE(placeOf(*row, 1), QRect(0, 30, 30, 20));
        QCOMPARE(placeOf(*row, 2), QRect(40, 30, 60, 20));
    }

    void whatIsTooWideIsCutAndNeverTurnedRound()
    {
        QWidget parent;
        auto *row = new WrappingRow(10, &parent);
        auto *label = new PlainLabel(u"Role"_s);
        QWidget *field = new QLineEdit;
        label->setBuddy(field);
        row->addWidget(label);
        row->addWidget(field);
        row->setGeometry({0, 0, 5, 30});
        QCOMPARE(placeOf(*row, 0).width(), 5);
        QVERIFY(placeOf(*row, 1).width() >= 0);
    }

    void whatIsHiddenTakesNoRoom()
    {
        QWidget parent;
        auto *row = new WrappingRow(10, &parent);
        QWidget *hidden = piece(50, 90);
        row->addWidget(hidden);
        row->addWidget(piece(60, 20));
        hidden->hide();
        QCOMPARE(row->sizeHint(), QSize(60, 20));
        row->setGeometry({0, 0, 100, 20});
        QCOMPARE(placeOf(*row, 1), QRect(0, 0, 60, 20));
    }

    void whatExpandsTakesTheRestOfItsLine()
    {
        QWidget parent;
        auto *row = new WrappingRow(10, &parent);
        row->addWidget(piece(50, 20));
        auto *name = new QLineEdit;
        row->addWidget(name);
        row->setGeometry({0, 0, 600, 30});
        QCOMPARE(placeOf(*row, 1).right(), 599);
    }

    void theOtherWayRoundWhereOneReadsThatWay()
    {
        QWidget parent;
        parent.setLayoutDirection(Qt::RightToLeft);
        auto *row = new WrappingRow(10, &parent);
        row->addWidget(piece(50, 20));
        row->setGeometry({0, 0, 120, 20});
        QCOMPARE(placeOf(*row, 0), QRect(70, 0, 50, 20));
    }
};

} // namespace tst_wrappingrow

SNUG_TEST(tst_wrappingrow, TestWrappingRow, Windows)
#include "tst_wrappingrow.moc"
