// The service that a connection is to, and its model.

#include "tests/hands/userhands.h"
#include "tests/testregistry.h"
#include "tests/widgets/dialogs/connectionfixture.h"
#include "widgets/dialogs/connectiondialog.h"
#include "widgets/dialogs/modelsentences.h"
#include "widgets/dialogs/requestform.h"
#include "widgets/dialogs/servicebox.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

namespace tst_servicechoice {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::connectionfixture;

class TestServiceChoice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
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

    // What it costs to try is said of each service that is one.
    void whatItCostsToTry()
    {
        for (const ChatServiceFacts &facts : chatServices()) {
            Connection connection;
            connection.kind = Connection::Kind::ChatService;
            connection.service = facts.service;
            QVERIFY2(tryingSentence(connection).isEmpty() == (facts.service == ChatService::Custom),
                     qPrintable(facts.name));
        }
        for (const TextServiceFacts &facts : textServices()) {
            Connection connection;
            connection.kind = Connection::Kind::TextService;
            connection.textService = facts.service;
            QVERIFY2(tryingSentence(connection).isEmpty() == (facts.service == TextService::Generic),
                     qPrintable(facts.name));
        }
    }

    void whatModelsKeepAndWhenTheyEnd()
    {
        Connection connection;
        connection.kind = Connection::Kind::ChatService;
        connection.service = ChatService::Claude;
        connection.model = u"claude-sonnet-4-5"_s;
        QCOMPARE(cacheSentence(connection),
                 u"claude-sonnet-4-5 keeps nothing that is shorter than %1 tokens."_s.arg(
                     QLocale().toString(1024)));
        const QString about = modelSentences(connection).join(u'\n');
        QVERIFY2(about.contains(u"out of service on"_s) && about.contains(u"2026"_s), qPrintable(about));
        QVERIFY(about.contains(u"it reads pictures"_s));
        connection.request.said = {
            .model = connection.model, .parameters = {}, .capabilities = {u"thinking"_s, u"x\u202e"_s}};
        QVERIFY(modelSentences(connection).join(u'\n').contains(u"It names: thinking, x"_s));
        connection.service = ChatService::OpenAi;
        connection.model = u"gpt-6-luna"_s;
        QVERIFY(cacheSentence(connection).isEmpty());
        QVERIFY(modelSentences(connection).join(u'\n').contains(u"in a cache by itself"_s));
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
        QCOMPARE(about->text(), u"Costs nothing on a computer of your own."_s);
        connection.service = ChatService::Custom;
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

} // namespace tst_servicechoice

SNUG_TEST(tst_servicechoice, TestServiceChoice, Windows)
#include "tst_servicechoice.moc"
