// Which operator takes which operands. The engine that templates were written for turns an expression into
// one of its host language without adding brackets, so that, within a row of operators, the host
// language's precedence has the last word: "not 1 == 2" is (not 1) == 2 and 'x' ~ 1 + 2 is 'x12'.
#pragma once

#include "core/templates/templatetree.h"

namespace snug {

// The same expression with its and, or, not, comparisons, sums and products bound as the host language binds
// them. Everything else (brackets, calls, tests, filters, powers) stays one operand.
TemplateExpressionPtr inHostOrder(TemplateExpressionPtr expression);

} // namespace snug
