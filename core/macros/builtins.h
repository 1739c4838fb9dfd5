// The macros that compute: a table from name to what it takes and what it does.
#pragma once

#include "core/macros/macroenvironment.h"

#include <QStringList>

#include <optional>

namespace snug {

// One call, arguments evaluated and trimmed.
struct MacroInvocation
{
    const QStringList &arguments;
    const MacroEnvironment &environment;
    MacroState &state;
    const QString &wholeText;              // of the pass, older spellings replaced
    std::optional<quint64> &wholeTextHash; // nothing: not asked for yet
    qsizetype offset = 0;                  // of the call in it
};

// Nothing = failed: the call stays as it stands.
using MacroHandler = std::optional<MacroValue> (*)(MacroInvocation &call);

struct MacroDefinition
{
    int fewest = 0; // arguments
    int most = 0;   // -1 = any number
    MacroHandler handler = nullptr;
};

// `name` in lower case; null for unknown names.
const MacroDefinition *findMacro(const QString &name);

// Parts of the table; each adds its own.
using MacroTable = QHash<QString, MacroDefinition>;
void addTextMacros(MacroTable &table);
void addVariableMacros(MacroTable &table);
void addTimeMacros(MacroTable &table);
void addChanceMacros(MacroTable &table);

} // namespace snug
