// core/lore/servingorder.h: entries with and without an order, as Node 22 sorts them.
#include "core/lore/servingorder.h"
#include "core/model/lorebook.h"
#include "tests/testregistry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tst_servingorder {

using namespace Qt::StringLiterals;
using namespace snug;

class TestServingOrder : public QObject
{
    Q_OBJECT

    static constexpr double none = std::numeric_limits<double>::quiet_NaN();

private Q_SLOTS:
    void sortsAsJavaScriptDoes_data()
    {
        QTest::addColumn<std::vector<double>>("orders");
        QTest::addColumn<std::vector<qsizetype>>("places");

        const auto row = [](const char *name, const std::vector<double> &orders,
                            const std::vector<qsizetype> &places) {
            QTest::newRow(name) << orders << places;
        };
        row("nothing", {}, {});
        row("all have one", {1, 5, 3, 5}, {1, 3, 2, 0});
        row("none has one", {none, none, none}, {0, 1, 2});
        row("5 entries, 0", {0, 0, none, 3, 4}, {0, 1, 2, 4, 3});
        row("5 entries, 1", {3, none, 0, 1, none}, {0, 1, 3, 2, 4});
        row("5 entries, 2", {1, 2, none, 2, 1}, {1, 3, 0, 2, 4});
        row("8 entries, 3", {4, 5, 3, 1, none, 4, 2, 0}, {1, 0, 5, 2, 3, 4, 6, 7});
        row("8 entries, 4", {1, none, 4, 7, none, 3, 5, none}, {0, 1, 3, 6, 2, 4, 5, 7});
        row("8 entries, 5", {none, 0, none, 6, 2, 2, none, 2}, {0, 1, 2, 3, 4, 5, 6, 7});
        row("12 entries, 6", {0, 8, 2, 3, none, 9, 0, 1, 3, 7, 8, 3}, {5, 1, 10, 9, 3, 8, 2, 0, 4, 11, 7, 6});
        row("12 entries, 7", {none, 4, 6, 9, 10, 7, 5, 8, 10, none, none, 0},
            {0, 4, 8, 3, 7, 5, 2, 6, 1, 9, 10, 11});
        row("12 entries, 8", {none, 9, none, 3, none, 7, 10, none, 1, 4, 8, none},
            {0, 6, 1, 2, 10, 9, 3, 4, 5, 7, 8, 11});
    }

    void sortsAsJavaScriptDoes()
    {
        QFETCH(std::vector<double>, orders);
        QFETCH(std::vector<qsizetype>, places);

        QCOMPARE(servingOrder(orders), places);
    }

    void losesNoEntryOfALongList()
    {
        std::vector<double> orders;
        for (int i = 0; i < 1000; ++i)
            orders.push_back(i % 7 == 0 ? none : (i * 31) % 97);
        std::vector<qsizetype> places = servingOrder(orders);
        std::ranges::sort(places);
        for (size_t i = 0; i < orders.size(); ++i)
            QCOMPARE(places[i], qsizetype(i));
    }

    void knowsWhichEntriesHaveNoOrder()
    {
        LoreEntry entry;
        QCOMPARE(servingOrderOf(entry), 100.); // made here, and not written yet
        entry.source = Json::object();
        QVERIFY(std::isnan(servingOrderOf(entry)));
        entry.order = 7; // given by an editor
        QCOMPARE(servingOrderOf(entry), 7.);
        entry.order = 100;
        entry.source.set(u"insertion_order"_s, Json(100));
        QCOMPARE(servingOrderOf(entry), 100.);
    }
};

} // namespace tst_servingorder

SNUG_TEST(tst_servingorder, TestServingOrder, Nothing)
#include "tst_servingorder.moc"
