// The page of the request: its bytes, coloured, copied and up to date.

#include "core/wire/wiretext.h"
#include "tests/testregistry.h"
#include "tests/widgets/inspector/inspectorfixture.h"
#include "tests/widgets/inspector/promptfixture.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/outboundmodel.h"
#include "widgets/inspector/requesthead.h"
#include "widgets/inspector/wirebody.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>

namespace tst_wirepane {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::inspectorfixture;

class TestWirePane : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }

    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        QGuiApplication::clipboard()->clear();
    }

    void cleanup() { QVERIFY(QApplication::topLevelWidgets().isEmpty()); }

    // Texts are what one reads in a request: they are not red.
    void textsOfTheBodyAreCalm()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::harbourPrompt()));
        window.turnTo(WirePage);
        const QImage image = window.body()->grab().toImage();
        int reds = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                const QColor colour = image.pixelColor(x, y);
                reds += colour.red() > 150 && colour.green() < 60 && colour.blue() < 60 ? 1 : 0;
            }
        }
        QCOMPARE(reds, 0);
    }

    void wireShowsTheRequest()
    {
        Window window;
        const InspectorState state = stateOf(fixture::harbourPrompt());
        window.inspector.setState(state);
        window.turnTo(WirePage);
        const QString head = window.inspector.findChild<RequestHead *>()->toPlainText();
        QCOMPARE(head, u"POST https://api.example.org/v1/chat/completions\ncontent-type: application/json\n"
                       "accept: text/event-stream\nauthorization: Bearer ••••"_s);
        QVERIFY(window.words().contains(QLocale().toString(state.request.body.size()) + u" bytes"_s));
        QTRY_VERIFY(window.body()->toPlainText().contains(u"  \"temperature\": 0.90,\n"_s));
        window.click(u"As sent"_s);
        window.body()->selectAll();
        window.body()->copy();
        QCOMPARE(QGuiApplication::clipboard()->text().toUtf8(), state.request.body);
    }

    void wireIsCopiedWithoutTheKey()
    {
        Window window;
        const InspectorState state = stateOf(fixture::harbourPrompt());
        window.inspector.setState(state);
        window.turnTo(WirePage);
        const QMenu *menu = nullptr;
        for (const QPushButton *button : window.inspector.findChildren<QPushButton *>()) {
            if (button->text() == u"Copy"_s)
                menu = button->menu();
        }
        QVERIFY(menu);
        QSignalSpy copied(&window.inspector, &Inspector::copied);
        actionOf(menu, u"Copy body"_s)->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text().toUtf8(), state.request.body);
        actionOf(menu, u"Copy request as text"_s)->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), wireText(state.request));
        QVERIFY(!QGuiApplication::clipboard()->text().contains(u"sk-test"_s));
        actionOf(menu, u"Copy as curl"_s)->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), curlCommand(state.request));
        QVERIFY(!QGuiApplication::clipboard()->text().contains(u"sk-test"_s));
        QVERIFY(QGuiApplication::clipboard()->text().contains(u"SNUG_API_KEY"_s));
        QCOMPARE(copied.size(), 3);
    }

    void wireFollowsEachChange_data()
    {
        QTest::addColumn<QString>("view");
        QTest::newRow("pretty") << u"Pretty"_s;
        QTest::newRow("as sent") << u"As sent"_s;
    }

    void wireFollowsEachChange()
    {
        QFETCH(QString, view);
        Window window;
        window.turnTo(WirePage);
        AssembledPrompt prompt = fixture::longPrompt(80);
        quint64 generation = 0;
        const auto check = [&] {
            const InspectorState state = stateOf(prompt, ++generation);
            window.inspector.setState(state);
            const BodyText expected =
                view == u"Pretty"_s ? prettyBody(state.request.body) : exactBody(state.request.body);
            QTRY_COMPARE(window.body()->toPlainText(), expected.text);
        };
        window.inspector.setState(stateOf(prompt, ++generation));
        window.click(view);
        check();
        prompt.messages.last() = fixture::chatMessage(79, u"typed"_s);
        check();
        prompt.messages.insert(1, fixture::chatMessage(900, u"inserted"_s));
        prompt.messages.last() = fixture::chatMessage(79, u"typed on\n"_s);
        check();
        prompt.messages.remove(3, 20);
        check();
        prompt.messages.removeLast();
        check();
        prompt.messages.clear();
        check();
        prompt = fixture::manyScriptsPrompt();
        check();
    }

    void bodyIsColoured()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::longPrompt(300)));
        window.turnTo(WirePage);
        const QTextDocument *document = window.body()->document();
        QVERIFY(!document->findBlockByNumber(1).layout()->formats().isEmpty());
        QTRY_VERIFY(window.body()->isFilled());
        QVERIFY(document->lastBlock().layout()->formats().isEmpty());
        QTest::keyClick(window.body(), Qt::Key_End, Qt::ControlModifier);
        QVERIFY(!document->lastBlock().layout()->formats().isEmpty());
        // A closing bracket far below has the colour of the opening one: the state was right.
        const auto bracket = document->lastBlock().layout()->formats().first().format.foreground();
        QCOMPARE(document->firstBlock().layout()->formats().first().format.foreground(), bracket);
    }

    void withoutAConnectionThereAreNoBytes()
    {
        Window window;
        InspectorState state = stateOf(fixture::harbourPrompt());
        state.request = {};
        window.inspector.setState(state);
        window.turnTo(WirePage);
        QVERIFY(window.words().contains(u"No connection chosen."_s));
    }
};

} // namespace tst_wirepane

SNUG_TEST(tst_wirepane, TestWirePane, Windows)
#include "tst_wirepane.moc"
