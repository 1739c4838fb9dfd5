// Menus above, what is happening now below; between them the chat with its panes, or the Studio. Nothing
// else.
#pragma once

#include "widgets/window/chatpage.h"

#include <QAction>
#include <QMainWindow>
#include <QPointer>

#include <functional>

class QMenu;
class QPushButton;
class QTimer;

namespace snug {

class Actions;
class PlainLabel;
class WindowPages;

class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    // Takes the panes as its children. `actions` must outlive the window.
    MainWindow(Actions &actions, const ChatPage::Panes &panes, QWidget *parent = nullptr);

    // Where docks and toolbars stand, for the settings file. Returns false for bytes it cannot use.
    QByteArray layoutState() const;
    bool restoreLayout(const QByteArray &geometry, const QByteArray &state);

    // The name of the folder, for the title.
    void setLibrary(const QString &name);

    // Asked when it is to be closed, after closing() was told; false: it stays. Null = it may.
    void setMayClose(const std::function<bool()> &mayClose) { m_mayClose = mayClose; }
    // Without asking.
    void closeAtOnce();

    // What is happening now, until it is replaced; empty = nothing.
    void showActivity(const QString &text);
    // What was done, or could not be: for some seconds.
    void showNews(const QString &text);
    // With a button that leads on, for as long.
    void offerNews(const QString &text, const QString &button, const std::function<void()> &act);
    // Stays until it is replaced.
    void showProblem(const QString &text);

    // Menus whose content the controllers fill anew: persona, preset, lorebooks, regex scripts, mode.
    QMenu *personaMenu() const { return m_personaMenu; }
    QMenu *presetMenu() const { return m_presetMenu; }
    QMenu *lorebookMenu() const { return m_lorebookMenu; }
    QMenu *regexMenu() const { return m_regexMenu; }
    QMenu *modeMenu() const { return m_modeMenu; }
    QMenu *templateMenu() const { return m_templateMenu; } // of text completions
    QMenu *connectionMenu() const { return m_connectionMenu; }
    QMenu *memoryMenu() const { return m_memoryMenu; } // scenes, memories, side prompts
    struct ExportMenus
    {
        QMenu *preset = nullptr;
        QMenu *lorebook = nullptr;
        QMenu *persona = nullptr;
        QMenu *rules = nullptr;
    };
    const ExportMenus &exportMenus() const { return m_exportMenus; }
    QMenu *speakMenu() const { return m_speakMenu; } // whose reply to ask for, in groups

    QMenu *recentMenu() const { return m_recentMenu; } // libraries that were open before

    WindowPages *pages() const { return m_pages; }
    ChatPage *chatPage() const { return m_chatPage; }

Q_SIGNALS:
    void closing(); // it may be that it stays open
    void filesDropped(const QStringList &paths);

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void fillMenus(const Actions &actions);
    void followPage();
    void showEditorActions();

    Actions &m_actions;
    ChatPage *m_chatPage;
    WindowPages *m_pages;
    QString m_library;
    QMenu *m_editMenu = nullptr;
    QList<QPointer<QAction>> m_editorActions; // in that menu
    QMenu *m_recentMenu = nullptr;
    QMenu *m_personaMenu = nullptr;
    QMenu *m_presetMenu = nullptr;
    QMenu *m_lorebookMenu = nullptr;
    QMenu *m_regexMenu = nullptr;
    QMenu *m_modeMenu = nullptr;
    QMenu *m_templateMenu = nullptr;
    QMenu *m_connectionMenu = nullptr;
    QMenu *m_speakMenu = nullptr;
    QMenu *m_memoryMenu = nullptr;
    ExportMenus m_exportMenus;
    PlainLabel *m_activity = nullptr;
    QPushButton *m_newsButton = nullptr; // beside it
    std::function<void()> m_newsAct;
    QTimer *m_activityTime = nullptr; // until it is no news any more
    PlainLabel *m_problem = nullptr;
    std::function<bool()> m_mayClose;
};

} // namespace snug
