// A window in which one only looks goes by Esc and by Ctrl+W, wherever in it the keyboard is.

#include "tests/testregistry.h"
#include "widgets/theme/closingkeys.h"

#include <QLineEdit>
#include <QTest>
#include <QVBoxLayout>

namespace tst_closingkeys {

using namespace snug;

class TestClosingKeys : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bothClose_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("modifiers");
        QTest::newRow("Esc") << int(Qt::Key_Escape) << int(Qt::NoModifier);
        QTest::newRow("Ctrl+W") << int(Qt::Key_W) << int(Qt::ControlModifier);
    }

    void bothClose()
    {
        QFETCH(int, key);
        QFETCH(int, modifiers);
        QWidget window;
        auto *field = new QLineEdit;
        (new QVBoxLayout(&window))->addWidget(field);
        closeByKeys(&window);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        field->setFocus();
        QTest::keyClick(field, Qt::Key(key), Qt::KeyboardModifiers(modifiers));
        QVERIFY(!window.isVisible());
    }
};

} // namespace tst_closingkeys

SNUG_TEST(tst_closingkeys, TestClosingKeys, Windows)
#include "tst_closingkeys.moc"
