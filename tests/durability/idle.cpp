#include "tests/durability/idle.h"

#include "core/workspace/activechoices.h"
#include "tests/durability/playedfolder.h"

#include <QDir>
#include <QFile>

#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug::durability {

namespace {

constexpr auto UntilAtRest = 15s; // lists, summaries and backups have been made by then
constexpr auto Watched = 10s;
constexpr int MostTicks = 3; // of a hundred a second; the clock that counts them is coarse

// Of the process's own time and the system's for it, as /proc has them; -1: it is not there.
qint64 ticksOf(qint64 process)
{
    QFile file(u"/proc/%1/stat"_s.arg(process));
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    const QByteArray line = file.readAll();
    const QList<QByteArray> fields = line.sliced(line.lastIndexOf(')') + 2).split(' ');
    return fields.value(11).toLongLong() + fields.value(12).toLongLong();
}

void makeLongChat(const QString &root, int messages)
{
    const QString path = root + u"/chats/Mira Okafor/Long.jsonl"_s;
    QFile file(path);
    if (!QDir().mkpath(QFileInfo(path).path()) || !file.open(QIODevice::WriteOnly))
        qFatal("no chat in %s", qPrintable(root));
    file.write(R"({"user_name":"Ada","character_name":"Mira Okafor","chat_metadata":{}})");
    for (int i = 0; i < messages; ++i) {
        const QByteArray name = i % 2 > 0 ? "Ada" : "Mira Okafor";
        file.write("\n{\"name\":\"" + name + "\",\"is_user\":" + (i % 2 > 0 ? "true" : "false") +
                   ",\"send_date\":\"2026-11-21T10:15:00.000Z\",\"mes\":\"Line " + QByteArray::number(i) +
                   " of a very long evening at the harbour.\",\"extra\":{}}");
    }
    ActiveChoices choices;
    choices.card = u"Mira Okafor.png"_s;
    choices.chat = u"Long"_s;
    QFile session(root + u"/snug/session.json"_s);
    if (!session.open(QIODevice::WriteOnly) || session.write(writeActiveChoices(choices)) < 0)
        qFatal("no choices in %s", qPrintable(root));
}

} // namespace

Findings restWindow(int messages, const QString &folder)
{
    Findings findings;
    makePlayedLibrary(folder);
    makeLongChat(folder + u"/library"_s, messages);
    PlayedProcess process(u"snug-durability-window"_s, {u"rest"_s, folder, u"0"_s, u"0"_s},
                          surroundingsIn(folder));
    if (!process.waitFor("settled")) {
        findings.problem(u"not opened"_s, folder);
        return findings;
    }
    const auto marks = process.states().value(process.newestState()).marks;
    if (marks.size() < messages)
        findings.problem(u"another chat is open"_s, QString::number(marks.size()));
    std::this_thread::sleep_for(UntilAtRest);
    const qint64 before = ticksOf(process.processId());
    std::this_thread::sleep_for(Watched);
    const int ticks = int(ticksOf(process.processId()) - before);
    findings.count(u"messages"_s, messages);
    findings.count(u"ticks of a hundredth second in ten"_s, ticks);
    if (before < 0 || ticks > MostTicks)
        findings.problem(u"not at rest"_s, QString::number(ticks));
    return findings;
}

} // namespace snug::durability
