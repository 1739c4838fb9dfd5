// A label for our own words with bold or links. The words of others go into it as arguments, which lose every
// mark on the way; only files that tests/architecture names use it.
#pragma once

#include <QLabel>

namespace snug {

class RichLabel : public QLabel
{
    Q_OBJECT

public:
    explicit RichLabel(QWidget *parent = nullptr);

    // `markup` is ours: what came from elsewhere has been through escaped().
    void setMarkup(const QString &markup);
    void setText(const QString &text) = delete;
    void setTextFormat(Qt::TextFormat format) = delete;

    // Text that shows as these characters inside markup, in attributes too.
    static QString escaped(const QString &foreign);
};

} // namespace snug
