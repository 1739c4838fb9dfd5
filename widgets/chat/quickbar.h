// Buttons above the composer that say something with one click: the user's quick replies.
#pragma once

#include "widgets/theme/theme.h"

#include <QList>
#include <QWidget>

class QKeyEvent;
class QMenu;
class QToolButton;

namespace snug {

struct QuickButton
{
    QString set = {};
    int id = 0; // in its set
    QString label = {};
    QString toolTip = {};
    bool isPossible = true; // false: it stays and says why when it is clicked
    bool operator==(const QuickButton &) const = default;
};

class QuickBar : public QWidget
{
    Q_OBJECT

public:
    explicit QuickBar(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // What has no room is behind the last button. Shown also while it is empty, for a first button.
    void setButtons(const QList<QuickButton> &buttons);
    void setAvailable(bool available); // there is a chat
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void pressed(const snug::QuickButton &button);
    void editRequested(const snug::QuickButton &button);
    void deleteRequested(const snug::QuickButton &button);
    void copyRequested(const snug::QuickButton &button);
    void moveRequested(const snug::QuickButton &button, int by); // -1: to the left, 1: to the right
    void addRequested();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override; // keys, and the menu of those without room
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void place();
    void dress(QToolButton *button, bool isPossible) const;
    void showMenu(const QuickButton &button, const QPoint &position);
    bool buttonKey(const QuickButton &button, QKeyEvent *event);

    Theme m_theme = Theme::light();
    QList<QuickButton> m_buttons;
    QList<QToolButton *> m_shown; // one each
    QToolButton *m_more;          // those without room
    QToolButton *m_add;
    QMenu *m_rest;
    bool m_isAvailable = false;
};

} // namespace snug
