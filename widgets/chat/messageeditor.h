// Edits a message's text in its place. Ctrl+Enter saves, Escape leaves it as it was, Ctrl+Shift+Enter makes
// two messages of it.
#pragma once

#include "widgets/chat/textstyle.h"

#include <QWidget>

class QPlainTextEdit;
class QPushButton;

namespace snug {

class PlainLabel;

class MessageEditor : public QWidget
{
    Q_OBJECT
public:
    MessageEditor(const QString &text, const TextStyle &style, QWidget *parent);

    void setStyle(const TextStyle &style);
    // What it would like at its present width, at most `most`.
    int wantedHeight(int most) const;
    QString text() const;
    void setText(const QString &text); // can be undone

Q_SIGNALS:
    void committed(const QString &text);
    void split(const QString &first, const QString &second); // at the cursor, without the blanks around it
    void cancelled();
    void textChanged();
    void wantedHeightChanged();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void splitHere();
    std::pair<QString, QString> halves() const;

    QPlainTextEdit *m_edit;
    PlainLabel *m_hint;
    QPushButton *m_split;
    QPushButton *m_save;
};

} // namespace snug
