#include "core/library/fileversion.h"
#include "core/whatwas/backup.h"
#include "core/whatwas/backuppieces.h"
#include "tests/core/library/testfiles.h"
#include "tests/testregistry.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

namespace tst_backuppieces {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

namespace {

QStringList cut(QByteArrayView bytes, bool isOfLines)
{
    QStringList names;
    while (!bytes.isEmpty()) {
        const qsizetype length = firstPieceOf(bytes, isOfLines, true);
        names.append(pieceName(bytes.first(length)));
        bytes = bytes.sliced(length);
    }
    return names;
}

QByteArray chatOf(int lines, quint32 seed)
{
    QRandomGenerator random(seed);
    QByteArray chat;
    for (int i = 0; i < lines; ++i)
        chat += "{\"name\":\"Mira\",\"mes\":\"" + QByteArray::number(random.generate64(), 36).repeated(60) +
                "\"}\n";
    return chat;
}

int newIn(const QStringList &now, const QStringList &before)
{
    return int(std::ranges::count_if(now, [&](const QString &name) { return !before.contains(name); }));
}

} // namespace

class TestBackupPieces : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_dir;
    LibraryLayout m_layout;

    QString pathOf(const QString &name) const
    {
        return backupFolder(m_layout) + u"/pieces/"_s + name.first(2) + u'/' + name;
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_dir = std::make_unique<QTemporaryDir>();
        m_layout = LibraryLayout(m_dir->path());
    }

    void aLineMoreCostsOnePiece()
    {
        const QByteArray chat = chatOf(3000, 1);
        const QStringList before = cut(chat, true);
        QVERIFY(before.size() >= 5);
        QCOMPARE(newIn(cut(QByteArray(chat + "{\"mes\":\"more\"}\n"), true), before), 1);
        // A last line without its end as well.
        QCOMPARE(newIn(cut(QByteArray(chat + "{\"mes\":\"torn"), true), before), 1);
    }

    void anEditedLineCostsFewPieces()
    {
        const QByteArray chat = chatOf(3000, 2);
        const QStringList before = cut(chat, true);
        QByteArray edited = chat;
        edited.insert(edited.indexOf('\n', edited.size() / 2) + 1, "{\"mes\":\"between\"}\n");
        QVERIFY(newIn(cut(edited, true), before) <= before.size() / 2);
        edited = chat;
        edited.remove(0, edited.indexOf('\n') + 1);
        QVERIFY(newIn(cut(edited, true), before) <= before.size() / 2);
    }

    void allBytesAreInThePieces_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("isOfLines");
        QTest::newRow("nothing") << QByteArray() << true;
        QTest::newRow("one byte") << QByteArray("x") << true;
        QTest::newRow("only line ends") << QByteArray(200'000, '\n') << true;
        QTest::newRow("a chat") << chatOf(500, 3) << true;
        QTest::newRow("a line longer than a piece") << QByteArray(20 << 20, 'a') << true;
        QTest::newRow("a long line behind a short one") << "x\n" + QByteArray(20 << 20, 'a') + "\ny" << true;
        QTest::newRow("a picture") << QByteArray(20 << 20, 'a') << false;
        QTest::newRow("exactly one piece") << QByteArray(BackupPieceLimit, 'a') << false;
    }

    void allBytesAreInThePieces()
    {
        QFETCH(const QByteArray, bytes);
        QFETCH(const bool, isOfLines);
        qsizetype from = 0;
        while (from < bytes.size()) {
            const qsizetype length = firstPieceOf(QByteArrayView(bytes).sliced(from), isOfLines, true);
            QVERIFY(length > 0);
            QVERIFY(length <= BackupPieceLimit);
            // What comes later changes nothing, once it can be said.
            const QByteArrayView some = QByteArrayView(bytes).sliced(from).first(length);
            const qsizetype early = firstPieceOf(some, isOfLines, false);
            QVERIFY(early == 0 || early == length);
            from += length;
        }
        QCOMPARE(from, bytes.size());
    }

    void aPieceIsKeptOnce()
    {
        const QByteArray text = QByteArray("once upon a time ").repeated(1000);
        const auto name = keepPiece(m_layout, text, false);
        QVERIFY(name);
        QVERIFY(hasPiece(m_layout, *name));
        QVERIFY(QFileInfo(pathOf(*name)).size() < text.size() / 10);
        const FileStamp stamp = stampOf(pathOf(*name));
        QCOMPARE(keepPiece(m_layout, text, true), name);
        QCOMPARE(stampOf(pathOf(*name)), stamp);
        QCOMPARE(readPiece(m_layout, *name), text);
        // What does not become smaller is not packed.
        const QByteArray random = QByteArray::fromHex("00ff1299");
        QCOMPARE(readPiece(m_layout, *keepPiece(m_layout, random, false)), random);
        QCOMPARE(readPiece(m_layout, *keepPiece(m_layout, QByteArray(), false)), QByteArray());
    }

    void damage_data()
    {
        QTest::addColumn<QByteArray>("stored");
        const QByteArray packed = 'z' + qCompress(QByteArray(1000, 'a'));
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("other bytes") << QByteArray("pother");
        QTest::newRow("unknown packing") << QByteArray("?") + QByteArray(1000, 'a');
        QTest::newRow("cut off") << packed.first(packed.size() - 4);
        QTest::newRow("only a mark") << QByteArray("z");
        QByteArray lying = packed;
        lying.replace(1, 4, QByteArray::fromHex("ffffffff"));
        QTest::newRow("lies about its length") << lying;
    }

    void damage()
    {
        QFETCH(const QByteArray, stored);
        const QString name = *keepPiece(m_layout, QByteArray(1000, 'a'), false);
        QVERIFY(put(pathOf(name), stored));
        if (QByteArrayView(QTest::currentDataTag()) == "cut off")
            QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"^qUncompress"_s));
        const auto piece = readPiece(m_layout, name);
        QVERIFY(!piece);
        QCOMPARE(piece.error().what, u"a piece of the backup is damaged"_s);
        QVERIFY(piece.error().file.contains(name));
    }

    void namesLeadNowhere()
    {
        QVERIFY(put(m_dir->filePath(u"secret"_s), "psecret"));
        for (const QString &name : {u"../../../secret"_s, u""_s, u"a"_s, u"A"_s.repeated(64),
                                    QString(u"/"_s + u"a"_s.repeated(63))}) {
            QVERIFY(!isPieceName(name));
            QVERIFY(!hasPiece(m_layout, name));
            QVERIFY(!readPiece(m_layout, name));
        }
        QVERIFY(!readPiece(m_layout, u"a"_s.repeated(64)));
    }

    void whatNobodyNeedsGoes()
    {
        const QString one = *keepPiece(m_layout, "one", false);
        const QString two = *keepPiece(m_layout, "two", false);
        QVERIFY(removePiecesExcept(m_layout, {two}));
        QVERIFY(!hasPiece(m_layout, one));
        QCOMPARE(readPiece(m_layout, two), "two");
        QVERIFY(removePiecesExcept(LibraryLayout(m_dir->filePath(u"nothing"_s)), {}));
    }
};

} // namespace tst_backuppieces

SNUG_TEST(tst_backuppieces, TestBackupPieces, Core)
#include "tst_backuppieces.moc"
