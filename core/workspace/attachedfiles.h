// The texts of files that are attached to messages (docs/sillytavern/history.md#files-and-captions):
// SillyTavern keeps them in the library's user/files and only their addresses in the chat.
#pragma once

#include "core/library/library.h"
#include "core/prompt/chatfacts.h"

#include <QHash>
#include <QObject>
#include <QSet>

namespace snug {

class AttachedFiles : public QObject
{
    Q_OBJECT

public:
    // `library` outlives this.
    explicit AttachedFiles(Library *library, QObject *parent = nullptr);

    // By address, as far as they have been read; what has not is asked for. A file that cannot be read as
    // text is not among them. `facts`: the chat's.
    QHash<QString, QString> textsFor(const Chat &chat, const ChatFacts &facts);
    // Everything that was asked for has been read, or has failed to be.
    bool isReady() const { return m_reading.isEmpty(); }

Q_SIGNALS:
    void changed();

private:
    void read(const QString &address);

    Library *m_library;
    QHash<QString, std::optional<QString>> m_texts; // nothing: not a text
    QSet<QString> m_reading;
};

// The file's name in user/files; empty for an address that is none of the library's.
QString attachedFileName(const QString &address);

} // namespace snug
