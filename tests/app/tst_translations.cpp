// English has its plural forms in a file; without them the window says "1 message(s)".
#include "tests/testregistry.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <QTranslator>
#include <QXmlStreamReader>

namespace tst_translations {

using namespace Qt::StringLiterals;

namespace {

QString textOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString formsFile()
{
    return textOf(QStringLiteral(SNUG_SOURCE_DIR) + u"/translations/snug_en.ts"_s);
}

} // namespace

class TestTranslations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countedTextsHavePluralForms()
    {
        static const QRegularExpression counted(uR"(\x22((?:[^\x22\\]|\\.)*%L?n(?:[^\x22\\]|\\.)*)\x22)"_s);
        const QString forms = formsFile();
        QVERIFY(forms.contains(u"<numerusform>"));
        QStringList missing;
        for (const QString &folder : {u"app"_s, u"core"_s, u"widgets"_s}) {
            QDirIterator walk(QStringLiteral(SNUG_SOURCE_DIR) + u'/' + folder, {u"*.h"_s, u"*.cpp"_s},
                              QDir::Files, QDirIterator::Subdirectories);
            while (walk.hasNext()) {
                const QString path = walk.next();
                for (const QString &line : textOf(path).split(u'\n')) {
                    const QRegularExpressionMatch text = counted.match(line);
                    if (text.hasMatch() &&
                        !forms.contains(u"<source>%1</source>"_s.arg(text.captured(1).toHtmlEscaped())))
                        missing << u"%1: %2"_s.arg(path, text.captured(1));
                }
            }
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u'\n')));
    }

    // Texts are collected from what snug_library() makes.
    void allLibrariesAreTranslated()
    {
        static const QRegularExpression other(uR"((?m)^\s*(qt_)?add_library\()"_s);
        QStringList wrong;
        int found = 0;
        for (const QString &folder : {u"app"_s, u"core"_s, u"widgets"_s}) {
            QDirIterator walk(QStringLiteral(SNUG_SOURCE_DIR) + u'/' + folder, {u"CMakeLists.txt"_s},
                              QDir::Files, QDirIterator::Subdirectories);
            while (walk.hasNext()) {
                const QString path = walk.next();
                const QString text = textOf(path);
                found += int(text.count(u"snug_library("));
                // The confined programs say nothing to anybody.
                if (other.match(text).hasMatch() && !path.endsWith(u"app/confined/CMakeLists.txt"))
                    wrong << path;
            }
        }
        QVERIFY(found > 20);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    // A class with Q_OBJECT asks under its name with the namespace, anything else as it says.
    void contextsAreAskedFor()
    {
        QString sources;
        for (const QString &folder : {u"app"_s, u"core"_s, u"widgets"_s}) {
            QDirIterator walk(QStringLiteral(SNUG_SOURCE_DIR) + u'/' + folder, {u"*.h"_s, u"*.cpp"_s},
                              QDir::Files, QDirIterator::Subdirectories);
            while (walk.hasNext())
                sources += textOf(walk.next());
        }
        static const QRegularExpression named(u"<name>(snug::)?(\\w+)</name>"_s);
        for (const QRegularExpressionMatch &match : named.globalMatch(formsFile())) {
            const QString name = match.captured(2);
            const QRegularExpression asked(
                match.hasCaptured(1) ? u"class %1 (final )?: public [^{]*\\{\\s*Q_OBJECT"_s.arg(name)
                                     : u"TR_FUNCTIONS\\(%1\\)|(translate|TR_NOOP)\\(\\s*\"%1\""_s.arg(name));
            QVERIFY2(asked.match(sources).hasMatch(), qPrintable(match.captured(0)));
        }
    }

    // What the program carries says one thing of one and another of more.
    void bothFormsAreShown_data()
    {
        QTest::addColumn<QString>("context");
        QTest::addColumn<QString>("source");
        QTest::addColumn<QStringList>("forms");
        QXmlStreamReader xml(formsFile());
        QString context;
        QString source;
        QStringList forms;
        while (!xml.atEnd()) {
            const auto token = xml.readNext();
            if (token == QXmlStreamReader::StartElement) {
                if (xml.name() == u"name")
                    context = xml.readElementText();
                else if (xml.name() == u"source")
                    source = xml.readElementText();
                else if (xml.name() == u"numerusform")
                    forms << xml.readElementText();
            } else if (token == QXmlStreamReader::EndElement && xml.name() == u"message") {
                QTest::newRow(qPrintable(context + u": "_s + source)) << context << source << forms;
                forms.clear();
            }
        }
        QVERIFY(!xml.hasError());
    }

    void bothFormsAreShown()
    {
        QFETCH(QString, context);
        QFETCH(QString, source);
        QFETCH(QStringList, forms);
        QTranslator translator;
        QVERIFY(translator.load(QStringLiteral(SNUG_ENGLISH)));
        const auto shown = [&](int count) {
            return translator.translate(context.toUtf8().constData(), source.toUtf8().constData(), nullptr,
                                        count);
        };
        QCOMPARE(forms.size(), 2);
        QCOMPARE(shown(1), forms.at(0));
        QCOMPARE(shown(0), forms.at(1));
        QCOMPARE(shown(7), forms.at(1));
    }
};

} // namespace tst_translations

SNUG_TEST(tst_translations, TestTranslations, Core)
#include "tst_translations.moc"
