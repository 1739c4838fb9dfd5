#include "core/macros/builtins.h"
#include "core/macros/macroevaluator.h"
#include "core/macros/macrowords.h"
#include "tests/testregistry.h"

#include <QSet>
#include <QTest>

namespace tst_macrowords {

using namespace snug;
using namespace Qt::StringLiterals;

class TestMacroWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void eachIsNamedOnceAndExplained()
    {
        QSet<QString> names;
        for (const MacroWord &word : macroWords()) {
            QVERIFY2(!names.contains(word.name.toLower()), qPrintable(word.name));
            names.insert(word.name.toLower());
            QVERIFY2(!word.meaning.isEmpty() && !word.meaning.endsWith(u'.'), qPrintable(word.name));
        }
        QVERIFY(names.size() > 60);
    }

    // Those that compute are known to the engine, with as many arguments as are shown.
    void argumentsAreThoseOfTheEngine()
    {
        int known = 0;
        for (const MacroWord &word : macroWords()) {
            const MacroDefinition *definition = findMacro(word.name.toLower());
            if (!definition)
                continue;
            ++known;
            const int shown = word.name == u"//" ? 1 : int(word.arguments.count(u"::"_s));
            QVERIFY2(shown >= definition->fewest && (definition->most < 0 || shown <= definition->most),
                     qPrintable(word.name));
        }
        QVERIFY(known > 30);
    }
};

} // namespace tst_macrowords

SNUG_TEST(tst_macrowords, TestMacroWords, Core)
#include "tst_macrowords.moc"
