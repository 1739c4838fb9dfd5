#include "core/templates/templateerror.h"

#include <QCoreApplication>

#include <array>

using namespace Qt::StringLiterals;

namespace snug {

QString TemplateError::code() const
{
    static const std::array<QString, 23> codes{
        u"syntax"_s,          u"unknown_filter"_s, u"unknown_test"_s,       u"not_callable"_s,
        u"bad_in_operand"_s,  u"bad_operand"_s,    u"template_not_found"_s, u"circular_inheritance"_s,
        u"duplicate_block"_s, u"no_super_block"_s, u"loop_limit"_s,         u"string_limit"_s,
        u"output_limit"_s,    u"depth_limit"_s,    u"step_limit"_s,         u"memory_limit"_s,
        u"blocked_method"_s,  u"unsafe_regex"_s,   u"regex_failed"_s,       u"undefined_output"_s,
        u"stopped"_s,         u"time_limit"_s,     u"engine_failed"_s,
    };
    return codes.at(static_cast<size_t>(kind));
}

Error TemplateError::asError(const QString &file) const
{
    QString place;
    if (!templateName.isEmpty())
        place = QCoreApplication::translate("TemplateError", "template “%1”").arg(templateName);
    if (line > 0) {
        if (!place.isEmpty())
            place += u", "_s;
        place += QCoreApplication::translate("TemplateError", "line %1, column %2").arg(line).arg(column);
    }
    return {QCoreApplication::translate("TemplateError", "template error: %1").arg(reason), file, place, {}};
}

} // namespace snug
