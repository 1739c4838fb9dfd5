// The Studio: all documents of the library at the left, the editors of those that are open in the middle, the
// live prompt that they make at the right.
#pragma once

#include "widgets/theme/theme.h"

#include <QWidget>

class QSplitter;
class QStackedWidget;
class QToolButton;

namespace snug {

class DocumentTree;
class PlainLabel;
class PromptPane;

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
    // Open, in front or behind another.
    bool isOpen(const QWidget *editor) const { return m_open.contains(editor); }
    QWidget *current() const; // null: nothing is open
    // Without an editor: the documents alone.
    void showDocuments();
    // Where there is room for it.
    void setPromptShown(bool isShown);

    DocumentTree *documents() const { return m_documents; }
    PromptPane *prompt() const { return m_prompt; }
    QToolButton *backButton() const { return m_back; }

Q_SIGNALS:
    void backRequested(); // to the chat
    void shown();
    void currentChanged(QWidget *editor); // null: nothing is open

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    void bring(QWidget *page);
    void onHidden(QWidget *editor);
    void showTitle();
    void raiseWindow();
    void placePrompt();

    QList<const QWidget *> m_open; // the last one was in front last
    QSplitter *m_parts;
    DocumentTree *m_documents;
    QStackedWidget *m_pages;
    QWidget *m_nothing;
    PromptPane *m_prompt;
    QToolButton *m_back;
    bool m_wantsPrompt = true;
    bool m_isTurning = false; // a page goes behind another
};

} // namespace snug
