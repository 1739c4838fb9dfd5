// The table of the lorebook editor: sorted, searched, dragged, and several entries changed together.

#include "core/library/loreentriesmodel.h"
#include "tests/hands/userhands.h"
#include "tests/testregistry.h"
#include "tests/widgets/editors/lore/lorebookfixture.h"
#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/editors/lore/lorebookeditorhead.h"
#include "widgets/editors/lore/lorebulkform.h"
#include "widgets/editors/lore/loreentryform.h"
#include "widgets/editors/lore/lorerows.h"
#include "widgets/editors/lore/loretable.h"
#include "widgets/editors/lore/loretrialmodel.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTest>

namespace tst_lorebooktable {

using namespace Qt::StringLiterals;
using namespace snug;
using FailureMode = QAbstractItemModelTester::FailureReportingMode;
using namespace snug::lorebookfixture;

class TestLorebookTable : public QObject, ShownBook
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        showCoast();
    }

    void cleanup() { m_editor.reset(); }

    void keysOfTheTable()
    {
        table()->choose({1});
        table()->setFocus();
        QTest::keyClick(table(), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(listed(), u"Fog Reef Reef Boat Old lamp"_s);
        QCOMPARE(table()->chosen(), QList<int>{4}); // the copy
        QTest::keyClick(table(), Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(listed(), u"Fog Reef Boat Reef Old lamp"_s);
        QCOMPARE(table()->chosen(), QList<int>{4});
        QTest::keyClick(table(), Qt::Key_Up, Qt::AltModifier);
        QTest::keyClick(table(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(table()->listed(), (QList<int>{0, 4, 1, 2, 3}));
        QTest::keyClick(table(), Qt::Key_Delete);
        QCOMPARE(listed(), u"Fog Reef Boat Old lamp"_s);
        QCOMPARE(table()->chosen(), QList<int>{1}); // what came behind it
        QTest::keyClick(table(), Qt::Key_Insert);
        QCOMPARE(m_book.entries.size(), 5);
        QCOMPARE(table()->listed().value(1), table()->chosen().value(0));
        QVERIFY(control<QLineEdit>(LoreField::Title)->hasFocus());
        QCOMPARE(m_labels.size(), 6);
        QVERIFY(!m_labels.contains(QString()));
    }

    void aSelectionIsChangedTogether()
    {
        table()->choose({0, 2, 3});
        LoreBulkForm *bulk = m_editor->bulk();
        QVERIFY(bulk->isVisible());
        bulk->chooseField(LoreField::Order);
        qobject_cast<QDoubleSpinBox *>(bulk->fieldEdit()->control())->setValue(5);
        auto *how = bulk->findChild<QComboBox *>(u"bulkChange"_s);
        UserHands::choose(how, how->findData(int(LoreChange::Add)));
        QTest::mouseClick(bulk->findChild<QPushButton *>(u"bulkApply"_s), Qt::LeftButton);
        QCOMPARE(find(m_book, 0)->order, 35);
        QCOMPARE(find(m_book, 1)->order, 10);
        QCOMPARE(find(m_book, 3)->order, 45);
        QCOMPARE(table()->chosen(), (QList<int>{0, 2, 3}));
        bulk->chooseField(LoreField::Depth);
        UserHands::choose(how, how->findData(int(LoreChange::Add)));
        qobject_cast<QSpinBox *>(bulk->fieldEdit()->control())->setValue(-3);
        QTest::mouseClick(bulk->findChild<QPushButton *>(u"bulkApply"_s), Qt::LeftButton);
        QCOMPARE(find(m_book, 0)->depth, 1);
        QCOMPARE(find(m_book, 1)->depth, 4);
        m_labels.removeLast();

        bulk->chooseField(LoreField::Keys);
        qobject_cast<QPlainTextEdit *>(bulk->fieldEdit()->control())->setPlainText(u"sea, shore"_s);
        UserHands::choose(how, how->findData(int(LoreChange::Add)));
        QTest::mouseClick(bulk->findChild<QPushButton *>(u"bulkApply"_s), Qt::LeftButton);
        QCOMPARE(find(m_book, 3)->keys, (QStringList{u"sea"_s, u"shore"_s}));
        QCOMPARE(find(m_book, 0)->keys, (QStringList{u"fog"_s, u"mist"_s, u"sea"_s, u"shore"_s}));

        bulk->findChild<QDoubleSpinBox *>(u"bulkFirst"_s)->setValue(500);
        bulk->findChild<QDoubleSpinBox *>(u"bulkStep"_s)->setValue(-1);
        QTest::mouseClick(bulk->findChild<QPushButton *>(u"bulkNumber"_s), Qt::LeftButton);
        QCOMPARE(find(m_book, 0)->order, 500);
        QCOMPARE(find(m_book, 3)->order, 498);
        QCOMPARE(m_labels.size(), 3);
    }

    void sortedByAnyColumn_data()
    {
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("titles");
        QTest::newRow("title") << int(LoreEntriesModel::TitleColumn) << u"Boat Fog Old lamp Reef"_s;
        QTest::newRow("order") << int(LoreEntriesModel::OrderColumn) << u"Reef Boat Fog Old lamp"_s;
        QTest::newRow("keys") << int(LoreEntriesModel::KeysColumn) << u"Old lamp Boat Fog Reef"_s;
        QTest::newRow("tokens") << int(LoreEntriesModel::TokensColumn) << u"Old lamp Boat Fog Reef"_s;
        QTest::newRow("its own") << int(LoreEntriesModel::PlaceColumn) << u"Fog Reef Boat Old lamp"_s;
    }

    void sortedByAnyColumn()
    {
        QFETCH(int, column);
        QFETCH(QString, titles);
        const QAbstractItemModelTester tester(table()->model(), FailureMode::QtTest);
        m_editor->setTokens({{0, 30}, {1, 40}, {2, 20}, {3, 5}}, CountKind::Estimate);
        table()->sortByColumn(column, Qt::AscendingOrder);
        QCOMPARE(listed(), titles);
        // Dragging only where it means something.
        const bool isDraggable(table()->model()->index(0, 0).flags() & Qt::ItemIsDragEnabled);
        QCOMPARE(isDraggable, column == LoreEntriesModel::PlaceColumn);
        // The order that is shown can become the book's own.
        if (column != LoreEntriesModel::PlaceColumn) {
            const QPoint place = table()->visualRect(table()->model()->index(0, 0)).center();
            UserHands::chooseFromContextMenu(table()->viewport(), place, {u"Keep This Order"_s});
        }
        QCOMPARE(listed(), titles);
        QCOMPARE(static_cast<LoreRows *>(table()->model())->isInOwnOrder(), true);
    }

    void draggedInTheTable()
    {
        const std::unique_ptr<QMimeData> dragged(
            table()->model()->mimeData({table()->model()->index(2, 0), table()->model()->index(3, 0)}));
        QVERIFY(table()->model()->dropMimeData(dragged.get(), Qt::MoveAction, 0, 0, {}));
        QCOMPARE(listed(), u"Boat Old lamp Fog Reef"_s);
        QVERIFY(!m_labels.isEmpty());
        QCOMPARE(find(m_book, 0)->displayIndex, 0); // those that stay keep their numbers
        QCOMPARE(m_book.entries[0].uid, 0);         // the file's order stays
    }

    void whatIsTypedIntoManyComesTogether()
    {
        Lorebook many;
        many.name = u"Many"_s;
        for (int uid = 0; uid < 2000; ++uid)
            many.entries.append(entry(uid, u"Entry"_s, {u"key"_s}));
        m_editor->setLorebook(many);
        m_editor->openEntry(7);
        auto *content = control<QPlainTextEdit>(LoreField::Content);
        content->setFocus();
        content->moveCursor(QTextCursor::End);
        QTest::keyClicks(content, u"abc"_s);
        QCOMPARE(m_labels.size(), 0);
        // Others have changed the book meanwhile: both are in it.
        Lorebook theirs = many;
        theirs.entries[7].title = u"Theirs"_s;
        theirs.entries[9].title = u"Theirs"_s;
        m_editor->setLorebook(theirs);
        QCOMPARE(m_labels.size(), 1);
        QVERIFY(find(m_book, 7)->content.endsWith(u"abc"));
        QCOMPARE(find(m_book, 7)->title, u"Theirs"_s);
        QCOMPARE(find(m_book, 9)->title, u"Theirs"_s);
        // Before anything else is done it is told.
        QTest::keyClicks(content, u"d"_s);
        QTest::keySequence(content, QKeySequence::Save);
        QCOMPARE(m_labels.size(), 2);
        QTest::keyClicks(content, u"e"_s);
        QTRY_COMPARE(m_labels.size(), 3); // or after a moment
        QVERIFY(find(m_book, 7)->content.endsWith(u"abcde"));
    }

    void searched_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("titles");
        using Kind = LoreFilter::Kind;
        QTest::newRow("a key") << u"MIST"_s << int(Kind::All) << u"Fog"_s;
        QTest::newRow("contents") << u"about"_s << int(Kind::All) << u"Fog Reef Boat Old lamp"_s;
        QTest::newRow("two words") << u"lamp about"_s << int(Kind::All) << u"Old lamp"_s;
        QTest::newRow("a group") << u"weather"_s << int(Kind::All) << u"Reef"_s;
        QTest::newRow("off") << QString() << int(Kind::Off) << u"Boat"_s;
        QTest::newRow("on, with a word") << u"oa"_s << int(Kind::On) << QString();
        QTest::newRow("doubtful") << QString() << int(Kind::Doubtful) << u"Old lamp"_s;
        QTest::newRow("nothing") << u"desert"_s << int(Kind::All) << QString();
    }

    void searched()
    {
        QFETCH(QString, text);
        QFETCH(int, kind);
        QFETCH(QString, titles);
        m_editor->setFindings(
            {{u"lore.no-keys"_s, u"entries.3.key"_s, u"No keys"_s, {}, LintFinding::Weight::Warning, 3}});
        auto *search = m_editor->head()->findChild<QLineEdit *>(u"loreSearch"_s);
        QTest::keyClicks(search, text);
        auto *kinds = m_editor->head()->findChild<QComboBox *>(u"loreKind"_s);
        kinds->setCurrentIndex(kinds->findData(kind));
        QTRY_COMPARE(listed(), titles);
        // An entry that is opened from elsewhere is shown all the same.
        m_editor->openEntry(1);
        QCOMPARE(table()->chosen(), QList<int>{1});
    }

    void typingInTheTableSearches()
    {
        table()->choose({0});
        table()->setFocus();
        QTest::keyClicks(table(), u"r"_s);
        auto *search = m_editor->head()->findChild<QLineEdit *>(u"loreSearch"_s);
        QVERIFY(search->hasFocus());
        QTest::keyClicks(search, u"eef"_s);
        QTRY_COMPARE(listed(), u"Reef"_s);
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(table()->hasFocus());
        QCOMPARE(table()->chosen(), QList<int>{1});
        QTest::keyClick(table(), Qt::Key_Return); // to the whole entry
        QVERIFY(control<QPlainTextEdit>(LoreField::Content)->hasFocus());
    }

    void switchedInTheTable()
    {
        const QModelIndex boat = table()->model()->index(2, LoreEntriesModel::TitleColumn);
        QVERIFY(table()->model()->setData(boat, Qt::Checked, Qt::CheckStateRole));
        QVERIFY(!find(m_book, 2)->disabled);
        QCOMPARE(m_labels.size(), 1);
    }
};

} // namespace tst_lorebooktable

SNUG_TEST(tst_lorebooktable, TestLorebookTable, Windows)
#include "tst_lorebooktable.moc"
