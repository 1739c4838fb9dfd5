// Files of templates: read, written without a changed byte, plain text accepted where it may be.
#include "core/formats/prompttemplate.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_prompttemplate {

using namespace Qt::StringLiterals;
using namespace snug;

class TestPromptTemplate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void readsAndWritesTheSameBytes()
    {
        const QByteArray bytes = "{ \"template\":\"a\\u00e4\\n{{ b }}\",\"strict\" : true,\n \"other\": 1.50,"
                                 "\"history\":\"count < 3\", \"system_prompt\": \"s\"}\n";
        const auto read = readPromptTemplate(bytes, u"Evening"_s);
        QVERIFY(read);
        QCOMPARE(read->value.name, u"Evening"_s);
        QCOMPARE(read->value.text, u"aä\n{{ b }}"_s);
        QCOMPARE(read->value.systemPrompt, u"s"_s);
        QCOMPARE(read->value.historyRule, u"count < 3"_s);
        QVERIFY(read->value.isStrict);
        QCOMPARE(writePromptTemplate(read->value), bytes);
        PromptTemplate changed = read->value;
        changed.systemPrompt = u"t"_s;
        QCOMPARE(writePromptTemplate(changed), QByteArray(bytes).replace("\"s\"}", "\"t\"}"));
    }

    void aNewOneIsReadBack()
    {
        PromptTemplate made;
        made.name = u"x"_s;
        made.text = u"{{ a }}\n\"b\""_s;
        made.historyRule = u"count < 9"_s;
        const auto read = readPromptTemplate(writePromptTemplate(made), u"x"_s);
        QVERIFY(read);
        QCOMPARE(read->value.text, made.text);
        QCOMPARE(read->value.historyRule, made.historyRule);
        QVERIFY(!read->value.isStrict);
    }

    void otherFiles()
    {
        QVERIFY(!readPromptTemplate("{\"prompts\":[]}"));
        QVERIFY(!readPromptTemplate("{{ a }}"));
        QCOMPARE(readPromptTemplateOrText("{{ a }}\n", u"n"_s)->value.text, u"{{ a }}\n"_s);
        QCOMPARE(readPromptTemplateOrText("{\"a\": 1}")->value.text,
                 u"{\"a\": 1}"_s); // text that looks like JSON
        QCOMPARE(readPromptTemplateOrText("{\"template\": \"t\"}")->value.text, u"t"_s);
    }

    void wrongTypesAreToldAndKept()
    {
        const QByteArray bytes = "{\"template\":\"a\",\"strict\":\"yes\"}";
        const auto read = readPromptTemplate(bytes);
        QVERIFY(read);
        QVERIFY(!read->warnings.isEmpty());
        QCOMPARE(writePromptTemplate(read->value), bytes);
    }
};

} // namespace tst_prompttemplate

SNUG_TEST(tst_prompttemplate, TestPromptTemplate, Core)
#include "tst_prompttemplate.moc"
