// What is read, and what is said about files that cannot be.
#include "core/tokens/loadtokenizer.h"
#include "tests/testregistry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

namespace tst_tokenizerfiles {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

QByteArray golden(const QString &name)
{
    QFile file(QStringLiteral(SNUG_SOURCE_DIR "/tests/core/tokens/golden/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// JSON with ' for ".
QByteArray json(const char *text)
{
    return QByteArray(text).replace('\'', '"');
}

// All bytes as ranks 0…255, then the given tokens.
QByteArray ranks(const QList<QByteArray> &more = {})
{
    QByteArray file;
    int rank = 0;
    for (int byte = 0; byte < 256; ++byte)
        file += QByteArray(1, char(byte)).toBase64() + ' ' + QByteArray::number(rank++) + '\n';
    for (const QByteArray &token : more)
        file += token.toBase64() + ' ' + QByteArray::number(rank++) + '\n';
    return file;
}

// A tokenizer.json with the letters a, b and "ab"; `changed` replaces or adds top-level members.
QByteArray small(const QByteArray &model = json("'vocab':{'a':0,'b':1,'ab':2},'merges':['a b']"),
                 const QByteArray &top = {})
{
    return "{" + top + json("'model':{'type':'BPE',") + model + "}}";
}

} // namespace

class TestTokenizerFiles : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    QString saved(const QString &name, const QByteArray &bytes)
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            return {};
        return file.fileName();
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void errorsNameThePlace_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("words");
        const QByteArray vocab = json("'vocab':{'a':0,'b':1,'ab':2}");
        QTest::newRow("cut in the middle")
            << QByteArray(json("{'model':{'type':'BPE','vocab':{'a':0,")) << u"line 1"_s << u""_s;
        QTest::newRow("not an object")
            << QByteArray("{\"model\":[]}") << u"model"_s << u"expected an object, found an array"_s;
        QTest::newRow("no model") << QByteArray("{}") << u"model"_s << u"found nothing"_s;
        QTest::newRow("Unigram") << QByteArray(json("{'model':{'type':'Unigram','vocab':[]}}"))
                                 << u"model.type"_s << u"\"Unigram\" is not supported"_s;
        QTest::newRow("WordPiece") << QByteArray(json("{'model':{'type':'WordPiece','vocab':{}}}"))
                                   << u"model.type"_s << u"\"WordPiece\" is not supported"_s;
        QTest::newRow("no vocabulary")
            << small(json("'merges':[]")) << u"model.vocab"_s << u"found nothing"_s;
        QTest::newRow("no merges") << small(vocab) << u"model.merges"_s << u"found nothing"_s;
        QTest::newRow("id is text") << small(json("'vocab':{'a':'x'},'merges':[]")) << u"model.vocab.a"_s
                                    << u"expected a token number"_s;
        QTest::newRow("negative id") << small(json("'vocab':{'a':-1},'merges':[]")) << u"model.vocab.a"_s
                                     << u"expected a token number"_s;
        QTest::newRow("enormous id") << small(json("'vocab':{'a':2000000000},'merges':[]"))
                                     << u"model.vocab.a"_s << u"expected a token number"_s;
        QTest::newRow("id twice") << small(json("'vocab':{'a':0,'b':0},'merges':[]")) << u"model.vocab."_s
                                  << u"given twice"_s;
        QTest::newRow("merge of a stranger") << small(vocab + json(",'merges':['a b','a c']"))
                                             << u"model.merges.1"_s << u"\"c\" is not in the vocabulary"_s;
        QTest::newRow("merge of three")
            << small(vocab + json(",'merges':['a b c']")) << u"model.merges.0"_s << u"expected two tokens"_s;
        QTest::newRow("merge is a number")
            << small(vocab + json(",'merges':[1]")) << u"model.merges.0"_s << u"expected a pair of tokens"_s;
        QTest::newRow("word affix") << small(vocab + json(",'merges':[],'end_of_word_suffix':'</w>'"))
                                    << u"model.end_of_word_suffix"_s << u"not supported"_s;
        QTest::newRow("dropout") << small(vocab + json(",'merges':[],'dropout':0.1")) << u"model.dropout"_s
                                 << u"not supported"_s;
        QTest::newRow("unknown token unknown") << small(vocab + json(",'merges':[],'unk_token':'?'"))
                                               << u"model.unk_token"_s << u"not in the vocabulary"_s;
        QTest::newRow("normalizer") << small(vocab + json(",'merges':[]"),
                                             json("'normalizer':{'type':'Magic'},"))
                                    << u"normalizer"_s << u"\"Magic\" is not supported"_s;
        QTest::newRow("normalizer in a sequence")
            << small(
                   vocab + json(",'merges':[]"),
                   json("'normalizer':{'type':'Sequence','normalizers':[{'type':'NFC'},{'type':'Magic'}]},"))
            << u"normalizer.normalizers.1"_s << u"\"Magic\" is not supported"_s;
        QTest::newRow("normalizer is text")
            << small(vocab + json(",'merges':[]"), json("'normalizer':'NFC',")) << u"normalizer"_s
            << u"expected an object, found a string"_s;
        QTest::newRow("pre-tokenizer")
            << small(vocab + json(",'merges':[]"), json("'pre_tokenizer':{'type':'Magic'},"))
            << u"pre_tokenizer"_s << u"\"Magic\" is not supported"_s;
        QTest::newRow("pattern") << small(vocab + json(",'merges':[]"),
                                          json("'pre_tokenizer':{'type':'Split','pattern':{'Regex':'[a'}},"))
                                 << u"pre_tokenizer.pattern.Regex"_s << u"cannot be used"_s;
        QTest::newRow("behaviour")
            << small(vocab + json(",'merges':[]"),
                     json("'pre_tokenizer':{'type':'Split','pattern':{'String':'a'},'behavior':'Odd'},"))
            << u"pre_tokenizer.behavior"_s << u"\"Odd\""_s;
        QTest::newRow("added token without id")
            << small(vocab + json(",'merges':[]"), json("'added_tokens':[{'content':'<s>'}],"))
            << u"added_tokens.0"_s << u"expected a token with id and content"_s;
    }

    void errorsNameThePlace()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, place);
        QFETCH(QString, words);
        const QString path = saved(u"tokenizer.json"_s, bytes);
        const auto read = loadTokenizer(path);
        QVERIFY(!read);
        QCOMPARE(read.error().file, path);
        QVERIFY2(read.error().place.startsWith(place), qPrintable(read.error().line()));
        QVERIFY2(read.error().what.contains(words), qPrintable(read.error().line()));
        QVERIFY(!read.error().line().contains(u'\n'));
    }

    // A library from elsewhere can name any path.
    void onlyFilesWithAnEndAreRead()
    {
        const QString pipe = saved(u"pipe"_s, {});
        QVERIFY(QFile::remove(pipe));
        QCOMPARE(mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        const QString link = pipe + u".link"_s;
        QVERIFY(QFile::link(u"/dev/zero"_s, link));
        const QString huge = saved(u"huge.json"_s, "{");
        QVERIFY(QFile::resize(huge, 64 * 1024 * 1024 + 1));
        for (const QString &path : {pipe, link, u"/dev/zero"_s, huge}) {
            const auto read = loadTokenizer(path);
            QVERIFY2(!read, qPrintable(path));
            QCOMPARE(read.error().file, path);
            QVERIFY(read.error().what.contains(path == huge ? u"too large"_s : u"not a regular file"_s));
        }
    }

    void nestingHasAnEnd()
    {
        QByteArray nested = json("{'type':'NFC'}");
        for (int i = 0; i < 60; ++i)
            nested = json("{'type':'Sequence','normalizers':[") + nested + "]}";
        const QString path = saved(u"tokenizer.json"_s, small(json("'vocab':{'a':0},'merges':[]"),
                                                              json("'normalizer':") + nested + ','));
        const auto read = loadTokenizer(path);
        QVERIFY(!read);
        QVERIFY(read.error().place.startsWith(u"normalizer.normalizers.0"_s));
    }

    // However a file is cut off, it is refused, and quietly.
    void everyTruncationIsRefused_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString &name : {u"bytelevel"_s, u"fallback"_s})
            QTest::newRow(qPrintable(name)) << name;
    }

    void everyTruncationIsRefused()
    {
        QFETCH(QString, name);
        const QByteArray whole = golden(name + u".tokenizer.json"_s).trimmed();
        QVERIFY(whole.size() > 10'000);
        for (qsizetype size = 1; size < whole.size(); size += 487) {
            const auto read = loadTokenizer(saved(u"cut.json"_s, whole.first(size)));
            QVERIFY2(!read, qPrintable(QString::number(size)));
        }
        QVERIFY(loadTokenizer(saved(u"cut.json"_s, whole)));
    }

    void mergesMayBeTextOrPairs()
    {
        for (const QByteArray &merges : {QByteArray(json("['a b']")), QByteArray(json("[['a','b']]"))}) {
            const auto read = readTokenizerFile(
                saved(u"tokenizer.json"_s, small(json("'vocab':{'a':0,'b':1,'ab':2},'merges':") + merges)));
            QVERIFY(read);
            QCOMPARE((*read)->encode(u"abba"), (QList<int>{2, 1, 0}));
        }
    }

    void whatIsUnknownIsLeftOutWithoutAnUnknownToken()
    {
        const auto read = readTokenizerFile(saved(u"tokenizer.json"_s, small()));
        QVERIFY(read);
        QCOMPARE((*read)->encode(u"a?b"), QList<int>{2}); // as the reference does: neighbours then
    }

    void addedTokensKeepTheirRules()
    {
        const QByteArray added =
            json("'added_tokens':[{'id':10,'content':'<x>','lstrip':true,'rstrip':true},{'id':11,'content':'<"
                 "x>y'},{'id':12,'content':'word','single_word':true},{'id':13,'content':'A','normalized':"
                 "true}],'normalizer':{'type':'Lowercase'},");
        const auto read = readTokenizerFile(
            saved(u"tokenizer.json"_s,
                  small(json("'vocab':{'a':0,'b':1,'ab':2,' ':3,'w':4,'o':5,'r':6,'d':7},'merges':['a b']"),
                        added)));
        QVERIFY(read);
        QCOMPARE((*read)->encode(u"b <x> b"), (QList<int>{1, 10, 1}));
        QCOMPARE((*read)->encode(u"b<x>yb"), (QList<int>{1, 11, 1})); // the longest
        QCOMPARE((*read)->encode(u"b word b"), (QList<int>{1, 3, 12, 3, 1}));
        QCOMPARE((*read)->encode(u"bword"), (QList<int>{1, 4, 5, 6, 7}));
        QCOMPARE((*read)->encode(u"BA"), (QList<int>{1, 13})); // found in the normalized text
        QCOMPARE((*read)->tokenBytes(11), QByteArray("<x>y"));
        QCOMPARE((*read)->vocabularySize(), 14);
    }

    void tiktokenFiles()
    {
        const auto read = readTokenizerFile(saved(u"my-cl100k.tiktoken"_s, ranks({"ab", "abc"})));
        QVERIFY(read);
        QCOMPARE((*read)->encode(u"abcab"), (QList<int>{257, 256}));
        QCOMPARE((*read)->name(), u"my-cl100k.tiktoken"_s);
    }

    void tiktokenErrors_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("line");
        QTest::newRow("empty") << u"o200k"_s << QByteArray() << u"the file is empty"_s;
        QTest::newRow("no rank") << u"o200k"_s << QByteArray(ranks() + "QQ==\n")
                                 << u"line 257: expected a token in Base64, a space and its rank"_s;
        QTest::newRow("not Base64") << u"o200k"_s << QByteArray(ranks() + "Q! 256\n")
                                    << u"line 257: expected a token in Base64, a space and its rank"_s;
        QTest::newRow("rank twice") << u"o200k"_s << QByteArray(ranks() + "YWI= 255\n")
                                    << u"line 257: this rank or token is given twice"_s;
        QTest::newRow("token twice") << u"o200k"_s << ranks({"a"})
                                     << u"line 257: this rank or token is given twice"_s;
        QTest::newRow("enormous rank") << u"o200k"_s << QByteArray(ranks() + "YWI= 2147483647\n")
                                       << u"line 257: expected a token in Base64, a space and its rank"_s;
        QTest::newRow("a byte is missing") << u"o200k"_s << ranks().first(ranks().size() - 10)
                                           << u"the vocabulary does not have every byte"_s;
        QTest::newRow("nobody knows the split")
            << u"ranks"_s << ranks() << u"ranks alone do not say how text is split"_s;
        QTest::newRow("a picture") << u"o200k"_s << QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16)
                                   << u"line 1: expected a token in Base64, a space and its rank"_s;
    }

    void tiktokenErrors()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, line);
        const QString path = saved(name, bytes);
        const auto read = loadTokenizer(path);
        QVERIFY(!read);
        QCOMPARE(read.error().line(), path + u": "_s + line);
    }

    void namesAndFolders()
    {
        QCOMPARE(loadTokenizer(u"estimate"_s).value()->kind(), CountKind::Estimate);
        QCOMPARE(loadTokenizer(u"cl100k_base"_s).value()->name(), u"cl100k_base"_s);
        QCOMPARE(loadTokenizer(u"cl100k_base"_s).value()->kind(), CountKind::Exact);
        QVERIFY(!saved(u"tokenizer.json"_s, small()).isEmpty());
        QCOMPARE(loadTokenizer(m_folder.path()).value()->count(u"ab"), 1);
        const auto missing = loadTokenizer(u"o300k_base"_s);
        QVERIFY(!missing);
        QCOMPARE(missing.error().line(),
                 u"o300k_base: there is no such file, and no built-in tokenizer of that name"_s);
        QVERIFY(missing.error().hint.contains(u"o200k_base"_s));
    }

    void models_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("tokenizer");
        for (const QString &model :
             {u"gpt-4o"_s, u"gpt-4o-mini-2024-07-18"_s, u"GPT-4o"_s, u"openai/gpt-4o"_s,
              u"chatgpt-4o-latest"_s, u"gpt-4.1-nano"_s, u"gpt-4.5-preview"_s, u"gpt-5"_s, u"gpt-5-mini"_s,
              u"gpt-5.1"_s, u"o1"_s, u"o1-preview"_s, u"o3-mini"_s, u"o4-mini"_s, u"openai/gpt-oss-20b"_s,
              u"gpt-4o:extended"_s})
            QTest::newRow(qPrintable(model)) << model << u"o200k_base"_s;
        for (const QString &model :
             {u"gpt-4"_s, u"gpt-4-turbo-preview"_s, u"gpt-3.5-turbo"_s, u"gpt-35-turbo"_s})
            QTest::newRow(qPrintable(model)) << model << u"cl100k_base"_s;
        for (const QString &model : {u""_s, u"llama-3"_s, u"claude-opus-4"_s, u"o1x"_s, u"gpt-40"_s,
                                     u"orca"_s, u"gpt"_s, u"mistral-o1"_s, u"gpt-4all"_s, u"/"_s})
            QTest::newRow(qPrintable(u"none: "_s + model)) << model << u""_s;
    }

    void models()
    {
        QFETCH(QString, model);
        QFETCH(QString, tokenizer);
        QCOMPARE(tokenizerNameForModel(model), tokenizer);
        const TokenCounterPtr counter = counterForModel(model);
        QCOMPARE(counter ? counter->name() : QString(), tokenizer);
    }
};

} // namespace tst_tokenizerfiles

SNUG_TEST(tst_tokenizerfiles, TestTokenizerFiles, Nothing)
#include "tst_tokenizerfiles.moc"
