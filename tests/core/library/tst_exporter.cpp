// What is written for other programs, and the sample library.

#include "core/library/chatfiles.h"
#include "core/library/exporter.h"
#include "core/library/importer.h"
#include "core/library/samplelibrary.h"
#include "core/prompt/knownto.h"
#include "tests/core/library/storeondisk.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_exporter {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestExporter : public QObject, StoreOnDisk
{
    Q_OBJECT

private Q_SLOTS:
    void init() { openStore(); }

    void cleanup() { closeStore(); }

    void exports()
    {
        const QString target = m_outside->filePath(u"out"_s);
        QVERIFY(exportTo(*m_store, ExportKind::CardPng, u"ياسمين.png"_s, target));
        QCOMPARE(bytesOf(target), bytesOf(m_folder->layout().card(u"ياسمين.png")));
        QVERIFY(exportTo(*m_store, ExportKind::CardJson, u"ياسمين.png"_s, target));
        const auto card = readCard(bytesOf(target));
        QVERIFY(card);
        QCOMPARE(card->card.name, u"ياسمين"_s);
        QVERIFY(exportTo(*m_store, ExportKind::Preset, u"Slow Burn"_s, target));
        QCOMPARE(bytesOf(target), bytesOf(m_folder->layout().preset(u"Slow Burn")));
        QVERIFY(exportTo(*m_store, ExportKind::Lorebook, u"Skerrymore"_s, target));
        QCOMPARE(bytesOf(target), bytesOf(m_folder->layout().lorebook(u"Skerrymore")));
        const ChatReference chat{u"ياسمين.png"_s, u"ياسمين - 2026-11-21@22h11m58s888ms"_s};
        QVERIFY(exportChat(*m_store, chat, target));
        QCOMPARE(bytesOf(target), bytesOf(chatPath(m_folder->layout(), chat)));
        QVERIFY(!exportTo(*m_store, ExportKind::Preset, u"gone"_s, target));
    }

    // A chat with secrets leaves and comes back with them.
    void secretsAreExportedAndReadAgain()
    {
        const QByteArray chat =
            "{\"user_name\":\"Ada\",\"character_name\":\"Mira Okafor\",\"chat_metadata\":{}}\n"
            "{\"name\":\"Mira Okafor\",\"is_user\":false,\"mes\":\"Psst.\","
            "\"extra\":{\"known_to\":[\"Ada\",\"Mira Okafor\"]}}\n";
        const QString card = m_store->contents().cards.first().file;
        const ImportReport first = importFiles(*m_store, {outside(u"Secret.jsonl"_s, chat)}, card);
        QCOMPARE(first.files.first().outcome, ImportedFile::Outcome::Imported);
        const QString target = m_outside->filePath(u"Out.jsonl"_s);
        QVERIFY(exportChat(*m_store, {card, u"Secret"_s}, target));
        QCOMPARE(bytesOf(target), chat);
        const QString tree = m_outside->filePath(u"Tree.json"_s);
        QVERIFY(exportConversation(*m_store, {card, u"Secret"_s}, tree));
        for (const QString &path : {target, tree}) {
            const ImportReport again = importFiles(*m_store, {path}, card);
            QCOMPARE(again.files.first().outcome, ImportedFile::Outcome::Imported);
            const QString name = QFileInfo(again.files.first().place).completeBaseName();
            const auto loaded = loadChat(*m_store, {card, name});
            QVERIFY(loaded);
            QCOMPARE(loaded->chat.messages.size(), 1);
            QCOMPARE(knownTo(loaded->chat.messages.first()), (QStringList{u"Ada"_s, u"Mira Okafor"_s}));
        }
    }

    void theSampleIsInstalledOnce()
    {
        const QString root = m_outside->filePath(u"data/library"_s);
        QVERIFY(installSampleLibrary(root, userFolder()));
        for (const QString &file : filesBelow(userFolder()))
            QCOMPARE(bytesOf(root + u'/' + file), bytesOf(userFolder() + u'/' + file));
        QCOMPARE(namesIn(m_outside->filePath(u"data"_s)), QStringList{u"library"_s});
        QVERIFY(LibraryStore::open(root));
        QVERIFY(!installSampleLibrary(root, userFolder()));
        QVERIFY(QDir(m_outside->path()).mkpath(u"empty"_s));
        QVERIFY(installSampleLibrary(m_outside->filePath(u"empty"_s), userFolder()));
        QVERIFY(!installSampleLibrary(m_outside->filePath(u"none"_s), u":/no/such"_s));
        QVERIFY(!QFileInfo::exists(m_outside->filePath(u"none"_s)));
    }
};

} // namespace tst_exporter

SNUG_TEST(tst_exporter, TestExporter, Core)
#include "tst_exporter.moc"
