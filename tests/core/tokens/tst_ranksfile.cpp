// A vocabulary that was laid out before is the one that it was made of.
#include "core/tokens/builtinranks.h"
#include "core/tokens/ranksfile.h"
#include "tests/testregistry.h"

#include <QFile>
#include <QRandomGenerator>
#include <QTest>

namespace tst_ranksfile {

using namespace Qt::StringLiterals;
using namespace snug;

class TestRanksFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void aTableIsTheVocabulary()
    {
        Vocabulary made;
        for (int id = 0; id < 5'000; ++id)
            QVERIFY(made.append(
                id * 2, QByteArray("token " + QByteArray::number(id * id)))); // every other id is a hole
        const QByteArray table = vocabularyTable(made);
        std::vector<quint64> aligned(size_t(table.size()) / 8 + 1);
        std::memcpy(aligned.data(), table.constData(), size_t(table.size()));
        const QByteArrayView view(reinterpret_cast<const char *>(aligned.data()), table.size());
        Vocabulary read = vocabularyFromTable(view);
        const Vocabulary copy = read;
        read = Vocabulary();
        QCOMPARE(copy.size(), made.size());
        QCOMPARE(copy.longest(), made.longest());
        for (int id = -1; id <= made.size(); ++id) {
            QCOMPARE(copy.bytes(id), made.bytes(id));
            if (!made.bytes(id).isEmpty())
                QCOMPARE(copy.find(made.bytes(id)), id);
        }
        QCOMPARE(copy.find("token 3"), Vocabulary::none);
        QCOMPARE(copy.find(""), Vocabulary::none);
        QCOMPARE(vocabularyTable(copy), table);
    }

    void builtInTokensAreThoseOfTheRanks_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString &name : builtInTokenizerNames())
            QTest::newRow(qPrintable(name)) << name;
    }

    void builtInTokensAreThoseOfTheRanks()
    {
        QFETCH(QString, name);
        QFile file(QStringLiteral(SNUG_SOURCE_DIR "/resources/tokenizers/") + name + u".ranks"_s);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray ranks = file.readAll();
        const Vocabulary vocabulary = vocabularyFromRanks(ranks);
        const TokenizerPtr tokenizer = builtInTokenizer(name);
        QVERIFY(tokenizer->vocabularySize() >= vocabulary.size());
        for (int id = 0; id < vocabulary.size(); ++id) {
            if (tokenizer->tokenBytes(id) != vocabulary.bytes(id))
                QCOMPARE(tokenizer->tokenBytes(id), vocabulary.bytes(id).toByteArray());
        }
    }

    // A tokenizer remembers what it was asked; that never changes an answer.
    void aUsedTokenizerAnswersAsANewOne_data() { builtInTokensAreThoseOfTheRanks_data(); }

    void aUsedTokenizerAnswersAsANewOne()
    {
        QFETCH(QString, name);
        const TokenizerPtr used = builtInTokenizer(name);
        const QString letters = u"aeXqzkw'ß漢0 \n😀é"_s;
        QRandomGenerator chance(7);
        QString text;
        for (int edit = 0; edit < 200; ++edit) {
            const qsizetype at = chance.bounded(int(text.size()) + 1);
            if (edit % 3 == 2)
                text.remove(at, 2);
            else
                text.insert(at, letters.mid(chance.bounded(int(letters.size())), 3) + letters.at(edit % 5));
            const TokenizerPtr fresh = builtInTokenizer(name);
            QCOMPARE(used->encode(text), fresh->encode(text));
            QCOMPARE(used->count(text), builtInTokenizer(name)->count(text));
            QCOMPARE(used->count(text), used->encode(text).size());
        }
    }
};

} // namespace tst_ranksfile

SNUG_TEST(tst_ranksfile, TestRanksFile, Core)
#include "tst_ranksfile.moc"
