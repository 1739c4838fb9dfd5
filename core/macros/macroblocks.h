// Which calls of a text have a closing tag, and where it stands: {{if x}}…{{else}}…{{/if}}.
#pragma once

#include "core/macros/macroparser.h"

#include <functional>

namespace snug {

// Whether a call takes what stands between it and its closing tag as one more argument.
using TakesContent = std::function<bool(const MacroCall &call)>;

// The nodes of one level, read once; what stands inside a block is a range of them.
struct MacroBlocks
{
    const QList<MacroNode> &nodes;
    QList<MacroCall> calls = {};    // by node; Invalid for text
    QList<qsizetype> closedBy = {}; // by node: the one that closes it, or -1
    QList<bool> isText = {};        // by node: a tag that stays as it stands, with all that is in it

    MacroBlocks(QStringView text, const QList<MacroNode> &nodes, const TakesContent &takesContent);

    // What closes the node and stands before `to`, or -1.
    qsizetype closing(qsizetype node, qsizetype to) const
    {
        return closedBy[node] < to ? closedBy[node] : -1;
    }
    // Of an {{if}} whose content is this range: its {{else}}, or `to`.
    qsizetype findElse(qsizetype from, qsizetype to) const;
    // The part [from, to) of the content that begins at `content`, as if the rest of it were not there: a
    // closing tag whose partner stands before `from` has none. Returns whether anything had to be changed.
    bool matchAlone(qsizetype content, qsizetype from, qsizetype to);

private:
    // Closing tags find their partners: the nearest open call of the same name that takes content. A call
    // that takes none and its closing tag are text, and so is a closing tag without a partner.
    void match(qsizetype from, qsizetype to);

    QList<bool> m_takesContent = {}; // by node
};

} // namespace snug
