#include "tests/testregistry.h"
#include "widgets/theme/emptymenu.h"

#include <QMenu>
#include <QPointer>
#include <QTest>

namespace tst_emptymenu {

using namespace Qt::StringLiterals;
using namespace snug;

class TestEmptyMenu : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // Filled a hundred times, it has what was put into it last, and nothing of before is left.
    void nothingIsLeft()
    {
        QMenu menu;
        QMenu others; // somebody else's, shown in it too
        others.addAction(u"Theirs"_s);
        QPointer<QAction> first;
        for (int i = 0; i < 100; ++i) {
            emptyMenu(&menu);
            QAction *action = menu.addMenu(u"Below"_s)->addAction(u"Do"_s);
            if (!first)
                first = action;
            menu.addAction(u"Plain"_s);
            menu.addAction(others.menuAction());
        }
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(!first);
        QCOMPARE(menu.findChildren<QMenu *>().size(), 1);
        QCOMPARE(menu.actions().size(), 3);
        QCOMPARE(others.actions().size(), 1);
    }
};

} // namespace tst_emptymenu

SNUG_TEST(tst_emptymenu, TestEmptyMenu, Windows)

#include "tst_emptymenu.moc"
