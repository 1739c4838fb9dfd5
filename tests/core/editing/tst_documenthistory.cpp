#include "core/editing/documenthistory.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_documenthistory {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

Lorebook bookOf(int entries)
{
    Lorebook book;
    for (int i = 0; i < entries; ++i) {
        LoreEntry entry;
        entry.uid = i;
        entry.title = u"entry %1"_s.arg(i);
        book.entries.append(entry);
    }
    return book;
}

QStringList titles(const Lorebook &book)
{
    QStringList list;
    for (const LoreEntry &entry : book.entries)
        list.append(entry.title);
    return list;
}

} // namespace

class TestDocumentHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void stepsAreTakenBackAndDoneAgain()
    {
        DocumentHistory<QString> history;
        history.reset(u"a"_s);
        QVERIFY(!history.canUndo());
        QVERIFY(!history.undo());
        history.change(u"ab"_s, u"Type B"_s);
        history.change(u"abc"_s, u"Type C"_s);
        QCOMPARE(history.undoLabel(), u"Type C"_s);
        QVERIFY(history.undo());
        QCOMPARE(history.value(), u"ab"_s);
        QCOMPARE(history.undoLabel(), u"Type B"_s);
        QCOMPARE(history.redoLabel(), u"Type C"_s);
        QVERIFY(history.undo());
        QCOMPARE(history.value(), u"a"_s);
        QVERIFY(history.redo());
        QVERIFY(history.redo());
        QVERIFY(!history.redo());
        QCOMPARE(history.value(), u"abc"_s);
    }

    void aNewStepEndsRedoing()
    {
        DocumentHistory<QString> history;
        history.reset(u"a"_s);
        history.change(u"b"_s, u"B"_s);
        history.undo();
        history.change(u"c"_s, u"C"_s);
        QVERIFY(!history.canRedo());
        QVERIFY(history.undo());
        QCOMPARE(history.value(), u"a"_s);
    }

    void typingInOneFieldIsOneStep()
    {
        DocumentHistory<QString> history;
        history.reset({});
        for (const QString &text : {u"h"_s, u"he"_s, u"hey"_s})
            history.change(text, u"Type"_s, u"main"_s);
        history.change(u"hey!"_s, u"Type"_s, u"other"_s);
        QVERIFY(history.undo());
        QCOMPARE(history.value(), u"hey"_s);
        QVERIFY(history.undo());
        QCOMPARE(history.value(), QString());
        QVERIFY(!history.canUndo());
        QVERIFY(history.redo());
        QCOMPARE(history.value(), u"hey"_s);
    }

    void sealingSplitsTyping()
    {
        DocumentHistory<QString> history;
        history.reset({});
        history.change(u"a"_s, u"Type"_s, u"main"_s);
        history.seal();
        history.change(u"ab"_s, u"Type"_s, u"main"_s);
        history.undo();
        QCOMPARE(history.value(), u"a"_s);
        // Typing after an undo does not go on with the step before it.
        history.change(u"ac"_s, u"Type"_s, u"main"_s);
        history.undo();
        QCOMPARE(history.value(), u"a"_s);
    }

    void whatEqualsTheSavedIsNotEdited()
    {
        DocumentHistory<QString> history;
        history.reset(u"a"_s);
        QVERIFY(!history.isEdited());
        history.change(u"ab"_s, u"Type"_s, u"f"_s);
        QVERIFY(history.isEdited());
        history.change(u"a"_s, u"Type"_s, u"f"_s);
        QVERIFY(!history.isEdited());
        history.change(u"abc"_s, u"Type"_s);
        history.markSaved(u"abc"_s);
        QVERIFY(!history.isEdited());
        history.undo();
        QVERIFY(history.isEdited());
        history.redo();
        QVERIFY(!history.isEdited());
        // Saved while one typed on.
        history.markSaved(u"ab"_s);
        QVERIFY(history.isEdited());
        history.markUnsaved();
        history.change(u"ab"_s, u"Type"_s);
        QVERIFY(history.isEdited());
        history.markSaved(u"ab"_s);
        QVERIFY(!history.isEdited());
    }

    void theOldestStepsGo()
    {
        DocumentHistory<QString> history;
        history.reset(u"start"_s);
        for (size_t i = 0; i <= DocumentHistory<QString>::StepLimit; ++i)
            history.change(QString::number(i), u"Count"_s);
        size_t undone = 0;
        while (history.undo())
            ++undone;
        QCOMPARE(undone, DocumentHistory<QString>::StepLimit);
        QCOMPARE(history.value(), u"0"_s);
    }

    void aStepOfALongListKeepsWhatChanged_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("removed");
        QTest::addColumn<QStringList>("added");
        QTest::addColumn<int>("kept");
        QTest::newRow("one changed") << 50 << 1 << QStringList{u"x"_s} << 2;
        QTest::newRow("one added in the middle") << 50 << 0 << QStringList{u"x"_s} << 1;
        QTest::newRow("one added at the end") << 100 << 0 << QStringList{u"x"_s} << 1;
        QTest::newRow("one added at the start") << 0 << 0 << QStringList{u"x"_s} << 1;
        QTest::newRow("first removed") << 0 << 1 << QStringList() << 1;
        QTest::newRow("last three removed") << 97 << 3 << QStringList() << 3;
        QTest::newRow("all removed") << 0 << 100 << QStringList() << 100;
        QTest::newRow("nothing") << 0 << 0 << QStringList() << 0;
        QTest::newRow("the same one again") << 7 << 0 << QStringList{u"entry 7"_s} << 1;
    }

    void aStepOfALongListKeepsWhatChanged()
    {
        QFETCH(int, from);
        QFETCH(int, removed);
        QFETCH(QStringList, added);
        QFETCH(int, kept);
        const Lorebook before = bookOf(100);
        Lorebook after = before;
        after.name = u"renamed"_s;
        after.entries.remove(from, removed);
        for (const QString &title : added) {
            LoreEntry entry;
            entry.uid = title.startsWith(u"entry") ? from : 1'000;
            entry.title = title;
            after.entries.insert(from, entry);
        }
        const StepOf<Lorebook>::Type step(before, after);
        QCOMPARE(step.keptItems(), kept);
        QCOMPARE(step.undone(after), before);
        QCOMPARE(step.redone(before), after);
    }

    void aLongListGoesBackAndForth()
    {
        DocumentHistory<Lorebook> history;
        history.reset(bookOf(20));
        QList<QStringList> states{titles(history.value())};
        for (int i = 0; i < 60; ++i) {
            Lorebook book = history.value();
            const int row = int((i * 7) % book.entries.size());
            if (i % 3 == 0)
                book.entries[row].title = u"changed %1"_s.arg(i);
            else if (i % 3 == 1)
                book.entries.removeAt(row);
            else
                book.entries.move(row, (row + 5) % book.entries.size());
            if (i % 4 == 0)
                book.entries.append(bookOf(1).entries);
            if (book == history.value())
                continue; // one that went came back at once
            history.change(book, u"Step"_s, i % 5 == 0 ? u"field"_s : QString());
            states.append(titles(book));
        }
        for (qsizetype i = states.size() - 2; i >= 0; --i) {
            QVERIFY(history.undo());
            QCOMPARE(titles(history.value()), states[i]);
        }
        QVERIFY(!history.isEdited());
        for (qsizetype i = 1; i < states.size(); ++i) {
            QVERIFY(history.redo());
            QCOMPARE(titles(history.value()), states[i]);
        }
    }
};

} // namespace tst_documenthistory

SNUG_TEST(tst_documenthistory, TestDocumentHistory, Core)
#include "tst_documenthistory.moc"
