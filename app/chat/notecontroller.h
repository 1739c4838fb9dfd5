// The author's note in the window: folded out above the composer, written into the chat with undo, or into
// the settings for a character and for chats without one.
#pragma once

#include "widgets/chat/notefold.h"

#include <QObject>
#include <QPointer>

namespace snug {

class ChatSession;
struct AppContext;
struct PreparedPrompt;

class NoteController : public QObject
{
    Q_OBJECT

public:
    explicit NoteController(const AppContext &app, QObject *parent = nullptr);

private:
    void follow();
    void show(bool shown);
    void refresh();
    void showStatus(const PreparedPrompt &prepared);
    NoteFold::Notes notes() const;
    void save(const CharacterNote &note);
    void save(const NoteSettings &note);
    template <typename Note>
    void pushStep(const Note &before, const Note &now, const QString &undoText, const QString &redoText);
    QString cardName() const; // the picture's file without ".png"; empty = no one character's chat

    const AppContext &m_app;
    QPointer<ChatSession> m_session;
    bool m_isAnotherChat = true;
};

} // namespace snug
