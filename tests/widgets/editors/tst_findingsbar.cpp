// What is doubtful: the bar by clicks and keys, and the marks in a text.

#include "tests/testregistry.h"
#include "widgets/editors/findings/findingsbar.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/theme/elidedlabel.h"

#include <QListWidget>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

namespace tst_findingsbar {

using namespace Qt::StringLiterals;
using namespace snug;

static LintFinding finding(const QString &where, LintFinding::Weight weight = LintFinding::Weight::Warning)
{
    return {.rule = u"test.rule"_s,
            .where = where,
            .what = u"Doubt about "_s + where,
            .fix = u"Mend it"_s,
            .weight = weight};
}

class TestFindingsBar : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QWidget> m_window;
    FindingsBar *m_bar = nullptr;

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_window = std::make_unique<QWidget>();
        m_bar =
            new FindingsBar([](const LintFinding &each) { return u"At "_s + each.where; }, m_window.get());
        auto *column = new QVBoxLayout(m_window.get());
        column->addStretch(1);
        column->addWidget(m_bar);
        m_window->resize(700, 400);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void cleanup() { m_window.reset(); }

    void nothingIsSaidBeforeAnythingWasLookedAt()
    {
        QVERIFY(!m_bar->isVisible());
        m_bar->setFindings({});
        QVERIFY(m_bar->isVisible());
        QCOMPARE(m_bar->head()->text(), u"No problems found"_s);
        QVERIFY(!m_bar->head()->isEnabled());
        m_bar->clear();
        QVERIFY(!m_bar->isVisible());
    }

    void warningsStandFirst()
    {
        m_bar->setFindings({finding(u"a"_s, LintFinding::Weight::Hint), finding(u"b"_s), finding(u"c"_s)});
        QCOMPARE(m_bar->head()->text(), u"2 warning(s) · 1 hint(s)"_s);
        QCOMPARE(m_bar->list()->count(), 3);
        QCOMPARE(m_bar->list()->item(0)->text(), u"At b: Doubt about b. Mend it."_s);
        QCOMPARE(m_bar->list()->item(2)->text(), u"At a: Doubt about a. Mend it."_s);
        QCOMPARE(m_bar->list()->item(2)->data(Qt::AccessibleTextRole).toString(),
                 u"Hint: At a: Doubt about a. Mend it."_s);
    }

    void aClickOpensTheListAndARowLeadsToItsPlace()
    {
        m_bar->setFindings({finding(u"a"_s), finding(u"b"_s)});
        QVERIFY(!m_bar->isOpen());
        auto *first = m_bar->findChild<ElidedLabel *>();
        QCOMPARE(first->whole(), u"At a: Doubt about a. Mend it."_s);
        m_window->resize(260, 400); // too narrow for it
        QTRY_VERIFY(first->text().endsWith(u'…'));
        m_window->resize(700, 400);
        QTRY_COMPARE(first->text(), first->whole());
        QTest::mouseClick(m_bar->head(), Qt::LeftButton);
        QVERIFY(m_bar->isOpen());
        QVERIFY(first->whole().isEmpty()); // the list says it
        QSignalSpy chosen(m_bar, &FindingsBar::chosen);
        const QRect row = m_bar->list()->visualItemRect(m_bar->list()->item(1));
        QTest::mouseClick(m_bar->list()->viewport(), Qt::LeftButton, {}, row.center());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.first().first().value<LintFinding>().where, u"b"_s);
        // All mended: there is nothing left to show.
        m_bar->setFindings({});
        QVERIFY(!m_bar->isOpen());
    }

    void keysGoRound()
    {
        m_bar->setFindings({finding(u"a"_s), finding(u"b"_s)});
        QSignalSpy chosen(m_bar, &FindingsBar::chosen);
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(m_window.get(), Qt::Key_F8);
        QTest::keyClick(m_window.get(), Qt::Key_F8, Qt::ShiftModifier);
        QStringList places;
        for (const QList<QVariant> &each : std::as_const(chosen))
            places.append(each.first().value<LintFinding>().where);
        QCOMPARE(places, (QStringList{u"a"_s, u"b"_s, u"a"_s, u"b"_s}));
        m_bar->setFindings({});
        QTest::keyClick(m_window.get(), Qt::Key_F8);
        QCOMPARE(chosen.size(), 4);
    }

    void aLongListEndsWithHowManyMore()
    {
        QList<LintFinding> many;
        for (int i = 0; i < 230; ++i)
            many.append(finding(QString::number(i)));
        m_bar->setFindings(many);
        QCOMPARE(m_bar->head()->text(), u"230 warning(s)"_s);
        QCOMPARE(m_bar->list()->count(), 201);
        QCOMPARE(m_bar->list()->item(200)->text(), u"and 30 more"_s);
        QSignalSpy chosen(m_bar, &FindingsBar::chosen);
        QTest::mouseClick(m_bar->head(), Qt::LeftButton);
        m_bar->list()->scrollToBottom();
        const QRect last = m_bar->list()->visualItemRect(m_bar->list()->item(200));
        QVERIFY(m_bar->list()->viewport()->rect().contains(last.center()));
        QTest::mouseClick(m_bar->list()->viewport(), Qt::LeftButton, {}, last.center());
        QVERIFY(chosen.isEmpty());
        m_bar->step(-1);
        QCOMPARE(chosen.first().first().value<LintFinding>().where, u"199"_s);
    }

    void whatIsChosenStaysChosen()
    {
        m_bar->setFindings({finding(u"a"_s), finding(u"b"_s), finding(u"c"_s)});
        m_bar->step(1);
        m_bar->step(1);
        m_bar->setFindings({finding(u"a"_s), finding(u"c"_s)}); // b is mended
        QCOMPARE(m_bar->list()->currentRow(), 1);
    }

    void textsAreMarked()
    {
        MacroTextEdit text(nullptr);
        text.setPlainText(u"one {{two}} three"_s);
        LintFinding macro = finding(u"text"_s);
        macro.start = 4;
        macro.length = 7;
        LintFinding whole = finding(u"text"_s);
        LintFinding stale = macro; // the text has become shorter since
        stale.start = 15;
        stale.length = 50;
        text.setMarks({{0, 3}});
        text.setFindings({macro, whole, stale});
        const QList<QTextEdit::ExtraSelection> marks = text.extraSelections();
        QCOMPARE(marks.size(), 3); // and what was searched
        QCOMPARE(marks.first().cursor.selectedText(), u"{{two}}"_s);
        QCOMPARE(marks.first().format.underlineStyle(), QTextCharFormat::WaveUnderline);
        QCOMPARE(marks.at(1).cursor.selectedText(), u"ee"_s);
        text.setFindings({});
        QCOMPARE(text.extraSelections().size(), 1);
    }
};

} // namespace tst_findingsbar

SNUG_TEST(tst_findingsbar, TestFindingsBar, Windows)
#include "tst_findingsbar.moc"
