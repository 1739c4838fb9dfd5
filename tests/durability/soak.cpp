#include "tests/durability/soak.h"

#include "tests/durability/playedfolder.h"

#include <QFile>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace snug::durability {

namespace {

constexpr int TurnsAReport = 500;

struct Measure
{
    int turn = 0;
    int kilobytes = 0; // resident
    int files = 0;     // open
    int threads = 0;
};

// "turn 100 181200 34 12"
std::optional<Measure> measureOf(const QByteArray &line)
{
    const QList<QByteArray> parts = line.split(' ');
    if (parts.size() != 5 || parts.first() != "turn")
        return {};
    return Measure{parts[1].toInt(), parts[2].toInt(), parts[3].toInt(), parts[4].toInt()};
}

// What is kept of requests is what the user allows, and would grow until then.
void allowLittleHistory(const QString &folder)
{
    QFile settings(folder + u"/snug.ini"_s);
    if (!settings.open(QIODevice::WriteOnly) || settings.write("[history]\nmegabytes=1\n") < 0)
        qFatal("no settings in %s", qPrintable(folder));
}

} // namespace

Findings soakWindow(int turns, const QString &folder)
{
    Findings findings;
    makePlayedLibrary(folder);
    allowLittleHistory(folder);
    PlayedProcess process(u"snug-durability-window"_s, {u"soak"_s, folder, QString::number(turns), u"0"_s},
                          surroundingsIn(folder));
    QList<Measure> measures;
    for (qsizetype read = 0; process.waitForLines(read + 1); ++read) {
        const std::optional<Measure> measure = measureOf(process.lines().at(read));
        if (!measure)
            continue;
        measures.append(*measure);
        if (measure->turn % TurnsAReport != 0)
            continue;
        std::fprintf(stderr, "%d turns: %d MB, %d files, %d threads\n", measure->turn,
                     measure->kilobytes / 1024, measure->files, measure->threads);
    }
    if (process.waitForEnd() != 0)
        findings.problem(u"ended badly"_s, folder);
    if (measures.isEmpty() || measures.last().turn != turns) {
        findings.problem(u"turns not played"_s, folder);
        return findings;
    }
    // Caches fill and the allocator settles in the first tenth.
    const Measure &early = measures.at((measures.size() - 1) / 10);
    const Measure &last = measures.last();
    findings.count(u"turns"_s, last.turn);
    findings.count(u"MB at a tenth"_s, early.kilobytes / 1024);
    findings.count(u"MB at the end"_s, last.kilobytes / 1024);
    findings.count(u"open files at a tenth"_s, early.files);
    findings.count(u"open files at the end"_s, last.files);
    if (last.kilobytes > early.kilobytes + early.kilobytes / 5)
        findings.problem(u"memory grows"_s, folder);
    if (last.files > early.files + 3)
        findings.problem(u"files stay open"_s, folder);
    if (last.threads > early.threads + 3)
        findings.problem(u"threads stay"_s, folder);
    return findings;
}

} // namespace snug::durability
