#include "tests/durability/otherprogram.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <cstdio>
#include <sys/stat.h>
#include <thread>

using namespace Qt::StringLiterals;

namespace snug::durability {

namespace {

QByteArray bytesIn(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// Whether the file is still the one that has this name.
bool isStillThere(const QFile &file)
{
    struct stat mine = {};
    struct stat named = {};
    return ::fstat(file.handle(), &mine) == 0 &&
           ::stat(QFile::encodeName(file.fileName()).constData(), &named) == 0 && mine.st_ino == named.st_ino;
}

void pauseFor(int microseconds)
{
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
}

} // namespace

QSet<QByteArray> otherWords(const QByteArray &bytes)
{
    static const QRegularExpression word(u"F\\d+x"_s);
    QSet<QByteArray> words;
    auto all = word.globalMatch(QString::fromLatin1(bytes));
    while (all.hasNext())
        words.insert(all.next().captured(0).toLatin1());
    return words;
}

OtherProgram::OtherProgram(QString folder, quint32 seed)
    : m_folder(std::move(folder))
    , m_random(seed)
{
}

QString OtherProgram::file()
{
    const QStringList files = QDir(m_folder).entryList({u"*.jsonl"_s}, QDir::Files);
    return files.isEmpty() ? QString() : m_folder + u'/' + files.at(m_random.bounded(int(files.size())));
}

QByteArray OtherProgram::line()
{
    const QByteArray word = 'F' + QByteArray::number(++m_said) + 'x';
    m_words.insert(word);
    return R"({"name":"Bo","is_user":false,"send_date":"2026-11-21T10:15:00.000Z","mes":")" + word + ' ' +
           QByteArray("elsewhere ").repeated(m_random.bounded(40)) + R"(","extra":{}})";
}

// A line more, less, or another one in its place.
QByteArray OtherProgram::changed(QByteArray bytes)
{
    QList<QByteArray> lines = bytes.split('\n');
    const int which = m_random.bounded(4);
    if (which == 0 && lines.size() > 2)
        lines.removeAt(1 + m_random.bounded(int(lines.size()) - 1));
    else if (which == 1 && lines.size() > 2)
        lines[1 + m_random.bounded(int(lines.size()) - 1)] = line();
    else if (which == 2)
        lines.insert(1 + m_random.bounded(int(lines.size())), line());
    else
        lines.append(line());
    return lines.join('\n');
}

void OtherProgram::append(const QString &path, bool isInHalves)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::ExistingOnly |
                   QIODevice::Unbuffered))
        return;
    const QByteArray bytes = '\n' + line();
    const qsizetype first = isInHalves ? 1 + m_random.bounded(int(bytes.size()) - 1) : bytes.size();
    file.write(bytes.first(first));
    if (!isInHalves)
        return;
    pauseFor(m_random.bounded(60'000));
    if (!isStillThere(file)) // who writes into a file that has been replaced has nobody to blame
        forget(bytes, {});
    file.write(bytes.sliced(first));
}

void OtherProgram::rewrite(const QString &path, bool isInPlace)
{
    const QByteArray before = bytesIn(path);
    if (before.isEmpty())
        return;
    const QByteArray after = changed(before);
    pauseFor(m_random.bounded(3000)); // what is written meanwhile it never sees
    forget(before, after);
    QFile file(isInPlace ? path : path + u".other-tmp"_s);
    // What it writes over, however it came there, it takes away.
    forget(bytesIn(path), after);
    if (!file.open(isInPlace ? QIODevice::WriteOnly | QIODevice::Truncate | QIODevice::ExistingOnly
                             : QIODevice::WriteOnly | QIODevice::Truncate))
        return;
    file.write(after.first(after.size() / 2));
    file.flush();
    pauseFor(m_random.bounded(20'000));
    if (isInPlace && !isStillThere(file))
        forget(after, after.first(after.size() / 2));
    file.write(after.sliced(after.size() / 2));
    file.close();
    if (isInPlace)
        return;
    forget(bytesIn(path), after);
    if (QFile::exists(path)) // it does not make what was taken away
        ::rename(QFile::encodeName(file.fileName()).constData(), QFile::encodeName(path).constData());
    else
        QFile::remove(file.fileName());
}

void OtherProgram::forget(const QByteArray &before, const QByteArray &after)
{
    m_words.subtract(otherWords(before).subtract(otherWords(after)));
}

QString OtherProgram::act()
{
    const QString path = file();
    if (path.isEmpty())
        return u"nothing there"_s;
    switch (m_random.bounded(10)) {
    case 0:
    case 1:
    case 2:
        append(path, false);
        return u"appends"_s;
    case 3:
    case 4:
        append(path, true);
        return u"appends in halves"_s;
    case 5:
        rewrite(path, false);
        return u"rewrites"_s;
    case 6:
        rewrite(path, true);
        return u"rewrites in place"_s;
    case 7:
        QFile::rename(path, m_folder + u"/Other %1.jsonl"_s.arg(++m_names));
        return u"renames"_s;
    case 8:
        QFile::copy(path, m_folder + u"/One.sync-conflict-20261121-1015%1-ABC.jsonl"_s.arg(++m_names));
        return u"copies"_s;
    default:
        forget(bytesIn(path), {});
        QFile::remove(path);
        return u"removes"_s;
    }
}

} // namespace snug::durability
