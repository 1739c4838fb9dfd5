// Memories in the window: the scene's markers, the strip under the story, slash commands, the lorebook that
// memories of the open chat go to, and when they are made by themselves.
#pragma once

#include "app/memory/keptmemories.h"
#include "app/memory/memorymaking.h"
#include "app/memory/scenecontext.h"
#include "app/memory/sidepromptcontroller.h"
#include "core/library/librarycontents.h"
#include "core/memory/memorycommands.h"
#include "core/memory/memorymarks.h"
#include "widgets/chat/commandpopup.h"

class QDockWidget;
class QMenu;

namespace snug {

struct AppContext;

class MemoryController : public QObject
{
    Q_OBJECT

public:
    explicit MemoryController(const AppContext &app, QObject *parent = nullptr);

    // False: the text is no command of memory books.
    bool run(const QString &text);
    // For the composer to offer.
    QList<ComposerCommand> commands() const;
    // Of the open chat; empty = none.
    QString boundBook() const;
    MemoryMaking &making() { return m_making; }
    SidePromptController &sidePrompts() { return m_sidePrompts; }

Q_SIGNALS:
    void failed(const snug::Error &error);
    void settingsRequested();
    void presetsRequested();
    void sidePromptsRequested();

private:
    using WithBook = std::function<void(const QString &name, const Json &book)>;

    void connectPane();
    void showProgress();
    void connectSession();
    void mark(bool isStart, int row);
    void setMarks(const MemoryMarks &marks);
    int rowInChat(int shown) const;
    void showMarks();
    void runWith(const QString &text, const QString &name, const Json &book);
    void perform(const CommandPlan &plan, const QString &text, const QString &bookName, const Json &book);
    void withBook(bool mayMake, const WithBook &act);
    void makeAndBind(const WithBook &act);
    void bind(const QString &name);
    void offerBook(const QString &text, const std::function<void()> &then);
    void lookForDue();
    void sayNoBook();
    void offerPostponement();
    void checkDue();
    void fillMenu();
    void fillBookMenu(QMenu *menu);
    void showDock();

    const AppContext &m_app;
    SceneContext m_context;
    QDockWidget *m_dock;
    QMenu *m_menu;
    MemoryMaking m_making;
    SidePromptController m_sidePrompts;
    KeptMemories m_kept;
    QString m_progress;                // of the memory
    QTimer m_due;                      // something has come; who is due is looked for once the chat is quiet
    QList<ChatReference> m_toldNoBook; // chats whose side prompts have nowhere to be kept
    QPointer<ChatSession> m_session;
    qsizetype m_lookedAt = 0; // messages that were there when it was last looked for
};

} // namespace snug
