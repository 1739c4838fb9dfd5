// The lower part of the library's pane: the chats of the one chosen, or of all.
#pragma once

#include "core/library/listedchats.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QAction;
class QKeyEvent;
class QListView;
class QToolButton;

namespace snug {

class ChatDelegate;
class ChatsModel;
class PlainLabel;

// Shows the model and says what the user wants.
class ChatList : public QWidget
{
    Q_OBJECT

public:
    enum class Scope : quint8 { Chosen, All };

    // `chats` outlives this.
    explicit ChatList(ChatsModel *chats, QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    Scope scope() const { return m_scope; }
    bool showsArchived() const;
    // Whether somebody is chosen whose chats there could be.
    void setChosen(bool isChosen);
    // Also where it is empty: what can be done is said elsewhere.
    void setSaysNothing(bool saysNothing);
    void showOpen(const std::optional<ChatReference> &chat); // in the window
    // Shows as current, without telling.
    void showCurrent(const std::optional<ChatReference> &chat);
    std::optional<ListedChat> current() const;

    QListView *view() const { return m_view; }

Q_SIGNALS:
    void scopeChanged(); // or showsArchived()
    void chosen(const snug::ListedChat &chat);
    void newRequested();
    void renameRequested(const snug::ListedChat &chat);
    void copyRequested(const snug::ListedChat &chat);
    void moveRequested(const snug::ListedChat &chat); // to another character; not of groups
    void pinRequested(const snug::ListedChat &chat, bool isPinned);
    void archiveRequested(const snug::ListedChat &chat, bool isArchived);
    void exportRequested(const snug::ListedChat &chat);
    void deleteRequested(const snug::ListedChat &chat);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QToolButton *makeScopeButton();
    void setScope(Scope scope);
    void showEmptyState();
    void showMenu(const QPoint &position);
    bool keyPressed(const QKeyEvent &key);

    ChatsModel *m_model;
    Scope m_scope = Scope::Chosen;
    bool m_isChosen = false;
    bool m_saysNothing = false;
    QAction *m_archived = nullptr; // in the menu of m_scopeButton
    QListView *m_view;
    QToolButton *m_new;
    QToolButton *m_scopeButton;
    PlainLabel *m_empty;
    ChatDelegate *m_delegate;
};

} // namespace snug
