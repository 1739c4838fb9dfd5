// What a prompt's exports show are names of the user's: none of the program's own for where a text is from.

#include "core/prompt/assemble.h"
#include "core/prompt/blockshares.h"
#include "core/prompt/promptblocks.h"
#include "core/prompt/promptchanges.h"
#include "core/prompt/promptparts.h"
#include "core/prompt/promptreport.h"
#include "tests/conformance/randomlibrary.h"
#include "tests/testregistry.h"

#include <QSet>
#include <QTest>

namespace tst_shownnames {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::test;

// "separator.squash", "char.description": of all that stands in the prompt.
static QSet<QString> innerNames(const AssembledPrompt &prompt)
{
    QSet<QString> names;
    const auto add = [&names](const Source &source) {
        for (Source link = source;; link = link.parent()) {
            if (link.type().contains(u'.'))
                names.insert(link.type());
            if (!link.hasParent())
                return;
        }
    };
    for (const OutboundMessage &message : promptBlocks(prompt)) {
        add(message.source);
        for (const Span &span : message.content.spans())
            add(span.source);
    }
    return names;
}

class TestShownNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void noneIsShown_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 0; seed < 60; ++seed)
            QTest::newRow(qPrintable(QString::number(seed))) << seed;
    }

    void noneIsShown()
    {
        QFETCH(int, seed);
        const AssembledPrompt prompt = assemble(RandomLibrary(quint32(seed)).inputs());
        QStringList shown;
        for (const PromptReportForm form : {PromptReportForm::Html, PromptReportForm::Markdown})
            shown.append(QString::fromUtf8(promptReport(prompt, u"Prompt"_s, form)));
        for (const PromptPart &part : promptParts(prompt))
            shown.append(thingName(part.source));
        AssembledPrompt nothing;
        nothing.budget = prompt.budget;
        for (const PromptChange &change : promptChanges(nothing, prompt))
            shown.append(changeText(change));
        const QSet<QString> inner = innerNames(prompt);
        QVERIFY(!inner.isEmpty());
        for (const QString &name : inner) {
            for (const QString &text : std::as_const(shown)) {
                const qsizetype at = text.indexOf(name);
                QVERIFY2(at < 0, qPrintable(name + u": "_s + text.mid(std::max<qsizetype>(at - 60, 0), 140)));
            }
        }
    }
};

} // namespace tst_shownnames

SNUG_TEST(tst_shownnames, TestShownNames, Core)
#include "tst_shownnames.moc"
