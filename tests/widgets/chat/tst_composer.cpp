#include "tests/testregistry.h"
#include "widgets/chat/chatheader.h"
#include "widgets/chat/composer.h"
#include "widgets/theme/windowstyle.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

namespace tst_composer {

using namespace snug;
using namespace Qt::StringLiterals;

class TestComposer : public QObject
{
    Q_OBJECT

    struct Desk
    {
        Desk()
        {
            applyTheme(*qApp, Theme::light());
            composer.resize(700, composer.sizeHint().height());
            composer.show();
            edit = composer.findChild<QPlainTextEdit *>();
            composer.setFocus();
            ready = QTest::qWaitForWindowActive(&composer);
        }

        QAbstractButton *button(const QString &text) const
        {
            for (auto *found : composer.findChildren<QAbstractButton *>()) {
                if (found->text() == text)
                    return found;
            }
            return nullptr;
        }

        Composer composer;
        QPlainTextEdit *edit = nullptr;
        bool ready = false;
    };

private Q_SLOTS:
    void init()
    {
        // The offscreen platform says this once for each window; everything else fails.
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support propagateSizeHints)"_s));
    }

    void cleanup() { QVERIFY(QApplication::topLevelWidgets().isEmpty()); }

    void wordsThatHaveNoRoomAreLeftToPictures()
    {
        Desk desk;
        desk.composer.setConnectionName(u"Understudy"_s, {});
        desk.composer.setTokens(20, false);
        auto *impersonate = qobject_cast<QToolButton *>(desk.button(u"Impersonate"_s));
        auto *note = qobject_cast<QToolButton *>(desk.button(u"Note"_s));
        QCOMPARE(impersonate->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
        desk.composer.resize(380, desk.composer.height());
        QTRY_COMPARE(impersonate->toolButtonStyle(), Qt::ToolButtonIconOnly);
        QCOMPARE(impersonate->accessibleName(), u"Impersonate"_s);
        for (const QToolButton *button : desk.composer.findChildren<QToolButton *>())
            QTRY_VERIFY2(button->isHidden() || button->width() >= button->sizeHint().width(),
                         qPrintable(button->text()));
        QCOMPARE(note->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
        // What comes later takes room too.
        desk.composer.resize(700, desk.composer.height());
        QTRY_COMPARE(impersonate->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
        desk.composer.setConnectionName(u"A connection of this and that"_s,
                                        u"and-a-model-of-a-long-name-too"_s);
        desk.composer.setTokens(123456, false);
        desk.composer.resize(640, desk.composer.height());
        QTRY_COMPARE(impersonate->toolButtonStyle(), Qt::ToolButtonIconOnly);
    }

    void enterSendsAndKeepsTheDraft_data()
    {
        QTest::addColumn<Qt::Key>("key");
        QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
        QTest::newRow("Enter") << Qt::Key_Return << Qt::KeyboardModifiers();
        QTest::newRow("Ctrl+Enter") << Qt::Key_Return << Qt::KeyboardModifiers(Qt::ControlModifier);
        QTest::newRow("keypad") << Qt::Key_Enter << Qt::KeyboardModifiers(Qt::KeypadModifier);
    }

    void enterSendsAndKeepsTheDraft()
    {
        QFETCH(Qt::Key, key);
        QFETCH(Qt::KeyboardModifiers, modifiers);
        Desk desk;
        QSignalSpy sent(&desk.composer, &Composer::sendRequested);
        QTest::keyClicks(desk.edit, u"Hello"_s);
        QTest::keyClick(desk.edit, key, modifiers);
        QCOMPARE(sent.takeFirst(), QVariantList{u"Hello"_s});
        QCOMPARE(desk.composer.draft(), u"Hello"_s);
        desk.composer.setDraft({});
        QTest::keyClick(desk.edit, Qt::Key_Return);
        QCOMPARE(sent.takeFirst(), QVariantList{QString()});
    }

    void shiftEnterBreaksTheLineAndTheFieldGrows()
    {
        Desk desk;
        QSignalSpy sent(&desk.composer, &Composer::sendRequested);
        const int height = desk.edit->height();
        QTest::keyClicks(desk.edit, u"a"_s);
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(desk.edit, Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClicks(desk.edit, u"b"_s);
        QCOMPARE(desk.composer.draft(), u"a\n\n\nb"_s);
        QCOMPARE(sent.size(), 0);
        QTRY_VERIFY(desk.edit->sizeHint().height() > height * 2);
        const int four = desk.edit->sizeHint().height();
        for (int i = 0; i < 30; ++i)
            QTest::keyClick(desk.edit, Qt::Key_Return, Qt::ShiftModifier);
        QVERIFY(desk.edit->sizeHint().height() < four * 3); // ten lines at most
    }

    // No line is cut and nothing is empty, whatever the number of lines, typed or wrapped.
    void theFieldIsAsHighAsItsText_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("isTyped");
        QTest::newRow("typed lines") << u"The fog came in."_s << true;
        QTest::newRow("pasted lines") << u"The fog came in."_s << false;
        QTest::newRow("wrapped lines")
            << u"The fog came in over the harbour and the keeper set the lamp down between them, and "_s
            << false;
    }

    void theFieldIsAsHighAsItsText()
    {
        QFETCH(QString, line);
        QFETCH(bool, isTyped);
        QWidget window;
        applyTheme(*qApp, Theme::light());
        auto *composer = new Composer(&window);
        auto *column = new QVBoxLayout(&window);
        column->addStretch();
        column->addWidget(composer);
        window.resize(640, 700);
        window.show();
        composer->setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto *edit = composer->findChild<QPlainTextEdit *>();
        int linesBefore = 0;
        for (int i = 0; i < 30; ++i) {
            if (isTyped) {
                if (i > 0)
                    QTest::keyClick(edit, Qt::Key_Return, Qt::ShiftModifier);
                QTest::keyClicks(edit, line);
            } else {
                QApplication::clipboard()->setText(line.contains(u"keeper"_s) || i == 0 ? line
                                                                                        : u'\n' + line);
                QTest::keyClick(edit, Qt::Key_V, Qt::ControlModifier);
            }
            const int lines = int(edit->document()->size().height());
            QVERIFY(lines >= linesBefore);
            linesBefore = lines;
            if (lines > 10)
                break;
            QTRY_VERIFY(edit->verticalScrollBar()->maximum() == 0);
            QVERIFY(!edit->verticalScrollBar()->isVisible());
            QTextCursor start(edit->document());
            const QRect first = edit->cursorRect(start);
            const QRect last = edit->cursorRect(edit->textCursor());
            QVERIFY2(first.top() >= 0 && last.bottom() < edit->viewport()->height(),
                     qPrintable(QString::number(lines)));
            const int idle = edit->viewport()->height() - last.bottom();
            QVERIFY2(idle < first.height(), qPrintable(QString::number(idle)));
        }
        QVERIFY(linesBefore > 10);
        QTRY_VERIFY(edit->verticalScrollBar()->isVisible());
    }

    void sendTurnsIntoStop()
    {
        Desk desk;
        QSignalSpy sent(&desk.composer, &Composer::sendRequested);
        QSignalSpy stopped(&desk.composer, &Composer::stopRequested);
        desk.composer.setStreaming(true);
        QVERIFY(!desk.button(u"Send"_s));
        QTest::mouseClick(desk.button(u"Stop"_s), Qt::LeftButton);
        QCOMPARE(stopped.size(), 1);
        QTest::keyClicks(desk.edit, u"next"_s); // writing goes on meanwhile
        QTest::keyClick(desk.edit, Qt::Key_Return);
        QCOMPARE(sent.size(), 0);
        QTest::keyClick(desk.edit, Qt::Key_Escape);
        QCOMPARE(stopped.size(), 2);
        desk.composer.setStreaming(false);
        QTest::mouseClick(desk.button(u"Send"_s), Qt::LeftButton);
        QCOMPARE(sent.takeFirst(), QVariantList{u"next"_s});
        QTest::keyClick(desk.edit, Qt::Key_Escape);
        QCOMPARE(stopped.size(), 2);
    }

    void upInAnEmptyDraftEditsTheLast()
    {
        Desk desk;
        QSignalSpy editLast(&desk.composer, &Composer::editLastRequested);
        QTest::keyClick(desk.edit, Qt::Key_Up);
        QCOMPARE(editLast.size(), 1);
        QTest::keyClicks(desk.edit, u"x"_s);
        QTest::keyClick(desk.edit, Qt::Key_Up);
        QCOMPARE(editLast.size(), 1);
    }

    void draftTellsItsChangesAndCanBeUndone()
    {
        Desk desk;
        QSignalSpy changes(&desk.composer, &Composer::draftChanged);
        QTest::keyClicks(desk.edit, u"abc"_s);
        QCOMPARE(changes.size(), 3);
        QCOMPARE(changes.last(), QVariantList{u"abc"_s});
        desk.composer.setDraft(u"other"_s);
        QCOMPARE(desk.composer.draft(), u"other"_s);
        desk.composer.setDraft({});
        QTest::keyClick(desk.edit, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(desk.composer.draft(), u"other"_s);
        QCOMPARE(desk.composer.property("draft").toString(), u"other"_s);
    }

    void tokensAndConnection()
    {
        Desk desk;
        auto *label = desk.composer.findChild<QLabel *>();
        QVERIFY(!label->isVisible());
        desk.composer.setTokens(14, false);
        QCOMPARE(label->text(), u"~14 tokens"_s);
        QVERIFY(label->isVisible());
        desk.composer.setTokens(14, true);
        QCOMPARE(label->text(), u"14 tokens"_s);
        desk.composer.setConnectionName(u"Understudy"_s);
        QSignalSpy connection(&desk.composer, &Composer::connectionRequested);
        QTest::mouseClick(desk.button(u"Understudy"_s), Qt::LeftButton);
        QCOMPARE(connection.size(), 1);
    }

    void buttonsAskForMore()
    {
        Desk desk;
        QSignalSpy goOn(&desk.composer, &Composer::continueRequested);
        QSignalSpy impersonate(&desk.composer, &Composer::impersonateRequested);
        QTest::mouseClick(desk.button(u"Continue"_s), Qt::LeftButton);
        QTest::mouseClick(desk.button(u"Impersonate"_s), Qt::LeftButton);
        QCOMPARE(goOn.size(), 1);
        QCOMPARE(impersonate.size(), 1);
        desk.composer.setAvailable(true, false);
        QVERIFY(!desk.button(u"Continue"_s)->isEnabled());
        QVERIFY(desk.button(u"Impersonate"_s)->isEnabled());
        desk.composer.setAvailable(false, false);
        QVERIFY(!desk.edit->isEnabled() && !desk.button(u"Send"_s)->isEnabled());
    }

    void placeholderNamesThePersonaAndEverythingHasAName()
    {
        Desk desk;
        desk.composer.setPersonaName(u"Ada"_s);
        desk.composer.setConnectionName(u"Understudy"_s);
        QCOMPARE(desk.edit->placeholderText(), u"Write as Ada…"_s);
        for (QWidget *widget : desk.composer.findChildren<QWidget *>()) {
            if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible())
                QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
        }
    }

    // The watchdog is ctest's timeout.
    void aHugePasteIsTaken()
    {
        Desk desk;
        const QString huge = u"All work and no play makes a long line. "_s.repeated(25'000);
        QGuiApplication::clipboard()->setText(huge);
        desk.edit->paste();
        QCOMPARE(desk.composer.draft().size(), huge.size());
        QTest::keyClicks(desk.edit, u"!"_s);
        desk.composer.grab();
        QCOMPARE(desk.composer.draft().size(), huge.size() + 1);
    }

    void filesPastedArePassedOn()
    {
        Desk desk;
        QSignalSpy dropped(&desk.composer, &Composer::filesDropped);
        auto *data = new QMimeData;
        data->setUrls({QUrl::fromLocalFile(u"/tmp/card.png"_s)});
        QGuiApplication::clipboard()->setMimeData(data);
        desk.edit->paste();
        QCOMPARE(dropped.size(), 1);
        QVERIFY(desk.composer.draft().isEmpty());
    }

    void headerAsksForMenus()
    {
        ChatHeader header;
        header.resize(600, header.sizeHint().height());
        header.setChat(u"Mira Okafor"_s, u"The fog"_s);
        header.setPersonaName(u"Ada"_s);
        header.show();
        header.grab();
        QSignalSpy persona(&header, &ChatHeader::personaRequested);
        QSignalSpy menu(&header, &ChatHeader::menuRequested);
        for (auto *button : header.findChildren<QToolButton *>()) {
            QVERIFY(!button->accessibleName().isEmpty());
            QVERIFY(header.rect().contains(button->geometry()));
            QTest::mouseClick(button, Qt::LeftButton);
        }
        QCOMPARE(persona.size(), 1);
        QCOMPARE(menu.size(), 1);
        header.resize(260, header.height());
        for (auto *button : header.findChildren<QToolButton *>())
            QVERIFY(header.rect().contains(button->geometry()));
    }
};

} // namespace tst_composer

SNUG_TEST(tst_composer, TestComposer, Windows)
#include "tst_composer.moc"
