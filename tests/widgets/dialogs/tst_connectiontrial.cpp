// The test of a connection: what it says and what it offers.

#include "tests/testregistry.h"
#include "tests/widgets/dialogs/connectionfixture.h"
#include "widgets/dialogs/connectiondialog.h"

#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

namespace tst_connectiontrial {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::connectionfixture;

class TestConnectionTrial : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
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
};

} // namespace tst_connectiontrial

SNUG_TEST(tst_connectiontrial, TestConnectionTrial, Windows)
#include "tst_connectiontrial.moc"
