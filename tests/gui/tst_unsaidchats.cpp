// A chat's file with its first line alone: SillyTavern puts the greeting in as it opens it. Snug shows the
// greeting, sends it, and writes it with the first thing that is said.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/settings.h"
#include "core/chat/chatsession.h"
#include "core/formats/chatjsonl.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/librarypreview.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"

#include <QApplication>
#include <QRegularExpression>
#include <QTest>

namespace tst_unsaidchats {

using namespace snug;
using namespace Qt::StringLiterals;

class TestUnsaidChats : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void theCardGreets()
    {
        write(head);
        open();
        const Chat shown = app().chat.session()->chat();
        QCOMPARE(shown.messages.size(), 1);
        QCOMPARE(shown.messages.first().name, u"Mira Okafor"_s);
        QVERIFY(!shown.messages.first().text.isEmpty() && !shown.messages.first().text.contains(u"{{"));
        QCOMPARE(shown.metadata().value(u"note_prompt").toText(), u"Softly."_s);
        QTRY_VERIFY(!app().chat.session()->preview().isBusy());
        const PreparedPrompt sent = app().chat.session()->preview().current();
        QVERIFY(std::ranges::any_of(sent.prompt.messages, [&](const OutboundMessage &message) {
            return message.content.text() == shown.messages.first().text;
        }));
        QCOMPARE(bytes(), head); // opening writes nothing

        // The command line sees the same.
        Settings settings(m_program->settingsFile());
        LibraryPreview preview({.library = m_program->libraryFolder(),
                                .outsideFolders = {},
                                .chat = file,
                                .draft = QString(),
                                .now = [now = sent.inputs.now] { return now; },
                                .seed = [seed = sent.inputs.seed] { return seed; }},
                               settings);
        std::optional<PreparedPrompt> prepared;
        connect(&preview, &LibraryPreview::ready, this,
                [&](const PreparedPrompt &ready) { prepared = ready; });
        preview.start();
        QTRY_VERIFY_WITH_TIMEOUT(prepared, 20000);
        QCOMPARE(prepared->prompt.messages, sent.prompt.messages);

        QVERIFY(app().chat.session()->send(u"Good evening."_s));
        QTRY_VERIFY(!app().chat.session()->reply().isUnderWay() &&
                    app().chat.session()->chat().messages.size() == 3);
        QTRY_COMPARE(readChat(bytes(), u"Unsaid"_s).chat.messages, app().chat.session()->chat().messages);
        QVERIFY(bytes().startsWith(head.trimmed()));
    }

    // Lines that cannot be read are something that was said.
    void whatCannotBeReadIsNotGreetedOver()
    {
        write(head + "{\"name\":\"Mira Okafor\",\"mes\":\n{\n");
        open();
        QCOMPARE(app().chat.session()->chat().messages.size(), 0);
    }

    void leavingItWritesNothing()
    {
        write(head);
        open();
        QCOMPARE(app().chat.session()->chat().messages.size(), 1);
        app().chat.startNew(u"Mira Okafor.png"_s);
        QTRY_VERIFY(app().chat.session() && app().chat.reference()->name != u"Unsaid");
        QCOMPARE(bytes(), head);
        open();
        QCOMPARE(app().chat.session()->chat().messages.size(), 1);
        QCOMPARE(bytes(), head);
    }

private:
    const AppContext &app() const { return m_program->app(); }

    void write(const QByteArray &content) const
    {
        QFile written(m_program->libraryFolder() + u'/' + file);
        QVERIFY(written.open(QIODevice::WriteOnly) && written.write(content) == content.size());
    }

    QByteArray bytes() const
    {
        QFile read(m_program->libraryFolder() + u'/' + file);
        return read.open(QIODevice::ReadOnly) ? read.readAll() : QByteArray();
    }

    void open() const
    {
        const ChatReference reference{.cardFile = u"Mira Okafor.png"_s, .name = u"Unsaid"_s};
        app().chat.open(reference, reference.cardFile);
        QTRY_VERIFY(app().chat.session() && app().chat.reference() == reference);
        QTRY_VERIFY(app().workspace.content.isReady());
    }

    const QString file = u"chats/Mira Okafor/Unsaid.jsonl"_s;
    const QByteArray head = "{\"user_name\":\"unused\",\"character_name\":\"unused\",\"chat_metadata\":{"
                            "\"note_prompt\":\"Softly.\"}}\n";
    std::unique_ptr<OpenProgram> m_program;
};

} // namespace tst_unsaidchats

SNUG_TEST(tst_unsaidchats, TestUnsaidChats, Windows)

#include "tst_unsaidchats.moc"
