// The engine and its process together: pictures, what is refused, and what happens when the process dies, is
// silent or lies.

#include "core/pictures/picturefile.h"
#include "core/pictures/workerpictureengine.h"
#include "core/regex/workerregexengine.h"
#include "tests/core/pictures/picturefixtures.h"
#include "tests/testregistry.h"

#include <QDir>
#include <QFile>
#include <QImageReader>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/stat.h>
#include <thread>

namespace tst_workerpictureengine {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace std::chrono_literals;

namespace {

QString program()
{
    return pictureWorkerProgram(QCoreApplication::applicationDirPath());
}

QString whatOf(const auto &result)
{
    return result ? u"read"_s : result.error().what;
}

QByteArrayList chunkTypes(const QByteArray &png)
{
    QByteArrayList types;
    for (qsizetype at = 8; at + 12 <= png.size();) {
        types << png.sliced(at + 4, 4);
        at += qsizetype(qFromBigEndian<quint32>(png.constData() + at)) + 12;
    }
    return types;
}

bool put(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(bytes) == bytes.size();
}

} // namespace

class TestWorkerPictureEngine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    // With its rights gone the program still has all that it needs.
    void everyFormat_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const QImage image = twoColours({600, 900});
        for (const char *format : {"png", "jpeg", "webp"})
            QTest::newRow(format) << written(image, format);
        QTest::newRow("large") << written(twoColours({4000, 5000}), "jpeg");
    }
    void everyFormat()
    {
        QFETCH(QByteArray, bytes);
        const QImage own = QImage::fromData(bytes);
        const auto read = m_engine.read(bytes, 300);
        QCOMPARE(whatOf(read), u"read"_s);
        QCOMPARE(std::min(read->size.width(), read->size.height()), 300);
        QCOMPARE(read->fullSize, own.size());
        QCOMPARE(read->pixels.size(), 4 * read->size.width() * read->size.height());
        const auto png = m_engine.toPng(bytes);
        QCOMPARE(whatOf(png), u"read"_s);
        QCOMPARE(QImage::fromData(*png, "png").convertToFormat(QImage::Format_RGBA8888),
                 own.convertToFormat(QImage::Format_RGBA8888));
        const auto part = m_engine.crop(bytes, {10, 20, 30, 40});
        QCOMPARE(whatOf(part), u"read"_s);
        QCOMPARE(QImage::fromData(*part, "png").size(), QSize(30, 40));
        QCOMPARE(chunkTypes(*part), (QByteArrayList{"IHDR", "IDAT", "IEND"}));
    }

    void gif() { QCOMPARE(m_engine.read(gifOf(1, 1, gifFrame(1, 1)))->size, QSize(1, 1)); }

    // Its plugin is not everywhere, and would like threads, which the process may not have.
    void avif()
    {
        QFile file(QStringLiteral(SNUG_SOURCE_DIR "/tests/fuzz/seeds/picture/harbour.avif"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        const auto read = m_engine.read(bytes);
        if (!QImageReader::supportedImageFormats().contains("avif")) {
            QCOMPARE(whatOf(read), u"is a picture of a kind that this system's Qt cannot read"_s);
            return;
        }
        QCOMPARE(whatOf(read), u"read"_s);
        QCOMPARE(read->size, QSize(64, 48));
        const auto png = m_engine.toPng(bytes);
        QCOMPARE(whatOf(png), u"read"_s);
        QCOMPARE(QImage::fromData(*png, "png").size(), QSize(64, 48));
    }

    void aPngStaysAsItIs()
    {
        const QByteArray png = pngWith(textChunk("chara", "e30=")).append("trailer");
        QCOMPARE(m_engine.toPng(png), png);
        QCOMPARE(whatOf(m_engine.toPng(hollowPng(100, 100, 8, 2))),
                 u"is damaged: the picture in it cannot be read"_s);
        // What the card carries does not even reach the process.
        const QByteArray heavy = pngWith(textChunk("chara-ext-asset_:1", QByteArray(70 << 20, 'a')));
        QCOMPARE(m_engine.toPng(heavy), heavy);
    }

    void coloursAreBroughtAlong()
    {
        QImage image = twoColours({8, 8}).convertToFormat(QImage::Format_RGB32);
        image.setColorSpace(QColorSpace(QColorSpace::DisplayP3));
        const QImage made = QImage::fromData(*m_engine.toPng(written(image, "webp")), "png");
        QCOMPARE(made.size(), image.size());
        QVERIFY(!made.colorSpace().isValid());
    }

    void otherKindsStartNoProcess_data()
    {
        QTest::addColumn<QString>("file");
        for (const QString &name : {u"a.svg"_s, u"a.png"_s, u"a.jpg"_s, u"a.webp"_s})
            QTest::newRow(qPrintable(name)) << name;
    }
    void otherKindsStartNoProcess()
    {
        QFETCH(QString, file);
        WorkerPictureEngine engine(program());
        const QTemporaryDir dir;
        for (const QByteArray &bytes :
             {"<svg xmlns='http://www.w3.org/2000/svg'><rect width='9' height='9'/></svg>"_ba, "II*\0"_ba,
              "P6 1 1 255 abc"_ba, "BM1234567890"_ba, ""_ba, "\x8aMNG\r\n\x1a\n"_ba}) {
            QVERIFY(put(dir.filePath(file), bytes));
            const auto read = readPictureFile(dir.filePath(file));
            QCOMPARE(read, bytes);
            QCOMPARE(whatOf(engine.read(*read)),
                     u"is not a PNG, JPEG, WebP, GIF or AVIF picture, and no other kind is opened"_s);
            QVERIFY(!engine.toPng(*read));
            QVERIFY(!engine.crop(*read, {0, 0, 1, 1}));
        }
        QVERIFY(engine.processIds().isEmpty());
    }

    void whatIsSaidOfBombs()
    {
        QCOMPARE(whatOf(m_engine.read(hollowPng(20'000, 20'000, 8, 2))),
                 u"has 20000 × 20000 pixels, more than the 67 million that are opened"_s);
        QCOMPARE(whatOf(m_engine.read(vastWebp())),
                 u"has 16383 × 16383 pixels, more than the 67 million that are opened"_s);
        QCOMPARE(whatOf(m_engine.crop(written(twoColours({4, 4}), "png"), {9, 9, 1, 1})),
                 u"does not have the part that was to be cut out"_s);
        QCOMPARE(whatOf(m_engine.crop(written(twoColours({4, 4}), "png"), {-9, -9, 2, 2})),
                 u"does not have the part that was to be cut out"_s);
        QCOMPARE(whatOf(m_engine.read(QByteArray("\xff\xd8\xff") + QByteArray(61 << 20, 'x'))),
                 u"has more than 60 MB, and no picture of that size is opened"_s);
    }

    void files()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(u"a.png"_s);
        const QByteArray card = textChunk("chara", QByteArray(1 << 20, 'x'));
        QVERIFY(put(path, pngWith(card, card).append("after")));
        QCOMPARE(readPictureFile(path), pngWith({}));
        QVERIFY(put(path, pngWith(card).first(200)));
        QVERIFY(readPictureFile(path)->size() < 200);
        QCOMPARE(::mkfifo(qPrintable(dir.filePath(u"fifo.png"_s)), 0600), 0);
        QCOMPARE(whatOf(readPictureFile(dir.filePath(u"fifo.png"_s))), u"is not a regular file"_s);
        QCOMPARE(whatOf(readPictureFile(u"/dev/zero"_s)), u"is not a regular file"_s);
        QCOMPARE(whatOf(readPictureFile(dir.path())), u"is not a regular file"_s);
        QVERIFY(whatOf(readPictureFile(dir.filePath(u"none.png"_s))).startsWith(u"could not be read"));
    }

    void lies_data()
    {
        QTest::addColumn<QString>("way");
        QTest::addColumn<QString>("says");
        const QString nonsense = u"gave an invalid answer"_s;
        const QString ended = u"ended while reading it"_s;
        const QString late = u"took too long"_s;
        const QString notStarted = u"cannot be started"_s;
        for (const char *way : {"wrongid", "fewpixels", "manypixels", "nosize", "overflow", "smallerfull",
                                "toolarge", "unknownstatus", "refusalwithpixels", "frames"})
            QTest::newRow(way) << QString::fromLatin1(way) << nonsense;
        for (const char *way : {"death", "hangup", "flood", "cutoff"})
            QTest::newRow(way) << QString::fromLatin1(way) << ended;
        for (const char *way : {"silence", "trickle"})
            QTest::newRow(way) << QString::fromLatin1(way) << late;
        for (const char *way : {"earlydeath", "othergreeting"})
            QTest::newRow(way) << QString::fromLatin1(way) << notStarted;
    }
    void lies()
    {
        QFETCH(QString, way);
        QFETCH(QString, says);
        const QTemporaryDir dir;
        WorkerPictureEngine engine(liar(dir, way), {.most = 300ms, .mostForPng = 300ms});
        const auto read = engine.read(pngWith({}), 256);
        QVERIFY2(whatOf(read).contains(says), qPrintable(whatOf(read)));
        QVERIFY(engine.processIds().isEmpty()); // whoever lies is ended
        QVERIFY(!engine.read(pngWith({}), 256));
    }

    // A second answer that nobody asked for spoils the next question, and a fresh process answers the one
    // after.
    void oneAnswerTooMany()
    {
        const QTemporaryDir dir;
        WorkerPictureEngine engine(liar(dir, u"twice"_s), {.processes = 1});
        const auto first = engine.read(pngWith({}), 256);
        QVERIFY(first);
        // It comes before the next question, or instead of its answer; it is never taken for one.
        const auto second = engine.read(pngWith({}), 256);
        QVERIFY(!second || *second == *first);
        // Each fresh process tells its first answer twice as well; two questions in a row are never spoilt.
        const auto third = engine.read(pngWith({}), 256);
        QVERIFY(second || third);
        QVERIFY(third || engine.read(pngWith({}), 256));
    }

    void liesAboutPngs()
    {
        const QTemporaryDir dir;
        const QByteArray asked = written(twoColours({4, 4}), "jpeg");
        const auto made = [&](const QString &way) {
            return WorkerPictureEngine(liar(dir, way)).toPng(asked);
        };
        QCOMPARE(made(u"honest"_s), pngWith({}));
        QCOMPARE(made(u"pngwithcard"_s), pngWith({})); // no card comes out of a picture
        for (const QString &way : {u"nopng"_s, u"pngofothersize"_s})
            QVERIFY(whatOf(made(way)).contains(u"invalid answer"));
        WorkerPictureEngine engine(liar(dir, u"nopng"_s));
        QVERIFY(!engine.toPng(asked));
        QVERIFY(engine.processIds().isEmpty());
    }

    void noProgram()
    {
        for (const QString &path : {u"/nowhere/snug-picture"_s, u"/bin/false"_s,
                                    regexWorkerProgram(QCoreApplication::applicationDirPath())}) {
            WorkerPictureEngine engine(path);
            QVERIFY(whatOf(engine.read(pngWith({}))).contains(u"cannot be started"));
        }
    }

    void killedInBetween()
    {
        WorkerPictureEngine engine(program(), {.processes = 1});
        QVERIFY(engine.read(pngWith({})));
        const qint64 first = engine.processIds().value(0);
        ::kill(pid_t(first), SIGKILL);
        QTRY_VERIFY(hasEnded(first));
        QVERIFY(engine.read(pngWith({})));
        QVERIFY(engine.processIds().value(0) != first);
    }

    void stopsAnswering()
    {
        WorkerPictureEngine engine(program(), {.most = 300ms, .processes = 1});
        QVERIFY(engine.read(pngWith({})));
        ::kill(pid_t(engine.processIds().value(0)), SIGSTOP);
        QVERIFY(whatOf(engine.read(pngWith({}))).contains(u"took too long"));
        QVERIFY(engine.read(pngWith({})));
    }

    void notWantedAnyMore()
    {
        const QTemporaryDir dir;
        WorkerPictureEngine engine(liar(dir, u"silence"_s), {.most = 5min, .processes = 1});
        std::stop_source stop;
        QString first;
        QString second;
        {
            std::jthread reading([&] { first = whatOf(engine.read(pngWith({}), 0, stop.get_token())); });
            std::jthread waiting([&] { second = whatOf(engine.read(pngWith({}), 0, stop.get_token())); });
            QTRY_VERIFY(!engine.processIds().isEmpty());
            stop.request_stop();
        }
        QCOMPARE(first, u"was not read: it is no longer needed"_s);
        QCOMPARE(second, first);
        QVERIFY(engine.processIds().isEmpty());
    }

    void itsRightsAreGone()
    {
        QVERIFY(m_engine.read(pngWith({})));
        const QString folder = u"/proc/%1/"_s.arg(m_engine.processIds().value(0));
        const auto text = [&](const QString &name) {
            QFile file(folder + name);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QVERIFY(text(u"status"_s).contains("NoNewPrivs:\t1"));
        QVERIFY(text(u"status"_s).contains("Threads:\t1\n"));
#if !defined(SNUG_SANITIZED)
        QVERIFY(text(u"status"_s).contains("Seccomp:\t2"));
        QVERIFY(text(u"limits"_s).contains("Max address space         1073741824 "));
        // Nothing is loaded that no picture needs.
        for (const char *name : {"libQt6Svg", "libqsvg", "libqtiff", "libqmng", "libqico", "libQt6Network"})
            QVERIFY2(!text(u"maps"_s).contains(name), name);
#endif
        for (const char *name : {"Max open files            0 ", "Max processes             0 "})
            QVERIFY2(text(u"limits"_s).contains(name), name);
    }

    void manyThreads()
    {
        WorkerPictureEngine engine(program(), {.processes = 3});
        QStringList wrong(8);
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < 8; ++t) {
                threads.emplace_back([&, t] {
                    for (int i = 0; i < 10; ++i) {
                        const QSize size(10 + t, 10 + i);
                        const auto read = engine.read(written(twoColours(size), "png"));
                        if (!read || read->size != size)
                            wrong[t] = whatOf(read);
                    }
                });
            }
        }
        QCOMPARE(wrong, QStringList(8));
        QVERIFY(engine.processIds().size() <= 3);
    }

private:
    static QString liar(const QTemporaryDir &dir, const QString &way)
    {
        const QString path = dir.filePath(way);
        QFile::link(QCoreApplication::applicationDirPath() + u"/lyingpictures"_s, path);
        return path;
    }

    static bool hasEnded(qint64 process)
    {
        QFile status(u"/proc/%1/status"_s.arg(process));
        return !status.open(QIODevice::ReadOnly) || status.readAll().contains("State:\tZ");
    }

    WorkerPictureEngine m_engine{program()};
};

} // namespace tst_workerpictureengine

SNUG_TEST(tst_workerpictureengine, TestWorkerPictureEngine, Core)
#include "tst_workerpictureengine.moc"
