// Where tokens are estimated, every sentence with a number of them says so; where they are counted, none
// does.

#include "core/formats/texttemplates.h"
#include "core/prompt/assemble.h"
#include "core/prompt/promptaccount.h"
#include "core/prompt/promptchanges.h"
#include "core/prompt/promptreport.h"
#include "tests/conformance/randomlibrary.h"
#include "tests/testregistry.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

namespace tst_estimates {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::test;

class TestEstimates : public QObject
{
    Q_OBJECT

    // What is said about the prompt; none of its own texts.
    static QStringList sentencesAbout(const AssembledPrompt &prompt)
    {
        QStringList sentences = prompt.trace.warnings;
        for (const DroppedText &dropped : prompt.trace.dropped)
            sentences.append(dropped.reason);
        for (const LoreTrace &row : prompt.trace.lore) {
            if (row.gate == LoreGate::Budget)
                sentences.append(loreRowReason(row, prompt.budget.kind));
        }
        AssembledPrompt nothing;
        nothing.budget = prompt.budget;
        for (const PromptChange &change : promptChanges(nothing, prompt))
            sentences.append(changeText(change, prompt.budget.kind));
        const QStringList lines =
            QString::fromUtf8(promptReport(prompt, u"Prompt"_s, PromptReportForm::Markdown)).split(u'\n');
        return sentences + lines.filter(QRegularExpression(u"^## "_s)) + lines.mid(2, 1);
    }

    int m_lore = 0;

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void eachNumberSaysWhatItIs_data()
    {
        QTest::addColumn<PromptMode>("mode");
        QTest::addColumn<bool>("isCounted");
        QTest::newRow("estimated") << PromptMode::SillyTavern << false;
        QTest::newRow("counted") << PromptMode::SillyTavern << true;
        QTest::newRow("one text, estimated") << PromptMode::Story << false;
        QTest::newRow("one text, counted") << PromptMode::Story << true;
    }

    void eachNumberSaysWhatItIs()
    {
        QFETCH(PromptMode, mode);
        QFETCH(bool, isCounted);
        static const QRegularExpression number(u"(about |~)?[+−±]?[0-9][0-9,]* tokens?\\b"_s);
        int numbers = 0;
        int cut = 0;
        for (quint32 seed = 0; seed < 100; ++seed) {
            PromptInputs inputs = RandomLibrary(seed).inputs();
            inputs.mode = mode;
            inputs.counter = isCounted ? counterOf(u"gpt-4o"_s) : TokenCounterPtr();
            inputs.preset->contextSize = 700;
            inputs.preset->maxTokens = 100;
            inputs.settings.lore.budgetPercent = 4;
            if (mode == PromptMode::Story) {
                inputs.textCompletion = TextCompletion{.context = builtInContextTemplate(),
                                                       .instruct = builtInInstructTemplate(),
                                                       .systemPrompt = {},
                                                       .preset = TextPreset()};
                inputs.textCompletion->preset->contextSize = 300;
                inputs.textCompletion->preset->maxTokens = 100;
            }
            const AssembledPrompt prompt = assemble(inputs);
            if (prompt.failure)
                continue;
            cut += int(prompt.trace.dropped.size());
            m_lore += int(std::ranges::count(prompt.trace.lore, LoreGate::Budget, &LoreTrace::gate));
            const QStringList sentences = sentencesAbout(prompt);
            for (const QString &sentence : sentences) {
                QRegularExpressionMatchIterator found = number.globalMatch(sentence);
                while (found.hasNext()) {
                    const QRegularExpressionMatch match = found.next();
                    QVERIFY2(match.captured(1).isEmpty() == isCounted, qPrintable(sentence));
                    ++numbers;
                }
            }
        }
        QVERIFY2(numbers > 300 && cut > 2, qPrintable(u"%1 %2"_s.arg(numbers).arg(cut)));
    }

    void loreWasCutToo() { QVERIFY2(m_lore > 10, qPrintable(QString::number(m_lore))); }
};

} // namespace tst_estimates

SNUG_TEST(tst_estimates, TestEstimates, Core)
#include "tst_estimates.moc"
