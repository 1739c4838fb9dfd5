// Who knows what in the open chat, and who plays whom: the library's settings, what the chat decides itself,
// and the parts that the user has taken or given.
#pragma once

#include "core/prompt/promptinputs.h"

#include <QObject>

namespace snug {

class KnowledgeRoom : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void setLibrarySettings(const KnowledgeSettings &settings); // as the last run left them
    void changeLibrarySettings(const KnowledgeSettings &settings);
    const KnowledgeSettings &librarySettings() const { return m_library; }
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
    // Another chat: nobody has a part yet.
    void clearParts();

    // Settings, parts, and who is there, to inputs that have card, group and persona.
    void addTo(PromptInputs &inputs) const;

Q_SIGNALS:
    void changed();
    void librarySettingsChanged(); // by the user, to be kept

private:
    KnowledgeSettings m_library;
    KnowledgeOverrides m_chat;
    QString m_writer;
    QString m_asked;
};

} // namespace snug
