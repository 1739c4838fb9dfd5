#include "core/tokens/learntrates.h"

#include <algorithm>
#include <cmath>

namespace snug {

namespace {

// rate of a writing = known rate x (common + own): least squares over the reports, relative to their size,
// with common drawn towards 1 and the own ones towards 0 by how much such rates are known to vary.
constexpr int unknowns = 1 + writingCount;
using Row = std::array<double, unknowns>;

constexpr double spread = 0.01; // of reports around good rates
constexpr double commonVaries = 0.3;
constexpr TokenRates ownVaries{0.05, 0.12, 0.2, 0.15, 0.15, 0.15, 0.2};
constexpr double agedBy = 0.8; // with each newer report: another chat has other words
constexpr int rounds = 8;
constexpr double farAtFirst = 0.15; // relative; what is farther off than this counts little
constexpr double far = 0.04;

Row rowOf(const ReportedCount &report, const TokenRates &known)
{
    Row row{};
    for (size_t i = 0; i < known.size(); ++i) {
        row[1 + i] = known[i] * report.text[i];
        row[0] += row[1 + i];
    }
    return row;
}

double scalarProduct(const Row &a, const Row &b)
{
    double sum = 0;
    for (size_t i = 0; i < a.size(); ++i)
        sum += a[i] * b[i];
    return sum;
}

// Gauss's elimination; the diagonal is never 0, for every unknown is drawn somewhere.
Row solved(std::array<Row, unknowns> matrix, Row right)
{
    for (size_t i = 0; i < unknowns; ++i) {
        for (size_t below = i + 1; below < unknowns; ++below) {
            const double times = matrix[below][i] / matrix[i][i];
            for (size_t column = i; column < unknowns; ++column)
                matrix[below][column] -= times * matrix[i][column];
            right[below] -= times * right[i];
        }
    }
    Row solution{};
    for (size_t i = unknowns; i-- > 0;) {
        double rest = right[i];
        for (size_t column = i + 1; column < unknowns; ++column)
            rest -= matrix[i][column] * solution[column];
        solution[i] = rest / matrix[i][i];
    }
    return solution;
}

double middleRatio(const QList<ReportedCount> &reports, const QList<Row> &rows)
{
    QList<double> ratios;
    for (qsizetype i = 0; i < reports.size(); ++i)
        ratios.append((reports.at(i).reported - reports.at(i).fixed) / rows.at(i)[0]);
    std::ranges::sort(ratios);
    return ratios.at(ratios.size() / 2);
}

} // namespace

TokenRates learntRates(const QList<ReportedCount> &reports, const TokenRates &known)
{
    QList<ReportedCount> used;
    QList<Row> rows;
    for (const ReportedCount &report : reports) {
        const Row row = rowOf(report, known);
        if (row[0] > 0 && report.reported > report.fixed) {
            used.append(report);
            rows.append(row);
        }
    }
    if (used.isEmpty())
        return inThousandths(known);

    Row solution{};
    solution[0] = middleRatio(used, rows);
    for (int round = 0; round < rounds; ++round) {
        std::array<Row, unknowns> matrix{};
        Row right{};
        matrix[0][0] = 1 / (commonVaries * commonVaries);
        right[0] = matrix[0][0];
        for (size_t i = 0; i < ownVaries.size(); ++i)
            matrix[1 + i][1 + i] = 1 / (ownVaries[i] * ownVaries[i]);
        for (qsizetype i = 0; i < used.size(); ++i) {
            const double size = used.at(i).reported;
            const double text = size - used.at(i).fixed;
            const double off =
                (scalarProduct(rows.at(i), solution) - text) / size / (round == 0 ? farAtFirst : far);
            const double trust = std::pow(agedBy, used.size() - 1 - i) / ((1 + off * off) * (1 + off * off));
            const double weight = trust / (spread * spread * size * size);
            for (size_t a = 0; a < unknowns; ++a) {
                right[a] += weight * rows.at(i)[a] * text;
                for (size_t b = 0; b < unknowns; ++b)
                    matrix[a][b] += weight * rows.at(i)[a] * rows.at(i)[b];
            }
        }
        solution = solved(matrix, right);
    }

    TokenRates rates;
    for (size_t i = 0; i < rates.size(); ++i)
        rates[i] = known[i] * std::clamp(solution[0] + solution[1 + i], 0.1, 10.0);
    return inThousandths(rates);
}

} // namespace snug
