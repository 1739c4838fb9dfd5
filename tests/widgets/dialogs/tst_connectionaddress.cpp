// Where a connection leads: its address, what it may be asked, and the key that goes there.

#include "tests/testregistry.h"
#include "tests/widgets/dialogs/connectionfixture.h"
#include "widgets/dialogs/connectiondialog.h"

#include <QCheckBox>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace tst_connectionaddress {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::connectionfixture;

class TestConnectionAddress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
    }

    void anAddressIsTakenWhenItIsDone_data()
    {
        QTest::addColumn<QString>("how");
        QTest::newRow("Enter") << u"enter"_s;
        QTest::newRow("another field") << u"tab"_s;
        QTest::newRow("the window goes") << u"close"_s;
    }

    void anAddressIsTakenWhenItIsDone()
    {
        QFETCH(QString, how);
        ConnectionDialog dialog;
        dialog.setConnections({understudy(), local()}, u"local"_s);
        QSignalSpy edited(&dialog, &ConnectionDialog::connectionsEdited);
        QSignalSpy asked(&dialog, &ConnectionDialog::testRequested);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QLineEdit *address = addressField(dialog);
        QVERIFY(address);
        address->setFocus();
        address->selectAll();
        QTest::keyClicks(address, u"api.example.com/v1"_s);
        QCOMPARE(edited.size(), 0);
        QCOMPARE(asked.size(), 0);
        QCOMPARE(dialog.connections().at(1), local());
        if (how == u"enter")
            QTest::keyClick(address, Qt::Key_Return);
        else if (how == u"tab")
            QTest::keyClick(address, Qt::Key_Tab);
        else
            dialog.close();
        QCOMPARE(edited.size(), 1);
        QCOMPARE(asked.size(), 0);
        QCOMPARE(dialog.connections().size(), 2); // Enter pressed no button
        QCOMPARE(dialog.connections().at(1).baseUrl, QUrl(u"https://api.example.com/v1"_s));
        QCOMPARE(address->text(), u"https://api.example.com/v1"_s);
    }

    void whatIsToBeKnownAboutAnAddress_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("said");
        QTest::newRow("encrypted") << u"https://api.example.com"_s << QString();
        QTest::newRow("not encrypted") << u"http://api.example.com"_s << u"Not encrypted"_s;
        QTest::newRow("not encrypted, at home") << u"http://192.168.0.3:8080"_s << QString();
        QTest::newRow("a credential") << u"https://api.example.com?sig=abc"_s << u"“sig” in the address"_s;
        QTest::newRow("no address") << u"file:///etc/passwd"_s << u"not the address"_s;
    }

    void whatIsToBeKnownAboutAnAddress()
    {
        QFETCH(QString, typed);
        QFETCH(QString, said);
        ConnectionDialog dialog;
        dialog.setConnections({local()}, u"local"_s);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QLineEdit *address = addressField(dialog);
        address->setFocus();
        address->selectAll();
        QTest::keyClicks(address, typed);
        QTest::keyClick(address, Qt::Key_Return);
        QStringList shown;
        for (const QLabel *label : dialog.findChildren<QLabel *>()) {
            if (label->isVisible())
                shown.append(label->text());
        }
        const QString all = shown.join(u'\n');
        for (const QString &sentence : {u"Not encrypted"_s, u"in the address"_s, u"not the address"_s})
            QCOMPARE(all.contains(sentence), !said.isEmpty() && said.contains(sentence));
    }

    void proxiesAreSaid()
    {
        qputenv("https_proxy", "http://ann:hunter2@proxy.example:3128");
        ConnectionDialog dialog;
        Connection far = local();
        far.baseUrl = QUrl(u"https://api.example.com"_s);
        dialog.setConnections({far}, u"local"_s);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QString all;
        for (const QLabel *label : dialog.findChildren<QLabel *>())
            all += label->text();
        qunsetenv("https_proxy");
        QVERIFY(all.contains(u"http://proxy.example:3128"_s));
        QVERIFY(!all.contains(u"hunter2"_s));
    }

    void whatItMayBeAskedIsSaidAndChosen()
    {
        ConnectionDialog dialog;
        dialog.setConnections({understudy(), local()}, u"local"_s);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QCheckBox *counts = checkBox(dialog, u"Count tokens at this server"_s);
        QCheckBox *measures = checkBox(dialog, u"Find lorebook entries by their meaning at this server"_s);
        QVERIFY(counts && measures);
        QVERIFY(counts->isChecked()); // its own computer
        QVERIFY(!measures->isChecked());
        QVERIFY(counts->toolTip().contains(u"Send"_s) && measures->toolTip().contains(u"Send"_s));
        QTest::mouseClick(measures, Qt::LeftButton, {}, {6, measures->height() / 2});
        QVERIFY(dialog.connections().at(1).measuresTexts);
        QVERIFY(!dialog.connections().at(1).countsTokens);
        QTest::mouseClick(counts, Qt::LeftButton, {}, {6, counts->height() / 2});
        QCOMPARE(dialog.connections().at(1).countsTokens, std::optional(false));
        // Another server was not asked about.
        QLineEdit *address = addressField(dialog);
        address->setFocus();
        address->selectAll();
        QTest::keyClicks(address, u"https://api.example.com"_s);
        QTest::keyClick(address, Qt::Key_Return);
        QVERIFY(!dialog.connections().at(1).measuresTexts);
        QVERIFY(!dialog.connections().at(1).countsTokens);
        QVERIFY(!counts->isChecked());
    }

    void whatTheLibraryBroughtWaits()
    {
        ConnectionDialog dialog;
        dialog.setNotAllowed({u"local"_s});
        dialog.setConnections({understudy(), local()}, u"local"_s);
        QSignalSpy allowed(&dialog, &ConnectionDialog::allowed);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QPushButton *allow = button(dialog, u"Allow"_s);
        QVERIFY(allow && allow->isVisible());
        QTest::mouseClick(allow, Qt::LeftButton);
        QCOMPARE(allowed.size(), 1);
        QCOMPARE(allowed.at(0).at(0).toString(), u"local"_s);
        dialog.setNotAllowed({});
        QVERIFY(!allow->isVisible());
    }

    void theKeyIsAskedAbout_data()
    {
        QTest::addColumn<bool>("isWanted");
        QTest::newRow("use it here") << true;
        QTest::newRow("leave it out") << false;
    }

    void theKeyIsAskedAbout()
    {
        QFETCH(bool, isWanted);
        ConnectionDialog dialog;
        dialog.setConnections({understudy(), local()}, u"local"_s);
        QSignalSpy wanted(&dialog, &ConnectionDialog::keyWantedHere);
        QSignalSpy left(&dialog, &ConnectionDialog::keyLeftThere);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        const auto *question = dialog.findChild<QFrame *>(u"connectionQuestion"_s);
        dialog.askAboutKey(u"local"_s, u"https://a"_s, u"https://b"_s); // it leads elsewhere by now
        QVERIFY(!question->isVisible());
        dialog.askAboutKey(u"local"_s, u"https://a"_s, u"http://127.0.0.1:8080"_s);
        QVERIFY(question->isVisible());
        QVERIFY(question->findChild<QLabel *>()->text().contains(
            u"The key for this connection was given to https://a. Use it for http://127.0.0.1:8080?"_s));
        QTest::keyClick(button(dialog, isWanted ? u"Use It Here"_s : u"Leave It Out"_s), Qt::Key_Space);
        QVERIFY(!question->isVisible());
        QCOMPARE(wanted.size(), isWanted ? 1 : 0);
        QCOMPARE(left.size(), isWanted ? 0 : 1);
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
        QVERIFY(dialog.isVisible());              // Enter in a field closes nothing
        QCOMPARE(dialog.connections().size(), 2); // and presses no button
    }
};

} // namespace tst_connectionaddress

SNUG_TEST(tst_connectionaddress, TestConnectionAddress, Windows)
#include "tst_connectionaddress.moc"
