// What is different between two states of a document, place by place, for people to read.
#pragma once

#include "core/model/json.h"

#include <QList>
#include <QString>

namespace snug {

// A step from a document to a place in it.
struct JsonStep
{
    enum class Kind : quint8 {
        Member, // `key` of an object
        Item,   // the item of a list whose `key` is `identity`
        Order   // of the list's items, which are told apart by `key`; of an object's, whose places `key` has
    };
    Kind kind = Kind::Member;
    QString key;
    QString identity = {};
    bool operator==(const JsonStep &) const = default;
};

struct JsonChange
{
    QString place;  // "prompts › Main › content"
    QString before; // texts as they are, other values as JSON; empty: not there
    QString now;
    bool isAdded = false;   // it was not there
    bool isRemoved = false; // it is not there any more
    QList<JsonStep> path = {};
    bool operator==(const JsonChange &) const = default;
};

// In the order of `now`, what went last. Items of lists are told apart as in mergeJson() where they can be,
// and called by their titles; a list that only changed its order is one change.
QList<JsonChange> changesBetween(const Json &before, const Json &now);

// `now` with what `before` has at the place of one of these changes: what was added goes, what was removed
// comes back where it stood among the others, an order holds for the items that both have.
Json withPlaceOf(const Json &now, const Json &before, const JsonChange &change);

} // namespace snug
