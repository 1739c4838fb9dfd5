// Three-way merging of JSON documents: what two programs made of the same file, brought together.
#pragma once

#include "core/model/json.h"

#include <QHash>
#include <QList>
#include <QSet>
#include <QString>

#include <initializer_list>

namespace snug {

// Something that both changed, differently. A value that is not there is Undefined.
struct MergeConflict
{
    QString path;  // "prompts[main].content", "entries.3.key"; empty = the whole document
    QString place; // the same in the document's own names, for people: "prompts › Main Prompt › content"
    Json base;
    Json ours;
    Json theirs;
    bool operator==(const MergeConflict &) const = default;
};

// What the user decided about conflicts. Those that are not named stay as ours.
struct MergeAnswers
{
    MergeAnswers() = default;
    MergeAnswers(const QSet<QString> &theirs)
        : theirsAt(theirs)
    {
    }
    MergeAnswers(std::initializer_list<QString> theirs)
        : theirsAt(theirs)
    {
    }

    QSet<QString> theirsAt;        // paths at which theirs is taken
    QHash<QString, QString> texts; // paths at which this text is taken, which is neither's
    bool operator==(const MergeAnswers &) const = default;
};

struct JsonMerge
{
    Json merged; // at conflicts: ours, unless an answer says otherwise
    QList<MergeConflict> conflicts;
    bool operator==(const JsonMerge &) const = default;
};

// Members are merged by key. Lists of objects that carry an "identifier", "uid", "id" or "character_id" each
// (of its own within its list) are merged by it, additions, removals and moves included; when both put the
// items into different orders, that is a conflict at "list[order]". Other lists are taken whole. What one
// removed and the other changed is a conflict, and so is what both added under one key.
//
// What did not change keeps its bytes: the result is `ours` with the others' changes set into it.
JsonMerge mergeJson(const Json &base, const Json &ours, const Json &theirs, const MergeAnswers &answers = {});

} // namespace snug
