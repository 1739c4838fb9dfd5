// The one table of variables that SmartTavern's macros, expressions and conditions share.
#pragma once

#include "core/macros/framing/variablepath.h"

namespace snug::framing {

// What reading an unset variable gives.
struct UndefinedPolicy
{
    bool isEmpty = false;                                     // nothing, rather than the marker
    QString marker = QStringLiteral("[UndefinedVar:{name}]"); // "{name}" stands for the variable's path
};

struct VariableScope
{
    Json variables = Json::object();
    UndefinedPolicy undefined;

    Json read(const QString &path) const
    {
        if (const auto value = variableAt(variables, path))
            return *value;
        return Json(undefined.isEmpty ? QString()
                                      : QString(undefined.marker).replace(QStringLiteral("{name}"), path));
    }
    void write(QStringView path, const Json &value) { setVariableAt(variables, path, value); }
};

} // namespace snug::framing
