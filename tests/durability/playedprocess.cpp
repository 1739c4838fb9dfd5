#include "tests/durability/playedprocess.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug::durability {

namespace {

constexpr int Patience = 60'000; // milliseconds; a process that is silent for so long hangs

QString fileFrom(const QByteArray &spelling)
{
    return QString::fromUtf8(QByteArray::fromPercentEncoding(spelling));
}

} // namespace

PlayedProcess::PlayedProcess(const QString &program, const QStringList &arguments,
                             const Environment &environment)
{
    QProcessEnvironment around = QProcessEnvironment::systemEnvironment();
    for (auto each = environment.cbegin(); each != environment.cend(); ++each)
        around.insert(each.key(), each.value());
    m_process.setProcessEnvironment(around);
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(QCoreApplication::applicationDirPath() + u'/' + program, arguments);
    m_process.waitForStarted(Patience);
}

PlayedProcess::~PlayedProcess()
{
    if (m_process.state() != QProcess::NotRunning)
        kill();
}

void PlayedProcess::tell(const QStringList &commands)
{
    for (const QString &command : commands)
        m_process.write(command.toUtf8() + '\n');
    while (m_process.bytesToWrite() > 0 && m_process.waitForBytesWritten(Patience)) {
    }
}

bool PlayedProcess::readMore()
{
    if (!m_process.canReadLine() && !m_process.waitForReadyRead(Patience))
        return false;
    readLines();
    return true;
}

void PlayedProcess::readLines()
{
    while (m_process.canReadLine())
        take(m_process.readLine().chopped(1));
}

bool PlayedProcess::waitFor(const QByteArray &word, int times)
{
    QElapsedTimer since;
    since.start();
    while (said(word) < times) {
        if (!readMore() || since.elapsed() > 3 * Patience) // alive, but not getting there
            return false;
    }
    return true;
}

bool PlayedProcess::waitForLines(qsizetype count)
{
    while (m_lines.size() < count) {
        if (!readMore())
            return false;
    }
    return true;
}

bool PlayedProcess::listen(int milliseconds)
{
    QElapsedTimer since;
    since.start();
    while (since.elapsed() < milliseconds) {
        if (m_process.state() == QProcess::NotRunning)
            return false;
        m_process.waitForReadyRead(std::max(1, milliseconds - int(since.elapsed())));
        readLines();
    }
    return true;
}

bool PlayedProcess::play(const QStringList &commands)
{
    const QStringList all = commands + QStringList{u"settle"_s};
    const auto pauses =
        std::ranges::count_if(all, [](const QString &command) { return command.startsWith(u"settle"); });
    const int settled = said("settled");
    tell(all);
    return waitFor("settled", settled + int(pauses));
}

void PlayedProcess::kill()
{
    m_process.kill();
    m_process.waitForFinished(Patience);
    readLines();
}

std::optional<int> PlayedProcess::quit()
{
    tell({u"quit"_s});
    return waitForEnd();
}

std::optional<int> PlayedProcess::waitForEnd()
{
    const bool isOver = m_process.state() == QProcess::NotRunning || m_process.waitForFinished(Patience);
    readLines();
    if (!isOver || m_process.exitStatus() != QProcess::NormalExit)
        return std::nullopt;
    return m_process.exitCode();
}

void PlayedProcess::take(const QByteArray &line)
{
    const QList<QByteArray> parts = line.split(' ');
    const QByteArray &word = parts.first();
    m_lines.append(line);
    ++m_words[word];
    if (word == "state") {
        const QString file = fileOf(parts.value(2));
        const QByteArray marks = parts.value(3);
        m_states.insert(parts.value(1).toInt(),
                        {file, marks.isEmpty() ? QList<QByteArray>() : marks.split(',')});
        if (!m_first.contains(file))
            m_first.insert(file, parts.value(1).toInt());
        m_newest.insert(file, parts.value(1).toInt());
        m_discarded.removeAll(file);
    } else if (word == "saved") {
        int &newest = m_saved[fileOf(parts.value(2))];
        newest = std::max(newest, parts.value(1).toInt());
    } else if (word == "apart") {
        setApart(fileFrom(parts.value(1)), fileFrom(parts.value(2)));
    } else if (word == "discarded") {
        m_discarded.append(fileOf(parts.value(1)));
    }
}

QString PlayedProcess::fileOf(const QByteArray &spelling) const
{
    const QString file = fileFrom(spelling);
    return m_apart.value(file, file);
}

// Also what was said of it before.
void PlayedProcess::setApart(const QString &file, const QString &other)
{
    m_apart.insert(file, other);
    for (SaidState &state : m_states) {
        if (state.file == file)
            state.file = other;
    }
    for (QHash<QString, int> *numbers : {&m_first, &m_newest, &m_saved}) {
        if (const int number = numbers->take(file); number > 0)
            numbers->insert(other, number);
    }
    if (m_discarded.removeAll(file) > 0)
        m_discarded.append(other);
}

QString PlayedProcess::last(const QByteArray &word) const
{
    for (qsizetype i = m_lines.size() - 1; i >= 0; --i) {
        if (m_lines.at(i) == word || m_lines.at(i).startsWith(QByteArray(word + ' ')))
            return QString::fromUtf8(m_lines.at(i).sliced(word.size())).trimmed();
    }
    return {};
}

} // namespace snug::durability
