// A session without a window: the program's own library, store, session, saver, transport and ledger, told
// what to do by lines on standard input. Each state of the chat is said on standard output, and each "saved",
// so that whoever kills this process knows what must be on the disk.
//
// It is told (one line each; rows are counted modulo the chat's length):
//
//     chat NAME         leave the open chat and open that one; it is begun if there is none
//     send TEXT | swipe | back | regenerate | continue | stop | again | retry
//     edit ROW TEXT | remove ROW | hide ROW | undo | redo | branch ROW
//     pause MILLISECONDS    before the next
//     settle                wait until nothing is under way; then "settled"
//     settle saved          likewise, and until all chats are saved
//     quit
//
// and says:
//
//     opened                      the library
//     state N FILE MARK,MARK,…    the chat from now on; marks stand for the file's lines (chatlines.h)
//     begun FILE                  its file does not have to be there yet
//     saved N FILE                that state, or a newer one, is on the disk
//     failed WORDS                it could not be saved
//     merging                     what another program wrote: the next state, if any, has it
//     merged FILE                 with what another program wrote
//     discarded FILE              a branch was taken back; it goes to the trash
//     apart FILE OTHER            that name was taken: what is said of it is said of the other one
//     torn FILE | unreadable N    what opening the chat found
//     kept ID                     that request and its answer are in the ledger, on the disk
//     reply PHASE WORDS           as ReplyState has it, when the phase changes
//     asking                      the same request goes out once more, by itself: the service had no room
//     settled | refused COMMAND | openfailed WORDS | loadfailed WORDS
//
// Files are relative to the library, and percent-encoded.
#pragma once

#include "core/chat/chatsession.h"
#include "core/chat/leftchats.h"
#include "core/chat/librarychatstore.h"
#include "core/library/library.h"
#include "core/wire/networktransport.h"
#include "core/workspace/requesthistory.h"

#include <QHash>
#include <QSocketNotifier>
#include <QTimer>

#include <functional>
#include <memory>

namespace snug::durability {

class PlayedSession : public QObject
{
public:
    // `server`: where replies come from, up to "/v1".
    PlayedSession(const QString &root, const QUrl &server);
    ~PlayedSession() override;

private:
    // What one saver has been given: the names that its chat has had, and the newest state of each.
    struct Said
    {
        QStringList names; // the last one is the present one
        QHash<QString, int> newest;
    };
    using SaidPtr = std::shared_ptr<Said>;
    class Store;

    void openChat(const QString &name);
    bool isBeingSaved(const QString &name) const;
    void begin(const Chat &chat, const std::optional<FileVersion> &version);
    void show(const Chat &chat, std::unique_ptr<ChatSaver> saver);
    void watch(const ChatReference &reference);
    void leave();
    void follow(ChatSaver *saver);
    void tellState(const Chat &chat, Said &said);
    void setApart(const QString &name, const QString &other);
    void tellReply();
    void read();
    void playNext();
    bool perform(const QString &word, const QString &rest);
    void settle();
    bool isSettled() const;
    SessionHooks hooks();
    ModelLink link();

    QUrl m_server;
    NetworkTransport m_transport;
    Library m_library;
    RequestHistory m_history;
    LeftChats m_left;
    QString m_rescueFolder;
    std::unique_ptr<ChatStore> m_store;
    std::unique_ptr<ChatSession> m_session;
    SaidPtr m_said; // of the open chat
    QHash<ChatSaver *, SaidPtr> m_savers;
    QHash<QString, QString> m_branchedFrom;
    QStringList m_apart; // names that were taken
    QString m_watched;
    int m_states = 0;
    std::optional<ReplyState::Phase> m_phase;
    QSocketNotifier m_input;
    QByteArray m_received;
    QStringList m_commands;
    QTimer m_next;
    QTimer m_settling;
    bool m_settlesSaved = false;
    bool m_hasFailed = false; // to open the library, or a chat
};

} // namespace snug::durability
