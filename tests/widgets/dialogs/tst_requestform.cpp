// How requests are made, in the part that is unfolded.

#include "tests/hands/userhands.h"
#include "tests/testregistry.h"
#include "tests/widgets/dialogs/connectionfixture.h"
#include "widgets/dialogs/connectiondialog.h"
#include "widgets/dialogs/requestform.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

namespace tst_requestform {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::connectionfixture;

class TestRequestForm : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
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
};

} // namespace tst_requestform

SNUG_TEST(tst_requestform, TestRequestForm, Windows)
#include "tst_requestform.moc"
