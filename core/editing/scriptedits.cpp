#include "core/editing/scriptedits.h"

#include <QUuid>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QList<int> sorted(QList<int> rows, qsizetype count)
{
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    rows.removeIf([count](int row) { return row < 0 || row >= count; });
    return rows;
}

} // namespace

RegexScript newScript(const QString &name)
{
    RegexScript script;
    script.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    script.name = name;
    script.placements = {int(RegexScript::Placement::AiOutput)};
    script.runOnEdit = true;
    return script;
}

RegexScript asNewScript(RegexScript script)
{
    script.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    return script;
}

QList<RegexScript> withScripts(QList<RegexScript> scripts, const QList<RegexScript> &added, qsizetype behind)
{
    qsizetype place = behind >= 0 && behind < scripts.size() ? behind + 1 : scripts.size();
    for (const RegexScript &script : added)
        scripts.insert(place++, script);
    return scripts;
}

QList<RegexScript> withoutRows(QList<RegexScript> scripts, const QList<int> &rows)
{
    const QList<int> gone = sorted(rows, scripts.size());
    for (auto row = gone.crbegin(); row != gone.crend(); ++row)
        scripts.removeAt(*row);
    return scripts;
}

QList<RegexScript> withRowsMoved(QList<RegexScript> scripts, QList<int> &rows, int direction)
{
    rows = sorted(rows, scripts.size());
    if (rows.isEmpty() || (direction < 0 && rows.first() == 0) ||
        (direction > 0 && rows.last() == scripts.size() - 1))
        return scripts;
    if (direction > 0)
        std::ranges::reverse(rows);
    for (int &row : rows) {
        scripts.swapItemsAt(row, row + direction);
        row += direction;
    }
    std::ranges::sort(rows);
    return scripts;
}

QList<RegexScript> withRowsMovedTo(QList<RegexScript> scripts, QList<int> &rows, int before)
{
    rows = sorted(rows, scripts.size());
    const QList<RegexScript> moved = rowsOf(scripts, rows);
    const auto above = std::ranges::count_if(rows, [before](int row) { return row < before; });
    const qsizetype place = std::clamp<qsizetype>(before, 0, scripts.size()) - above;
    scripts = withoutRows(scripts, rows);
    for (qsizetype i = 0; i < moved.size(); ++i) {
        scripts.insert(place + i, moved[i]);
        rows[i] = int(place + i);
    }
    return scripts;
}

QList<RegexScript> rowsOf(const QList<RegexScript> &scripts, const QList<int> &rows)
{
    QList<RegexScript> found;
    for (const int row : sorted(rows, scripts.size()))
        found.append(scripts[row]);
    return found;
}

QString scriptMark(const QList<RegexScript> &scripts, qsizetype row)
{
    if (row < 0 || row >= scripts.size())
        return {};
    const QString &id = scripts[row].id;
    const bool isAlone = !id.isEmpty() && std::ranges::count(scripts, id, &RegexScript::id) == 1;
    return isAlone ? id : u'#' + QString::number(row);
}

qsizetype rowOfScript(const QList<RegexScript> &scripts, const QString &mark)
{
    for (qsizetype row = 0; row < scripts.size(); ++row) {
        if (scriptMark(scripts, row) == mark)
            return row;
    }
    return -1;
}

} // namespace snug
