// Regex scripts in the whole program: opened by the key, written and tried out live, followed by the
// inspector, ordered, carried between settings, preset and card, saved beside what others write.

#include "app/chat/chatcontroller.h"
#include "app/editors/scripteditorcontroller.h"
#include "app/library/librarycontroller.h"
#include "core/chat/chatsession.h"
#include "core/formats/cardpng.h"
#include "core/formats/regexscripts.h"
#include "core/library/library.h"
#include "core/library/settingsfiles.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/editedineffect.h"
#include "core/workspace/workspace.h"
#include "tests/core/library/testfiles.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/findings/findingsbar.h"
#include "widgets/editors/regex/scriptform.h"
#include "widgets/editors/regex/scripttrialpane.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/inspector/inspector.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMimeData>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTest>

namespace tst_scripteditorinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestScriptEditorInWindow : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;

    const AppContext &app() const { return m_program->app(); }
    ScriptEditor *editor() { return app().scriptEditor.editor(); }
    template <typename T> T *part(const char *name)
    {
        return editor()->findChild<T *>(QString::fromLatin1(name));
    }
    QPlainTextEdit *find() { return part<QPlainTextEdit>("scriptFind"); }
    QString made(const char *box) { return part<QPlainTextEdit>(box)->toPlainText(); }
    QString settingsPath() { return m_program->libraryFolder() + u"/settings.json"_s; }
    SillyTavernSettings stored() { return readSillyTavernSettings(test::bytesOf(settingsPath()))->settings; }
    bool hasInPrompt(const QString &words)
    {
        const auto shown = app().chat.shownPrompt();
        return shown && std::ranges::any_of(shown->prompt.messages, [&](const OutboundMessage &message) {
                   return message.content.text().contains(words);
               });
    }
    void open()
    {
        QTest::keySequence(&app().window, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R));
        QTRY_VERIFY(editor() && editor()->isVisible() && app().scriptEditor.editing() &&
                    app().scriptEditor.editing()->isOpen());
        QVERIFY(QTest::qWaitForWindowActive(editor()));
    }
    void openPlace(const DocumentKey &key)
    {
        app().scriptEditor.openPlace(key);
        QTRY_VERIFY(app().scriptEditor.editing()->isOpen() && editor()->place() == folderOf(key));
    }
    DocumentKey cardKey() { return {DocumentKind::CardScripts, app().workspace.content.cardFile()}; }
    DocumentKey presetKey() { return {DocumentKind::PresetScripts, app().workspace.content.presetName()}; }
    void save()
    {
        QTest::keySequence(editor(), QKeySequence::Save);
        QTRY_VERIFY(!editor()->isWindowModified());
    }
    void pick(const char *box, int data)
    {
        auto *combo = part<QComboBox>(box);
        OpenProgram::choose(combo, combo->findData(data));
    }
    void retype(QPlainTextEdit *edit, const QString &text)
    {
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
    }
    // A new script that turns one word into another.
    void add(const QString &name, const QString &find, const QString &replacement)
    {
        const auto count = editor()->scripts().size();
        QTest::keySequence(editor(), QKeySequence::New);
        QCOMPARE(editor()->scripts().size(), count + 1);
        QTest::keyClicks(part<QLineEdit>("scriptName"), name);
        retype(this->find(), find);
        retype(part<QPlainTextEdit>("scriptReplacement"), replacement);
        QCOMPARE(editor()->currentScript()->name, name);
        QCOMPARE(editor()->currentScript()->find, find);
        QCOMPARE(editor()->currentScript()->replacement, replacement);
    }
    QString names()
    {
        QStringList all;
        for (const RegexScript &script : editor()->scripts())
            all.append(script.name);
        return all.join(u',');
    }

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

    // Every key counts in the inspector before anything is saved.
    void writtenFollowedAndSaved()
    {
        open();
        add(u"Port"_s, u"/harbour/gi"_s, u"quay-of-test"_s);
        pick("scriptWhere", 2); // what is sent
        QTest::mouseClick(part<QCheckBox>("scriptPlace1"), Qt::LeftButton);
        QCOMPARE(editor()->currentScript()->placements, (QList<int>{2, 1}));
        const QByteArray before = test::bytesOf(settingsPath());
        app().chat.session()->setDraft(u"The harbour."_s);
        QTRY_VERIFY(hasInPrompt(u"quay-of-test"_s));
        QVERIFY(editedInEffect(app().workspace.content).join(u' ').contains(u"regex"));
        QCOMPARE(test::bytesOf(settingsPath()), before);
        save();
        QCOMPARE(stored().regexScripts.last().replacement, u"quay-of-test"_s);
        QVERIFY(stored().regexScripts.last().promptOnly);
        while (app().scriptEditor.editing()->canUndo())
            QTest::keySequence(find(), QKeySequence::Undo);
        QTRY_VERIFY(!hasInPrompt(u"quay-of-test"_s));
        save();
        QVERIFY(stored().regexScripts.isEmpty());
    }

    void aTextIsTriedLive()
    {
        open();
        add(u"Shout"_s, u"/(\\w+)!/g"_s, u"$1."_s);
        retype(part<QPlainTextEdit>("trialText"), u"Go! Now!"_s);
        QTRY_COMPARE(made("trialStored"), u"Go. Now."_s);
        QCOMPARE(part<QPlainTextEdit>("trialText")->extraSelections().size(), 2);
        pick("scriptWhere", 1); // what is shown
        QTRY_COMPARE(made("trialStored"), u"Go! Now!"_s);
        QCOMPARE(made("trialShown"), u"Go. Now."_s);
        QCOMPARE(made("trialSent"), u"Go! Now!"_s);
        // Not on what one writes, and not that deep.
        part<QComboBox>("trialPlacement")->setCurrentIndex(1);
        QTRY_COMPARE(made("trialShown"), u"Go! Now!"_s);
        part<QComboBox>("trialPlacement")->setCurrentIndex(0);
        QTRY_COMPARE(made("trialShown"), u"Go. Now."_s);
        part<QSpinBox>("scriptMaxDepth")->setValue(1);
        part<QSpinBox>("trialDepth")->setValue(2);
        QTRY_COMPARE(made("trialShown"), u"Go! Now!"_s);
        QCOMPARE(editor()->currentScript()->maxDepth, std::optional(1));
    }

    void mistakesAreShownAtTheirPlace()
    {
        open();
        add(u"Broken"_s, u"/ab(c/"_s, u"x"_s);
        retype(part<QPlainTextEdit>("trialText"), u"abc"_s);
        QTRY_COMPARE(find()->extraSelections().size(), 1);
        QCOMPARE(find()->extraSelections().first().cursor.selectedText(), u"("_s);
        QTRY_VERIFY(part<QLabel>("scriptProblem")->text().contains(u"4"));
        retype(find(), u"/ab(c)/"_s);
        QTRY_VERIFY(find()->extraSelections().isEmpty());
        QTRY_COMPARE(made("trialStored"), u"x"_s);
    }

    // It is stopped in its own process, the window goes on.
    void aRunawayIsSaidToBeOne()
    {
        open();
        add(u"Runaway"_s, u"/(a+)+$/"_s, u"x"_s);
        part<QPlainTextEdit>("trialText")->setPlainText(QString(45, u'a') + u'b');
        QTRY_VERIFY_WITH_TIMEOUT(part<QLabel>("trialFacts")->text().contains(u"runs away"), 20000);
        QVERIFY(part<QLabel>("scriptProblem")->text().contains(u"too long"));
        // The bar says the same, and F8 leads there.
        FindingsBar *bar = editor()->findings();
        QTRY_COMPARE(bar->findings().size(), 1);
        QVERIFY(bar->findings().first().what.contains(u"too long"));
        QVERIFY(bar->head()->text().contains(u"warning"));
        editor()->form()->focusName();
        QTest::keyClick(editor(), Qt::Key_F8);
        QTRY_COMPARE(editor()->focusWidget(), find());
        find()->setPlainText(u"/a+$/"_s);
        QTRY_VERIFY_WITH_TIMEOUT(bar->findings().isEmpty(), 20000);
    }

    void doubtsAreShownWhileTyping()
    {
        open();
        add(u"Nowhere"_s, u"/a/"_s, u"b"_s);
        FindingsBar *bar = editor()->findings();
        QTRY_VERIFY(bar->isVisible() && bar->findings().isEmpty());
        QTest::mouseClick(part<QCheckBox>("scriptPlace2"), Qt::LeftButton);
        QTRY_COMPARE(bar->findings().size(), 1);
        QVERIFY(bar->findings().first().what.contains(u"no kind of text"));
        find()->setFocus();
        QTest::keyClick(editor(), Qt::Key_F8); // to where it is mended
        QTRY_COMPARE(editor()->focusWidget(), part<QCheckBox>("scriptPlace1"));
    }

    void flagsAreTicked()
    {
        open();
        add(u"Flags"_s, u"a/b"_s, u"x"_s);
        part<QCheckBox>("scriptFlagg")->click();
        part<QCheckBox>("scriptFlagi")->click();
        QCOMPARE(editor()->currentScript()->find, u"/a/b/gi"_s);
        QCOMPARE(find()->toPlainText(), u"/a/b/gi"_s);
        part<QCheckBox>("scriptFlagg")->click();
        QCOMPARE(editor()->currentScript()->find, u"/a/b/i"_s);
    }

    void orderedSwitchedCopiedAndDeleted()
    {
        open();
        const QAbstractItemModelTester tester(editor()->list()->model());
        const QString start = names();
        add(u"one"_s, u"1"_s, u"x"_s);
        add(u"two"_s, u"2"_s, u"x"_s);
        const QString before = start.isEmpty() ? QString() : start + u',';
        QCOMPARE(names(), before + u"one,two"_s);
        editor()->list()->setFocus();
        QTest::keyClick(editor()->list(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(names(), before + u"two,one"_s);
        QCOMPARE(editor()->currentScript()->name, u"two"_s);
        // Dragged below the other.
        QAbstractItemModel *model = editor()->list()->model();
        const std::unique_ptr<QMimeData> dragged(model->mimeData({editor()->list()->currentIndex()}));
        model->dropMimeData(dragged.get(), Qt::MoveAction, model->rowCount(), 0, {});
        QCOMPARE(names(), before + u"one,two"_s);
        QTest::keySequence(editor(), QKeySequence(Qt::CTRL | Qt::Key_D));
        QCOMPARE(names(), before + u"one,two,two (copy)"_s);
        QVERIFY(editor()->scripts().last().id != editor()->scripts()[editor()->scripts().size() - 2].id);
        editor()->list()->setFocus();
        QTest::keyClick(editor()->list(), Qt::Key_Space);
        QVERIFY(editor()->currentScript()->disabled);
        QTest::keyClick(editor()->list(), Qt::Key_Delete);
        QCOMPARE(names(), before + u"one,two"_s);
        QTest::keySequence(editor(), QKeySequence::Undo);
        QCOMPARE(names(), before + u"one,two,two (copy)"_s);
        save();
        QCOMPARE(stored().regexScripts.size(), editor()->scripts().size());
    }

    void aPlaceThatComesLaterIsOfferedToo()
    {
        const QString card =
            m_program->libraryFolder() + u"/characters/"_s + app().workspace.content.cardFile();
        const QByteArray bytes = test::bytesOf(card);
        m_program->quit();
        m_program = std::make_unique<OpenProgram>(OpenProgram::Content::Empty);
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(app().library.isOpen());
        open();
        add(u"wanderer"_s, u"/suitcase/"_s, u"trunk"_s);
        for (const char *menu : {"copyScripts", "moveScripts"})
            QVERIFY(!part<QMenu>(menu)->isEnabled());
        const QString file = m_program->libraryFolder() + u"/later.png"_s;
        QFile later(file);
        QVERIFY(later.open(QIODevice::WriteOnly) && later.write(bytes) == bytes.size());
        later.close();
        app().libraryController.importFiles({file});
        QTRY_VERIFY(part<QMenu>("copyScripts")->isEnabled());
        OpenProgram::chooseFromMenu(OpenProgram::menuOf(editor(), u"More"_s),
                                    {u"Copy To"_s, u"Card Mira Okafor"_s});
        openPlace({DocumentKind::CardScripts, app().library.contents().cards.first().file});
        QTRY_COMPARE(editor()->scripts().size(), 1);
    }

    void carriedToTheCardAndThePreset()
    {
        open();
        add(u"wanderer"_s, u"/suitcase/"_s, u"trunk-of-test"_s);
        const auto count = editor()->scripts().size();
        const auto nameOf = [this](const DocumentKey &key) {
            const auto *places = part<QComboBox>("scriptPlaces");
            return places->itemText(places->findData(folderOf(key))).remove(u" (in effect)"_s);
        };
        QMenu *more = OpenProgram::menuOf(editor(), u"More"_s);
        OpenProgram::chooseFromMenu(more, {u"Copy To"_s, nameOf(cardKey())});
        OpenProgram::chooseFromMenu(more, {u"Move To"_s, nameOf(presetKey())});
        QCOMPARE(editor()->scripts().size(), count - 1);
        openPlace(presetKey());
        QTRY_COMPARE(editor()->scripts().size(), 1);
        QVERIFY(editor()->isWindowModified());
        openPlace(cardKey());
        QTRY_COMPARE(editor()->scripts().size(), 1);
        // Allowed here, it acts before it is saved.
        pick("scriptWhere", 2);
        part<QCheckBox>("scriptPlace1")->click();
        QCOMPARE(editor()->currentScript()->placements, (QList<int>{2, 1}));
        QVERIFY(editor()->currentScript()->promptOnly);
        QVERIFY(!part<QCheckBox>("scriptsAllowed")->isChecked());
        part<QCheckBox>("scriptsAllowed")->click();
        QTRY_VERIFY(app().workspace.content.scripts().owners().first().isAllowed.value_or(false));
        QTRY_VERIFY(hasInPrompt(u"trunk-of-test"_s));
        save(); // all places
        const QString card =
            m_program->libraryFolder() + u"/characters/"_s + app().workspace.content.cardFile();
        QTRY_COMPARE(readCardPng(test::bytesOf(card))->card.regexScripts.size(), 1);
        const QString name = app().workspace.content.presetName();
        const auto storedInPreset = [&] {
            const QString file = m_program->libraryFolder() + u"/OpenAI Settings/"_s + name + u".json"_s;
            const auto preset = readPreset(test::bytesOf(file), name);
            return preset ? preset->preset.source.value(u"extensions").value(u"regex_scripts").size() : -1;
        };
        QTRY_COMPARE(storedInPreset(), 1); // the places are saved one after the other
        // The user made them: they act on, saved and edited again.
        QTRY_VERIFY(!app().workspace.content.edited().scripts(cardKey()));
        QVERIFY(app().workspace.content.scripts().owners().first().isAllowed.value_or(false));
        QVERIFY(part<QCheckBox>("scriptsAllowed")->isChecked());
        part<QCheckBox>("scriptPlace1")->click();
        QVERIFY(app().workspace.content.scripts().owners().first().isAllowed.value_or(false));
        save();
        QTRY_VERIFY(!app().workspace.content.edited().scripts(cardKey()));
        QVERIFY(app().workspace.content.scripts().owners().first().isAllowed.value_or(false));
    }

    void filesComeInAndGoOut()
    {
        open();
        const QString path = m_program->libraryFolder() + u"/one.json"_s;
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"id":"abc","scriptName":"From file","findRegex":"/x/","mine":{"a":1.50}})");
        file.close();
        app().scriptEditor.importFiles({path, settingsPath()});
        QTRY_COMPARE(editor()->currentScript().value_or(RegexScript()).name, u"From file"_s);
        QVERIFY(editor()->currentScript()->id != u"abc");
        QVERIFY(editor()->status()->text().contains(u"settings.json")); // which holds no script
        const QString target = m_program->libraryFolder() + u"/out.json"_s;
        app().scriptEditor.exportTo({editor()->current()}, target);
        QTRY_VERIFY(QFile::exists(target) && !test::bytesOf(target).isEmpty());
        const auto out = readRegexScripts(test::bytesOf(target));
        QVERIFY(out);
        QCOMPARE(out->scripts.first().source.value(u"mine").value(u"a").spelling(), QByteArray("1.50"));
        QTest::keySequence(editor(), QKeySequence::Undo);
        QVERIFY(!names().contains(u"From file"));
    }

    void whatAnotherProgramWritesStays()
    {
        open();
        add(u"mine"_s, u"/a/"_s, u"b"_s);
        app().library.perform(
            [](LibraryStore &store) {
                return editSettings(store,
                                    [](SillyTavernSettings &settings) { settings.username = u"Someone"_s; });
            },
            this, [](const Result<void> &) {});
        QTRY_COMPARE(stored().username, u"Someone"_s);
        save();
        QCOMPARE(stored().username, u"Someone"_s);
        QCOMPARE(stored().regexScripts.last().name, u"mine"_s);
    }
};

} // namespace tst_scripteditorinwindow

SNUG_TEST(tst_scripteditorinwindow, TestScriptEditorInWindow, Windows)
#include "tst_scripteditorinwindow.moc"
