// Keeps on the disk what is written in the open chat and not in its file yet, and brings it back: see
// core/chat/unsenttexts.h. Never older than two seconds.
#pragma once

#include "core/chat/chatsession.h"
#include "core/chat/unsenttexts.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace snug {

struct AppContext;

class UnsentTextsController : public QObject
{
    Q_OBJECT

public:
    explicit UnsentTextsController(const AppContext &app, QObject *parent = nullptr);

    // Hands what there is to the disk now: the program is about to end, or the chat is left.
    void flush();

private:
    void follow();
    void restore();
    void apply(const KeptTexts &kept);
    void offerReply(const UnsentTexts::PartialReply &reply);
    void touch();
    void saying(const QString &draft, const Message &message);
    // As they go to the disk thread, which makes lines of the reply: it may be long.
    struct Kept
    {
        UnsentTexts texts = {};
        QList<ChatChange> reply = {}; // under way
        bool operator==(const Kept &) const = default;
    };
    Kept kept() const;
    QList<UnsentTexts::Rewriting> setAside() const;
    void write(const Kept &kept);
    static QByteArray bytesOf(const Kept &kept); // empty = nothing is kept

    const AppContext &m_app;
    QPointer<ChatSession> m_session;
    bool m_isRestored = false; // of the open chat: what is kept may be replaced
    ChatReference m_reference; // whose texts the file holds
    Kept m_written;            // what the file holds, or is about to
    QTimer m_timer;
};

} // namespace snug
