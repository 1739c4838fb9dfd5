// Lorebooks in effect: those for all chats, the chat's own, the persona's and the characters'.
#pragma once

#include "core/library/booksineffect.h"
#include "core/workspace/activepersonas.h"

namespace snug {

class ActiveLorebooks
{
public:
    // Both outlive this.
    ActiveLorebooks(const ContentInPlay &content, const ActivePersonas &personas);

    void setChatMetadata(const Json &metadata) { m_metadata = metadata; }

    // For all chats, in the order of selection.
    QStringList global() const;
    // In a group those of all members, though each speaks with the own ones alone.
    QList<BookInEffect> inEffect() const;
    // With what is in them, as edited where an editor is open on them.
    QList<ActiveLorebook> ofAll() const { return withContent(inEffect()); }
    QList<ActiveLorebook> ofSpeaker(const QString &cardFile, const std::optional<Card> &card) const;

private:
    QStringList booksOf(const QString &cardFile, const Card &card) const;
    QList<BookInEffect> booksWith(const QStringList &characterBooks) const;
    QList<ActiveLorebook> withContent(const QList<BookInEffect> &books) const;

    const ContentInPlay &m_content;
    const ActivePersonas &m_personas;
    Json m_metadata; // the open chat's
};

} // namespace snug
