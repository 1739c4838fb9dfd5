// What the user should know without being stopped by it: at the top of the chat, the newest first, with a few
// ways to go on. No more than two are shown at once; the rest is behind a button.
#pragma once

#include "widgets/theme/theme.h"

#include <QMap>
#include <QStringList>
#include <QWidget>

#include <functional>

class QPushButton;
class QVBoxLayout;

namespace snug {

struct NoticeAction
{
    QString text;
    std::function<void()> act;
    bool keepsNotice = false; // else it goes away first
};

struct Notice
{
    enum class Kind : quint8 { Hint, Done, Problem };
    // What ends it where nobody dismisses it before.
    enum class Until : quint8 {
        Cause,   // who posted it says when
        Chat,    // another chat is open, or none
        Library, // another library is open, or none
        Told,    // as Library, and before that it has been on screen for half a minute; all that is Done
    };
    Kind kind = Kind::Hint;
    QString text; // plain
    QList<NoticeAction> actions;
    Until until = Until::Cause;
};

class NoticeBar : public QWidget
{
    Q_OBJECT

public:
    explicit NoticeBar(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // Replaces the notice of the same id, in its place. Each has a button to put it away.
    void post(const QString &id, const Notice &notice);
    // Other words for one that is shown; its buttons stay as they are.
    void reword(const QString &id, const QString &text);
    void dismiss(const QString &id);
    // As a click on its first button does.
    void take(const QString &id);
    // The chat, or the library and all chats of it, is left: what is about it goes.
    void leaveChat();
    void leaveLibrary();
    bool isShown(const QString &id) const { return m_lines.contains(id); }
    QString textOf(const QString &id) const;

Q_SIGNALS:
    void posted(const QString &id, const snug::Notice &notice);
    void gone(const QString &id);
    void putAway(const QString &id); // by the user's click on the cross
    void keysReleased();             // the notice that had the keyboard focus is gone

private:
    QWidget *makeLine(const QString &id, const Notice &notice);
    void paintLine(QWidget *line, Notice::Kind kind);
    void arrange();
    void dismissWhere(const std::function<bool(const Notice &)> &isOver);
    QStringList idsOnScreen() const;

    struct Line
    {
        QWidget *widget;
        Notice notice;
    };
    QMap<QString, Line> m_lines;
    QStringList m_order; // ids, the newest first
    QVBoxLayout *m_layout;
    QPushButton *m_more;
    bool m_showsAll = false;
    Theme m_theme = Theme::light();
};

} // namespace snug
