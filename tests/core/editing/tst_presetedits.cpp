#include "core/editing/presetcomparison.h"
#include "core/editing/presetedits.h"
#include "core/formats/preset.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_presetedits {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

// "a -b | c*": a on, b off, c without a place in the order; * is a block of the user's own.
Preset presetOf(const QString &text)
{
    Preset preset;
    PromptOrder order;
    bool isListed = true;
    for (QString word : text.split(u' ', Qt::SkipEmptyParts)) {
        if (word == u"|") {
            isListed = false;
            continue;
        }
        const bool isOff = word.startsWith(u'-');
        if (isOff)
            word.remove(0, 1);
        PromptBlock block;
        block.systemPrompt = !word.endsWith(u'*');
        word.remove(u'*');
        block.identifier = block.name = word;
        block.content = u"text of "_s + word;
        preset.prompts.append(block);
        if (isListed)
            order.items.append({.identifier = word, .enabled = !isOff, .source = {}});
    }
    preset.orders = {order};
    return preset;
}

QString orderText(const Preset &preset)
{
    QStringList words;
    for (const QString &identifier : blockOrder(preset))
        words.append((isBlockOn(preset, identifier) ? QString() : u"-"_s) + identifier);
    return words.join(u' ');
}

QString allBlocks(const Preset &preset)
{
    QStringList words;
    for (const PromptBlock &block : preset.prompts)
        words.append(block.identifier);
    return words.join(u' ');
}

} // namespace

// Outside of the class, where moc would not see past them.
static const char leftPreset[] =
    R"({"temperature": 0.9, "own": {"x": 1.50}, "impersonation_prompt": "As {{user}}.", )"
    R"("openai_max_context": 4096, "prompts": [{"identifier": "a", "name": "A", "content": "1"}, )"
    R"({"identifier": "b", "content": "2"}, {"identifier": "c", "content": "3"}], )"
    R"("prompt_order": [{"character_id": 100001, "order": [{"identifier": "a", "enabled": true}, )"
    R"({"identifier": "b", "enabled": true}, {"identifier": "c", "enabled": false}]}]})";
static const char rightPreset[] =
    R"({"temperature": 1.1, "top_p": 0.5, "impersonation_prompt": "As {{user}}!", )"
    R"("openai_max_context": 4096, "prompts": [{"identifier": "a", "name": "A", "content": "1"}, )"
    R"({"identifier": "b", "content": "2"}, {"identifier": "c", "content": "3"}], )"
    R"("prompt_order": [{"character_id": 100001, "order": [{"identifier": "c", "enabled": false}, )"
    R"({"identifier": "a", "enabled": true}, {"identifier": "b", "enabled": true}]}]})";

class TestPresetEdits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ordersOfCharacters()
    {
        Preset preset = presetOf(u"a -b c"_s);
        preset.orders.append({.characterId = 100000, .items = {}, .source = {}});
        Preset with = withOrderFor(preset, 7);
        QCOMPARE(otherOrders(with), (QList<qint64>{100000, 7}));
        with = withMoved(with, {u"c"_s}, -1);
        QCOMPARE(orderText(with), u"a c -b"_s);
        QCOMPARE(orderText(withOrderOf(with, 7)), u"a -b c"_s);
        QCOMPARE(orderText(withOrderOf(withOrderFor(with, 7), 7)), u"a c -b"_s); // replaced
        QCOMPARE(withOrderFor(with, 7).orders.size(), 3);
        QCOMPARE(withoutOrderFor(with, 7).orders.size(), 2);
        // What is in use and what SillyTavern left there stay.
        for (const qint64 id : {qint64(100001), qint64(100000)}) {
            QCOMPARE(withoutOrderFor(with, id), with);
            QCOMPARE(withOrderFor(with, id), with);
        }
    }

    void init() { QTest::failOnWarning(); }

    void blocksMoveTogether_data()
    {
        QTest::addColumn<QStringList>("chosen");
        QTest::addColumn<int>("direction");
        QTest::addColumn<QString>("after");
        QTest::newRow("one up") << QStringList{u"c"_s} << -1 << u"a c -b d"_s;
        QTest::newRow("one down") << QStringList{u"b"_s} << 1 << u"a c -b d"_s;
        QTest::newRow("two neighbours up") << QStringList{u"b"_s, u"c"_s} << -1 << u"-b c a d"_s;
        QTest::newRow("two apart down") << QStringList{u"a"_s, u"c"_s} << 1 << u"-b a d c"_s;
        QTest::newRow("at the top they stay") << QStringList{u"a"_s, u"c"_s} << -1 << u"a c -b d"_s;
        QTest::newRow("all") << QStringList{u"a"_s, u"b"_s, u"c"_s, u"d"_s} << 1 << u"a -b c d"_s;
        QTest::newRow("unknown") << QStringList{u"x"_s} << 1 << u"a -b c d"_s;
    }

    void blocksMoveTogether()
    {
        QFETCH(QStringList, chosen);
        QFETCH(int, direction);
        QFETCH(QString, after);
        QCOMPARE(orderText(withMoved(presetOf(u"a -b c d"_s), chosen, direction)), after);
    }

    void blocksAreSwitchedTakenOutAndPutIn()
    {
        const Preset preset = presetOf(u"a -b c | d e*"_s);
        QCOMPARE(orderText(withSwitched(preset, {u"a"_s, u"b"_s}, true)), u"a b c"_s);
        QCOMPARE(orderText(withSwitched(preset, {u"a"_s, u"d"_s}, false)), u"-a -b c"_s);
        QCOMPARE(blockSwitches(preset),
                 (QHash<QString, bool>{{u"a"_s, true}, {u"b"_s, false}, {u"c"_s, true}}));
        const Preset less = withTakenOut(preset, {u"b"_s, u"c"_s});
        QCOMPARE(orderText(less), u"a"_s);
        QCOMPARE(allBlocks(less), allBlocks(preset));
        QCOMPARE(orderText(withPutIn(preset, {u"d"_s, u"e"_s}, u"a")), u"a d e -b c"_s);
        QCOMPARE(orderText(withPutIn(preset, {u"d"_s}, u"nowhere")), u"a -b c d"_s);
        QCOMPARE(withPutIn(preset, {u"a"_s, u"x"_s}, u"c"), preset);
    }

    void builtInBlocksAreNotDeleted()
    {
        Preset preset = presetOf(u"a b* | c*"_s);
        preset.prompts[2].marker = true;
        const Preset after = withDeleted(preset, {u"a"_s, u"b"_s, u"c"_s});
        QCOMPARE(allBlocks(after), u"a c"_s);
        QCOMPARE(orderText(after), u"a"_s);
    }

    void newBlocksGetAPlaceAndAnIdentifier()
    {
        const Preset preset = presetOf(u"a -b"_s);
        const PromptBlock block = newBlock(preset, u"Mine"_s);
        QVERIFY(!block.identifier.isEmpty());
        const Preset after = withNew(preset, block, u"a");
        QCOMPARE(orderText(after), u"a %1 -b"_s.arg(block.identifier));
        QVERIFY(newBlock(after, {}).identifier != block.identifier);
        // A preset without an order gets one.
        Preset without = preset;
        without.orders.clear();
        QCOMPARE(orderText(withNew(without, block, u"a")), block.identifier);
    }

    void copiesAreOrdinaryBlocks()
    {
        Preset preset = presetOf(u"a -b c"_s);
        preset.prompts[0].marker = true;
        QStringList copies;
        const Preset after = withDuplicates(preset, {u"a"_s, u"b"_s}, &copies);
        QCOMPARE(copies.size(), 2);
        QCOMPARE(orderText(after), u"a -b %1 -%2 c"_s.arg(copies[0], copies[1]));
        const PromptBlock *copy = findBlock(after, copies[0]);
        QVERIFY(copy && !copy->marker && !copy->systemPrompt);
        QCOMPARE(copy->content, u"text of a"_s);
        QCOMPARE(copy->name, u"a copy"_s);
        const Preset again = withDuplicates(after, {u"a"_s}, nullptr);
        QVERIFY(std::ranges::contains(again.prompts, u"a copy 2"_s, &PromptBlock::name));
    }

    void foldersByPlace()
    {
        Preset preset;
        PromptOrder order;
        for (const QString &name : {u"a"_s, u"b"_s, u"c"_s, u"d"_s, u"e"_s, u"f"_s}) {
            PromptBlock block;
            block.identifier = block.name = name;
            preset.prompts.append(block);
            order.items.append({.identifier = name, .enabled = true, .source = {}});
        }
        preset.orders = {order};
        preset = withFolder(preset, {u"b"_s, u"c"_s, u"d"_s}, u"Style"_s);
        const auto placed = [&preset](const QStringList &names, const QStringList &moved) {
            const Preset made = withFoldersByPlace(withBlocksInOrder(preset, names), moved);
            QString folders;
            for (const QString &name : blockOrder(made))
                folders += blockFolder(*findBlock(made, name)).isEmpty() ? u'-' : u'S';
            return folders;
        };
        const auto names = [](const QString &letters) {
            return letters.split(QString(), Qt::SkipEmptyParts);
        };
        QCOMPARE(placed(names(u"bacdef"_s), {u"a"_s}), u"SSSS--"_s);        // came among them
        QCOMPARE(placed(names(u"bcdaef"_s), {u"a"_s}), u"SSS---"_s);        // below them
        QCOMPARE(placed(names(u"abdefc"_s), {u"c"_s}), u"-SS---"_s);        // left them
        QCOMPARE(placed(names(u"acbdef"_s), {u"b"_s}), u"-SSS--"_s);        // within
        QCOMPARE(placed(names(u"aefbcd"_s), names(u"bcd"_s)), u"---SSS"_s); // as a whole
        QCOMPARE(placed(names(u"befcda"_s), names(u"efa"_s)), u"SSSSS-"_s); // two places at once
    }

    void foldersSurviveTheFile()
    {
        const QByteArray file =
            R"({"prompts":[{"identifier":"a","name":"A","content":"x","mine":1.50},)"
            R"({"identifier":"b","name":"B","content":"y"}],)"
            R"("prompt_order":[{"character_id":100001,"order":[{"identifier":"a","enabled":true}]}]})"_ba;
        const Preset preset = readPreset(file)->preset;
        Preset folded = withFolder(preset, {u"a"_s}, u"Style"_s);
        const PromptBlock made = newBlock(folded, u"Made"_s);
        folded = withFolder(withNew(folded, made, u"a"), {made.identifier}, u"Style"_s);
        const QByteArray written = writePreset(folded);
        QVERIFY2(written.contains("\"mine\":1.50"), written.constData());
        const Preset again = readPreset(written)->preset;
        QCOMPARE(blockFolder(*findBlock(again, u"a")), u"Style"_s);
        QCOMPARE(blockFolder(*findBlock(again, made.identifier)), u"Style"_s);
        QCOMPARE(blockFolder(*findBlock(again, u"b")), QString());
        // The block that was made here has all its keys, as if it had no folder.
        QVERIFY(findBlock(again, made.identifier)->source.contains(u"injection_depth"));
        QCOMPARE(findBlock(again, made.identifier)->name, u"Made"_s);
        // Without folders it is the file of before.
        QCOMPARE(writePreset(withFolder(again, {u"a"_s}, {})).count("snug_folder"), 1);
        QCOMPARE(writePreset(withFolder(withFolder(preset, {u"a"_s}, u"Style"_s), {u"a"_s}, {})), file);
    }

    void anotherOrderCanBeUsed()
    {
        Preset preset = presetOf(u"a b"_s);
        preset.orders.append(PromptOrder{.characterId = 100000,
                                         .items = {{.identifier = u"b"_s, .enabled = false, .source = {}}},
                                         .source = {}});
        QCOMPARE(otherOrders(preset), QList<qint64>{100000});
        const Preset after = withOrderOf(preset, 100000);
        QCOMPARE(orderText(after), u"-b"_s);
        QCOMPARE(after.orders.size(), 2);
        QCOMPARE(withOrderOf(preset, 7), preset);
    }

    void blocksAreCopiedFromAnotherPreset()
    {
        const Preset preset = presetOf(u"a b"_s);
        Preset other = presetOf(u"-c b | d"_s);
        other.prompts[1].content = u"another b"_s;
        QCOMPARE(orderText(withCopied(preset, other, u"c"_s, u"a")), u"a -c b"_s);
        const Preset replaced = withCopied(preset, other, u"b"_s, {});
        QCOMPARE(findBlock(replaced, u"b")->content, u"another b"_s);
        QCOMPARE(orderText(replaced), u"a b"_s);
        const Preset unlisted = withCopied(preset, other, u"d"_s, u"a");
        QCOMPARE(orderText(unlisted), u"a b"_s);
        QVERIFY(findBlock(unlisted, u"d"));
        QCOMPARE(withCopied(preset, other, u"x"_s, {}), preset);
    }

    void presetsAreCompared()
    {
        using State = BlockPair::State;
        const Preset left = presetOf(u"a b -c | u"_s);
        Preset right = presetOf(u"a n b c"_s);
        right.prompts[2].content = u"changed"_s;
        const QList<BlockPair> pairs = comparedBlocks(left, right);
        QStringList shown;
        for (const BlockPair &pair : pairs)
            shown.append(u"%1%2%3"_s.arg(pair.identifier)
                             .arg(int(pair.state))
                             .arg(pair.isTextDifferent     ? u"t"_s
                                  : pair.isSwitchDifferent ? u"s"_s
                                                           : QString()));
        QCOMPARE(shown.join(u' '), u"a%1 n%2 b%3t c%3s u%4"_s.arg(int(State::Same))
                                       .arg(int(State::OnlyRight))
                                       .arg(int(State::Different))
                                       .arg(int(State::OnlyLeft)));
        QVERIFY(comparedBlocks({}, {}).isEmpty());
    }

    // Everything that the files say differently, one at a time taken over: nothing is left in the end.
    void allElseIsComparedAndTakenOver()
    {
        const auto read = [](const QByteArray &bytes) { return readPreset(bytes, u"P"_s)->preset; };
        Preset left = read(leftPreset);
        const Preset right = read(rightPreset);
        QStringList keys;
        const QList<SettingPair> pairs = comparedSettings(left, right);
        for (const SettingPair &pair : pairs)
            keys.append(pair.key);
        QCOMPARE(keys, (QStringList{u"prompt_order"_s, u"temperature"_s, u"own"_s, u"impersonation_prompt"_s,
                                    u"top_p"_s}));
        QCOMPARE(pairs.first().left, u"A\nb\nc"_s);
        QCOMPARE(pairs.first().right, u"c\nA\nb"_s);
        for (const SettingPair &pair : pairs) {
            const qsizetype before = comparedSettings(left, right).size();
            left = withSettingOf(left, right, pair.key);
            QCOMPARE(comparedSettings(left, right).size(), before - 1);
        }
        QVERIFY(comparedSettings(left, right).isEmpty());
        QCOMPARE(left.samplers, right.samplers);
        QCOMPARE(blockOrder(left), blockOrder(right));
        QVERIFY(comparedSettings({}, {}).isEmpty());
    }

    void connectionKeysAreFoundAndTakenOut_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QStringList>("keys");
        QTest::newRow("none") << "{\"prompts\":[]}"_ba << QStringList();
        QTest::newRow("empty ones") << "{\"prompts\":[],\"reverse_proxy\":\"\",\"custom_url\":\" \"}"_ba
                                    << QStringList();
        QTest::newRow("two") << "{\"prompts\":[],\"reverse_proxy\":\"http://a\",\"proxy_password\":\"p\"}"_ba
                             << QStringList{u"reverse_proxy"_s, u"proxy_password"_s};
        QTest::newRow("in an export")
            << "{\"data\":{\"prompts\":[],\"custom_url\":\"http://a\"}}"_ba << QStringList{u"custom_url"_s};
    }

    void connectionKeysAreFoundAndTakenOut()
    {
        QFETCH(QByteArray, file);
        QFETCH(QStringList, keys);
        const Preset preset = readPreset(file)->preset;
        QCOMPARE(connectionKeys(preset), keys);
        const QByteArray written = writePreset(withoutConnectionKeys(preset));
        QVERIFY(connectionKeys(readPreset(written)->preset).isEmpty());
        QVERIFY(!written.contains("http:"));
        if (keys.isEmpty())
            QCOMPARE(written, file);
    }
};

} // namespace tst_presetedits

SNUG_TEST(tst_presetedits, TestPresetEdits, Core)
#include "tst_presetedits.moc"
