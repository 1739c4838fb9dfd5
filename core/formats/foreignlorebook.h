// Lorebooks of other programs, in SillyTavern's terms: what each reader gives, and what it has to say.
//
// Nothing is lost: what has no place here stays, as it was, in each entry's `extensions` under the program's
// name, and in the book's.
#pragma once

#include "core/formats/fields.h"
#include "core/formats/filekind.h"
#include "core/model/lorebook.h"

#include <QStringList>

#include <optional>

namespace snug {

struct ForeignLorebook
{
    Lorebook book; // its name is empty where the file has none
    // Sentences without full stops, each with how many entries it is about.
    QStringList mapped; // became something else here
    QStringList kept;   // kept in the file, without effect
    QStringList unused; // changes what the entry does: it works differently here
    Warnings warnings;  // not understood
};

// `.lorebook` files of NovelAI, versions 2 to 6 (docs/formats/lorebooks.md#novelai), and what its pictures
// carry.
Result<ForeignLorebook> readNovelAiLorebook(const Json &document);
// Memory books of Agnai (docs/formats/lorebooks.md#agnai).
Result<ForeignLorebook> readAgnaiLorebook(const Json &document);
// `{type:"risu"}` of RisuAI (docs/formats/lorebooks.md#risuai-lorebooks), decorators included.
Result<ForeignLorebook> readRisuLorebook(const Json &document);

// The lorebook in a file of any of these programs: JSON, NovelAI's pictures, RisuAI's modules. Nothing if
// files of this kind, or this one, hold none.
Result<std::optional<ForeignLorebook>> foreignLorebookIn(FileKind kind, const QByteArray &bytes);

} // namespace snug
