// What one does to several messages at once.

#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/formats/chatjsonl.h"
#include "tests/gui/messagehands.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/messagelayout.h"
#include "widgets/chat/transcript.h"
#include "widgets/chat/undoline.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTest>

namespace tst_severalmessages {

using namespace Qt::StringLiterals;
using namespace snug;

class TestSeveralMessages : public QObject, MessageHands
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        app().window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(isSettled());
        QCOMPARE(messages().size(), 5);
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void severalAreOneStep()
    {
        const QStringList before = texts();
        story()->setFocus();
        story()->setCurrentRow(1);
        QTest::keyClick(story(), Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(story(), Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(story()->currentRows().first(), 1);
        QCOMPARE(story()->currentRows().last(), 3);
        QTest::keyClick(story(), Qt::Key_H, Qt::ControlModifier);
        QVERIFY(undoLine()->text().startsWith(u"3 "_s));
        for (int row = 0; row < 5; ++row)
            QCOMPARE(messages().at(row).isHidden, row >= 1 && row <= 3);
        undoByClick();
        for (const Message &message : messages())
            QVERIFY(!message.isHidden);
        QTest::keyClick(story(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QApplication::clipboard()->text().contains(before[3]));
        QTest::keyClick(story(), Qt::Key_Delete);
        QCOMPARE(texts(), QStringList({before[0], before[4]}));
        QVERIFY(undoLine()->text().startsWith(u"3 "_s));
        undoByClick();
        QCOMPARE(texts(), before);

        // With the mouse, and by the menu.
        story()->setCurrentRow(0);
        story()->verticalScrollBar()->setValue(0);
        click(0, MessagePart::Body);
        click(1, MessagePart::Body, Qt::ShiftModifier);
        QVERIFY(story()->currentRows().isRun());
        QVERIFY(story()->selectedText().isEmpty());
        const QPoint point =
            story()->messageRect(1).topLeft() + story()->message(1).body.topLeft() + QPoint(4, 4);
        pickAt(point, u"Delete 2 message(s)"_s); // no language is installed here
        QCOMPARE(texts(), before.sliced(2));
        QTest::keyClick(story(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(texts(), before);
    }

    void severalAreExported_data()
    {
        QTest::addColumn<QString>("end");
        QTest::newRow("text") << u".txt"_s;
        QTest::newRow("Markdown") << u".md"_s;
        QTest::newRow("a chat") << u".jsonl"_s;
    }

    void severalAreExported()
    {
        QFETCH(const QString, end);
        const QTemporaryDir folder;
        const QString target = folder.filePath(u"part"_s + end);
        chooseTwo();
        pickOfRun(u"Export 2 message(s)…"_s);
        auto *dialog = app().window.findChild<QFileDialog *>();
        QVERIFY(dialog);
        OpenProgram::chooseFile(dialog, target);
        QTRY_VERIFY(QFile::exists(target));
        QTRY_VERIFY(app().chatPane.notices()->textOf(u"export"_s).contains(target));
        QFile file(target);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        if (end == u".jsonl") {
            const Chat chat = readChat(bytes).chat;
            QCOMPARE(chat.header, session()->chat().header);
            QCOMPARE(chat.messages, messages().mid(1, 2));
            return;
        }
        const QString text = QString::fromUtf8(bytes);
        QVERIFY(text.contains(messages().at(1).text) && text.contains(messages().at(2).text));
        QVERIFY(!text.contains(messages().at(0).text) && !text.contains(messages().at(3).text));
        QVERIFY(text.startsWith((end == u".md" ? u"**%1**"_s : u"%1: "_s).arg(messages().at(1).name)));
    }

    void severalRunThroughAScript()
    {
        RegexScript script;
        script.id = u"shout"_s;
        script.name = u"Shout & more"_s;
        script.find = u"/the/g"_s;
        script.replacement = u"THE"_s;
        script.promptOnly = true; // chosen, it acts on what is stored
        script.placements = {int(RegexScript::Placement::WorldInfo)};
        QFile file(m_program->libraryFolder() + u"/settings.json"_s);
        m_program->quit();
        QVERIFY(file.open(QIODevice::ReadOnly));
        QJsonObject settings = QJsonDocument::fromJson(file.readAll()).object();
        file.close();
        QJsonObject extensions = settings.value(u"extension_settings"_s).toObject();
        extensions.insert(u"regex"_s, QJsonArray{QJsonObject{{u"id"_s, script.id},
                                                             {u"scriptName"_s, script.name},
                                                             {u"findRegex"_s, script.find},
                                                             {u"replaceString"_s, script.replacement},
                                                             {u"promptOnly"_s, true},
                                                             {u"placement"_s, QJsonArray{5}}}});
        settings.insert(u"extension_settings"_s, extensions);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QJsonDocument(settings).toJson());
        file.close();
        m_program->start();
        app().window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(isSettled());

        const QStringList before = texts();
        QStringList wanted = before;
        for (int row : {1, 2})
            wanted[row].replace(u"the"_s, u"THE"_s);
        QVERIFY(wanted != before);
        chooseTwo();
        pickOfRun(u"Run 2 message(s) through a script…"_s);
        QTRY_VERIFY(openMenu());
        pickIn(openMenu(), u"Shout  more"_s);
        QTRY_COMPARE(texts(), wanted);
        QVERIFY(undoLine()->text().contains(u"changed by the script"_s));
        undoByClick(); // one step
        QCOMPARE(texts(), before);
    }
};

} // namespace tst_severalmessages

SNUG_TEST(tst_severalmessages, TestSeveralMessages, Windows)
#include "tst_severalmessages.moc"
