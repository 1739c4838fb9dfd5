#include "core/chat/linkverdict.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_linkverdict {

using namespace snug;
using namespace Qt::StringLiterals;
using Kind = snug::LinkVerdict::Kind;

class TestLinkVerdict : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void links_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("shown");
        QTest::addColumn<LinkVerdict::Kind>("kind");
        QTest::addColumn<QString>("leadsTo");
        const auto row = [](const char *name, const QString &address, const QString &shown, Kind kind,
                            const QString &leadsTo = {}) {
            QTest::newRow(name) << address << shown << kind << leadsTo;
        };
        const QString good = u"good.example"_s;
        const QString evil = u"evil.example"_s;

        row("https", u"https://good.example/a?b#c"_s, u"here"_s, Kind::Open, good);
        row("http", u"http://good.example"_s, u"here"_s, Kind::Open, good);
        row("mixed case", u"hTtPs://GOOD.Example/A"_s, u"here"_s, Kind::Open, good);
        row("itself", u"https://good.example/Node.js"_s, u"https://good.example/Node.js"_s, Kind::Open, good);
        row("itself in a sentence", u"https://good.example/Node.js"_s, u"(https://good.example/Node.js),"_s,
            Kind::Open, good);
        row("itself without scheme", u"https://good.example/"_s, u"good.example"_s, Kind::Open, good);
        row("www of the same", u"https://www.good.example/x"_s, u"see good.example"_s, Kind::Open,
            u"www.good.example"_s);
        row("trailing dot, same host", u"https://good.example./x"_s, u"good.example"_s, Kind::Open, good);
        row("mail", u"mailto:a@good.example"_s, u"write"_s, Kind::Open, u"a@good.example"_s);
        row("words with dots", u"https://good.example"_s, u"e.g. this, v1.2"_s, Kind::Open, good);

        row("another host", u"http://evil.example/?q=1"_s, u"http://good.example"_s, Kind::Ask, evil);
        row("another host without scheme", u"https://evil.example"_s, u"good.example"_s, Kind::Ask, evil);
        row("another host among words", u"https://evil.example"_s, u"my page on good.example (safe)"_s,
            Kind::Ask, evil);
        row("a longer host", u"https://good.example.evil.example"_s, u"good.example"_s, Kind::Ask);
        row("both hosts", u"https://evil.example"_s, u"evil.example/good.example"_s, Kind::Ask, evil);
        row("full-width dot", u"https://evil.example"_s, u"good．example"_s, Kind::Ask, evil);
        row("ideographic stop", u"https://evil.example"_s, u"good。example"_s, Kind::Ask, evil);
        row("zero width inside", u"https://evil.example"_s, u"go\u200Bod.exam\u2060ple"_s, Kind::Ask, evil);
        row("another host without dots", u"https://evil.example"_s, u"https://localhost/x"_s, Kind::Ask,
            evil);
        row("backslashes", u"https://evil.example"_s, u"https:\\\\good.example"_s, Kind::Ask, evil);
        row("user in the text", u"https://evil.example"_s, u"https://evil.example@good.example"_s, Kind::Ask,
            evil);
        row("text turned around", u"https://evil.example"_s, u"\u202Eelpmaxe.doog"_s, Kind::Ask, evil);
        row("mail of another", u"mailto:a@evil.example"_s, u"a@good.example"_s, Kind::Ask,
            u"a@evil.example"_s);
        row("text far too long", u"https://evil.example"_s, u"a "_s.repeated(2000), Kind::Ask, evil);
        row("user before the host", u"https://good.example@evil.example/"_s, u"here"_s, Kind::Ask, evil);
        row("user and password", u"https://good.example:443@evil.example/"_s, u"here"_s, Kind::Ask, evil);
        row("user with a slash in code", u"https://good.example%2F@evil.example/"_s, u"here"_s, Kind::Ask,
            evil);
        row("punycode", u"https://xn--80ak6aa92e.com"_s, u"here"_s, Kind::Ask, u"xn--80ak6aa92e.com"_s);
        row("look-alike letters", u"https://аррӏе.com"_s, u"аррӏе.com"_s, Kind::Ask, u"xn--80ak6aa92e.com"_s);
        row("host in code", u"https://%65vil.example"_s, u"here"_s, Kind::Ask, evil);
        row("a number", u"http://2130706433/"_s, u"here"_s, Kind::Ask, u"127.0.0.1"_s);
        row("loopback", u"http://127.0.0.1:8080/"_s, u"here"_s, Kind::Ask, u"127.0.0.1"_s);
        row("loopback, version 6", u"http://[::1]/"_s, u"here"_s, Kind::Ask);
        row("a name in the house", u"http://router/"_s, u"here"_s, Kind::Ask, u"router"_s);
        row("a printer", u"http://printer.local/"_s, u"here"_s, Kind::Ask, u"printer.local"_s);
        row("carries a chat away", u"https://good.example/?q="_s + u"x"_s.repeated(600), u"here"_s, Kind::Ask,
            good);
        row("mail with an attachment", u"mailto:a@good.example?attach=/etc/passwd"_s, u"write"_s, Kind::Ask,
            u"a@good.example"_s);
        row("mail with text", u"mailto:a@good.example?subject=x&body=y&cc=z@evil.example"_s, u"write"_s,
            Kind::Ask, u"a@good.example"_s);
        row("a scheme as a host", u"https://http://good.example"_s, u"good.example"_s, Kind::Ask, u"http"_s);

        for (const char *address : {"file:///usr/share/applications/evil.desktop",
                                    "FILE:///etc/passwd",
                                    "javascript:alert(1)",
                                    "JaVaScRiPt:alert(1)",
                                    "data:text/html,x",
                                    "smb://host/share",
                                    "vscode://x/y",
                                    "ftp://h/x",
                                    "ssh://h",
                                    "tel:123",
                                    "view-source:http://x.example",
                                    "blob:http://x",
                                    "about:blank",
                                    "ms-msdt:/id",
                                    "steam://run/1",
                                    "x-snug:1",
                                    "steam:",
                                    "good.example",
                                    "/etc/passwd",
                                    "//good.example",
                                    "../a",
                                    "#a",
                                    "",
                                    "http:/evil.example",
                                    "http:evil.example",
                                    "http:///evil.example",
                                    "https:",
                                    "https://",
                                    "http:\\\\evil.example",
                                    "https://good.example\\@evil.example",
                                    " https://good.example",
                                    "https://good.example\n",
                                    "https://good.example/\tx",
                                    "java\nscript:alert(1)",
                                    "mailto:",
                                    "mailto:nobody",
                                    "mailto:a@b.example,c@d.example",
                                    "mailto:a@b.example%0ACc:c@d.example",
                                    "mailto:a@b.example%2Cc@d.example",
                                    "mailto:-oProxy@a b.example",
                                    "http://[evil.example",
                                    "http://a b.example"})
            row(*address ? address : "empty", QString::fromUtf8(address), u"here"_s, Kind::Refuse);
        row("turned around", u"https://good.example/\u202Efdp.exe"_s, u"here"_s, Kind::Refuse);
        row("zero width in the host", u"https://go\u200Bod.example"_s, u"here"_s, Kind::Refuse);
        row("delete", u"https://good.example/\u007F"_s, u"here"_s, Kind::Refuse);
        row("C1", u"https://good.example/\u009Bx"_s, u"here"_s, Kind::Refuse);
        row("NUL", u"https://good.example/"_s + QChar(0) + u"x"_s, u"here"_s, Kind::Refuse);
        row("endless", u"https://good.example/"_s + u"x"_s.repeated(9000), u"here"_s, Kind::Refuse);
    }

    void links()
    {
        QFETCH(QString, address);
        QFETCH(QString, shown);
        QFETCH(LinkVerdict::Kind, kind);
        QFETCH(QString, leadsTo);
        const LinkVerdict verdict = judgeLink(address, shown);
        QVERIFY2(verdict.kind == kind, qPrintable(u"%1: %2"_s.arg(int(verdict.kind)).arg(verdict.reason)));
        if (!leadsTo.isEmpty())
            QCOMPARE(verdict.leadsTo, leadsTo);
        QCOMPARE(verdict.url.isEmpty(), kind == Kind::Refuse);
        QCOMPARE(verdict.reason.isEmpty(), kind == Kind::Open);
        if (kind == Kind::Ask) // the question says where it leads
            QVERIFY2(verdict.reason.contains(verdict.leadsTo), qPrintable(verdict.reason));
        for (const QChar c : verdict.address)
            QVERIFY(c >= u' ' && c != u'\x7f' && !(c >= u'\u202A' && c <= u'\u202E'));
        if (!verdict.url.isEmpty())
            QVERIFY(QStringList({u"http"_s, u"https"_s, u"mailto"_s}).contains(verdict.url.scheme()));
    }

    void mailTakesTheAddressOnly()
    {
        QCOMPARE(judgeLink(u"mailto:a@b.example?attach=/etc/passwd&body=x#y"_s, u"write").url,
                 QUrl(u"mailto:a@b.example"_s));
    }

    void whatIsCopiedIsTheSameAddress()
    {
        QCOMPARE(judgeLink(u"https://a.example/\u202Ex\n"_s, u"here").address,
                 u"https://a.example/%E2%80%AEx%0A"_s);
    }
};

} // namespace tst_linkverdict

SNUG_TEST(tst_linkverdict, TestLinkVerdict, Core)
#include "tst_linkverdict.moc"
