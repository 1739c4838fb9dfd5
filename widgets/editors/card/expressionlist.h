// Pictures of a character's expressions, to be looked at: each with its name.
#pragma once

#include <QImage>
#include <QStringList>
#include <QWidget>

class QListWidget;

namespace snug {

class PlainLabel;

class ExpressionList : public QWidget
{
    Q_OBJECT

public:
    explicit ExpressionList(QWidget *parent = nullptr);

    // Hides itself where there are none.
    void setExpressions(const QStringList &names);
    void setPicture(int index, const QImage &picture);
    QListWidget *list() const { return m_list; }

private:
    PlainLabel *m_title;
    QListWidget *m_list;
};

} // namespace snug
