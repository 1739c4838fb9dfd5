// The composer's text field: as tall as its text, from one line to ten.
#pragma once

#include <QPlainTextEdit>
#include <QUrl>

namespace snug {

class DraftEdit : public QPlainTextEdit
{
    Q_OBJECT
public:
    explicit DraftEdit(QWidget *parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    // Undoable, unlike setPlainText.
    void replaceAll(const QString &text);

Q_SIGNALS:
    void enterPressed();
    void escapePressed();
    void upPressedWhileEmpty();
    void pageRequested(int pages); // Page Up and Page Down: the transcript's
    void filesDropped(const QList<QUrl> &files);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool canInsertFromMimeData(const QMimeData *source) const override;
    void insertFromMimeData(const QMimeData *source) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void measure();

    int m_wantedHeight = 0;
};

} // namespace snug
