#include "widgets/editors/windowundo.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QWidget>

namespace snug {

WindowUndo::WindowUndo(QWidget *window)
    : QObject(window)
{
    for (QLineEdit *field : window->findChildren<QLineEdit *>())
        field->installEventFilter(this);
}

bool WindowUndo::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace snug
