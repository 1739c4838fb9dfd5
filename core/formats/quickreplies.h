// SillyTavern's quick replies: sets of buttons in "QuickReplies", and which of them are in use
// (docs/formats/quick-replies.md). What is not understood stays in the file.
#pragma once

#include "core/model/json.h"
#include "core/result.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace snug {

struct QuickReply
{
    int id = 0;
    QString label = {};
    QString icon = {};  // a name of Font Awesome; not shown
    QString title = {}; // what hovering says; empty = the text itself
    QString text = {};  // what it writes; with a slash in front a script
    bool isHidden = false;
    Json source = {};

    bool isScript() const { return text.startsWith(u'/'); }
    // SillyTavern runs it unasked: when a chat opens, a message comes, …
    bool runsUnasked() const;
    bool operator==(const QuickReply &) const = default;
};

struct QuickReplySet
{
    QString name;
    bool onlyInserts = false;   // disableSend: into the message field, not sent
    bool joinsDraft = false;    // injectInput: with what stands there
    bool isBeforeDraft = false; // placeBeforeInput: then in front of it
    QString color;              // CSS; not shown where it is transparent
    QList<QuickReply> replies;
    Json source;

    bool operator==(const QuickReplySet &) const = default;
};

// Version 2, and the files before it, which become version 2 when they are written.
Result<QuickReplySet> readQuickReplySet(const QByteArray &bytes);
// Unchanged sets give the bytes they were read from.
QByteArray writeQuickReplySet(const QuickReplySet &set);

// `set` as if the step from `before` to `after` had not been made; what else was done since stays.
QuickReplySet withoutStep(QuickReplySet set, const QuickReplySet &before, const QuickReplySet &after);
// Of a reply that is new in the set.
int newReplyId(const QuickReplySet &set);

// extension_settings.quickReplyV2, and what the open chat and character add.
struct QuickRepliesInUse
{
    bool isEnabled = false;
    QStringList sets; // those that are shown, in order; each once
    bool operator==(const QuickRepliesInUse &) const = default;
};
QuickRepliesInUse quickRepliesInUse(const Json &settings, const Json &chatMetadata, const QString &cardFile);

// What a click makes of the draft: the text for the message field, before its macros.
QString withQuickReply(const QuickReplySet &set, const QString &text, const QString &draft);

} // namespace snug
