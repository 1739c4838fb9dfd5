#include "tests/hands/userhands.h"
#include "tests/testregistry.h"
#include "widgets/dialogs/connectiondialog.h"
#include "widgets/dialogs/requestform.h"
#include "widgets/dialogs/servicebox.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

namespace tst_connectiondialog {

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

QLineEdit *addressField(const QWidget &in)
{
    for (QLineEdit *candidate : in.findChildren<QLineEdit *>()) {
        if (candidate->placeholderText().startsWith(u"http"))
            return candidate;
    }
    return nullptr;
}

QCheckBox *checkBox(const QWidget &in, const QString &text)
{
    for (QCheckBox *candidate : in.findChildren<QCheckBox *>()) {
        if (candidate->text().remove(u'&') == text)
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

    void whatAConnectionBringsCanBeLeft()
    {
        Connection plain = local();
        Connection bringing = local();
        bringing.id = u"bringing"_s;
        bringing.brings = {.preset = u"Slow Burn"_s, .notTaken = {u"Regex Preset"_s}};
        ConnectionDialog dialog;
        dialog.setConnections({plain, bringing}, u"local"_s);
        QSignalSpy edited(&dialog, &ConnectionDialog::connectionsEdited);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto *brings = dialog.findChild<QCheckBox *>(u"brings"_s);
        QVERIFY(!brings->isVisible());
        dialog.findChild<QListWidget *>()->setCurrentRow(1);
        QVERIFY(brings->isVisible() && brings->isChecked());
        const QString list = dialog.findChild<QLabel *>(u"broughtList"_s)->text();
        QVERIFY2(list.contains(u"Slow Burn"_s) && list.contains(u"Regex Preset"_s), qPrintable(list));
        brings->setFocus();
        QTest::keyClick(brings, Qt::Key_Space);
        QCOMPARE(edited.size(), 1);
        QVERIFY(dialog.connections().last().brings.isOff);
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
        QCOMPARE(edited.size(), 0); // not with each letter
        QTest::keyClick(model, Qt::Key_Return);
        QCOMPARE(edited.size(), 1);
        QCOMPARE(dialog.connections().at(1).model, u"tiny"_s);
        QCOMPARE(dialog.connections().at(1).baseUrl, QUrl(u"http://127.0.0.1:8080"_s));
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
        QCOMPARE(activated.size(), 0); // the one in use is gone: nobody takes over unasked
        QVERIFY(button(dialog, u"Use This Connection"_s)->isEnabled());
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

    void aServiceBringsItsAddress()
    {
        ConnectionDialog dialog;
        dialog.setConnections({understudy()}, u"understudy"_s);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QTest::mouseClick(button(dialog, u"New"_s), Qt::LeftButton);
        // The name waits to be typed over.
        auto *name = qobject_cast<QLineEdit *>(dialog.focusWidget());
        QVERIFY(name);
        QCOMPARE(name->selectedText(), name->text());
        auto *service = dialog.findChild<ServiceBox *>();
        service->setFocus();
        UserHands::choose(service, service->findText(u"Anthropic"_s, Qt::MatchStartsWith));
        Connection claude = dialog.connections().at(1);
        QCOMPARE(claude.kind, Connection::Kind::ChatService);
        QCOMPARE(claude.service, ChatService::Claude);
        QCOMPARE(claude.baseUrl, QUrl(u"https://api.anthropic.com/v1"_s));
        QCOMPARE(claude.name, u"Anthropic Claude"_s);
        QVERIFY(claude.needsKey);
        // It measures no texts, so nobody is asked whether it may.
        QVERIFY(!checkBox(dialog, u"Find lorebook entries by their meaning at this server"_s)->isVisible());
        QPushButton *getKey = button(dialog, u"Get a Key…"_s);
        QVERIFY(getKey->isVisible());
        QSignalSpy page(&dialog, &ConnectionDialog::pageRequested);
        QTest::mouseClick(getKey, Qt::LeftButton);
        QCOMPARE(page.size(), 1);
        QVERIFY(page.at(0).at(0).toString().startsWith(u"https://"));

        // An address of the user's own stays.
        QLineEdit *address = addressField(dialog);
        address->setFocus();
        address->selectAll();
        QTest::keyClicks(address, u"https://proxy.example/v1"_s);
        QTest::keyClick(address, Qt::Key_Return);
        UserHands::choose(service, service->findText(u"Mistral"_s, Qt::MatchStartsWith));
        QCOMPARE(dialog.connections().at(1).service, ChatService::Mistral);
        QCOMPARE(dialog.connections().at(1).baseUrl, QUrl(u"https://proxy.example/v1"_s));
    }

    void aNewOneIsNoneBeforeSomethingIsSaidOfIt()
    {
        ConnectionDialog dialog;
        dialog.setConnections({understudy()}, u"understudy"_s);
        QSignalSpy edited(&dialog, &ConnectionDialog::connectionsEdited);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        dialog.beginNew();
        auto *list = dialog.findChild<QListWidget *>();
        QVERIFY(qobject_cast<ServiceBox *>(dialog.focusWidget()));
        QCOMPARE(list->count(), 2);
        QCOMPARE(list->currentRow(), 1);
        QVERIFY(!button(dialog, u"Use This Connection"_s)->isEnabled());
        // Once more is the same one, with its name to be typed over.
        QTest::mouseClick(button(dialog, u"New"_s), Qt::LeftButton);
        QCOMPARE(list->count(), 2);
        auto *name = qobject_cast<QLineEdit *>(dialog.focusWidget());
        QVERIFY(name);
        QCOMPARE(name->selectedText(), name->text());
        // Looked at and left, it is nothing.
        QTest::keyClick(list, Qt::Key_Up);
        QTest::keyClick(list, Qt::Key_Down);
        QVERIFY(edited.isEmpty());
        QCOMPARE(dialog.connections().size(), 1);
        dialog.setConnections({understudy()}, u"understudy"_s); // the list is told anew
        QCOMPARE(list->count(), 2);

        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, u"Home server"_s); // with a blank, which presses no button
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(edited.size(), 1);
        QCOMPARE(dialog.connections().size(), 2);
        QCOMPARE(dialog.connections().last().name, u"Home server"_s);
        QCOMPARE(list->currentItem()->text(), u"Home server"_s);
        QVERIFY(button(dialog, u"Use This Connection"_s)->isEnabled());
        // The next one is another one; deleted before anything was said of it, it goes without a word.
        QTest::mouseClick(button(dialog, u"New"_s), Qt::LeftButton);
        QCOMPARE(list->count(), 3);
        QTest::mouseClick(button(dialog, u"Delete"_s), Qt::LeftButton);
        QCOMPARE(list->count(), 2);
        QCOMPARE(edited.size(), 1);
    }

    void aDeletionCanBeUndone()
    {
        Connection second = local();
        second.id = u"second"_s;
        second.name = u"Second"_s;
        ConnectionDialog dialog;
        dialog.setConnections({understudy(), local(), second}, u"local"_s);
        QSignalSpy edited(&dialog, &ConnectionDialog::connectionsEdited);
        QSignalSpy used(&dialog, &ConnectionDialog::activated);
        QSignalSpy stands(&dialog, &ConnectionDialog::deletionStands);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto *list = dialog.findChild<QListWidget *>();
        const auto *row = dialog.findChild<QWidget *>(u"deletedConnection"_s);
        list->setFocus();
        list->setCurrentRow(0);
        QTest::keyClick(list, Qt::Key_Delete); // the Understudy stays
        QCOMPARE(list->count(), 3);
        QVERIFY(!row->isVisible());
        list->setCurrentRow(1);
        QTest::keyClick(list, Qt::Key_Delete);
        QCOMPARE(list->count(), 2);
        QCOMPARE(edited.size(), 1);
        QVERIFY(row->isVisible());
        QTest::mouseClick(button(*row, u"Undo"_s), Qt::LeftButton);
        QVERIFY(!row->isVisible());
        QCOMPARE(dialog.connections(), (QList<Connection>{understudy(), local(), second}));
        QCOMPARE(edited.last().first().value<QList<Connection>>().size(), 3);
        QCOMPARE(used.size(), 1); // it was the one in use
        QCOMPARE(used.first().first().toString(), u"local"_s);
        QVERIFY(list->item(1)->font().bold());
        QVERIFY(stands.isEmpty());

        // Another deletion, time, and the window's end make one final.
        list->setFocus();
        list->setCurrentRow(2);
        QTest::keyClick(list, Qt::Key_Delete);
        QVERIFY(stands.isEmpty());
        list->setCurrentRow(1);
        dialog.setUndoTime(std::chrono::milliseconds(1));
        QTest::keyClick(list, Qt::Key_Delete);
        QCOMPARE(stands.first().first().toString(), u"second"_s);
        QTRY_COMPARE(stands.size(), 2);
        QCOMPARE(stands.last().first().toString(), u"local"_s);
        QVERIFY(!row->isVisible());
    }

    void aDeletionStandsWhenTheWindowGoes()
    {
        ConnectionDialog dialog;
        dialog.setConnections({understudy(), local()}, {});
        QSignalSpy stands(&dialog, &ConnectionDialog::deletionStands);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        dialog.select(u"local"_s);
        QTest::mouseClick(button(dialog, u"Delete"_s), Qt::LeftButton);
        QVERIFY(stands.isEmpty());
        dialog.close();
        QCOMPARE(stands.size(), 1);
    }

    void aCopyIsMade()
    {
        ConnectionDialog dialog;
        dialog.setConnections({understudy(), local()}, u"local"_s);
        QSignalSpy copied(&dialog, &ConnectionDialog::duplicated);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto *list = dialog.findChild<QListWidget *>();
        list->setFocus();
        QTest::keyClick(list, Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(dialog.connections().size(), 3);
        const Connection copy = dialog.connections().last();
        QCOMPARE(copy.name, u"Local (copy)"_s);
        QCOMPARE(copy.baseUrl, local().baseUrl);
        QVERIFY(copy.id != u"local"_s && !copy.id.isEmpty());
        QCOMPARE(copied.size(), 1);
        QCOMPARE(copied.first().first().toString(), u"local"_s);
        QCOMPARE(list->currentRow(), 2);
        UserHands::chooseFromContextMenu(list->viewport(), list->visualItemRect(list->item(2)).center(),
                                         {u"Delete"_s});
        QCOMPARE(dialog.connections().size(), 2);
        // Of what is not allowed it would be a connection that the user has made.
        dialog.select(u"local"_s);
        dialog.setNotAllowed({u"local"_s});
        list->setFocus();
        QTest::keyClick(list, Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(dialog.connections().size(), 2);
    }

    // By any word of its name: whoever types "Claude" does not mean Cloudflare.
    void aServiceIsFoundByTyping_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("name");
        QTest::newRow("a later word") << u"claude"_s << factsOf(ChatService::Claude).name;
        QTest::newRow("the first word") << u"cloud"_s << factsOf(ChatService::WorkersAi).name;
        QTest::newRow("rather a chat than a text")
            << u"openrouter"_s << factsOf(ChatService::OpenRouter).name;
        QTest::newRow("a part of a word") << u"router"_s << factsOf(ChatService::OpenRouter).name;
    }
    void aServiceIsFoundByTyping()
    {
        QFETCH(QString, typed);
        QFETCH(QString, name);
        ServiceBox box;
        box.show();
        box.showConnection(understudy());
        box.showPopup();
        QTest::keyClicks(box.view(), typed);
        QCOMPARE(box.view()->currentIndex().data().toString(), name);
        QTest::keyClick(box.view(), Qt::Key_Return);
        QCOMPARE(box.currentText(), name);
    }

    // No two of what is there at once answer to one key.
    void keysAreTold()
    {
        ConnectionDialog dialog;
        dialog.setConnections({understudy(), local()}, u"understudy"_s);
        dialog.show();
        for (const QString &id : {u"understudy"_s, u"local"_s}) {
            dialog.select(id);
            QStringList keys;
            for (const QWidget *each : dialog.findChildren<QWidget *>()) {
                const auto *label = qobject_cast<const QLabel *>(each);
                const auto *pressed = qobject_cast<const QAbstractButton *>(each);
                const QString text = label && label->buddy() ? label->text()
                                     : pressed               ? pressed->text()
                                                             : u""_s;
                const QKeySequence key = QKeySequence::mnemonic(text);
                if (each->isVisible() && !key.isEmpty())
                    keys.append(key.toString());
            }
            QVERIFY(keys.size() > 4);
            const qsizetype all = keys.size();
            keys.removeDuplicates();
            QCOMPARE(keys.size(), all);
        }
    }

    void eachServiceIsThereOnce()
    {
        ServiceBox box;
        QStringList names;
        for (int i = 0; i < box.count(); ++i) {
            QVERIFY2(!names.contains(box.itemText(i)), qPrintable(box.itemText(i)));
            names << box.itemText(i);
            Connection connection;
            box.setCurrentIndex(i);
            if (box.currentData().toInt() < 0)
                continue; // a title
            const Connection chosen = box.changed(connection);
            box.setCurrentIndex(-1);
            box.showConnection(chosen);
            QCOMPARE(box.currentIndex(), i);
        }
        QVERIFY(names.size() > 45);
    }

    void howRequestsAreMade()
    {
        ConnectionDialog dialog;
        dialog.setConnections({local()}, u"local"_s);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto *form = dialog.findChild<RequestForm *>();
        auto *unfold = form->findChild<QToolButton *>(u"requestSettings"_s);
        QTest::mouseClick(unfold, Qt::LeftButton);
        auto *processing = form->findChildren<QComboBox *>().first();
        QVERIFY(processing->isVisible());
        processing->setFocus();
        UserHands::choose(processing, processing->findText(u"Strict"_s, Qt::MatchStartsWith));
        QCOMPARE(dialog.connections().at(0).request.postProcessing, PostProcessing::Strict);
        QPlainTextEdit *headers = nullptr;
        QPlainTextEdit *leftOut = nullptr;
        for (QPlainTextEdit *field : form->findChildren<QPlainTextEdit *>()) {
            if (field->accessibleName() == u"Extra headers")
                headers = field;
            if (field->accessibleName() == u"Body keys to leave out")
                leftOut = field;
        }
        QVERIFY(headers && leftOut);
        headers->setFocus();
        QTest::keyClicks(headers, u"X-Team: blue"_s);
        QCOMPARE(dialog.connections().at(0).request.extras.headers, QString()); // not with each letter
        leftOut->setFocus();
        QCOMPARE(dialog.connections().at(0).request.extras.headers, u"X-Team: blue"_s);
        QTest::keyClicks(leftOut, u"[top_k"_s);
        headers->setFocus();
        const QList<QLabel *> labels = form->findChildren<QLabel *>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel *label) {
            return label->isVisible() && label->text().contains(u"cannot be read"_s);
        }));
        QCOMPARE(dialog.connections().size(), 1);
    }

    void theResponsesApiIsChosen()
    {
        Connection openAi = local();
        openAi.kind = Connection::Kind::ChatService;
        openAi.service = ChatService::OpenAi;
        Connection groq = openAi;
        groq.id = u"groq"_s;
        groq.service = ChatService::Groq;
        ConnectionDialog dialog;
        dialog.setConnections({openAi, groq}, u"local"_s);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QTest::mouseClick(dialog.findChild<QToolButton *>(u"requestSettings"_s), Qt::LeftButton);
        auto *responses = dialog.findChild<QCheckBox *>(u"responses"_s);
        QVERIFY(responses->isVisible() && !responses->isChecked());
        responses->setFocus();
        QTest::keyClick(responses, Qt::Key_Space);
        QVERIFY(dialog.connections().at(0).request.options.usesResponses);
        dialog.setConnections({groq}, u"groq"_s);
        QVERIFY(!responses->isVisible()); // it has none
    }

    void logProbabilitiesAreAskedFor()
    {
        Connection openAi = local();
        openAi.kind = Connection::Kind::ChatService;
        openAi.service = ChatService::OpenAi;
        openAi.model = u"gpt-4o"_s;
        Connection claude = openAi;
        claude.id = u"claude"_s;
        claude.service = ChatService::Claude;
        claude.model = u"claude-opus-5"_s;
        ConnectionDialog dialog;
        dialog.setConnections({openAi, claude}, u"local"_s);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QTest::mouseClick(dialog.findChild<QToolButton *>(u"requestSettings"_s), Qt::LeftButton);
        auto *ask = dialog.findChild<QCheckBox *>(u"logProbs"_s);
        auto *count = dialog.findChild<QSpinBox *>(u"logProbAlternatives"_s);
        auto *reason = dialog.findChild<QLabel *>(u"noLogProbs"_s);
        QVERIFY(ask->isEnabled() && !ask->isChecked() && !count->isEnabled() && !reason->isVisible());
        ask->setFocus();
        QTest::keyClick(ask, Qt::Key_Space);
        QCOMPARE(dialog.connections().at(0).request.logProbAlternatives, 5);
        QVERIFY(count->isEnabled());
        count->setFocus();
        count->selectAll();
        QTest::keyClicks(count, u"12"_s);
        QTest::keyClick(count, Qt::Key_Return);
        QCOMPARE(dialog.connections().at(0).request.logProbAlternatives, 12);
        // A model that thinks: the wish stays, can be taken back, and why it is not heard is said.
        QList<Connection> connections = dialog.connections();
        connections[0].model = u"o3"_s;
        dialog.setConnections(connections, u"local"_s);
        QVERIFY(ask->isEnabled() && ask->isChecked() && !count->isEnabled());
        QVERIFY(reason->isVisible() && reason->text().contains(u"think"_s));
        ask->setFocus();
        QTest::keyClick(ask, Qt::Key_Space);
        QCOMPARE(dialog.connections().at(0).request.logProbAlternatives, std::nullopt);
        QVERIFY(!ask->isEnabled());
        QTest::mouseClick(dialog.findChild<QListWidget *>()->viewport(), Qt::LeftButton, {},
                          dialog.findChild<QListWidget *>()
                              ->visualItemRect(dialog.findChild<QListWidget *>()->item(1))
                              .center());
        QVERIFY(!ask->isEnabled() && reason->text().contains(u"not known"_s));
    }

    void refusedKeysAreSaidAndTakenBack()
    {
        Connection connection = local();
        connection.request.refused = {{u"m"_s, u"top_p"_s}};
        ConnectionDialog dialog;
        dialog.setConnections({connection}, u"local"_s);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QTest::mouseClick(dialog.findChild<QToolButton *>(u"requestSettings"_s), Qt::LeftButton);
        QPushButton *again = button(dialog, u"Send Them Again"_s);
        QVERIFY(again && again->isVisible());
        QTest::keyClick(again, Qt::Key_Space);
        QVERIFY(dialog.connections().at(0).request.refused.isEmpty());
        QVERIFY(!again->isVisible());
    }

    void whatIsFoundIsOffered()
    {
        ConnectionDialog dialog;
        dialog.setConnections({understudy(), local()}, u"local"_s);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        Connection ollama;
        ollama.kind = Connection::Kind::ChatService;
        ollama.service = ChatService::Ollama;
        ollama.name = u"Ollama"_s;
        ollama.baseUrl = QUrl(u"http://127.0.0.1:11434"_s);
        Connection known = local();
        known.id.clear();
        known.name = u"llama.cpp"_s;
        dialog.setFound({ollama, known}, false);
        QVERIFY(!button(dialog, u"Add llama.cpp"_s)); // it is in the list
        QPushButton *add = button(dialog, u"Add Ollama"_s);
        QVERIFY(add);
        QTest::mouseClick(add, Qt::LeftButton);
        QCOMPARE(dialog.connections().size(), 3);
        QCOMPARE(dialog.connections().last().service, ChatService::Ollama);
        QVERIFY(!dialog.connections().last().id.isEmpty());
        QCOMPARE(dialog.findChild<QListWidget *>()->currentItem()->text(), u"Ollama"_s);
        QTRY_VERIFY(!button(dialog, u"Add Ollama"_s));
        QSignalSpy look(&dialog, &ConnectionDialog::lookRequested);
        QTest::mouseClick(button(dialog, u"Look for Local Programs"_s), Qt::LeftButton);
        QCOMPARE(look.size(), 1);
    }

    // Whatever is unfolded above it.
    void theTestIsAlwaysInSight()
    {
        ConnectionDialog dialog;
        dialog.setConnections({local()}, u"local"_s);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QTest::mouseClick(dialog.findChild<QToolButton *>(u"requestSettings"_s), Qt::LeftButton);
        const QPushButton *test = button(dialog, u"Test"_s);
        QVERIFY(!test->visibleRegion().isEmpty());
        QCOMPARE(test->visibleRegion().boundingRect(), test->rect());
        QVERIFY(dialog.rect().contains(QRect(test->mapTo(&dialog, QPoint()), test->size())));
        dialog.showTestResult(u"local"_s, false, u"It does not answer, for many a reason. "_s.repeated(8),
                              {});
        QTRY_COMPARE(test->visibleRegion().boundingRect(), test->rect());
    }

    // All boxes and fields that have a row to themselves end at the same place.
    void fieldsEndAtOneEdge()
    {
        ConnectionDialog dialog;
        dialog.setConnections({local()}, u"local"_s);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QTest::mouseClick(dialog.findChild<QToolButton *>(u"requestSettings"_s), Qt::LeftButton);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QList<int> edges;
        for (const QComboBox *box : dialog.findChildren<QComboBox *>()) {
            if (box->isVisible() && box->parentWidget()->layout())
                edges.append(box->mapTo(&dialog, box->rect().topRight()).x());
        }
        const QLineEdit *address = addressField(dialog);
        edges.append(address->mapTo(&dialog, address->rect().topRight()).x());
        QVERIFY(edges.size() > 4);
        QCOMPARE(std::ranges::min(edges), std::ranges::max(edges));
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

    // A program that the test has found at an address of any kind is taken with one click, where it is.
    void whatTheTestFoundIsTaken()
    {
        Connection any = local();
        any.kind = Connection::Kind::OpenAiChat;
        any.baseUrl = QUrl(u"http://192.168.1.9:5055/v1"_s);
        any.model = u"mine"_s;
        ConnectionDialog dialog;
        dialog.setConnections({any}, u"local"_s);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto *use = dialog.findChild<QPushButton *>(u"useFound"_s);
        QVERIFY(!use->isVisible());
        dialog.offerService(u"another"_s, ChatService::KoboldCpp);
        QVERIFY(!use->isVisible());
        dialog.offerService(u"local"_s, ChatService::Ollama);
        QCOMPARE(use->text(), u"Use Ollama"_s);
        QTest::mouseClick(button(dialog, u"Test"_s), Qt::LeftButton); // asked once more
        QVERIFY(!use->isVisible());
        dialog.offerService(u"local"_s, ChatService::Ollama);
        QTest::mouseClick(use, Qt::LeftButton);
        QVERIFY(!use->isVisible());
        const Connection taken = dialog.connections().at(0);
        QCOMPARE(taken.kind, Connection::Kind::ChatService);
        QCOMPARE(taken.service, ChatService::Ollama);
        QCOMPARE(taken.baseUrl, QUrl(u"http://192.168.1.9:5055"_s));
        QCOMPARE(taken.model, u"mine"_s);
        QCOMPARE(taken.name, u"Local"_s);
        QCOMPARE(addressField(dialog)->text(), u"http://192.168.1.9:5055"_s);
    }

    // What a model takes and costs stands below it; the service's word goes before what is known.
    void aboutTheModel()
    {
        Connection connection = local();
        connection.kind = Connection::Kind::ChatService;
        connection.service = ChatService::Claude;
        connection.model = u"claude-opus-4-5-20251101"_s;
        ConnectionDialog dialog;
        dialog.setConnections({connection}, u"local"_s);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto *about = dialog.findChild<QLabel *>(u"aboutModel"_s);
        QVERIFY(about && about->isVisible());
        QVERIFY2(about->text().contains(u"$5 in the prompt and $25"_s), qPrintable(about->text()));
        QVERIFY(about->text().contains(u"at most 64"_s));
        QVERIFY(about->text().contains(u"2026"_s));
        connection.request.said = {.model = connection.model, .contextSize = 123'000, .mostReply = 5000};
        dialog.setConnections({connection}, u"local"_s);
        QVERIFY(about->text().contains(u"123"_s) && !about->text().contains(u"at most 64"_s));
        connection.model = u"claude-that-nobody-knows"_s; // what it costs to try is known
        dialog.setConnections({connection}, u"local"_s);
        QVERIFY(about->text().contains(u"in advance"_s) && !about->text().contains(u"Known"_s));
        connection.service = ChatService::Vllm;
        dialog.setConnections({connection}, u"local"_s);
        QVERIFY(!about->isVisible());

        auto *form = dialog.findChild<RequestForm *>();
        QTest::mouseClick(form->findChild<QToolButton *>(u"requestSettings"_s), Qt::LeftButton);
        auto *longest = form->findChild<QSpinBox *>(u"mostReply"_s);
        longest->setFocus();
        longest->selectAll();
        QTest::keyClicks(longest, u"900"_s);
        QTest::keyClick(longest, Qt::Key_Return);
        QCOMPARE(dialog.connections().at(0).request.claims.mostReply, std::optional(900));
    }
};

} // namespace tst_connectiondialog

SNUG_TEST(tst_connectiondialog, TestConnectionDialog, Windows)
#include "tst_connectiondialog.moc"
