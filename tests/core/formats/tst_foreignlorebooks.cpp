// Lorebooks of NovelAI, Agnai and RisuAI: what becomes of them here, and what is said about it.

#include "core/formats/foreignlorebook.h"
#include "core/formats/jsontext.h"
#include "core/formats/risumodule.h"
#include "core/formats/worldinfo.h"
#include "tests/testregistry.h"

#include <QTest>
#include <QtEndian>

namespace tst_foreignlorebooks {

using namespace Qt::StringLiterals;
using namespace snug;

// Outside of the class, where moc would not see past them.
static const char novelAi[] = R"({
  "lorebookVersion": 5,
  "entries": [
    {"text": "The fog hides the reef.", "displayName": "Fog", "id": "a-1", "keys": ["fog", "/mi+st/i"],
     "searchRange": 1000, "enabled": true, "forceActivation": false, "keyRelative": false,
     "nonStoryActivatable": true, "category": "", "loreBiasGroups": [], "lastUpdatedAt": 1700000000000,
     "contextConfig": {"prefix": "", "suffix": "\n", "tokenBudget": 1, "reservedTokens": 0,
       "budgetPriority": 400, "trimDirection": "trimBottom", "insertionType": "newline",
       "maximumTrimType": "sentence", "insertionPosition": -1}},
    {"text": "Seven sleepers.", "displayName": "Sleepers", "id": "a-2", "keys": [],
     "searchRange": 4000, "enabled": true, "forceActivation": true, "keyRelative": true,
     "nonStoryActivatable": false, "category": "c-1", "advancedConditions": [{"type": "and"}],
     "loreBiasGroups": [{"phrases": [{"sequence": "sleep"}], "bias": 0.2, "enabled": true}],
     "contextConfig": {"prefix": "[ ", "suffix": " ]\n", "tokenBudget": 0.25, "reservedTokens": 100,
       "budgetPriority": 900, "trimDirection": "doNotTrim", "insertionType": "sentence",
       "maximumTrimType": "newline", "insertionPosition": 0}},
    17
  ],
  "settings": {"orderByKeyLocations": true},
  "categories": [{"name": "People", "id": "c-1", "enabled": false}],
  "order": ["a-1", "a-2"]
})";

static const char agnai[] = R"({
  "kind": "memory", "_id": "x", "name": "Coast", "description": "All about it", "userId": "u",
  "scanDepth": 12, "recursiveScanning": false,
  "entries": [
    {"name": "Fog", "entry": "The fog hides the reef.", "keywords": ["fog", "sea m*st", "b?at"], "priority": 30,
     "weight": 7, "enabled": true},
    {"name": "", "comment": "Lamp", "entry": "It turns.", "keywords": ["lamp"], "priority": 0, "weight": 0,
     "enabled": false, "constant": true, "secondaryKeys": ["night"], "selective": true, "selectiveLogic": 2,
     "position": "after_char", "probability": 40, "useProbability": true}
  ]
})";

static const char risu[] = R"({
  "type": "risu", "ver": 1,
  "data": [
    {"key": "folder:1", "comment": "Weather", "content": "", "mode": "folder", "insertorder": 100,
     "alwaysActive": false, "secondkey": "", "selective": false},
    {"key": "fog, sea mist", "secondkey": "reef,rock", "insertorder": 55, "comment": "Fog",
     "content": "The fog hides the reef.", "mode": "normal", "alwaysActive": false, "selective": true,
     "activationPercent": 0, "folder": "folder:1", "id": "e-1",
     "extentions": {"risu_case_sensitive": true}},
    {"key": "/a{1,2}/i", "secondkey": "", "insertorder": 100, "comment": "Expression", "mode": "normal",
     "content": "@@depth 3\n@@role user\n@@scan_depth 8\n@@probability 25\n@@exclude_keys day, noon\n@@unrecursive\n@@inject_at x\n@@activate\nAt night.",
     "alwaysActive": false, "selective": false, "useRegex": true},
    {"key": "", "secondkey": "", "insertorder": 10, "comment": "Always", "content": "The sea.", "mode": "constant",
     "alwaysActive": true, "selective": false},
    {"key": "mist", "comment": "", "content": "", "mode": "child", "id": "e-1", "insertorder": 100}
  ]
})";

static Json parsed(const char *text)
{
    return parseJson(QByteArray(text)).value();
}

// Written as a world file and read again.
static Lorebook throughFile(const Lorebook &book)
{
    return readWorldInfo(writeWorldInfo(book), book.name)->book;
}

static QString joined(const QStringList &list)
{
    return list.join(u'\n');
}

class TestForeignLorebooks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void novelAiEntries()
    {
        const auto read = readNovelAiLorebook(parsed(novelAi));
        QVERIFY(read);
        const Lorebook book = throughFile(read->book);
        QCOMPARE(book.entries.size(), 2);
        const LoreEntry &fog = book.entries[0];
        QCOMPARE(fog.title, u"Fog"_s);
        QCOMPARE(fog.keys, (QStringList{u"fog"_s, u"/mi+st/i"_s}));
        QCOMPARE(fog.content, u"The fog hides the reef."_s);
        QCOMPARE(fog.order, 400);
        QVERIFY(!fog.constant && !fog.disabled && !fog.excludeRecursion && !fog.selective);
        const LoreEntry &sleepers = book.entries[1];
        QVERIFY(sleepers.constant);
        QVERIFY(sleepers.disabled); // its category is off
        QVERIFY(sleepers.excludeRecursion);
        QCOMPARE(sleepers.order, 900);
        QCOMPARE(sleepers.content, u"[ Seven sleepers. ]"_s);
    }

    void novelAiReport()
    {
        const auto read = readNovelAiLorebook(parsed(novelAi));
        QCOMPARE(read->warnings.size(), 1);
        QCOMPARE(read->warnings[0].place, u"entries.2"_s);
        QVERIFY(joined(read->mapped).contains(u"firing always (entries: 1)"));
        QVERIFY(joined(read->mapped).contains(u"prefix and suffix"));
        QVERIFY(joined(read->mapped).contains(u"became the order (entries: 2)"));
        for (const QString &word :
             {u"advanced conditions"_s, u"token budgets"_s, u"insertion position"_s, u"search range"_s,
              u"is inserted where its key is"_s, u"order of their numbers"_s})
            QVERIFY2(joined(read->unused).contains(word), qPrintable(word));
        for (const QString &word : {u"phrase biases"_s, u"categories"_s, u"trimmed"_s})
            QVERIFY2(joined(read->kept).contains(word), qPrintable(word));
    }

    void nothingIsLost_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("program");
        QTest::newRow("NovelAI") << QByteArray(novelAi) << u"novelai"_s;
        QTest::newRow("Agnai") << QByteArray(agnai) << u"agnai"_s;
        QTest::newRow("RisuAI") << QByteArray(risu) << u"risuai"_s;
    }
    void nothingIsLost()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, program);
        const Json document = *parseJson(bytes);
        const auto read = program == u"novelai" ? readNovelAiLorebook(document)
                          : program == u"agnai" ? readAgnaiLorebook(document)
                                                : readRisuLorebook(document);
        QVERIFY(read);
        const Lorebook book = throughFile(read->book);
        const Json list = document.value(program == u"risuai" ? u"data" : u"entries");
        QList<Json> originals;
        for (const Json &item : list.items()) {
            if (item.isObject() && item.value(u"mode").toText() != u"folder")
                originals.append(item);
        }
        QCOMPARE(book.entries.size(), originals.size());
        for (qsizetype i = 0; i < originals.size(); ++i) {
            const LoreEntry &entry = book.entries[i];
            QCOMPARE(entry.source.value(u"extensions").value(program), originals[i]);
            // All that SillyTavern expects of an entry is there.
            for (const QString &key : {u"uid"_s, u"key"_s, u"keysecondary"_s, u"comment"_s, u"content"_s,
                                       u"disable"_s, u"order"_s, u"probability"_s, u"position"_s})
                QVERIFY2(entry.source.contains(key), qPrintable(key));
            QVERIFY(!entry.source.contains(u"keys"));
        }
        const Json rest = book.source.value(u"extensions").value(program);
        QVERIFY(rest.isObject());
        if (program == u"novelai")
            QCOMPARE(rest.value(u"categories").size(), 1);
        else if (program == u"agnai")
            QCOMPARE(rest.value(u"userId").toText(), u"u"_s);
        else
            QCOMPARE(rest.value(u"folders").size(), 1);
    }

    void agnaiEntries()
    {
        const auto read = readAgnaiLorebook(parsed(agnai));
        QVERIFY(read);
        QCOMPARE(read->book.name, u"Coast"_s);
        const Lorebook book = throughFile(read->book);
        QCOMPARE(book.source.value(u"description").toText(), u"All about it"_s);
        QCOMPARE(book.source.value(u"scan_depth").toInt(), 12);
        QCOMPARE(book.source.value(u"recursive_scanning").asBool(), std::optional(false));
        const LoreEntry &fog = book.entries[0];
        QCOMPARE(fog.keys, (QStringList{u"fog"_s, u"/sea m\\S*st/i"_s, u"/b\\Sat/i"_s}));
        QCOMPARE(fog.order, 7);
        QCOMPARE(fog.matchWholeWords, std::optional(false));
        QVERIFY(!fog.selective);
        const LoreEntry &lamp = book.entries[1];
        QCOMPARE(lamp.title, u"Lamp"_s);
        QVERIFY(lamp.disabled && lamp.constant && lamp.selective);
        QCOMPARE(lamp.secondaryKeys, QStringList{u"night"_s});
        QCOMPARE(lamp.secondaryLogic, LoreEntry::SecondaryLogic::NotAny);
        QCOMPARE(lamp.position, LoreEntry::Position::AfterChar);
        QCOMPARE(lamp.probability, 40);
        QVERIFY(joined(read->unused).contains(u"priority"));
        QVERIFY(joined(read->unused).contains(u"(entries: 1)"));
        // Entries are counted, not their keys.
        QVERIFY(joined(read->mapped).contains(u"regular expressions (entries: 1)"));
    }

    void risuEntries()
    {
        const auto read = readRisuLorebook(parsed(risu));
        QVERIFY(read);
        const Lorebook book = throughFile(read->book);
        QCOMPARE(book.entries.size(), 4);
        const LoreEntry &fog = book.entries[0];
        QCOMPARE(fog.keys, (QStringList{u"fog"_s, u"sea mist"_s}));
        QCOMPARE(fog.secondaryKeys, (QStringList{u"reef"_s, u"rock"_s}));
        QVERIFY(fog.selective);
        QCOMPARE(fog.order, 55);
        QCOMPARE(fog.probability, 0); // never, not always
        QVERIFY(fog.useProbability);
        QCOMPARE(fog.caseSensitive, std::optional(true));
        const LoreEntry &expression = book.entries[1];
        QCOMPARE(expression.keys, QStringList{u"/a{1,2}/i"_s});
        QCOMPARE(expression.position, LoreEntry::Position::AtDepth);
        QCOMPARE(expression.depth, 3);
        QCOMPARE(expression.role, Role::User);
        QCOMPARE(expression.scanDepth, std::optional(8));
        QCOMPARE(expression.probability, 25);
        QCOMPARE(expression.secondaryKeys, (QStringList{u"day"_s, u"noon"_s}));
        QCOMPARE(expression.secondaryLogic, LoreEntry::SecondaryLogic::NotAny);
        QVERIFY(expression.preventRecursion);
        QCOMPARE(expression.content, u"@@inject_at x\n@@activate\nAt night."_s);
        QVERIFY(joined(read->unused).contains(u"@@inject_at"));
        QVERIFY(!joined(read->unused).contains(u"@@activate"));
        QVERIFY(book.entries[2].constant);
        const LoreEntry &child = book.entries[3];
        QVERIFY(child.disabled);
        QCOMPARE(child.content, u"The fog hides the reef."_s);
        QVERIFY(joined(read->kept).contains(u"folders"));
    }

    void brokenOnes_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("no entries") << QByteArray("{}");
        QTest::newRow("entries are a text")
            << QByteArray("{\"entries\":\"x\",\"data\":\"x\",\"type\":\"risu\"}");
    }
    void brokenOnes()
    {
        QFETCH(QByteArray, bytes);
        const Json document = *parseJson(bytes);
        QVERIFY(!readNovelAiLorebook(document));
        QVERIFY(!readAgnaiLorebook(document));
        QVERIFY(!readRisuLorebook(document));
    }

    void oddValuesAreNoReasonToStop()
    {
        const Json document = *parseJson(
            "{\"entries\":[{\"keys\":\"a, b\",\"contextConfig\":7,\"text\":null,\"weight\":\"5\","
            "\"keywords\":null,\"loreBiasGroups\":3}],\"data\":[{\"key\":4,\"activationPercent\":\"\","
            "\"content\":null,\"insertorder\":\"9\"}],\"type\":\"risu\"}");
        QCOMPARE(readNovelAiLorebook(document)->book.entries[0].keys, (QStringList{u"a"_s, u"b"_s}));
        QCOMPARE(readAgnaiLorebook(document)->book.entries[0].order, 5);
        const auto read = readRisuLorebook(document);
        QCOMPARE(read->book.entries[0].order, 9);
        QCOMPARE(read->book.entries[0].probability, 100);
    }

    // The packing is undone by the reader; the other way round is here.
    void aModule()
    {
        const QByteArray text =
            "{\"module\":{\"name\":\"Coast\",\"lorebook\":[{\"key\":\"fog\",\"content\":\"x\"}]},"
            "\"type\":\"risuModule\"}";
        const QByteArray module = packedModule(text);
        const auto read = readRisuModule(module);
        QVERIFY2(read, read ? "" : qPrintable(read.error().what));
        QCOMPARE(read->value(u"name").toText(), u"Coast"_s);
        QCOMPARE(read->value(u"lorebook").size(), 1);
        QVERIFY(!readRisuModule(module.first(module.size() - 4)));
        QVERIFY(!readRisuModule(packedModule("{\"type\":\"risuModule\"}")));
        QVERIFY(!readRisuModule(packedModule("nonsense")));
        QByteArray later = module;
        later[1] = 1;
        QVERIFY(!readRisuModule(later));
        QVERIFY(!readRisuModule(QByteArray("\x6f\x00\xff\xff\xff\xff", 6)));
    }

private:
    // As RisuAI packs a module.
    static QByteArray packedModule(const QByteArray &text)
    {
        QByteArray packed;
        for (const char byte : text)
            packed.append(packedByte(byte));
        QByteArray module(6, '\0');
        module[0] = 111;
        qToLittleEndian<quint32>(quint32(packed.size()), module.data() + 2);
        return module + packed;
    }
    static char packedByte(char wanted);
};

// The substitution of the format, docs/formats/risu.md#module.
char TestForeignLorebooks::packedByte(char wanted)
{
    static const QByteArray table =
        QByteArray::fromHex("2cf7848bc965fbb69faeb3032d0169741fe4a3ecee5c3421934a0f6ae262029e"
                            "229cfd3cfc71c7c6ad596705706d8a4412fa24865fafd17a47cefe5063dd5106"
                            "6f18e052a8099d56734cb8536cc3a00e19cf3e0d7e07326846ea48f9992eaba4"
                            "49205e5535380cbcd3b1581679280a1ae1f2cdc439dba2ba6072767d95ef7fc8"
                            "c0de3794bfb51481922545ace7f566a72b365ac113e34b3ae88d831b7c27b09a"
                            "42eb87aadc548e7826d25729d4b7f82f8f8975f04177c21effd81511e5049717"
                            "f331d09b00d7cab44f2a3bd9b26bda5da13f3061bd913d4ee6dfbe4d828c1d23"
                            "109864f485337b9043bba988f1d6a51cf6cc6eb95b0b96edd5e9c5cb08a68040");
    return char(table.indexOf(wanted));
}

} // namespace tst_foreignlorebooks

SNUG_TEST(tst_foreignlorebooks, TestForeignLorebooks, Nothing)
#include "tst_foreignlorebooks.moc"
