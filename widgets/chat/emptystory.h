// What stands in the story's place while there is nobody in the library: where somebody can come from.
#pragma once

#include "widgets/theme/theme.h"

#include <QWidget>

class QAction;

namespace snug {

class PlainLabel;

class EmptyStory : public QWidget
{
    Q_OBJECT

public:
    // Lies over the middle of `story`.
    explicit EmptyStory(QWidget *story);

    void setTheme(const Theme &theme);
    // A button each, below what is said; the actions' own words and doings.
    void setContent(const QString &text, const QList<QAction *> &actions);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void place();

    PlainLabel *m_text;
    QWidget *m_buttons = nullptr;
};

} // namespace snug
