// The lorebook editor's window by keys and clicks: what it says that the user did.

#include "core/library/loreentriesmodel.h"
#include "tests/hands/userhands.h"
#include "tests/testregistry.h"
#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/forms/foldingsection.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/editors/lore/lorebookeditorhead.h"
#include "widgets/editors/lore/lorebulkform.h"
#include "widgets/editors/lore/loreentryform.h"
#include "widgets/editors/lore/lorerows.h"
#include "widgets/editors/lore/loretable.h"
#include "widgets/editors/lore/loretrialmodel.h"
#include "widgets/theme/plainlabel.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

namespace tst_lorebookeditor {

using namespace Qt::StringLiterals;
using namespace snug;

using FailureMode = QAbstractItemModelTester::FailureReportingMode;

static LoreEntry entry(int uid, const QString &title, const QStringList &keys, double order = 100)
{
    LoreEntry made;
    made.uid = uid;
    made.displayIndex = uid;
    made.title = title;
    made.keys = keys;
    made.content = u"About "_s + title;
    made.order = order;
    return made;
}

static Lorebook coast()
{
    Lorebook book;
    book.name = u"Coast"_s;
    book.entries = {entry(0, u"Fog"_s, {u"fog"_s, u"mist"_s}, 30), entry(1, u"Reef"_s, {u"reef"_s}, 10),
                    entry(2, u"Boat"_s, {u"boat"_s}, 20), entry(3, u"Old lamp"_s, {}, 40)};
    book.entries[1].group = u"weather, sea"_s;
    book.entries[2].disabled = true;
    return book;
}

static const LoreEntry *find(const Lorebook &book, int uid)
{
    const auto found = std::ranges::find(book.entries, uid, &LoreEntry::uid);
    return found == book.entries.end() ? nullptr : &*found;
}

class TestLorebookEditor : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<LorebookEditor> m_editor;
    Lorebook m_book; // as last said
    QStringList m_labels;
    QStringList m_fields;

    LoreTable *table() { return m_editor->table(); }
    QString listed()
    {
        QStringList titles;
        for (const int uid : table()->listed()) {
            const LoreEntry *shown = find(m_editor->lorebook(), uid);
            titles.append(shown ? shown->title : u"?"_s);
        }
        return titles.join(u' ');
    }
    template <typename Control> Control *control(LoreField field)
    {
        return qobject_cast<Control *>(m_editor->form()->fieldEdit(field)->control());
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_editor = std::make_unique<LorebookEditor>();
        m_editor->setLorebook(coast());
        connect(m_editor.get(), &LorebookEditor::edited, this,
                [this](const Lorebook &book, const QString &label, const QString &field) {
                    m_book = book;
                    m_labels.append(label);
                    m_fields.append(field);
                });
        m_labels.clear();
        m_fields.clear();
        m_editor->show();
        QVERIFY(QTest::qWaitForWindowActive(m_editor.get()));
    }
    void cleanup() { m_editor.reset(); }

    // With all its sections open, too: what is cut off at the right cannot be reached.
    void theFormFitsANarrowPlace()
    {
        LoreEntryForm *form = m_editor->form();
        for (FoldingSection *section : form->findChildren<FoldingSection *>())
            section->setOpen(true);
        QStringList wide;
        for (const QWidget *each : form->widget()->findChildren<QWidget *>()) {
            if (each->isVisibleTo(form) && each->minimumSizeHint().width() > 200)
                wide.append(each->objectName() + u' ' + each->accessibleName() +
                            QString::number(each->minimumSizeHint().width()));
        }
        const int width = form->widget()->minimumSizeHint().width();
        QVERIFY2(width <= 340, qPrintable(QString::number(width) + u": "_s + wide.join(u", "_s)));
        // A heading stays at the left when it opens.
        const FoldingSection *first = form->findChildren<FoldingSection *>().first();
        QTRY_COMPARE(first->findChild<QToolButton *>()->x(), 0);
    }

    void whatIsTypedIsSaid()
    {
        m_editor->openEntry(0);
        auto *content = control<QPlainTextEdit>(LoreField::Content);
        content->setFocus();
        content->moveCursor(QTextCursor::End);
        QTest::keyClicks(content, u" here"_s);
        QCOMPARE(find(m_book, 0)->content, u"About Fog here"_s);
        QCOMPARE(m_labels.size(), 5);
        QCOMPARE(QSet<QString>(m_fields.cbegin(), m_fields.cend()).size(), 1); // one step of typing
        QVERIFY(!m_fields.first().isEmpty());
        // The room gives the book back; the caret stays.
        m_editor->setLorebook(m_book);
        QCOMPARE(content->textCursor().position(), 14);
        // Taken back, the text is the former one.
        m_editor->setLorebook(coast());
        QCOMPARE(content->toPlainText(), u"About Fog"_s);
    }

    void everyFieldIsThere_data()
    {
        QTest::addColumn<int>("field");
        for (const FieldInfo &info : loreFields())
            QTest::newRow(qPrintable(info.label)) << int(LoreField(info.id));
    }
    void everyFieldIsThere()
    {
        QFETCH(int, field);
        const FieldInfo info = loreFieldInfo(LoreField(field));
        const FieldEdit *edit = m_editor->form()->fieldEdit(LoreField(info.id));
        QVERIFY(edit && edit->control());
        QVERIFY(m_editor->form()->isAncestorOf(edit->control()));
        QVERIFY(!edit->control()->accessibleName().isEmpty());
        QVERIFY(!edit->note()->text().isEmpty());
        // It shows what is set, and says what is chosen.
        LoreEntry changed = entry(9, u"x"_s, {u"y"_s});
        QVariant value = loreFieldValue(changed, LoreField(info.id));
        if (info.kind == FieldKind::Check)
            value = !value.toBool();
        else if (info.kind == FieldKind::Optional)
            value = true;
        else if (info.kind == FieldKind::List)
            value = QStringList{u"a"_s, u"b, c"_s};
        else if (info.kind == FieldKind::Line || info.kind == FieldKind::Text)
            value = u"words"_s;
        else
            value = loreFieldBounds(LoreField(info.id)).most;
        QVERIFY(setLoreFieldValue(changed, LoreField(info.id), value));
        m_editor->form()->setEntry(changed);
        QVERIFY2(edit->value() == loreFieldValue(changed, LoreField(info.id)),
                 qPrintable(edit->value().toString()));
        m_editor->form()->setEntry(entry(9, u"x"_s, {u"y"_s}));
        QVERIFY(edit->value() == loreFieldValue(entry(9, u"x"_s, {u"y"_s}), LoreField(info.id)));
        QCOMPARE(m_labels.size(), 0); // shown is not edited
    }

    void fieldsWithoutEffectAreNotShown()
    {
        m_editor->openEntry(0);
        QVERIFY(!control<QSpinBox>(LoreField::Depth)->isVisible());
        auto *position = control<QComboBox>(LoreField::Position);
        position->setCurrentIndex(position->findData(int(LoreEntry::Position::AtDepth)));
        QCOMPARE(find(m_book, 0)->position, LoreEntry::Position::AtDepth);
        QVERIFY(control<QSpinBox>(LoreField::Depth)->isVisible());
    }

    void keysAreALineEach()
    {
        m_editor->openEntry(0);
        auto *keys = control<QPlainTextEdit>(LoreField::Keys);
        QCOMPARE(keys->toPlainText(), u"fog\nmist"_s);
        keys->setFocus();
        keys->moveCursor(QTextCursor::End);
        QTest::keyClick(keys, Qt::Key_Return);
        QTest::keyClicks(keys, u"haze, "_s);
        m_editor->setLorebook(m_book); // does not disturb
        QTest::keyClicks(keys, u"murk"_s);
        QCOMPARE(find(m_book, 0)->keys, (QStringList{u"fog"_s, u"mist"_s, u"haze"_s, u"murk"_s}));
        QCOMPARE(keys->toPlainText(), u"fog\nmist\nhaze, murk"_s);
    }

    void undoIsTheDocuments()
    {
        m_editor->openEntry(0);
        QSignalSpy undo(m_editor->head(), &LorebookEditorHead::undoRequested);
        m_editor->head()->setState({.isOpen = true, .isEdited = true, .canUndo = true});
        for (QWidget *field : {static_cast<QWidget *>(control<QLineEdit>(LoreField::Title)),
                               static_cast<QWidget *>(control<QPlainTextEdit>(LoreField::Content))}) {
            field->setFocus();
            QTest::keyClicks(field, u"x"_s);
            QTest::keySequence(field, QKeySequence::Undo);
        }
        QCOMPARE(undo.size(), 2);
    }

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

    void groupsAreOffered()
    {
        auto *groups = m_editor->head()->findChild<QComboBox *>(u"loreGroup"_s);
        QCOMPARE(groups->count(), 3);
        groups->setCurrentIndex(groups->findData(u"sea"_s));
        QTRY_COMPARE(listed(), u"Reef"_s);
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

    void doubtsStandBelowTheirField()
    {
        m_editor->openEntry(3); // without keys
        const FieldEdit *keys = m_editor->form()->fieldEdit(LoreField::Keys);
        QVERIFY2(keys->note()->text().contains(u"never fires"), qPrintable(keys->note()->text()));
        auto *edit = control<QPlainTextEdit>(LoreField::Keys);
        edit->setFocus();
        QTest::keyClicks(edit, u"lamp"_s);
        QVERIFY2(!keys->note()->text().contains(u"never fires"), qPrintable(keys->note()->text()));
        edit->setPlainText(u"/a/b+/i"_s);
        QVERIFY2(keys->note()->text().contains(u"regular expression here"), qPrintable(keys->note()->text()));
        // What takes longer to find out comes later.
        edit->setPlainText(u"/(/"_s);
        m_editor->setFindings({{u"lore.broken-expression"_s, u"entries.3.key.0"_s, u"Broken"_s, u"Mend it"_s,
                                LintFinding::Weight::Warning, 3}});
        QCOMPARE(keys->note()->text(), u"Broken. Mend it."_s);
        QCOMPARE(table()->model()->index(3, 0).data(LoreEntriesModel::FindingRole).toString(), u"Broken"_s);
    }

    void theBookItself()
    {
        m_editor->openEntry(-1);
        auto *description = m_editor->findChild<QPlainTextEdit *>(u"bookDescription"_s);
        QVERIFY(description->isVisible());
        QTest::keyClicks(description, u"All"_s);
        QCOMPARE(lorebookTraits(m_book).description, u"All"_s);
    }

    void switchedInTheTable()
    {
        const QModelIndex boat = table()->model()->index(2, LoreEntriesModel::TitleColumn);
        QVERIFY(table()->model()->setData(boat, Qt::Checked, Qt::CheckStateRole));
        QVERIFY(!find(m_book, 2)->disabled);
        QCOMPARE(m_labels.size(), 1);
    }

    void whatATrialShows()
    {
        LoreTrialResult result;
        LoreTrace fog{u"Coast"_s, 0, u"Fog"_s, true, LoreGate::KeyFound, 1, 5, nullptr};
        LoreTrace reef{u"Coast"_s, 1, u"Reef"_s, true, LoreGate::KeyFound, 2, 5, nullptr};
        LoreDetail woken;
        woken.place = LorePlace::Lore;
        woken.name = u"Fog"_s;
        reef.detail = std::make_shared<const LoreDetail>(woken);
        const LoreTrace boat{u"Coast"_s, 2, u"Boat"_s, false, LoreGate::Disabled, 0, 0, nullptr};
        const LoreTrace lamp{u"Town"_s, 7, u"Lamp"_s, false, LoreGate::KeyNotFound, 1, 0, nullptr};
        const LoreTrace bell{u"Coast"_s, 3, u"Bell"_s, false, LoreGate::Probability, 1, 0, nullptr};
        result.rows = {reef, boat, fog, lamp, bell};
        LoreMiss miss;
        miss.kind = LoreMiss::Kind::InsideWord;
        miss.key = u"lamp"_s;
        miss.word = u"lamps"_s;
        result.misses = {{}, {}, {}, miss, {}};
        const QAbstractItemModelTester tester(m_editor->trial()->model(), FailureMode::QtTest);
        m_editor->trial()->setResult(result, u"Coast"_s);
        const LoreTrialModel &model = *m_editor->trial()->model();
        const QModelIndex fired = model.index(0, 0);
        const QModelIndex silent = model.index(1, 0);
        QCOMPARE(model.rowCount(fired), 1);
        QCOMPARE(model.index(0, 0, fired).data().toString(), u"Fog"_s);
        QCOMPARE(model.index(0, 0, model.index(0, 0, fired)).data().toString(),
                 u"Reef"_s); // below what woke it
        QCOMPARE(model.rowCount(silent), 3);
        QCOMPARE(model.index(0, 0, silent).data().toString(), u"Bell"_s); // its keys were there
        QCOMPARE(model.index(1, 0, silent).data().toString(), u"Lamp (Town)"_s);
        QVERIFY(model.index(1, 1, silent).data().toString().contains(u"lamps"));
        QCOMPARE(model.index(2, 0, silent).data().toString(), u"Boat"_s);
        auto *view = m_editor->trial()->findChild<QTreeView *>(u"trialResult"_s);
        const QModelIndex last = model.index(2, 0, silent);
        view->expand(silent);
        view->scrollTo(last);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(last).center());
        QCOMPARE(table()->chosen(), QList<int>{2});
    }

    void whatIsTriedIsSaid()
    {
        LoreTrialPane *trial = m_editor->trial();
        QSignalSpy wished(trial, &LoreTrialPane::wished);
        auto *text = trial->findChild<QPlainTextEdit *>(u"trialText"_s);
        QTest::keyClicks(text, u"fog"_s);
        QCOMPARE(trial->wish().text, u"fog"_s);
        QCOMPARE(wished.size(), 3);
        trial->setMessages({{4, u"Mira"_s, u"The fog is back."_s}, {3, u"Ada"_s, u"I came by boat."_s}});
        auto *what = trial->findChild<QComboBox *>(u"trialWhat"_s);
        what->setCurrentIndex(what->findData(3));
        QCOMPARE(trial->wish().message, std::optional(3));
        QCOMPARE(text->toPlainText(), u"I came by boat."_s);
        QVERIFY(text->isReadOnly());
        trial->setMessages({{5, u"Ada"_s, u"New."_s}, {3, u"Ada"_s, u"I came by boat."_s}});
        QCOMPARE(trial->wish().message, std::optional(3)); // still that one
        what->setCurrentIndex(0);
        QCOMPARE(text->toPlainText(), u"fog"_s);
        QCOMPARE(trial->wish().text, u"fog"_s);
    }

    void anotherBookBeginsAnew()
    {
        auto *search = m_editor->head()->findChild<QLineEdit *>(u"loreSearch"_s);
        QTest::keyClicks(search, u"fog"_s);
        QTRY_COMPARE(listed(), u"Fog"_s);
        Lorebook town = coast();
        town.name = u"Town"_s;
        m_editor->setLorebook(town);
        QVERIFY(search->text().isEmpty());
        QCOMPARE(listed(), u"Fog Reef Boat Old lamp"_s);
        QVERIFY(m_editor->windowTitle().contains(u"Town"));
    }
};

} // namespace tst_lorebookeditor

SNUG_TEST(tst_lorebookeditor, TestLorebookEditor, Windows)
#include "tst_lorebookeditor.moc"
