// A request's body as lines for the eye: indented, or exactly as it is sent.
//
// Neither changes a token of the body. Long lines are cut for display; a line that is cut softly
// continues on the next one, and joining such lines gives the text back.
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>
#include <QString>

namespace snug {

struct BodyLine
{
    bool soft = false;         // the next line continues this one: no line break is there
    bool insideString = false; // begins in the middle of a JSON string
    int containers = 0;        // index into BodyText::containers: what the line begins inside of

    bool operator==(const BodyLine &) const = default;
};

struct BodyText
{
    QString text; // lines joined with "\n", soft cuts too
    QList<BodyLine> lines;
    QList<QByteArray> containers; // "", "{", "{[", "{[{": open brackets, outermost first
    bool isJson = true;           // brackets and strings fit together

    // The stretch from `start` to `end` (positions in `text`) without the soft cuts.
    QString textBetween(qsizetype start, qsizetype end) const;
};

// As sent. Cut behind commas between members when a line gets long.
BodyText exactBody(const QByteArray &body);
// A member a line, two spaces a level. What is not JSON comes out as it is, with isJson false.
BodyText prettyBody(const QByteArray &body);

} // namespace snug
