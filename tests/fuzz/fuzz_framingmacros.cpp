// SmartTavern's macros, expressions, keywords and paths of variables: each comes to an end, and none says
// where it is what it is not.
#include "core/formats/jsontext.h"
#include "core/macros/framing/expression.h"
#include "core/macros/framing/framingmacros.h"
#include "core/macros/framing/keywords.h"
#include "core/macros/framing/variablesupdate.h"
#include "tests/fuzz/fuzzing.h"

#include <QTimeZone>

using namespace Qt::StringLiterals;
using namespace snug;

FUZZ_TARGET(framingmacros)
{
    const QString text = QString::fromUtf8(bytes);
    framing::MacroContext context;
    context.now = QDateTime(QDate(2026, 3, 14), QTime(15, 9, 26), QTimeZone::UTC);
    framing::setVariableAt(context.scope.variables, u"p.bag[1].item", Json(u"lamp"_s));
    framing::setVariableAt(context.scope.variables, u"chat_history_text", Json(u"The lamp is out."_s));
    framing::MacroScan scan;
    QString replaced = text;
    for (int round = 0; round < 20; ++round) {
        const auto next = scan.next(replaced);
        const auto expected = framing::MacroScan().next(replaced);
        promise(next.has_value() == expected.has_value());
        if (!next)
            break;
        promise(next->start == expected->start && next->length == expected->length);
        replaced.replace(next->start, next->length, round % 2 == 0 ? text.first(text.size() / 8) : QString());
    }
    if (const auto span = framing::MacroScan().next(text)) {
        promise(span->start >= 0 && span->length >= 4 && span->start + span->length <= text.size());
        promise(span->inner == QStringView(text).sliced(span->start + 2, span->length - 4));
    }
    framing::isConditionTrue(Json(text), context);
    promise(framing::splitParameters(text).size() <= text.size() + 1);
    framing::keywordsResult(text, context.scope);
    framing::evaluateExpression(text, context.scope);
    // One macro may take the text beyond the limit, but only by what the text itself holds.
    promise(framing::expandMacros(text, context).size() <= framing::macroTextLimit + framing::macroWorkLimit);

    framing::VariableScope scope;
    framing::setVariableAt(scope.variables, text, Json(1));
    if (const auto stored = framing::variableAt(scope.variables, text))
        framing::removeVariableAt(scope.variables, text);
    if (const Result<Json> changes = parseJson(bytes)) {
        const Json base = scope.variables;
        const QStringList operations{u"replace"_s, u"shallow_merge"_s, u"merge"_s, u"append"_s, u"union"_s};
        for (const QString &operation : operations)
            framing::updatedVariables(base, *changes, operation, *changes);
    }
}
