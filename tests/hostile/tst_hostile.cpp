// Every hostile file through import, lint, open, show, assemble and export (hostilefile.cpp), in a process of
// its own: bounded in processor time and memory, writing nothing outside its library, and with one sentence
// for what it refuses.
#include "tests/testregistry.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_hostile {

using namespace Qt::StringLiterals;

namespace {

// A step may take as much processor time as so many anchors (hostilefile.cpp), taken just before on the same
// machine. The worst file takes 12.
constexpr double mostAnchors = 30;
constexpr int tries = 3;                   // a busy neighbour may hold a processor up between the two
constexpr qint64 mostMemory = 256ll << 20; // above that of a file that does no harm
constexpr int mostSecondsInAll = 30;       // then the system ends the process
constexpr rlim_t mostAddresses = 4ull << 30;

bool isSanitized()
{
#if defined(SNUG_SANITIZED)
    return true;
#else
    return false;
#endif
}

struct Run
{
    int status = -1;
    bool isDone = false;
    qint64 memory = 0; // greatest resident set, bytes
    QStringList lines;
    QMap<QString, double> seconds; // of processor time, by step
    QString lastStep;
};

double secondsOf(pid_t process)
{
    QFile file(u"/proc/%1/stat"_s.arg(process));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray text = file.readAll();
    const QByteArrayList fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
    return double(fields.value(11).toLongLong() + fields.value(12).toLongLong()) /
           double(sysconf(_SC_CLK_TCK));
}

void limit(__rlimit_resource what, rlim_t most)
{
    const rlimit value{most, most};
    setrlimit(what, &value);
}

// In the child, between fork and exec.
[[noreturn]] void become(const QByteArray &program, const QList<QByteArray> &arguments,
                         const QByteArray &home, int out)
{
    dup2(out, STDOUT_FILENO);
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDERR_FILENO);
    limit(RLIMIT_CPU, mostSecondsInAll);
    limit(RLIMIT_CORE, 0);
    if (!isSanitized())
        limit(RLIMIT_AS, mostAddresses);
    setenv("HOME", home.constData(), 1);
    for (const char *name :
         {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"})
        unsetenv(name);
    setenv("TMPDIR", home.constData(), 1);
    setenv("QT_QPA_PLATFORM", "offscreen", 1);
    std::array<char *, 6> argv{};
    argv[0] = const_cast<char *>(program.constData());
    for (qsizetype i = 0; i < arguments.size(); ++i)
        argv[size_t(i) + 1] = const_cast<char *>(arguments[i].constData());
    execv(argv[0], argv.data());
    _exit(127);
}

Run run(const QStringList &arguments, const QString &home)
{
    const QByteArray program = QFile::encodeName(QCoreApplication::applicationDirPath() + u"/hostilefile"_s);
    QList<QByteArray> encoded;
    for (const QString &argument : arguments)
        encoded.append(QFile::encodeName(argument));
    const QByteArray folder = QFile::encodeName(home);
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return {};
    const pid_t process = fork();
    if (process == 0)
        become(program, encoded, folder, ends[1]);
    close(ends[1]);
    Run result;
    double before = 0;
    QByteArray rest;
    const auto endStep = [&](double now) {
        if (!result.lastStep.isEmpty())
            result.seconds[result.lastStep] += now - before;
        before = now;
    };
    // A pipe that nobody writes to holds a process up without any processor time.
    double last = 0;
    int quiet = 0; // seconds
    while (quiet < 60) {
        pollfd waiting{ends[0], POLLIN, 0};
        if (poll(&waiting, 1, 1000) == 0) {
            const double now = secondsOf(process);
            quiet = now > last ? 0 : quiet + 1;
            last = now;
            continue;
        }
        std::array<char, 4096> buffer{};
        const ssize_t count = read(ends[0], buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        rest.append(buffer.data(), qsizetype(count));
        for (qsizetype end; (end = rest.indexOf('\n')) >= 0; rest.remove(0, end + 1)) {
            const QString line = QString::fromUtf8(rest.first(end));
            result.lines.append(line);
            const QStringList words = line.split(u' ');
            if (words.first() == u"step") {
                endStep(words.value(2).toDouble() / 1000);
                result.lastStep = words.value(1);
            } else if (words.first() == u"done") {
                endStep(words.value(1).toDouble() / 1000);
                result.isDone = true;
            }
        }
    }
    close(ends[0]);
    rusage used{};
    if (quiet >= 60)
        kill(process, SIGKILL);
    while (wait4(process, &result.status, 0, &used) < 0 && errno == EINTR) {
    }
    const auto seconds = [](const timeval &time) { return double(time.tv_sec) + double(time.tv_usec) / 1e6; };
    if (!result.isDone) // its last words are missing: what the system counted, workers included
        endStep(seconds(used.ru_utime) + seconds(used.ru_stime));
    result.memory = qint64(used.ru_maxrss) << 10;
    return result;
}

// Everything below a folder with its bytes; links as what they say.
QMap<QString, QByteArray> treeOf(const QString &folder, const QString &except = {})
{
    QMap<QString, QByteArray> tree;
    QDirIterator walk(folder, QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
                      QDirIterator::Subdirectories);
    while (walk.hasNext()) {
        const QFileInfo info = walk.nextFileInfo();
        // Fonts keep a cache of their own.
        if (info.filePath().contains(u"/home/.cache"_s) ||
            (!except.isEmpty() && info.filePath().startsWith(except)))
            continue;
        QByteArray content = "folder";
        if (info.isSymLink()) {
            content = "link " + info.symLinkTarget().toUtf8();
        } else if (info.isFile()) {
            QFile file(info.filePath());
            content = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("?");
        }
        tree.insert(info.filePath().mid(folder.size()), content);
    }
    return tree;
}

QStringList folders()
{
    return {QStringLiteral(SNUG_SOURCE_DIR "/tests/data/hostile"),
            QCoreApplication::applicationDirPath() + u"/../tests/hostile/files"_s};
}

// Seconds of processor time.
double anchor(const QString &home)
{
    return run({u"anchor"_s, u"4"_s, u"-"_s}, home).seconds.value(u"work"_s);
}

// The step that took too long and how long, in anchors; nothing if none did.
QString slowStepOf(const Run &result, double anchor)
{
    for (auto step = result.seconds.cbegin(); step != result.seconds.cend(); ++step) {
        if (step.value() > mostAnchors * anchor)
            return u"step “%1” took %2 anchors of processor time"_s.arg(step.key())
                .arg(step.value() / anchor);
    }
    return {};
}

} // namespace

class TestHostile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QTemporaryDir folder;
        const QString harmless = folder.filePath(u"harmless.json"_s);
        QFile file(harmless);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            R"({"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Mira","first_mes":"Hello."}})");
        file.close();
        m_anchor = anchor(folder.path());
        QVERIFY(m_anchor > 0);
        const Run harm = run({u"import"_s, harmless, folder.filePath(u"library"_s)}, folder.path());
        QCOMPARE(harm.status, 0);
        QVERIFY(harm.isDone);
        QVERIFY2(harm.lines.filter(u"refused"_s).isEmpty(), qPrintable(harm.lines.join(u'\n')));
        QCOMPARE(harm.seconds.keys(), (QStringList{u"assemble"_s, u"export"_s, u"import"_s, u"lint"_s,
                                                   u"open"_s, u"show"_s, u"start"_s}));
        m_usual = harm.memory;
    }

    void files_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("path");
        qsizetype count = 0;
        const auto rows = [&](const QString &kind, const QString &folder, QDir::Filters filters) {
            QMap<QString, QString> found;
            for (const QString &root : folders()) {
                for (const QFileInfo &file :
                     QDir(root + u'/' + folder).entryInfoList(filters | QDir::NoDotAndDotDot))
                    found.insert(file.fileName(), file.filePath());
            }
            for (auto each = found.cbegin(); each != found.cend(); ++each, ++count)
                QTest::addRow("%s %s", qPrintable(kind), qPrintable(each.key())) << kind << each.value();
        };
        rows(u"import"_s, u"import"_s, QDir::Files);
        rows(u"library"_s, u"libraries"_s, QDir::Dirs);
        rows(u"library"_s, u"libraries-with-links"_s, QDir::Dirs);
        rows(u"tokenizer"_s, u"tokenizers"_s, QDir::Files);
        rows(u"prompttest"_s, u"prompttests"_s, QDir::Dirs);
        QVERIFY2(count >= 200, "the hostile files are not there");
    }

    void files()
    {
        QFETCH(const QString, kind);
        QFETCH(const QString, path);
        QString slow;
        for (int attempt = 0; attempt < tries; ++attempt) {
            slow.clear();
            play(kind, path, slow);
            if (slow.isEmpty() || QTest::currentTestFailed())
                return;
            QTemporaryDir folder;
            m_anchor = anchor(folder.path());
        }
        QFAIL(qPrintable(slow));
    }

private:
    // `slow`: which step took too long, if one did.
    void play(const QString &kind, const QString &path, QString &slow)
    {
        // A tree around the library in which nothing may change.
        QTemporaryDir folder;
        QDir around(folder.path());
        for (const QString &made : {u"libraries/canary"_s, u"libraries/inside"_s, u"home"_s})
            QVERIFY(around.mkpath(made));
        for (const QString &name : {u"canary.json"_s, u"canary.png"_s, u"libraries/canary.json"_s,
                                    u"libraries/canary.png"_s, u"libraries/canary/book.json"_s}) {
            QFile canary(around.filePath(name));
            QVERIFY(canary.open(QIODevice::WriteOnly));
            canary.write(R"({"canary":"untouched"})");
        }
        const QString library = around.filePath(u"libraries/inside/library"_s);
        QString given = path;
        if (kind == u"library") {
            given = library;
            QCOMPARE(QProcess::execute(u"cp"_s, {u"-a"_s, path, library}), 0);
        }
        const QMap<QString, QByteArray> before = treeOf(folder.path(), library);
        const Run result = run({kind, given, library}, around.filePath(u"home"_s));
        QMap<QString, QByteArray> after = treeOf(folder.path(), library);
        QCOMPARE(after, before);

        const QByteArray words = (u"ended in step “%1” with status %2\n%3"_s.arg(result.lastStep)
                                      .arg(result.status)
                                      .arg(result.lines.mid(0, 20).join(u'\n')))
                                     .toUtf8();
        QVERIFY2(result.status == 0 && result.isDone, words.constData());
        if (!isSanitized()) {
            slow = slowStepOf(result, m_anchor);
            QVERIFY2(result.memory <= m_usual + mostMemory,
                     qPrintable(u"%1 MB above the usual"_s.arg((result.memory - m_usual) >> 20)));
        }
        // One sentence for a file, which names it.
        const QStringList refused = result.lines.filter(QRegularExpression(u"^refused "_s));
        QVERIFY2(kind != u"import" || refused.size() <= 1, qPrintable(refused.join(u'\n')));
        for (const QString &line : refused) {
            QVERIFY2(line.size() < 600, qPrintable(line));
            if (kind == u"import")
                QVERIFY2(line.contains(QFileInfo(path).fileName()), qPrintable(line));
        }
    }

    double m_anchor = 0; // seconds
    qint64 m_usual = 0;
};

} // namespace tst_hostile

SNUG_TEST(tst_hostile, TestHostile, Core)
#include "tst_hostile.moc"
