// Who knows what in the open chat, and who plays whom: the library's settings, what the chat decides itself,
// and the parts that the user has taken or given.
#pragma once

#include "core/prompt/promptinputs.h"

#include <QObject>

namespace snug {

class ActiveKnowledge : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void setLibrarySettings(const KnowledgeSettings &settings); // as the last run left them
    void changeLibrarySettings(const KnowledgeSettings &settings);
    const KnowledgeSettings &librarySettings() const { return m_library; }
    // Cards with several characters whose user has been asked once whether these keep secrets.
    void setOffered(const QStringList &cardFiles) { m_offered = cardFiles; }
    void noteOffered(const QString &cardFile);
    const QStringList &offered() const { return m_offered; }
    // What the open chat's file says.
    void setChatMetadata(const Json &metadata);
    const KnowledgeOverrides &chatSettings() const { return m_chat; }
    KnowledgeSettings inEffect() const { return overridden(m_library, m_chat); }

    // Whom the user plays; empty = the persona.
    void setWriter(const QString &name);
    const QString &writer() const { return m_writer; }
    // Whom the user asks to reply; empty = as the chat has it.
    void setAsked(const QString &name);
    const QString &asked() const { return m_asked; }
    bool hasParts() const { return !m_writer.isEmpty() || !m_asked.isEmpty(); }
    // As they were when the chat was last open; nobody's, for another chat.
    void setParts(const QString &writer, const QString &asked);

    // Settings, parts, and who is there, to inputs that have card, group and persona.
    void addTo(PromptInputs &inputs) const;

Q_SIGNALS:
    void changed();
    void librarySettingsChanged(); // by the user, to be kept; offered() too
    void partsChosen();            // likewise

private:
    KnowledgeSettings m_library;
    KnowledgeOverrides m_chat;
    QStringList m_offered;
    QString m_writer;
    QString m_asked;
};

} // namespace snug
