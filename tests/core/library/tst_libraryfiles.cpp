// Documents and settings on the disk: saved, made, renamed, deleted. On a store, without threads.

#include "core/formats/prompttemplate.h"
#include "core/library/chatfiles.h"
#include "core/library/deleting.h"
#include "core/library/documentfiles.h"
#include "core/library/exporter.h"
#include "core/library/importer.h"
#include "core/library/prompttemplatefiles.h"
#include "core/library/rulefiles.h"
#include "core/library/settingsfiles.h"
#include "tests/core/library/storeondisk.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_libraryfiles {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestLibraryFiles : public QObject, StoreOnDisk
{
    Q_OBJECT

private Q_SLOTS:
    void init() { openStore(); }

    void cleanup() { closeStore(); }

    void everythingSavedUnchangedIsTheSameBytes()
    {
        const LibraryContents contents = m_store->contents(); // saving renews the store's own
        for (const CardSummary &card : contents.cards) {
            const auto loaded = loadCard(*m_store, card.file);
            QVERIFY(loaded);
            const auto saved = saveCard(*m_store, card.file, loaded->value, loaded->version);
            QVERIFY(saved && !saved->conflict);
            for (const ChatSummary &summary : contents.chatsOf(card.file)) {
                const ChatReference reference{card.file, summary.name};
                const auto chat = loadChat(*m_store, reference);
                QVERIFY(chat);
                const auto rewritten = rewriteChat(*m_store, reference, chat->chat, chat->version);
                QVERIFY(rewritten && !rewritten->conflict);
            }
        }
        for (const PresetSummary &preset : contents.presets) {
            const auto loaded = loadPreset(*m_store, preset.name);
            QVERIFY(loaded && savePreset(*m_store, preset.name, loaded->value, loaded->version));
        }
        for (const LorebookSummary &book : contents.lorebooks) {
            const auto loaded = loadLorebook(*m_store, book.name);
            QVERIFY(loaded && saveLorebook(*m_store, book.name, loaded->value, loaded->version));
        }
        QVERIFY(editSettings(*m_store, [](SillyTavernSettings &) {}));
        const QStringList files = filesBelow(userFolder());
        QCOMPARE(filesBelow(m_folder->root()), files);
        QCOMPARE(files.size(), 94);
        for (const QString &file : files)
            QCOMPARE(bytesOf(m_folder->root() + u'/' + file), bytesOf(userFolder() + u'/' + file));
    }

    void aSavedCardKeepsItsPicture()
    {
        const QString file = u"Zéphyrine.png"_s;
        const QByteArray before = bytesOf(m_folder->layout().card(file));
        auto card = loadCard(*m_store, file);
        QVERIFY(card);
        card->value.description += u" She hums."_s;
        const auto saved = saveCard(*m_store, file, card->value, card->version);
        QVERIFY(saved && !saved->conflict);
        const QByteArray after = bytesOf(m_folder->layout().card(file));
        QVERIFY(after != before);
        QCOMPARE(imageData(after), imageData(before));
        QCOMPARE(loadCard(*m_store, file)->value.description, card->value.description);
    }

    void aCardChangedByOthersIsAConflict()
    {
        const QString file = u"Zéphyrine.png"_s;
        auto card = loadCard(*m_store, file);
        QVERIFY(card);
        const QByteArray theirs = bytesOf(m_folder->layout().card(u"ياسمين.png"));
        QVERIFY(put(m_folder->layout().card(file), theirs));
        card->value.description = u"ours"_s;
        auto saved = saveCard(*m_store, file, card->value, card->version);
        QVERIFY(saved && saved->conflict);
        QCOMPARE(bytesOf(m_folder->layout().card(file)), theirs);
        QVERIFY(QFile::remove(m_folder->layout().card(file)));
        saved = saveCard(*m_store, file, card->value, card->version);
        QVERIFY(saved && saved->conflict);
        QVERIFY(!QFileInfo::exists(m_folder->layout().card(file)));
    }

    void settingsKeepWhatOthersWrote()
    {
        const QString path = m_folder->layout().settingsFile();
        QVERIFY(put(path, bytesOf(path).replace("\"firstRun\"",
                                                "\"anExtension\": 9007199254740993,\n    \"firstRun\"")));
        QVERIFY(editSettings(
            *m_store, [](SillyTavernSettings &settings) { settings.userAvatar = u"user-default.png"_s; }));
        QVERIFY(bytesOf(path).contains("\"anExtension\": 9007199254740993"));
        QCOMPARE(m_store->contents().settings.userAvatar, u"user-default.png"_s);
        QVERIFY(put(path, "{ broken"));
        QVERIFY(!editSettings(*m_store, [](SillyTavernSettings &settings) { settings.userAvatar.clear(); }));
        QCOMPARE(bytesOf(path), "{ broken");
    }

    void variablesOfATurnAreKept()
    {
        const QString path = m_folder->layout().settingsFile();
        QVERIFY(editSettings(*m_store, [](SillyTavernSettings &settings) {
            settings.globalVariables = Json::object(
                {{u"visits"_s, Json(2)}, {u"storm"_s, Json(u"near"_s)}, {u"theirs"_s, Json(u"1"_s)}});
        }));
        QVERIFY(saveGlobalVariables(
            *m_store, {{u"visits"_s, Json(2)}, {u"storm"_s, Json(u"near"_s)}, {u"theirs"_s, Json(u"0"_s)}},
            {{u"visits"_s, Json(3)}, {u"theirs"_s, Json(u"0"_s)}, {u"new"_s, Json(u"x"_s)}}));
        const Json now = m_store->contents().settings.globalVariables;
        QCOMPARE(now.value(u"visits").toInt(), 3);
        QVERIFY(now.value(u"storm").isUndefined());
        QCOMPARE(now.value(u"theirs").toText(), u"1"_s); // changed by another program, not by the turn
        QCOMPARE(now.value(u"new").toText(), u"x"_s);
        QVERIFY(put(path, "{ broken"));
        QVERIFY(!saveGlobalVariables(*m_store, {}, {{u"a"_s, Json(1)}}));
        QCOMPARE(bytesOf(path), "{ broken");
    }

    void personasComeGoAndComeBack()
    {
        Persona ada;
        ada.name = u"Ada: keeper"_s;
        ada.description = u"Keeps the light."_s;
        const auto avatar = createPersona(*m_store, ada);
        QCOMPARE(avatar, u"Ada keeper.png"_s);
        QCOMPARE(m_store->contents().personas.size(), 4);
        const QList<Persona> all = m_store->contents().settings.personas;

        const auto gone = deletePersona(*m_store, *avatar);
        QVERIFY(gone);
        QCOMPARE(m_store->contents().personas.size(), 3);
        QVERIFY(restoreDeleted(*m_store, gone->id));
        const auto back = m_store->contents().settings.personas;
        QCOMPARE(back.size(), 4);
        QCOMPARE(back.last().name, all.last().name);
        QCOMPARE(back.last().description, all.last().description);
        QVERIFY(QFileInfo::exists(m_folder->layout().avatar(*avatar)));
    }

    // Where it was: what SillyTavern wrote is as before.
    void aPersonaComesBackToItsPlace()
    {
        const QString path = m_folder->layout().settingsFile();
        const QByteArray before = bytesOf(path);
        const QList<Persona> all = m_store->contents().settings.personas;
        QVERIFY(all.size() > 2);
        for (const Persona &persona : all) {
            const auto gone = deletePersona(*m_store, persona.avatar);
            QVERIFY(gone);
            QVERIFY(bytesOf(path) != before);
            QVERIFY(restoreDeleted(*m_store, gone->id));
            QVERIFY2(m_store->contents().settings.personas == all, qPrintable(persona.name));
            QCOMPARE(bytesOf(path), before);
        }
        // What another program has written meanwhile stays, and nobody is there twice.
        const auto gone = deletePersona(*m_store, all.first().avatar);
        QVERIFY(gone);
        Persona other = all.first();
        other.name = u"Somebody else"_s;
        QVERIFY(savePersona(*m_store, other));
        static_cast<void>(restoreDeleted(*m_store, gone->id));
        QCOMPARE(m_store->contents().settings.personas.size(), all.size());
    }

    void deletingCardsPresetsBooksAndChats()
    {
        const QString card = u"Aoife Ní Bhriain.png"_s;
        const auto gone = deleteCard(*m_store, card, ChatsOfCard::Delete);
        QVERIFY(gone);
        QCOMPARE(gone->title, u"Aoife Ní Bhriain"_s);
        QCOMPARE(m_store->contents().cards.size(), 5);
        QVERIFY(m_store->contents().chatsOf(card).isEmpty());
        QVERIFY(deletePreset(*m_store, u"Slow Burn"_s));
        QVERIFY(deleteLorebook(*m_store, u"Skerrymore"_s));
        const ChatReference chat{u"ياسمين.png"_s, m_store->contents().chatsOf(u"ياسمين.png").first().name};
        QVERIFY(deleteChat(*m_store, chat));
        QCOMPARE(m_store->contents().presets.size(), 2);
        QCOMPARE(m_store->contents().lorebooks.size(), 3);
        QVERIFY(m_store->contents().chatsOf(u"ياسمين.png").isEmpty());

        for (const TrashItem &item : listTrash(m_folder->layout()).items)
            QVERIFY(restoreDeleted(*m_store, item.id));
        QCOMPARE(m_store->contents().chatsOf(card).size(), 6);
        for (const QString &file : filesBelow(userFolder()))
            QCOMPARE(bytesOf(m_folder->root() + u'/' + file), bytesOf(userFolder() + u'/' + file));
    }

    void chatsAreMadeAndRenamed()
    {
        Chat chat;
        chat.name = u"Harbour: day 2"_s;
        Message message;
        message.name = u"Ada"_s;
        message.text = u"Hello"_s;
        chat.messages = {message};
        const auto created = createChat(*m_store, u"ياسمين.png"_s, chat);
        QVERIFY(created);
        QCOMPARE(created->reference.name, u"Harbour day 2"_s);
        QVERIFY(!appendMessages(*m_store, created->reference, {message}, created->version)->conflict);
        const auto second = createChat(*m_store, u"ياسمين.png"_s, chat);
        QCOMPARE(second->reference.name, u"Harbour day 2 (2)"_s);
        QVERIFY(!renameChat(*m_store, second->reference, u"Harbour day 2"_s));
        const auto renamed = renameChat(*m_store, second->reference, u"Third"_s);
        QVERIFY(renamed);
        QCOMPARE(loadChat(*m_store, *renamed)->chat.messages.size(), 1);
        QCOMPARE(m_store->contents().chatsOf(u"ياسمين.png").size(), 3);
    }

    void rulesComeAndGo()
    {
        const QByteArray rules =
            R"({"name": "R", "regex_rules": [{"id": 1, "find_regex": "a", "odd": 1.50}]})";
        const ImportReport report = importFiles(*m_store, {outside(u"Polish.json"_s, rules)});
        QCOMPARE(report.files.first().outcome, ImportedFile::Outcome::Imported);
        QCOMPARE(report.files.first().place, u"snug/rules/Polish.json"_s);
        const auto loaded = loadRuleFiles(*m_store);
        QVERIFY(loaded);
        QCOMPARE(loaded->files.size(), 1);
        QCOMPARE(loaded->files.first().name, u"Polish"_s);
        QCOMPARE(loaded->files.first().rules.size(), 1);
        QCOMPARE(m_store->contents().templates.value(LibraryLayout::Folder::Rules), QStringList{u"Polish"_s});
        const QString target = m_outside->filePath(u"out.json"_s);
        QVERIFY(exportTo(*m_store, ExportKind::FramingRules, u"Polish"_s, target));
        QCOMPARE(bytesOf(target), rules);
        const auto gone = deleteRules(*m_store, u"Polish"_s);
        QVERIFY(gone);
        QVERIFY(loadRuleFiles(*m_store)->files.isEmpty());
        QVERIFY(!exportTo(*m_store, ExportKind::FramingRules, u"Polish"_s, target));
        QVERIFY(restoreDeleted(*m_store, gone->id));
        QCOMPARE(loadRuleFiles(*m_store)->files.size(), 1);
    }

    void templatesAreRenamedAndDeleted()
    {
        const auto names = [&] {
            QStringList list;
            const auto loaded = loadPromptTemplates(*m_store);
            for (const auto &each : loaded->templates)
                list.append(each.value.name);
            return list;
        };
        PromptTemplate value;
        value.text = u"Hi"_s;
        for (const QString &name : {u"One"_s, u"Two"_s}) {
            QVERIFY(m_store->create(m_store->layout().templateFolder(), name, u".json"_s,
                                    writePromptTemplate(value)));
        }
        QCOMPARE(renamePromptTemplate(*m_store, u"One"_s, u" Uno/1 "_s).value_or(QString()), u"Uno1"_s);
        QCOMPARE(names(), (QStringList{u"Two"_s, u"Uno1"_s}));
        const auto taken = renamePromptTemplate(*m_store, u"Uno1"_s, u"Two"_s);
        QVERIFY(!taken);
        QVERIFY(!taken.error().hint.isEmpty());
        QCOMPARE(renamePromptTemplate(*m_store, u"Two"_s, u"two"_s).value_or(QString()), u"two"_s);
        QVERIFY(!renamePromptTemplate(*m_store, u"Gone"_s, u"There"_s));
        const auto gone = deletePromptTemplate(*m_store, u"two"_s);
        QVERIFY(gone);
        QCOMPARE(names(), QStringList{u"Uno1"_s});
        QVERIFY(restoreDeleted(*m_store, gone->id));
        QCOMPARE(names(), (QStringList{u"two"_s, u"Uno1"_s}));
    }

    void brokenFilesAreListedAndNothingElseSuffers()
    {
        m_store.reset();
        QVERIFY(put(m_folder->layout().card(u"Cut.png"),
                    bytesOf(m_folder->layout().card(u"ياسمين.png")).first(5'000)));
        QVERIFY(put(m_folder->layout().card(u"Text.png"), "not a picture"));
        QVERIFY(put(m_folder->layout().card(u"Plain.png"), placeholderPicture()));
        QVERIFY(put(m_folder->layout().lorebook(u"Broken"), "{\"entries\":"));
        QVERIFY(put(m_folder->layout().preset(u"Broken"), ""));
        QVERIFY(put(m_folder->layout().group(u"1"), "[]"));
        QVERIFY(put(m_folder->layout().settingsFile(), "\xff\xfe"));
        m_store = m_folder->open();
        const LibraryContents &contents = m_store->contents();
        QCOMPARE(contents.cards.size(), 9);
        QCOMPARE(std::ranges::count_if(contents.cards,
                                       [](const CardSummary &card) { return card.problem.has_value(); }),
                 3);
        for (const CardSummary &card : contents.cards) {
            if (card.problem)
                QCOMPARE(card.problem->file, card.file);
        }
        QCOMPARE(std::ranges::count_if(contents.lorebooks,
                                       [](const LorebookSummary &book) { return book.problem.has_value(); }),
                 1);
        QCOMPARE(
            std::ranges::count_if(contents.presets,
                                  [](const PresetSummary &preset) { return preset.problem.has_value(); }),
            1);
        QCOMPARE(std::ranges::count_if(contents.groups,
                                       [](const GroupSummary &group) { return group.problem.has_value(); }),
                 1);
        QVERIFY(contents.settingsProblem);
        QCOMPARE(contents.settingsProblem->file, u"settings.json"_s);
    }
};

} // namespace tst_libraryfiles

SNUG_TEST(tst_libraryfiles, TestLibraryFiles, Core)
#include "tst_libraryfiles.moc"
