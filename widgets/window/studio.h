// The Studio: all documents of the library at the left, the editors of those that are open in the middle, the
// live prompt that they make at the right. A page of the main window, or a window of its own.
#pragma once

#include "widgets/theme/icons.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QShortcut;
class QSplitter;
class QStackedWidget;
class QToolButton;
class QVBoxLayout;

namespace snug {

class DocumentTree;
class PlainLabel;
class PromptPane;
class StudioStart;

// Editors belong to their controllers: the Studio gives them a place. One that is hidden is closed.
class Studio : public QWidget
{
    Q_OBJECT

public:
    explicit Studio(QWidget *parent = nullptr);
    ~Studio() override;

    void setTheme(const Theme &theme);
    // In front, in its place in the middle.
    void open(QWidget *editor);
    // Its document is there: who waits in it can write.
    void writeIn(QWidget *editor);
    // What belongs to an editor and takes its place for a while: what it is compared with, what is inside it.
    // Closed, it leaves the place to the editor again.
    void openOver(QWidget *page, QWidget *editor);
    QList<QWidget *> over(const QWidget *editor) const;
    // Open, in front or behind another.
    bool isOpen(const QWidget *editor) const { return m_open.contains(editor); }
    QWidget *current() const; // null: nothing is open
    // Without an editor: the documents alone.
    void showDocuments();
    // Where it is narrow there is room for one of them beside the editor: the one that was asked for last.
    void setDocumentsShown(bool isShown);
    void setPromptShown(bool isShown);
    // After it was put into another window, and before it is shown alone.
    void becomePage();
    void becomeWindow();

    // Below the editor.
    void addFoot(QWidget *foot);

    DocumentTree *documents() const { return m_documents; }
    PromptPane *prompt() const { return m_prompt; }
    StudioStart *start() const { return m_start; }
    QToolButton *backButton() const { return m_back; }
    QToolButton *placeButton() const { return m_place; }

Q_SIGNALS:
    void backRequested();  // to the chat
    void placeRequested(); // into a window of its own, or out of it
    void wanted();         // something in it is to be seen
    void left();           // nothing is open in it any more
    void titleChanged();
    void shown();
    void currentChanged(QWidget *editor); // null: nothing is open

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    void bring(QWidget *page);
    void onHidden(QWidget *editor);
    void showTitle();
    QWidget *makeStrip();
    QToolButton *makeButton(IconName name);
    void addKeys();
    void showEditorAlone();
    void placeSides();
    void showPlace();

    QList<const QWidget *> m_open;            // the last one was in front last
    QHash<const QWidget *, QWidget *> m_over; // pages, and the editors that they are of
    QSplitter *m_parts;
    QWidget *m_left; // the documents, with what leads out of here above them
    QWidget *m_edge; // what is left of that when it is away
    DocumentTree *m_documents;
    QStackedWidget *m_pages;
    QVBoxLayout *m_middle = nullptr; // around them
    StudioStart *m_start;
    QWidget *m_strip; // above what is over an editor
    PlainLabel *m_stripTitle;
    PromptPane *m_prompt;
    QList<std::pair<QToolButton *, IconName>> m_buttons;
    QToolButton *m_back;
    QToolButton *m_stripBack;
    QToolButton *m_place;
    QToolButton *m_edgePlace;
    QShortcut *m_leaveKey;
    Theme m_theme;
    bool m_wantsDocuments = true;
    bool m_wantsPrompt = true;
    bool m_promptFirst = false; // where there is room for one
    bool m_isTurning = false;   // a page goes behind another
};

} // namespace snug
