// A label of several lines in a form, as high as its lines are at its width. QLabel asks for the height that
// it would have at a width of its own choice, and forms give it that.
#pragma once

#include "widgets/theme/plainlabel.h"

namespace snug {

class WrappedLabel : public PlainLabel
{
    Q_OBJECT

public:
    explicit WrappedLabel(QWidget *parent = nullptr);

    QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;
};

} // namespace snug
