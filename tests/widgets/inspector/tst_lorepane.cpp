// The list of entries: its current row stays where it can be seen.

#include "tests/testregistry.h"
#include "widgets/inspector/lorepane.h"

#include <QListView>
#include <QTest>

namespace tst_lorepane {

using namespace Qt::StringLiterals;
using namespace snug;

class TestLorePane : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theCurrentRowStaysInSight()
    {
        LorePane pane;
        pane.setTheme(Theme::light());
        AssembledPrompt prompt;
        for (int uid = 0; uid < 60; ++uid)
            prompt.trace.lore.append(
                {.book = u"Skerrymore"_s, .uid = uid, .title = u"Entry %1"_s.arg(uid), .fired = uid < 5});
        pane.setLore(prompt);
        pane.resize(400, 600);
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        auto *view = pane.findChild<QListView *>();
        const auto isInSight = [view](int row) {
            return view->viewport()->rect().contains(view->visualRect(view->model()->index(row, 0)));
        };

        // It stands at the lower edge, and a banner comes below the list.
        view->setCurrentIndex(view->model()->index(40, 0));
        QVERIFY(isInSight(40));
        pane.resize(400, 450);
        QVERIFY(isInSight(40));

        // What was scrolled away is left there.
        view->scrollToTop();
        pane.resize(400, 400);
        QVERIFY(isInSight(1));
        QVERIFY(!isInSight(40));
    }
};

} // namespace tst_lorepane

SNUG_TEST(tst_lorepane, TestLorePane, Windows)
#include "tst_lorepane.moc"
