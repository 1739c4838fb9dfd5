// Which tests a change would break that is not saved yet: those that depend on it, and passed before.

#include "core/formats/preset.h"
#include "core/library/documentfiles.h"
#include "core/prompt/assemble.h"
#include "core/workspace/duetests.h"
#include "tests/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_duetests {

using namespace Qt::StringLiterals;
using namespace snug;

class TestDueTests : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_dir = std::make_unique<QTemporaryDir>();
        QVERIFY(makeLibraryFolder(m_dir->path()));
        m_store = *LibraryStore::open(m_dir->path());
        for (const QString &name : {u"Mine"_s, u"Other"_s})
            QVERIFY(createPreset(*m_store, presetOf(name, u"Write well."_s)));
        m_store->readAll();
        makeTest(u"mine"_s, u"Mine"_s, false);
        makeTest(u"mine, frozen"_s, u"Mine"_s, true);
        makeTest(u"other"_s, u"Other"_s, false);
    }

    void cleanup()
    {
        m_store.reset();
        m_dir.reset();
    }

    void onlyThoseThatDependOnIt()
    {
        QVERIFY(brokenTests(due({}), {}).isEmpty());
        const QList<PlayedTest> broken = brokenTests(due(edited(u"Mine"_s, u"Write as a poet."_s)), {});
        QCOMPARE(broken.size(), 1);
        QCOMPARE(broken.first().name(), u"mine"_s);
        QVERIFY(!broken.first().unmet.isEmpty());
        QVERIFY(broken.first().expected && broken.first().sent);
        QVERIFY(isOfDocument(broken.first().sources.first(), {DocumentKind::Preset, u"Mine"_s}));
        QVERIFY(!isOfDocument(broken.first().sources.first(), {DocumentKind::Preset, u"Other"_s}));
        QVERIFY(!isOfDocument(broken.first().sources.first(), {DocumentKind::Persona, {}}));
        // A change that is none.
        QVERIFY(brokenTests(due(edited(u"Mine"_s, u"Write well."_s)), {}).isEmpty());
    }

    // It is not the change that is not saved which broke it.
    void notThoseThatFailAnyway()
    {
        auto mine = loadPreset(*m_store, u"Mine"_s);
        QVERIFY(savePreset(*m_store, u"Mine"_s, presetOf(u"Mine"_s, u"Write badly."_s), mine->version));
        QVERIFY(brokenTests(due(edited(u"Mine"_s, u"Write as a poet."_s)), {}).isEmpty());
    }

    void stoppedItSaysNothing()
    {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(brokenTests(due(edited(u"Mine"_s, u"Write as a poet."_s)), stop.get_token()).isEmpty());
    }

    // Who asks again and again reads what has changed.
    void whatIsKnownIsReadAgainOnceItChanges()
    {
        KnownTests known;
        QCOMPARE(due({}, &known).size(), 3);
        QCOMPARE(known.tests.size(), 3);
        const QString folder = m_dir->filePath(u"snug/tests/mine"_s);
        QVERIFY(setFrozen(folder, true));
        QVERIFY(brokenTests(due(edited(u"Mine"_s, u"Write as a poet."_s), &known), {}).isEmpty());
        QVERIFY(setFrozen(folder, false));
        QCOMPARE(brokenTests(due(edited(u"Mine"_s, u"Write as a poet."_s), &known), {}).size(), 1);
    }

private:
    static Preset presetOf(const QString &name, const QString &text)
    {
        Preset preset;
        preset.name = name;
        preset.contextSize = 8192;
        preset.prompts = builtInPromptBlocks();
        preset.orders = {builtInPromptOrder()};
        for (PromptBlock &block : preset.prompts) {
            if (block.identifier == u"main")
                block.content = text;
        }
        return preset;
    }

    static EditedDocuments edited(const QString &name, const QString &text)
    {
        EditedDocuments edited;
        edited.presets.insert(name, presetOf(name, text));
        return edited;
    }

    void makeTest(const QString &name, const QString &preset, bool isFrozen)
    {
        PromptTest test;
        test.inputs.preset = loadPreset(*m_store, preset)->value;
        test.inputs.mode = PromptMode::SillyTavern;
        test.inputs.userText = u"Well?"_s;
        test.inputs.now = QDateTime::fromString(u"2026-03-14T15:09:26.000Z"_s, Qt::ISODateWithMs);
        test.expected.golden = goldenOf(assemble(test.inputs));
        test.isFrozen = isFrozen;
        QVERIFY(writePromptTest(m_dir->filePath(u"snug/tests/"_s + name), test, {}));
    }

    QList<DueTest> due(const EditedDocuments &edited, KnownTests *known = nullptr)
    {
        return dueTests(*m_store, {}, {}, edited, known);
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<LibraryStore> m_store;
};

} // namespace tst_duetests

SNUG_TEST(tst_duetests, TestDueTests, Core)
#include "tst_duetests.moc"
