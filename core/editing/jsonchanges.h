// What is different between two states of a document, place by place, for people to read.
#pragma once

#include "core/model/json.h"

#include <QList>
#include <QString>

namespace snug {

struct JsonChange
{
    QString place;  // "prompts › Main › content"
    QString before; // texts as they are, other values as JSON; empty: not there
    QString now;
    bool isAdded = false;   // it was not there
    bool isRemoved = false; // it is not there any more
    bool operator==(const JsonChange &) const = default;
};

// In the order of `now`, what went last. Items of lists are told apart as in mergeJson() where they can be,
// and called by their titles; a list that only changed its order is one change.
QList<JsonChange> changesBetween(const Json &before, const Json &now);

} // namespace snug
