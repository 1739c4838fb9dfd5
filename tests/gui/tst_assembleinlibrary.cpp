// What `snug assemble --library` prints is what the window sends: for chats of SillyTavern's folder, byte for
// byte.

#include "app/chat/chatcontroller.h"
#include "app/settings.h"
#include "core/chat/chatsession.h"
#include "core/formats/jsontext.h"
#include "core/library/groupfiles.h"
#include "core/workspace/librarypreview.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"

#include <QApplication>
#include <QRegularExpression>
#include <QTest>

namespace tst_assembleinlibrary {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

struct OpenedChat
{
    ChatReference reference;
    QString owner;
    QString file; // inside the library
    QString draft;
    std::optional<PreparedPrompt> shown = {};
};

QList<OpenedChat> chatsOf(const LibraryContents &contents)
{
    QList<OpenedChat> all;
    for (const CardSummary &card : contents.cards) {
        for (const ChatSummary &chat : contents.chatsOf(card.file))
            all.append({{card.file, chat.name},
                        card.file,
                        u"chats/%1/%2.jsonl"_s.arg(card.file.chopped(4), chat.name),
                        u"Where is the lamp?"_s});
    }
    for (const GroupSummary &group : contents.groups) {
        for (const QString &name : chatNames(group.group)) {
            if (std::ranges::contains(contents.groupChats, name, &ChatSummary::name))
                all.append({{{}, name}, group.file, u"group chats/%1.jsonl"_s.arg(name), {}});
        }
    }
    return all;
}

} // namespace

class TestAssembleInLibrary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    void sendsWhatTheWindowSends()
    {
        OpenProgram program(OpenProgram::Content::SillyTavern);
        QTRY_VERIFY_WITH_TIMEOUT(program.app().library.contents().chatsAreComplete, 20000);
        QTRY_VERIFY(program.app().chat.session());
        QList<OpenedChat> chats = chatsOf(program.app().library.contents());
        QVERIFY(chats.size() >= 10);
        for (OpenedChat &chat : chats) {
            const AppContext &app = program.app();
            app.chat.open(chat.reference, chat.owner);
            QTRY_VERIFY(app.chat.reference() == chat.reference && app.chat.session());
            app.chat.setDraft(chat.draft);
            QTRY_VERIFY_WITH_TIMEOUT(app.workspace.content.isReady() && app.workspace.connections.isReady() &&
                                         app.chat.shownPrompt() && app.chat.shownPrompt()->request &&
                                         !app.chat.session()->preview().isBusy(),
                                     20000);
            chat.shown = app.chat.shownPrompt();
        }

        // The window goes on having the library open: it is only read.
        Settings settings(program.settingsFile());
        for (const OpenedChat &chat : std::as_const(chats)) {
            const PromptInputs &inputs = chat.shown->inputs;
            LibraryPreview preview({.library = program.libraryFolder(),
                                    .outsideFolders = {},
                                    .chat = chat.file,
                                    .draft = chat.draft,
                                    .now = [now = inputs.now] { return now; },
                                    .seed = [seed = inputs.seed] { return seed; }},
                                   settings);
            std::optional<PreparedPrompt> prepared;
            QString problem;
            connect(&preview, &LibraryPreview::ready, this,
                    [&](const PreparedPrompt &ready) { prepared = ready; });
            connect(&preview, &LibraryPreview::failed, this,
                    [&](const Error &error) { problem = error.line(); });
            preview.start();
            QTRY_VERIFY2_WITH_TIMEOUT(prepared, qPrintable(chat.file + problem), 20000);
            QVERIFY2(prepared->request, qPrintable(chat.file));
            if (prepared->request->body != chat.shown->request->body)
                qWarning() << chat.file;
            QCOMPARE(prepared->request->body, chat.shown->request->body);
            QCOMPARE(prepared->prompt.messages, chat.shown->prompt.messages);
            QCOMPARE(prepared->request->url.path(), chat.shown->request->url.path());
        }
    }

    void unreadableLinesAreSaid()
    {
        const QTemporaryDir folder;
        const QString root = folder.filePath(u"library"_s);
        QVERIFY(copyFolder(QStringLiteral(SNUG_SOURCE_DIR "/tests/data/sillytavern-user-folder"), root));
        const QString chat = u"chats/Zéphyrine/Zéphyrine - 2026-11-21@22h11m58s732ms.jsonl"_s;
        QFile file(QDir(root).filePath(chat));
        QVERIFY(file.open(QIODevice::Append) && file.write("\n{not a message\n") > 0);
        file.close();
        Settings settings(folder.filePath(u"snug.ini"_s));
        LibraryPreview preview({.library = root, .outsideFolders = {}, .chat = chat}, settings);
        QList<Error> warnings;
        bool isReady = false;
        connect(&preview, &LibraryPreview::warned, this, [&](const QList<Error> &all) { warnings = all; });
        connect(&preview, &LibraryPreview::ready, this, [&] { isReady = true; });
        preview.start();
        QTRY_VERIFY_WITH_TIMEOUT(isReady, 20000);
        QCOMPARE(warnings.size(), 1);
        QVERIFY(warnings.first().place.startsWith(u"line "_s));
    }

    // Settings, the chat's metadata and its messages' extras, as SillyTavern writes them.
    void whatIsKeptReachesThePrompt()
    {
        const QTemporaryDir folder;
        const QString root = folder.filePath(u"library"_s);
        QVERIFY(copyFolder(QStringLiteral(SNUG_SOURCE_DIR "/tests/data/sillytavern-user-folder"), root));
        const QDir library(root);
        QFile settingsFile(library.filePath(u"settings.json"_s));
        QVERIFY(settingsFile.open(QIODevice::ReadOnly));
        Json document = parseJson(settingsFile.readAll()).value();
        settingsFile.close();
        Json power = document.value(u"power_user");
        power.set(u"user_prompt_bias"_s, Json(u"Well, {{user}}:"_s));
        power.set(u"reasoning"_s, Json::object({{u"add_to_prompts"_s, true},
                                                {u"prefix"_s, u"(("_s},
                                                {u"suffix"_s, u"))"_s},
                                                {u"separator"_s, u" "_s},
                                                {u"max_additions"_s, 5}}));
        power.set(u"allow_name1_display"_s, true);
        document.set(u"power_user"_s, power);
        Json extensions = document.value(u"extension_settings");
        extensions.set(u"memory"_s, Json::object({{u"template"_s, u"So far: {{summary}}"_s},
                                                  {u"position"_s, 1},
                                                  {u"depth"_s, 0},
                                                  {u"role"_s, 1}}));
        document.set(u"extension_settings"_s, extensions);
        QVERIFY(settingsFile.open(QIODevice::WriteOnly) && settingsFile.write(writeJson(document)) > 0);
        settingsFile.close();

        QVERIFY(library.mkpath(u"user/files"_s));
        QFile attached(library.filePath(u"user/files/lamp.txt"_s));
        QVERIFY(attached.open(QIODevice::WriteOnly) && attached.write("The lamp is brass.") > 0);
        attached.close();
        const QString chat = u"chats/Zéphyrine/Kept.jsonl"_s;
        QFile chatFile(library.filePath(chat));
        QVERIFY(chatFile.open(QIODevice::WriteOnly));
        chatFile.write(
            R"({"chat_metadata":{"script_injects":{"a":{"value":"It rains.","position":1,"depth":"0","scan":false,"role":0}}},"user_name":"unused","character_name":"unused"}
{"name":"Zéphyrine","is_user":false,"mes":"Hello.","extra":{"memory":" They met. ","reasoning":"be kind"}}
{"name":"Mika","is_user":true,"mes":"Look.","extra":{"files":[{"url":"/user/files/lamp.txt","name":"lamp.txt"}],"title":"a lamp","append_title":true}}
{"name":"Zéphyrine","is_user":false,"mes":"I do.","extra":{}})");
        chatFile.close();

        Settings settings(folder.filePath(u"snug.ini"_s));
        LibraryPreview preview({.library = root, .outsideFolders = {}, .chat = chat, .draft = u"And now?"_s},
                               settings);
        std::optional<PreparedPrompt> prepared;
        connect(&preview, &LibraryPreview::ready, this,
                [&](const PreparedPrompt &ready) { prepared = ready; });
        preview.start();
        QTRY_VERIFY_WITH_TIMEOUT(prepared, 20000);
        QVERIFY(prepared->inputs.settings.replies.cleaning.keepsUserName);
        QStringList sent;
        for (const OutboundMessage &message : prepared->prompt.messages)
            sent.append(roleName(message.role) + u": "_s + message.content.text());
        const QString whole = sent.join(u'\n');
        for (const QString &wanted :
             {u"assistant: ((be kind)) Hello."_s, u"user: The lamp is brass.\n\nLook.\n\na lamp"_s,
              u"user: So far: They met."_s, u"It rains."_s, u"assistant: Well, René Lachance:"_s})
            QVERIFY2(whole.contains(wanted), qPrintable(wanted + u"\nnot in\n"_s + whole));
        QVERIFY(prepared->prompt.trace.warnings.isEmpty());
    }

    void whatIsThereNotIsSaid_data()
    {
        QTest::addColumn<QString>("library");
        QTest::addColumn<QString>("chat");
        QTest::addColumn<QString>("said");
        QTest::newRow("no library") << u"gone"_s << u"x.jsonl"_s << u"there is no such folder"_s;
        QTest::newRow("no character")
            << QString() << u"chats/Nobody/x.jsonl"_s << u"is not a chat of the library"_s;
        QTest::newRow("no group") << QString() << u"group chats/x.jsonl"_s << u"belongs to no group"_s;
        QTest::newRow("outside") << QString() << u"/etc/hostname"_s << u"is not a chat of the library"_s;
        QTest::newRow("climbing") << QString() << u"../../x.jsonl"_s << u"is not a chat of the library"_s;
        QTest::newRow("no such chat") << QString() << u"chats/Zéphyrine/gone.jsonl"_s << u"gone"_s;
    }

    void whatIsThereNotIsSaid()
    {
        QFETCH(QString, library);
        QFETCH(QString, chat);
        QFETCH(QString, said);
        const QTemporaryDir folder;
        const QString root = folder.filePath(u"library"_s);
        QVERIFY(copyFolder(QStringLiteral(SNUG_SOURCE_DIR "/tests/data/sillytavern-user-folder"), root));
        Settings settings(folder.filePath(u"snug.ini"_s));
        LibraryPreview preview({.library = library.isEmpty() ? root : folder.filePath(library),
                                .outsideFolders = {},
                                .chat = chat},
                               settings);
        QString problem;
        connect(&preview, &LibraryPreview::failed, this, [&](const Error &error) { problem = error.line(); });
        preview.start();
        QTRY_VERIFY(!problem.isEmpty());
        QVERIFY2(problem.contains(said), qPrintable(problem));
    }
};

} // namespace tst_assembleinlibrary

SNUG_TEST(tst_assembleinlibrary, TestAssembleInLibrary, Windows)
#include "tst_assembleinlibrary.moc"
