// What there is to say about one segment of an outbound message.
#pragma once

#include "core/prompt/assembledprompt.h"

#include <QString>
#include <QStringList>

namespace snug {

struct SegmentFacts
{
    SourceGroup group = SourceGroup::Preset;
    QStringList path; // outermost first
    QString size;     // "118 characters · ~31 tokens"; without tokens when nobody counted
    QString place;    // "characters 121–238 of the source"; empty for computed text
    QString tag; // the message's source object: "world_book.in-chat · wb_7", then "depth: 2 · …"; or empty
    QString why; // it is there, see core/prompt/whyhere.h; or empty
    Source source;
    qsizetype originStart = -1;

    QString pathText() const; // "preset Default › Main › {{description}} › card Mira"
    QString spoken() const;   // all of it in one line, for screen readers
};

// `span` is an index into the message's spans; `budget` is the prompt's.
SegmentFacts segmentFacts(const OutboundMessage &message, qsizetype span, const Budget &budget);

// The group's name in the legend: "Preset", "Card", …
QString groupName(SourceGroup group);

} // namespace snug
