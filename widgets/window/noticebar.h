// What the user should know without being stopped by it: lines at the top of the chat with a few ways to go
// on.
#pragma once

#include "widgets/theme/theme.h"

#include <QMap>
#include <QWidget>

#include <functional>

class QVBoxLayout;

namespace snug {

struct NoticeAction
{
    QString text;
    std::function<void()> act; // the notice goes away first
};

struct Notice
{
    enum class Kind : quint8 { Hint, Done, Problem };
    Kind kind = Kind::Hint;
    QString text; // plain
    QList<NoticeAction> actions;
};

class NoticeBar : public QWidget
{
    Q_OBJECT

public:
    explicit NoticeBar(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // Replaces the notice of the same id. Each has a button to put it away.
    void post(const QString &id, const Notice &notice);
    void dismiss(const QString &id);
    bool isShown(const QString &id) const { return m_lines.contains(id); }
    QString textOf(const QString &id) const;

Q_SIGNALS:
    void putAway(const QString &id); // by the user's click on the cross

private:
    QWidget *makeLine(const QString &id, const Notice &notice);
    void paintLine(QWidget *line, Notice::Kind kind);

    struct Line
    {
        QWidget *widget;
        Notice notice;
    };
    QMap<QString, Line> m_lines;
    QVBoxLayout *m_layout;
    Theme m_theme = Theme::light();
};

} // namespace snug
