// The lore simulator over every case of the project: each turn of its chat as the prompt of that turn has it.

#include "app/cases/sillytaverncase.h"
#include "core/prompt/assemble.h"
#include "core/prompt/lorereplay.h"
#include "core/regex/workerregexengine.h"
#include "core/tokens/countcache.h"
#include "tests/testregistry.h"

#include <QDir>
#include <QTest>

namespace tst_replayedcases {

using namespace Qt::StringLiterals;
using namespace snug;

class TestReplayedCases : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void turnByTurn_data()
    {
        QTest::addColumn<QString>("path");
        const QDir root(QStringLiteral(SNUG_SOURCE_DIR "/tests/conformance/cases/sillytavern"));
        for (const QString &area : root.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
            const QDir folder(root.filePath(area));
            for (const QString &name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
                const Result<SillyTavernCase> read = readSillyTavernCase(folder.filePath(name));
                if (read && !read->inputs.lorebooks.isEmpty())
                    QTest::newRow(qPrintable(area + u'/' + name)) << folder.filePath(name);
            }
        }
    }

    void turnByTurn()
    {
        QFETCH(QString, path);
        const Result<SillyTavernCase> read = readSillyTavernCase(path);
        QVERIFY(read);
        PromptInputs inputs = read->inputs;
        inputs.regexEngine = m_regexEngine;
        inputs.counter = withCountCache(inputs.counter);
        // Chats of cases are short: what they say is said three times.
        const QList<Message> said = inputs.chat.messages;
        inputs.chat.messages += said + said;
        const LoreReplay replay = replayLore(inputs);
        QVERIFY(replay.isComplete);
        QCOMPARE(replay.turns, pastTurns(inputs.chat));
        for (int turn = 0; turn < replay.turns.size(); ++turn) {
            const AssembledPrompt prompt =
                assemble(atTurn(inputs, replay.turns.at(turn), replay.records.at(turn)));
            QCOMPARE(prompt.trace.lore.size(), replay.entries.size());
            for (qsizetype i = 0; i < replay.entries.size(); ++i) {
                const LoreTrace &row = prompt.trace.lore.at(i);
                QVERIFY2(
                    replay.entries.at(i).at(turn) == row.gate,
                    qPrintable(u"turn %1, %2: %3 instead of %4"_s.arg(turn).arg(
                        row.title, loreGateName(replay.entries.at(i).at(turn)), loreGateName(row.gate))));
            }
            if (turn + 1 < replay.turns.size() && !prompt.timedLore.isUndefined())
                QCOMPARE(replay.records.at(turn + 1).value(u"timedWorldInfo"), prompt.timedLore);
        }
    }

private:
    const RegexEnginePtr m_regexEngine =
        std::make_shared<WorkerRegexEngine>(regexWorkerProgram(QCoreApplication::applicationDirPath()));
};

} // namespace tst_replayedcases

SNUG_TEST(tst_replayedcases, TestReplayedCases, Core)
#include "tst_replayedcases.moc"
