// Personas in the whole program: opened from the menu, written, followed by the inspector, saved beside what
// others write; their pictures, locks and backups.

#include "app/chat/chatcontroller.h"
#include "app/editors/personaeditorcontroller.h"
#include "core/chat/chatsession.h"
#include "core/editing/personaedits.h"
#include "core/formats/jsontext.h"
#include "core/formats/personas.h"
#include "core/library/library.h"
#include "core/library/settingsfiles.h"
#include "core/prompt/promptaccount.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/core/library/testfiles.h"
#include "tests/gui/openprogram.h"
#include "tests/gui/promptclicks.h"
#include "tests/testregistry.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/persona/personalist.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/editors/versionspage.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/studio.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

namespace tst_personasinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestPersonasInWindow : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;

    const AppContext &app() const { return m_program->app(); }
    PersonaEditor *editor() { return app().personaEditor.editor(); }
    MacroTextEdit *text() { return editor()->form()->text(); }
    template <typename T> T *part(const QString &name) { return editor()->findChild<T *>(name); }
    QString settingsPath() { return m_program->libraryFolder() + u"/settings.json"_s; }
    QString avatarPath(const QString &avatar)
    {
        return m_program->libraryFolder() + u"/User Avatars/"_s + avatar;
    }
    SillyTavernSettings stored() { return readSillyTavernSettings(test::bytesOf(settingsPath()))->settings; }
    const Persona *storedPersona(const QString &avatar)
    {
        static PersonaList list; // outlives the answer
        list = {stored().personas, {}};
        return findPersona(list, avatar);
    }
    bool hasInPrompt(const QString &words)
    {
        const auto shown = app().chat.shownPrompt();
        return shown && std::ranges::any_of(shown->prompt.messages, [&](const OutboundMessage &message) {
                   return message.content.text().contains(words);
               });
    }
    void open()
    {
        QTest::keySequence(&app().window, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A));
        QTRY_VERIFY(editor() && editor()->isVisible() && app().personaEditor.document().isOpen());
        QVERIFY(QTest::qWaitForWindowActive(editor()));
        QTRY_VERIFY(editor()->currentPersona());
    }
    void save()
    {
        QTest::keySequence(editor(), QKeySequence::Save);
        QTRY_VERIFY(!editor()->isWindowModified());
    }
    void choose(const QString &avatar)
    {
        editor()->choose(avatar);
        QCOMPARE(editor()->current(), avatar);
    }
    void pick(const QString &box, int data)
    {
        auto *combo = part<QComboBox>(box);
        OpenProgram::choose(combo, combo->findData(data));
    }
    QString mine() { return app().workspace.content.personas().inEffect().persona->avatar; }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        QTRY_VERIFY_WITH_TIMEOUT(app().chat.session() && !app().chat.session()->preview().isBusy(), 20000);
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
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
        QCOMPARE(editor()->current(), mine()); // opens on who is in effect
        const QByteArray before = test::bytesOf(settingsPath());
        text()->moveCursor(QTextCursor::End);
        QTest::keyClicks(text(), u" Counts every step."_s);
        QTRY_VERIFY(hasInPrompt(u" Counts every step."_s));
        QCOMPARE(test::bytesOf(settingsPath()), before);
        // As many tokens as in the prompt, where the macros are resolved.
        QTest::keyClicks(text(), u" {{user}} {{user}} {{user}}"_s);
        QTRY_VERIFY(hasInPrompt(u" Counts every step. "_s));
        const auto cost = [this] {
            const QHash<SourceKind, int> costs = kindCosts(app().chat.shownPrompt()->prompt);
            return u"~%1 token(s)"_s.arg(costs.value(SourceKind::PersonaDescription));
        };
        QTRY_COMPARE(part<QLabel>(u"personaTokens"_s)->text(), cost());
        QVERIFY(editor()->isWindowModified());
        save();
        QVERIFY(storedPersona(mine())->description.contains(u" Counts every step. "));
        QTest::keySequence(text(), QKeySequence::Undo);
        QTRY_VERIFY(!hasInPrompt(u" Counts every step."_s));
        QTest::keySequence(text(), QKeySequence::Redo);
        QTRY_VERIFY(hasInPrompt(u" Counts every step."_s));
    }

    void whatAnotherProgramWritesStays()
    {
        open();
        QTest::keyClicks(part<QLineEdit>(u"personaTitle"_s), u"!"_s);
        app().library.perform(
            [](LibraryStore &store) {
                return editSettings(store,
                                    [](SillyTavernSettings &settings) { settings.username = u"Someone"_s; });
            },
            this, [](const Result<void> &) {});
        QTRY_COMPARE(stored().username, u"Someone"_s);
        save();
        QCOMPARE(stored().username, u"Someone"_s);
        QVERIFY(storedPersona(mine())->title.endsWith(u'!'));
        QVERIFY(editor()->status()->text().isEmpty());
    }

    void placedInTheChatAtADepth()
    {
        open();
        QVERIFY(!part<QSpinBox>(u"personaDepth"_s)->isVisible());
        pick(u"personaPosition"_s, int(Persona::Position::AtDepth));
        QVERIFY(part<QSpinBox>(u"personaDepth"_s)->isVisible());
        part<QSpinBox>(u"personaDepth"_s)->setValue(3);
        pick(u"personaRole"_s, int(Role::Assistant));
        auto *books = part<QComboBox>(u"personaLorebook"_s);
        OpenProgram::choose(books, 1);
        save();
        const Persona *persona = storedPersona(mine());
        QCOMPARE(persona->position, Persona::Position::AtDepth);
        QCOMPARE(persona->depth, 3);
        QCOMPARE(persona->role, Role::Assistant);
        QCOMPARE(persona->lorebook, books->itemText(1));
        for (const Persona::Position position : {Persona::Position::NoteTop, Persona::Position::NoteBottom,
                                                 Persona::Position::InPrompt, Persona::Position::Off})
            pick(u"personaPosition"_s, int(position));
        QTRY_VERIFY(!hasInPrompt(persona->description));
    }

    void madeDuplicatedAndDeletedWithThePicture()
    {
        open();
        const QString original = editor()->current();
        const auto count = editor()->list().personas.size();
        QTest::keySequence(editor(), QKeySequence::New);
        QTRY_COMPARE(editor()->list().personas.size(), count + 1);
        QTRY_VERIFY(part<QLineEdit>(u"personaName"_s)->hasFocus());
        QTest::keyClicks(part<QLineEdit>(u"personaName"_s), u"Bela"_s);
        const QString made = editor()->current();
        QCOMPARE(editor()->currentPersona()->name, u"Bela"_s);
        QVERIFY(QFile::exists(avatarPath(made)));
        QTest::keySequence(editor(), QKeySequence(Qt::CTRL | Qt::Key_D));
        QTRY_COMPARE(editor()->list().personas.size(), count + 2);
        QTRY_COMPARE(editor()->currentPersona()->name, u"Bela (2)"_s);
        save();
        QCOMPARE(stored().personas.size(), count + 2);
        // Deleted: gone from the list at once, its picture once that is saved.
        editor()->people()->focusList();
        QTest::keyClick(editor()->people()->view(), Qt::Key_Delete);
        QCOMPARE(editor()->list().personas.size(), count + 1);
        choose(original);
        editor()->people()->focusList();
        QTest::keyClick(editor()->people()->view(), Qt::Key_Delete);
        QCOMPARE(editor()->list().personas.size(), count);
        QVERIFY(QFile::exists(avatarPath(original)));
        save();
        QTRY_VERIFY(!QFile::exists(avatarPath(original)));
        QVERIFY(!storedPersona(original));
        // And back, picture included.
        QTest::keySequence(editor(), QKeySequence::Undo);
        QVERIFY(findPersona(editor()->list(), original));
        save();
        QTRY_VERIFY(QFile::exists(avatarPath(original)));
        QVERIFY(storedPersona(original));
    }

    void theDefaultIsAStar()
    {
        open();
        QTest::keySequence(editor(), QKeySequence::New);
        QTRY_VERIFY(part<QLineEdit>(u"personaName"_s)->hasFocus());
        const QString made = editor()->current();
        part<QCheckBox>(u"personaDefault"_s)->click();
        QCOMPARE(editor()->list().defaultAvatar, made);
        save();
        QCOMPARE(stored().defaultPersona, made);
        part<QCheckBox>(u"personaDefault"_s)->click();
        QCOMPARE(editor()->list().defaultAvatar, QString());
    }

    // The open character's lock counts at once, as edited; the chat's lock wins over it and can be undone
    // there.
    void locksChooseThePersona()
    {
        open();
        const QString before = mine();
        QTest::keySequence(editor(), QKeySequence::New);
        QTRY_VERIFY(part<QLineEdit>(u"personaName"_s)->hasFocus());
        const QString made = editor()->current();
        part<QCheckBox>(u"personaOwnerLock"_s)->click();
        QTRY_COMPARE(mine(), made);
        QCOMPARE(part<QListWidget>(u"personaLocks"_s)->count(), 1);
        save();
        QCOMPARE(storedPersona(made)->connections.first().id, app().workspace.content.cardFile());
        choose(before);
        part<QCheckBox>(u"personaChatLock"_s)->click();
        QTRY_COMPARE(mine(), before);
        QCOMPARE(app().workspace.content.personas().inEffect().reason, PersonaReason::Chat);
        QCOMPARE(app().chat.session()->chat().metadata().value(u"persona").toText(), before);
        part<QCheckBox>(u"personaChatLock"_s)->click();
        QTRY_COMPARE(mine(), made);
        // What one picks counts as long as this chat is open.
        part<QPushButton>(u"personaUse"_s)->click();
        QTRY_COMPARE(mine(), before);
        QCOMPARE(app().workspace.content.personas().inEffect().reason, PersonaReason::Picked);
        choose(made);
        part<QListWidget>(u"personaLocks"_s)->setCurrentRow(0);
        part<QListWidget>(u"personaLocks"_s)->setFocus();
        QTest::keyClick(part<QListWidget>(u"personaLocks"_s), Qt::Key_Delete);
        QVERIFY(editor()->currentPersona()->connections.isEmpty());
    }

    void anotherPicture()
    {
        open();
        const QString picture = m_program->libraryFolder() + u"/new.jpg"_s;
        QImage image(40, 60, QImage::Format_RGB32);
        image.fill(Qt::red);
        QVERIFY(image.save(picture));
        const QByteArray former = test::bytesOf(avatarPath(mine()));
        app().personaEditor.replacePicture(mine(), picture);
        QTRY_COMPARE(QImage(avatarPath(mine())).size(), QSize(40, 60));
        QTRY_VERIFY(editor()->status()->text().contains(u"trash"));
        QVERIFY(OpenProgram::click(editor()->status(), u"Undo"_s));
        QTRY_COMPARE(test::bytesOf(avatarPath(mine())), former);
    }

    void backupsGoOutAndComeIn()
    {
        open();
        const QString path = m_program->libraryFolder() + u"/backup.json"_s;
        app().personaEditor.exportBackup(path);
        QTRY_VERIFY(QFile::exists(path) && !editor()->status()->text().isEmpty());
        Json backup = parseJson(test::bytesOf(path)).value_or(Json());
        QCOMPARE(backup.value(u"personas").size(), editor()->list().personas.size());
        Json names = backup.value(u"personas");
        names.set(u"new one.png"_s, Json(u"Cyril"_s));
        backup.set(u"personas"_s, names);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(writeJson(backup));
        file.close();
        const PersonaList before = editor()->list();
        app().personaEditor.importBackup(path);
        QTRY_COMPARE(editor()->list().personas.size(), before.personas.size() + 1);
        QTRY_COMPARE(editor()->currentPersona()->name, u"Cyril"_s);
        save();
        QTRY_VERIFY(QFile::exists(avatarPath(u"new one.png"_s)));
        QTest::keySequence(editor(), QKeySequence::Undo);
        QCOMPARE(editor()->list(), before);
    }

    void searchedAndSorted()
    {
        open();
        const QAbstractItemModel *shown = editor()->people()->view()->model();
        const QAbstractItemModelTester tester(const_cast<QAbstractItemModel *>(shown));
        const int all = shown->rowCount();
        QVERIFY(all > 1);
        const QString name = editor()->currentPersona()->name;
        QTest::keySequence(editor(), QKeySequence::Find);
        QTest::keyClicks(part<QLineEdit>(u"personaSearch"_s), name);
        QTRY_COMPARE(shown->rowCount(), 1);
        part<QLineEdit>(u"personaSearch"_s)->clear();
        editor()->people()->setOrder(PersonaListPane::Order::ByName);
        QStringList names;
        for (int row = 0; row < all; ++row)
            names.append(shown->index(row, 0).data().toString());
        QVERIFY(std::ranges::is_sorted(
            names, [](const QString &a, const QString &b) { return QString::localeAwareCompare(a, b) < 0; }));
    }

    void versionsAreComparedAndPutBack()
    {
        open();
        const QString before = editor()->currentPersona()->description;
        text()->moveCursor(QTextCursor::End);
        QTest::keyClicks(text(), u" Changed."_s);
        save();
        QMenu *menu = editor()->head()->versionsMenu();
        OpenProgram::openMenu(menu);
        const auto compare = [&]() -> QAction * {
            for (QAction *action : menu->actions()) {
                if (action->text() == u"&Compare…" && action->isEnabled())
                    return action;
            }
            return nullptr;
        };
        QTRY_VERIFY(compare());
        compare()->trigger();
        auto *dialog = app().studio.findChild<VersionsPage *>();
        QTRY_VERIFY(dialog && dialog->changes()->topLevelItemCount() == 1);
        QTreeWidgetItem *row = dialog->changes()->topLevelItem(0);
        QVERIFY2(row->text(0).endsWith(u"Description"), qPrintable(row->text(0)));
        QVERIFY(row->text(1).startsWith(u'…') && before.endsWith(row->text(1).sliced(1)));
        QCOMPARE(row->text(2), QString(row->text(1) + u" Changed."));
        for (QPushButton *button : dialog->findChildren<QPushButton *>()) {
            if (button->text() == u"&Restore")
                button->click();
        }
        QTRY_COMPARE(editor()->currentPersona()->description, before);
    }

    // Closed unsaved: it is asked about, and what is kept as a draft is offered at the next start.
    void unsavedChangesAreKept()
    {
        open();
        text()->moveCursor(QTextCursor::End);
        QTest::keyClicks(text(), u" Unsaved."_s);
        editor()->close();
        QVERIFY(OpenProgram::answerUnsaved(editor(), u"&Keep for Later"_s));
        QVERIFY(!editor()->isVisible());
        QTRY_VERIFY(!hasInPrompt(u" Unsaved."_s));
        m_program->restart();
        QTRY_VERIFY_WITH_TIMEOUT(app().chat.session() && !app().chat.session()->preview().isBusy(), 20000);
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        open();
        QTRY_VERIFY(editor()->currentPersona()->description.endsWith(u" Unsaved."));
        QVERIFY(editor()->status()->text().contains(u"unsaved changes"));
    }

    void aStretchLeadsToThePersona()
    {
        PromptList *list = app().inspector.prompt()->list();
        QVERIFY(goToSource(list, stretchOf(list, SourceKind::PersonaDescription)));
        QTRY_VERIFY(editor() && editor()->isVisible() && editor()->current() == mine());
    }
};

} // namespace tst_personasinwindow

SNUG_TEST(tst_personasinwindow, TestPersonasInWindow, Windows)
#include "tst_personasinwindow.moc"
