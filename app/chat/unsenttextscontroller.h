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
    UnsentTexts texts() const;
    QList<UnsentTexts::Rewriting> setAside() const;
    void write(const UnsentTexts &texts);

    const AppContext &m_app;
    QPointer<ChatSession> m_session;
    bool m_isRestored = false; // of the open chat: what is kept may be replaced
    ChatReference m_reference; // whose texts the file holds
    QByteArray m_written;      // what the file holds, or is about to; empty = there is none
    QTimer m_timer;
};

} // namespace snug
