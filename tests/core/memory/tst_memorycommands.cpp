// Slash commands of memory books: wrong use says the right form, right use says what to run.

#include "core/formats/jsontext.h"
#include "core/memory/memorycommands.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_memorycommands {

using namespace Qt::StringLiterals;
using namespace snug;

static CommandDependencies dependencies()
{
    CommandDependencies result;
    result.chatLength = 12;
    result.book = Json::object();
    result.sidePrompts = parseJson(R"({"version":2,"prompts":{
        "a":{"key":"a","name":"Tides","enabled":true,"triggers":{"commands":["sideprompt"]}},
        "b":{"key":"b","name":"Tides of war","enabled":false,"triggers":{"commands":["sideprompt"]}}}})")
                             .value_or(Json());
    return result;
}

class TestMemoryCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void unknownNamesAreForOthers() { QVERIFY(!memoryCommand(u"roll", u"", dependencies())); }

    void scenes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("scene"); // empty = none
        QTest::newRow("range") << u"scenememory"_s << u"0-11"_s << u"0-11"_s;
        QTest::newRow("past the end") << u"scenememory"_s << u"0-12"_s << QString();
        QTest::newRow("one number") << u"scenememory"_s << u"4"_s << QString();
        QTest::newRow("next") << u"nextmemory"_s << QString() << u"0-11"_s;
        QTest::newRow("no markers") << u"creatememory"_s << QString() << QString();
    }

    void scenes()
    {
        QFETCH(QString, name);
        QFETCH(QString, arguments);
        QFETCH(QString, scene);
        const auto plan = memoryCommand(name, arguments, dependencies());
        QCOMPARE(plan->memory ? plan->memory->text() : QString(), scene);
        if (scene.isEmpty()) {
            QCOMPARE(plan->notices.size(), 1);
            QCOMPARE(plan->notices.first().kind, NoticeKind::Error);
            QVERIFY(!plan->markers);
        }
    }

    void nothingRunsWhileBusyOrWithoutABook()
    {
        CommandDependencies busy = dependencies();
        busy.isBusy = true;
        busy.markers = {1, 2};
        for (const QString &name : {u"creatememory"_s, u"nextmemory"_s}) {
            QVERIFY(!memoryCommand(name, {}, busy)->memory);
            QCOMPARE(memoryCommand(name, {}, busy)->notices.first().kind, NoticeKind::Info);
        }
        CommandDependencies bookless = dependencies();
        bookless.book = {};
        QVERIFY(!memoryCommand(u"scenememory", u"1-2", bookless)->memory);
        QCOMPARE(memoryCommand(u"nextmemory", {}, bookless)->notices.first().kind, NoticeKind::Error);
        QVERIFY(!memoryCommand(u"sideprompt", u"Tides", bookless)->sidePrompt);
    }

    void aNameSpeltOutIsMeant()
    {
        const auto several = memoryCommand(u"sideprompt", u"tides", dependencies());
        QVERIFY(!several->sidePrompt);
        QVERIFY(several->notices.first().text.contains(u"Tides of war"));
        const auto exact = memoryCommand(u"sideprompt", u"\"Tides\" 2-3", dependencies());
        QVERIFY(exact->sidePrompt);
        QCOMPARE(exact->sidePrompt->prompt.key, u"a"_s);
        QCOMPARE(exact->sidePrompt->range, (MessageRange{2, 3}));
        QCOMPARE(memoryCommand(u"sideprompt", u"of war", dependencies())->sidePrompt->prompt.key, u"b"_s);
        const auto wrong = memoryCommand(u"sideprompt", u"\"Tides\" 2..3", dependencies());
        QVERIFY(!wrong->sidePrompt);
        QCOMPARE(wrong->notices.first().kind, NoticeKind::Error);
        QVERIFY(wrong->notices.first().text.contains(u"2..3"));
    }

    void switching()
    {
        const auto all = memoryCommand(u"sideprompt-on", u"ALL", dependencies());
        QVERIFY(sidePromptsIn(*all->sidePrompts).at(1).isEnabled);
        QCOMPARE(all->notices.first().kind, NoticeKind::Success);
        const auto off = memoryCommand(u"sideprompt-off", u"'Tides of war'", dependencies());
        QCOMPARE(off->notices.first().kind, NoticeKind::Info);
        QVERIFY(!off->sidePrompts);
    }

    void everyCommandHasHelp()
    {
        QCOMPARE(memoryCommandHelp().size(), 6);
        for (const CommandHelp &help : memoryCommandHelp()) {
            QVERIFY(memoryCommand(help.name, {}, dependencies()));
            QVERIFY(help.form.startsWith(QString(u'/' + help.name)));
        }
    }
};

} // namespace tst_memorycommands

SNUG_TEST(tst_memorycommands, TestMemoryCommands, Nothing)
#include "tst_memorycommands.moc"
