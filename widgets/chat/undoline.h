// What was just done to the story or to a document, in a line of its own for eight seconds, with the way
// back.
#pragma once

#include "widgets/chat/readinglook.h"
#include "widgets/theme/theme.h"

#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>

class QPushButton;

namespace snug {

class PlainLabel;

class UndoLine : public QWidget
{
    Q_OBJECT

public:
    explicit UndoLine(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // It begins where the story's column does.
    void setReading(const ReadingLook &look);
    // In place of what was said before. `act` is what the button does; the line goes away first.
    void tell(const QString &text, const std::function<void()> &act);
    void clear();
    QString text() const; // empty: nothing is said

protected:
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void place();
    void wrap();

    Theme m_theme = Theme::light();
    std::optional<ReadingLook> m_reading;
    PlainLabel *m_text;
    QPushButton *m_undo;
    std::function<void()> m_act;
    QTimer m_time;
};

} // namespace snug
