// Requests in the order in which they were sent, a cell each: high and coloured where the thing was in the
// prompt, low where it was not, a dot where nobody knows. Click, or the arrow keys, choose one.
#pragma once

#include "core/ledger/thingstory.h"
#include "widgets/theme/theme.h"

#include <QWidget>

namespace snug {

class StoryStrip : public QWidget
{
    Q_OBJECT

public:
    explicit StoryStrip(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setMoments(const QList<StoryMoment> &moments, SourceGroup group);
    int chosen() const { return m_chosen; } // -1 = none
    void choose(int number);

    QSize sizeHint() const override;

Q_SIGNALS:
    void chosenByUser(int number);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    QRectF cell(int number) const;
    int numberAt(const QPointF &place) const;
    void take(int number);

    Theme m_theme = Theme::light();
    QList<StoryMoment> m_moments;
    SourceGroup m_group = SourceGroup::Preset;
    int m_chosen = -1;
};

} // namespace snug
