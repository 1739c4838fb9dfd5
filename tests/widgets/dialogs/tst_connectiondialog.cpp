// The list of connections and what is done to one in it.

#include "tests/hands/userhands.h"
#include "tests/testregistry.h"
#include "tests/widgets/dialogs/connectionfixture.h"
#include "widgets/dialogs/connectiondialog.h"
#include "widgets/dialogs/servicebox.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

namespace tst_connectiondialog {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::connectionfixture;

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
};

} // namespace tst_connectiondialog

SNUG_TEST(tst_connectiondialog, TestConnectionDialog, Windows)
#include "tst_connectiondialog.moc"
