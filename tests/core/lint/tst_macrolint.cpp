// Macros that are sent as they stand, and those that end the server's cache.
#include "core/lint/macrolint.h"
#include "core/macros/macronames.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_macrolint {

using namespace Qt::StringLiterals;
using namespace snug;

class TestMacroLint : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void findings_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isAboveHistory");
        QTest::addColumn<QStringList>("rules");
        QTest::addColumn<QString>("marked"); // of the first
        const auto row = [](const char *name, const QString &text, const QStringList &rules,
                            const QString &marked = {}, bool isAboveHistory = false) {
            QTest::newRow(name) << text << isAboveHistory << rules << marked;
        };
        row("plain text", u"A } and { and {{"_s.chopped(2), {});
        row("known ones", u"{{user}} {{CHAR}} {{ persona }} {{getvar::x}} {{newline}} {{newline::2}}"_s, {});
        row("shorthand", u"{{.x}} {{$y += 1}}"_s, {});
        row("misspelt", u"I am {{usr}}."_s, {u"macro.unknown"_s}, u"{{usr}}"_s);
        row("misspelt inside", u"{{setvar::a::{{chr}}}}"_s, {u"macro.unknown"_s}, u"{{chr}}"_s);
        row("two", u"{{foo}} {{bar::1}}"_s, {u"macro.unknown"_s, u"macro.unknown"_s}, u"{{foo}}"_s);
        row("unclosed", u"Hello {{user, hello"_s, {u"macro.unclosed"_s}, u"{{"_s);
        row("too few", u"{{setvar::a}}"_s, {u"macro.arguments"_s}, u"{{setvar::a}}"_s);
        row("too many", u"{{getvar::a::b}}"_s, {u"macro.arguments"_s}, u"{{getvar::a::b}}"_s);
        row("none wanted", u"{{char::x}}"_s, {u"macro.arguments"_s}, u"{{char::x}}"_s);
        row("the scope is a part", u"{{setvar::a}}b{{/setvar}}"_s, {});
        row("conditions", u"{{if user}}a{{else}}b{{/if}} {{trim}}"_s, {});
        row("comments", u"{{// anything :: goes}} {{comment x}}"_s, {});
        row("a list", u"{{random::a::b}} {{pick a,b}}"_s, {});
        row("a list above the history", u"{{random::a::b}}"_s, {u"macro.volatile"_s}, u"{{random::a::b}}"_s,
            true);
        row("a time zone", u"{{time_UTC+2}}"_s, {});
        row("what stays, above the history", u"{{pick::a::b}} {{date}} {{user}}"_s, {}, {}, true);
    }

    void findings()
    {
        QFETCH(QString, text);
        QFETCH(bool, isAboveHistory);
        QFETCH(QStringList, rules);
        QFETCH(QString, marked);
        const QList<LintFinding> findings =
            macroFindings(text, {.where = u"x"_s, .isAboveHistory = isAboveHistory});
        QStringList found;
        for (const LintFinding &finding : findings) {
            found.append(finding.rule);
            QVERIFY(!finding.what.isEmpty() && !finding.fix.isEmpty());
            QCOMPARE(finding.where, u"x"_s);
        }
        QCOMPARE(found, rules);
        if (!findings.isEmpty())
            QCOMPARE(text.sliced(findings.first().start, findings.first().length), marked);
    }

    void nearestName_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("near");
        QTest::newRow("a letter short") << u"usr"_s << u"user"_s;
        QTest::newRow("two letters") << u"lastmesage"_s << u"lastMessage"_s;
        QTest::newRow("letters that changed places") << u"chra"_s << u"char"_s;
        QTest::newRow("a short word of its own") << u"mood"_s << QString();
        QTest::newRow("too far for a short one") << u"plase"_s << QString();
        QTest::newRow("nothing near") << u"weather"_s << QString();
        QTest::newRow("endless") << QString(100'000, u'a') << QString();
    }

    void nearestName()
    {
        QFETCH(QString, name);
        QFETCH(QString, near);
        QCOMPARE(nearestMacroName(name), near);
    }

    void ofEntriesThatAreOn()
    {
        Lorebook book;
        LoreEntry entry;
        entry.uid = 7;
        entry.constant = true;
        entry.content = u"{{nope}} {{random::a::b}}"_s;
        LoreEntry off = entry;
        off.uid = 8;
        off.disabled = true;
        LoreEntry keyed = entry;
        keyed.uid = 9;
        keyed.constant = false;
        keyed.content = u"{{random::a::b}}"_s;
        book.entries = {entry, off, keyed};
        const QList<LintFinding> findings = loreMacroFindings(book);
        QCOMPARE(findings.size(), 2);
        QCOMPARE(findings.at(0).where, u"entries.7.content"_s);
        QCOMPARE(findings.at(0).entry, 7);
        QCOMPARE(findings.at(1).rule, u"macro.volatile"_s);
        QCOMPARE(findings.at(1).weight, LintFinding::Weight::Hint);
    }
};

} // namespace tst_macrolint

SNUG_TEST(tst_macrolint, TestMacroLint, Core)
#include "tst_macrolint.moc"
