#include "tests/durability/sessionprocess.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug::durability {

namespace {

constexpr int Patience = 60'000; // milliseconds; a process that is silent for so long hangs

QString nameFrom(const QByteArray &spelling)
{
    return QString::fromUtf8(QByteArray::fromPercentEncoding(spelling));
}

} // namespace

SessionProcess::SessionProcess(const QString &root, const QUrl &server,
                               const QMap<QString, QString> &environment)
{
    QProcessEnvironment around = QProcessEnvironment::systemEnvironment();
    for (auto each = environment.cbegin(); each != environment.cend(); ++each)
        around.insert(each.key(), each.value());
    m_process.setProcessEnvironment(around);
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(QCoreApplication::applicationDirPath() + u"/snug-durability"_s,
                    {u"session"_s, root, server.toString()});
    m_process.waitForStarted(Patience);
}

SessionProcess::~SessionProcess()
{
    if (m_process.state() != QProcess::NotRunning)
        kill();
}

void SessionProcess::tell(const QStringList &commands)
{
    for (const QString &command : commands)
        m_process.write(command.toUtf8() + '\n');
    while (m_process.bytesToWrite() > 0 && m_process.waitForBytesWritten(Patience)) {
    }
}

bool SessionProcess::readMore()
{
    if (!m_process.canReadLine() && !m_process.waitForReadyRead(Patience))
        return false;
    readLines();
    return true;
}

void SessionProcess::readLines()
{
    while (m_process.canReadLine())
        take(m_process.readLine().chopped(1));
}

bool SessionProcess::waitFor(const QByteArray &word, int times)
{
    while (said(word) < times) {
        if (!readMore())
            return false;
    }
    return true;
}

bool SessionProcess::waitForLines(qsizetype count)
{
    while (m_lines.size() < count) {
        if (!readMore())
            return false;
    }
    return true;
}

bool SessionProcess::play(const QStringList &commands)
{
    const int settled = said("settled");
    tell(commands + QStringList{u"settle"_s});
    return waitFor("settled", settled + 1);
}

void SessionProcess::kill()
{
    m_process.kill();
    m_process.waitForFinished(Patience);
    readLines();
}

std::optional<int> SessionProcess::quit()
{
    tell({u"quit"_s});
    const bool isOver = m_process.state() == QProcess::NotRunning || m_process.waitForFinished(Patience);
    readLines();
    if (!isOver || m_process.exitStatus() != QProcess::NormalExit)
        return std::nullopt;
    return m_process.exitCode();
}

void SessionProcess::take(const QByteArray &line)
{
    const QList<QByteArray> parts = line.split(' ');
    const QByteArray &word = parts.first();
    m_lines.append(line);
    ++m_words[word];
    if (word == "state") {
        const QString chat = fileOf(parts.value(2));
        const QByteArray marks = parts.value(3);
        m_states.insert(parts.value(1).toInt(),
                        {chat, marks.isEmpty() ? QList<QByteArray>() : marks.split(',')});
        if (!m_first.contains(chat))
            m_first.insert(chat, parts.value(1).toInt());
        m_newest.insert(chat, parts.value(1).toInt());
        m_discarded.removeAll(chat);
    } else if (word == "saved") {
        int &newest = m_saved[fileOf(parts.value(2))];
        newest = std::max(newest, parts.value(1).toInt());
    } else if (word == "apart") {
        setApart(nameFrom(parts.value(1)), nameFrom(parts.value(2)));
    } else if (word == "discarded") {
        m_discarded.append(fileOf(parts.value(1)));
    }
}

QString SessionProcess::fileOf(const QByteArray &spelling) const
{
    const QString name = nameFrom(spelling);
    return m_apart.value(name, name);
}

// Also what was said of it before.
void SessionProcess::setApart(const QString &name, const QString &other)
{
    m_apart.insert(name, other);
    for (SaidState &state : m_states) {
        if (state.chat == name)
            state.chat = other;
    }
    for (QHash<QString, int> *numbers : {&m_first, &m_newest, &m_saved}) {
        if (const int number = numbers->take(name); number > 0)
            numbers->insert(other, number);
    }
    if (m_discarded.removeAll(name) > 0)
        m_discarded.append(other);
}

QString SessionProcess::last(const QByteArray &word) const
{
    for (qsizetype i = m_lines.size() - 1; i >= 0; --i) {
        if (m_lines.at(i) == word || m_lines.at(i).startsWith(QByteArray(word + ' ')))
            return QString::fromUtf8(m_lines.at(i).sliced(word.size())).trimmed();
    }
    return {};
}

} // namespace snug::durability
