#include "core/editing/documentkey.h"

#include "core/library/filenames.h"

using namespace Qt::StringLiterals;

namespace snug {

QString folderOf(const DocumentKey &key)
{
    return documentKindName(key.kind) + u'/' + folderNameFor(key.name);
}

} // namespace snug
