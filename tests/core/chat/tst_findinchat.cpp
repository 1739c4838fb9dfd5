#include "core/chat/findinchat.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_findinchat {

using namespace snug;
using namespace Qt::StringLiterals;

static Message said(const QString &text, bool isUser = false)
{
    Message message;
    message.text = text;
    message.isUser = isUser;
    return message;
}

class TestFindInChat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void whatIsFound_data()
    {
        using enum ChatSearch::Who;
        QTest::addColumn<QString>("words");
        QTest::addColumn<ChatSearch::Who>("who");
        QTest::addColumn<QList<qsizetype>>("rows");
        QTest::newRow("whatever the case") << u"FOG"_s << Everybody << QList<qsizetype>{0, 1, 3};
        QTest::newRow("of the user") << u"fog"_s << User << QList<qsizetype>{1};
        QTest::newRow("of the others") << u"fog"_s << Others << QList<qsizetype>{0, 3};
        QTest::newRow("as they stand, blanks too") << u"the fog"_s << Everybody << QList<qsizetype>{0};
        QTest::newRow("Japanese") << u"茶屋"_s << Everybody << QList<qsizetype>{2};
        QTest::newRow("in the reasoning") << u"she would"_s << Everybody << QList<qsizetype>{4};
        QTest::newRow("no expression") << u"f.g"_s << Everybody << QList<qsizetype>{};
        QTest::newRow("nothing typed") << QString() << Everybody << QList<qsizetype>{};
    }

    void whatIsFound()
    {
        QFETCH(QString, words);
        QFETCH(ChatSearch::Who, who);
        QFETCH(QList<qsizetype>, rows);
        Message hidden = said(u"Fog again"_s);
        hidden.isHidden = true;
        Message thought = said(u"Yes."_s);
        thought.extra.set(u"reasoning"_s, Json(u"What she would say."_s));
        const QList<Message> messages{said(u"the fog came"_s), said(u"Fog?"_s, true), said(u"茶屋の暦"_s),
                                      hidden, thought};
        QCOMPARE(findInChat(messages, {.words = words, .who = who}), rows);
    }

    void whoIsStoppedFindsNoMore()
    {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(findInChat({said(u"fog"_s)}, {.words = u"fog"_s}, stop.get_token()).isEmpty());
    }
};

} // namespace tst_findinchat

SNUG_TEST(tst_findinchat, TestFindInChat, Core)

#include "tst_findinchat.moc"
