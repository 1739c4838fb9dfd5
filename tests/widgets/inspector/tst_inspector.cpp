// The inspector and its pages: the state that they show, and when.

#include "tests/hands/userhands.h"
#include "tests/testregistry.h"
#include "tests/widgets/inspector/inspectorfixture.h"
#include "tests/widgets/inspector/promptfixture.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/outboundmodel.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/wirebody.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace tst_inspector {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::inspectorfixture;

class TestInspector : public QObject
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

    void saysWhatBelongsHereWithoutAChat()
    {
        Window window;
        window.inspector.setState({});
        QCOMPARE(window.words(), u"No chat open. Open one and its prompt appears here."_s);
        QVERIFY(!window.list()->isVisible());
        window.inspector.setState(stateOf(fixture::harbourPrompt()));
        QVERIFY(window.list()->isVisible());
        InspectorState closed;
        closed.generation = 2;
        window.inspector.setState(closed);
        QVERIFY(!window.list()->isVisible());
    }

    void stalePromptDimsAndANewOneUndims()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::harbourPrompt(), 1));
        window.inspector.setStale(true);
        QVERIFY(!window.inspector.isDimmed());
        QTRY_VERIFY(window.inspector.isDimmed());
        window.inspector.setState(stateOf(fixture::harbourPrompt(), 2));
        QVERIFY(!window.inspector.isDimmed());
    }

    void quickAssemblyNeverDims()
    {
        Window window;
        for (quint64 i = 1; i < 20; ++i) {
            window.inspector.setStale(true);
            QVERIFY(!window.inspector.isDimmed());
            window.inspector.setState(stateOf(fixture::harbourPrompt(), i));
        }
        QVERIFY(!window.inspector.isDimmed());
    }

    void staysDimmedWhileOneStaleStateFollowsAnother()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::harbourPrompt(), 1));
        window.inspector.setStale(true);
        QTRY_VERIFY(window.inspector.isDimmed());
        InspectorState stale = stateOf(fixture::harbourPrompt(), 2);
        stale.stale = true;
        window.inspector.setState(stale);
        QVERIFY(window.inspector.isDimmed());
    }

    void olderStateIsIgnored()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::harbourPrompt(), 5));
        window.inspector.setState(stateOf(fixture::manyScriptsPrompt(), 4));
        QCOMPARE(window.text(0), fixture::harbourPrompt().messages.at(0).content.text());
    }

    void hiddenInspectorShowsTheLatestWhenItAppears()
    {
        Window window;
        window.inspector.hide();
        window.inspector.setState(stateOf(fixture::harbourPrompt(), 1));
        window.inspector.setState(stateOf(fixture::manyScriptsPrompt(), 2));
        window.inspector.show();
        QCOMPARE(window.text(0), fixture::manyScriptsPrompt().messages.at(0).content.text());
    }

    void pagesComeUpToDateWhenTurnedTo()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::harbourPrompt(), 1));
        window.turnTo(WirePage);
        window.inspector.setState(stateOf(fixture::manyScriptsPrompt(), 2));
        QTRY_VERIFY(window.body()->toPlainText().contains(u"灯台"_s));
        window.turnTo(PromptPage);
        QCOMPARE(window.text(0), fixture::manyScriptsPrompt().messages.at(0).content.text());
    }

    void typingChangesOneRowAndTheBytes()
    {
        Window window;
        AssembledPrompt prompt = fixture::longPrompt(200);
        window.inspector.setState(stateOf(prompt, 1));
        QSignalSpy changed(window.list()->model(), &QAbstractItemModel::dataChanged);
        prompt.messages.last() = fixture::chatMessage(199, u"A new line"_s);
        window.inspector.setState(stateOf(prompt, 2));
        QCOMPARE(changed.size(), 1);
        window.turnTo(WirePage);
        QTRY_VERIFY(window.body()->toPlainText().contains(u"A new line"_s));
    }

    void aFailureStandsInThePlaceOfThePrompt()
    {
        Window window;
        InspectorState state = stateOf(fixture::harbourPrompt());
        window.inspector.setState(state);
        auto *why = window.inspector.findChild<QLabel *>(u"promptFailure"_s);
        QVERIFY(!why->isVisibleTo(&window.inspector));
        ++state.generation;
        state.request = {};
        state.prompt->messages.clear();
        state.prompt->failure = PromptFailure{
            .error = {u"there is no tag <b>"_s, {}, {}, {}}, .templateName = u"Evening"_s, .line = 7};
        window.inspector.setState(state);
        QVERIFY(why->isVisibleTo(&window.inspector));
        QVERIFY(why->text().contains(u"&lt;b&gt;"));
        QCOMPARE(window.inspector.findChild<PromptList *>()->model()->rowCount(), 0);
        QSignalSpy opened(&window.inspector, &Inspector::sourceRequested);
        QVERIFY(UserHands::clickLink(why, u"template"_s));
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened[0][0].value<Source>().id(), u"Evening:7"_s);
        window.turnTo(WirePage);
        bool isExplained = false;
        for (const QLabel *label : window.inspector.findChildren<QLabel *>())
            isExplained =
                isExplained || (label->isVisible() && label->text().contains(u"the template fails"));
        QVERIFY(isExplained);
    }

    void ctrlFGoesToTheFindBox_data()
    {
        QTest::addColumn<int>("page");
        QTest::addColumn<QString>("box");
        QTest::newRow("prompt") << int(PromptPage) << u"promptFilter"_s;
        QTest::newRow("lore") << int(LorePage) << u"loreFilter"_s;
        QTest::newRow("wire") << int(WirePage) << u"wireFind"_s;
    }

    void ctrlFGoesToTheFindBox()
    {
        QFETCH(int, page);
        QFETCH(QString, box);
        Window window;
        window.inspector.activateWindow();
        window.inspector.setState(stateOf(fixture::harbourPrompt()));
        window.turnTo(Page(page));
        window.inspector.focusContent();
        QVERIFY(QTest::qWaitForWindowActive(&window.inspector));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(window.inspector.findChild<QLineEdit *>(box)->hasFocus());
    }

    void everythingFocusableHasAName()
    {
        Window window;
        window.inspector.setState(stateOf(fixture::overBudgetPrompt()));
        for (const QWidget *widget : window.inspector.findChildren<QWidget *>()) {
            if (widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith("qt_"_L1) ||
                widget->inherits("QScrollBar") || widget->inherits("QMenu") ||
                (widget->parentWidget() && widget->parentWidget()->inherits("QLineEdit")))
                continue;
            QAccessibleInterface *interface =
                QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
            QVERIFY2(interface && !interface->text(QAccessible::Name).isEmpty(),
                     qPrintable(QString::fromLatin1(widget->metaObject()->className()) + u' ' +
                                widget->objectName()));
        }
    }
};

} // namespace tst_inspector

SNUG_TEST(tst_inspector, TestInspector, Windows)
#include "tst_inspector.moc"
