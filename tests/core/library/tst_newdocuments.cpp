#include "core/formats/preset.h"
#include "core/library/documentfiles.h"
#include "core/library/newdocuments.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_newdocuments {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestNewDocuments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    // What is made is what is read again, and what SillyTavern's lists need is in the file.
    void aNewPresetSurvivesItsFile()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        const auto store = folder.open();
        const Preset made = newPreset(u"Mine"_s);
        QCOMPARE(createPreset(*store, made), u"Mine"_s);
        const auto read = loadPreset(*store, u"Mine"_s);
        QVERIFY(read);
        QCOMPARE(read->warnings, QList<Error>());
        Preset same = read->value;
        same.source = {};
        for (PromptBlock &block : same.prompts)
            block.source = {};
        for (PromptOrder &order : same.orders) {
            order.source = {};
            for (PromptOrderItem &item : order.items)
                item.source = {};
        }
        QCOMPARE(same.prompts, made.prompts);
        QCOMPARE(same.orders, made.orders);
        QCOMPARE(same.samplers, made.samplers);
        QVERIFY(same == made);
        QVERIFY(bytesOf(folder.layout().preset(u"Mine")).contains("\"character_id\": 100001"));
    }

    void aNewCharacterIsACard()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        const auto store = folder.open();
        const Card card = newCharacter(u"Ada / Æthel"_s, u"Counts."_s, u"Hello, {{user}}."_s);
        const auto file = createCard(*store, card);
        QVERIFY(file);
        const auto read = loadCard(*store, *file);
        QVERIFY(read);
        QCOMPARE(read->value.name, u"Ada / Æthel"_s);
        QCOMPARE(read->value.description, u"Counts."_s);
        QCOMPARE(read->value.firstMessage, u"Hello, {{user}}."_s);
        // Another of that name gets a file of its own.
        const auto other = createCard(*store, card);
        QVERIFY(other && *other != *file);
    }

    void personasAndCharactersBecomeEachOther()
    {
        Persona persona;
        persona.name = u"Wren"_s;
        persona.description = u"A courier."_s;
        persona.lorebook = u"Roads"_s;
        const Card card = characterOf(persona);
        QCOMPARE(card.name, u"Wren"_s);
        QCOMPARE(card.description, u"A courier."_s);
        QCOMPARE(card.linkedLorebook, u"Roads"_s);
        QCOMPARE(personaOf(card), persona);
        Card nicknamed = card;
        nicknamed.nickname = u"W"_s;
        QCOMPARE(personaOf(nicknamed).name, u"W"_s); // what {{char}} gives
    }
};

} // namespace tst_newdocuments

SNUG_TEST(tst_newdocuments, TestNewDocuments, Core)

#include "tst_newdocuments.moc"
