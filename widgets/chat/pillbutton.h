// 'New text below': a small round-ended button over the transcript's lower edge.
#pragma once

#include "widgets/theme/theme.h"

#include <QAbstractButton>

namespace snug {

class PillButton : public QAbstractButton
{
    Q_OBJECT
public:
    explicit PillButton(QWidget *parent);

    void setTheme(const Theme &theme);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Theme m_theme;
};

} // namespace snug
