// The whole program, played by keys and clicks: its window, editors and notices, as a user has them, with
// what it shows said on standard output. Whoever kills this process knows from it what must be on the disk.
//
// It says what playedsession.h says of chats (opened, state, saved, apart, settled), and, with the
// milliseconds since it started:
//
//     at MS                   it is alive; ten times a second
//     typed MS FILE TEXT      what stands in the composer now; the file is where it ought to be kept
//     rewriting MS FILE TEXT  what stands in the editor of a message; empty: none is open
//     arriving MS FILE N      so many letters of the reply under way; 0: there is none
//     edited MS WORD          typed into the editor of a document
//     documentsaved WORD      it is in the document's file
//     imported FILE           the report says so
//
// Texts and files are percent-encoded, files relative to the library.
#pragma once

#include "app/window/application.h"
#include "app/window/terminationsignals.h"
#include "core/library/librarycontents.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QRandomGenerator>
#include <QTimer>

#include <memory>
#include <optional>

class QApplication;
class QPlainTextEdit;

namespace snug {
class ChatSession;
class DocumentEditing;
} // namespace snug

namespace snug::durability {

class PlayedWindow : public QObject
{
public:
    enum class Part : quint8 {
        Play,  // until it is killed
        Look,  // says what is shown at the start, and closes the window
        Write, // sends a message, and while its reply comes writes on: "settled"; a signal ends it
        Rest,  // nothing, once it is open
    };

    // `folder` holds the library, the settings and the state folder. `pace`: milliseconds a token.
    PlayedWindow(QApplication &application, const QString &folder, Part part, quint32 seed, int pace);
    ~PlayedWindow() override;

private:
    const AppContext &app() const { return m_program->context(); }
    bool isReady() const;
    QString chatFile() const;
    QString unsentFile() const;
    QPlainTextEdit *composer() const;
    void follow(ChatSession *session);
    void tellState();
    void tellSaved();
    void observe();
    void begin();
    void look();
    void write();
    void writeOn();

    // One thing that a user does; false: it cannot be done now.
    void step();
    bool act();
    bool say(bool isSent);
    bool rewrite(bool isSaved);
    bool press(int key, Qt::KeyboardModifiers modifiers, bool inTranscript);
    bool chooseCharacter();
    bool importFile();
    bool editPreset();
    bool editLorebook();
    bool typeInto(QWidget *field, DocumentEditing &document);
    bool goToChat();
    QString word(QChar kind);

    QString m_folder;
    Part m_part;
    QRandomGenerator m_random;
    QElapsedTimer m_since;
    std::unique_ptr<Application> m_program;
    std::unique_ptr<TerminationSignals> m_endings;
    QTimer m_observe;
    QTimer m_step;
    ChatSession *m_session = nullptr;
    int m_states = 0;
    QHash<QString, int> m_newest;
    QString m_lastFile; // of the open chat
    QHash<QString, QString> m_branchedFrom;
    QString m_typed;
    QString m_rewritten;
    qsizetype m_arrived = 0;
    int m_words = 0;
    QStringList m_imports; // under way
    bool m_hasAskedForLorebook = false;
};

} // namespace snug::durability
