// The story: a chat's messages below each other, read, edited, swiped and listened to.
//
// Shows a model with the roles of core/chat/chatmodel.h and tells what the user wants; it changes and
// loads nothing itself. Made for 100,000 messages: only what is on screen is laid out, heights above are
// estimates, and a correction of one never moves what is being read. Streaming text moves the view only
// when it stood at the end.
#pragma once

#include "widgets/chat/messageaction.h"
#include "widgets/chat/messagepainter.h"
#include "widgets/chat/rowlayouts.h"
#include "widgets/theme/pictures.h"

#include <QAbstractScrollArea>
#include <QPersistentModelIndex>
#include <QTimer>
#include <QUrl>

namespace snug {

class ActionBar;
class MessageEditor;
class PillButton;

class Transcript : public QAbstractScrollArea
{
    Q_OBJECT
public:
    // `colours` may be null (code stays plain) and must outlive the view.
    explicit Transcript(CodeColours *colours = nullptr, QWidget *parent = nullptr);
    ~Transcript() override;

    // Not owned; null shows the empty text.
    void setModel(QAbstractItemModel *model);
    void setTheme(const Theme &theme);
    void setEmptyText(const QString &text);
    // The answer to pictureRequested; a null image if there is none.
    void setPicture(const QString &file, const QImage &image);

    // The row that the keys act on; -1 = none, then they act on the last.
    int currentRow() const { return m_current; }
    void setCurrentRow(int row);
    bool isAtEnd() const { return m_follow; }
    void scrollToEnd();
    void scrollPages(int pages); // down is positive

    // The scene marked in the chat, its handles to be dragged; -1 = not marked.
    // Numbers are those of the whole chat, of which some messages may not be shown here.
    void setScene(int first, int last, int startNumber, int endNumber);
    QRect sceneHandle(bool isStart) const; // in the viewport's coordinates; null = not marked

    QList<MessageAction> actions(int row) const;
    void perform(MessageAction action, int row);
    QString selectedText() const;

    // The rows on screen: the first, and one past the last.
    std::pair<int, int> visibleRows() const;
    // In the viewport's coordinates; may lie outside of it. Null for rows that do not exist.
    QRect messageRect(int row) const;
    // Good until the event loop runs again.
    const MessageLayout &message(int row);

Q_SIGNALS:
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
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragMoveEvent(QDragMoveEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    struct Selection
    {
        quint64 id = 0;
        MessagePart part = MessagePart::None;
        int anchor = 0;
        int position = 0;
        bool isEmpty() const { return part == MessagePart::None || anchor == position; }
    };

    // transcript.cpp: the model and what is where
    void rowsInserted(int first, int last);
    void rowsRemoved(int first, int last);
    void rowsChanged(int first, int last);
    void restart(bool fromEnd);
    void requestSettle(bool frameOnly = false);
    void settle();
    int settleFromAnchor();
    int settleFromEnd();
    void setScroll(int value);
    int contentHeight() const;
    void hold(); // stay where one is, even at the end
    void reveal(int row);
    int rowAt(const QPoint &point) const;
    int rowOf(quint64 id) const;
    QString documentText(int row, MessagePart part, int from, int to) const;

    // transcriptscene.cpp: the marked scene
    void paintScene(QPainter &painter, int row, const QRect &rect);
    bool pressSceneHandle(const QPoint &point);
    void dragSceneHandle(const QPoint &point);
    void releaseSceneHandle(const QPoint &point);

    // transcriptinput.cpp, transcriptactions.cpp: keys, pointer, menu, editing
    bool keyOnMessage(QKeyEvent *event, int row);
    bool keyMoves(QKeyEvent *event);
    void moveCurrent(int by);
    void swipe(int step);
    void toggleReasoning(int row);
    MessageHit hitAt(const QPoint &point, int *row) const;
    void activate(const MessageHit &hit, int row);
    void updateHover(const QPoint &point);
    void leaveHover();
    void placeChildren();
    bool showToolTip(QHelpEvent *event);
    void edit(int row);
    void closeEditor();
    void growEditor();
    void copyText(const QString &text);

    RowLayouts m_rows;
    Pictures m_pictures;
    QPointer<QAbstractItemModel> m_model;
    QString m_emptyText;
    QTimer m_settleTimer;
    bool m_dirty = true;
    bool m_settling = false;

    bool m_follow = true;
    int m_anchorRow = 0;    // the first row on screen
    int m_anchorOffset = 0; // how much of it is above the screen's top edge; negative above row 0
    int m_scroll = 0;
    bool m_newBelow = false;

    int m_current = -1;
    int m_hovered = -1;
    MessagePart m_hoveredPart = MessagePart::None;
    int m_pressedRow = -1;
    MessageHit m_pressed;
    bool m_selecting = false;
    Selection m_selection;

    struct SceneShown
    {
        int first = -1;
        int last = -1;
        int startNumber = -1;
        int endNumber = -1;
        bool operator==(const SceneShown &) const = default;
    };
    enum class SceneHandle : quint8 { None, Start, End };
    SceneShown m_scene;
    SceneHandle m_draggedHandle = SceneHandle::None;
    int m_dragTarget = -1;

    ActionBar *m_bar;
    int m_barRow = -1;
    PillButton *m_pill;
    QPointer<MessageEditor> m_editor;
    QPersistentModelIndex m_edited;
};

} // namespace snug
