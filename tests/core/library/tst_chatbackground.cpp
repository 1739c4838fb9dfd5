// Which file stands behind a chat; chats come from strangers.

#include "core/library/chatbackground.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_chatbackground {

using namespace snug;
using namespace Qt::StringLiterals;

class TestChatBackground : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void filesBelowTheLibrary_data()
    {
        QTest::addColumn<QString>("css");
        QTest::addColumn<QString>("file");
        QTest::newRow("as SillyTavern writes it")
            << u"url(\"backgrounds/night%20train.jpg\")"_s << u"backgrounds/night train.jpg"_s;
        QTest::newRow("single quotes") << u"url('backgrounds/a.png')"_s << u"backgrounds/a.png"_s;
        QTest::newRow("no quotes") << u" URL( backgrounds/a.png ) "_s << u"backgrounds/a.png"_s;
        QTest::newRow("made by a model")
            << u"url(\"user/images/Mira/1.png\")"_s << u"user/images/Mira/1.png"_s;
        QTest::newRow("of another script")
            << u"url(\"backgrounds/%E8%8C%B6.jpg\")"_s << u"backgrounds/茶.jpg"_s;
        QTest::newRow("a dot in between") << u"url(\"backgrounds/./a.png\")"_s << u"backgrounds/a.png"_s;
        for (const QString &none : {u""_s,
                                    u"none"_s,
                                    u"url()"_s,
                                    u"url(\"\")"_s,
                                    u"backgrounds/a.png"_s,
                                    u"url(\"https://example.org/a.png\")"_s,
                                    u"url(\"//example.org/a.png\")"_s,
                                    u"url(\"data:image/png;base64,AAAA\")"_s,
                                    u"url(\"/dev/zero\")"_s,
                                    u"url(\"%2Fdev%2Fzero\")"_s,
                                    u"url(\"../../etc/passwd\")"_s,
                                    u"url(\"backgrounds/../../a.png\")"_s,
                                    u"url(\"backgrounds/%2e%2e/%2e%2e/a.png\")"_s,
                                    u"url(\"..\")"_s,
                                    u"url(\".\")"_s,
                                    u"url(\"C:\\\\a.png\")"_s,
                                    u"url(\"a%00.png\")"_s,
                                    u"url(\"file:///dev/zero\")"_s,
                                    u"url(\""_s,
                                    u"url(\")"_s})
            QTest::newRow(qPrintable(u"none: "_s + none)) << none << QString();
    }
    void filesBelowTheLibrary()
    {
        QFETCH(QString, css);
        QTEST(chatBackground(Json::object({{.key = u"custom_background"_s, .value = Json(css)}})), "file");
    }

    void whatIsNoText()
    {
        QCOMPARE(chatBackground({}), QString());
        QCOMPARE(chatBackground(Json::object({{.key = u"custom_background"_s, .value = Json(7)}})),
                 QString());
    }
};

} // namespace tst_chatbackground

SNUG_TEST(tst_chatbackground, TestChatBackground, Core)

#include "tst_chatbackground.moc"
