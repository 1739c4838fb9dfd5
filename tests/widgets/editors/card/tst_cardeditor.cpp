// The card editor's window by keys and clicks: what it says that the user did.

#include "tests/hands/userhands.h"
#include "tests/testregistry.h"
#include "widgets/editors/card/cardbookpage.h"
#include "widgets/editors/card/cardeditor.h"
#include "widgets/editors/card/cardeditorhead.h"
#include "widgets/editors/card/cardfieldspage.h"
#include "widgets/editors/card/greetingspage.h"
#include "widgets/editors/card/safenotes.h"
#include "widgets/editors/forms/fieldedit.h"

#include <QComboBox>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

namespace tst_cardeditor {

using namespace Qt::StringLiterals;
using namespace snug;

static Card mira()
{
    Card card;
    card.name = u"Mira"_s;
    card.description = u"She keeps the light."_s;
    card.firstMessage = u"Hello."_s;
    card.alternateGreetings = {u"One."_s, u"Two."_s};
    card.groupOnlyGreetings = {u"All of you."_s};
    return card;
}

class TestCardEditor : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<CardEditor> m_editor;
    Card m_card; // as last said
    QStringList m_labels;
    QStringList m_fields;

    QListWidget *list() { return m_editor->findChild<QListWidget *>(u"greetings"_s); }
    QPlainTextEdit *text() { return m_editor->findChild<QPlainTextEdit *>(u"greetingText"_s); }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_editor = std::make_unique<CardEditor>();
        m_editor->setCard(u"Mira.png"_s, mira());
        connect(m_editor.get(), &CardEditor::edited, this,
                [this](const Card &card, const QString &label, const QString &field) {
                    m_card = card;
                    m_labels.append(label);
                    m_fields.append(field);
                });
        m_labels.clear();
        m_fields.clear();
        m_editor->show();
        QVERIFY(QTest::qWaitForWindowActive(m_editor.get()));
    }
    void cleanup() { m_editor.reset(); }

    void everyFieldIsThere()
    {
        for (const FieldInfo &info : cardFields()) {
            CardFieldsPage *page = m_editor->pageOf(CardField(info.id));
            QVERIFY2(page, qPrintable(info.label));
            m_editor->openField(CardField(info.id));
            const FieldEdit *edit = page->fieldEdit(CardField(info.id));
            QVERIFY2(edit->control()->isVisible(), qPrintable(info.label));
            QVERIFY(!edit->control()->accessibleName().isEmpty());
            QCOMPARE(edit->value(), cardFieldValue(mira(), CardField(info.id)));
        }
        QCOMPARE(m_labels.size(), 0);
    }

    void whatIsTypedIsSaid()
    {
        m_editor->openField(CardField::Description);
        auto *edit = qobject_cast<QPlainTextEdit *>(
            m_editor->pageOf(CardField::Description)->fieldEdit(CardField::Description)->control());
        edit->moveCursor(QTextCursor::End);
        QTest::keyClicks(edit, u" Alone."_s);
        QCOMPARE(m_card.description, u"She keeps the light. Alone."_s);
        QCOMPARE(QSet<QString>(m_fields.cbegin(), m_fields.cend()).size(), 1);
        QSignalSpy undo(m_editor->head(), &CardEditorHead::undoRequested);
        m_editor->head()->setState({.isOpen = true, .isEdited = true, .canUndo = true});
        QTest::keySequence(edit, QKeySequence::Undo);
        QCOMPARE(undo.size(), 1);
    }

    void greetings()
    {
        m_editor->openPage(CardEditor::Page::Greetings);
        QCOMPARE(list()->count(), 4);
        list()->setCurrentRow(1);
        QCOMPARE(text()->toPlainText(), u"One."_s);
        text()->setFocus();
        text()->moveCursor(QTextCursor::End);
        QTest::keyClicks(text(), u"!"_s);
        QCOMPARE(m_card.alternateGreetings, (QStringList{u"One.!"_s, u"Two."_s}));
        QCOMPARE(m_card.firstMessage, u"Hello."_s);

        list()->setFocus();
        QTest::keyClick(list(), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(m_card.alternateGreetings, (QStringList{u"One.!"_s, u"One.!"_s, u"Two."_s}));
        QTest::keyClick(list(), Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(m_card.alternateGreetings, (QStringList{u"One.!"_s, u"Two."_s, u"One.!"_s}));
        QTest::keyClick(list(), Qt::Key_Down, Qt::AltModifier); // not among those for groups
        QCOMPARE(m_card.groupOnlyGreetings, QStringList{u"All of you."_s});
        QTest::keyClick(list(), Qt::Key_Delete);
        QCOMPARE(m_card.alternateGreetings, (QStringList{u"One.!"_s, u"Two."_s}));
        QTest::keyClick(list(), Qt::Key_Insert);
        QVERIFY(text()->hasFocus());
        QTest::keyClicks(text(), u"New"_s);
        QCOMPARE(m_card.alternateGreetings.last(), u"New"_s);
        // The first message deleted: the next one takes its place.
        list()->setCurrentRow(0);
        QTest::keyClick(list(), Qt::Key_Delete);
        QCOMPARE(m_card.firstMessage, u"One.!"_s);
        QCOMPARE(m_card.alternateGreetings, (QStringList{u"Two."_s, u"New"_s}));
        QVERIFY(!m_labels.contains(QString()));
    }

    void taken_back()
    {
        m_editor->openPage(CardEditor::Page::Greetings);
        list()->setCurrentRow(3);
        QTest::keyClick(list(), Qt::Key_Delete);
        QVERIFY(m_card.groupOnlyGreetings.isEmpty());
        m_editor->setCard(u"Mira.png"_s, mira());
        QCOMPARE(list()->count(), 4);
    }

    void theLorebookInside()
    {
        m_editor->openPage(CardEditor::Page::Book);
        auto *detach = m_editor->findChild<QPushButton *>(u"cardBookDetach"_s);
        QVERIFY(!detach->isEnabled());
        Card card = mira();
        card.book.emplace();
        card.book->name = u"Coast"_s;
        card.linkedLorebook = u"Elsewhere"_s;
        m_editor->book()->setLibraryBooks({u"Town"_s});
        m_editor->setCard(u"Mira.png"_s, card);
        QVERIFY(detach->isEnabled());
        auto *link = m_editor->findChild<QComboBox *>(u"cardLink"_s);
        QVERIFY(link->currentText().contains(u"Elsewhere"));
        UserHands::choose(link, link->findData(u"Town"_s));
        QCOMPARE(m_card.linkedLorebook, u"Town"_s);
        QVERIFY(m_card.book);
        QVERIFY(UserHands::click(m_editor->book(), u"Delete"_s));
        QVERIFY(!m_card.book);
    }

    // Each would hold the window up for seconds or for ever.
    void notesBeyondBoundsArePlain_data()
    {
        QTest::addColumn<QString>("notes");
        QTest::newRow("tables in tables") << u"<table><tr><td>"_s.repeated(16);
        QTest::newRow("the same within Markdown") << u"Hi\n\n"_s + u"<TABLE><tr><td>"_s.repeated(16);
        QTest::newRow("tags in tags") << u"<b>"_s.repeated(20'000);
        QTest::newRow("brackets in brackets") << u"["_s.repeated(50'000);
    }
    void notesBeyondBoundsArePlain()
    {
        QFETCH(QString, notes);
        SafeNotes view;
        view.setNotes(notes);
        QCOMPARE(view.toPlainText(), notes);
    }

    void notesLoadNothing_data()
    {
        QTest::addColumn<QString>("notes");
        QTest::newRow("a picture from elsewhere") << u"<p>Hi <img src=\"http://127.0.0.1:9/a.png\"></p>"_s;
        QTest::newRow("a file of the user's") << u"<img src=\"file:///etc/hostname\"> <b>Hi</b>"_s;
        QTest::newRow("Markdown") << u"Hi ![x](file:///etc/hostname)"_s;
        QTest::newRow("a script") << u"<script>alert(1)</script><p>Hi</p>"_s;
    }
    void notesLoadNothing()
    {
        QFETCH(QString, notes);
        SafeNotes view;
        view.setNotes(notes);
        view.show();
        QVERIFY(view.toPlainText().contains(u"Hi"));
        QVERIFY(!view.toPlainText().contains(u"alert"));
        // The document itself asks files when the widget has none.
        const QVariant picture =
            view.document()->resource(QTextDocument::ImageResource, QUrl(u"file:///etc/hostname"_s));
        QCOMPARE(picture.value<QImage>().size(), QSize(1, 1));
        QVERIFY(!view.document()
                     ->resource(QTextDocument::StyleSheetResource, QUrl(u"file:///etc/hostname"_s))
                     .isValid());
        QVERIFY(!view.openLinks());
    }
};

} // namespace tst_cardeditor

SNUG_TEST(tst_cardeditor, TestCardEditor, Windows)
#include "tst_cardeditor.moc"
