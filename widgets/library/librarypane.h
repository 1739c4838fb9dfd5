// Who and which chat: the characters and groups of the library, and the chats of the one chosen.
#pragma once

#include "widgets/library/castmodel.h"
#include "widgets/library/documentact.h"

#include <QWidget>

#include <memory>

class QLineEdit;
class QListView;
class QMenu;
class QSortFilterProxyModel;
class QToolButton;

namespace snug {

class CastDelegate;
class ChatsModel;
class PictureEngine;
class PlainLabel;
class RichLabel;
struct Theme;

// Shows the two models and says what the user wants; opens nothing itself.
class LibraryPane : public QWidget
{
    Q_OBJECT

public:
    // The models must outlive the pane.
    LibraryPane(CastModel *cast, ChatsModel *chats, QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // What decodes the pictures; without it letters stand for them.
    void setPictureEngine(const std::shared_ptr<PictureEngine> &engine);
    // Shows as chosen, without telling.
    void showCurrent(CastEntry::Kind kind, const QString &id, const QString &chat);
    // Instead of nobody: the library could not be opened, and what can be done.
    void setLibraryMissing(bool missing);
    void focusSearch();
    std::optional<CastEntry> currentEntry() const;
    QString currentChat() const;

Q_SIGNALS:
    void entryChosen(const snug::CastEntry &entry);
    void chatChosen(const QString &name);
    void newChatRequested();
    void newCharacterRequested();
    void actRequested(snug::DocumentAct act, const snug::CastEntry &entry);
    void newGroupRequested(const QStringList &members); // card files to begin with
    void editCardRequested(const QString &file);
    void editGroupRequested(const QString &file);
    void importRequested();
    void openLibraryRequested();
    void openAgainRequested(); // the library that is missing
    void exportRequested(const snug::CastEntry &entry);
    void deleteRequested(const snug::CastEntry &entry);
    void exportChatRequested(const QString &name);
    void deleteChatRequested(const QString &name);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showEmptyState();
    void castMenu(const QPoint &position);
    void addCharacterActions(QMenu *menu, const CastEntry &entry);
    void chatMenu(const QPoint &position);
    void chooseCast(const QModelIndex &index);

    CastModel *m_castModel;
    bool m_isMissing = false;
    QLineEdit *m_search = nullptr;
    QListView *m_cast = nullptr;
    QListView *m_chats = nullptr;
    RichLabel *m_empty = nullptr;
    PlainLabel *m_noChats = nullptr;
    QToolButton *m_new = nullptr;
    QSortFilterProxyModel *m_castOrder = nullptr;
    QSortFilterProxyModel *m_chatOrder = nullptr;
    CastDelegate *m_delegate = nullptr;
};

} // namespace snug
