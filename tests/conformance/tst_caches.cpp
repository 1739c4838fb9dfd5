// What earlier assemblies leave behind never changes a result: every case of the project, assembled
// with nothing known, with everything known, and after edits.

#include "app/cases/sillytaverncase.h"
#include "core/prompt/assemble.h"
#include "core/regex/workerregexengine.h"
#include "core/tokens/countcache.h"
#include "tests/testregistry.h"

#include <QDir>
#include <QRandomGenerator>
#include <QTest>

namespace tst_caches {

using namespace Qt::StringLiterals;
using namespace snug;

static QStringList wordsOf(const PromptInputs &inputs)
{
    QStringList words{u"nothing"_s, u"{{user}}"_s, u"/a.c/i"_s};
    for (const ActiveLorebook &active : inputs.lorebooks) {
        for (const LoreEntry &entry : active.book.entries)
            words << entry.keys << entry.secondaryKeys;
    }
    return words;
}

// One of the things a user does between two requests.
static void edit(PromptInputs &inputs, QRandomGenerator &random)
{
    const auto below = [&](qsizetype n) { return random.bounded(int(n)); };
    const QStringList words = wordsOf(inputs);
    const QString word = words.at(below(words.size()));
    Lorebook *book =
        inputs.lorebooks.isEmpty() ? nullptr : &inputs.lorebooks[below(inputs.lorebooks.size())].book;
    LoreEntry *entry =
        book && !book->entries.isEmpty() ? &book->entries[below(book->entries.size())] : nullptr;
    switch (random.bounded(9)) {
    case 0:
        inputs.userText += u' ' + word;
        break;
    case 1:
        if (!inputs.chat.messages.isEmpty())
            inputs.chat.messages.last().text += u", "_s + word;
        break;
    case 2:
        if (inputs.chat.messages.size() > 1)
            inputs.chat.messages.removeLast();
        break;
    case 3:
        if (entry)
            entry->keys = {word};
        break;
    case 4:
        if (entry)
            entry->content += u' ' + word;
        break;
    case 5:
        if (entry)
            entry->caseSensitive = random.bounded(2) == 0;
        break;
    case 6:
        inputs.settings.lore.depth = random.bounded(6);
        break;
    case 7:
        inputs.settings.lore.matchesWholeWords = random.bounded(2) == 0;
        break;
    default:
        inputs.seed = random.generate64();
        break;
    }
}

class TestCaches : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void coldWarmAndEdited_data()
    {
        QTest::addColumn<QString>("path");
        const QDir root(QStringLiteral(SNUG_SOURCE_DIR "/tests/conformance/cases/sillytavern"));
        for (const QString &area : root.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
            const QDir folder(root.filePath(area));
            for (const QString &name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
                if (readSillyTavernCase(folder.filePath(name)))
                    QTest::newRow(qPrintable(area + u'/' + name)) << folder.filePath(name);
            }
        }
    }

    void coldWarmAndEdited()
    {
        QFETCH(QString, path);
        const Result<SillyTavernCase> read = readSillyTavernCase(path);
        QVERIFY(read);
        PromptInputs cold = read->inputs;
        cold.regexEngine = m_regexEngine;
        const TokenCounterPtr counted = withCountCache(cold.counter);
        const LoreCachePtr cache = std::make_shared<LoreCache>();
        const ChatCachePtr chats = std::make_shared<ChatCache>();
        QRandomGenerator random(11);
        for (int round = 0; round < 6; ++round) {
            PromptInputs warm = cold;
            warm.counter = counted;
            warm.loreCache = cache;
            warm.chatCache = chats;
            const AssembledPrompt expected = assemble(cold);
            QVERIFY2(assemble(warm) == expected, qPrintable(u"after %1 edits"_s.arg(round)));
            QVERIFY2(assemble(warm) == expected, qPrintable(u"again after %1 edits"_s.arg(round)));
            edit(cold, random);
        }
    }

private:
    const RegexEnginePtr m_regexEngine =
        std::make_shared<WorkerRegexEngine>(regexWorkerProgram(QCoreApplication::applicationDirPath()));
};

} // namespace tst_caches

SNUG_TEST(tst_caches, TestCaches, Core)
#include "tst_caches.moc"
