// "Not sent": its rows are there once one looks, and are always those of the prompt.

#include "tests/testregistry.h"
#include "widgets/inspector/droppedsection.h"

#include <QListView>
#include <QTest>
#include <QToolButton>

namespace tst_droppedsection {

using namespace Qt::StringLiterals;
using namespace snug;

class TestDroppedSection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsAreMadeForEyes()
    {
        DroppedSection section;
        section.setTheme(Theme::light());
        const auto *view = section.findChild<QListView *>(u"notSentList"_s);
        auto *toggle = section.findChild<QToolButton *>(u"notSent"_s);
        section.setDropped(some(3), CountKind::Exact);
        section.show();
        QVERIFY(!section.isHidden());
        QVERIFY2(toggle->text().contains(u"(3), "), qPrintable(toggle->text()));
        QCOMPARE(view->model()->rowCount(), 0); // nobody looks

        QTest::keyClick(toggle, Qt::Key_Space);
        QVERIFY(view->isVisible());
        QCOMPARE(view->model()->rowCount(), 3);
        section.setDropped(some(5), CountKind::Exact);
        QCOMPARE(view->model()->rowCount(), 5);
        QTest::keyClick(toggle, Qt::Key_Space);
        section.setDropped(some(2), CountKind::Exact);
        QVERIFY2(toggle->text().contains(u"(2), "), qPrintable(toggle->text()));
        QTest::keyClick(toggle, Qt::Key_Space);
        QCOMPARE(view->model()->rowCount(), 2);
        section.setDropped({}, CountKind::Exact);
        QVERIFY(section.isHidden());
        QCOMPARE(view->model()->rowCount(), 0);
    }

private:
    static QList<DroppedText> some(int count)
    {
        QList<DroppedText> texts;
        for (int i = 0; i < count; ++i) {
            DroppedText text;
            text.tokens = 10;
            text.reason = u"over the limit"_s;
            texts.append(text);
        }
        return texts;
    }
};

} // namespace tst_droppedsection

SNUG_TEST(tst_droppedsection, TestDroppedSection, Windows)
#include "tst_droppedsection.moc"
