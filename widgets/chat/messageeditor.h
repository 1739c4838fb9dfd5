// Edits a message's text where it stands. Ctrl+Enter saves, Escape leaves it as it was.
#pragma once

#include "widgets/chat/textstyle.h"

#include <QWidget>

class QPlainTextEdit;
class QPushButton;

namespace snug {

class MessageEditor : public QWidget
{
    Q_OBJECT
public:
    MessageEditor(const QString &text, const TextStyle &style, QWidget *parent);

    // What it would like at its present width, at most `most`.
    int wantedHeight(int most) const;
    QString text() const;
    void setText(const QString &text); // can be undone

Q_SIGNALS:
    void committed(const QString &text);
    void cancelled();
    void textChanged();
    void wantedHeightChanged();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QPlainTextEdit *m_edit;
    QPushButton *m_save;
};

} // namespace snug
