// The transcript for screen readers: a list whose items are the messages on screen, "who: text", with
// the message's actions.
#pragma once

namespace snug {

class Transcript;

// Once for the program is enough; more does nothing.
void installAccessibleTranscript();
// Tells a screen reader that the keyboard has moved to this row.
void announceCurrentMessage(Transcript *transcript, int row);

} // namespace snug
