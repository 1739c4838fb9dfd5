// The manual by clicks and keys: pages, links between them, words to find.

#include "tests/testregistry.h"
#include "widgets/dialogs/manualwindow.h"

#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>

namespace tst_manualwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestManualWindow : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<ManualWindow> m_window;

    QListWidget *list() const { return m_window->findChild<QListWidget *>(u"manualPages"_s); }
    QTextBrowser *text() const { return m_window->findChild<QTextBrowser *>(u"manualText"_s); }

    // The first link of the page that is shown.
    void clickLink(const QString &shown)
    {
        QTextCursor cursor = text()->document()->find(shown);
        QVERIFY(!cursor.isNull());
        cursor.setPosition(cursor.selectionStart() + 1);
        QTest::mouseClick(text()->viewport(), Qt::LeftButton, {}, text()->cursorRect(cursor).center());
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_window = std::make_unique<ManualWindow>();
        m_window->setPages(
            {{u"start.md"_s, u"Start"_s,
              u"# Start\n\nGo to [the fog](lore/fog.md#how-it-lifts) or [away](https://example.org).\n"
              u"\n![none](https://example.org/spy.png)\n"_s},
             {u"lore/fog.md"_s, u"Fog"_s,
              u"# Fog\n\n"_s + u"Grey.\n\n"_s.repeated(200) +
                  u"## How it lifts\n\nBack to [start](../start.md).\n"_s}});
        m_window->resize(700, 400);
        m_window->showPage(u"start.md"_s);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void cleanup() { m_window.reset(); }

    void linksLeadToPages()
    {
        QCOMPARE(list()->count(), 2);
        QCOMPARE(list()->currentRow(), 0);
        clickLink(u"the fog"_s);
        QCOMPARE(m_window->path(), u"lore/fog.md"_s);
        QCOMPARE(list()->currentRow(), 1);
        QTRY_VERIFY(text()->verticalScrollBar()->value() > 100); // at its heading
        clickLink(u"start"_s);
        QCOMPARE(m_window->path(), u"start.md"_s);
        QTest::keySequence(m_window.get(), QKeySequence::Back);
        QCOMPARE(m_window->path(), u"lore/fog.md"_s);
        QVERIFY(!m_window->showPage(u"gone.md"_s));
        QCOMPARE(m_window->path(), u"lore/fog.md"_s);
    }

    void linksOutOfItAreAsked()
    {
        QSignalSpy out(m_window.get(), &ManualWindow::linkRequested);
        clickLink(u"away"_s);
        QCOMPARE(out.size(), 1);
        QCOMPARE(out.first().first().toString(), u"https://example.org"_s);
        QCOMPARE(m_window->path(), u"start.md"_s);
    }

    void wordsAreFound()
    {
        auto *search = m_window->findChild<QLineEdit *>(u"manualSearch"_s);
        QTest::keySequence(m_window.get(), QKeySequence::Find);
        QVERIFY(search->hasFocus());
        QTest::keyClicks(search, u"grey LIFTS"_s);
        QVERIFY(list()->item(0)->isHidden() && !list()->item(1)->isHidden());
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(m_window->path(), u"lore/fog.md"_s);
        search->clear();
        QVERIFY(!list()->item(0)->isHidden());
    }

    // What is for those who write Snug is there once one is led there or looks for it.
    void pagesThatAreNotListed()
    {
        m_window->setPages({{u"start.md"_s, u"Start"_s, u"# Start\n\nSee [cases](cases.md).\n"_s},
                            {u"cases.md"_s, u"Cases"_s, u"# Cases\n\nMany.\n"_s, false}});
        QVERIFY(m_window->showPage(u"start.md"_s));
        QVERIFY(!list()->item(0)->isHidden() && list()->item(1)->isHidden());
        auto *search = m_window->findChild<QLineEdit *>(u"manualSearch"_s);
        QTest::keyClicks(search, u"many"_s);
        QVERIFY(list()->item(0)->isHidden() && !list()->item(1)->isHidden());
        search->clear();
        QVERIFY(m_window->showPage(u"cases.md"_s));
        QVERIFY(!list()->item(1)->isHidden());
        QCOMPARE(list()->currentRow(), 1);
    }

    void headings_data()
    {
        QTest::addColumn<QString>("heading");
        QTest::addColumn<QString>("anchor");
        QTest::newRow("words") << u"Replies for several"_s << u"replies-for-several"_s;
        QTest::newRow("signs") << u"Who's first, and why?"_s << u"whos-first-and-why"_s;
        QTest::newRow("dash") << u"Text-completion"_s << u"text-completion"_s;
    }

    void headings()
    {
        QFETCH(const QString, heading);
        QFETCH(const QString, anchor);
        QCOMPARE(headingAnchor(heading), anchor);
    }
};

} // namespace tst_manualwindow

SNUG_TEST(tst_manualwindow, TestManualWindow, Windows)
#include "tst_manualwindow.moc"
