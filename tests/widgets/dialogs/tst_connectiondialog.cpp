#include "widgets/dialogs/connectiondialog.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

Connection understudy()
{
    Connection connection;
    connection.id = u"understudy"_s;
    connection.name = u"Understudy"_s;
    connection.kind = Connection::Kind::Understudy;
    return connection;
}

Connection local()
{
    Connection connection;
    connection.id = u"local"_s;
    connection.name = u"Local"_s;
    connection.kind = Connection::Kind::LlamaServer;
    connection.baseUrl = QUrl(u"http://127.0.0.1:8080"_s);
    return connection;
}

QPushButton *button(const QWidget &in, const QString &text)
{
    for (QPushButton *candidate : in.findChildren<QPushButton *>()) {
        if (candidate->text().remove(u'&') == text)
            return candidate;
    }
    return nullptr;
}

QLineEdit *field(const QWidget &in, const QString &accessibleName)
{
    for (QLineEdit *candidate : in.findChildren<QLineEdit *>()) {
        if (candidate->accessibleName() == accessibleName)
            return candidate;
    }
    return nullptr;
}

} // namespace

class TestConnectionDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
    }

    void showsTheConnectionInUse()
    {
        ConnectionDialog dialog;
        dialog.setConnections({understudy(), local()}, u"local"_s);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto *list = dialog.findChild<QListWidget *>();
        QCOMPARE(list->count(), 2);
        QCOMPARE(list->currentItem()->text(), u"Local"_s);
        QVERIFY(list->item(1)->font().bold());
        QVERIFY(!button(dialog, u"Use This Connection"_s)->isEnabled());
    }

    void typingEditsTheConnection()
    {
        ConnectionDialog dialog;
        dialog.setConnections({understudy(), local()}, u"local"_s);
        QSignalSpy edited(&dialog, &ConnectionDialog::connectionsEdited);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto *model = dialog.findChildren<QComboBox *>().at(1);
        model->setFocus();
        QTest::keyClicks(model, u"tiny"_s);
        QVERIFY(edited.size() >= 4);
        QCOMPARE(dialog.connections().at(1).model, u"tiny"_s);
        QCOMPARE(dialog.connections().at(1).baseUrl, QUrl(u"http://127.0.0.1:8080"_s));
    }

    void keysLeaveTheScreenAtOnce()
    {
        ConnectionDialog dialog;
        dialog.setConnections({understudy(), local()}, u"local"_s);
        QSignalSpy entered(&dialog, &ConnectionDialog::keyEntered);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QLineEdit *key = field(dialog, u"API key"_s);
        QVERIFY(key);
        QCOMPARE(key->echoMode(), QLineEdit::Password);
        key->setFocus();
        QTest::keyClicks(key, u"sk-secret"_s);
        QTest::keyClick(key, Qt::Key_Return);
        QCOMPARE(entered.size(), 1);
        QCOMPARE(entered.at(0).at(0).toString(), u"local"_s);
        QCOMPARE(entered.at(0).at(1).value<Secret>().reveal(), QByteArray("sk-secret"));
        QVERIFY(key->text().isEmpty());
        QVERIFY(dialog.isVisible()); // Enter in a field closes nothing
    }

    void theUnderstudyStays()
    {
        ConnectionDialog dialog;
        dialog.setConnections({understudy(), local()}, u"local"_s);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        dialog.select(u"understudy"_s);
        QVERIFY(!button(dialog, u"Delete"_s)->isEnabled());
        dialog.select(u"local"_s);
        QSignalSpy activated(&dialog, &ConnectionDialog::activated);
        QTest::mouseClick(button(dialog, u"Delete"_s), Qt::LeftButton);
        QCOMPARE(dialog.connections().size(), 1);
        QCOMPARE(activated.size(), 1); // the one in use is gone: another takes over
        QCOMPARE(activated.at(0).at(0).toString(), u"understudy"_s);
    }

    void theListOfModelsComesWhenItIsOpened()
    {
        ConnectionDialog dialog;
        dialog.setConnections({local()}, u"local"_s);
        QSignalSpy wanted(&dialog, &ConnectionDialog::testRequested);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto *model = dialog.findChildren<QComboBox *>().at(1);
        model->setFocus();
        QTest::keyClick(model, Qt::Key_F4);
        QCOMPARE(wanted.size(), 1);
        QVERIFY(!model->view()->isVisible());
        dialog.showTestResult(u"local"_s, true, u"Two models"_s, {u"a"_s, u"b"_s});
        QTRY_VERIFY(model->view()->isVisible());
        QTest::keyClick(model->view(), Qt::Key_Down);
        QTest::keyClick(model->view(), Qt::Key_Return);
        QTRY_VERIFY(!model->view()->isVisible());
        QCOMPARE(dialog.connections().at(0).model, u"b"_s);
        QTest::keyClick(model, Qt::Key_F4); // known by now
        QTRY_VERIFY(model->view()->isVisible());
        QCOMPARE(wanted.size(), 1);
    }

    void aTestSaysWhatItFound()
    {
        ConnectionDialog dialog;
        dialog.setConnections({local()}, u"local"_s);
        QSignalSpy wanted(&dialog, &ConnectionDialog::testRequested);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QTest::mouseClick(button(dialog, u"Test"_s), Qt::LeftButton);
        QCOMPARE(wanted.size(), 1);
        dialog.showTestResult(u"another"_s, true, u"not this one"_s, {});
        QVERIFY(!button(dialog, u"Test"_s)->isEnabled());
        dialog.showTestResult(u"local"_s, true, u"Two models"_s, {u"a"_s, u"b"_s});
        QVERIFY(button(dialog, u"Test"_s)->isEnabled());
        QCOMPARE(dialog.connections().at(0).model, u"a"_s);
        const QList<QLabel *> labels = dialog.findChildren<QLabel *>();
        QVERIFY(std::ranges::any_of(labels,
                                    [](const QLabel *label) { return label->text() == u"✓ Two models"; }));
    }
};

QTEST_MAIN(TestConnectionDialog)
#include "tst_connectiondialog.moc"
