// Who and which chat: the characters and groups of the library, and the chats of the one chosen.
#pragma once

#include "core/model/prompttemplate.h"
#include "widgets/library/castfilter.h"
#include "widgets/library/castmodel.h"
#include "widgets/library/documentact.h"
#include "widgets/library/manymenu.h"
#include "widgets/library/tagmenu.h"
#include "widgets/theme/theme.h"

#include <QWidget>

#include <memory>

class QLineEdit;
class QListView;
class QMenu;

namespace snug {

class CastDelegate;
class CastHead;
class CastOrder;
class ChatList;
class ChatsModel;
class PictureEngine;
class RichLabel;

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
    void showCurrent(CastEntry::Kind kind, const QString &id);
    // Instead of nobody: the library could not be opened, and what can be done.
    void setLibraryMissing(bool missing);
    // The names of the library's lorebooks, for menus.
    void setLorebooks(const QStringList &names) { m_lorebooks = names; }
    void focusSearch();
    std::optional<CastEntry> currentEntry() const; // nothing for a folder
    // Whether the list shows pictures in rows instead of a line each; the head's own choice.
    void showGallery(bool gallery);
    // What the list is filtered by now, without a name.
    CastFilter filterNow() const;
    // Who was put into folders or taken out of them is listed where they belong.
    void followFolders() { filter(); }
    ChatList *chats() const { return m_chats; }
    CastHead *head() const { return m_head; }

Q_SIGNALS:
    void entryChosen(const snug::CastEntry &entry);
    void newChatRequested();
    void newModelChatRequested();
    void newCharacterRequested();
    void actRequested(snug::DocumentAct act, const snug::CastEntry &entry);
    // Cards' files; `other` empty: yet to be chosen.
    void compareRequested(const QString &file, const QString &other);
    void newGroupRequested(const QStringList &members); // card files to begin with
    void editCardRequested(const QString &file);
    void templateRequested(const QString &cardFile, snug::TemplatePart part);
    void editGroupRequested(const QString &file);
    void importRequested();
    void openLibraryRequested();
    void openAgainRequested(); // the library that is missing
    void exportRequested(const snug::CastEntry &entry);
    void deleteRequested(const snug::CastEntry &entry);
    void folderRequested(const QString &tag, snug::TagFolder folder);
    void tagActRequested(const QString &tag, snug::TagAct act);
    void manyChangeRequested(const snug::ManyChange &change);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showEmptyState();
    void filter();
    QList<CastEntry> selectedEntries() const; // without the model alone: it is no document
    bool castKeyPressed(int key);
    bool copyCurrent();
    bool clickTag(const QPoint &position);
    void castMenu(const QPoint &position);
    void addCharacterActions(QMenu *menu, const CastEntry &entry);
    void addGroupActions(QMenu *menu, const CastEntry &entry);
    void chooseCast(const QModelIndex &index);
    void useFilter(const CastFilter &filter);
    void fitTiles();

    CastModel *m_castModel;
    bool m_isMissing = false;
    QLineEdit *m_search = nullptr;
    QListView *m_cast = nullptr;
    ChatList *m_chats = nullptr;
    RichLabel *m_empty = nullptr;
    CastOrder *m_castOrder = nullptr;
    CastHead *m_head = nullptr;
    CastDelegate *m_delegate = nullptr;
    bool m_isGallery = false;
    QStringList m_lorebooks;
    Theme m_theme = Theme::light();
};

} // namespace snug
