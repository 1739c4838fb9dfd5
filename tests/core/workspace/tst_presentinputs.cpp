// A prompt test notices what becomes of the documents that it is made of, whichever of them it is; and what
// has nothing to do with it, it does not.

#include "core/formats/chatjsonl.h"
#include "core/formats/jsontext.h"
#include "core/formats/preset.h"
#include "core/formats/prompttemplate.h"
#include "core/formats/regexscripts.h"
#include "core/formats/worldinfo.h"
#include "core/library/chatfiles.h"
#include "core/library/documentfiles.h"
#include "core/library/prompttemplatefiles.h"
#include "core/prompt/assemble.h"
#include "core/prompttest/prompttest.h"
#include "core/regex/workerregexengine.h"
#include "core/templates/workertemplateengine.h"
#include "core/workspace/presentinputs.h"
#include "core/workspace/scriptowners.h"
#include "tests/testregistry.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

namespace tst_presentinputs {

using namespace Qt::StringLiterals;
using namespace snug;

// SillyTavern's settings: who the persona is, and what is chosen for every chat.
static QByteArray settingsJson(const QString &persona, const QStringList &books = {u"Harbour"_s},
                               const QString &personasBook = {}, const QList<RegexScript> &scripts = {})
{
    const Json description = Json::object(
        {{u"description"_s, Json(persona)}, {u"position"_s, Json(0)}, {u"lorebook"_s, Json(personasBook)}});
    const Json personas =
        Json::object({{u"personas"_s, Json::object({{u"user.png"_s, Json(u"Ada"_s)}})},
                      {u"persona_descriptions"_s, Json::object({{u"user.png"_s, description}})}});
    const Json lore = Json::object({{u"world_info"_s, Json::object({{u"globalSelect"_s, Json(books)}})}});
    const Json extensions = Json::object({{u"regex"_s, writtenRegexScriptList(Json::array(), scripts)}});
    return writeJson(Json::object({{u"power_user"_s, personas},
                                   {u"world_info_settings"_s, lore},
                                   {u"extension_settings"_s, extensions}}));
}

static RegexScript innToTavern()
{
    RegexScript script;
    script.id = u"1"_s;
    script.name = u"Taverns"_s;
    script.find = u"/inn/g"_s;
    script.replacement = u"tavern"_s;
    script.placements = {1, 2};
    script.promptOnly = true;
    return script;
}

static Lorebook lampBook(const QString &name)
{
    LoreEntry lamp;
    lamp.uid = 1;
    lamp.title = u"Lamp"_s;
    lamp.constant = true;
    lamp.content = u"The lamp is lit."_s;
    Lorebook book;
    book.name = name;
    book.entries = {lamp};
    return book;
}

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
        write(u"settings.json"_s, settingsJson(u"A sailor."_s));
        m_store->readAll();

        m_test = {};
        m_test.inputs.preset = loadPreset(*m_store, u"Mine"_s)->value;
        m_test.inputs.card = loadCard(*m_store, m_card)->value;
        m_test.inputs.avatar = m_card;
        m_test.inputs.persona = m_store->contents().personas.first();
        m_test.inputs.lorebooks = {
            {loadLorebook(*m_store, u"Harbour"_s)->value, ActiveLorebook::Scope::Global}};
        m_test.inputs.chat.name = u"Evening"_s;
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
            write(u"settings.json"_s, settingsJson(u"A captain."_s));
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

    // What has come since, and acts in the window: a test that was made without it fails, until it is
    // accepted.
    void noticesWhatHasCome_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("said");
        QTest::newRow("script of all chats") << u"script"_s << u"regex script Taverns"_s;
        QTest::newRow("script of the card") << u"card's script"_s << u"regex script Taverns"_s;
        QTest::newRow("script of the preset") << u"preset's script"_s << u"regex script Taverns"_s;
        QTest::newRow("book of all chats") << u"book"_s << u"lorebook Lamps"_s;
        QTest::newRow("book of the card") << u"card's book"_s << u"lorebook Lamps"_s;
        QTest::newRow("book of the persona") << u"persona's book"_s << u"lorebook Lamps"_s;
        QTest::newRow("book of the chat") << u"chat's book"_s << u"lorebook Lamps"_s;
    }
    void noticesWhatHasCome()
    {
        QFETCH(QString, what);
        QFETCH(QString, said);
        QVERIFY(notePassed(m_folder, played().sources));
        QVERIFY(createLorebook(*m_store, lampBook(u"Lamps"_s)));
        ActiveChoices choices;
        const auto editCard = [&](auto change) {
            auto card = loadCard(*m_store, m_card);
            change(card->value);
            QVERIFY(saveCard(*m_store, m_card, card->value, card->version));
        };
        const QList<RegexScript> scripts = {innToTavern()};
        if (what == u"script") {
            write(u"settings.json"_s, settingsJson(u"A sailor."_s, {u"Harbour"_s}, {}, scripts));
        } else if (what == u"card's script") {
            editCard([&](Card &card) { card.regexScripts = scripts; });
            choices.scripts.insert(u"characters/"_s + m_card, {true, scriptsDigest(scripts)});
        } else if (what == u"preset's script") {
            auto preset = loadPreset(*m_store, u"Mine"_s);
            QVERIFY(
                savePreset(*m_store, u"Mine"_s, withPresetScripts(preset->value, scripts), preset->version));
            choices.scripts.insert(u"presets/Mine"_s, {true, scriptsDigest(scripts)});
        } else if (what == u"book") {
            choices.globalBooks = {u"Harbour"_s, u"Lamps"_s};
        } else if (what == u"card's book") {
            editCard([](Card &card) { card.linkedLorebook = u"Lamps"_s; });
        } else if (what == u"persona's book") {
            write(u"settings.json"_s, settingsJson(u"A sailor."_s, {u"Harbour"_s}, u"Lamps"_s));
        } else {
            Chat chat = m_test.inputs.chat;
            chat.header =
                Json::object({{u"chat_metadata"_s, Json::object({{u"world_info"_s, Json(u"Lamps"_s)}})}});
            QVERIFY(QDir().mkpath(m_store->layout().chatFolder(m_card)));
            write(u"chats/Mira/Evening.jsonl"_s, writeChat(chat));
        }
        m_store->readAll();
        const PresentInputs present = played(choices);
        QVERIFY(!unmet(present).isEmpty());
        const QString text = sourcesText(present.sources, lastPassed(m_folder));
        QVERIFY2(text.contains(said + u" (new since"_s), qPrintable(text));
        QVERIFY(acceptPrompt(m_folder, *readPromptTest(m_folder, m_engines), assemble(present.inputs)));
        QVERIFY2(unmet(played(choices)).isEmpty(), qPrintable(unmet(played(choices)).join(u'\n')));
    }

    // Scripts that the user has not let act, and books of other characters.
    void whatDoesNotActChangesNothing()
    {
        QVERIFY(createLorebook(*m_store, lampBook(u"Lamps"_s)));
        Card other;
        other.name = u"Tomas"_s;
        other.linkedLorebook = u"Lamps"_s;
        QVERIFY(createCard(*m_store, other));
        auto card = loadCard(*m_store, m_card);
        card->value.regexScripts = {innToTavern()};
        QVERIFY(saveCard(*m_store, m_card, card->value, card->version));
        m_store->readAll();
        QVERIFY2(unmet(played()).isEmpty(), qPrintable(unmet(played()).join(u'\n')));
    }

    void noticesTheTemplate()
    {
        PromptTemplate file;
        file.name = u"Plain"_s;
        file.text = u"Once there was a lamp."_s;
        const QString path = u"snug/templates/Plain.json"_s;
        m_test.inputs.mode = PromptMode::Template;
        m_test.inputs.promptTemplate.use(file);
        m_test.inputs.promptTemplate.engine = m_engines.templateEngine;
        QVERIFY(QDir().mkpath(m_dir->filePath(u"snug/templates"_s)));
        write(path, writePromptTemplate(file));
        m_test.expected = {};
        m_test.expected.golden = goldenOf(assemble(m_test.inputs));
        m_folder = m_dir->filePath(u"snug/tests/two"_s);
        QVERIFY(writePromptTest(m_folder, m_test, m_engines));
        const PresentInputs before = played();
        QCOMPARE(before.sources.last().name, u"template Plain"_s);
        QVERIFY(!before.sources.last().isMissing());
        QVERIFY2(unmet(before).isEmpty(), qPrintable(unmet(before).join(u'\n')));
        file.text = u"Once there was a bell."_s;
        write(path, writePromptTemplate(file));
        QVERIFY(!unmet(played()).isEmpty());
    }

    void noticesWhatIsInEffectNoMore_data()
    {
        QTest::addColumn<bool>("isDeleted");
        QTest::newRow("deleted") << true;
        QTest::newRow("switched off") << false;
    }
    void noticesWhatIsInEffectNoMore()
    {
        QFETCH(bool, isDeleted);
        ActiveChoices choices;
        if (isDeleted) {
            QVERIFY(QFile::remove(m_dir->filePath(u"worlds/Harbour.json"_s)));
            m_store->readAll();
        } else {
            choices.globalBooks = QStringList();
        }
        const PresentInputs present = played(choices);
        const QString text = sourcesText(present.sources, {});
        QVERIFY2(text.contains(u"lorebook Harbour (no longer in effect)"_s), qPrintable(text));
        QVERIFY(!unmet(present).isEmpty());
        // Accepted, it is part of the test no more, and nothing is said about it.
        QVERIFY(acceptPrompt(m_folder, *readPromptTest(m_folder, m_engines), assemble(present.inputs)));
        QVERIFY(notePassed(m_folder, present.sources));
        QVERIFY(!sourcesText(played(choices).sources, lastPassed(m_folder)).contains(u"Harbour"_s));
    }

    // A test without its preset could not be played at all.
    void whatCannotBeMissedIsPlayedAsItWasKept()
    {
        QVERIFY(QFile::remove(m_dir->filePath(u"OpenAI Settings/Mine.json"_s)));
        m_store->readAll();
        const PresentInputs present = played();
        QVERIFY(present.sources.first().isMissing());
        QVERIFY(sourcesText(present.sources, {}).contains(u"preset Mine (not in the library"_s));
        QVERIFY(unmet(present).isEmpty());
    }

    // Before it is saved.
    void unsavedEditsCount()
    {
        EditedDocuments edits;
        Preset preset = *m_test.inputs.preset;
        for (PromptBlock &block : preset.prompts) {
            if (block.identifier == u"main")
                block.content = u"Write as a poet."_s;
        }
        edits.presets.insert(u"Mine"_s, preset);
        PresentInputs present = played({}, edits);
        QVERIFY(!unmet(present).isEmpty());
        QVERIFY(present.sources.first().isEdited);
        // What is not saved is no pass to remember.
        QVERIFY(notePassed(m_folder, present.sources));
        QVERIFY(lastPassed(m_folder).isEmpty());
        EditedDocuments others;
        others.presets.insert(u"Other"_s, preset);
        QVERIFY(unmet(played({}, others)).isEmpty());
        // A link that is not saved yet puts a book into effect.
        QVERIFY(createLorebook(*m_store, lampBook(u"Lamps"_s)));
        m_store->readAll();
        EditedDocuments linked;
        Card card = *m_test.inputs.card;
        card.linkedLorebook = u"Lamps"_s;
        linked.cards.insert(m_card, card);
        QVERIFY(!unmet(played({}, linked)).isEmpty());
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

    PresentInputs played(const ActiveChoices &choices = {}, const EditedDocuments &edited = {})
    {
        return presentInputs(readPromptTest(m_folder, m_engines)->inputs, *m_store, choices, edited);
    }

    QStringList unmet(const PresentInputs &present)
    {
        PromptTest test = *readPromptTest(m_folder, m_engines);
        test.inputs = present.inputs;
        return playPromptTest(test).unmet;
    }

    const SnapshotEngines m_engines{.regexEngine = std::make_shared<WorkerRegexEngine>(
                                        regexWorkerProgram(QCoreApplication::applicationDirPath())),
                                    .templateEngine = std::make_shared<WorkerTemplateEngine>(
                                        templateWorkerProgram(QCoreApplication::applicationDirPath()))};
    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<LibraryStore> m_store;
    QString m_card;
    QString m_folder;
    PromptTest m_test;
};

} // namespace tst_presentinputs

SNUG_TEST(tst_presentinputs, TestPresentInputs, Core)
#include "tst_presentinputs.moc"
