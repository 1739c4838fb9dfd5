// Regex scripts in the whole program: SillyTavern's files, consent for those of a card, what is shown, stored
// and sent.

#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/formats/cardpng.h"
#include "core/library/atomicwrite.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QDirIterator>
#include <QDropEvent>
#include <QFileDialog>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

namespace tst_scriptsinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

static const QString card = u"Zéphyrine.png"_s;
static const QString noticeId = u"scripts:characters/Zéphyrine.png"_s;

// As the settings spell it.
static const QByteArray quotesPattern = R"(/\"([^\"]*)\"/g)";

static bool replaceInFile(const QString &path, const QByteArray &before, const QByteArray &after)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadWrite))
        return false;
    QByteArray bytes = file.readAll();
    if (!bytes.contains(before))
        return false;
    bytes.replace(before, after);
    return file.resize(0) && file.seek(0) && file.write(bytes) == bytes.size();
}

class TestScriptsInWindow : public QObject
{
    Q_OBJECT

private:
    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }
    NoticeBar *notices() { return app().chatPane.notices(); }
    QString file(const QString &name) { return QDir(m_program->libraryFolder()).filePath(name); }

    bool isSettled()
    {
        return session() && !session()->preview().isBusy() && app().workspace.content.isReady() &&
               app().workspace.content.card() && app().workspace.content.cardFile() == card;
    }
    QStringList namesInEffect()
    {
        QStringList names;
        for (const RegexScript &script : app().workspace.content.inputs().regexScripts)
            names << script.name;
        return names;
    }
    QPushButton *button(const QString &text)
    {
        for (QPushButton *each : notices()->findChildren<QPushButton *>()) {
            if (each->text().remove(u'&') == text)
                return each;
        }
        return nullptr;
    }
    QString shown(int row) { return app().chat.model()->index(row, 0).data(ShownTextRole).toString(); }
    // SillyTavern's folder with Zéphyrine's chat open; her scripts are not allowed yet.
    void open(bool isAllowed)
    {
        m_program = std::make_unique<OpenProgram>(OpenProgram::Content::Empty);
        m_program->quit();
        QVERIFY(QDir(m_program->libraryFolder()).removeRecursively());
        QVERIFY(copyFolder(QStringLiteral(SNUG_SOURCE_DIR "/tests/data/sillytavern-user-folder"),
                           m_program->libraryFolder()));
        m_program->chooseUnderstudy();
        if (!isAllowed)
            QVERIFY(replaceInFile(file(u"settings.json"_s),
                                  "\"character_allowed_regex\": [\n            \"Zéphyrine.png\"\n        ]",
                                  "\"character_allowed_regex\": []"));
        QVERIFY(QDir().mkpath(file(u"snug"_s)));
        QFile choices(file(u"snug/session.json"_s));
        QVERIFY(choices.open(QIODevice::WriteOnly));
        choices.write("{\"card\": \"Zéphyrine.png\", \"chat\": \"Zéphyrine - 2026-11-21@22h11m58s732ms\"}");
        choices.close();
        m_program->start();
        QTRY_VERIFY(isSettled());
    }

    std::unique_ptr<OpenProgram> m_program;

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    void cleanup() { m_program.reset(); }

    void allowedInSillyTavern()
    {
        open(true);
        QVERIFY(!notices()->isShown(noticeId));
        QCOMPARE(namesInEffect().last(), u"Œil-de-Bœuf in italics"_s);
        QCOMPARE(namesInEffect().size(), 4);
    }

    // As in SillyTavern no script of anybody acts then.
    void theExtensionIsOff()
    {
        open(true);
        QVERIFY(replaceInFile(file(u"settings.json"_s), "\"disabledExtensions\": []",
                              "\"disabledExtensions\": [\"regex\"]"));
        QTRY_COMPARE(namesInEffect(), QStringList());
        QVERIFY(replaceInFile(file(u"settings.json"_s), "\"disabledExtensions\": [\"regex\"]",
                              "\"disabledExtensions\": [\"regexless\"]"));
        QTRY_COMPARE(namesInEffect().size(), 4);
    }

    void askedOnce()
    {
        open(false);
        QTRY_VERIFY(notices()->isShown(noticeId));
        QVERIFY(notices()->textOf(noticeId).contains(u"Zéphyrine"));
        QCOMPARE(namesInEffect().size(), 3);
        QFile settings(file(u"settings.json"_s));
        QVERIFY(settings.open(QIODevice::ReadOnly));
        const QByteArray before = settings.readAll();

        QTest::mouseClick(button(u"Allow"_s), Qt::LeftButton);
        QVERIFY(!notices()->isShown(noticeId));
        QCOMPARE(namesInEffect().size(), 4);
        m_program->restart();
        QTRY_VERIFY(isSettled());
        QCOMPARE(namesInEffect().size(), 4);
        QVERIFY(!notices()->isShown(noticeId));

        // The menu takes it back.
        QMenu *menu = app().window.regexMenu();
        OpenProgram::openMenu(menu);
        QVERIFY(menu->actions().first()->isChecked());
        menu->actions().first()->trigger();
        QCOMPARE(namesInEffect().size(), 3);
        QVERIFY(!notices()->isShown(noticeId));
        // SillyTavern's own list is not ours to change.
        QVERIFY(settings.seek(0));
        QCOMPARE(settings.readAll(), before);
    }

    // Permission is for what the scripts do, not for the name of a file.
    void askedAgainWhenOthersChangeThem()
    {
        open(true);
        QCOMPARE(namesInEffect().size(), 4);
        const QString path = file(u"characters/"_s + card);
        QFile picture(path);
        QVERIFY(picture.open(QIODevice::ReadOnly));
        const auto reading = readCardPng(picture.readAll());
        QVERIFY(reading);
        const auto write = [&](const Card &changed) {
            QVERIFY(picture.seek(0));
            const auto bytes = writeCardPng(changed, picture.readAll());
            QVERIFY(bytes && writeFileDurably(path, *bytes));
        };
        Card changed = reading->card;
        changed.description += u" Other words are no matter."_s;
        write(changed);
        QTRY_COMPARE(app().workspace.content.card()->description, changed.description);
        QCOMPARE(namesInEffect().size(), 4);
        changed.regexScripts.first().replacement += u"!"_s;
        write(changed);
        QTRY_VERIFY(notices()->isShown(noticeId));
        QCOMPARE(namesInEffect().size(), 3);
        QTest::mouseClick(button(u"Allow"_s), Qt::LeftButton);
        QCOMPARE(namesInEffect().size(), 4);
        // The list of SillyTavern has the name still.
        changed.regexScripts.first().replacement += u"!"_s;
        write(changed);
        QTRY_VERIFY(notices()->isShown(noticeId));
        m_program->restart();
        QTRY_VERIFY(isSettled());
        QTRY_VERIFY(notices()->isShown(noticeId));
        QCOMPARE(namesInEffect().size(), 3);
    }

    void leftOff()
    {
        open(false);
        QTRY_VERIFY(button(u"Leave Off"_s));
        QTest::mouseClick(button(u"Leave Off"_s), Qt::LeftButton);
        QVERIFY(!notices()->isShown(noticeId));
        m_program->restart();
        QTRY_VERIFY(isSettled());
        QVERIFY(!notices()->isShown(noticeId));
        QCOMPARE(namesInEffect().size(), 3);
    }

    void shownButNotStored()
    {
        open(true);
        const QString stored = session()->chat().messages.first().text;
        QVERIFY(stored.startsWith(u"\"Ah, René"));
        QTRY_VERIFY2(shown(0).startsWith(u"“Ah, René"), qPrintable(shown(0)));
        QCOMPARE(session()->chat().messages.first().text, stored);
        // Nor is it sent.
        QString all;
        const QList<OutboundMessage> messages = app().chat.shownPrompt()->prompt.messages;
        for (const OutboundMessage &message : messages)
            all += message.content.text();
        QVERIFY(all.contains(u"\"Ah, René"));
        QVERIFY(!all.contains(u"“Ah, René"));
    }

    // SmartTavern's rules: dropped onto the window, shown and sent each in its own view, switched off,
    // deleted.
    void rulesOfSmartTavern()
    {
        open(true);
        app().workspace.content.choices().chooseMode(PromptMode::Framing);
        const QString path = file(u"../Polish.regex.json"_s);
        QFile rules(path);
        QVERIFY(rules.open(QIODevice::WriteOnly));
        rules.write(R"({"name": "Polish", "regex_rules": [
            {"id": "a", "name": "On screen", "enabled": true, "find_regex": "René", "replace_regex": "Renate",
             "placement": "after_macro", "views": ["user_view"]},
            {"id": "b", "name": "Sent", "enabled": true, "find_regex": "René", "replace_regex": "Renatus",
             "placement": "after_macro", "views": ["assistant_view"]}]})");
        rules.close();
        const QString stored = session()->chat().messages.first().text;
        QVERIFY(stored.contains(u"René"));
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&app().window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPoint(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&app().window, &drop);
        const auto sent = [this] {
            QString all;
            if (const auto prompt = app().chat.shownPrompt()) {
                for (const OutboundMessage &message : prompt->prompt.messages)
                    all += message.content.text() + u'\n';
            }
            return all;
        };
        QTRY_COMPARE(app().workspace.content.inputs().framingRules.size(), 2);
        QTRY_COMPARE(app().chat.shownPrompt()->prompt.mode, PromptMode::Framing);
        QTRY_VERIFY2(shown(0).contains(u"Renate"), qPrintable(shown(0)));
        QTRY_VERIFY2(sent().contains(u"Renatus"), qPrintable(sent()));
        QVERIFY(!sent().contains(u"Renate"));
        QCOMPARE(session()->chat().messages.first().text, stored);

        QMenu *menu = app().window.regexMenu();
        const auto own = [&menu]() -> QMenu * {
            OpenProgram::openMenu(menu);
            const auto menus = menu->findChildren<QMenu *>(Qt::FindDirectChildrenOnly);
            return menus.isEmpty() ? nullptr : menus.first();
        };
        QVERIFY(own());
        QCOMPARE(own()->title(), u"Polish.regex"_s);
        QCOMPARE(own()->actions().last()->text(), u"Sent"_s);
        own()->actions().first()->trigger();
        QTRY_VERIFY(shown(0).contains(u"René"));
        QTRY_VERIFY(sent().contains(u"René"));
        QVERIFY(!own()->actions().first()->isChecked());
        m_program->restart();
        QTRY_VERIFY(isSettled());
        QVERIFY(app().workspace.content.inputs().framingRules.isEmpty());
        menu = app().window.regexMenu();
        own()->actions().first()->trigger();
        QTRY_VERIFY(shown(0).contains(u"Renate"));

        // Out again, byte for byte.
        QMenu *exports = app().window.exportMenus().rules;
        OpenProgram::openMenu(exports);
        exports->actions().first()->trigger();
        auto *dialog = app().window.findChild<QFileDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        const QString target = file(u"../out.json"_s);
        OpenProgram::chooseFile(dialog, target);
        QTRY_VERIFY(QFile::exists(target));
        QFile written(target);
        QVERIFY(written.open(QIODevice::ReadOnly) && rules.open(QIODevice::ReadOnly));
        QCOMPARE(written.readAll(), rules.readAll());

        // Deleting is the Studio's (tst_rulesinwindow).
        for (const QAction *action : own()->actions())
            QVERIFY(!action->text().contains(u"Delete"));
    }

    void storedWhenSent()
    {
        open(true);
        QVERIFY(replaceInFile(file(u"settings.json"_s), quotesPattern, "/lantern/gi"));
        QVERIFY(replaceInFile(file(u"settings.json"_s), "“$1”", "lamp"));
        QVERIFY(replaceInFile(file(u"settings.json"_s), "\"markdownOnly\": true", "\"markdownOnly\": false"));
        m_program->restart();
        QTRY_VERIFY(isSettled());
        const qsizetype before = session()->chat().messages.size();
        auto *draft = app().chatPane.composer()->findChild<QPlainTextEdit *>();
        draft->setFocus();
        QTest::keyClicks(draft, u"The LANTERN is out"_s);
        QTest::keyClick(draft, Qt::Key_Return);
        QTRY_COMPARE(session()->chat().messages.size(), before + 2);
        QCOMPARE(session()->chat().messages.at(before).text, u"The lamp is out"_s);
        QVERIFY(draft->toPlainText().isEmpty());
    }
};

} // namespace tst_scriptsinwindow

SNUG_TEST(tst_scriptsinwindow, TestScriptsInWindow, Windows)
#include "tst_scriptsinwindow.moc"
