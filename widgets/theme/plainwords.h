// Holds for the whole program that tool tips and labels show characters, never markup: Qt guesses by the
// text, and texts come from strangers. Labels that Qt makes itself (tool tips, message boxes, questions) are
// plain before they show a word; only what asks for rich text in so many words has it.
#pragma once

#include <QObject>
#include <QPoint>

class QApplication;
class QLabel;

namespace snug {

class PlainWords : public QObject
{
    Q_OBJECT

public:
    // Works as long as it lives.
    explicit PlainWords(QApplication &application);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fitTip(QLabel *tip) const;

    QPoint m_asked; // where the last tool tip was asked for, on the screen
};

} // namespace snug
