#include "core/templates/expressionorder.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Kind = TemplateExpression::Kind;

// Loosest first.
enum class Bond : quint8 { Or, And, Equality, Order, Sum, Product, Operand };

struct Link
{
    Bond bond = Bond::Operand;
    QString sign = {};
    int line = 1;
    int column = 1;
    QStringList prefixes = {};          // in front of the operand: "!", "-", "+"
    TemplateExpressionPtr operand = {}; // of an Operand
};

bool isEquality(QStringView sign)
{
    return sign == u"==" || sign == u"===" || sign == u"!=" || sign == u"!==";
}

Bond bondOf(Kind kind, QStringView sign)
{
    switch (kind) {
    case Kind::Or:
        return Bond::Or;
    case Kind::And:
        return Bond::And;
    case Kind::Compare:
        return isEquality(sign) ? Bond::Equality : Bond::Order;
    case Kind::Sum:
        return Bond::Sum;
    default:
        return Bond::Product;
    }
}

// The row of operands and operators, as it was written. Bounded by the parser's nesting limit.
void flattenOperators(TemplateExpressionPtr expression, const QStringList &prefixes, std::vector<Link> &row)
{
    switch (expression->kind) {
    case Kind::Not:
    case Kind::Negative:
    case Kind::Positive: {
        if (expression->parts.empty())
            break; // the parser gave up here
        const QString sign = expression->kind == Kind::Not        ? u"!"_s
                             : expression->kind == Kind::Negative ? u"-"_s
                                                                  : u"+"_s;
        flattenOperators(std::move(expression->parts[0]), prefixes + QStringList{sign}, row);
        return;
    }
    case Kind::Or:
    case Kind::And:
    case Kind::Compare:
    case Kind::Sum:
    case Kind::Product:
        for (size_t i = 0; i < expression->parts.size(); ++i) {
            if (i > 0) {
                const QString sign = expression->names.value(qsizetype(i) - 1);
                row.push_back({bondOf(expression->kind, sign), sign, expression->line, expression->column});
            }
            flattenOperators(std::move(expression->parts[i]), i == 0 ? prefixes : QStringList(), row);
        }
        return;
    default:
        break;
    }
    const int line = expression->line;
    const int column = expression->column;
    row.push_back({Bond::Operand, {}, line, column, prefixes, std::move(expression)});
}

Kind kindOf(Bond bond)
{
    return bond == Bond::Or        ? Kind::Or
           : bond == Bond::And     ? Kind::And
           : bond == Bond::Sum     ? Kind::Sum
           : bond == Bond::Product ? Kind::Product
                                   : Kind::Compare;
}

TemplateExpressionPtr bound(std::vector<Link> &row, size_t &at, Bond bond)
{
    if (bond == Bond::Operand) {
        Link &link = row[at++];
        TemplateExpressionPtr value = std::move(link.operand);
        for (auto prefix = link.prefixes.crbegin(); prefix != link.prefixes.crend(); ++prefix) {
            auto outer = std::make_unique<TemplateExpression>();
            outer->kind = *prefix == u"!" ? Kind::Not : *prefix == u"-" ? Kind::Negative : Kind::Positive;
            outer->line = link.line;
            outer->column = link.column;
            outer->parts.push_back(std::move(value));
            value = std::move(outer);
        }
        return value;
    }
    const Bond tighter = Bond(quint8(bond) + 1);
    TemplateExpressionPtr left = bound(row, at, tighter);
    TemplateExpressionPtr chain;
    while (at < row.size() && row[at].bond == bond) {
        if (!chain) {
            chain = std::make_unique<TemplateExpression>();
            chain->kind = kindOf(bond);
            chain->line = row[at].line;
            chain->column = row[at].column;
            chain->parts.push_back(std::move(left));
        }
        if (bond != Bond::Or && bond != Bond::And)
            chain->names.append(row[at].sign);
        ++at;
        chain->parts.push_back(bound(row, at, tighter));
    }
    return chain ? std::move(chain) : std::move(left);
}

} // namespace

TemplateExpressionPtr inHostOrder(TemplateExpressionPtr expression)
{
    switch (expression->kind) {
    case Kind::Not:
    case Kind::Negative:
    case Kind::Positive:
    case Kind::Or:
    case Kind::And:
    case Kind::Compare:
    case Kind::Sum:
    case Kind::Product:
        break;
    default:
        return expression;
    }
    std::vector<Link> row;
    flattenOperators(std::move(expression), {}, row);
    size_t at = 0;
    return bound(row, at, Bond::Or);
}

} // namespace snug
