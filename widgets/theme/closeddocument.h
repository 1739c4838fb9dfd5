// A text document that loads nothing: no picture, no style sheet, from no disk and no network, whatever its
// text asks for. Every document with strangers' words in it is one.
#pragma once

#include <QTextDocument>

namespace snug {

class ClosedDocument : public QTextDocument
{
    Q_OBJECT

public:
    using QTextDocument::QTextDocument;

protected:
    // Qt's own falls back to "data:" addresses and files when the widget has nothing to give.
    QVariant loadResource(int type, const QUrl &name) override;
};

} // namespace snug
