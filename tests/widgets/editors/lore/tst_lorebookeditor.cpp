// The lorebook editor's window by keys and clicks: what it says that the user did.

#include "core/library/loreentriesmodel.h"
#include "tests/testregistry.h"
#include "tests/widgets/editors/lore/lorebookfixture.h"
#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/forms/foldingsection.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/editors/lore/lorebookeditorhead.h"
#include "widgets/editors/lore/lorebulkform.h"
#include "widgets/editors/lore/loreentryform.h"
#include "widgets/editors/lore/loretable.h"
#include "widgets/editors/lore/loretrialmodel.h"
#include "widgets/theme/plainlabel.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
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
using namespace snug::lorebookfixture;

class TestLorebookEditor : public QObject, ShownBook
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        showCoast();
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

    void groupsAreOffered()
    {
        auto *groups = m_editor->head()->findChild<QComboBox *>(u"loreGroup"_s);
        QCOMPARE(groups->count(), 3);
        groups->setCurrentIndex(groups->findData(u"sea"_s));
        QTRY_COMPARE(listed(), u"Reef"_s);
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
