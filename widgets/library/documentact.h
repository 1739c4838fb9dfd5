// What one can do with any document of the library, wherever it is listed.
#pragma once

#include <QtTypes>

namespace snug {

enum class DocumentAct : quint8 {
    Edit,
    Use, // or no longer
    Duplicate,
    Rename,
    Export,
    MakeOther, // a persona of a character, a character of a persona
    ShowInFolder,
    Delete
};

} // namespace snug
