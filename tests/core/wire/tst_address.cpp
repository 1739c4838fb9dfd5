#include "core/wire/address.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_address {

using namespace snug;
using namespace Qt::StringLiterals;

class TestAddress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void typed_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("address");
        const auto row = [](const char *typed, const char *address) {
            QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromUtf8(address);
        };
        row("api.example.com/v1", "https://api.example.com/v1");
        row("  api.example.com/v1\n", "https://api.example.com/v1");
        row("api.example.com:8443", "https://api.example.com:8443");
        row("http://api.example.com/v1", "http://api.example.com/v1");
        row("HTTPS://Api.Example.com", "https://api.example.com");
        row("//api.example.com/v1", "https://api.example.com/v1");
        row("user:pass@api.example.com/v1", "https://user:pass@api.example.com/v1");
        row("127.0.0.1:8080", "http://127.0.0.1:8080");
        row("127.9.9.9", "http://127.9.9.9");
        row("::1", "http://[::1]");
        row("[::1]:8080/v1", "http://[::1]:8080/v1");
        row("[::ffff:10.0.0.1]:80", "http://[::ffff:10.0.0.1]:80");
        row("[::ffff:8.8.8.8]", "https://[::ffff:8.8.8.8]");
        row("localhost", "http://localhost");
        row("LOCALHOST:5001/v1", "http://localhost:5001/v1");
        row("localhost.:5001", "http://localhost.:5001");
        row("localhost.example.com", "https://localhost.example.com");
        row("10.0.0.7:1234", "http://10.0.0.7:1234");
        row("10.evil.example", "https://10.evil.example");
        row("172.16.0.1", "http://172.16.0.1");
        row("172.31.255.255", "http://172.31.255.255");
        row("172.32.0.1", "https://172.32.0.1");
        row("172.15.255.255", "https://172.15.255.255");
        row("192.168.1.20:8080", "http://192.168.1.20:8080");
        row("192.169.1.20", "https://192.169.1.20");
        row("169.254.3.4", "http://169.254.3.4");
        row("11.0.0.1", "https://11.0.0.1");
        row("128.0.0.1", "https://128.0.0.1");
        row("8.8.8.8", "https://8.8.8.8");
        row("fd00::5", "http://[fd00::5]");
        row("[fc12::1]:8080", "http://[fc12::1]:8080");
        row("fe80::1", "http://[fe80::1]");
        row("[febf::1]", "http://[febf::1]");
        row("[fec0::1]", "https://[fec0::1]");
        row("2001:db8::1", "https://[2001:db8::1]");
        row("workbench:11434", "http://workbench:11434");
        row("attic.local/v1", "http://attic.local/v1");
        row("local.example.com", "https://local.example.com");
        row("notlocal", "http://notlocal");
        row("evil-local.com", "https://evil-local.com");
        row("http://10.0.0.7", "http://10.0.0.7");
        row("https://10.0.0.7", "https://10.0.0.7");
        row("file:///etc/passwd", "file:///etc/passwd"); // refused by the transport, with words
        row("", "");
        row("   ", "");
        row("mailto:ann@example.com", "https://mailto:ann@example.com"); // "mailto" is a name, "ann" its word
    }
    void typed()
    {
        QFETCH(QString, typed);
        QFETCH(QString, address);
        QCOMPARE(addressFromText(typed).toString(), address);
    }

    // A direction mark in a pasted address would show another host than the one that is asked.
    void whatCannotBeSeenIsLeftOut()
    {
        QCOMPARE(addressFromText(u"api\u202E.example\u200B.com\t/v1"_s),
                 QUrl(u"https://api.example.com/v1"_s));
    }

    void origins_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("origin");
        const auto row = [](const char *address, const char *origin) {
            QTest::newRow(address) << QString::fromUtf8(address) << QString::fromUtf8(origin);
        };
        row("https://api.example.com/v1?key=1#x", "https://api.example.com");
        row("https://api.example.com:443/v1", "https://api.example.com");
        row("https://API.example.com", "https://api.example.com");
        row("https://ann:pw@api.example.com", "https://api.example.com");
        row("http://api.example.com:80", "http://api.example.com");
        row("http://api.example.com:443", "http://api.example.com:443");
        row("https://api.example.com:80", "https://api.example.com:80");
        row("http://[::1]:8080/v1", "http://[::1]:8080");
        row("https://bücher.example", "https://xn--bcher-kva.example");
        row("https://аpi.example.com", "https://xn--pi-6kc.example.com"); // a Cyrillic letter
        row("file:///etc/passwd", "");
        row("ftp://h", "");
        row("https:///v1", "");
        row("", "");
    }
    void origins()
    {
        QFETCH(QString, address);
        QFETCH(QString, origin);
        QCOMPARE(originOf(QUrl(address)), origin);
    }

    void whoCanReadAlong()
    {
        QVERIFY(isOpenToAll(QUrl(u"http://api.example.com/v1"_s)));
        QVERIFY(isOpenToAll(QUrl(u"http://8.8.8.8"_s)));
        QVERIFY(!isOpenToAll(QUrl(u"https://api.example.com/v1"_s)));
        QVERIFY(!isOpenToAll(QUrl(u"http://192.168.0.2:8080"_s)));
        QVERIFY(!isOpenToAll(QUrl(u"http://localhost:8080"_s)));
        QVERIFY(!isOpenToAll({}));
        QVERIFY(isLoopback(u"127.0.0.1"_s) && isLoopback(u"[::1]"_s) && isLoopback(u"localhost."_s));
        QVERIFY(!isLoopback(u"10.0.0.1"_s) && !isLoopback(u"localhost.example.com"_s) && !isLoopback({}));
    }
};

} // namespace tst_address

SNUG_TEST(tst_address, TestAddress, Core)
#include "tst_address.moc"
