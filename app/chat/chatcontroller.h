// The open chat: joins its session with the transcript, the composer, the inspector and the actions.
#pragma once

#include "app/chat/chatgreeting.h"
#include "app/chat/chatpictures.h"
#include "app/chat/savingnotices.h"
#include "core/chat/chatmodel.h"
#include "core/chat/chatsession.h"
#include "core/chat/knownmessages.h"
#include "core/chat/leftchats.h"
#include "core/library/chatfiles.h"
#include "core/library/library.h"

#include <QObject>

#include <functional>
#include <memory>

namespace snug {

struct AppContext;

class ChatController : public QObject
{
    Q_OBJECT

public:
    explicit ChatController(const AppContext &app, QObject *parent = nullptr);
    ~ChatController() override;

    // An existing chat. `owner` is whose: a card's file, or a group's file where the reference is a group's.
    void open(const ChatReference &reference, const QString &owner);
    // A new one with the card's greeting. Its file is made when something is said.
    void startNew(const QString &cardFile);
    // A new one with the greetings of all members. Its file is made at once, for the group has to name it.
    void startNewGroupChat(const QString &groupFile);
    // What is not on the disk goes on being saved; opening the chat again shows it as it was.
    void close();
    // These chats are about to be deleted: a reply ends, and what has arrived of it is the last that is
    // saved.
    void letGo(const std::function<bool(const ChatReference &)> &which);
    // Likewise a character's, with its card: nobody is in play until another chat is opened.
    void letGoCharacter(const QString &cardFile);
    // Chats that were left before they were saved.
    LeftChats &left() { return m_left; }

    const std::optional<ChatReference> &reference() const { return m_reference; }
    // Of a group's chat, the group's file; else empty.
    const QString &groupFile() const { return m_groupFile; }
    ChatSession *session() const { return m_session.get(); }
    ChatModel *model() const { return m_model.get(); }
    // What the inspector shows; nothing while no chat is open.
    std::optional<PreparedPrompt> shownPrompt() const;
    void stop()
    {
        if (m_session)
            m_session->stop();
    }
    // Shows a message of the open chat and marks it; behind the last one stands what is being typed.
    void reveal(int row);
    // Asked first about what is to be sent: true takes it, and nothing is sent.
    void setCommands(const std::function<bool(const QString &text)> &take) { m_takeCommand = take; }
    // What the composer would send: where recipients are picked, with the tag that names them.
    QString draft() const;
    void setDraft(const QString &text);
    // The message whose text is being rewritten, as a row of the chat; -1 = none.
    int editedRow() const;
    void resumeEditing(int row, const QString &text);
    // See SessionHooks::adjustInputs; of every session.
    void setInputAdjustment(const std::function<void(PromptInputs &inputs)> &adjustInputs)
    {
        m_adjustInputs = adjustInputs;
    }
    // Sends over this link instead of the one in effect; nothing = over that again.
    void setTriedLink(const std::optional<ModelLink> &link);
    // What the transcript shows of it.
    KnownMessages *known() const { return m_known.get(); }

Q_SIGNALS:
    void opened(const snug::ChatReference &reference);
    void fileRead(const snug::LoadedChat &chat); // it is open by now
    void leaving();                              // the open chat, if there is one; it is still there
    void sessionChanged();                       // another one, or none any more
    // What was typed is about to become this message.
    void saying(const QString &typed, const snug::Message &message);
    void activity(const QString &text); // for the status bar; empty = nothing happens
    void problem(const QString &text);  // empty = none any more
    void failed(const snug::Error &error);

private:
    void connectPane();
    void showOwner(const QString &cardFile, const QString &groupFile);
    void makeGroupChat(const Chat &chat);
    void showLeft(LeftChat left);
    void showOpened(const Chat &chat);
    void show(Chat chat, bool hasFile);
    void show(Chat chat, std::unique_ptr<ChatSaver> saver);
    void leave(bool isKept);
    void showGreeted(const Chat &chat);
    void showScriptWarnings(const QStringList &warnings);
    void showHeader();
    void showReply();
    void showPrompt(const PreparedPrompt &prepared);
    void inputsChanged();
    ModelLink linkNow() const;
    void draftChanged();

    const AppContext &m_app;
    std::optional<ChatReference> m_reference;
    QString m_cardFile;
    QString m_groupFile;
    std::optional<std::pair<ChatReference, LoadedChat>> m_opened; // what was read and is not shown yet
    quint64 m_opening = 0;                                        // answers to earlier requests are ignored
    ChatGreeting m_greeting;
    LeftChats m_left;
    SavingNotices m_saving;
    std::unique_ptr<ChatStore> m_store;
    std::unique_ptr<ChatSession> m_session;
    std::unique_ptr<ChatModel> m_model;
    std::unique_ptr<KnownMessages> m_known;
    ChatPictures m_pictures;
    std::function<bool(const QString &)> m_takeCommand;
    std::function<void(PromptInputs &)> m_adjustInputs;
    std::optional<ModelLink> m_triedLink;
    quint64 m_shown = 0; // prompts handed to the inspector, over all sessions
};

} // namespace snug
