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

    // `brief` stands for it where there is no room; without one its end is cut off.
    void setWhole(const QString &text, const QString &brief = {});
    const QString &whole() const { return m_whole; }

    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void elide();

    QString m_whole;
    QString m_brief;
};

} // namespace snug
