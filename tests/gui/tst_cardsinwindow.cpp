// Characters in the whole program: opened from the menu and the inspector, written, saved, with the lorebook
// inside and another picture.

#include "app/rooms/cardeditorroom.h"
#include "app/rooms/chatroom.h"
#include "app/rooms/promptroom.h"
#include "core/chat/chatsession.h"
#include "core/formats/cardpng.h"
#include "tests/gui/openprogram.h"
#include "widgets/editors/card/cardbookpage.h"
#include "widgets/editors/card/cardfieldspage.h"
#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/editors/lore/loretable.h"
#include "widgets/inspector/inspector.h"
#include "widgets/window/actions.h"

#include <QAction>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace snug;

class TestCardsInWindow : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;

    Rooms &rooms() { return m_program->rooms(); }
    CardEditor *editor() { return rooms().cardEditor().editor(); }
    QString path() { return m_program->libraryFolder() + u"/characters/"_s + editor()->file(); }
    QByteArray bytes()
    {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    Card stored() { return readCardPng(bytes())->card; }
    bool hasInPrompt(const QString &text)
    {
        const auto shown = rooms().chat().shownPrompt();
        return shown && std::ranges::any_of(shown->prompt.messages, [&](const OutboundMessage &message) {
                   return message.content.text().contains(text);
               });
    }
    void open()
    {
        rooms().actions().action(ActionId::EditCharacter)->trigger();
        QTRY_VERIFY(editor() && editor()->isVisible() && rooms().cardEditor().document().isOpen());
        QVERIFY(QTest::qWaitForWindowActive(editor()));
        QCOMPARE(editor()->file(), rooms().prompt().cardFile());
    }
    void type(CardField field, const QString &text)
    {
        editor()->openField(field);
        auto *edit = qobject_cast<QPlainTextEdit *>(editor()->pageOf(field)->fieldEdit(field)->control());
        edit->moveCursor(QTextCursor::End);
        QTest::keyClicks(edit, text);
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        QTRY_VERIFY_WITH_TIMEOUT(rooms().chat().session() && !rooms().chat().session()->preview().isBusy(),
                                 20000);
    }

    void cleanup()
    {
        if (m_program)
            m_program->quit();
        m_program.reset();
    }

    void writtenFollowedAndSaved()
    {
        open();
        type(CardField::Description, u" She hums."_s);
        QTRY_VERIFY(hasInPrompt(u" She hums."_s));
        QVERIFY(!stored().description.endsWith(u" She hums."));
        QTest::keySequence(editor(), QKeySequence::Save);
        QTRY_VERIFY(!editor()->isWindowModified());
        QVERIFY(stored().description.endsWith(u" She hums."));
        QTest::keySequence(editor(), QKeySequence::Undo);
        QTRY_VERIFY(!hasInPrompt(u" She hums."_s));
        QTRY_VERIFY(editor()->findChild<QLabel *>(u"cardTokens"_s)->text().contains(u"token"));
    }

    void aStretchLeadsToItsField()
    {
        Q_EMIT rooms().inspector().openSource(Source(u"char.scenario"_s), -1);
        QTRY_VERIFY(editor() && rooms().cardEditor().document().isOpen());
        QTRY_VERIFY(editor()->pageOf(CardField::Scenario)->isVisible());
    }

    void theLorebookInside()
    {
        open();
        Q_EMIT editor()->book()->attachWanted(u"Sellick Harbour"_s);
        QTRY_VERIFY(editor()->card().book);
        QCOMPARE(editor()->card().book->entries.size(), 8);
        Q_EMIT editor()->book()->editWanted();
        LorebookEditor *book = rooms().cardEditor().bookEditor();
        QVERIFY(book && book->isVisible());
        book->table()->choose({1});
        book->table()->setFocus();
        QTest::keyClick(book->table(), Qt::Key_Delete);
        QCOMPARE(editor()->card().book->entries.size(), 7);
        QTest::keySequence(book->table(), QKeySequence::Save);
        QTRY_VERIFY(!editor()->isWindowModified());
        QCOMPARE(stored().book->entries.size(), 7);
        QTest::keySequence(book->table(), QKeySequence::Undo);
        QCOMPARE(editor()->card().book->entries.size(), 8);
        QCOMPARE(book->lorebook().entries.size(), 8);
        // Out of it, into the library.
        Q_EMIT editor()->book()->detachWanted();
        QTRY_VERIFY(!editor()->card().book);
        QVERIFY(!editor()->card().linkedLorebook.isEmpty());
        QVERIFY(QFile::exists(m_program->libraryFolder() + u"/worlds/"_s + editor()->card().linkedLorebook +
                              u".json"_s));
        QVERIFY(!book->isVisible());
    }

    void anotherPicture()
    {
        open();
        type(CardField::Description, u" Not saved yet."_s);
        const QString picture = m_program->libraryFolder() + u"/new.png"_s;
        QImage image(40, 60, QImage::Format_RGB32);
        image.fill(Qt::red);
        QVERIFY(image.save(picture));
        rooms().cardEditor().replacePicture(picture);
        QTRY_COMPARE(QImage::fromData(bytes()).size(), QSize(40, 60));
        QVERIFY(!stored().description.endsWith(u" Not saved yet."));
        QTest::keySequence(editor(), QKeySequence::Save);
        QTRY_VERIFY(stored().description.endsWith(u" Not saved yet."));
        QCOMPARE(QImage::fromData(bytes()).size(), QSize(40, 60));
    }
};

QTEST_MAIN(TestCardsInWindow)
#include "tst_cardsinwindow.moc"
