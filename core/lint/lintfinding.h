// Something doubtful in a document, and what to do about it. Editors show findings as one writes.
//
// One file a family of rules; each is a pure function of values to a list of findings.
#pragma once

#include <QList>
#include <QString>

namespace snug {

struct LintFinding
{
    enum class Weight : quint8 {
        Hint,    // works, perhaps not as meant
        Warning, // does nothing, or something else than it says
    };

    QString rule;  // for programs: "lore.no-keys"
    QString where; // the path inside the document, as in Error::place: "entries.12.key.0"
    QString what;  // a sentence without its full stop
    QString fix;   // likewise, what to do; may be empty
    Weight weight = Weight::Warning;
    int entry = -1; // of lorebooks: the uid; -1 = the book as a whole
    // Of presets the block's identifier, of personas the picture; empty = the document as a whole.
    QString block = {};
    qsizetype start = -1; // in the text at `where`, UTF-16 units; -1 = the whole of it
    qsizetype length = 0;

    bool operator==(const LintFinding &) const = default;
};

} // namespace snug
