// Cards that come into the library as archives, and leave it as ones.

#include "core/formats/cardpng.h"
#include "core/formats/pngtext.h"
#include "core/library/cardarchives.h"
#include "core/library/deleting.h"
#include "core/library/documentfiles.h"
#include "core/library/exporter.h"
#include "core/library/importer.h"
#include "tests/core/formats/pngfixtures.h"
#include "tests/core/formats/zipfixtures.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_cardarchives {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::test;

using Outcome = ImportedFile::Outcome;

static QByteArray cardText(const QByteArray &assets)
{
    return "{\"spec\":\"chara_card_v3\",\"spec_version\":\"3.0\",\"data\":{\"name\":\"Mira\",\"description\":"
           "\"d\","
           "\"first_mes\":\"Hello.\",\"tags\":[],\"group_only_greetings\":[],\"extensions\":{},\"assets\":[" +
           assets + "]}}";
}

static QByteArray asset(const QByteArray &type, const QByteArray &name, const QByteArray &uri,
                        const QByteArray &extension)
{
    return "{\"type\":\"" + type + "\",\"name\":\"" + name + "\",\"uri\":\"" + uri + "\",\"ext\":\"" +
           extension + "\"}";
}

static QByteArray withIcon(const QByteArray &icon, const QByteArray &extension = "png")
{
    return storedZip({{"card.json", cardText(asset("icon", "main", "embeded://i." + extension, extension) +
                                             "," + asset("emotion", "joy", "embeded://joy.png", "png"))},
                      {"i." + extension, icon},
                      {"joy.png", "joy"},
                      {"unknown.bin", "u"}});
}

class TestCardArchives : public QObject
{
    Q_OBJECT

    std::unique_ptr<TestLibrary> m_folder;
    std::unique_ptr<LibraryStore> m_store;
    std::unique_ptr<QTemporaryDir> m_outside;

    ImportedFile import(const QByteArray &bytes, const PictureMaker &toPng = {})
    {
        put(m_outside->filePath(u"in.charx"_s), bytes);
        return importFiles(*m_store, {m_outside->filePath(u"in.charx"_s)}, {}, toPng).files.value(0);
    }
    QByteArray exported(const QString &file)
    {
        const QString target = m_outside->filePath(u"out.charx"_s);
        const auto done = exportTo(*m_store, ExportKind::CardCharX, file, target);
        return done ? bytesOf(target) : done.error().line().toUtf8();
    }
    void change(const QString &file, const std::function<void(Card &)> &edit)
    {
        auto card = loadCard(*m_store, file);
        QVERIFY(card);
        edit(card->value);
        const auto saved = saveCard(*m_store, file, card->value, card->version);
        QVERIFY(saved && !saved->conflict);
    }
    static QString notesOf(const ImportedFile &file)
    {
        QStringList lines;
        for (const Error &note : file.notes)
            lines.append(note.line());
        return lines.join(u'\n');
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_store.reset();
        m_folder = std::make_unique<TestLibrary>(TestLibrary::Content::Empty);
        m_store = m_folder->open();
        m_outside = std::make_unique<QTemporaryDir>();
    }
    void cleanup()
    {
        m_store.reset();
        m_folder.reset();
    }

    void inAndOut_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("isPlain"); // no picture of its own
        QTest::newRow("a PNG as the picture") << withIcon(pngWith({})) << false;
        QTest::newRow("a PNG that was a card before")
            << withIcon(pngWith(textChunk("chara", "e30=") + textChunk("keep", "me"))) << false;
        QTest::newRow("another picture") << withIcon("RIFFxxxxWEBP", "webp") << false;
        QTest::newRow("no picture") << storedZip({{"card.json", cardText({})}}) << true;
        QTest::newRow("a broken PNG") << withIcon(pngWith({}).first(30)) << true;
        QTest::newRow("behind a JPEG")
            << "\xFF\xD8\xFF a picture \xFF\xD9" + storedZip({{"card.json", cardText({})}}) << false;
    }
    void inAndOut()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, isPlain);
        const auto toPng = [](const QByteArray &) {
            return Result<QByteArray>(pngWith(textChunk("made", "x")));
        };
        const ImportedFile file = import(bytes, toPng);
        QVERIFY2(file.outcome == Outcome::Imported, file.problem ? qPrintable(file.problem->line()) : "");
        QCOMPARE(file.place, u"characters/Mira.png"_s);
        QCOMPARE(file.understood, u"the character Mira"_s);
        QCOMPARE(notesOf(file).contains(u"plain one"), isPlain);
        QCOMPARE(exported(u"Mira.png"_s), bytes);
        // Something else about the card changes: the picture in the archive does not.
        change(u"Mira.png"_s, [](Card &card) { card.creator = u"Ada"_s; });
        const auto changed = ZipArchive::read(exported(u"Mira.png"_s));
        QVERIFY(changed);
        const auto before = ZipArchive::read(bytes);
        for (const ZipMember &member : before->members()) {
            if (member.name != u"card.json")
                QCOMPARE(changed->member(member.name, 1 << 20), before->member(member.name, 1 << 20));
        }
        const auto read = readCharX(*changed);
        QCOMPARE(read->card.creator, u"Ada"_s);
        QVERIFY(read->card.source.value(u"data").value(u"modification_date").toDouble() > 1.7e9);
    }

    void anotherPictureGoesAlong()
    {
        QVERIFY(import(withIcon(pngWith({}))).outcome == Outcome::Imported);
        const QByteArray picture = pngWith(textChunk("other", "picture"));
        QVERIFY(saveCardPicture(*m_store, u"Mira.png"_s, picture));
        const auto archive = ZipArchive::read(exported(u"Mira.png"_s));
        QVERIFY(archive);
        const auto read = readCharX(*archive);
        QCOMPARE(read->picture, picture);
        QVERIFY(!archive->contains(u"i.png"_s));
        QVERIFY(archive->contains(u"joy.png"_s));
    }

    void aCardThatCameAsAPicture()
    {
        Card card = readCard(cardText(asset("icon", "main", "ccdefault:", "png") + "," +
                                      asset("emotion", "joy", "__asset:0", "png") + "," +
                                      asset("emotion", "sad", "__asset:7", "png")))
                        ->card;
        const QByteArray picture = pngWith(textChunk("chara-ext-asset_:0", QByteArray("joyful").toBase64()) +
                                           textChunk("keep", "me"));
        QCOMPARE(createCard(*m_store, card, picture), u"Mira.png"_s);
        QCOMPARE(cardAssetBytes(*m_store, u"Mira.png"_s, u"__asset:0"_s), "joyful"_ba);
        QVERIFY(!cardAssetBytes(*m_store, u"Mira.png"_s, u"__asset:7"_s));
        QVERIFY(!cardAssetBytes(*m_store, u"Mira.png"_s, u"https://example.org/x.png"_s));
        QVERIFY(!cardAssetBytes(*m_store, u"Mira.png"_s, u"embeded://x.png"_s));
        QCOMPARE(cardAssetBytes(*m_store, u"Mira.png"_s, u"ccdefault:"_s), pngWith(textChunk("keep", "me")));
        QCOMPARE(cardAssetBytes(*m_store, u"Mira.png"_s, u"data:image/png;base64,QUJD"_s), "ABC"_ba);
        const auto archive = ZipArchive::read(exported(u"Mira.png"_s));
        QVERIFY(archive);
        const auto read = readCharX(*archive);
        QCOMPARE(read->picture, pngWith(textChunk("keep", "me")));
        QCOMPARE(read->card.assets.size(), 3);
        QCOMPARE(archive->member(*charXMemberOf(read->card.assets[1].uri), 1000), "joyful"_ba);
        QCOMPARE(read->card.assets[2].uri, u"__asset:7"_s); // nowhere to be found: as it was
    }

    void assetsAreReadFromTheArchive()
    {
        QVERIFY(import(withIcon(pngWith({}))).outcome == Outcome::Imported);
        QCOMPARE(cardAssetBytes(*m_store, u"Mira.png"_s, u"embeded://joy.png"_s), "joy"_ba);
        QCOMPARE(cardAssetBytes(*m_store, u"Mira.png"_s, u"embedded://joy.png"_s), "joy"_ba);
        QCOMPARE(cardAssetBytes(*m_store, u"Mira.png"_s, u"__asset:joy.png"_s), "joy"_ba);
    }

    void deletingTakesTheArchiveAlong()
    {
        QVERIFY(import(withIcon(pngWith({}))).outcome == Outcome::Imported);
        const QString path = cardArchivePath(m_folder->layout(), u"Mira.png");
        QVERIFY(QFileInfo::exists(path));
        const auto gone = deleteCard(*m_store, u"Mira.png"_s, ChatsOfCard::Delete);
        QVERIFY(gone);
        QVERIFY(!QFileInfo::exists(path));
        QVERIFY(restoreDeleted(*m_store, gone->id));
        QCOMPARE(exported(u"Mira.png"_s), withIcon(pngWith({})));
    }

    // SillyTavern deletes the picture only; who takes its name has nothing to do with the archive.
    void anOrphanedArchiveIsSetAside_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("members");
        QTest::newRow("an archive takes the name")
            << storedZip({{"card.json", cardText({})}, {"new", "n"}}) << 2;
        QTest::newRow("a picture takes the name")
            << *writeCardPng(readCard(cardText({}))->card, pngWith({})) << 2; // the card and its icon
    }
    void anOrphanedArchiveIsSetAside()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, members);
        QVERIFY(import(withIcon(pngWith({}))).outcome == Outcome::Imported);
        QVERIFY(QFile::remove(m_folder->layout().card(u"Mira.png"_s)));
        m_store->noteOwn({m_folder->layout().card(u"Mira.png"_s)});
        const ImportedFile file = import(bytes);
        QVERIFY(file.outcome == Outcome::Imported);
        QCOMPARE(file.place, u"characters/Mira.png"_s);
        QCOMPARE(bytesOf(m_folder->layout().keptFolder() + u"/Mira.charx"), withIcon(pngWith({})));
        QCOMPARE(ZipArchive::read(exported(u"Mira.png"_s))->members().size(), members);
    }

    void refusedOnes_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("line");
        QTest::newRow("cut off")
            << withIcon(pngWith({})).sliced(60)
            << u"in.charx: the archive is damaged or cut off: its list of members is not "
               "where it says"_s;
        QTest::newRow("its end is missing")
            << withIcon(pngWith({})).first(60)
            << u"in.charx: this is not a ZIP archive, or its end is missing"_s;
        QTest::newRow("no card") << storedZip({{"a.txt", "x"}})
                                 << u"in.charx: there is no card.json in the archive"_s;
        QTest::newRow("a card of nonsense")
            << storedZip({{"card.json", "{"}}) << u"in.charx: card.json: line 1, column 2: "_s;
    }
    void refusedOnes()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, line);
        const ImportedFile file = import(bytes);
        QVERIFY(file.outcome == Outcome::Refused);
        QVERIFY2(file.problem->line().startsWith(line), qPrintable(file.problem->line()));
        QVERIFY(namesIn(m_folder->layout().folder(LibraryLayout::Folder::Characters)).isEmpty());
    }

    void backyardArchivesAreKept()
    {
        const ImportedFile file = import(storedZip({{"manifest.json", "{}"}}));
        QVERIFY(file.outcome == Outcome::Kept);
    }
};

} // namespace tst_cardarchives

SNUG_TEST(tst_cardarchives, TestCardArchives, Nothing)
#include "tst_cardarchives.moc"
