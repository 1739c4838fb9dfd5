// Whom the user speaks as in the chat that is open, and everybody whom they could be.
#pragma once

#include "core/workspace/contentinplay.h"
#include "core/workspace/personachoice.h"

#include <QCoreApplication>

namespace snug {

class ActivePersonas
{
    Q_DECLARE_TR_FUNCTIONS(ActivePersonas)

public:
    explicit ActivePersonas(const ContentInPlay &content);

    // The choice is for the chat that is open; false: it was for one before.
    void setPicked(bool isPicked) { m_isPicked = isPicked; }
    void setChatMetadata(const Json &metadata) { m_metadata = metadata; }

    QList<Persona> all() const;
    PersonaInEffect inEffect() const;
    // Whose chat is open, as personas are locked to it; nothing: nobody's.
    std::optional<Persona::Connection> chatOwner() const;
    QString locked() const;      // by the open chat: a picture, or empty
    QString accountName() const; // the user's own
    QString userName() const;    // the persona's, else the user's own
    // The name of the one in effect, if an editor holds something else of it than the file.
    std::optional<QString> edited() const;

private:
    const ContentInPlay &m_content;
    Json m_metadata;
    bool m_isPicked = false;
};

} // namespace snug
