// A line of text that takes the width it is given and leaves out what does not fit; the tool tip has all of
// it.
#pragma once

#include "widgets/theme/plainlabel.h"

namespace snug {

class ElidedLabel : public PlainLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget *parent = nullptr);

    void setWhole(const QString &text);
    const QString &whole() const { return m_whole; }

    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void elide();

    QString m_whole;
};

} // namespace snug
