// A small round-ended button that is on or off.
#pragma once

#include "widgets/theme/theme.h"

#include <QAbstractButton>

namespace snug {

class Chip : public QAbstractButton
{
    Q_OBJECT
public:
    explicit Chip(const QString &text, QWidget *parent);

    void setTheme(const Theme &theme);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override; // Enter too

private:
    Theme m_theme;
};

} // namespace snug
