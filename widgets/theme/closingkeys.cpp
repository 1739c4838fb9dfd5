#include "widgets/theme/closingkeys.h"

#include <QShortcut>
#include <QWidget>

namespace snug {

void closeByKeys(QWidget *window)
{
    for (QShortcut *key : {new QShortcut(Qt::Key_Escape, window), new QShortcut(QKeySequence::Close, window)})
        QObject::connect(key, &QShortcut::activated, window, &QWidget::close);
}

} // namespace snug
