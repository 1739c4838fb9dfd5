// Holds comments to what a reader can check: each citation of a page in docs/ names a page and a heading that
// are there, pages link to pages that are there, and the files that they name exist.

#include "tests/testregistry.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QHash>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <functional>

namespace tst_citations {

using namespace Qt::StringLiterals;

namespace {

QDir root()
{
    return QDir(QStringLiteral(SNUG_SOURCE_DIR));
}

// Users' files and recordings say what they say.
bool isForeign(const QString &file)
{
    static const QStringList folders{u"tests/data/"_s, u"tests/conformance/cases/"_s,
                                     u"tests/conformance/conversions/"_s, u"tests/fuzz/seeds/"_s};
    return std::ranges::any_of(folders, [&](const QString &folder) { return file.startsWith(folder); });
}

QStringList filesIn(const QStringList &folders, const QStringList &names)
{
    QStringList files;
    for (const QString &folder : folders) {
        QDirIterator walk(root().filePath(folder), names, QDir::Files, QDirIterator::Subdirectories);
        while (walk.hasNext()) {
            if (const QString file = root().relativeFilePath(walk.next()); !isForeign(file))
                files << file;
        }
    }
    files.sort();
    return files;
}

QStringList sources()
{
    return filesIn({u"app"_s, u"core"_s, u"widgets"_s, u"tests"_s, u"packaging"_s},
                   {u"*.h"_s, u"*.cpp"_s, u"*.sh"_s, u"*.py"_s, u"*.cmake"_s, u"CMakeLists.txt"_s});
}

QStringList pages()
{
    return filesIn({u"docs"_s}, {u"*.md"_s}) +
           QStringList{u"README.md"_s, u"ARCHITECTURE.md"_s, u"CONTRIBUTING.md"_s};
}

QStringList linesOf(const QString &path)
{
    QFile file(root().filePath(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).split(u'\n') : QStringList();
}

// Without what stands in blocks of code.
QStringList proseOf(const QString &page)
{
    QStringList lines;
    bool isCode = false;
    for (const QString &line : linesOf(page)) {
        if (line.startsWith(u"```"_s))
            isCode = !isCode;
        lines << (isCode || line.startsWith(u"    "_s) ? QString() : line);
    }
    return lines;
}

// The anchor that a heading gets on code forges: lower case, without signs, hyphens for blanks.
QString anchorOf(const QString &heading)
{
    QString anchor;
    for (const QChar c : heading.trimmed().toLower()) {
        if (c.isLetterOrNumber() || c == u'_' || c == u'-')
            anchor += c;
        else if (c == u' ')
            anchor += u'-';
    }
    return anchor;
}

// Anchors of a page; a second heading of the same words gets "-1". Empty: there is no such page.
QStringList anchorsOf(const QString &page)
{
    static QHash<QString, QStringList> known;
    if (const auto found = known.constFind(page); found != known.cend())
        return *found;
    static const QRegularExpression heading(u"^#{1,6} (.+)$"_s);
    QStringList anchors;
    QHash<QString, int> times;
    for (const QString &line : proseOf(page)) {
        const QRegularExpressionMatch match = heading.match(line);
        if (!match.hasMatch())
            continue;
        const QString anchor = anchorOf(match.captured(1));
        const int before = times[anchor]++;
        anchors << (before == 0 ? anchor : u"%1-%2"_s.arg(anchor).arg(before));
    }
    return *known.insert(page, anchors);
}

// What is wrong with a place in a page; empty if nothing.
QString wrongWith(const QString &page, const QString &anchor)
{
    if (!QFileInfo(root().filePath(page)).exists())
        return u"there is no "_s + page;
    if (!anchor.isEmpty() && !anchorsOf(page).contains(anchor))
        return u"%1 has no heading #%2"_s.arg(page, anchor);
    return {};
}

using Visit = std::function<void(const QString &place, const QRegularExpressionMatch &match)>;

void forEachMatch(const QString &file, const QStringList &lines, const QRegularExpression &expression,
                  const Visit &visit)
{
    for (qsizetype i = 0; i < lines.size(); ++i) {
        for (const QRegularExpressionMatch &match : expression.globalMatch(lines[i]))
            visit(u"%1:%2"_s.arg(file).arg(i + 1), match);
    }
}

} // namespace

class TestCitations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anchors_data()
    {
        QTest::addColumn<QString>("heading");
        QTest::addColumn<QString>("anchor");
        QTest::newRow("words") << u"Timed effects"_s << u"timed-effects"_s;
        QTest::newRow("signs") << u"Time, limits, chance"_s << u"time-limits-chance"_s;
        QTest::newRow("dot") << u"llama.cpp server"_s << u"llamacpp-server"_s;
        QTest::newRow("hyphen") << u"In-chat injection"_s << u"in-chat-injection"_s;
        QTest::newRow("code") << u"`{{pick}}` twice"_s << u"pick-twice"_s;
        QTest::newRow("letters") << u"Über Öl"_s << u"über-öl"_s;
    }

    void anchors()
    {
        QFETCH(QString, heading);
        QTEST(anchorOf(heading), "anchor");
    }

    void citationsLeadSomewhere()
    {
        static const QRegularExpression citation(uR"(\bdocs/([\w./-]+\.md)(?:#([\w-]+))?)"_s);
        QStringList wrong;
        qsizetype count = 0;
        for (const QString &file : sources()) {
            forEachMatch(file, linesOf(file), citation, [&](const QString &place, const auto &match) {
                ++count;
                if (const QString what = wrongWith(u"docs/"_s + match.captured(1), match.captured(2));
                    !what.isEmpty())
                    wrong << u"%1: %2"_s.arg(place, what);
            });
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
        QVERIFY(count > 100);
    }

    // Documents that a reader of the source does not have.
    void nothingElseIsCited()
    {
        static const QRegularExpression absent(
            uR"(\bNOTES\b|\bSPEC\b|\bRECONCILED\b|\bformats, sections?\b|§|\b[Ss]ections? \d)"_s);
        QStringList wrong;
        for (const QString &file : sources()) {
            if (file.endsWith(u"/tst_citations.cpp"_s))
                continue;
            forEachMatch(file, linesOf(file), absent, [&](const QString &place, const auto &match) {
                wrong << u"%1: “%2” is not in the repository; cite a page of docs/"_s.arg(place,
                                                                                          match.captured());
            });
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void pagesLinkToWhatIsThere()
    {
        static const QRegularExpression link(uR"(\]\(([^)#\s]*)(?:#([^)\s]+))?\))"_s);
        QStringList wrong;
        qsizetype count = 0;
        for (const QString &page : pages()) {
            forEachMatch(page, proseOf(page), link, [&](const QString &place, const auto &match) {
                const QString target = match.captured(1);
                if (target.contains(u"://"_s) || target.startsWith(u"mailto:"_s))
                    return;
                ++count;
                const QString path =
                    target.isEmpty() ? page : QDir::cleanPath(QFileInfo(page).path() + u'/' + target);
                if (const QString what = wrongWith(path, match.captured(2)); !what.isEmpty())
                    wrong << u"%1: %2"_s.arg(place, what);
            });
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
        QVERIFY(count > 100);
    }

    void pagesNameFilesThatAreThere()
    {
        static const QRegularExpression path(
            uR"(`((?:app|core|widgets|tests|packaging|resources)/[\w./-]+)`)"_s);
        QStringList wrong;
        qsizetype count = 0;
        for (const QString &page : filesIn({u"docs"_s}, {u"*.md"_s})) {
            forEachMatch(page, proseOf(page), path, [&](const QString &place, const auto &match) {
                ++count;
                if (!QFileInfo::exists(root().filePath(match.captured(1))))
                    wrong << u"%1: there is no %2"_s.arg(place, match.captured(1));
            });
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
        QVERIFY(count > 100);
    }
};

} // namespace tst_citations

SNUG_TEST(tst_citations, TestCitations, Nothing)
#include "tst_citations.moc"
