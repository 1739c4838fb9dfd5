// The label of this program: what it shows are characters, whatever they look like. Words of strangers may
// stand in it as they are. For our own words with bold or links there is RichLabel.
#pragma once

#include <QLabel>

namespace snug {

class PlainLabel : public QLabel
{
    Q_OBJECT

public:
    explicit PlainLabel(QWidget *parent = nullptr);
    explicit PlainLabel(const QString &text, QWidget *parent = nullptr);

    void setTextFormat(Qt::TextFormat format) = delete;
};

} // namespace snug
