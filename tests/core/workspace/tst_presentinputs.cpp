// A prompt test notices what becomes of the documents that it is made of, whichever of them it is; and what
// has nothing to do with it, it does not.

#include "core/formats/preset.h"
#include "core/formats/worldinfo.h"
#include "core/library/documentfiles.h"
#include "core/prompt/assemble.h"
#include "core/prompttest/prompttest.h"
#include "core/workspace/editoverlay.h"
#include "core/workspace/presentinputs.h"
#include "tests/testregistry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

namespace tst_presentinputs {

using namespace Qt::StringLiterals;
using namespace snug;

// Outside of the class, where moc would not see past them.
static const char settingsOfASailor[] =
    R"({"power_user": {"personas": {"user.png": "Ada"}, )"
    R"("persona_descriptions": {"user.png": {"description": "A sailor.", "position": 0}}}})";
static const char settingsOfACaptain[] =
    R"({"power_user": {"personas": {"user.png": "Ada"}, )"
    R"("persona_descriptions": {"user.png": {"description": "A captain.", "position": 0}}}})";

class TestPresentInputs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_dir = std::make_unique<QTemporaryDir>();
        QVERIFY(makeLibraryFolder(m_dir->path()));
        m_store = *LibraryStore::open(m_dir->path());
        Preset preset = builtIn(u"Mine"_s);
        QVERIFY(createPreset(*m_store, preset));
        QVERIFY(createPreset(*m_store, builtIn(u"Other"_s)));
        Card card;
        card.name = u"Mira"_s;
        card.description = u"Keeper of the lamp."_s;
        m_card = *createCard(*m_store, card);
        Lorebook book;
        book.name = u"Harbour"_s;
        LoreEntry inn;
        inn.uid = 3;
        inn.title = u"Inn"_s;
        inn.keys = {u"inn"_s};
        inn.content = u"The inn is old."_s;
        book.entries = {inn};
        QVERIFY(createLorebook(*m_store, book));
        write(u"settings.json"_s, settingsOfASailor);
        m_store->readAll();

        m_test = {};
        m_test.inputs.preset = loadPreset(*m_store, u"Mine"_s)->value;
        m_test.inputs.card = loadCard(*m_store, m_card)->value;
        m_test.inputs.avatar = m_card;
        m_test.inputs.persona = m_store->contents().personas.first();
        m_test.inputs.lorebooks = {
            {loadLorebook(*m_store, u"Harbour"_s)->value, ActiveLorebook::Scope::Global}};
        m_test.inputs.mode = PromptMode::SillyTavern;
        m_test.inputs.userText = u"Is this the inn?"_s;
        m_test.inputs.now = QDateTime::fromString(u"2026-03-14T15:09:26.000Z"_s, Qt::ISODateWithMs);
        m_test.expected.golden = goldenOf(assemble(m_test.inputs));
        m_test.expected.fires = {u"Harbour/3"_s};
        m_folder = m_dir->filePath(u"snug/tests/one"_s);
        QVERIFY(writePromptTest(m_folder, m_test, {}));
    }

    void cleanup()
    {
        m_store.reset();
        m_dir.reset();
    }

    void passesAsLongAsNothingChanges()
    {
        QCOMPARE(libraryOfTest(m_folder), m_dir->path());
        const PresentInputs present = played();
        QVERIFY(unmet(present).isEmpty());
        QStringList names;
        for (const TestSource &source : present.sources) {
            QVERIFY(!source.isMissing());
            names.append(source.name);
        }
        QCOMPARE(names,
                 (QStringList{u"preset Mine"_s, u"card Mira"_s, u"persona Ada"_s, u"lorebook Harbour"_s}));
        // It is noted, and read back; nothing has changed since then.
        QVERIFY(lastPassed(m_folder).isEmpty());
        QVERIFY(notePassed(m_folder, present.sources));
        QCOMPARE(lastPassed(m_folder).size(), 4);
        QVERIFY(!sourcesText(present.sources, lastPassed(m_folder)).contains(u"changed"_s));
    }

    void noticesEachDocument_data()
    {
        QTest::addColumn<QString>("what"); // the source that changed; empty: none of the test's
        QTest::newRow("preset") << u"preset Mine"_s;
        QTest::newRow("card") << u"card Mira"_s;
        QTest::newRow("persona") << u"persona Ada"_s;
        QTest::newRow("lorebook") << u"lorebook Harbour"_s;
        QTest::newRow("another preset") << QString();
    }
    void noticesEachDocument()
    {
        QFETCH(QString, what);
        QVERIFY(notePassed(m_folder, played().sources));
        if (what == u"card Mira") {
            auto card = loadCard(*m_store, m_card);
            card->value.description = u"Keeper of the bell."_s;
            QVERIFY(saveCard(*m_store, m_card, card->value, card->version));
        } else if (what == u"lorebook Harbour") {
            auto book = loadLorebook(*m_store, u"Harbour"_s);
            book->value.entries[0].keys = {u"tavern"_s};
            QVERIFY(saveLorebook(*m_store, u"Harbour"_s, book->value, book->version));
        } else if (what == u"persona Ada") {
            write(u"settings.json"_s, settingsOfACaptain);
            m_store->readAll();
        } else {
            const QString name = what.isEmpty() ? u"Other"_s : u"Mine"_s;
            auto preset = loadPreset(*m_store, name);
            for (PromptBlock &block : preset->value.prompts) {
                if (block.identifier == u"main")
                    block.content = u"Write as a poet."_s;
            }
            QVERIFY(savePreset(*m_store, name, preset->value, preset->version));
        }
        const PresentInputs present = played();
        QCOMPARE(unmet(present).isEmpty(), what.isEmpty());
        for (const TestSource &source : present.sources) {
            const bool isSaid = sourcesText({source}, lastPassed(m_folder)).contains(u"changed since"_s);
            QCOMPARE(isSaid, source.name == what);
        }
        // One that is frozen plays its copies.
        QVERIFY(playPromptTest(*readPromptTest(m_folder, {})).unmet.isEmpty());
        if (what.isEmpty())
            return;
        // Accepted, it passes again, lore that fires no more included.
        QVERIFY(acceptPrompt(m_folder, *readPromptTest(m_folder, {}), assemble(present.inputs)));
        QVERIFY2(unmet(played()).isEmpty(), qPrintable(unmet(played()).join(u'\n')));
    }

    void whatIsGoneIsSaid()
    {
        QVERIFY(QFile::remove(m_dir->filePath(u"worlds/Harbour.json"_s)));
        const PresentInputs present = played();
        QVERIFY(present.sources.last().isMissing());
        QVERIFY(sourcesText(present.sources, {}).contains(u"lorebook Harbour (not in the library"_s));
        QVERIFY(unmet(present).isEmpty()); // as it was kept
    }

    // Before it is saved.
    void unsavedEditsCount()
    {
        EditOverlay edits(nullptr);
        Preset preset = *m_test.inputs.preset;
        for (PromptBlock &block : preset.prompts) {
            if (block.identifier == u"main")
                block.content = u"Write as a poet."_s;
        }
        edits.setPreset(u"Mine"_s, preset);
        PresentInputs present = withEdits(played(), edits);
        QVERIFY(!unmet(present).isEmpty());
        QVERIFY(present.sources.first().isEdited);
        // What is not saved is no pass to remember.
        QVERIFY(notePassed(m_folder, present.sources));
        QVERIFY(lastPassed(m_folder).isEmpty());
        EditOverlay others(nullptr);
        others.setPreset(u"Other"_s, preset);
        QVERIFY(unmet(withEdits(played(), others)).isEmpty());
    }

    void frozenIsAChoiceInTheFile()
    {
        PromptTest frozen = m_test;
        frozen.isFrozen = true;
        const QString folder = m_dir->filePath(u"snug/tests/two"_s);
        QVERIFY(writePromptTest(folder, frozen, {}));
        QVERIFY(readPromptTest(folder, {})->isFrozen);
        QVERIFY(!readPromptTest(m_folder, {})->isFrozen);
    }

private:
    static Preset builtIn(const QString &name)
    {
        Preset preset;
        preset.name = name;
        preset.contextSize = 8192;
        preset.prompts = builtInPromptBlocks();
        preset.orders = {builtInPromptOrder()};
        return preset;
    }

    void write(const QString &name, const QByteArray &bytes)
    {
        QFile file(m_dir->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    PresentInputs played() { return presentInputs(readPromptTest(m_folder, {})->inputs, *m_store); }

    QStringList unmet(const PresentInputs &present)
    {
        PromptTest test = *readPromptTest(m_folder, {});
        test.inputs = present.inputs;
        return playPromptTest(test).unmet;
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<LibraryStore> m_store;
    QString m_card;
    QString m_folder;
    PromptTest m_test;
};

} // namespace tst_presentinputs

SNUG_TEST(tst_presentinputs, TestPresentInputs, Core)
#include "tst_presentinputs.moc"
