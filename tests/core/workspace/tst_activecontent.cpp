// What of a library is in effect for the chat that is open, on a folder of files and without a window.

#include "core/library/documentfiles.h"
#include "core/library/groupfiles.h"
#include "core/library/library.h"
#include "core/library/settingsfiles.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/editedineffect.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_activecontent {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

template <typename Value> Value valueOf(Result<Value> result)
{
    if (!result)
        qFatal("%ls", qUtf16Printable(result.error().what));
    return *std::move(result);
}

Card cardOf(const QString &name, const QString &book)
{
    Card card;
    card.name = name;
    card.description = name + u" waits."_s;
    card.linkedLorebook = book;
    return card;
}

Lorebook bookOf(const QString &name, const QString &content)
{
    Lorebook book;
    book.name = name;
    LoreEntry entry;
    entry.keys = {u"fog"_s};
    entry.content = content;
    book.entries = {entry};
    return book;
}

RegexScript scriptOf(const QString &find)
{
    RegexScript script;
    script.id = find;
    script.name = find;
    script.find = find;
    script.placements = {2};
    return script;
}

QStringList namesOf(const QList<BookInEffect> &books)
{
    QStringList names;
    for (const BookInEffect &book : books)
        names.append(book.name);
    return names;
}

QStringList contentsOf(const PromptInputs &inputs)
{
    QStringList contents;
    for (const ActiveLorebook &book : inputs.lorebooks)
        contents.append(book.book.entries.first().content);
    return contents;
}

// Mira's card brings the book Harbour and a script, Tomas's the book Mill.
struct Place
{
    TestLibrary folder{TestLibrary::Content::Empty};
    Library library;
    ActiveContent content{&library};
    QString mira;
    QString tomas;
    QString group;

    Place()
    {
        {
            const std::unique_ptr<LibraryStore> store = folder.open();
            Card card = cardOf(u"Mira"_s, u"Harbour"_s);
            card.regexScripts = {scriptOf(u"tea"_s)};
            mira = valueOf(createCard(*store, card));
            tomas = valueOf(createCard(*store, cardOf(u"Tomas"_s, u"Mill"_s)));
            valueOf(createLorebook(*store, bookOf(u"Harbour"_s, u"Boats."_s)));
            valueOf(createLorebook(*store, bookOf(u"Mill"_s, u"Flour."_s)));
            valueOf(createLorebook(*store, bookOf(u"Town"_s, u"Roofs."_s)));
            Preset preset;
            preset.name = u"Slow"_s;
            preset.sendIfEmpty = u"Go on."_s;
            valueOf(createPreset(*store, preset));
            Group both;
            both.name = u"Both"_s;
            both.members = {mira, tomas};
            valueOf(createGroup(*store, both, QDateTime::currentDateTime()));
        }
        library.watcher().setQuietTime(20ms);
        QSignalSpy opened(&library, &Library::opened);
        library.open(folder.root());
        if (!opened.wait())
            qFatal("the library does not open");
        group = library.contents().groups.first().file;
    }

    // Runs on the disk thread, as the window's saves do.
    template <typename Job> void edit(Job job)
    {
        bool isDone = false;
        library.perform(std::move(job), &library, [&isDone](const auto &) { isDone = true; });
        if (!QTest::qWaitFor([&isDone] { return isDone; }))
            qFatal("no answer from the disk thread");
    }

    void setSettings(const std::function<void(SillyTavernSettings &)> &change)
    {
        edit([change](LibraryStore &store) { return editSettings(store, change); });
    }
};

} // namespace

class TestActiveContent : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void aCardBringsItsBook()
    {
        Place place;
        QSignalSpy loaded(&place.content, &ActiveContent::cardLoaded);
        place.content.setCharacter(place.mira);
        QVERIFY(!place.content.isReady());
        QTRY_COMPARE(contentsOf(place.content.inputs()), QStringList{u"Boats."_s});
        QCOMPARE(loaded.size(), 1);
        QCOMPARE(place.content.card()->name, u"Mira"_s);
        place.content.choices().setGlobalBook(u"Town"_s, true);
        QCOMPARE(namesOf(place.content.lorebooks().inEffect()).size(), 2);
        QTRY_COMPARE(contentsOf(place.content.inputs()).size(), 2);
        place.content.setCharacter(place.tomas);
        QTRY_VERIFY(contentsOf(place.content.inputs()).contains(u"Flour."_s));
        QVERIFY(!contentsOf(place.content.inputs()).contains(u"Boats."_s));
        place.content.setCharacter({});
        QVERIFY(!place.content.card());
        QCOMPARE(contentsOf(place.content.inputs()), QStringList{u"Roofs."_s});
    }

    void theChatHasABookOfItsOwn()
    {
        Place place;
        place.content.setCharacter(place.tomas);
        Json metadata = Json::object();
        metadata.set(u"world_info"_s, u"Town"_s);
        place.content.setChat({}, metadata);
        QVERIFY(namesOf(place.content.lorebooks().inEffect()).contains(u"Town"_s));
        QTRY_VERIFY(contentsOf(place.content.inputs()).contains(u"Roofs."_s));
        place.content.setCharacter(place.mira); // whose chat says nothing yet
        QVERIFY(!namesOf(place.content.lorebooks().inEffect()).contains(u"Town"_s));
    }

    void membersSpeakWithTheirOwn()
    {
        Place place;
        place.content.setGroup(place.group);
        QVERIFY(place.content.groupMembers().has_value());
        QTRY_COMPARE(place.content.groupMembers()->members.size(), 2);
        QTRY_VERIFY(place.content.isReady());
        QCOMPARE(contentsOf(place.content.inputs()).size(), 2);
        PromptInputs inputs = place.content.inputs();
        place.content.inputsForSpeaker(inputs, place.tomas);
        QCOMPARE(inputs.card->name, u"Tomas"_s);
        QCOMPARE(contentsOf(inputs), QStringList{u"Flour."_s});
        // A member leaves, and its card and book with it.
        place.edit([file = place.group, left = place.mira](LibraryStore &store) {
            return editGroup(store, file, [left](Group &edited) { edited.members = {left}; });
        });
        QTRY_COMPARE(place.content.groupMembers()->members.size(), 1);
        QTRY_COMPARE(contentsOf(place.content.inputs()), QStringList{u"Boats."_s});
        QCOMPARE(place.content.loaded().members().size(), 1);
    }

    void filesChangeUnderUs()
    {
        Place place;
        place.content.setCharacter(place.mira);
        QTRY_COMPARE(contentsOf(place.content.inputs()), QStringList{u"Boats."_s});
        place.edit([](LibraryStore &store) {
            const auto loaded = valueOf(loadLorebook(store, u"Harbour"_s));
            Lorebook book = loaded.value;
            book.entries[0].content = u"Ships."_s;
            return saveLorebook(store, u"Harbour"_s, book, loaded.version);
        });
        QTRY_COMPARE(contentsOf(place.content.inputs()), QStringList{u"Ships."_s});
        place.edit([file = place.mira](LibraryStore &store) {
            const auto loaded = valueOf(loadCard(store, file));
            Card card = loaded.value;
            card.linkedLorebook = u"Mill"_s;
            return saveCard(store, file, card, loaded.version);
        });
        QTRY_COMPARE(contentsOf(place.content.inputs()), QStringList{u"Flour."_s});
        // A link to a book that is not installed is no problem.
        QSignalSpy problem(&place.content, &ActiveContent::problem);
        place.content.edited().setCard(place.mira, cardOf(u"Mira"_s, u"Nowhere"_s));
        QCOMPARE(contentsOf(place.content.inputs()), QStringList());
        QTRY_VERIFY(place.content.isReady());
        QCOMPARE(problem.size(), 0);
    }

    void whatIsEditedCounts()
    {
        Place place;
        place.content.setCharacter(place.mira);
        place.content.choices().choosePreset(u"Slow"_s);
        QTRY_VERIFY(place.content.preset().has_value());
        QCOMPARE(editedInEffect(place.content), QStringList());
        Preset edited = *place.content.preset();
        edited.sendIfEmpty = u"And then?"_s;
        place.content.edited().setPreset(u"Slow"_s, edited);
        QCOMPARE(place.content.inputs().preset->sendIfEmpty, u"And then?"_s);
        QCOMPARE(place.content.loaded().preset()->sendIfEmpty, u"Go on."_s);
        QCOMPARE(editedInEffect(place.content), QStringList{u"preset Slow"_s});
        place.content.choices().choosePreset({});
        QVERIFY(!place.content.inputs().preset);
        QCOMPARE(editedInEffect(place.content), QStringList());
        place.content.edited().setLorebook(u"Harbour"_s, bookOf(u"Harbour"_s, u"Nets."_s));
        QTRY_COMPARE(contentsOf(place.content.inputs()), QStringList{u"Nets."_s});
        QCOMPARE(editedInEffect(place.content), QStringList{u"lorebook Harbour"_s});
        place.content.edited().setLorebook(u"Harbour"_s, {});
        QTRY_COMPARE(contentsOf(place.content.inputs()), QStringList{u"Boats."_s});
    }

    void aPersonaIsLocked()
    {
        Place place;
        const auto persona = [](const QString &name) {
            Persona made;
            made.avatar = name + u".png"_s;
            made.name = name;
            return made;
        };
        Persona bo = persona(u"Bo"_s);
        bo.connections = {{u"character"_s, place.mira}};
        place.setSettings(
            [all = QList{persona(u"Ada"_s), bo, persona(u"Cy"_s)}](SillyTavernSettings &settings) {
                settings.personas = all;
                settings.defaultPersona = u"Ada.png"_s;
            });
        QTRY_COMPARE(place.content.personas().all().size(), 3);
        QCOMPARE(place.content.personas().inEffect().persona->name, u"Ada"_s);
        place.content.setCharacter(place.mira);
        QCOMPARE(place.content.personas().inEffect().persona->name, u"Bo"_s);
        QCOMPARE(place.content.personas().inEffect().reason, PersonaReason::Owner);
        QCOMPARE(place.content.personas().chatOwner()->id, place.mira);
        // The chat's own lock goes first, and even a pick does not break it.
        Json metadata = Json::object();
        metadata.set(u"persona"_s, u"Cy.png"_s);
        place.content.setChat({}, metadata);
        QCOMPARE(place.content.personas().inEffect().persona->name, u"Cy"_s);
        place.content.choices().choosePersona(u"Ada.png"_s);
        QCOMPARE(place.content.personas().inEffect().reason, PersonaReason::Chat);
        place.content.setChat({}, {});
        QCOMPARE(place.content.personas().inEffect().persona->name, u"Ada"_s);
        QCOMPARE(place.content.personas().inEffect().reason, PersonaReason::Picked);
        // The pick was for this chat.
        place.content.setCharacter(place.tomas);
        QCOMPARE(place.content.personas().inEffect().reason, PersonaReason::Default);
        place.content.setCharacter(place.mira);
        QCOMPARE(place.content.personas().inEffect().persona->name, u"Bo"_s);
        QCOMPARE(place.content.personas().userName(), u"Bo"_s);
    }

    void scriptsActOnceTheyAreAllowed()
    {
        Place place;
        place.content.setCharacter(place.mira);
        QTRY_COMPARE(place.content.scripts().owners().size(), 1);
        const ScriptOwner owner = place.content.scripts().owners().first();
        QVERIFY(!owner.isAllowed);
        QVERIFY(place.content.inputs().regexScripts.isEmpty());
        QSignalSpy choices(&place.content.choices(), &ContentChoices::changed);
        place.content.choices().allowScripts(owner.key, owner.digest, true);
        QCOMPARE(choices.size(), 1);
        QCOMPARE(place.content.inputs().regexScripts.size(), 1);
        QCOMPARE(place.content.scripts().isAllowed(owner.key, owner.digest), true);
        // Others in the same file are asked about anew, unless the user has written them.
        const auto save = [&](const QString &find) {
            place.edit([file = place.mira, find](LibraryStore &store) {
                const auto loaded = valueOf(loadCard(store, file));
                Card card = loaded.value;
                card.regexScripts = {scriptOf(find)};
                return saveCard(store, file, card, loaded.version);
            });
        };
        save(u"coffee"_s);
        QTRY_COMPARE(place.content.card()->regexScripts.first().find, u"coffee"_s);
        QVERIFY(place.content.inputs().regexScripts.isEmpty());
        place.content.choices().scriptsEdited(owner.key, owner.digest,
                                              place.content.scripts().owners().first().digest);
        QCOMPARE(place.content.inputs().regexScripts.size(), 1);
        // The library's own need no permission, and all rest where the extension is switched off.
        place.setSettings(
            [](SillyTavernSettings &settings) { settings.regexScripts = {scriptOf(u"fog"_s)}; });
        QTRY_COMPARE(place.content.inputs().regexScripts.size(), 2);
        QCOMPARE(place.content.scripts().global().size(), 1);
    }

    void closedItHasNothing()
    {
        Place place;
        place.content.setCharacter(place.mira);
        QTRY_VERIFY(place.content.card().has_value());
        place.library.close();
        QTRY_VERIFY(!place.content.card());
        QCOMPARE(place.content.cardFile(), QString());
        QVERIFY(place.content.loaded().isNobodys());
    }
};

} // namespace tst_activecontent

SNUG_TEST(tst_activecontent, TestActiveContent, Core)
#include "tst_activecontent.moc"
