// The story: a chat's messages below each other, read, edited, swiped and listened to.
//
// Shows a model with the roles of core/chat/chatmodel.h and tells what the user wants; it changes and
// loads nothing itself. Made for 100,000 messages: only what is on screen is laid out, heights above are
// estimates, and a correction of one never moves what is being read. Streaming text moves the view only
// when it stood at the end.
#pragma once

#include "widgets/chat/editinplace.h"
#include "widgets/chat/messageaction.h"
#include "widgets/chat/storyfollower.h"
#include "widgets/chat/storykeys.h"
#include "widgets/chat/storypointer.h"
#include "widgets/theme/pictures.h"

#include <QAbstractScrollArea>
#include <QDragEnterEvent>
#include <QTimer>
#include <QUrl>

namespace snug {

class ActionBar;
class PillButton;

class Transcript : public QAbstractScrollArea
{
    Q_OBJECT
public:
    // `colours` may be null (code stays plain) and must outlive the view.
    explicit Transcript(CodeColours *colours = nullptr, QWidget *parent = nullptr);
    ~Transcript() override;

    // Not owned; null shows the empty text.
    void setModel(QAbstractItemModel *model) { m_follower.setModel(model); }
    void setTheme(const Theme &theme);
    void setEmptyText(const QString &text);
    // Marks these words wherever they stand; empty: none.
    void setSearched(const QString &words)
    {
        m_searched = words;
        viewport()->update();
    }
    // The answer to pictureRequested; a null image if there is none.
    void setPicture(const QString &file, const QImage &image);

    int count() const { return m_rows.heights().count(); }
    // The row that the keys act on; -1 = none, then they act on the last.
    int currentRow() const { return m_current; }
    void setCurrentRow(int row); // -1: none, and nothing is selected
    bool isAtEnd() const { return m_place.isAtEnd(); }
    void scrollToEnd();
    void scrollPages(int pages); // down is positive

    // The scene marked in the chat, its handles to be dragged.
    void setScene(const SceneShown &scene);
    // In the viewport's coordinates; null = not marked.
    QRect sceneHandle(SceneMarks::Handle handle) const { return m_scene.rect(handle); }

    QList<MessageAction> actions(int row) const { return actionsFor(m_follower.at(row)); }
    void perform(MessageAction action, int row);
    QString selectedText() const { return m_pointer.selectedText(); }
    void copy(int row); // what is selected, else this message
    // Through the alternatives of the last message; past the last one a new one is asked for.
    void swipe(int step);
    void toggleReasoning(int row);
    // The message that is being rewritten; MessageAction::Edit opens it.
    EditInPlace &editing() { return m_editing; }

    // The rows on screen: the first, and one past the last.
    std::pair<int, int> visibleRows() const { return m_place.visibleRows(); }
    // In the viewport's coordinates; may lie outside of it. Null for rows that do not exist.
    QRect messageRect(int row) const { return m_place.rect(row); }
    // Good until the event loop runs again.
    const MessageLayout &message(int row);

Q_SIGNALS:
    void typed(const QString &text); // it belongs in the composer; empty: that is where the keys are to go
    void swipeRequested(int row, int step); // -1 or 1; past the last alternative = a new one
    void regenerateRequested(int row);
    void continueRequested(int row);
    void editCommitted(int row, const QString &text);
    void hideRequested(int row, bool hidden);
    void deleteRequested(int row);
    void branchRequested(int row);
    void originRequested(int row);     // the request that made it is wanted
    void sceneStartRequested(int row); // on the row where it stands: away with it
    void sceneEndRequested(int row);
    void copyDone();
    void retryRequested(int row);
    void detailsRequested(int row);
    // `shown`: what the text shows in its place, with what touches it. Nothing is followed here.
    void linkActivated(const QString &address, const QString &shown);
    void filesDropped(const QList<QUrl> &files);
    void pictureRequested(const QString &file); // once for each; answer with setPicture

protected:
    bool event(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override { m_pointer.press(event); }
    void mouseMoveEvent(QMouseEvent *event) override { m_pointer.move(event); }
    void mouseReleaseEvent(QMouseEvent *event) override { m_pointer.release(event); }
    void mouseDoubleClickEvent(QMouseEvent *event) override { m_pointer.doubleClick(event); }
    void contextMenuEvent(QContextMenuEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override { acceptFiles(event); }
    void dragMoveEvent(QDragMoveEvent *event) override { acceptFiles(event); }
    void dropEvent(QDropEvent *event) override;

private:
    void rowsInserted(int first, int last);
    void rowsRemoved(int first, int last);
    void rowsChanged(int first, int last, bool isStreaming);
    void restart(bool fromEnd);
    void requestSettle(bool frameOnly = false);
    void settle();
    void setScroll(int value);
    void reveal(int row);
    void activate(const MessageHit &hit, int row);
    void placeChildren();
    void showChange(); // of what does not change the rows
    void edit(int row);
    void editorClosed(bool hadFocus);
    void copyText(const QString &text);
    static void acceptFiles(QDropEvent *event);

    RowLayouts m_rows;
    ReadingPlace m_place;
    SceneMarks m_scene;
    StoryPointer m_pointer;
    StoryKeys m_keys;
    EditInPlace m_editing;
    StoryFollower m_follower;
    Pictures m_pictures;
    QString m_emptyText;
    QString m_searched;
    QTimer m_settleTimer;
    bool m_dirty = true;
    bool m_settling = false;
    int m_current = -1;
    ActionBar *m_bar;
    int m_barRow = -1;
    PillButton *m_pill;
};

} // namespace snug
