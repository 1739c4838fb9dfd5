// The story: a chat's messages below each other, read, edited, swiped and listened to.
//
// Shows a model with the roles of core/chat/chatmodel.h and tells what the user wants; it changes and
// loads nothing itself. Made for 100,000 messages: only what is on screen is laid out, heights above are
// estimates, and a correction of one never moves what is being read. Streaming text moves the view only
// when it stood at the end.
#pragma once

#include "widgets/chat/editinplace.h"
#include "widgets/chat/messageaction.h"
#include "widgets/chat/rowrange.h"
#include "widgets/chat/storyfollower.h"
#include "widgets/chat/storyground.h"
#include "widgets/chat/storykeys.h"
#include "widgets/chat/storypointer.h"
#include "widgets/chat/storyrepaint.h"
#include "widgets/theme/pictures.h"

#include <QAbstractScrollArea>
#include <QElapsedTimer>
#include <QTimer>

namespace snug {

class ActionBar;
class PillButton;

class Transcript : public QAbstractScrollArea
{
    Q_OBJECT
public:
    // `colours` may be null (code stays plain) and must outlive the view.
    explicit Transcript(CodeColours *colours = nullptr, QWidget *parent = nullptr);

    // Not owned; null shows the empty text.
    void setModel(QAbstractItemModel *model) { m_follower.setModel(model); }
    void setTheme(const Theme &theme) { setLook(theme, m_rows.style().look); }
    void setReading(const ReadingLook &look) { setLook(m_theme, look); }
    void setBackground(const QImage &picture); // faintly behind the story; null: none
    void setEmptyText(const QString &text);
    const QString &emptyText() const { return m_emptyText; }
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
    int currentRow() const { return m_current.current(); }
    const RowRange &currentRows() const { return m_current; }
    // -1: none, and nothing is selected.
    void setCurrentRow(int row, RowRange::Extent extent = RowRange::Extent::One);
    void scrollToEnd();
    void scrollPages(int pages); // down is positive

    // The scene marked in the chat, its handles to be dragged.
    void setScene(const SceneShown &scene);
    // In the viewport's coordinates; null = not marked.
    QRect sceneHandle(SceneMarks::Handle handle) const { return m_scene.rect(handle); }

    QList<MessageAction> actions(int row) const { return actionsFor(m_follower.at(row)); }
    void perform(MessageAction action, int row);
    QString selectedText() const { return m_pointer.selectedText(); }
    // What a click on this part of a message does.
    void press(int row, MessagePart part) { activate({part, -1, {}}, row); }
    // The message that is being rewritten; MessageAction::Edit opens it.
    EditInPlace &editing() { return m_editing; }

    const ReadingPlace &place() const { return m_place; }
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
    void swipesRequested(int row, const QPoint &globalPosition); // a list of them
    void splitRequested(int row, const QString &first, const QString &second);
    void moveRequested(int row, int by);
    void mergeRequested(int row); // with the one above
    void narrationRequested(int row);
    void knowersRequested(int row, const QPoint &globalPosition); // a list of them
    void hideRequested(int first, int last, bool hidden);
    void deleteRequested(int first, int last);
    void exportRequested(int first, int last);
    void scriptsRequested(int first, int last); // a list of them
    void branchRequested(int row);
    void checkpointRequested(int row);
    void originRequested(int row);     // the request that made it is wanted
    void cutRequested(int row);        // what was cut from it is wanted
    void sceneStartRequested(int row); // on the row where it stands: away with it
    void sceneEndRequested(int row);
    void copyDone();
    void retryRequested(int row);
    void detailsRequested(int row);
    // `shown`: what the text shows in its place, with what touches it. Nothing is followed here.
    void linkActivated(const QString &address, const QString &shown);
    void zoomRequested(int steps);              // the wheel with Ctrl
    void pictureRequested(const QString &file); // once for each; answer with setPicture

protected:
    bool event(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override { m_pointer.press(event); }
    void mouseMoveEvent(QMouseEvent *event) override { m_pointer.move(event); }
    void mouseReleaseEvent(QMouseEvent *event) override { m_pointer.release(event); }
    void mouseDoubleClickEvent(QMouseEvent *event) override { m_pointer.doubleClick(event); }
    void contextMenuEvent(QContextMenuEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    friend StoryKeys;
    void copy(int row); // what is selected, else this message, or the run it is in
    void setStyle(const TextStyle &style);
    void setLook(const Theme &theme, const ReadingLook &look);
    void swipe(int step);
    void performOn(MessageAction action, int first, int last);
    void rowsInserted(int first, int last);
    void rowsRemoved(int first, int last);
    void rowsChanged(int first, int last, bool isStreaming);
    void restart(bool fromEnd);
    void requestSettle(bool frameOnly = false);
    void settle();
    void setScroll(int value);
    void reveal(int row);
    void activate(const MessageHit &hit, int row);
    void toggleReasoning(int row);
    void turnPart(int row, MessagePart way); // see RowLayouts::turnPart
    void placeChildren();
    void showChange(); // of what does not change the rows
    void edit(int row);
    void editorClosed(bool hadFocus);
    void copyText(const QString &text);

    RowLayouts m_rows;
    ReadingPlace m_place;
    SceneMarks m_scene;
    StoryPointer m_pointer;
    StoryKeys m_keys;
    EditInPlace m_editing;
    StoryFollower m_follower;
    StoryRepaint m_repaint;
    StoryGround m_ground;
    Theme m_theme = Theme::light(); // as it was given
    Pictures m_pictures;
    QString m_emptyText;
    QString m_searched;
    QTimer m_settleTimer;
    bool m_dirty = true;
    bool m_settling = false;
    RowRange m_current;
    ActionBar *m_bar;
    int m_barRow = -1;
    PillButton *m_pill;
    QElapsedTimer m_sinceSettled; // what comes at each frame waits for the next one, not for one more
};

} // namespace snug
