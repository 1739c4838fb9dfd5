// Holds the shape of the house: includes run downward only, folders have names that say
// something, files stay small enough to be one idea.

#include <QDirIterator>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

// Rooms from the top floor to the ground; a room sees its own floor's self and every floor below.
const QList<QStringList> &floors()
{
    static const QList<QStringList> list{
        {u"app"_s},
        {u"widgets/window"_s},
        {u"widgets/library"_s, u"widgets/chat"_s, u"widgets/inspector"_s, u"widgets/dialogs"_s,
         u"widgets/editors"_s},
        {u"widgets/theme"_s},
        {u"core/memory"_s},
        {u"core/chat"_s},
        {u"core/editing"_s, u"core/ledger"_s, u"core/prompttest"_s},
        {u"core/wire"_s, u"core/library"_s, u"core/lint"_s},
        {u"core/prompt"_s},
        {u"core/lore"_s, u"core/macros"_s, u"core/templates"_s, u"core/tokens"_s},
        {u"core/regex"_s},
        {u"core/formats"_s},
        {u"core/model"_s},
        {u"core"_s}, // core/result.h alone
    };
    return list;
}

// The longest room that is a prefix of the path; empty if there is none.
QString roomOf(const QString &path)
{
    QString best;
    for (const QStringList &floor : floors()) {
        for (const QString &room : floor) {
            if (path.startsWith(room + u'/') && room.size() > best.size())
                best = room;
        }
    }
    return best;
}

int floorOf(const QString &room)
{
    for (int i = 0; i < floors().size(); ++i) {
        if (floors().at(i).contains(room))
            return i;
    }
    return -1;
}

QStringList sourceFiles(const QStringList &folders)
{
    QStringList files;
    const QDir root(QStringLiteral(SNUG_SOURCE_DIR));
    for (const QString &folder : folders) {
        QDirIterator walk(root.filePath(folder), {u"*.h"_s, u"*.cpp"_s}, QDir::Files,
                          QDirIterator::Subdirectories);
        while (walk.hasNext())
            files << root.relativeFilePath(walk.next());
    }
    files.sort();
    return files;
}

QStringList linesOf(const QString &path)
{
    QFile file(QDir(QStringLiteral(SNUG_SOURCE_DIR)).filePath(path));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QString::fromUtf8(file.readAll()).split(u'\n');
}

} // namespace

class TestLayers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void includesRunDownward()
    {
        static const QRegularExpression include(
            u"^\\s*#\\s*include\\s+[\"<]((?:app|core|widgets)/[^\">]+)[\">]"_s);
        const QStringList files = sourceFiles({u"app"_s, u"core"_s, u"widgets"_s});
        QVERIFY(files.size() > 20);
        QStringList wrong;
        for (const QString &file : files) {
            const QString room = roomOf(file);
            if (room.isEmpty()) {
                wrong << file + u": lies in no known room"_s;
                continue;
            }
            for (const QString &line : linesOf(file)) {
                const QRegularExpressionMatch match = include.match(line);
                if (!match.hasMatch())
                    continue;
                const QString target = roomOf(match.captured(1));
                if (target != room && floorOf(target) <= floorOf(room))
                    wrong << u"%1 includes %2"_s.arg(file, match.captured(1));
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void coreKnowsNoWindow()
    {
        // Linking does not protect: Qt's headers are found anyway.
        static const QRegularExpression include(uR"(^\s*#\s*include\s+<(Q\w+)(?:/(\w+))?>)"_s);
        static const QSet<QString> forbidden{
            u"QtWidgets"_s,       u"QtGui"_s,   u"QWidget"_s,    u"QApplication"_s,
            u"QGuiApplication"_s, u"QColor"_s,  u"QFont"_s,      u"QImage"_s,
            u"QPixmap"_s,         u"QIcon"_s,   u"QPainter"_s,   u"QMainWindow"_s,
            u"QTextDocument"_s,   u"QAction"_s, u"QUndoStack"_s, u"QClipboard"_s,
        };
        QStringList wrong;
        for (const QString &file : sourceFiles({u"core"_s})) {
            for (const QString &line : linesOf(file)) {
                const QRegularExpressionMatch match = include.match(line);
                if (match.hasMatch() &&
                    (forbidden.contains(match.captured(1)) || forbidden.contains(match.captured(2))))
                    wrong << u"%1: %2"_s.arg(file, line.trimmed());
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void filesAreOneIdea()
    {
        QStringList wrong;
        for (const QString &file : sourceFiles({u"app"_s, u"core"_s, u"widgets"_s})) {
            const qsizetype lines = linesOf(file).size();
            const qsizetype limit = file.endsWith(u".h") ? 200 : 500;
            if (lines > limit)
                wrong << u"%1 has %2 lines, more than %3"_s.arg(file).arg(lines).arg(limit);
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void namesSaySomething()
    {
        static const QRegularExpression vague(u"(^|/)(utils?|helpers?|misc|common|manager)[^/]*(/|\\.|$)"_s);
        QStringList wrong;
        for (const QString &file : sourceFiles({u"app"_s, u"core"_s, u"widgets"_s, u"tests"_s})) {
            if (vague.match(file).hasMatch())
                wrong << file;
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void noSecondEventLoop_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::newRow("QEventLoop") << uR"(\bQEventLoop\b)"_s;
        QTest::newRow("processEvents") << uR"(\bprocessEvents\b)"_s;
        QTest::newRow("dialog exec") << uR"((dialog|box|menu|Dialog|Box|Menu)\w*(\.|->)exec\()"_s;
        QTest::newRow("instance()") << uR"(static\s+\w+\s*[&*]\s*instance\(\))"_s;
    }

    void noSecondEventLoop()
    {
        QFETCH(QString, pattern);
        const QRegularExpression expression(pattern);
        QStringList wrong;
        for (const QString &file : sourceFiles({u"app"_s, u"core"_s, u"widgets"_s})) {
            for (const QString &line : linesOf(file)) {
                if (!line.trimmed().startsWith(u"//") && expression.match(line).hasMatch())
                    wrong << u"%1: %2"_s.arg(file, line.trimmed());
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }
};

QTEST_APPLESS_MAIN(TestLayers)
#include "tst_layers.moc"
