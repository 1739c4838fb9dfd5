// Taking back belongs to the document: fields that keep a history of their own leave the keys to the window.
#pragma once

#include <QObject>

class QWidget;

namespace snug {

// Lives as long as `window`, for the fields that are in it now.
class WindowUndo : public QObject
{
    Q_OBJECT

public:
    explicit WindowUndo(QWidget *window);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace snug
