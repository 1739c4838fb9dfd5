// Fields of lore entries one at a time, and what is done to many entries at once.

#include "core/formats/worldinfo.h"
#include "core/library/lorebookedits.h"
#include "core/library/loreentrycell.h"
#include "tests/testregistry.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <numeric>

namespace tst_lorebookedits {

using namespace Qt::StringLiterals;
using namespace snug;

// Uids in list order; the file's order is the other way round.
static Lorebook book(const QList<int> &uids)
{
    Lorebook made;
    for (qsizetype i = 0; i < uids.size(); ++i) {
        LoreEntry entry;
        entry.uid = uids[i];
        entry.title = QString::number(uids[i]);
        entry.displayIndex = int(i) * 10;
        made.entries.prepend(entry);
    }
    return made;
}

static QList<int> listed(const Lorebook &shown)
{
    QList<LoreEntry> entries = shown.entries;
    std::ranges::stable_sort(entries, {}, &LoreEntry::displayIndex);
    QList<int> uids;
    for (const LoreEntry &entry : entries)
        uids.append(entry.uid);
    return uids;
}

static const LoreEntry &find(const Lorebook &shown, int uid)
{
    return *std::ranges::find(shown.entries, uid, &LoreEntry::uid);
}

// Outside of the class, where moc would not see past them.
static const char oneEntry[] = R"({"entries":{"0":{"uid":0,"key":["a"],"content":"x","other":1}}})";
static const char twoEntries[] = R"({"entries":{"0":{"uid":0,"key":["a"],"content":"x","displayIndex":0},)"
                                 R"("1":{"uid":1,"key":["b"],"content":"y","displayIndex":1}}})";
static const char aWorld[] = R"({"entries":{},"name":"Coast","x":1.50})";
static const char aCardBook[] =
    R"({"name":"Coast","description":"old","scan_depth":3,"entries":[],"x":1.50})";
static const char aloneBook[] =
    R"({"spec":"lorebook_v3","data":{"description":"old","entries":[],"x":1.50}})";

class TestLorebookEdits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    // Each field takes a value of its kind, gives it back, and changes nothing else.
    void fields_data()
    {
        QTest::addColumn<int>("field");
        QTest::addColumn<QVariant>("value");
        QTest::addColumn<QVariant>("refused"); // invalid = nothing is
        for (const FieldInfo &info : loreFields()) {
            const FieldBounds bounds = loreFieldBounds(LoreField(info.id));
            QVariant value;
            QVariant refused;
            switch (info.kind) {
            case FieldKind::Check:
                value = !loreFieldValue(LoreEntry(), LoreField(info.id)).toBool();
                break;
            case FieldKind::Line:
            case FieldKind::Text:
                value = u"fog"_s;
                break;
            case FieldKind::List:
                value = QStringList{u"fog, mist"_s, u"sea"_s};
                break;
            case FieldKind::Choice:
                value = int(bounds.most);
                refused = int(bounds.most) + 1;
                break;
            case FieldKind::Whole:
            case FieldKind::OptionalWhole:
            case FieldKind::AbsentWhole:
                value = 7;
                refused = 7.5;
                break;
            case FieldKind::Number:
            case FieldKind::AbsentNumber:
                value = 12.5;
                refused = bounds.most + 1;
                break;
            case FieldKind::Optional:
                value = true;
                break;
            }
            QTest::newRow(qPrintable(info.label)) << int(LoreField(info.id)) << value << refused;
        }
    }
    void fields()
    {
        QFETCH(int, field);
        QFETCH(QVariant, value);
        QFETCH(QVariant, refused);
        const FieldInfo info = loreFieldInfo(LoreField(field));
        QCOMPARE(int(LoreField(info.id)), field);
        QCOMPARE(info.kind, loreFieldKind(LoreField(info.id)));
        QVERIFY(!info.label.isEmpty() && !info.meaning.isEmpty());
        LoreEntry entry;
        QVERIFY(setLoreFieldValue(entry, LoreField(info.id), value));
        QCOMPARE(loreFieldValue(entry, LoreField(info.id)), value);
        const LoreEntry before = entry;
        if (refused.isValid()) {
            QVERIFY(!setLoreFieldValue(entry, LoreField(info.id), refused));
            QCOMPARE(entry, before);
        }
        QVERIFY(!setLoreFieldValue(entry, LoreField::Order, u"first"_s));
        for (const FieldInfo &other : loreFields()) {
            if (LoreField(other.id) != LoreField(info.id))
                QCOMPARE(loreFieldValue(entry, LoreField(other.id)),
                         loreFieldValue(LoreEntry(), LoreField(other.id)));
        }
        // What is optional can be left to the settings again.
        if (info.kind == FieldKind::Optional || info.kind == FieldKind::OptionalWhole) {
            QVERIFY(setLoreFieldValue(entry, LoreField(info.id), QVariant()));
            QVERIFY(!loreFieldValue(entry, LoreField(info.id)).isValid());
        }
    }

    // A book of 400 entries that are numbered one after the other, as SillyTavern leaves it: what is done to
    // one entry is one entry's difference.
    void oneEntryIsOneDifference_data()
    {
        QTest::addColumn<int>("place");
        for (const int place : {0, 1, 200, 398, 399, -1})
            QTest::newRow(qPrintable(QString::number(place))) << place;
    }
    void oneEntryIsOneDifference()
    {
        QFETCH(int, place);
        Lorebook dense;
        for (int uid = 0; uid < 400; ++uid) {
            LoreEntry entry;
            entry.uid = entry.displayIndex = uid;
            dense.entries.append(entry);
        }
        const auto changedIn = [&](const Lorebook &edited) {
            int changed = 0;
            for (const LoreEntry &entry : dense.entries)
                changed += find(edited, entry.uid) == entry ? 0 : 1;
            return changed;
        };
        const LorebookEdit inserted = insertedEntry(dense, place);
        QCOMPARE(changedIn(inserted.book), 0);
        QList<int> uids = listed(dense);
        uids.insert(place < 0 ? uids.size() : place, 400);
        QCOMPARE(listed(inserted.book), uids);
        if (place < 0)
            return;
        QCOMPARE(changedIn(duplicatedEntries(dense, {place}).book), 0);
        QCOMPARE(changedIn(movedEntries(dense, {place}, place > 0 ? -1 : 1)), 1);
        QCOMPARE(changedIn(withoutEntries(dense, {1000})), 0);
    }

    // Again and again at the same place: the list is right, and what was there is never numbered anew twice.
    void ordersHold()
    {
        QRandomGenerator random(3);
        for (int round = 0; round < 200; ++round) {
            Lorebook any;
            for (int i = 0, n = 1 + random.bounded(12); i < n; ++i) {
                LoreEntry entry;
                entry.uid = i;
                entry.displayIndex = random.bounded(8); // equal ones, gaps
                any.entries.append(entry);
            }
            QList<qsizetype> rows(any.entries.size());
            std::iota(rows.begin(), rows.end(), 0);
            std::shuffle(rows.begin(), rows.end(), random);
            Lorebook ordered = any;
            const qsizetype firstNew = any.entries.size() - random.bounded(2);
            listEntries(ordered, rows, firstNew);
            QList<int> uids;
            for (const qsizetype row : std::as_const(rows))
                uids.append(ordered.entries.at(row).uid);
            QCOMPARE(listed(ordered), uids);
            Lorebook again = ordered;
            listEntries(again, rows);
            QCOMPARE(again, ordered);
        }
    }

    void choicesAreAllThereAre()
    {
        for (const FieldInfo &info : loreFields()) {
            if (info.kind == FieldKind::Choice)
                QCOMPARE(info.choices.size(), qsizetype(loreFieldBounds(LoreField(info.id)).most) + 1);
        }
    }

    void theAutomationIdIsInTheFile()
    {
        const QByteArray bytes = oneEntry;
        Lorebook read = readWorldInfo(bytes)->book;
        QVERIFY(setLoreFieldValue(read.entries[0], LoreField::AutomationId, u"bell"_s));
        const QByteArray written = writeWorldInfo(read);
        QVERIFY2(written.contains("\"automationId\":\"bell\"") && written.contains("\"other\":1"),
                 written.constData());
        QCOMPARE(readWorldInfo(written)->book.entries.size(), 1);
        // A new entry has all that SillyTavern expects.
        LoreEntry fresh;
        fresh.keys = {u"b"_s};
        QVERIFY(setLoreFieldValue(fresh, LoreField::AutomationId, u"horn"_s));
        fresh.content = u"later"_s;
        read = insertedEntry(read, -1, fresh).book;
        const Lorebook again = readWorldInfo(writeWorldInfo(read))->book;
        QCOMPARE(again.entries.size(), 2);
        QCOMPARE(again.entries[1].content, u"later"_s);
        QCOMPARE(again.entries[1].keys, QStringList{u"b"_s});
        QCOMPARE(loreFieldValue(again.entries[1], LoreField::AutomationId), QVariant(u"horn"_s));
        QVERIFY(again.entries[1].source.contains(u"keysecondary"));
        // Cards have it among their extensions.
        Json card = Json::object();
        card.set(u"keys"_s, Json(QStringList{u"a"_s}));
        LoreEntry ofCard;
        ofCard.source = card;
        QVERIFY(setLoreFieldValue(ofCard, LoreField::AutomationId, u"bell"_s));
        QCOMPARE(ofCard.source.value(u"extensions").value(u"automation_id").toText(), u"bell"_s);
    }

    void keysOfLines_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("known");
        QTest::addColumn<QStringList>("keys");
        QTest::newRow("a line each") << u"fog\nsea mist"_s << QStringList{}
                                     << QStringList{u"fog"_s, u"sea mist"_s};
        QTest::newRow("commas, too") << u"fog, sea mist,\n"_s << QStringList{}
                                     << QStringList{u"fog"_s, u"sea mist"_s};
        QTest::newRow("a key that had one")
            << u"a, b\nc, d"_s << QStringList{u"a, b"_s} << QStringList{u"a, b"_s, u"c"_s, u"d"_s};
        QTest::newRow("inside an expression")
            << u"/a{1,2}/i, b"_s << QStringList{} << QStringList{u"/a{1,2}/i"_s, u"b"_s};
        QTest::newRow("nothing") << u" \n,"_s << QStringList{} << QStringList{};
    }
    void keysOfLines()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, known);
        QFETCH(QStringList, keys);
        QCOMPARE(keysFromLines(text, known), keys);
    }

    void entriesCome()
    {
        const Lorebook before = book({5, 2, 9});
        LorebookEdit edit = insertedEntry(before, 2);
        QCOMPARE(edit.uids, QList<int>{10});
        QCOMPARE(listed(edit.book), (QList<int>{5, 10, 2, 9}));
        QCOMPARE(edit.book.entries.last().uid, 10); // in the file at the end
        QCOMPARE(listed(insertedEntry(before, -1).book), (QList<int>{5, 2, 9, 10}));
        QCOMPARE(listed(insertedEntry(before, 77).book), (QList<int>{5, 2, 9, 10}));

        edit = duplicatedEntries(before, {9, 5, 77});
        QCOMPARE(edit.uids, (QList<int>{10, 11}));
        QCOMPARE(listed(edit.book), (QList<int>{5, 10, 2, 9, 11}));
        QCOMPARE(find(edit.book, 11).title, u"9"_s);
    }

    void copiesAreEntriesOfTheirOwnInTheFile()
    {
        const QByteArray bytes = twoEntries;
        const Lorebook read = readWorldInfo(bytes)->book;
        const Lorebook again = readWorldInfo(writeWorldInfo(duplicatedEntries(read, {0}).book))->book;
        QCOMPARE(listed(again), (QList<int>{0, 2, 1}));
        QCOMPARE(find(again, 2).content, u"x"_s);
        QCOMPARE(again.entries[0].uid, 0);
    }

    void entriesGo()
    {
        QCOMPARE(listed(withoutEntries(book({5, 2, 9}), {2, 77})), (QList<int>{5, 9}));
        QCOMPARE(withoutEntries(book({5}), {}), book({5}));
    }

    void moved_data()
    {
        QTest::addColumn<QList<int>>("uids");
        QTest::addColumn<int>("by");
        QTest::addColumn<QList<int>>("after");
        QTest::newRow("up") << QList<int>{3} << -1 << QList<int>{1, 3, 2, 4};
        QTest::newRow("down") << QList<int>{3} << 1 << QList<int>{1, 2, 4, 3};
        QTest::newRow("several up") << QList<int>{4, 2} << -1 << QList<int>{2, 1, 4, 3};
        QTest::newRow("at the top they stay") << QList<int>{1, 2} << -1 << QList<int>{1, 2, 3, 4};
        QTest::newRow("at the bottom they stay") << QList<int>{3, 4} << 1 << QList<int>{1, 2, 3, 4};
        QTest::newRow("what can, moves") << QList<int>{1, 3} << -1 << QList<int>{1, 3, 2, 4};
    }
    void moved()
    {
        QFETCH(QList<int>, uids);
        QFETCH(int, by);
        QFETCH(QList<int>, after);
        const Lorebook before = book({1, 2, 3, 4});
        const Lorebook result = movedEntries(before, uids, by);
        QCOMPARE(listed(result), after);
        if (after == listed(before))
            QCOMPARE(result, before);
    }

    void listedInAnotherOrder()
    {
        QCOMPARE(listed(listedAs(book({1, 2, 3, 4}), {4, 1, 3, 77})), (QList<int>{4, 2, 1, 3}));
    }

    void manyAtOnce()
    {
        Lorebook shown = book({1, 2, 3});
        shown.entries[0].keys = {u"fog"_s};
        shown.entries[0].order = 999'990;
        shown = withField(shown, {1, 3}, LoreField::Order, 20, LoreChange::Add);
        QCOMPARE(find(shown, 1).order, 120);
        QCOMPARE(find(shown, 2).order, 100);
        QCOMPARE(find(shown, 3).order, 1'000'000); // not beyond what is possible
        shown = withField(shown, {1, 3}, LoreField::Keys, QStringList{u"fog"_s, u"sea"_s}, LoreChange::Add);
        QCOMPARE(find(shown, 1).keys, (QStringList{u"fog"_s, u"sea"_s}));
        QCOMPARE(find(shown, 3).keys, (QStringList{u"fog"_s, u"sea"_s}));
        shown = withField(shown, {3}, LoreField::Keys, QStringList{u"fog"_s}, LoreChange::Remove);
        QCOMPARE(find(shown, 3).keys, QStringList{u"sea"_s});
        shown = withField(shown, {1, 2}, LoreField::Position, 4);
        QCOMPARE(find(shown, 2).position, LoreEntry::Position::AtDepth);
        QCOMPARE(find(shown, 3).position, LoreEntry::Position::BeforeChar);
        shown = withOrders(shown, {3, 1}, 10, 5);
        QCOMPARE(find(shown, 3).order, 10);
        QCOMPARE(find(shown, 1).order, 15);
        QCOMPARE(find(shown, 2).order, 100);
    }

    void traits_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("a world") << QByteArray(aWorld);
        QTest::newRow("a book of a card") << QByteArray(aCardBook);
        QTest::newRow("stand-alone") << QByteArray(aloneBook);
    }
    void traits()
    {
        QFETCH(QByteArray, bytes);
        const Lorebook read = readWorldInfo(bytes)->book;
        QCOMPARE(withTraits(read, lorebookTraits(read)), read);
        const LorebookTraits wanted{u"All about the coast"_s, 5, 600, true};
        const QByteArray written = writeWorldInfo(withTraits(read, wanted));
        const Lorebook again = readWorldInfo(written)->book;
        QCOMPARE(lorebookTraits(again), wanted);
        QVERIFY(written.contains("1.50"));
        QCOMPARE(lorebookTraits(withTraits(again, {})), LorebookTraits());
    }

    void whatHasNoEffectIsKnown()
    {
        LoreEntry entry;
        QVERIFY(!isLoreFieldUsed(entry, LoreField::Depth));
        QVERIFY(!isLoreFieldUsed(entry, LoreField::GroupWeight));
        entry.position = LoreEntry::Position::AtDepth;
        entry.group = u"a"_s;
        QVERIFY(isLoreFieldUsed(entry, LoreField::Depth));
        QVERIFY(isLoreFieldUsed(entry, LoreField::GroupWeight));
        QVERIFY(isLoreFieldUsed(entry, LoreField::Content));
    }
};

} // namespace tst_lorebookedits

SNUG_TEST(tst_lorebookedits, TestLorebookEdits, Nothing)
#include "tst_lorebookedits.moc"
