// Variables of a prompt: what they hold before and after it, who sets them, who reads them.

#include "core/prompt/assemble.h"
#include "core/prompt/promptparts.h"
#include "core/prompt/variablelist.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_variablelist {

using namespace Qt::StringLiterals;
using namespace snug;
using Scope = ListedVariable::Scope;

static PromptBlock block(const QString &identifier, const QString &content)
{
    PromptBlock made;
    made.identifier = identifier;
    made.name = identifier;
    made.content = content;
    return made;
}

// A chat with mood = calm; `content` is one block's, `off` stands in a block that is switched off.
static PromptInputs inputs(const QString &content)
{
    PromptInputs made;
    made.card.emplace();
    made.card->name = u"Mira"_s;
    Preset preset;
    preset.name = u"Default"_s;
    preset.prompts = {block(u"main"_s, content), block(u"off"_s, u"{{setvar::never::1}}"_s)};
    PromptOrder order;
    order.items = {{u"main"_s, true, {}}, {u"off"_s, false, {}}};
    preset.orders = {order};
    made.preset = preset;
    Json variables = Json::object();
    variables.set(u"mood"_s, u"calm"_s);
    Json metadata = Json::object();
    metadata.set(u"variables"_s, variables);
    made.chat.header = Json::object();
    made.chat.header.set(u"chat_metadata"_s, metadata);
    made.globalVariables = {{u"season"_s, Json(u"spring"_s)}};
    return made;
}

static QString text(const ListedVariable &variable)
{
    const auto names = [](const QList<VariableUse> &uses) {
        QStringList list;
        for (const VariableUse &use : uses)
            list.append(use.source.label());
        return list.join(u'+');
    };
    static const QStringList scopes{u"chat"_s, u"all"_s, u"template"_s};
    return u"%1 %2: %3 > %4, set %5, read %6"_s.arg(
        scopes.at(int(variable.scope)), variable.name, variable.before.value_or(u"-"_s),
        variable.after.value_or(u"-"_s), names(variable.setBy), names(variable.readBy));
}

static QString listed(const PromptInputs &made, const QString &name)
{
    for (const ListedVariable &variable : listVariables(made, assemble(made))) {
        if (variable.name == name)
            return text(variable);
    }
    return {};
}

class TestVariableList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    // {{char}} is part of the name: who sets and reads it is known all the same. What comes out as no
    // variable is none.
    void namesOutOfMacros()
    {
        const PromptInputs made =
            inputs(u"{{setvar::{{char}}_mood::angry}}{{getvar::{{char}}_mood}}{{getvar::{{user}}_never}}"_s);
        QCOMPARE(listed(made, u"Mira_mood"_s), u"chat Mira_mood: - > angry, set main, read main"_s);
        QCOMPARE(listed(made, u"_never"_s), QString());
        for (const ListedVariable &variable : listVariables(made, assemble(made)))
            QVERIFY2(!variable.name.contains(u"{{"_s), qPrintable(variable.name));
    }

    void eachMacroSetsOrReads_data()
    {
        QTest::addColumn<QString>("content");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *tag, const QString &content, const QString &name,
                            const QString &expected) { QTest::newRow(tag) << content << name << expected; };
        row("untouched", u"Hello"_s, u"mood"_s, u"chat mood: calm > calm, set , read "_s);
        row("set", u"{{setvar::mood::wild}}Hello"_s, u"mood"_s, u"chat mood: calm > wild, set main, read "_s);
        row("get", u"{{getvar::mood}}"_s, u"mood"_s, u"chat mood: calm > calm, set , read main"_s);
        row("new", u"{{setvar::hour::3}}Hello"_s, u"hour"_s, u"chat hour: - > 3, set main, read "_s);
        row("missing", u"Hello {{getvar::nobody}}"_s, u"nobody"_s, u"chat nobody: - > -, set , read main"_s);
        row("deleted", u"Hello {{deletevar::mood}}"_s, u"mood"_s, u"chat mood: calm > -, set main, read "_s);
        row("exists", u"{{varexists::mood}}"_s, u"mood"_s, u"chat mood: calm > calm, set , read main"_s);
        row("key", u"{{setvarkey::map::a::1}}Hi"_s, u"map"_s,
            u"chat map: - > {\"a\":\"1\"}, set main, read "_s);
        row("increment", u"{{incvar::hour}}"_s, u"hour"_s, u"chat hour: - > 1, set main, read main"_s);
        row("global", u"{{addglobalvar::season::time}} {{getglobalvar::season}}"_s, u"season"_s,
            u"all season: spring > springtime, set main, read main"_s);
        row("short form", u"{{.mood = wild}}{{.mood}}"_s, u"mood"_s,
            u"chat mood: calm > wild, set main, read main"_s);
        row("short comparison", u"{{.mood == calm}}"_s, u"mood"_s,
            u"chat mood: calm > calm, set , read main"_s);
        row("short default", u"{{.hour ?\?= 4}}Hi"_s, u"hour"_s, u"chat hour: - > 4, set main, read main"_s);
        row("short global", u"{{$season}}"_s, u"season"_s, u"all season: spring > spring, set , read main"_s);
        row("condition", u"{{if !.mood}}dull{{else}}fine{{/if}}"_s, u"mood"_s,
            u"chat mood: calm > calm, set , read main"_s);
        row("inside another", u"{{setvar::hour::{{getvar::mood}}}}Hi"_s, u"mood"_s,
            u"chat mood: calm > calm, set , read main"_s);
        row("inside a condition", u"{{if 1}}{{setvar::hour::5}}{{/if}}Hi"_s, u"hour"_s,
            u"chat hour: - > 5, set main, read "_s);
        row("switched off", u"Hello"_s, u"never"_s, {});
        row("made-up name", u"{{getvar::{{char}}}}Hi"_s, u"Mira"_s, {});
    }
    void eachMacroSetsOrReads()
    {
        QFETCH(QString, content);
        QFETCH(QString, name);
        QFETCH(QString, expected);
        QCOMPARE(listed(inputs(content), name), expected);
    }

    void textsOfEveryKindAreSearched()
    {
        PromptInputs made = inputs(u"Write, {{getvar::mood}}."_s);
        made.card->description = u"{{setvar::mood::shy}}A sailor."_s;
        Lorebook book;
        book.name = u"Harbour"_s;
        LoreEntry fires;
        fires.uid = 3;
        fires.title = u"Inn"_s;
        fires.constant = true;
        fires.content = u"{{getvar::mood}} Inn"_s;
        LoreEntry silent = fires;
        silent.uid = 4;
        silent.constant = false;
        silent.keys = {u"nowhere"_s};
        silent.content = u"{{getvar::unread}}"_s;
        book.entries = {fires, silent};
        made.lorebooks = {{.book = book}};
        Message message;
        message.isUser = true;
        message.name = u"Ada"_s;
        message.text = u"So {{getvar::mood}}?"_s;
        made.chat.messages = {message};
        const QList<ListedVariable> list = listVariables(made, assemble(made));
        QCOMPARE(list.size(), 2); // and the one for all chats
        QStringList readers;
        for (const VariableUse &use : list.first().readBy)
            readers.append(thingName(use.source));
        QCOMPARE(readers, QStringList({u"main"_s, u"lore Harbour: Inn"_s, u"message 0 of Ada"_s}));
        QCOMPARE(list.first().readBy.first().position, 7);
        QCOMPARE(list.first().setBy.size(), 1);
        QCOMPARE(list.first().setBy.first().source.kind(), SourceKind::CharDescription);
    }

    void aTemplatesOwnAreListed()
    {
        PromptInputs made = inputs({});
        made.promptTemplate.name = u"Own"_s;
        made.promptTemplate.text = u"{% set tone = char.name ~ \"!\" %}\n{{ tone }}{{ user.tone }}"_s;
        AssembledPrompt prompt;
        prompt.mode = PromptMode::Template;
        prompt.globalVariables = made.globalVariables;
        const QList<ListedVariable> list = listVariables(made, prompt);
        QCOMPARE(text(list.last()), u"template tone: - > char.name ~ \"!\", set template Own, line 1, "
                                    u"read template Own, line 2"_s);
        QVERIFY(!list.last().isEditable());
    }
};

} // namespace tst_variablelist

SNUG_TEST(tst_variablelist, TestVariableList, Core)
#include "tst_variablelist.moc"
