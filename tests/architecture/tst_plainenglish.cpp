// Holds the sentences that users read to plain English: turns that were mended once do not come back.

#include "tests/testregistry.h"

#include <QDir>
#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

namespace tst_plainenglish {

using namespace Qt::StringLiterals;

namespace {

// Stories and prompts, which are literature.
bool isStory(const QString &file)
{
    static const QStringList stories{u"core/memory/builtinsideprompts.cpp"_s,
                                     u"core/memory/summarypresets.cpp"_s};
    return stories.contains(file) || file.startsWith(u"core/wire/understudy/"_s);
}

// The literals of a source; those that follow each other are one.
QStringList literalsOf(const QString &source)
{
    static const QRegularExpression token(
        u"//[^\\n]*|(?:u8?|U|L)?R\"(\\w*)\\(.*?\\)\\1\"|\"((?:[^\"\\\\\\n]|\\\\.)*)\"|'(?:[^'\\\\\\n]|\\\\.)+'|[^\\s\"'/]+|/"_s,
        QRegularExpression::DotMatchesEverythingOption);
    QStringList literals;
    bool isOpen = false;
    for (QRegularExpressionMatchIterator all = token.globalMatch(source); all.hasNext();) {
        const QRegularExpressionMatch match = all.next();
        if (match.capturedView().startsWith(u"//"))
            continue;
        const bool isLiteral = match.hasCaptured(2);
        if (isLiteral && isOpen)
            literals.last() += match.captured(2);
        else if (isLiteral)
            literals.append(match.captured(2));
        isOpen = isLiteral;
    }
    return literals;
}

// A turn of old, or of another language, with a plain one.
QString betterWord(const QString &literal)
{
    static const QList<std::pair<QRegularExpression, QString>> turns{
        {QRegularExpression(u"\\b(stands|stand (here|there|behind|in front))\\b"_s), u"is, are"_s},
        {QRegularExpression(u"\\bin front of\\b"_s), u"before"_s},
        {QRegularExpression(u"\\bany more\\b"_s), u"no longer"_s},
        {QRegularExpression(u"\\banew\\b"_s), u"again"_s},
        {QRegularExpression(u"\\bso many\\b"_s), u"this many"_s},
        {QRegularExpression(u"\\bby lot\\b"_s), u"at random"_s},
        {QRegularExpression(u"(?<!here )\\b(is|are) no (?!longer\\b|text\\b)"_s), u"is not a"_s},
    };
    for (const auto &[turn, better] : turns) {
        if (const QRegularExpressionMatch match = turn.match(literal); match.hasMatch())
            return u"“%1”: %2"_s.arg(match.captured(), better);
    }
    return {};
}

} // namespace

class TestPlainEnglish : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void literalsAreFound()
    {
        QCOMPARE(literalsOf(u"f(tr(\"one \"\n   \"two\"), u\"three\"_s); // \"four\"\nchar c = '\"';"_s),
                 (QStringList{u"one two"_s, u"three"_s}));
        QVERIFY(betterWord(u"There is no file"_s).isEmpty());
        QVERIFY(!betterWord(u"It is no file"_s).isEmpty());
    }

    void sentencesArePlain()
    {
        const QDir root(QStringLiteral(SNUG_SOURCE_DIR));
        QStringList wrong;
        int count = 0;
        for (const QString &folder : {u"app"_s, u"core"_s, u"widgets"_s}) {
            QDirIterator walk(root.filePath(folder), {u"*.h"_s, u"*.cpp"_s}, QDir::Files,
                              QDirIterator::Subdirectories);
            while (walk.hasNext()) {
                QFile file(walk.next());
                const QString name = root.relativeFilePath(file.fileName());
                if (isStory(name))
                    continue;
                QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(name));
                for (const QString &literal : literalsOf(QString::fromUtf8(file.readAll()))) {
                    ++count;
                    if (const QString better = betterWord(literal); !better.isEmpty())
                        wrong << u"%1: “%2”: %3"_s.arg(name, literal, better);
                }
            }
        }
        QVERIFY(count > 5'000);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }
};

} // namespace tst_plainenglish

SNUG_TEST(tst_plainenglish, TestPlainEnglish, Nothing)
#include "tst_plainenglish.moc"
