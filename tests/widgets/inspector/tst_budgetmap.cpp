// The tiles of the map are told apart by their names, whatever is called the same.

#include "core/prompt/assembledprompt.h"
#include "tests/testregistry.h"
#include "widgets/inspector/budgetmap.h"

#include <QSet>
#include <QTest>

namespace tst_budgetmap {

using namespace Qt::StringLiterals;
using namespace snug;

class TestBudgetMap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void tilesOfOneTitleAreToldApart()
    {
        AssembledPrompt prompt;
        prompt.budget.counterName = u"estimate"_s;
        const auto add = [&](SourceKind kind, const QString &id, const QString &label) {
            OutboundMessage message;
            message.source = Source(kind, id, label);
            message.content = TracedText(u"The keeper lights the lamp."_s, message.source);
            message.tokens = 12;
            prompt.messages.append(message);
            prompt.budget.used += message.tokens;
        };
        add(SourceKind::WorldBookEntry, u"Sea.1"_s, u"lore Sea: Inn"_s);
        add(SourceKind::WorldBookEntry, u"Land.1"_s, u"lore Land: Inn"_s);
        add(SourceKind::WorldBookEntry, u"Land.2"_s, u"lore Land: Mill"_s);
        add(SourceKind::PresetRelative, u"a"_s, u"Rules"_s);
        add(SourceKind::PresetRelative, u"b"_s, u"Rules"_s);
        BudgetMap map;
        map.setPrompt(prompt);
        QStringList titles;
        for (const BudgetMap::Area &area : map.areas())
            titles.append(area.title);
        QVERIFY2(titles.size() >= 5, qPrintable(titles.join(u", "_s)));
        QCOMPARE(QSet<QString>(titles.cbegin(), titles.cend()).size(), titles.size());
        QVERIFY2(titles.contains(u"Mill"_s), qPrintable(titles.join(u", "_s))); // alone, it needs no more
    }
};

} // namespace tst_budgetmap

SNUG_TEST(tst_budgetmap, TestBudgetMap, Windows)
#include "tst_budgetmap.moc"
