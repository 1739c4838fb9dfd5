// What a stretch of outbound text came from.
//
// A source is a chain: the innermost link is the text's origin (card description), its parents say
// through what it got there (preset block "main", macro {{description}}).
#pragma once

#include "core/prompt/sourcekind.h"

#include <QExplicitlySharedDataPointer>
#include <QString>
#include <QStringList>

namespace snug {

// The groups that the inspector colours.
enum class SourceGroup : quint8 {
    Preset,
    Card,
    Persona,
    Lorebook,
    ChatUser,
    ChatCharacter,
    Injection, // author's note, depth prompts, controls
    Memory,
    Template,
};

struct SourceData;

// Implicitly shared; equal when the whole chain is equal.
class Source
{
public:
    Source(); // "unknown"
    // `id`: what finds the thing again (a block's
    // identifier, "book.uid", a message's index in the chat file). `label`: what the user calls it.
    Source(SourceKind kind, QString id = {}, QString label = {});
    // By the kind's name, as files have it.
    static Source named(const QString &type, QString id = {}, QString label = {});
    Source(const Source &);
    Source(Source &&) noexcept;
    Source &operator=(const Source &);
    Source &operator=(Source &&) noexcept;
    ~Source();

    SourceKind kind() const;
    SourceFamily family() const;
    QString type() const; // the kind's name
    QString id() const;
    QString label() const;
    bool hasParent() const;
    Source parent() const;
    // This link (with what it already has as parents) inside `outer`.
    Source inside(const Source &outer) const;

    SourceGroup group() const; // by the innermost type
    // Labels from the outermost to the innermost: "preset Default › Main › {{description}} › card Mira".
    QStringList path() const;

    bool operator==(const Source &other) const;

private:
    QExplicitlySharedDataPointer<const SourceData> d;
};

} // namespace snug
