// Library folders that strangers made: in each place where a file is looked for there is something else.

#include "core/editing/drafts.h"
#include "core/editing/versions.h"
#include "core/formats/personas.h"
#include "core/ledger/ledger.h"
#include "core/library/cardarchives.h"
#include "core/library/chatfiles.h"
#include "core/library/deleting.h"
#include "core/library/documentfiles.h"
#include "core/library/groupfiles.h"
#include "core/library/importer.h"
#include "core/library/prompttemplatefiles.h"
#include "core/library/rulefiles.h"
#include "core/library/settingsfiles.h"
#include "core/library/trash.h"
#include "core/library/watcher.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QTest>

#include <sys/stat.h>

namespace tst_hostilelibrary {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestHostileLibrary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_library = std::make_unique<TestLibrary>(TestLibrary::Content::Empty);
        m_outside = std::make_unique<QTemporaryDir>();
        QVERIFY(put(m_outside->filePath(u"secret.json"_s), "{\"entries\":{}}"));
    }

    void everyPlaceHoldsSomethingElse_data()
    {
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("what");
        const QStringList places{u"settings.json"_s,
                                 u"characters/Mira.png"_s,
                                 u"worlds/Fog.json"_s,
                                 u"OpenAI Settings/Plain.json"_s,
                                 u"groups/1.json"_s,
                                 u"group chats/1.jsonl"_s,
                                 u"chats/Mira/one.jsonl"_s,
                                 u"User Avatars/me.png"_s,
                                 u"instruct/a.json"_s,
                                 u"snug/rules/a.json"_s,
                                 u"snug/templates/a.json"_s,
                                 u"snug/trash/1/item.json"_s,
                                 u"snug/charx/Mira.charx"_s,
                                 u"snug/drafts/lorebooks/Fog/edited"_s,
                                 u"snug/versions/lorebooks/Fog/20260101T000000000Z-0000000000000000"_s,
                                 u"snug/ledger/000001.requests"_s,
                                 u"snug/ledger/000001.pieces"_s,
                                 u"snug/summaries.json"_s,
                                 u"snug/session.json"_s};
        for (const QString &place : places) {
            for (const QString &what : {u"pipe"_s, u"device"_s, u"outside"_s})
                QTest::addRow("%s: %s", qPrintable(place), qPrintable(what)) << place << what;
        }
        for (const QString &place : places.first(7)) {
            for (const QString &what : {u"folder"_s, u"sparse"_s})
                QTest::addRow("%s: %s", qPrintable(place), qPrintable(what)) << place << what;
        }
    }
    // Nothing waits, nothing is read or written outside, and the library opens.
    void everyPlaceHoldsSomethingElse()
    {
        QFETCH(QString, place);
        QFETCH(QString, what);
        const QString path = root() + u'/' + place;
        QVERIFY(make(what, path));
        const auto store = m_library->open();
        const LibraryContents &contents = store->contents();
        const auto says = [](const auto &list) {
            return list.size() == 1 && list.first().problem.has_value();
        };
        const bool isListed = place.startsWith(u"characters/") ? says(contents.cards)
                              : place.startsWith(u"worlds/")   ? says(contents.lorebooks)
                              : place.startsWith(u"OpenAI")    ? says(contents.presets)
                              : place.startsWith(u"groups/")   ? says(contents.groups)
                              : place.startsWith(u"chats/")    ? says(contents.chatsOf(u"Mira.png"))
                              : place.startsWith(u"group chats/")
                                  ? says(contents.groupChats)
                                  : place != u"settings.json" || contents.settingsProblem.has_value();
        QVERIFY(isListed);
        useEverything(*store);
        QCOMPARE(bytesOf(m_outside->filePath(u"secret.json"_s)), "{\"entries\":{}}");
        QCOMPARE(namesIn(m_outside->path()), QStringList{u"secret.json"_s});
    }

    void foldersThatLeadOutAreNotShown_data()
    {
        QTest::addColumn<QString>("folder");
        for (const LibraryLayout::Folder folder : LibraryLayout::folders())
            QTest::newRow(qPrintable(LibraryLayout::folderName(folder))) << LibraryLayout::folderName(folder);
        QTest::newRow("chats of one card") << u"chats/Mira"_s;
    }
    void foldersThatLeadOutAreNotShown()
    {
        QFETCH(QString, folder);
        const QString path = root() + u'/' + folder;
        QVERIFY(put(m_outside->filePath(u"x.jsonl"_s), "{}") && put(m_outside->filePath(u"x.png"_s), "x"));
        const QStringList before = namesIn(m_outside->path());
        QDir(path).removeRecursively();
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QVERIFY(QFile::link(m_outside->path(), path));
        const auto store = m_library->open();
        const LibraryContents &contents = store->contents();
        QCOMPARE(contents.refusedFolders.keys(), QStringList{folder});
        const Error error = contents.refusedFolders.first().problem;
        QCOMPARE(error.file, folder);
        QCOMPARE(contents.refusedFolders.first().place,
                 (OutsideFolder{folder, QFileInfo(m_outside->path()).canonicalFilePath()}));
        QVERIFY(error.what.contains(QFileInfo(m_outside->path()).canonicalFilePath()));
        QVERIFY(contents.cards.isEmpty() && contents.lorebooks.isEmpty() && contents.presets.isEmpty());
        QVERIFY(contents.groups.isEmpty() && contents.groupChats.isEmpty() && contents.personas.isEmpty());
        for (const QList<ChatSummary> &chats : contents.chats)
            QVERIFY(chats.isEmpty());
        for (const QStringList &names : contents.templates)
            QVERIFY(names.isEmpty());
        useEverything(*store);
        QCOMPARE(namesIn(m_outside->path()), before);
    }

    void allowedFoldersAreShown()
    {
        QVERIFY(QDir(root() + u"/worlds"_s).removeRecursively());
        QVERIFY(QFile::link(m_outside->path(), root() + u"/worlds"_s));
        const auto store =
            LibraryStore::open(root(), {{u"worlds"_s, QFileInfo(m_outside->path()).canonicalFilePath()}});
        QVERIFY(store);
        (*store)->readAll();
        QVERIFY((*store)->contents().refusedFolders.isEmpty());
        QCOMPARE((*store)->contents().lorebooks.size(), 1);
        QVERIFY(loadLorebook(**store, u"secret"_s));
    }

    void snugOutsideIsSaid()
    {
        QVERIFY(QFile::link(m_outside->path(), root() + u"/snug"_s));
        const auto store = LibraryStore::open(root());
        QVERIFY(!store);
        QVERIFY(store.error().what.contains(u"leads out of the library"));
        QCOMPARE(namesIn(m_outside->path()), QStringList{u"secret.json"_s});
    }

    void locksThatAreNoFilesAreSaid_data()
    {
        QTest::addColumn<QString>("what");
        for (const char *what : {"pipe", "device", "outside", "folder"})
            QTest::newRow(what) << QString::fromLatin1(what);
    }
    void locksThatAreNoFilesAreSaid()
    {
        QFETCH(QString, what);
        QVERIFY(make(what, m_library->layout().lockFile()));
        const auto store = LibraryStore::open(root());
        QVERIFY(!store);
        QVERIFY(!store.error().what.isEmpty());
        QCOMPARE(bytesOf(m_outside->filePath(u"secret.json"_s)), "{\"entries\":{}}");
    }

    void importedFoldersKeepTheirLinks()
    {
        const QTemporaryDir folder;
        QVERIFY(put(folder.filePath(u"Fog.json"_s), R"({"entries":{"0":{"uid":0,"key":["a"]}}})"));
        QVERIFY(QFile::link(u"Fog.json"_s, folder.filePath(u"Same.json"_s)));
        QVERIFY(QFile::link(m_outside->filePath(u"secret.json"_s), folder.filePath(u"Leak.json"_s)));
        QVERIFY(QFile::link(u"/dev/zero"_s, folder.filePath(u"Zero.json"_s)));
        QCOMPARE(::mkfifo(QFile::encodeName(folder.filePath(u"Pipe.json"_s)).constData(), 0600), 0);
        const auto store = m_library->open();
        const ImportReport report = importFiles(*store, {folder.path() + u'/'});
        QMap<QString, bool> isIn;
        for (const ImportedFile &file : report.files) {
            isIn.insert(QFileInfo(file.path).fileName(), file.outcome == ImportedFile::Outcome::Imported);
            QVERIFY(file.problem.has_value() != isIn.last() || file.problem.has_value());
        }
        const QMap<QString, bool> expected{{u"Fog.json"_s, true},
                                           {u"Leak.json"_s, false},
                                           {u"Pipe.json"_s, false},
                                           {u"Same.json"_s, true},
                                           {u"Zero.json"_s, false}};
        QCOMPARE(isIn, expected);
        // A file that somebody chose is that file, link or not.
        const ImportReport chosen = importFiles(*store, {folder.filePath(u"Leak.json"_s)});
        QCOMPARE(chosen.files.first().outcome, ImportedFile::Outcome::Imported);
    }

    void watchingWaitsForNothing()
    {
        QVERIFY(make(u"pipe"_s, root() + u"/worlds/Fog.json"_s));
        Watcher watcher;
        watcher.watch({root() + u"/worlds"_s}, {root() + u"/worlds/Fog.json"_s});
        watcher.stop();
    }

    void largeDocumentsAreRefusedUnread()
    {
        const auto store = m_library->open();
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"large.json"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\n") == 2 && file.resize(qint64(900) << 20));
        file.close();
        const ImportReport report = importFiles(*store, {file.fileName()});
        QVERIFY(report.files.first().problem);
        QVERIFY(report.files.first().problem->what.contains(u"64 MB"));
        // Small enough, but too much of it.
        const QString many = folder.filePath(u"many.json"_s);
        QVERIFY(put(many, '[' + QByteArray("[],").repeated(2'000'000) + "0]"));
        const ImportReport second = importFiles(*store, {many});
        QCOMPARE(second.files.first().problem->what, u"holds more than 2,000,000 values"_s);
    }

private:
    QString root() const { return m_library->root(); }

    bool make(const QString &what, const QString &path) const
    {
        if (!QDir().mkpath(QFileInfo(path).path()))
            return false;
        if (what == u"pipe")
            return ::mkfifo(QFile::encodeName(path).constData(), 0600) == 0;
        if (what == u"device")
            return QFile::link(u"/dev/zero"_s, path);
        if (what == u"outside")
            return QFile::link(m_outside->filePath(u"secret.json"_s), path);
        if (what == u"folder")
            return QDir().mkpath(path);
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.resize(qint64(1) << 40);
    }

    // What it says does not matter here; that it ends does.
    static void useEverything(LibraryStore &store)
    {
        const ChatReference chat{.cardFile = u"Mira.png"_s, .name = u"one"_s};
        const ChatReference groupChat{.cardFile = {}, .name = u"1"_s};
        for (const ChatReference &each : {chat, groupChat}) {
            static_cast<void>(loadChat(store, each));
            static_cast<void>(appendMessages(store, each, {Message()}, {}));
            static_cast<void>(renameChat(store, each, u"other"_s));
        }
        static_cast<void>(loadCard(store, u"Mira.png"_s));
        static_cast<void>(saveCard(store, u"Mira.png"_s, Card(), {}));
        static_cast<void>(cardAsCharX(store, u"Mira.png"_s));
        static_cast<void>(setAsideCardArchive(store, u"Mira.png"_s));
        static_cast<void>(loadLorebook(store, u"Fog"_s));
        static_cast<void>(saveLorebook(store, u"Fog"_s, Lorebook(), {}));
        static_cast<void>(createLorebook(store, Lorebook()));
        static_cast<void>(loadPreset(store, u"Plain"_s));
        static_cast<void>(loadGroup(store, u"1"_s));
        static_cast<void>(loadInstructTemplate(store, u"a"_s));
        static_cast<void>(loadRuleFiles(store));
        static_cast<void>(loadPromptTemplates(store));
        Persona persona;
        persona.avatar = u"me.png"_s;
        static_cast<void>(savePersona(store, persona));
        const DocumentKey key{DocumentKind::Lorebook, u"Fog"_s};
        static_cast<void>(listDrafts(store.layout()));
        static_cast<void>(readDraft(store.layout(), key));
        static_cast<void>(writeDraft(store.layout(), key, "{}", {}, QDateTime::currentDateTimeUtc()));
        static_cast<void>(removeDraft(store.layout(), key));
        static_cast<void>(keepVersion(store.layout(), key, "{}", QDateTime::currentDateTimeUtc()));
        for (const KeptVersion &version : listVersions(store.layout(), key))
            static_cast<void>(readVersion(store.layout(), key, version.id));
        if (auto ledger = Ledger::open(store.layout().snugFolder() + u"/ledger"_s)) {
            LedgerRequest request;
            request.head.id = u"1"_s;
            static_cast<void>(ledger->begin(request));
            static_cast<void>(ledger->entry(u"1"_s));
        }
        static_cast<void>(listTrash(store.layout()));
        static_cast<void>(restoreDeleted(store, u"1"_s));
        static_cast<void>(deleteFromTrash(store.layout(), u"1"_s));
        static_cast<void>(deleteCard(store, u"Mira.png"_s, ChatsOfCard::Delete));
        static_cast<void>(deleteLorebook(store, u"Fog"_s));
        store.lookAgain(store.index().folders());
    }

    std::unique_ptr<TestLibrary> m_library;
    std::unique_ptr<QTemporaryDir> m_outside;
};

} // namespace tst_hostilelibrary

SNUG_TEST(tst_hostilelibrary, TestHostileLibrary, Core)
#include "tst_hostilelibrary.moc"
