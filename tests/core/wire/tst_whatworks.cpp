#include "core/wire/whatworks.h"
#include "tests/core/wire/servicefixture.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_whatworks {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::servicefixture;

class TestWhatWorks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void inALine_data()
    {
        QTest::addColumn<Connection>("connection");
        QTest::addColumn<QString>("line");
        const QString seen = u"As it is set: replies that are seen while they are written, "_s;
        const auto row = [](const char *name, const Connection &connection, const QString &line) {
            QTest::newRow(name) << connection << line;
        };
        row("four", at(ChatService::DeepSeek, u"deepseek-chat"_s),
            seen + u"up to 4 stop text(s), tokens estimated."_s);
        row("none", at(ChatService::OpenAi, u"gpt-5.5"_s),
            seen + u"no stop texts, tokens counted on this computer."_s);
        row("five, in a group of their own", at(ChatService::Gemini, u"gemini-3.8-flash"_s),
            seen + u"up to 5 stop text(s), tokens counted there, exactly, if you allow it."_s);
        row("a server of the user's own", at(ChatService::KoboldCpp),
            seen + u"any number of stop texts, tokens counted there, exactly."_s);
        Connection claude = at(ChatService::Claude, u"claude-opus-5"_s);
        claude.countsTokens = true;
        row("whole requests", claude, seen + u"any number of stop texts, tokens counted there, exactly."_s);
        row("a job", at(TextService::Horde),
            u"As it is set: replies that come whole, any number of stop texts, tokens estimated."_s);
    }
    void inALine()
    {
        QFETCH(Connection, connection);
        QFETCH(QString, line);
        QCOMPARE(whatWorks(connection), line);
    }
};

} // namespace tst_whatworks

SNUG_TEST(tst_whatworks, TestWhatWorks, Core)
#include "tst_whatworks.moc"
