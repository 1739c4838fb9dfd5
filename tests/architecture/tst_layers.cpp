// Holds the shape of the house: includes run downward only, folders have names that say
// something, files stay small enough to be one idea.

#include "tests/architecture/classcount.h"
#include "tests/testregistry.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <algorithm>

namespace tst_layers {

using namespace Qt::StringLiterals;

namespace {

// Parts (folders or files) from the top floor to the ground; a part sees itself and every floor below.
const QList<QStringList> &floors()
{
    static const QList<QStringList> list{
        {u"app/launcher"_s, u"app/main.cpp"_s, u"app/tokensmain.cpp"_s},
        {u"app/commands"_s},
        {u"app/window"_s},
        {u"app/help"_s},
        {u"app/documents"_s},
        {u"app/editors"_s, u"app/inspector"_s, u"app/library"_s, u"app/memory"_s, u"app/whatwas"_s},
        {u"app/chat"_s},
        {u"app/cases"_s},
        {u"app/pictureworker"_s, u"app/regexworker"_s, u"app/templateworker"_s},
        {u"app/confined"_s},
        {u"app"_s}, // settings, language, desktop, and the names of all parts
        {u"widgets/window"_s},
        {u"widgets/library"_s, u"widgets/chat"_s, u"widgets/inspector"_s, u"widgets/dialogs"_s,
         u"widgets/editors"_s, u"widgets/whatwas"_s},
        {u"widgets/theme"_s},
        {u"core/workspace"_s},
        {u"core/memory"_s},
        {u"core/chat"_s, u"core/whatwas"_s},
        {u"core/editing"_s, u"core/ledger"_s, u"core/prompttest"_s, u"core/search"_s},
        {u"core/wire"_s, u"core/library"_s, u"core/lint"_s},
        {u"core/conversion"_s},
        {u"core/prompt"_s},
        {u"core/lore"_s, u"core/macros"_s, u"core/pictures"_s, u"core/templates"_s},
        {u"core/tokens"_s},
        {u"core/regex"_s},
        {u"core/formats"_s},
        {u"core/model"_s},
        {u"core"_s}, // core/result.h and core/guarded.h
    };
    return list;
}

// The longest part that the path is, or lies in; empty if there is none.
QString partOf(const QString &path)
{
    QString best;
    for (const QStringList &floor : floors()) {
        for (const QString &part : floor) {
            if ((path == part || path.startsWith(part + u'/')) && part.size() > best.size())
                best = part;
        }
    }
    return best;
}

int floorOf(const QString &part)
{
    for (int i = 0; i < floors().size(); ++i) {
        if (floors().at(i).contains(part))
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

bool decodesPictures(const QString &line)
{
    static const QList<QRegularExpression> patterns{
        QRegularExpression(uR"(\bQ(Image|Pixmap)::(fromData|load)\b|\bloadFromData\b)"_s),
        QRegularExpression(uR"((?i)(image|pixmap|icon)(\.|->)load\()"_s),
        // One argument that is no size: a file's name. Declarations have types in them.
        QRegularExpression(
            uR"(\bQ(Image|Pixmap|Icon)\s*(\w+\s*)?[({]\s*(?!u\x22:/)(?!\w*([sS]ize|[pP]ix)\w*\s*[)}])[\w.\x22][^,&*(){}]*[)}])"_s),
        QRegularExpression(uR"(\bQ(ImageReader|ImageIO\w+|Movie|Picture|Svg\w+)\b)"_s),
        QRegularExpression(uR"(\b(imageData|hasImage)\()"_s), // what other programs drop or copy
    };
    return std::ranges::any_of(
        patterns, [&](const QRegularExpression &pattern) { return pattern.match(line).hasMatch(); });
}

// Our own icons lie in the program's resources; nobody else's SVG is drawn.
bool drawsOwnIcons(const QString &file, const QString &line)
{
    return file == u"widgets/theme/icons.cpp" &&
           (line == u"#include <QSvgRenderer>" || line.contains(u"QSvgRenderer renderer(u\":/snug/icons/"));
}

// Another object's signal, as no user can send one.
bool emitsForAnother(const QString &line)
{
    static const QRegularExpression pattern(uR"(\bQ_EMIT\b[\s(]*[\w:]+(?:\([^()]*\))*\s*(?:->|\.))"_s);
    return pattern.match(line).hasMatch();
}

using snug::test::ClassSize;
using snug::test::ClassSizes;

constexpr ClassSize largest{.lines = 500, .connects = 30, .publicFunctions = 25};

// Classes that were larger when this was first counted, as large as they may be: numbers here only fall. A 0
// stands for what is within the limit.
const ClassSizes &grownClasses()
{
    static const ClassSizes list{
        {u"Json"_s, {.publicFunctions = 53}},
        {u"LibraryLayout"_s, {.publicFunctions = 26}},
        {u"MarkdownWriter"_s, {.publicFunctions = 26}},
        {u"PlainCodec"_s, {.publicFunctions = 27}},
    };
    return list;
}

ClassSizes classesOf(const QStringList &files)
{
    ClassSizes sizes;
    for (const QString &file : files) {
        if (file.endsWith(u".h"))
            snug::test::countPublicFunctions(linesOf(file), sizes);
        else
            snug::test::countFunctions(linesOf(file), sizes);
    }
    return sizes;
}

// What is wrong with the number; empty if it is small enough. A number in the list that is no longer needed
// is wrong as well.
QString tooLarge(const QString &name, const QString &what, int found, int limit, int ceiling)
{
    if (found > std::max(limit, ceiling))
        return u"%1 has %2 %3, more than %4"_s.arg(name).arg(found).arg(what).arg(std::max(limit, ceiling));
    if (found <= limit && ceiling > 0)
        return u"%1 is no longer too large, it has %2 %3: its ceiling can go"_s.arg(name).arg(found).arg(
            what);
    return {};
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
            const QString part = partOf(file);
            if (part.isEmpty()) {
                wrong << file + u": lies in no known part"_s;
                continue;
            }
            for (const QString &line : linesOf(file)) {
                const QRegularExpressionMatch match = include.match(line);
                if (!match.hasMatch())
                    continue;
                const QString target = partOf(match.captured(1));
                if (target != part && floorOf(target) <= floorOf(part))
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

    // Pictures that anybody may have made are decoded by snug-picture and nowhere else.
    void picturesAreDecodedInOnePlace()
    {
        const QString decoder = u"app/pictureworker/decodepicture.cpp"_s;
        QStringList wrong;
        for (const QString &file : sourceFiles({u"app"_s, u"core"_s, u"widgets"_s})) {
            if (file == decoder)
                continue;
            for (const QString &line : linesOf(file)) {
                if (decodesPictures(line) && !line.trimmed().startsWith(u"//") && !drawsOwnIcons(file, line))
                    wrong << u"%1: %2"_s.arg(file, line.trimmed());
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    // The test above would find what it is there for.
    void picturesAreFound_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("isFound");
        for (const char *line :
             {"QImage::fromData(bytes)", "QImage image(path);", "QImage(path)", "QPixmap pixmap{file};",
              "QPixmap(info.filePath)", "QIcon(path)", "image.load(path)", "m_pixmap.loadFromData(bytes)",
              "QImageReader reader(path);", "QMovie movie(path);", "QSvgRenderer renderer(bytes);",
              "QImage(u\"a.png\"_s)"})
            QTest::newRow(line) << QString::fromLatin1(line) << true;
        for (const char *line :
             {"QIcon(u\":/snug/icons/snug.svg\"_s)", "QImage image(size, QImage::Format_RGB32);", "QImage()",
              "QPixmap pixmap(pixels, pixels);", "void setPicture(const QImage &picture);",
              "m_scaled = QPixmap();", "QPixmap::fromImage(image)", "m_pictures.load(file, path)",
              "QImage render(const QSize &size)"})
            QTest::newRow(line) << QString::fromLatin1(line) << false;
    }

    void picturesAreFound()
    {
        QFETCH(QString, line);
        QTEST(decodesPictures(line), "isFound");
    }

    // A signal that a test sends reaches its slot even where no click and no key does.
    void testsClickAndType()
    {
        QStringList wrong;
        int looked = 0;
        for (const QString &file : sourceFiles({u"tests/gui"_s, u"tests/widgets"_s})) {
            ++looked;
            const QStringList lines = linesOf(file);
            for (qsizetype i = 0; i < lines.size(); ++i) {
                if (emitsForAnother(lines[i]))
                    wrong << u"%1:%2: %3"_s.arg(file).arg(i + 1).arg(lines[i].trimmed());
            }
        }
        QVERIFY(looked > 60);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    // The test above would find what it is there for.
    void emissionsAreFound_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("isFound");
        for (const char *line :
             {"Q_EMIT x->y();", "Q_EMIT f().y();", "    Q_EMIT app().inspector.openLoreEntry(name, 2);",
              "Q_EMIT m_bar->list()->itemClicked(item);", "Q_EMIT dialog.edited(group);"})
            QTest::newRow(line) << QString::fromLatin1(line) << true;
        for (const char *line : {"Q_EMIT changed();", "Q_EMIT dataChanged(index(at), index(at));",
                                 "Q_EMIT found(list->at(1));", "// with Q_EMIT alone"})
            QTest::newRow(line) << QString::fromLatin1(line) << false;
    }

    void emissionsAreFound()
    {
        QFETCH(QString, line);
        QTEST(emitsForAnother(line), "isFound");
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

    // A class may not grow by being spread over more files.
    void classesAreOneResponsibility()
    {
        const ClassSizes sizes = classesOf(sourceFiles({u"app"_s, u"core"_s, u"widgets"_s}));
        QVERIFY(sizes.size() > 200);
        QStringList wrong;
        for (const auto &[name, size] : sizes.asKeyValueRange()) {
            const ClassSize ceiling = grownClasses().value(name);
            wrong << tooLarge(name, u"lines"_s, size.lines, largest.lines, ceiling.lines)
                  << tooLarge(name, u"connects"_s, size.connects, largest.connects, ceiling.connects)
                  << tooLarge(name, u"public functions"_s, size.publicFunctions, largest.publicFunctions,
                              ceiling.publicFunctions);
        }
        for (const QString &name : grownClasses().keys()) {
            if (!sizes.contains(name))
                wrong << name + u" is not there any more"_s;
        }
        wrong.removeAll(QString());
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    // The test above would find what it is there for.
    void classesAreCounted()
    {
        ClassSizes sizes;
        snug::test::countPublicFunctions(QString::fromLatin1(R"(
class Lamp;
class Lamp : public QObject
{
    Q_OBJECT
public:
    enum class State : quint8 { Off, On };
    // Shines (more or less).
    explicit Lamp(QObject *parent = nullptr);
    ~Lamp() override;
    [[nodiscard]] bool isOn() const
    {
        return lit(m_watts);
    }
    std::function<void()> work;

Q_SIGNALS:
    void changed();

private:
    bool lit(int watts) const;
    int m_watts = 0;
};
struct Bulb
{
    int watts = 0;
    bool operator==(const Bulb &) const = default;
};
)")
                                             .split(u'\n'),
                                         sizes);
        QCOMPARE(sizes.value(u"Lamp"_s).publicFunctions, 3);
        QCOMPARE(sizes.value(u"Bulb"_s).publicFunctions, 1);
        const QStringList body = QString::fromLatin1(R"(#include "lamp.h"
static int loose(int a)
{
    return Lamp::most(a);
}
Lamp::Lamp(QObject *parent)
    : QObject(parent)
{
    connect(this, &Lamp::changed, this, [this] {
        connect(&m_bulb, &Bulb::gone, this, &Lamp::darken);
    });
}
Lamp::~Lamp() = default;
template <typename Job> void Lamp::perform(Job job)
{
    job();
}
QList<Room::Wall> House::Room::walls() const
{
    return {};
}
)")
                                     .split(u'\n');
        snug::test::countFunctions(body, sizes);
        snug::test::countFunctions({u"void snug::Lamp::darken()"_s, u"{"_s, u"}"_s}, sizes); // another file
        QCOMPARE(sizes.value(u"Lamp"_s), (ClassSize{.lines = 15, .connects = 2, .publicFunctions = 3}));
        QCOMPARE(sizes.value(u"Room"_s).lines, 4);
        QCOMPARE(sizes.size(), 3);
        // Within, over, at its ceiling, over it, and a ceiling that nobody needs.
        QCOMPARE(tooLarge(u"Lamp"_s, u"lines"_s, 15, 20, 0), QString());
        QCOMPARE(tooLarge(u"Lamp"_s, u"lines"_s, 21, 20, 0), u"Lamp has 21 lines, more than 20"_s);
        QCOMPARE(tooLarge(u"Lamp"_s, u"lines"_s, 30, 20, 30), QString());
        QCOMPARE(tooLarge(u"Lamp"_s, u"lines"_s, 31, 20, 30), u"Lamp has 31 lines, more than 30"_s);
        QVERIFY(!tooLarge(u"Lamp"_s, u"lines"_s, 20, 20, 30).isEmpty());
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

    // What decides about strangers' words stands in one place each; everything else goes through it.
    void onlyThere_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QStringList>("files");
        QTest::newRow("labels that guess by the text")
            << uR"(\bQLabel\b)"_s
            << QStringList{u"widgets/theme/plainlabel.h"_s, u"widgets/theme/plainlabel.cpp"_s,
                           u"widgets/theme/plainwords.h"_s, u"widgets/theme/plainwords.cpp"_s,
                           u"widgets/theme/richlabel.h"_s,  u"widgets/theme/richlabel.cpp"_s};
        // Each passes the words of others through escaped().
        QTest::newRow("labels with bold and links")
            << uR"(\bRichLabel\b)"_s
            << QStringList{u"widgets/theme/plainlabel.h"_s,           u"widgets/theme/richlabel.h"_s,
                           u"widgets/theme/richlabel.cpp"_s,          u"widgets/inspector/droppedsection.h"_s,
                           u"widgets/inspector/droppedsection.cpp"_s, u"widgets/inspector/promptpane.h"_s,
                           u"widgets/inspector/promptpane.cpp"_s,     u"widgets/inspector/whatifbar.h"_s,
                           u"widgets/inspector/whatifbar.cpp"_s,      u"widgets/library/librarypane.h"_s,
                           u"widgets/library/librarypane.cpp"_s};
        QTest::newRow("message boxes")
            << uR"(new\s+QMessageBox|QMessageBox::(question|warning|information|critical|about))"_s
            << QStringList{u"widgets/theme/plainmessagebox.cpp"_s};
        QTest::newRow("text formats")
            << uR"(setTextFormat\(|Qt::(Rich|Auto)Text\b)"_s
            << QStringList{u"widgets/theme/plainlabel.h"_s,   u"widgets/theme/plainlabel.cpp"_s,
                           u"widgets/theme/plainwords.cpp"_s, u"widgets/theme/plainmessagebox.cpp"_s,
                           u"widgets/theme/richlabel.h"_s,    u"widgets/theme/richlabel.cpp"_s};
        QTest::newRow("texts with markup")
            << uR"(\b(setHtml|setMarkdown|insertHtml|insertMarkdown|appendHtml|toHtmlEscaped)\b)"_s
            << QStringList{u"core/formats/pngtext.cpp"_s,           u"core/prompt/promptreport.cpp"_s,
                           u"widgets/editors/card/safenotes.cpp"_s, u"widgets/editors/wholepreset.cpp"_s,
                           u"widgets/dialogs/manualwindow.cpp"_s, // our own pages
                           u"widgets/theme/richlabel.cpp"_s};
        QTest::newRow("words that Qt always reads as markup")
            << uR"(\b(QWhatsThis|setWhatsThis|WhatsThisRole|QErrorMessage|QSystemTrayIcon|QGraphicsTextItem)\b)"_s
            << QStringList{};
        QTest::newRow("what the desktop is given")
            << uR"(\bQDesktopServices\b)"_s << QStringList{u"app/desktop.cpp"_s};
        QTest::newRow("widgets that open links")
            << uR"(setOpen(External)?Links\((?!false))"_s << QStringList{};
        QTest::newRow("what commands print")
            << uR"(\b(printf|fprintf|fputs|puts|fwrite|fputc|cout|cerr)\s*(\(|<<)|QTextStream)"_s
            << QStringList{u"app/commands/terminaloutput.cpp"_s, u"app/main.cpp"_s,
                           u"app/launcher/main.cpp"_s,
                           u"app/commands/benchcommand.cpp"_s,   // numbers
                           u"app/commands/tokenscommand.cpp"_s}; // a number
    }

    void onlyThere()
    {
        QFETCH(QString, pattern);
        QFETCH(QStringList, files);
        const QRegularExpression expression(pattern);
        QVERIFY(expression.isValid());
        QStringList wrong;
        for (const QString &file : sourceFiles({u"app"_s, u"core"_s, u"widgets"_s})) {
            if (files.contains(file))
                continue;
            for (const QString &line : linesOf(file)) {
                if (!line.trimmed().startsWith(u"//") && expression.match(line).hasMatch())
                    wrong << u"%1: %2"_s.arg(file, line.trimmed());
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    // What is thrown on another thread ends the program, unless guarded() makes a failure of it.
    void workOnOtherThreadsIsGuarded()
    {
        static const QRegularExpression bare(uR"(QtConcurrent::run\((?!\s*(&\w+,\s*)?guarded\())"_s);
        QStringList wrong;
        int found = 0;
        for (const QString &file : sourceFiles({u"app"_s, u"core"_s, u"widgets"_s})) {
            const QString text = linesOf(file).join(u'\n');
            found += int(text.count(u"QtConcurrent::run("_s));
            for (auto each = bare.globalMatch(text); each.hasNext(); each.next())
                wrong << file;
        }
        QVERIFY(found > 10);
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

} // namespace tst_layers

SNUG_TEST(tst_layers, TestLayers, Nothing)
#include "tst_layers.moc"
