// Alice, Bob and Carl in one room, played through the Understudy: what Alice tells Bob never goes out in what
// is sent for Carl, neither directly nor through lore, memories, macros, variables or counts.

#include "app/chat/chatcontroller.h"
#include "app/library/librarycontroller.h"
#include "core/chat/chatsession.h"
#include "core/formats/knowledgesettings.h"
#include "core/library/library.h"
#include "core/prompt/knownto.h"
#include "core/prompt/stages/visibility.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "widgets/chat/castbar.h"
#include "widgets/chat/chip.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/recipients.h"
#include "widgets/chat/transcript.h"
#include "widgets/dialogs/knowledgedialog.h"
#include "widgets/inspector/comparisonmodel.h"
#include "widgets/inspector/comparisonpane.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/speakerstrip.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QInputDialog>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace snug;

static bool writeFile(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

static const QByteArray sceneCard =
    R"({"sys_prompt":"Alice, Bob and Carl share a table at the inn.","role":"Alice","filepath":"inn.json",
        "chars":["Alice","Bob","Carl"],"first_msg":"Alice waves from the table."})";

// Everything that looks at the chat or at variables.
static const QByteArray nosyPreset =
    R"({"prompts":[{"identifier":"main","system_prompt":true,"role":"system","content":
        "Last: {{lastMessage}} {{lastUserMessage}} {{lastCharMessage}} {{lastMessageId}} {{getvar::whisper}} {{getglobalvar::whisper}}"},
        {"identifier":"worldInfoBefore","marker":true,"system_prompt":true},
        {"identifier":"charDescription","marker":true,"system_prompt":true},
        {"identifier":"chatHistory","marker":true,"system_prompt":true}],
        "prompt_order":[{"character_id":100001,"order":[{"identifier":"main","enabled":true},
        {"identifier":"worldInfoBefore","enabled":true},{"identifier":"charDescription","enabled":true},
        {"identifier":"chatHistory","enabled":true}]}],"openai_max_context":2000,"openai_max_tokens":100})";

// Everything that a template is given.
static const QByteArray nosyTemplate =
    R"({"template":"{{ lore_before }} {{ lore_after }} {{ memories | dump }} {{ injected }} {{ others | dump }} {{ content }} {{ author }} {{ messages(20) }} {{ history | length }} {% for m in history %}{% call send_as(m.role) %}{{ m.author }}: {{ m.content }} {{ m.toJSON() }}{% endcall %}{% endfor %}","system_prompt":"{{ messages(20) }} {{ history | dump }}","history":"true"})";

// The key of the first is the secret; the second is what a memory of that scene would be.
static QByteArray bookWith(const QByteArray &secret)
{
    return R"({"entries":{"0":{"uid":0,"key":[")" + secret + R"("],"comment":"Treasure","content":
        "It opens the vault under the mill.","position":0,"order":100},
        "1":{"uid":1,"key":["cellar"],"comment":"Memory","content":"They spoke of the brass heron.",
        "position":0,"order":90,"stmemorybooks":true}}})";
}

class TestSecretsInWindow : public QObject
{
    Q_OBJECT

private:
    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }
    const QList<Message> &messages() { return session()->chat().messages; }
    QPlainTextEdit *draft() { return app().chatPane.composer()->findChild<QPlainTextEdit *>(); }
    Recipients *recipients() { return app().chatPane.composer()->recipients(); }
    CastBar *cast() { return app().chatPane.cast(); }
    bool isQuiet()
    {
        return session() && !session()->reply().isUnderWay() && !session()->preview().isBusy() &&
               app().workspace.content.isReady();
    }
    QString shownText()
    {
        const auto shown = app().chat.shownPrompt();
        if (!shown)
            return {};
        QString all = shown->prompt.prompt.value_or(TracedText()).text();
        for (const OutboundMessage &message : shown->prompt.messages)
            all += message.content.text() + u'\n';
        return all;
    }

    void open(const QByteArray &secret = "pomegranate", bool isTemplate = false)
    {
        m_program = std::make_unique<OpenProgram>(OpenProgram::Content::Empty);
        m_program->quit();
        const QDir folder(m_program->libraryFolder());
        QVERIFY(writeFile(folder.filePath(u"OpenAI Settings/Nosy.json"_s), nosyPreset));
        QVERIFY(writeFile(folder.filePath(u"worlds/Inn.json"_s), bookWith(secret)));
        QVERIFY(writeFile(
            folder.filePath(u"settings.json"_s),
            R"({"username":"Dora","world_info_settings":{"world_info":{"globalSelect":["Inn"]},"world_info_depth":9}})"));
        QVERIFY(writeFile(
            folder.filePath(u"snug/session.json"_s),
            isTemplate
                ? QByteArray(R"({"preset":"Nosy","mode":"template","promptTemplates":{"library":"Nosy"}})")
                : QByteArray(R"({"preset":"Nosy"})")));
        QVERIFY(writeFile(folder.filePath(u"snug/templates/Nosy.json"_s), nosyTemplate));
        QVERIFY(writeFile(folder.filePath(u"inn.json"_s), sceneCard));
        m_program->start();
        QVERIFY(QTest::qWaitForWindowExposed(&app().window));
        QTRY_VERIFY(app().library.isOpen());
        app().libraryController.importFiles({folder.filePath(u"inn.json"_s)});
        QTRY_COMPARE(app().library.contents().cards.size(), 1);
        app().chat.startNew(app().library.contents().cards.first().file);
        QTRY_VERIFY(isQuiet());
        QVERIFY(!cast()->isVisible());
        QVERIFY(!recipients()->isVisible());
    }

    void keepSecrets()
    {
        app().actions.action(ActionId::KeepSecrets)->trigger();
        QTRY_VERIFY(isQuiet() && session()->snapshot().knowledge.isEnabled);
        QVERIFY(cast()->isVisible());
        QVERIFY(recipients()->isVisible());
    }

    void writeAs(const QString &name)
    {
        for (int i = 0; i < 4 && writerOf(session()->snapshot()) != name; ++i)
            app().actions.action(ActionId::WriteAsNext)->trigger();
        QCOMPARE(writerOf(session()->snapshot()), name);
    }

    // By keys alone.
    void pick(const QString &name)
    {
        app().actions.action(ActionId::FocusRecipients)->trigger();
        for (int i = 0; i < 6; ++i) {
            auto *chip = qobject_cast<Chip *>(app().window.focusWidget());
            QVERIFY(chip);
            if (chip->text() == name) {
                QTest::keyClick(chip, Qt::Key_Space);
                break;
            }
            QTest::keyClick(chip, Qt::Key_Right);
        }
        QVERIFY(recipients()->chosen().contains(name));
        QTest::keyClick(app().window.focusWidget(), Qt::Key_Escape);
        QCOMPARE(app().window.focusWidget(), draft());
    }

    void replyAs(const QString &name)
    {
        for (QToolButton *button : cast()->findChildren<QToolButton *>()) {
            if (button->text().startsWith(u"Reply: "))
                QTest::mouseClick(button, Qt::LeftButton);
        }
        OpenProgram::chooseFromMenu(qobject_cast<QMenu *>(QApplication::activePopupWidget()), {name});
    }

    void say(const QString &text)
    {
        draft()->setFocus();
        draft()->insertPlainText(text);
        QTRY_VERIFY2(isQuiet(), qPrintable(u"%1 %2 %3"_s.arg(session()->reply().isUnderWay())
                                               .arg(session()->preview().isBusy())
                                               .arg(app().workspace.content.isReady())));
        const qsizetype before = messages().size();
        QTest::keyClick(draft(), Qt::Key_Return);
        QVERIFY(draft()->toPlainText().isEmpty());
        QTRY_VERIFY(isQuiet() && messages().size() >= before + 2);
    }

    // Everything that went out for Carl, in the order in which it went.
    QByteArray playTheScene(const QByteArray &secret)
    {
        QByteArray forCarl;
        QByteArray forBob;
        const auto listen = connect(session(), &ChatSession::sent, this, [&](const PreparedPrompt &sent) {
            (replierOf(sent.inputs) == u"Carl" ? forCarl : forBob) += sent.request->body + '\n';
        });
        writeAs(u"Alice"_s);
        pick(u"Bob"_s);
        const QString told =
            u"The %1 lies in the cellar.{{setvar::whisper::%1}}{{setglobalvar::whisper::%1}}"_s;
        say(told.arg(QString::fromLatin1(secret)));
        say(u"Keep it between us."_s); // still to Bob
        [&] { QVERIFY(OpenProgram::click(recipients(), u"Everyone"_s)); }();
        replyAs(u"Carl"_s);
        say(u"Good evening, Carl. {{lastMessage}}{{getvar::whisper}}"_s);
        say(u"And what did you hear? {{lastCharMessage}}"_s);
        session()->generate(GenerationType::Swipe);
        [&] { QTRY_VERIFY(isQuiet()); }();
        disconnect(listen);
        // The same words do reach Bob, through all of these ways.
        [&] {
            QVERIFY(forBob.count(secret) > 2);
            QVERIFY(forBob.contains("vault under the mill"));
            QVERIFY(forBob.contains("brass heron"));
        }();
        return forCarl;
    }

    std::unique_ptr<OpenProgram> m_program;

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    void cleanup()
    {
        if (m_program)
            m_program->quit();
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void whatAliceTellsBobNeverGoesOutForCarl()
    {
        open("pomegranate");
        keepSecrets();
        const QByteArray sent = playTheScene("pomegranate");
        QCOMPARE(sent.count('\n'), 3);
        for (const char *word : {"pomegranate", "cellar", "vault", "heron", "between us"})
            QVERIFY2(!sent.contains(word), word);
        // With another secret, of another length, that fires other lore, not one byte differs.
        m_program->quit();
        open("key");
        keepSecrets();
        QCOMPARE(playTheScene("key"), sent);
    }

    void norThroughATemplate()
    {
        open("pomegranate", true);
        keepSecrets();
        const QByteArray sent = playTheScene("pomegranate");
        QCOMPARE(app().chat.shownPrompt()->prompt.mode, PromptMode::Template);
        QVERIFY(sent.contains("Good evening, Carl."));
        for (const char *word : {"pomegranate", "cellar", "vault", "heron", "between us"})
            QVERIFY2(!sent.contains(word), word);
    }

    void somebodyElseIsPlayedAndRemembered()
    {
        open();
        keepSecrets();
        QAction *other = nullptr;
        const auto menus = cast()->findChildren<QMenu *>();
        for (QMenu *menu : menus) {
            OpenProgram::openMenu(menu);
            for (QAction *action : menu->actions()) {
                if (action->text() == u"Somebody &Else…")
                    other = action;
            }
        }
        QVERIFY(other);
        other->trigger();
        auto *dialog = cast()->findChild<QInputDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        QTest::keyClicks(dialog->findChild<QLineEdit *>(), u"  Eve  of Kent "_s);
        QTest::keyClick(dialog->findChild<QLineEdit *>(), Qt::Key_Return);
        QTRY_COMPARE(writerOf(session()->snapshot()), u"Eve of Kent"_s);
        QCOMPARE(draft()->placeholderText(), u"Write as Eve of Kent…"_s);
        replyAs(u"Carl"_s);
        QTRY_COMPARE(session()->upcoming().replier(), u"Carl"_s);
        say(u"Is this seat free?"_s);
        QCOMPARE(messages().at(1).name, u"Eve of Kent"_s);
        QCOMPARE(messages().at(2).name, u"Carl"_s);

        m_program->restart();
        QTRY_VERIFY(isQuiet());
        QVERIFY(session()->snapshot().knowledge.isEnabled);
        QCOMPARE(writerOf(session()->snapshot()), u"Eve of Kent"_s);
        QCOMPARE(session()->upcoming().replier(), u"Carl"_s);
        QCOMPARE(cast()->state().writer, u"Eve of Kent"_s);
        QVERIFY(cast()->state().writers.contains(u"Eve of Kent"_s));
        // Another chat knows nothing of it, and this one does when it is opened again.
        const ChatReference here = *app().chat.reference();
        app().actions.action(ActionId::NewChat)->trigger();
        QTRY_VERIFY(isQuiet() && messages().size() == 1);
        QCOMPARE(app().workspace.content.knowledge().writer(), QString());
        app().chat.open(here, here.cardFile);
        QTRY_VERIFY(isQuiet() && messages().size() == 3);
        QTRY_COMPARE(writerOf(session()->snapshot()), u"Eve of Kent"_s);
    }

    void oneSeesWhatOnePlays()
    {
        open();
        keepSecrets();
        writeAs(u"Alice"_s);
        QCOMPARE(draft()->placeholderText(), u"Write as Alice…"_s);
        pick(u"Bob"_s);
        draft()->insertPlainText(u"The lamp is hollow."_s);
        QTRY_VERIFY(isQuiet() && shownText().contains(u"hollow"));
        QCOMPARE(replierOf(session()->snapshot()), u"Bob"_s);
        QTest::keyClick(draft(), Qt::Key_Return);
        QTRY_VERIFY(isQuiet() && messages().size() == 3);
        QCOMPARE(messages().at(1).name, u"Alice"_s);
        QCOMPARE(knownTo(messages().at(1)), (QStringList{u"Bob"_s, u"Alice"_s}));
        QCOMPARE(messages().at(2).name, u"Bob"_s); // and answers in private
        QCOMPARE(knownTo(messages().at(2)), (QStringList{u"Bob"_s, u"Alice"_s}));

        Transcript *transcript = app().chatPane.transcript();
        QTRY_COMPARE(transcript->message(1).knowersText, u"only Bob, Alice"_s);
        QVERIFY(transcript->message(0).knowers.isNull());
        QVERIFY(!transcript->message(1).content().text.contains(u"known_to"));
        QVERIFY(messages().at(1).text.contains(u"known_to"));

        KnownMessages *known = app().chat.known();
        QCOMPARE(known->rowCount(), 3);
        writeAs(u"Bob"_s);
        QTRY_COMPARE(known->rowCount(), 3);
        QVERIFY(recipients()->chosen().isEmpty());
        writeAs(u"Carl"_s);
        QTRY_COMPARE(known->rowCount(), 1);
        QCOMPARE(cast()->state().kept, 2);
        QVERIFY(OpenProgram::click(cast(), u"2 hidden from Carl"_s));
        QTRY_COMPARE(known->rowCount(), 3);
        QVERIFY(OpenProgram::click(cast(), u"All shown"_s));
        QTRY_COMPARE(known->rowCount(), 1);
        // The third message of the chat is the second that Carl sees.
        say(u"What did you say?"_s);
        QTRY_COMPARE(known->rowCount(), 3);
        transcript->setFocus();
        transcript->setCurrentRow(1);
        QTest::keyClick(transcript, Qt::Key_Delete);
        QTRY_COMPARE(messages().size(), 4);
        QCOMPARE(messages().at(1).name, u"Alice"_s);
        QVERIFY(!messages().at(3).isUser);
    }

    void takenBackItIsStillForBob()
    {
        open();
        keepSecrets();
        writeAs(u"Alice"_s);
        pick(u"Bob"_s);
        say(u"The lamp is hollow."_s);
        app().actions.action(ActionId::Undo)->trigger();
        recipients()->setChosen({});
        app().actions.action(ActionId::Undo)->trigger();
        QCOMPARE(draft()->toPlainText(), u"The lamp is hollow."_s);
        QCOMPARE(recipients()->chosen(), QStringList{u"Bob"_s});
        QCOMPARE(namesInTags(session()->snapshot().userText, session()->snapshot().knowledge),
                 (QStringList{u"Bob"_s, u"Alice"_s}));
    }

    void theSettingsAreKept()
    {
        open();
        app().actions.action(ActionId::WhoKnowsWhat)->trigger();
        auto *dialog = app().window.findChild<KnowledgeDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        // Words by which those who come from gf-lt look.
        const auto isSaid = [](const QWidget &in, const QString &word) {
            return std::ranges::any_of(in.findChildren<QWidget *>(),
                                       [&](const QWidget *each) { return each->toolTip().contains(word); });
        };
        QVERIFY(isSaid(*dialog, u"AutoTurn"_s));
        QVERIFY(isSaid(app().window, u"Writing as"_s));
        QVERIFY(isSaid(app().window, u"Known to"_s));
        QTest::mouseClick(dialog->findChildren<QCheckBox *>().first(), Qt::LeftButton, {}, QPoint(8, 8));
        QTRY_VERIFY(isQuiet() && session()->snapshot().knowledge.isEnabled);
        const QList<QLineEdit *> lines = dialog->findChildren<QLineEdit *>(Qt::FindDirectChildrenOnly) +
                                         dialog->findChildren<QLineEdit *>();
        QLineEdit *chatTag = nullptr;
        for (QLineEdit *line : lines) {
            if (line->placeholderText() == KnowledgeSettings::defaultTag && !chatTag)
                chatTag = line;
        }
        QVERIFY(chatTag); // the chat's stands first
        chatTag->setFocus();
        QTest::keyClicks(chatTag, u"@@"_s);
        QTest::keyClick(chatTag, Qt::Key_Return);
        QTRY_COMPARE(session()->snapshot().knowledge.tagInEffect(), u"@@"_s);
        dialog->close();
        writeAs(u"Alice"_s);
        pick(u"Bob"_s);
        say(u"psst"_s);
        QVERIFY(messages().at(1).text.startsWith(u"@@Bob,Alice__ "));
        m_program->restart();
        QTRY_VERIFY(isQuiet());
        QCOMPARE(knowledgeOverrides(session()->chat().metadata()).tag, u"@@"_s);
        QVERIFY(session()->snapshot().knowledge.isEnabled);
        QCOMPARE(session()->snapshot().knowledge.tag, u"@@"_s);
        QCOMPARE(knownTo(messages().at(1)), (QStringList{u"Bob"_s, u"Alice"_s}));
        // Another chat has none of its own.
        app().actions.action(ActionId::NewChat)->trigger();
        QTRY_VERIFY(isQuiet() && messages().size() == 1);
        QCOMPARE(session()->snapshot().knowledge.tagInEffect(), KnowledgeSettings::defaultTag.toString());
    }

    void privateRepliesFollowEachOther()
    {
        open();
        ActiveKnowledge &knowledge = app().workspace.content.knowledge();
        // Their tags name the user last: where that ends the talk, Bob would not be asked.
        knowledge.changeLibrarySettings({.isEnabled = true,
                                         .autoTurn = true,
                                         .queue = KnowledgeSettings::Queue::UpToUser,
                                         .roundLimit = 2});
        QTRY_VERIFY(isQuiet() && session()->snapshot().knowledge.isEnabled);
        pick(u"Alice"_s);
        pick(u"Bob"_s);
        draft()->insertPlainText(u"Talk it over."_s);
        QTRY_VERIFY(isQuiet());
        QTest::keyClick(draft(), Qt::Key_Return);
        // Alice answers, then Bob and Alice once more without anybody typing.
        QTRY_COMPARE(messages().size(), 5);
        QTRY_VERIFY(isQuiet());
        QCOMPARE(messages().at(2).name, u"Alice"_s);
        QCOMPARE(messages().at(3).name, u"Bob"_s);
        QCOMPARE(messages().at(4).name, u"Alice"_s);
        QVERIFY(cast()->state().isAtLimit);
        QCOMPARE(cast()->state().waiting, QStringList{u"Bob"_s});
        QCOMPARE(cast()->chainText(), u"2 replies without you. Waiting: Bob"_s);
        const auto button = [this](const QString &text) {
            for (QToolButton *each : cast()->findChildren<QToolButton *>()) {
                if (each->text() == text && each->isVisible())
                    return each;
            }
            return static_cast<QToolButton *>(nullptr);
        };
        QVERIFY(button(u"Go On"_s));
        QTest::mouseClick(button(u"Go On"_s), Qt::LeftButton);
        QTRY_COMPARE(messages().size(), 7);
        QTRY_VERIFY(isQuiet() && cast()->state().isAtLimit);
        QTest::mouseClick(button(u"Stop"_s), Qt::LeftButton);
        QTRY_VERIFY(!button(u"Stop"_s));
        QVERIFY(session()->chain().waiting().isEmpty());
    }

    void twoPromptsBesideEachOther()
    {
        open();
        keepSecrets();
        writeAs(u"Alice"_s);
        pick(u"Bob"_s);
        say(u"The pomegranate lies here."_s);
        auto *choice = app().inspector.speakers()->findChild<QComboBox *>();
        QVERIFY(choice->isVisible());
        OpenProgram::choose(choice, choice->findData(u"Bob"_s));
        QTRY_VERIFY(isQuiet() && replierOf(session()->snapshot()) == u"Bob");
        auto *tabs = app().inspector.findChild<QTabWidget *>();
        tabs->setCurrentWidget(app().inspector.comparison());
        ComparisonPane *pane = app().inspector.comparison();
        auto *beside = pane->findChild<QComboBox *>();
        OpenProgram::choose(beside, beside->findText(u"Carl"_s));
        auto *list = pane->findChild<QListView *>();
        const auto lines = [&] {
            QStringList texts;
            for (int i = 0; i < list->model()->rowCount(); ++i)
                texts.append(list->model()->index(i, 0).data().toString());
            return texts.join(u'\n');
        };
        QTRY_VERIFY2(lines().contains(u"Only Bob: "), qPrintable(lines()));
        QVERIFY(lines().contains(u"pomegranate"));
        QVERIFY(lines().contains(u"vault"));
        QVERIFY(!lines().contains(u"Only Carl: "));
        // While one types it follows.
        draft()->insertPlainText(u"And the plum, too"_s);
        QTRY_VERIFY(lines().contains(u"And the plum, too"));
    }

    void aConnectionThatTakesMessagesSaysWhatIsLost()
    {
        open();
        NoticeBar *notices = app().chatPane.notices();
        keepSecrets();
        QVERIFY(notices->isShown(u"secrets"_s));
        QVERIFY(notices->textOf(u"secrets"_s).contains(u"takes messages"));
        say(u"Hello."_s);
        QVERIFY(!shownText().contains(u"Dora: Hello."));
        for (QAbstractButton *button : notices->findChildren<QAbstractButton *>()) {
            if (button->text() == u"Put Names in Messages")
                button->click();
        }
        QTRY_VERIFY(isQuiet() && shownText().contains(u"Dora: Hello."));
        QVERIFY(!notices->isShown(u"secrets"_s));

        Connection text;
        text.id = u"text"_s;
        text.name = u"Text"_s;
        text.kind = Connection::Kind::LlamaCompletion;
        text.baseUrl = QUrl(u"http://127.0.0.1:1"_s);
        app().workspace.connections.setConnections(app().workspace.connections.connections() + QList{text});
        app().workspace.connections.chooseActive(text.id);
        QTRY_VERIFY(isQuiet() && shownText().contains(u"Dora:\nHello."));
        const auto shown = app().chat.shownPrompt();
        QCOMPARE(shown->prompt.mode, PromptMode::Names);
        QVERIFY(shown->prompt.prompt->text().endsWith(u"\nAlice:\n"));
        QVERIFY(shown->prompt.stop.contains(u"Bob:\n"_s));
    }
};

QTEST_MAIN(TestSecretsInWindow)
#include "tst_secretsinwindow.moc"
